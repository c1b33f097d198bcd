//! What the engine adds to alpha-beta, each on or off.

use provebest_game::{MaybeNoisy, MaybeOrder, MaybePass, Skills};

/// How the root is asked for its value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Driver {
    /// With the full window.
    Open,
    /// With a window around the values of the last two iterations; outside it, again with a wider one (Slate and Atkin 1977).
    Aspiration,
    /// With null windows only, from the value of two iterations before (Plaat, Schaeffer, Pijls and de Bruin 1996).
    MtdF,
}

macro_rules! enhancements {
    ($($(#[$doc:meta])* $name:ident: $text:literal is $summary:literal,)+) => {
        /// Switches of the engine.
        ///
        /// Those from `deepening` to `gains` change how many nodes are visited, but never the value of a search to a given
        /// depth, unless there is a quiescence search: what it leaves out depends on the window. The others change the tree
        /// that is searched.
        ///
        /// ```
        /// use provebest_search::engine::Enhancements;
        /// let plain = Enhancements::NONE;
        /// assert_eq!(plain.with("history", true).map(|on| on.history), Some(true));
        /// assert_eq!(plain.with("magic", true), None);
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Enhancements {
            /// How the root is asked.
            pub driver: Driver,
            $($(#[$doc])* pub $name: bool,)+
        }

        impl Enhancements {
            /// Their names.
            pub const NAMES: &[&str] = &[$($text),+];

            /// What each of them does, in the order of [`NAMES`](Self::NAMES).
            ///
            /// ```
            /// use provebest_search::engine::Enhancements;
            /// assert_eq!(Enhancements::SUMMARIES.len(), Enhancements::NAMES.len());
            /// ```
            pub const SUMMARIES: &[&str] = &[$($summary),+];

            /// Plain alpha-beta to a fixed depth.
            pub const NONE: Enhancements = Enhancements { driver: Driver::Open, $($name: false,)+ };

            /// All of them.
            pub const ALL: Enhancements = Enhancements { driver: Driver::Aspiration, $($name: true,)+ };

            /// The same with one of them, by name, on or off.
            pub fn with(self, name: &str, on: bool) -> Option<Enhancements> {
                match name {
                    $($text => Some(Enhancements { $name: on, ..self }),)+
                    _ => None,
                }
            }

            /// The names of those that are on.
            pub fn names(self) -> Vec<&'static str> {
                [$(($text, self.$name)),+].into_iter().filter_map(|(name, on)| on.then_some(name)).collect()
            }
        }
    };
}

enhancements! {
    /// Searches to one ply, to two, and so on, each time with what the searches before have learned (Scott 1969; Slate and
    /// Atkin 1977). Without it, at once to the depth.
    deepening: "deepening" is "to one ply, to two and so on, each search with what those before have learned",
    /// Two plies more at a time. For a search to a given depth of a game where odd and even depths see different things: the
    /// depths between teach little. With a clock it has less to show when time is up.
    two_plies: "two-plies" is "two plies more at a time, where odd and even depths see different things",
    /// Three times as many plies more at a time. Where moves are ordered well without a search, the searches between take more time than
    /// they save. With a clock it has less to show when time is up.
    long_steps: "long-steps" is "three times as many plies more at a time, where moves are ordered well without a search",
    /// Null windows for all children but the first (Marsland and Campbell 1982).
    pvs: "pvs" is "null windows for all children but the first",
    /// Keeps values, bounds and best moves of positions (Greenblatt, Eastlake and Crocker 1967). Equal keys of different
    /// positions would go unnoticed: about one in 2^64 a look.
    table: "table" is "keeps values, bounds and best moves of positions",
    /// Keeps for each root move the line that refuted it last, and follows it first (Akl and Newborn 1977).
    refutation: "refutation" is "keeps for each root move the line that refuted it last",
    /// Of quiet moves, those first that caused cut-offs most often, anywhere in the tree (Schaeffer 1983). Needs `Order`.
    history: "history" is "first those quiet moves that caused cut-offs most often",
    /// History by the squares that a move leaves and reaches, whatever the piece and the colour (Schaeffer 1983; the 64 x 64 table of
    /// Marsland 1991), in place of the game's own [`history_index`](provebest_game::Order::history_index). Needs `history`, and
    /// [`route`](provebest_game::Order::route) of `Order`.
    from_to: "from-to" is "history by the squares that a move leaves and reaches",
    /// Of quiet moves, the two first that caused the last cut-offs at the same ply (Slate and Atkin 1977).
    killers: "killers" is "first the two quiet moves that caused the last cut-offs at the same ply",
    /// Of moves that nothing else tells apart, those first whose positions have the best estimates, from three plies above
    /// the horizon on. For games without `Order`; killers are left out there, because an estimate is of this position and a
    /// killer of another one.
    presort: "presort" is "first those moves whose positions have the best estimates, for games without an order of moves",
    /// Looks for all children in the table before one is searched: one of them may suffice for a cut-off (Plaat, Schaeffer,
    /// Pijls and de Bruin 1996: enhanced transposition cut-offs).
    children_in_table: "children-in-table" is "looks for all children in the table before one is searched",
    /// One ply above the horizon nothing is looked up, kept or sorted: children come in a row, as the game lists them. More
    /// leaves, but less time. For games that are judged without quiescence.
    rows: "rows" is "one ply above the horizon nothing is looked up, kept or sorted: more leaves in less time",
    /// What a game sees by itself is not searched: a move that wins at once
    /// ([`wins_at_once`](provebest_game::Evaluate::wins_at_once)), one that loses at once ([`row`](provebest_game::Evaluate::row)), and with
    /// null windows the last two plies ([`two_plies`](provebest_game::Evaluate::two_plies)). Values stay as they are; what
    /// the game says has to be true. Needs `rows` and `presort`; then rows alone tell what to do at a node.
    gains: "gains" is "what a game sees by itself is not searched: wins at once, and the last two plies",
    /// Takes from the table what a deeper search has found. Then the value is not that of one depth.
    deeper: "deeper" is "takes from the table what a deeper search has found",
    /// Follows noisy moves beyond the horizon until all is quiet (Shannon 1950; Harris 1975). A side may always stand
    /// still, so a position where any move is bad is taken for a better one. Needs `Noisy`.
    quiescence: "quiescence" is "follows noisy moves beyond the horizon until all is quiet",
    /// Beyond the horizon, quiet moves that threaten are noisy too, in the first ply: checks in chess (Marsland 1991, section 3.3). More
    /// nodes at every leaf. Needs `quiescence`, and [`threats`](provebest_game::Noisy::threats) of `Noisy`.
    checks: "checks" is "moves that threaten count as noisy in the first ply beyond the horizon",
    /// Two plies more, in which only four moves of a node are tried, and none that looks like a blunder, unless the side is in need
    /// (Marsland 1991, section 3.3: the second phase of chess programs). Overlooks all others there. Needs `Order`.
    second_layer: "second-layer" is "two plies more, in which only four moves of a node are tried",
    /// A ply more for a side in need, and for a position with one move only. Trees can grow where needs follow each other.
    extensions: "extensions" is "a ply more for a side in need, and for a position with one move only",
    /// A ply more for a position with one or two moves: such nodes are not counted towards the depth (Marsland 1991, section 3.3).
    /// Half of the depth more at most, as with all extensions.
    two_replies: "two-replies" is "a ply more for a position with one or two moves",
    /// A ply more for a move that is better than all others by a margin (Anantharaman, Campbell and Hsu 1990). Costs a
    /// search of the others, at half the depth.
    singular: "singular" is "a ply more for a move that is better than all others by a margin",
    /// If the side to move could even do nothing, it has a cut-off (Beal 1989; Donninger 1993). Wrong where moving hurts.
    /// Needs `Pass`.
    null_move: "null-move" is "a side that could even do nothing has a cut-off",
    /// Near the horizon, no quiet move is tried in a position far below the window, and none at all far above it
    /// (Schaeffer 1986; Heinz 1998). Overlooks quiet moves with a point.
    futility: "futility" is "near the horizon, no quiet move is tried far below the window, and none at all far above it",
    /// Near the horizon, a hopeless position is left to the quiescence search (Birmingham and Kent 1977). Overlooks the
    /// same.
    razoring: "razoring" is "near the horizon, a hopeless position is left to the quiescence search",
    /// One ply above the horizon, a position that is worth beta already is left at that: some move will be better than none (Kent
    /// and Birmingham 1977, as Marsland 1991, section 3.5, tells it). Wrong where every move hurts.
    beta_razoring: "beta-razoring" is "one ply above the horizon, a position that is worth beta already is left at that",
    /// Late quiet moves are searched less deeply, and again if they turn out well (Levy, Broughton and Taylor 1989; chess
    /// programs since 2004). Overlooks what only a deep search of a late move sees. Needs `Order`.
    reductions: "reductions" is "late quiet moves are searched less deeply, and again if they turn out well",
    /// A ply less at a node of four plies or more for which the table knows no move (internal iterative reductions: chess programs since
    /// 2020): if it turns out to matter, the search comes back with a move to try first. Overlooks a ply where no move was ever good. Not for games without noise, where a search to the
    /// last ply is to prove what it finds. Needs `table`, `Order` and `Noisy`.
    internal_reductions: "internal-reductions" is "a ply less at a node for which the table knows no move",
    /// Near the horizon, only a few quiet moves are tried at all. Overlooks the late ones. Needs `Order`.
    late_pruning: "late-pruning" is "near the horizon, only a few quiet moves are tried at all",
}

impl Enhancements {
    /// Those that leave the value of a search to a given depth as it is, but for `two_plies`, `long_steps`, `gains` and `from_to`, which do
    /// so too.
    pub const FAITHFUL: Enhancements = Enhancements {
        driver: Driver::Aspiration,
        deepening: true,
        pvs: true,
        table: true,
        refutation: true,
        history: true,
        killers: true,
        presort: true,
        children_in_table: true,
        rows: true,
        ..Enhancements::NONE
    };

    /// The same without those that have nothing to act on in a game with the skills of `G`: the engine finds the same. Nor does it look for
    /// all children in the table where a game has noise: there that costs more than it saves.
    ///
    /// ```
    /// use provebest_games::connect_four::ConnectFour;
    /// use provebest_search::engine::Enhancements;
    /// let on = Enhancements::default().of_use::<ConnectFour>();
    /// assert!(on.presort && !on.history && !on.null_move);
    /// ```
    pub fn of_use<G: Skills>(self) -> Enhancements {
        let (has_noise, has_order) = (G::Noisy::HAS, G::Order::HAS);
        Enhancements {
            history: self.history && has_order,
            from_to: self.from_to && self.history && G::Order::ROUTES > 0,
            killers: self.killers && (has_order || !self.presort),
            presort: self.presort && !has_order,
            children_in_table: self.children_in_table && !has_noise,
            rows: self.rows && !(has_noise && self.quiescence || has_order && self.second_layer),
            quiescence: self.quiescence && has_noise,
            checks: self.checks && self.quiescence && G::Noisy::THREATENS,
            second_layer: self.second_layer && has_order,
            null_move: self.null_move && G::Pass::HAS,
            reductions: self.reductions && has_order,
            internal_reductions: self.internal_reductions && self.table && has_noise && has_order,
            late_pruning: self.late_pruning && has_order,
            ..self
        }
    }
}

impl Default for Enhancements {
    /// All but the refutation table, which a transposition table makes superfluous, steps of more than a ply, and what the survey of 1991
    /// describes and later programs do otherwise.
    fn default() -> Self {
        Enhancements {
            two_plies: false,
            long_steps: false,
            refutation: false,
            from_to: false,
            checks: false,
            second_layer: false,
            two_replies: false,
            beta_razoring: false,
            ..Enhancements::ALL
        }
    }
}
