//! Axes.

/// How numbers are laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scale {
    /// Equal steps, from 0 where the numbers are counts.
    Linear,
    /// Equal factors.
    Log,
    /// Equal factors on both sides of 0.
    BothWays,
}

/// An axis.
#[derive(Clone, PartialEq, Debug)]
pub struct Axis {
    /// Its name, with the unit.
    pub name: String,
    /// How numbers are laid out.
    pub scale: Scale,
    /// The numbers to write; chosen by the scale if there are none.
    pub ticks: Vec<f64>,
    /// Numbers to leave room for, so that panels can be compared.
    pub room_for: Vec<f64>,
}

impl Axis {
    /// An axis that chooses its own numbers.
    pub fn new(name: impl Into<String>, scale: Scale) -> Axis {
        Axis { name: name.into(), scale, ticks: Vec::new(), room_for: Vec::new() }
    }

    /// An axis with just these numbers.
    pub fn at(name: impl Into<String>, scale: Scale, ticks: impl IntoIterator<Item = f64>) -> Axis {
        Axis { name: name.into(), scale, ticks: ticks.into_iter().collect(), room_for: Vec::new() }
    }
}
