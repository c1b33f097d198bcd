//! The table of methods: how to search, by name, with settings; from text and back to a text that means the same.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;
use std::time::Duration;

use provebest::family::{About, AlgorithmSpec, Settings, Variant};
use provebest::{Algorithm, AnyMachine};
use provebest_game::{Depth, Score, TextError};
use provebest_search::engine::{Enhancements, Share};
use provebest_search::{Strategy, TableSize};

use crate::proof_search::{Epsilon, ProofAbout, ProofAlgorithm, ProofQuestion, ProofSpec};
use crate::puzzle_algorithm::PuzzleAlgorithm;
use crate::selective::{Doubt, DriverName, SelectiveAbout, SelectiveAlgorithm, SelectiveSpec, Threshold};
use crate::tiles::TileHeuristic;
use crate::units;

/// A way to search: a name and, after commas, settings.
///
/// ```
/// use provebest_catalog::Method;
/// for text in ["alpha-beta", "mtd-f,first-guess=-3", "key-node,variant=stamped", "engine:abdada,without=history+null-move",
///     "young-brothers,table=each:1000000", "solve,hash=1000000", "ida-star,heuristic=pdb-663", "df-pn,at-least=win,epsilon=0.5"]
/// {
///     let method: Method = text.parse()?;
///     assert_eq!(method.to_string(), text);
/// }
/// let error = "alpha-beta,window=5".parse::<Method>().unwrap_err();
/// assert!(error.to_string().starts_with("alpha-beta has no window at character 12; expected no window="));
/// # Ok::<(), provebest_game::TextError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Method {
    /// A member of the minimax family.
    Family(AlgorithmSpec),
    /// Alpha-beta with everything that makes it strong in practice, deepening until its time is up.
    Engine(EngineSpec),
    /// The proof of an exact value.
    Solver(SolverSpec),
    /// A search for puzzles.
    Puzzle(PuzzleSpec),
    /// A search that grows a tree where it matters.
    Selective(SelectiveSpec),
    /// A search that proves the answer to a question.
    Proof(ProofSpec),
}

/// The engine with its settings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EngineSpec {
    /// How threads share their work.
    pub share: Share,
    /// What it does beside alpha-beta.
    pub enhancements: Enhancements,
    /// Bytes of its table; `None` leaves the choice to it.
    pub hash: Option<u64>,
}

impl Default for EngineSpec {
    fn default() -> EngineSpec {
        EngineSpec { share: Share::Lazy, enhancements: Enhancements::default(), hash: None }
    }
}

/// The solver with its settings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SolverSpec {
    /// Bytes that its table may grow to; `None` leaves the choice to it.
    pub hash: Option<u64>,
    /// Nodes of a task, where it is cut into tasks; `None` for as many as take a second or more.
    pub grain: Option<u64>,
    /// How long a process may be silent before it is taken for lost.
    pub patience: Option<Duration>,
}

/// A search for puzzles with its settings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PuzzleSpec {
    /// The search.
    pub algorithm: PuzzleAlgorithm,
    /// The heuristic; by default Manhattan distance, as in the papers.
    pub heuristic: Option<TileHeuristic>,
    /// Bytes of the table of IDA*.
    pub hash: Option<u64>,
}

/// What a method is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MethodGroup {
    /// Games and trees: the minimax family.
    Family,
    /// Games with estimates.
    Engine,
    /// Games to their end.
    Solver,
    /// Puzzles for one.
    Puzzle,
    /// Games and trees, where they matter.
    Selective,
    /// Questions about games and trees.
    Proof,
}

/// What to know about a method.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct MethodInfo {
    /// The name.
    pub name: &'static str,
    /// The name as papers write it.
    pub title: &'static str,
    /// A shorter name, where there is one.
    pub short: Option<&'static str>,
    /// What it is for.
    pub group: MethodGroup,
    /// The kind of search, in words.
    pub kind: String,
    /// Where it was published.
    pub paper: &'static str,
    /// What it does.
    pub summary: &'static str,
    /// The names of its settings.
    pub settings: Vec<&'static str>,
    /// Is it for many processors?
    pub parallel: bool,
    /// The method with its usual settings.
    pub method: Method,
}

