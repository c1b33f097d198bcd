//! Why an algorithm cannot run with its parameters, or on a machine.

use std::error::Error;
use std::fmt;

use super::{Algorithm, Variant};

/// A parameter of an algorithm that is out of its range.
///
/// ```
/// use provebest::family::{AlgorithmSpec, Settings, SettingsError};
/// use provebest::{Algorithm, SearchError, best_move, games::tree::Tree};
/// let tree: Tree = "[[4,5],[2,3],[9,4]]".parse()?;
/// let narrow = Settings { margin: Some(0), ..Settings::default() };
/// let refused = best_move(&tree, &tree.root()).algorithm(Algorithm::Aspiration).settings(narrow).search();
/// assert_eq!(refused.unwrap_err(), SearchError::Settings(SettingsError::Margin(0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SettingsError {
    /// Room for fewer nodes than ITERSSS\* needs on this tree.
    Memory {
        /// The room there was to be.
        nodes: u64,
        /// The least that is enough.
        least: u64,
    },
    /// A window that is not at least 1 wide.
    Margin(i32),
    /// A variant that the algorithm does not have.
    Variant {
        /// The algorithm.
        algorithm: Algorithm,
        /// The variant.
        variant: Variant,
    },
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SettingsError::Memory { nodes, least } => {
                write!(f, "room for {nodes} nodes; expected M0 = ceil(d/2)(b-1)+1 = {least} or more for this tree")
            }
            SettingsError::Margin(margin) => write!(f, "a window of {margin}; expected 1 or more"),
            SettingsError::Variant { algorithm, variant } => {
                let all: Vec<&str> = algorithm.variants().iter().map(|variant| variant.name()).collect();
                let expected = if all.is_empty() { "none".to_string() } else { format!("one of {}", all.join(", ")) };
                write!(f, "variant {variant} of {algorithm}; expected {expected}")
            }
        }
    }
}

impl Error for SettingsError {}

/// An algorithm that does not run on a machine.
///
/// ```
/// use provebest::{Algorithm, AnyMachine};
/// let error = Algorithm::YoungBrothers.would_run_on(&"sim:3,model=lockstep".parse::<AnyMachine>()?);
/// assert_eq!(error.to_string(), "young-brothers does not run on sim:3,model=lockstep; expected sim:3 or threads:3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MachineError {
    /// It keeps a table, and so needs a game with keys.
    NeedsKeys(Algorithm),
    /// It was asked for a scattered table, and so needs a game with keys.
    TableNeedsKeys(Algorithm),
    /// It is sequential, and runs alone.
    Sequential(Algorithm),
    /// It is parallel, and does not run on this machine.
    OtherMachine {
        /// The algorithm.
        algorithm: Algorithm,
        /// The machine, as text.
        machine: String,
        /// How many processors the machine has.
        processors: usize,
    },
}

impl fmt::Display for MachineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MachineError::NeedsKeys(algorithm) => write!(f, "{algorithm} needs a game with keys"),
            MachineError::TableNeedsKeys(algorithm) => {
                write!(f, "{algorithm} with a table needs a game with keys; expected no table")
            }
            MachineError::Sequential(algorithm) => write!(f, "{algorithm} is sequential: it runs alone"),
            MachineError::OtherMachine { algorithm, machine, processors } => {
                write!(f, "{algorithm} does not run on {machine}; expected sim:{processors} or threads:{processors}")
            }
        }
    }
}

impl Error for MachineError {}
