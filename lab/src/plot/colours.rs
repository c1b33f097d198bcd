//! The same algorithm has the same colour, marker and line in every picture, and no other one looks like it. Colours after Okabe and
//! Ito (2008), which colour-blind people can tell apart; further ones for the rest of the family, told apart by their markers too.

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
pub(crate) const TEAL: Colour = Colour(0, 140, 150);
pub(crate) const BROWN: Colour = Colour(122, 74, 30);
pub(crate) const ROSE: Colour = Colour(222, 60, 120);
pub(crate) const LIME: Colour = Colour(110, 170, 20);
pub(crate) const BRICK: Colour = Colour(150, 30, 20);
pub(crate) const FOREST: Colour = Colour(0, 85, 55);

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
    /// A triangle upside down.
    Down,
    /// A disc with a hole.
    Ring,
    /// A square with a hole.
    Frame,
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

    /// A solid line.
    pub const fn of(colour: Colour, marker: Marker) -> Ink {
        Ink { colour, marker, dashed: false }
    }

    /// For curves that are told apart by a number, such as amounts of room.
    pub fn numbered(number: usize) -> Ink {
        let all = [
            (VERMILLION, Marker::Ring),
            (BLUE, Marker::Frame),
            (GREEN, Marker::Ring),
            (PURPLE, Marker::Frame),
            (ROSE, Marker::Ring),
            (ORANGE, Marker::Frame),
            (TEAL, Marker::Ring),
            (BROWN, Marker::Frame),
            (INDIGO, Marker::Ring),
            (LIME, Marker::Frame),
            (WINE, Marker::Ring),
            (SKY, Marker::Frame),
        ];
        let (colour, marker) = all[number % all.len()];
        let second = (number / all.len()) % 2 == 1;
        let marker = match marker {
            Marker::Ring if second => Marker::Frame,
            Marker::Frame if second => Marker::Ring,
            as_it_is => as_it_is,
        };
        Ink { dashed: number >= 2 * all.len(), ..Ink::of(colour, marker) }
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
        Minimax => (GREY, Marker::Disc),
        AlphaBeta => (BLACK, Marker::Disc),
        AlphaBetaHard => (BROWN, Marker::Square),
        AlphaBetaShallow => (INDIGO, Marker::Down),
        Aspiration => (TEAL, Marker::Square),
        Scout => (OLIVE, Marker::Triangle),
        Pvs => (LIME, Marker::Square),
        NegaScout => (ORANGE, Marker::Disc),
        PartiallyInformedNegaScout => (SKY, Marker::Triangle),
        InformedNegaScout => (BLUE, Marker::Diamond),
        SssStar => (VERMILLION, Marker::Disc),
        DualStar => (GREEN, Marker::Square),
        EvenOdd => (ROSE, Marker::Triangle),
        IterSss => (WINE, Marker::Down),
        MtSss => (BRICK, Marker::Down),
        MtDual => (FOREST, Marker::Diamond),
        MtdF => (PURPLE, Marker::Triangle),
        ParSss => (BLUE, Marker::Disc),
        ParIterSss => (WINE, Marker::Square),
        ParallelDual => (FOREST, Marker::Triangle),
        KeyNode => (GREEN, Marker::Triangle),
        MandatoryWorkFirst => (OLIVE, Marker::Diamond),
        TreeSplitting => (GREY, Marker::Down),
        PvSplitting => (ORANGE, Marker::Triangle),
        DynamicPvSplitting => (BROWN, Marker::Diamond),
        YoungBrothers => (VERMILLION, Marker::Diamond),
        BoundAndBranch => (SKY, Marker::Square),
        EvaluateRefute => (INDIGO, Marker::Square),
        ParallelAspiration => (TEAL, Marker::Down),
        Jamboree => (PURPLE, Marker::Disc),
        Uidpabs => (LIME, Marker::Diamond),
        // Every colour has its parallel search by now.
        BoardSearch => return Ink { dashed: true, ..Ink::of(BLUE, Marker::Diamond) },
        LazySmp => (BLACK, Marker::Triangle),
        Abdada => (ROSE, Marker::Square),
        ParMtSss => (BRICK, Marker::Square),
        other => return Ink { dashed: true, ..Ink::numbered(other as usize) },
    };
    Ink::of(colour, marker)
}

/// The name of an algorithm as papers write it, short enough for the end of a curve.
pub fn label(algorithm: Algorithm) -> &'static str {
    use Algorithm::*;
    match algorithm {
        Minimax => "minimax",
        AlphaBeta => "alpha-beta",
        AlphaBetaHard => "alpha-beta, hard",
        AlphaBetaShallow => "no deep cut-offs",
        Aspiration => "aspiration",
        Scout => "Scout",
        Pvs => "PVS",
        NegaScout => "NegaScout",
        PartiallyInformedNegaScout => "PNS",
        InformedNegaScout => "INS",
        SssStar => "SSS*",
        DualStar => "DUAL*",
        EvenOdd => "SSS*/DUAL*",
        IterSss => "ITERSSS*",
        MtSss => "MT-SSS*",
        MtDual => "MT-DUAL*",
        MtdF => "MTD(f)",
        ParSss => "PARSSS*",
        ParIterSss => "PARITERSSS*",
        ParallelDual => "parallel DUAL*",
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
        BoardSearch => "board search",
        LazySmp => "lazy SMP",
        Abdada => "ABDADA",
        ParMtSss => "parallel MT-SSS*",
        other => other.name(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_algorithms_look_alike() {
        for (number, &one) in Algorithm::ALL.iter().enumerate() {
            for &other in &Algorithm::ALL[..number] {
                assert_ne!(ink(one), ink(other), "{one} and {other}");
                assert_ne!(label(one), label(other));
                // Those that stand in one picture differ in colour, or one line is broken.
                let (a, b) = (ink(one), ink(other));
                let together = one.is_parallel() == other.is_parallel();
                assert!(!together || a.colour != b.colour || a.dashed != b.dashed, "{one} and {other}");
            }
        }
    }
}