/// Every method: the family, the selective searches, the proof searches, the engine in its forms, the solver, and the searches for
/// puzzles.
///
/// ```
/// use provebest_catalog::methods;
/// let young_brothers = methods().find(|method| method.short == Some("ybw")).unwrap();
/// assert_eq!(young_brothers.settings, ["table", "grain"]);
/// ```
pub fn methods() -> impl Iterator<Item = MethodInfo> {
    let family = Algorithm::ALL.iter().map(|&algorithm| {
        let about = algorithm.about();
        let method = Method::from(algorithm);
        let (group, kind, parallel) = (MethodGroup::Family, about.kind.name().to_string(), algorithm.is_parallel());
        let About { name, title, short, paper, summary, .. } = about;
        MethodInfo { name, title, short, group, kind, paper, summary, settings: method.settings(), parallel, method }
    });
    let engine = ENGINES.iter().map(|&(name, share, paper, summary)| {
        let spec = EngineSpec::default();
        let method = Method::Engine(EngineSpec { share: share.unwrap_or(spec.share), ..spec });
        let (group, kind, settings) =
            (MethodGroup::Engine, "engine, depth-first with a table".into(), method.settings());
        MethodInfo {
            name,
            title: name,
            short: None,
            group,
            kind,
            paper,
            summary,
            settings,
            parallel: share.is_some(),
            method,
        }
    });
    let solver = std::iter::once_with(|| {
        let method = Method::Solver(SolverSpec::default());
        MethodInfo {
            name: "solve",
            title: "solver",
            short: None,
            group: MethodGroup::Solver,
            kind: "solver, depth-first with a table".into(),
            paper: "Pearl 1980; Plaat, Schaeffer, Pijls and de Bruin 1996",
            summary: "null-window tests with a table and what the game knows, until the bounds meet",
            settings: method.settings(),
            parallel: false,
            method,
        }
    });
    let puzzles = PuzzleAlgorithm::ALL.into_iter().map(|algorithm| {
        let about = algorithm.about();
        let method = Method::Puzzle(PuzzleSpec { algorithm, heuristic: None, hash: None });
        MethodInfo {
            name: about.name,
            title: about.title,
            short: about.short,
            group: MethodGroup::Puzzle,
            kind: format!("puzzles, {}", about.kind.name()),
            paper: about.paper,
            summary: about.summary,
            settings: method.settings(),
            parallel: algorithm.is_parallel(),
            method,
        }
    });
    let selective = SelectiveAlgorithm::ALL.into_iter().map(|algorithm| {
        let SelectiveAbout { name, title, short, paper, summary } = algorithm.about();
        let method = Method::Selective(algorithm.into());
        let (group, kind) = (MethodGroup::Selective, "sequential, selective".into());
        let settings = method.settings();
        MethodInfo { name, title, short, group, kind, paper, summary, settings, parallel: false, method }
    });
    let proof = ProofAlgorithm::ALL.into_iter().map(|algorithm| {
        let ProofAbout { name, title, short, kind, paper, summary } = algorithm.about();
        let method = Method::Proof(algorithm.into());
        let (group, settings) = (MethodGroup::Proof, method.settings());
        MethodInfo { name, title, short, group, kind: kind.into(), paper, summary, settings, parallel: false, method }
    });
    family.chain(selective).chain(proof).chain(engine).chain(solver).chain(puzzles)
}

/// The engine's names, and how its threads share their work where a name says so.
const ENGINES: [(&str, Option<Share>, &str, &str); 5] = [
    (
        "engine",
        None,
        "for each enhancement: search/src/engine/README.md",
        "alpha-beta with everything that makes it strong in practice, deepening until its time is up",
    ),
    (
        "engine:lazy-smp",
        Some(Share::Lazy),
        "none: chess programs since about 2013",
        "threads of the engine share their table",
    ),
    ("engine:abdada", Some(Share::Abdada), "Weill 1996", "threads put off a child that another one searches"),
    (
        "engine:young-brothers",
        Some(Share::YoungBrothers),
        "Feldmann, Monien, Mysliwietz and Vornberger 1990",
        "threads share the younger siblings of a node",
    ),
    (
        "engine:board",
        Some(Share::Board),
        "none: search/src/engine/board.rs",
        "threads take what is most likely needed from all nodes above a depth",
    ),
];

