//! A program for crews: adds up the leaves of a made-up tree, and gives up siblings of a leaf that is worth a lot.

use provebest_machine::{
    CalledOff, Change, Crew, CrewJob, Mail, Next, Processor, Program, Rank, StealPolicy, Taken, Work,
};
use serde::{Deserialize, Serialize};

/// A node by its number; the children of n are 3n+1, 3n+2 and 3n+3.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Node {
    pub number: u64,
    pub depth: u32,
    /// How often it was revised: only to see that revisions arrive.
    pub edition: u32,
}

impl CrewJob for Node {
    fn revise(&mut self, newer: &Self) {
        self.edition = self.edition.max(newer.edition);
    }

    fn label(&self) -> String {
        self.number.to_string()
    }
}

impl Node {
    pub const fn root(depth: u32) -> Node {
        Node { number: 0, depth, edition: 0 }
    }

    fn children(self) -> impl Iterator<Item = (u32, Node)> {
        let Node { number, depth, .. } = self;
        (0..3).map(move |child| {
            let number = 3 * number + 1 + u64::from(child);
            (child, Node { number, depth: depth - 1, edition: 0 })
        })
    }

    fn value(self) -> u64 {
        self.number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56
    }

    /// The greatest leaf, found by one alone.
    pub fn greatest(self) -> u64 {
        if self.depth == 0 {
            self.value()
        } else {
            self.children().map(|(_, child)| child.greatest()).max().unwrap_or(0)
        }
    }
}

/// Finds the greatest leaf of the tree, together. A node whose first children reach `enough` is left at once.
pub struct Greatest {
    pub depth: u32,
    pub policy: StealPolicy,
    pub enough: u64,
}

type NodeCrew<'p> = Crew<'p, Node, u64>;

impl Greatest {
    async fn node(&self, crew: &NodeCrew<'_>, node: Node) -> Result<u64, CalledOff> {
        if node.depth == 0 {
            crew.work(Work::LEAF).await?;
            return Ok(node.value());
        }
        let mut best = 0;
        let mut family = crew.offer(node.children(), node.depth.is_multiple_of(2));
        loop {
            let value = match family.next().await? {
                Next::Mine(_, job) => Box::pin(self.node(crew, job)).await?,
                Next::Answer(_, _, answer) => answer,
                Next::Help(taken) => {
                    Box::pin(self.take(crew, taken)).await;
                    crew.go_on()?;
                    continue;
                }
                Next::Revised => continue,
                Next::Finished => return Ok(best),
            };
            if value > best {
                best = value;
                if best >= self.enough {
                    return Ok(best);
                }
                family.revise(|job, _| {
                    job.edition += 1;
                    if job.number.is_multiple_of(5) { Change::CallBack } else { Change::Tell }
                });
            }
        }
    }

    async fn take(&self, crew: &NodeCrew<'_>, taken: Taken<Node>) {
        crew.begin(&taken);
        let answer = self.node(crew, taken.job).await;
        crew.finish(answer);
    }
}

impl Program<Mail<Node, u64>> for Greatest {
    type Answer = Option<u64>;

    async fn run(&self, me: &dyn Processor<Mail<Node, u64>>) -> Option<u64> {
        let crew = Crew::new(me, self.policy);
        if me.rank() == Rank::FIRST {
            let found = self.node(&crew, Node::root(self.depth)).await;
            crew.end_all();
            return found.ok();
        }
        while let Some(taken) = crew.next_job().await {
            self.take(&crew, taken).await;
        }
        None
    }
}
