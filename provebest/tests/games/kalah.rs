//! Kalah with six houses and four seeds: a side whose last seed falls into its store moves again. With keys that leave something out.

use provebest::game::{Side, Turn, mix};
use provebest::{Evaluate, Game, Keyed, MoveList, Score, Status, skills};

/// What is wrong with the keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    Nothing,
    WithoutSide,
    WithoutStores,
    HousesUpToThree,
    SixteenBits,
    Constant,
}

#[derive(Clone, Copy)]
pub struct Kalah(pub Fault);

/// Houses 0 to 5 and the store 6 are the first side's, 7 to 12 and 13 the other's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pits {
    seeds: [u8; 14],
    side: Side,
}

pub const START: Pits = Pits { seeds: [4, 4, 4, 4, 4, 4, 0, 4, 4, 4, 4, 4, 4, 0], side: Side::First };

impl Pits {
    fn first_house(self) -> usize {
        if self.side == Side::First { 0 } else { 7 }
    }

    fn lead(self) -> i32 {
        let lead = i32::from(self.seeds[6]) - i32::from(self.seeds[13]);
        if self.side == Side::First { lead } else { -lead }
    }
}

impl Game for Kalah {
    type State = Pits;
    /// The house, counted from 0.
    type Move = usize;

    fn moves(&self, pits: &Pits, out: &mut MoveList<usize>) -> Status {
        let first = pits.first_house();
        out.extend((0..6).filter(|house| pits.seeds[first + house] > 0));
        if !out.is_empty() {
            return Status::Open;
        }
        // The other side keeps what is in its houses.
        let left: i32 = (0..6).map(|house| i32::from(pits.seeds[7 - first + house])).sum();
        Status::Over(Score(pits.lead() - left))
    }

    fn play(&self, pits: &mut Pits, house: usize) {
        let (first, mut pit) = (pits.first_house(), pits.first_house() + house);
        let (own, other) = (first + 6, (first + 13) % 14);
        let mut seeds = std::mem::take(&mut pits.seeds[pit]);
        while seeds > 0 {
            pit = (pit + 1) % 14;
            if pit != other {
                pits.seeds[pit] += 1;
                seeds -= 1;
            }
        }
        if (first..own).contains(&pit) && pits.seeds[pit] == 1 && pits.seeds[12 - pit] > 0 {
            pits.seeds[own] += std::mem::take(&mut pits.seeds[pit]) + std::mem::take(&mut pits.seeds[12 - pit]);
        }
        if pit != own {
            pits.side = pits.side.other();
        }
    }
}

impl Turn for Kalah {
    fn turn(&self, pits: &Pits) -> Side {
        pits.side
    }
}

impl Evaluate for Kalah {
    fn evaluate(&self, pits: &Pits) -> Score {
        Score(pits.lead())
    }

    fn unit(&self) -> i32 {
        1
    }
}

impl Keyed for Kalah {
    fn key(&self, pits: &Pits) -> u64 {
        let one = |(pit, &seeds): (usize, &u8)| match self.0 {
            Fault::WithoutStores if pit % 7 == 6 => 0,
            Fault::HousesUpToThree if pit % 7 != 6 => mix(100 * pit as u64 + u64::from(seeds.min(3))),
            _ => mix(100 * pit as u64 + u64::from(seeds)),
        };
        let key = pits.seeds.iter().enumerate().map(one).fold(0, |key, one| key ^ one);
        match self.0 {
            Fault::WithoutSide => key,
            Fault::Constant => 1,
            fault => {
                let key = key ^ mix(9999 + pits.side as u64);
                if fault == Fault::SixteenBits { key & 0xffff } else { key }
            }
        }
    }
}

skills!(Kalah: Keyed);
