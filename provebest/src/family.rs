//! Every search of the family by name, with its parameters, alone or on a machine.
//!
//! ```
//! use provebest::family::{Algorithm, Settings};
//! use provebest::search::{Counters, Search, Task};
//! use provebest::{Score, games::tree::Tree};
//!
//! let tree: Tree = "[[3,12,8],[2,4,6],[14,5,2]]".parse()?;
//! let (root, mut counters) = (tree.root(), Counters::default());
//! let sss: Algorithm = "sss*".parse()?;
//! let report = sss.with(Settings::default()).search(&Task::new(&tree, &root, tree.height()), &mut counters)?;
//! assert_eq!(report.value, Some(Score(3)));
//! assert!(counters.leaf_visits < 9, "not all leaves are needed");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A search of your own is checked by [`check_search`], and a game with all searches by [`check_searches`].

#[doc(inline)]
pub use crate::algorithm::{
    About, Algorithm, AlgorithmKind, AlgorithmSpec, MachineError, Settings, SettingsError, UnknownAlgorithm, Variant,
};
#[doc(inline)]
pub use crate::all_moves::all_moves;
#[doc(inline)]
pub use crate::any_machine::AnyMachine;
#[doc(inline)]
pub use crate::check::check_searches;
#[doc(inline)]
pub use crate::check_search::{BrokenPromise, SearchFault, SearchesMade, check_search, check_windowed};
#[doc(inline)]
pub use crate::explicit::{Explicit, TooLarge, explicit_tree};
#[doc(inline)]
pub use crate::search_on::Searched;