/// A setting of a method.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Setting {
    /// The value to expect.
    FirstGuess(i32),
    /// How far off the first guess may be.
    Window(i32),
    /// What the value must exceed to be found.
    Bound(i32),
    /// Nodes that a process may hold.
    Memory(u64),
    /// Bytes of a table.
    Hash(u64),
    /// The size of a table that is scattered over the processors: `16MB` for all together, or `each:1MB`.
    Table(TableSize),
    /// Leaves of a subtree that is too small to be shared, or nodes of a task of the solver.
    Grain(u64),
    /// How long a process may be silent.
    Patience(Duration),
    /// Plies that must remain below a node that gets a process.
    SpawnHeight(u32),
    /// A variant of the method.
    Variant(Variant),
    /// Enhancements of the engine to switch off, `all` for all of them.
    Without(Vec<String>),
    /// Enhancements of the engine to switch on.
    With(Vec<String>),
    /// The heuristic for tiles.
    Heuristic(TileHeuristic),
    /// When B* disproves the rest.
    Strategy(Strategy),
    /// How likely a better move may remain.
    Doubt(Doubt),
    /// How many conspirators are enough.
    Threshold(Threshold),
    /// To multiples of what estimates are rounded.
    ValueGrain(NonZeroU32),
    /// Which node of an evolving tree goes on.
    Driver(DriverName),
    /// How many plies below the root alpha-beta begins.
    Seam(u32),
    /// What a proof search is asked.
    AtLeast(ProofQuestion),
    /// How long df-pn stays with a child.
    Epsilon(Epsilon),
}

impl Setting {
    /// Every name of a setting.
    pub const NAMES: [&'static str; 21] = [
        "first-guess",
        "window",
        "bound",
        "memory",
        "hash",
        "table",
        "grain",
        "patience",
        "spawn-height",
        "variant",
        "without",
        "with",
        "heuristic",
        "strategy",
        "doubt",
        "threshold",
        "value-grain",
        "driver",
        "seam",
        "at-least",
        "epsilon",
    ];

    /// Its name.
    pub fn name(&self) -> &'static str {
        match self {
            Setting::FirstGuess(_) => "first-guess",
            Setting::Window(_) => "window",
            Setting::Bound(_) => "bound",
            Setting::Memory(_) => "memory",
            Setting::Hash(_) => "hash",
            Setting::Table(_) => "table",
            Setting::Grain(_) => "grain",
            Setting::Patience(_) => "patience",
            Setting::SpawnHeight(_) => "spawn-height",
            Setting::Variant(_) => "variant",
            Setting::Without(_) => "without",
            Setting::With(_) => "with",
            Setting::Heuristic(_) => "heuristic",
            Setting::Strategy(_) => "strategy",
            Setting::Doubt(_) => "doubt",
            Setting::Threshold(_) => "threshold",
            Setting::ValueGrain(_) => "value-grain",
            Setting::Driver(_) => "driver",
            Setting::Seam(_) => "seam",
            Setting::AtLeast(_) => "at-least",
            Setting::Epsilon(_) => "epsilon",
        }
    }

    /// Reads the value of the setting with this name. The error says what is expected.
    fn read(name: &str, value: &str) -> Result<Setting, String> {
        let number = || value.parse::<i32>().ok().filter(|value| value.unsigned_abs() <= Score::LIMIT as u32);
        let names = || value.split('+').map(String::from).collect();
        match name {
            "first-guess" => number().map(Setting::FirstGuess).ok_or_else(|| "a value such as 30".into()),
            "window" => number().filter(|&most| most > 0).map(Setting::Window).ok_or_else(|| "1 or more".into()),
            "bound" => number().map(Setting::Bound).ok_or_else(|| "a value such as 30".into()),
            "spawn-height" => value.parse().map(Setting::SpawnHeight).map_err(|_| "a number of plies such as 4".into()),
            "memory" => units::count(value).map(Setting::Memory),
            "hash" => units::size(value).map(Setting::Hash),
            "table" => units::table_size(value).map(Setting::Table),
            "grain" => units::count(value).map(Setting::Grain),
            "patience" => units::time(value).map(Setting::Patience),
            "variant" => match Variant::ALL.into_iter().find(|variant| variant.name() == value) {
                Some(variant) => Ok(Setting::Variant(variant)),
                None => Err(Variant::ALL.map(Variant::name).join(", ")),
            },
            "without" => Ok(Setting::Without(names())),
            "with" => Ok(Setting::With(names())),
            "strategy" => {
                value.parse().map(Setting::Strategy).map_err(|_| Strategy::ALL.map(|(name, _)| name).join(", "))
            }
            "doubt" => value.parse().map(Setting::Doubt),
            "threshold" => value.parse().map(Setting::Threshold),
            "value-grain" => value.parse().map(Setting::ValueGrain).map_err(|_| "1 or more".into()),
            "driver" => value.parse().map(Setting::Driver),
            "seam" => value.parse().map(Setting::Seam).map_err(|_| "a number of plies such as 3".into()),
            "at-least" => value.parse().map(Setting::AtLeast),
            "epsilon" => value.parse().map(Setting::Epsilon),
            _ => value.parse().map(Setting::Heuristic),
        }
    }
}

