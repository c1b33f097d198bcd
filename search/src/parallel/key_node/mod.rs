//! The key node method (Lindstrom 1983). [`node`] is the paper's text: what a node does with a message. Around it stand
//! two drivers: [`in_step`], the paper's machine, and [`by_mail`], processors that own the nodes.

mod by_mail;
mod in_step;
mod look;
mod node;
mod superroot;

/// The key node method: a search made of messages between the nodes of the tree.
///
/// A node reports every provisional value to its parent, which ranks its children by what they reported last, stably, and
/// tells them what they are now. The root is a key node and a first descendant; all children of a first descendant that is
/// key are key nodes; of any other key node only the first child is. Only key nodes are searched, so that the search is
/// always at the minimal tree of the order as it is known.
///
/// It owes to evolving tree search (Lindstrom 1979, [`Evolving`](crate::Evolving)) that values are provisional and that what is
/// searched follows from the values of the moment. Simpler is that the best reply to a child that is not the first is wanted
/// exactly, and not only as a bound, so there are no deep cut-offs; and the driver is the mail.
///
/// Contract: the value `V` exactly, one of the best moves, and a line that ends in a leaf worth `V`. Stopped early it has
/// proved nothing.
///
/// Lindstrom 1983, figures 3-2 to 3-5, with three corrections: a nonkey node that kept its news back reports them when it
/// is key again; a report says how far its value holds in either status, as a first descendant and as another; and a
/// first descendant that holds sends the line along.
///
/// * [`LockStep`](crate::LockStep): the paper's machine, section 4.2. `time` counts plies of messages.
/// * [`ParallelSearch`](crate::ParallelSearch): section 5.4. Every processor owns the nodes whose paths hash to its rank.
///   Stamps are then always on, because mail may overtake mail, and the search ends when the root's value holds. Only
///   what crosses between processors is mail.
///
/// Time: every leaf at most once; no deep cut-offs, so T(d) leaves at least on a uniform tree, with
/// T(n) = T(n-1) + (w-1) T(n-2), T(0) = T(-1) = 1, and in lock step exactly those on a perfectly ordered one (with queues
/// of their own: on one processor). About ten messages a leaf. Memory: every node visited, with 20 bytes for each of its
/// children.
///
/// ```
/// use provebest_machine::Simulated;
/// use provebest_search::{KeyNode, LockStep, ParallelSearch, Task};
/// # use provebest_game::*; use provebest_games::tree::Tree;
/// let tree: Tree = "[[3,12,8],[2,4,6],[14,5,2]]".parse()?;
/// let root = tree.root();
/// let task = Task::new(&tree, &root, tree.height());
///
/// let (report, alone) = KeyNode::default().search_in_step(&task, 1, &mut ())?;
/// let (_, four) = KeyNode::default().search_in_step(&task, 4, &mut ())?;
/// assert_eq!((report.value, report.path), (Some(Score(3)), vec![0, 0]));
/// assert!(four.time < alone.time);
///
/// let ran = KeyNode::default().search_on(&task, &Simulated::new(4).latency(2), vec![(); 4])?;
/// assert_eq!(ran.report.value, Some(Score(3)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct KeyNode {
    /// Which of the paper's versions.
    pub variant: KeyNodeVariant,
}

/// The paper's versions of the key node method. All give the same answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum KeyNodeVariant {
    /// Figures 3-4 and 3-5 and no more: nodes report whether they are key or not.
    Printed,
    /// With section 5.1: nonkey nodes keep their news to themselves. The paper's tables are of this one.
    #[default]
    Buffered,
    /// With section 5.2, and 5.1: messages carry time stamps, and one that a newer one has overtaken is ignored. In lock
    /// step nothing is overtaken, so that every count is that of [`Buffered`](KeyNodeVariant::Buffered).
    Stamped,
    /// With section 5.3, and both before: the root is asked for one more level whenever its value holds, and nodes at
    /// the horizon of a level are estimated. The observer hears the value of each level as an exit from the root. Worth
    /// having where estimates are honest.
    Deepening,
    /// The same without the redundant messages of section 5.3: a child whose value holds as far as it would be asked for is told
    /// nothing, whatever it has become.
    Suppressing,
    /// With section 5.4 (1), 5.1 and 5.2: in lock step too every processor has its own nodes, and a queue of its own.
    Partitioned,
    /// With section 5.4 (2), and 5.1: any processor handles any message, but the records of nodes are shared out. A processor
    /// without the record reads it and writes it back, by two more messages. In lock step time, leaves and nodes are those of
    /// [`Buffered`](KeyNodeVariant::Buffered); by mail there is no such machine, and it is [`Stamped`](KeyNodeVariant::Stamped).
    Roaming,
}

impl KeyNode {
    fn buffered(&self) -> bool {
        self.variant != KeyNodeVariant::Printed
    }

    fn deepening(&self) -> bool {
        matches!(self.variant, KeyNodeVariant::Deepening | KeyNodeVariant::Suppressing)
    }

    fn suppressing(&self) -> bool {
        self.variant == KeyNodeVariant::Suppressing
    }
}
