//! Proof and disproof numbers.

/// How far a question is from its answers: at least `pn` open positions must turn out well for a yes, and `dn` for a no.
///
/// A number is infinite if and only if the question is decided: a sum of finite numbers stays finite.
///
/// ```
/// use provebest_search::proof::Numbers;
/// let many = Numbers { pn: 3, dn: Numbers::INFINITE - 1 };
/// let sum = Numbers::of_children(true, [many, many]);
/// assert_eq!(sum, Numbers { pn: 3, dn: Numbers::INFINITE - 1 });
/// assert_eq!(Numbers::of_children(false, [many, Numbers::NO]).verdict(), Some(false));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbers {
    /// The proof number: 0 for a yes.
    pub pn: u32,
    /// The disproof number: 0 for a no.
    pub dn: u32,
}

impl Numbers {
    /// What stands for infinity; it fits into 28 bits.
    pub const INFINITE: u32 = (1 << 28) - 1;
    /// The answer is yes.
    pub const YES: Numbers = Numbers { pn: 0, dn: Self::INFINITE };
    /// The answer is no.
    pub const NO: Numbers = Numbers { pn: Self::INFINITE, dn: 0 };
    /// Nothing is known.
    pub const UNKNOWN: Numbers = Numbers { pn: 1, dn: 1 };

    /// Those of an answer.
    #[inline(always)]
    pub const fn of(yes: bool) -> Numbers {
        if yes { Self::YES } else { Self::NO }
    }

    /// The answer, if it is known.
    #[inline(always)]
    pub const fn verdict(self) -> Option<bool> {
        match self {
            Numbers { pn: 0, .. } => Some(true),
            Numbers { dn: 0, .. } => Some(false),
            _ => None,
        }
    }

    /// The number that the side to move makes small, and the other one: (pn, dn) at an OR node, (dn, pn) at an AND node.
    #[inline(always)]
    pub(super) const fn phi_delta(self, or: bool) -> (u32, u32) {
        if or { (self.pn, self.dn) } else { (self.dn, self.pn) }
    }

    #[inline(always)]
    pub(super) const fn from_phi_delta(or: bool, (phi, delta): (u32, u32)) -> Numbers {
        if or { Numbers { pn: phi, dn: delta } } else { Numbers { pn: delta, dn: phi } }
    }

    /// Those of a node with these children: OR takes the least pn and the sum of dn, AND the other way round.
    #[inline(always)]
    pub fn of_children(or: bool, children: impl IntoIterator<Item = Numbers>) -> Numbers {
        let (mut least, mut sum) = (Self::INFINITE, 0);
        for child in children {
            let (phi, delta) = child.phi_delta(or);
            (least, sum) = (least.min(phi), plus(sum, delta));
        }
        Numbers::from_phi_delta(or, (least, if least == 0 { Self::INFINITE } else { sum }))
    }
}

/// The sum: infinite only if one of the two is.
#[inline(always)]
pub(super) fn plus(one: u32, other: u32) -> u32 {
    (one + other).min(one.max(other).max(Numbers::INFINITE - 1))
}