impl fmt::Display for Setting {
    /// The value.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Setting::FirstGuess(value) | Setting::Window(value) | Setting::Bound(value) => value.fmt(f),
            Setting::Memory(count) | Setting::Hash(count) | Setting::Grain(count) => count.fmt(f),
            Setting::Table(TableSize::Total(bytes)) => bytes.fmt(f),
            Setting::Table(TableSize::Each(bytes)) => write!(f, "each:{bytes}"),
            Setting::Patience(time) => write!(f, "{}s", units::decimal_text(time.as_nanos(), 9)),
            Setting::Variant(variant) => variant.fmt(f),
            Setting::Without(names) | Setting::With(names) => f.write_str(&names.join("+")),
            Setting::Heuristic(heuristic) => heuristic.fmt(f),
            Setting::Strategy(strategy) => strategy.fmt(f),
            Setting::Doubt(doubt) => doubt.fmt(f),
            Setting::Threshold(threshold) => threshold.fmt(f),
            Setting::ValueGrain(step) => step.fmt(f),
            Setting::Driver(driver) => driver.fmt(f),
            Setting::Seam(plies) | Setting::SpawnHeight(plies) => plies.fmt(f),
            Setting::AtLeast(question) => question.fmt(f),
            Setting::Epsilon(epsilon) => epsilon.fmt(f),
        }
    }
}

/// A method does not have a setting.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{} {setting}: {method} {why}", setting.name())]
pub struct SettingError {
    /// The method.
    pub method: &'static str,
    /// The setting.
    pub setting: Setting,
    /// Why not, and what is expected.
    pub why: String,
}

impl From<Algorithm> for Method {
    fn from(algorithm: Algorithm) -> Method {
        Method::Family(algorithm.with(Settings::default()))
    }
}

