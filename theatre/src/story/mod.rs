//! The visited tree of a search, with windows, values and the reason of each cut, for a person to read.
//!
//! A [`Story`] is built from the events of a search ([`StoryBuilder`]); it holds every node that was visited, every visit of
//! it, and for each cut a reason ([`CutReason`]) whose numbers are proved by the leaves visited so far.
//!
//! Everything here is in MAX's view, and MAX is the side to move at the root.
//!
//! ```
//! use provebest_catalog::{News, Record, Request, run};
//! use provebest_theatre::story::{StoryBuilder, StoryStyle};
//!
//! let mut request = Request::new("tree", "[[3,12,8],[2,4,6],[14,5,2]]", "alpha-beta")?;
//! request.record = Record { trace: true, once: true, ..Record::default() };
//! let mut builder = StoryBuilder::new(request.problem.clone(), StoryStyle::Windows);
//! let mut hear = |news: News<'_>| {
//!     if let News::Event { event, .. } = news {
//!         builder.hear(event);
//!     }
//! };
//! run(&request, &mut hear, &())?;
//! let story = builder.finish(&[0, 0]);
//! let sentences: Vec<String> = story.visits().filter_map(|visit| story.sentence(visit)).collect();
//! assert_eq!(sentences, ["cut: MIN already has 2 here, MAX has 3 above (at the root)"]);
//! # Ok::<(), provebest_catalog::RequestError>(())
//! ```

mod builder;
mod reasons;
mod sentences;
mod visited;

pub use builder::StoryBuilder;
pub use sentences::{Piece, ScoreText};
pub use visited::{
    Bounds, CutOff, CutReason, Expansion, Node, NodeId, Remembered, Side, Story, StoryStyle, Time, Update, Visit,
    VisitId,
};
