//! The same algorithm has the same colour, marker and line in every picture. Colours after Okabe and Ito (2008), which
//! colour-blind people can tell apart; some darker shades for the rest of the family.

use provebest::Algorithm;

/// Red, green and blue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Colour(pub u8, pub u8, pub u8);

pub(crate) const BLACK: Colour = Colour(0, 0, 0);
pub(crate) const ORANGE: Colour = Colour(230, 159, 0);
pub(crate) const SKY: Colour = Colour(86, 180, 233);
pub(crate) const GREEN: Colour = Colour(0, 158, 115);
pub(crate) const BLUE: Colour = Colour(0, 114, 178);
pub(crate) const VERMILLION: Colour = Colour(213, 94, 0);
pub(crate) const PURPLE: Colour = Colour(204, 121, 167);
pub(crate) const WINE: Colour = Colour(136, 34, 85);
pub(crate) const GREY: Colour = Colour(120, 120, 120);
pub(crate) const INDIGO: Colour = Colour(51, 34, 136);
pub(crate) const OLIVE: Colour = Colour(140, 120, 20);

/// How a curve or bar is drawn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ink {
    /// The colour.
    pub colour: Colour,
    /// The marker.
    pub marker: Marker,
    /// Is the line broken?
    pub dashed: bool,
}

/// What stands at every point of a curve.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Marker {
    /// A disc.
    Disc,
    /// A square.
    Square,
    /// A triangle.
    Triangle,
    /// A square on its corner.
    Diamond,
    /// A cross, not joined to others by a line: for printed numbers.
    Cross,
    /// Nothing: for theory.
    None,
}

impl Ink {
    /// What no algorithm has: formulas and limits.
    pub const THEORY: Ink = Ink { colour: Colour(110, 110, 110), marker: Marker::None, dashed: false };

    /// What is not there: waiting.
    pub const PALE: Ink = Ink { colour: Colour(215, 215, 215), marker: Marker::None, dashed: false };

    /// What no algorithm has either: numbers that a paper printed.
    pub const PRINTED: Ink = Ink { colour: Colour(0, 0, 0), marker: Marker::Cross, dashed: false };

    /// For curves that are told apart by a number, such as amounts of room.
    pub fn numbered(number: usize) -> Ink {
        let all = [
            (VERMILLION, Marker::Disc),
            (BLUE, Marker::Square),
            (GREEN, Marker::Triangle),
            (PURPLE, Marker::Diamond),
            (BLACK, Marker::Disc),
            (ORANGE, Marker::Square),
        ];
        let (colour, marker) = all[number % all.len()];
        Ink { colour, marker, dashed: number >= all.len() }
    }

    /// Crosses of the same colour, for printed numbers.
    pub fn printed(self) -> Ink {
        Ink { marker: Marker::Cross, ..self }
    }

    /// The same without a marker, for a level that does not depend on the axis.
    pub fn level(self) -> Ink {
        Ink { marker: Marker::None, ..self }
    }
}

/// The colour and marker of an algorithm.
pub fn ink(algorithm: Algorithm) -> Ink {
    use Algorithm::*;
    let (colour, marker) = match algorithm {
        AlphaBeta => (BLACK, Marker::Disc),
        AlphaBetaHard => (BLACK, Marker::Square),
        NegaScout => (ORANGE, Marker::Disc),
        Pvs => (ORANGE, Marker::Square),
        PartiallyInformedNegaScout => (SKY, Marker::Disc),
        InformedNegaScout => (BLUE, Marker::Disc),
        SssStar => (VERMILLION, Marker::Disc),
        MtSss => (VERMILLION, Marker::Square),
        DualStar => (GREEN, Marker::Disc),
        MtDual => (GREEN, Marker::Square),
        MtdF => (PURPLE, Marker::Triangle),
        IterSss => (WINE, Marker::Triangle),
        Scout => (OLIVE, Marker::Disc),
        Aspiration => (GREY, Marker::Square),
        ParSss => (BLUE, Marker::Disc),
        ParIterSss => (WINE, Marker::Disc),
        KeyNode => (GREEN, Marker::Triangle),
        MandatoryWorkFirst => (OLIVE, Marker::Diamond),
        TreeSplitting => (GREY, Marker::Diamond),
        PvSplitting => (ORANGE, Marker::Triangle),
        DynamicPvSplitting => (ORANGE, Marker::Diamond),
        YoungBrothers => (VERMILLION, Marker::Diamond),
        BoundAndBranch => (SKY, Marker::Diamond),
        EvaluateRefute => (INDIGO, Marker::Diamond),
        ParallelAspiration => (GREY, Marker::Triangle),
        Jamboree => (PURPLE, Marker::Diamond),
        Uidpabs => (INDIGO, Marker::Triangle),
        LazySmp => (BLACK, Marker::Triangle),
        Abdada => (BLACK, Marker::Diamond),
        _ => (GREY, Marker::Disc),
    };
    // Two parallel searches of one colour: a line that is broken tells them apart.
    let dashed = matches!(algorithm, PvSplitting | ParallelAspiration | Uidpabs | LazySmp);
    Ink { colour, marker, dashed }
}

/// The name of an algorithm as papers write it, short enough for the end of a curve.
pub fn label(algorithm: Algorithm) -> &'static str {
    use Algorithm::*;
    match algorithm {
        Minimax => "minimax",
        AlphaBeta => "alpha-beta",
        AlphaBetaHard => "alpha-beta, hard",
        Aspiration => "aspiration",
        Scout => "Scout",
        Pvs => "PVS",
        NegaScout => "NegaScout",
        PartiallyInformedNegaScout => "PNS",
        InformedNegaScout => "INS",
        SssStar => "SSS*",
        DualStar => "DUAL*",
        IterSss => "ITERSSS*",
        MtSss => "MT-SSS*",
        MtDual => "MT-DUAL*",
        MtdF => "MTD(f)",
        ParSss => "PARSSS*",
        ParIterSss => "PARITERSSS*",
        KeyNode => "key node",
        MandatoryWorkFirst => "mandatory work first",
        TreeSplitting => "tree splitting",
        PvSplitting => "PV splitting",
        DynamicPvSplitting => "dynamic PV splitting",
        YoungBrothers => "young brothers wait",
        BoundAndBranch => "bound and branch",
        EvaluateRefute => "ER",
        ParallelAspiration => "parallel aspiration",
        Jamboree => "Jamboree",
        Uidpabs => "UIDPABS",
        LazySmp => "lazy SMP",
        Abdada => "ABDADA",
        other => other.name(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_parallel_searches_look_alike() {
        for (number, &one) in Algorithm::PARALLEL.iter().enumerate() {
            for &other in &Algorithm::PARALLEL[..number] {
                let (a, b) = (ink(one), ink(other));
                assert!((a.colour, a.marker) != (b.colour, b.marker), "{one} and {other}");
                assert!(a.colour != b.colour || a.dashed != b.dashed, "{one} and {other}");
                assert_ne!(label(one), label(other));
            }
        }
    }
}