impl Method {
    /// The name.
    pub fn name(&self) -> &'static str {
        match self {
            Method::Family(spec) => spec.algorithm.name(),
            Method::Engine(spec) => {
                let named = ENGINES
                    .iter()
                    .skip(1)
                    .find(|(_, share, ..)| *share == Some(spec.share) && spec.share != Share::Lazy);
                named.map_or("engine", |(name, ..)| name)
            }
            Method::Solver(_) => "solve",
            Method::Puzzle(spec) => spec.algorithm.name(),
            Method::Selective(spec) => spec.algorithm.about().name,
            Method::Proof(spec) => spec.algorithm.about().name,
        }
    }

    /// The member of the family, if it is one.
    pub fn algorithm(&self) -> Option<Algorithm> {
        if let Method::Family(spec) = self { Some(spec.algorithm) } else { None }
    }

    /// Is it for many processors? The engine is for one or for several.
    pub fn is_parallel(&self) -> bool {
        match self {
            Method::Family(spec) => spec.algorithm.is_parallel(),
            Method::Puzzle(spec) => spec.algorithm.is_parallel(),
            Method::Engine(_) | Method::Solver(_) | Method::Selective(_) | Method::Proof(_) => false,
        }
    }

    /// The names of its settings.
    pub fn settings(&self) -> Vec<&'static str> {
        let named =
            |names: &[(&'static str, bool)]| names.iter().filter(|(_, has)| *has).map(|(name, _)| *name).collect();
        match self {
            Method::Family(AlgorithmSpec { algorithm, .. }) => named(&[
                ("first-guess", algorithm.takes_first_guess()),
                ("window", algorithm.takes_margin()),
                ("bound", algorithm.takes_bound()),
                ("memory", algorithm.takes_memory()),
                ("hash", algorithm.takes_hash()),
                ("table", algorithm.takes_table()),
                ("grain", algorithm.takes_grain()),
                ("spawn-height", algorithm.takes_spawn_height()),
                ("variant", !algorithm.variants().is_empty()),
            ]),
            Method::Engine(_) => vec!["hash", "without", "with"],
            Method::Solver(_) => vec!["hash", "grain", "patience"],
            Method::Puzzle(spec) => named(&[("heuristic", true), ("hash", spec.algorithm.takes_hash())]),
            Method::Selective(spec) => spec.algorithm.settings(),
            Method::Proof(spec) => spec.algorithm.settings(),
        }
    }

    /// Changes a setting, if the method has it.
    ///
    /// ```
    /// use provebest_catalog::{Method, Setting};
    /// let mut method: Method = "aspiration".parse()?;
    /// assert_eq!(method.settings(), ["first-guess", "window"]);
    /// method.set(Setting::Window(20))?;
    /// assert_eq!(method.to_string(), "aspiration,window=20");
    /// assert!(method.set(Setting::Grain(5)).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set(&mut self, setting: Setting) -> Result<(), SettingError> {
        let name = self.name();
        let wrong = |setting: Setting, why: String| Err(SettingError { method: name, setting, why });
        if !self.settings().contains(&setting.name()) {
            let why = match (setting.name(), &self) {
                ("first-guess", Method::Family(_)) => "begins with no guess; expected mtd-f or aspiration",
                ("window", Method::Family(_)) => "chooses its windows itself; expected aspiration",
                ("bound", _) => "begins with no bound; expected dual-star",
                ("spawn-height", _) => "spawns no processes; expected par-sss-star or par-iter-sss-star",
                ("memory", Method::Family(_)) => "holds as many nodes as it needs; expected iter-sss-star",
                ("hash", Method::Family(spec)) if spec.algorithm.takes_table() => {
                    "has no table of its own; expected table, for one that is scattered over the processors"
                }
                ("hash", Method::Family(_)) => "has no table; expected informed-negascout, or the engine",
                ("table", _) => {
                    "scatters no table over processors; expected young-brothers, dynamic-pv-splitting or jamboree"
                }
                ("hash", Method::Proof(_)) => "keeps a tree and no table; expected df-pn, or no hash",
                ("hash", _) => "has no table; expected ida-star, or no hash",
                ("grain", Method::Family(_)) => "shares no subtrees; expected young-brothers",
                ("variant", Method::Family(_)) => "has no variants; expected none",
                ("with" | "without", _) => "has no switches; expected the method engine",
                ("strategy", _) => "has no strategies; expected b-star",
                ("doubt", _) => "knows no doubt; expected pb-star",
                ("threshold", _) => "has no conspirators; expected conspiracy-numbers",
                ("value-grain", _) => "rounds no estimates; expected conspiracy-numbers",
                ("driver", _) => "has no driver; expected evolving",
                ("seam", _) => "has no seam; expected hybrid-sss",
                ("at-least", _) => "answers no question; expected df-pn, pn2 or pn",
                ("epsilon", _) => "has no thresholds; expected df-pn",
                ("heuristic", _) => "is no search for tiles; expected no heuristic",
                _ => "has no use for it; expected another method, or no such setting",
            };
            return wrong(setting, why.into());
        }
        match (self, setting) {
            (Method::Family(spec), setting) => match setting {
                Setting::FirstGuess(value) => spec.settings.first_guess = Some(Score(value)),
                Setting::Window(margin) => spec.settings.margin = Some(margin),
                Setting::Bound(value) => spec.settings.bound = Some(Score(value)),
                Setting::SpawnHeight(plies) => spec.settings.spawn_height = Depth(plies),
                Setting::Memory(nodes) => spec.settings.memory = Some(nodes),
                Setting::Hash(bytes) => spec.settings.hash = Some(usize::try_from(bytes).unwrap_or(usize::MAX)),
                Setting::Table(size) => spec.settings.table = Some(size),
                Setting::Grain(leaves) => spec.settings.grain = Some(leaves),
                Setting::Variant(variant) if spec.algorithm.variants().contains(&variant) => {
                    spec.settings.variant = Some(variant)
                }
                other => {
                    let names: Vec<_> = spec.algorithm.variants().iter().map(|variant| variant.name()).collect();
                    return wrong(other, format!("has none of that name; expected one of {}", names.join(", ")));
                }
            },
            (Method::Engine(spec), setting) => match setting {
                Setting::Hash(bytes) => spec.hash = Some(bytes),
                Setting::With(ref names) | Setting::Without(ref names) => {
                    let on = matches!(setting, Setting::With(_));
                    for name in names {
                        spec.enhancements = match (name.as_str(), spec.enhancements.with(name, on)) {
                            (_, Some(enhancements)) => enhancements,
                            ("all", None) if on => Enhancements::ALL,
                            ("all", None) => Enhancements::NONE,
                            (_, None) => {
                                let names = Enhancements::NAMES.join(", ");
                                let why = format!("has no such enhancement; expected all, or some of {names}");
                                return wrong(setting, why);
                            }
                        };
                    }
                }
                _ => {}
            },
            (Method::Solver(spec), Setting::Hash(bytes)) => spec.hash = Some(bytes),
            (Method::Solver(spec), Setting::Grain(nodes)) => spec.grain = Some(nodes),
            (Method::Solver(spec), Setting::Patience(time)) => spec.patience = Some(time),
            (Method::Puzzle(spec), Setting::Hash(bytes)) => spec.hash = Some(bytes),
            (Method::Puzzle(spec), Setting::Heuristic(heuristic)) => spec.heuristic = Some(heuristic),
            (Method::Proof(spec), Setting::AtLeast(question)) => spec.question = Some(question),
            (Method::Proof(spec), Setting::Epsilon(epsilon)) => spec.epsilon = Some(epsilon),
            (Method::Proof(spec), Setting::Hash(bytes)) => spec.hash = Some(bytes),
            (Method::Selective(spec), setting) => match setting {
                Setting::Strategy(strategy) => spec.strategy = Some(strategy),
                Setting::FirstGuess(value) => spec.first_guess = Some(Score(value)),
                Setting::Window(margin) => spec.margin = Some(margin),
                Setting::Doubt(doubt) => spec.doubt = Some(doubt),
                Setting::Threshold(Threshold(count)) => spec.threshold = count,
                Setting::ValueGrain(step) => spec.value_grain = Some(step),
                Setting::Driver(driver) => spec.driver = Some(driver),
                Setting::Seam(plies) => spec.seam = Some(plies),
                _ => {}
            },
            _ => {}
        }
        Ok(())
    }

    /// The settings that were chosen.
    pub fn chosen(&self) -> Vec<Setting> {
        let mut chosen = Vec::new();
        match self {
            Method::Family(AlgorithmSpec { settings, .. }) => {
                chosen.extend(settings.first_guess.map(|value| Setting::FirstGuess(value.0)));
                chosen.extend(settings.margin.map(Setting::Window));
                chosen.extend(settings.bound.map(|value| Setting::Bound(value.0)));
                chosen.extend(settings.memory.map(Setting::Memory));
                chosen.extend(settings.hash.map(|bytes| Setting::Hash(bytes as u64)));
                chosen.extend(settings.table.map(Setting::Table));
                chosen.extend(settings.grain.map(Setting::Grain));
                let plies = Some(settings.spawn_height.0).filter(|&plies| plies > 0);
                chosen.extend(plies.map(Setting::SpawnHeight));
                chosen.extend(settings.variant.map(Setting::Variant));
            }
            Method::Engine(EngineSpec { enhancements, hash, .. }) => {
                chosen.extend(hash.map(Setting::Hash));
                let (now, usual) = (enhancements.names(), Enhancements::default().names());
                let off: Vec<String> = usual.iter().filter(|name| !now.contains(name)).map(|s| s.to_string()).collect();
                let on: Vec<String> = now.iter().filter(|name| !usual.contains(name)).map(|s| s.to_string()).collect();
                chosen.extend((!off.is_empty()).then_some(Setting::Without(off)));
                chosen.extend((!on.is_empty()).then_some(Setting::With(on)));
            }
            Method::Solver(SolverSpec { hash, grain, patience }) => {
                chosen.extend(hash.map(Setting::Hash));
                chosen.extend(grain.map(Setting::Grain));
                chosen.extend(patience.map(Setting::Patience));
            }
            Method::Selective(spec) => {
                chosen.extend(spec.first_guess.map(|value| Setting::FirstGuess(value.0)));
                chosen.extend(spec.margin.map(Setting::Window));
                chosen.extend(spec.strategy.map(Setting::Strategy));
                chosen.extend(spec.doubt.map(Setting::Doubt));
                chosen.extend(spec.threshold.map(|count| Setting::Threshold(Threshold(Some(count)))));
                chosen.extend(spec.value_grain.map(Setting::ValueGrain));
                chosen.extend(spec.driver.map(Setting::Driver));
                chosen.extend(spec.seam.map(Setting::Seam));
            }
            Method::Proof(spec) => {
                chosen.extend(spec.question.map(Setting::AtLeast));
                chosen.extend(spec.epsilon.map(Setting::Epsilon));
                chosen.extend(spec.hash.map(Setting::Hash));
            }
            Method::Puzzle(PuzzleSpec { heuristic, hash, .. }) => {
                chosen.extend(heuristic.map(Setting::Heuristic));
                chosen.extend(hash.map(Setting::Hash));
            }
        }
        chosen
    }

    /// The machine it runs on when this one is requested: a sequential method always runs alone.
    ///
    /// ```
    /// use provebest_catalog::Method;
    /// let (parallel, sequential): (Method, Method) = ("jamboree".parse()?, "pvs".parse()?);
    /// let machine = "sim:8".parse()?;
    /// assert_eq!(parallel.machine(Some(&machine)), machine);
    /// assert_eq!(sequential.machine(Some(&machine)).to_string(), "alone");
    /// # Ok::<(), provebest_game::TextError>(())
    /// ```
    pub fn machine(&self, asked: Option<&AnyMachine>) -> AnyMachine {
        match (self, asked) {
            (Method::Engine(_) | Method::Solver(_) | Method::Proof(_), Some(machine)) => machine.clone(),
            (method, _) if !method.is_parallel() => AnyMachine::Alone,
            (_, Some(machine)) => machine.clone(),
            (Method::Family(spec), None) if spec.algorithm.needs_keys() && !cfg!(target_family = "wasm") => {
                AnyMachine::threads(cores())
            }
            (_, None) => AnyMachine::simulated(4),
        }
    }

    /// Does it run on this machine? Methods for one processor run alone.
    pub fn runs_on(&self, machine: &AnyMachine) -> bool {
        match self {
            Method::Family(spec) => spec.algorithm.runs_on(machine),
            Method::Engine(_) => matches!(machine, AnyMachine::Alone | AnyMachine::Threads(_)) || machine.is_cluster(),
            Method::Solver(_) => {
                *machine == AnyMachine::Alone
                    || matches!(machine, AnyMachine::Threads(_))
                    || machine.is_cluster() && machine.threads_each() == 1
            }
            Method::Puzzle(spec) if spec.algorithm.is_parallel() => {
                !(matches!(machine, AnyMachine::LockStep(_)) || machine.is_cluster() && machine.threads_each() > 1)
            }
            Method::Proof(spec) if spec.algorithm == ProofAlgorithm::DfPn => {
                matches!(machine, AnyMachine::Alone | AnyMachine::Simulated(_) | AnyMachine::Threads(_))
            }
            Method::Puzzle(_) | Method::Selective(_) | Method::Proof(_) => *machine == AnyMachine::Alone,
        }
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| cores.get()).min(AnyMachine::MOST_THREADS)
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        self.chosen().iter().try_for_each(|setting| write!(f, ",{}={setting}", setting.name()))
    }
}

