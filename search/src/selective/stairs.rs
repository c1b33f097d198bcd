//! How many conspirators each value of a node needs, as stairs: the functions behind conspiracy numbers.

use provebest_game::Score;

/// A number of conspirators: frontier nodes that have to change.
pub(crate) type Count = u32;

/// No number is enough.
pub(crate) const NEVER: Count = Count::MAX;

/// Adds two numbers of conspirators. A sum of finite ones stays finite.
pub(crate) fn add(a: Count, b: Count) -> Count {
    if a == NEVER || b == NEVER { NEVER } else { a.saturating_add(b).min(NEVER - 1) }
}

/// Up to `value`, and above the step before, a side needs `count` conspirators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// What the side can be worth at most with them.
    pub value: Score,
    /// How many frontier nodes have to change.
    pub count: u32,
}

/// What one side needs to be worth at least some value, in its own view: values and numbers rise from step to step, and the
/// first step is the value of the node, which needs nobody. Beyond the last step nothing is enough, or as many as the search
/// asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Stair(Box<[Step]>);

impl Stair {
    /// Of a node that cannot change.
    pub(crate) fn fixed(value: Score) -> Stair {
        Stair(Box::new([Step { value, count: 0 }]))
    }

    /// Of a frontier node, which may turn out to be anything up to `most`.
    pub(crate) fn open(value: Score, most: Score, enough: Count) -> Stair {
        let steps = [Step { value, count: 0 }, Step { value: most, count: 1 }];
        Stair(steps[..if most > value && enough > 1 { 2 } else { 1 }].into())
    }

    pub(crate) fn steps(&self) -> &[Step] {
        &self.0
    }

    /// What the node is worth now.
    pub(crate) fn value(&self) -> Score {
        self.0[0].value
    }

    /// The largest value that is within reach.
    pub(crate) fn reach(&self) -> Score {
        self.0[self.0.len() - 1].value
    }

    /// How many conspirators it takes to be worth at least this.
    pub(crate) fn number(&self, least: Score) -> Count {
        let step = self.0.partition_point(|step| step.value < least);
        self.0.get(step).map_or(NEVER, |step| step.count)
    }

    /// Of a node at which this side moves: one child is enough, so the smallest number counts.
    pub(crate) fn least<'s>(children: impl Iterator<Item = &'s Stair>) -> Stair {
        let mut all: Vec<Step> = children.flat_map(|stair| stair.0.iter().copied()).collect();
        all.sort_unstable_by_key(|step| (step.value, std::cmp::Reverse(step.count)));
        let mut fewest = NEVER;
        let mut stair: Vec<Step> = Vec::new();
        for step in all.into_iter().rev() {
            if step.count < fewest {
                fewest = step.count;
                stair.push(step);
            }
        }
        stair.reverse();
        Stair(stair.into())
    }

    /// Of a node at which the other side moves: all children are needed, so numbers are added, up to those that are `enough`.
    pub(crate) fn sum<'s>(children: impl Iterator<Item = &'s Stair> + Clone, enough: Count) -> Stair {
        // Beyond a step of a child, that child needs as many more as its next step says.
        let rises = |stair: &'s Stair| {
            let next = stair.0.iter().skip(1).map(|step| Some(step.count)).chain([None]);
            stair.0.iter().zip(next).map(|(step, next)| (step.value, next.map(|next| next - step.count)))
        };
        let mut all: Vec<(Score, Option<Count>)> = children.flat_map(rises).collect();
        all.sort_unstable_by_key(|(value, _)| *value);
        let mut stair: Vec<Step> = Vec::new();
        let mut count = 0;
        for (value, rise) in all {
            match stair.last_mut() {
                Some(last) if last.count == count || last.value == value => last.value = value,
                _ if count < enough => stair.push(Step { value, count }),
                _ => break,
            }
            let Some(rise) = rise else { break };
            count = add(count, rise);
        }
        Stair(stair.into())
    }
}