impl FromStr for Method {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Method, TextError> {
        let (name, rest) = text.split_once(',').map_or((text, None), |(name, rest)| (name, Some(rest)));
        let mut method = by_name(name).map_err(|want| TextError::new(text, 0, "no method has this name", want))?;
        let mut at = name.len() + 1;
        for piece in rest.into_iter().flat_map(|rest| rest.split(',')) {
            let Some((name, value)) = piece.split_once('=') else {
                return Err(TextError::new(text, at, "no setting", "a setting such as hash=16MB"));
            };
            if !method.settings().contains(&name) {
                let why = format!("{} has no {name}", method.name());
                let want = match method.settings().join("=, ") {
                    none if none.is_empty() => format!("no {name}="),
                    some => format!("{some}="),
                };
                return Err(TextError::new(text, at, why, want));
            }
            let place = at + name.len() + 1;
            let wrong = |want: String| TextError::new(text, place, format!("no {name}"), want);
            let setting = Setting::read(name, value).map_err(wrong)?;
            method.set(setting).map_err(|error| wrong(error.why))?;
            at += piece.len() + 1;
        }
        Ok(method)
    }
}

/// The method of this name, or what is expected instead.
fn by_name(name: &str) -> Result<Method, String> {
    let named = methods().find(|method| method.name == name || method.short == Some(name));
    if let Some(info) = named {
        return Ok(info.method);
    }
    name.parse::<Algorithm>().map(Method::from).map_err(|error| error.near.join(", "))
}
