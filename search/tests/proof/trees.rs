//! On trees: minimax, brute force, and the order of proof-number search.

use std::collections::{HashMap, HashSet};
use std::sync::Mutex;

use provebest_game::{Depth, Game, Keyed, MoveList, Plain, Provable, Score, Solvable, SplitMix64, Status, Window};
use provebest_games::connect_four::ConnectFour;
use provebest_games::tic_tac_toe::{Board, TicTacToe};
use provebest_games::tree::{Node, RandomTree, Tree};
use provebest_search::proof::{DfPn, Numbers, Patience, Pn, Pn2, Question, Verdict, value};
use provebest_search::{Limits, Reason, Stop};

/// The value for the side to move, by plain minimax.
fn minimax<G: Provable>(game: &G, state: &G::State) -> Score {
    let mut list = MoveList::new();
    if let Status::Over(value) = game.moves(state, &mut list) {
        return game.worth(state, value);
    }
    let children = list.as_slice().iter().map(|&m| {
        let mut child = state.clone();
        game.play(&mut child, m);
        -minimax(game, &child)
    });
    children.max().expect("an open position has moves")
}

/// A line that is legal, goes to the end of the game, and ends as the answer says.
pub fn line_shows<G: Provable>(game: &G, root: &G::State, least: Score, verdict: &Verdict<G::Move>) -> bool
where
    G::Move: PartialEq,
{
    let (mut state, mut list, mut own) = (root.clone(), MoveList::new(), true);
    for &m in &verdict.line.0 {
        list.clear();
        if game.moves(&state, &mut list) != Status::Open || !list.as_slice().contains(&m) {
            return false;
        }
        game.play(&mut state, m);
        own = !own;
    }
    list.clear();
    let Status::Over(end) = game.moves(&state, &mut list) else { return false };
    let end = game.worth(&state, end);
    verdict.line_complete && Some(if own { end >= least } else { -end >= least }) == verdict.answer
}

const PATIENCE: [Patience; 4] = [Patience::Leftmost, Patience::Second, Patience::PerCent(25), Patience::PerCent(100)];

#[test]
fn answers_are_those_of_minimax() {
    for seed in 0..1500 {
        let mut options = RandomTree::varied(seed);
        options.depth = Depth(options.depth.0.min(5));
        let tree = Tree::random(&options);
        let (game, root) = (Plain(&tree), tree.root());
        let best = minimax(&game, &root);
        for least in [best - 1, best, best + 1, Score(0)] {
            let question = Question::new(&game, &root, least);
            let wanted = Some(best >= least);
            let mobility = seed % 2 == 1;
            let check = |name: &str, verdict: Verdict<u32>| {
                assert_eq!(verdict.answer, wanted, "{name}, seed {seed}, {least}");
                assert!(line_shows(&game, &root, least, &verdict), "{name}, seed {seed}, {least}: {:?}", verdict.line);
                verdict
            };
            let all = nodes(&tree, &root);
            let pn = check("PN", Pn { mobility }.ask(&question).unwrap());
            let pn2 = check("PN²", Pn2 { mobility }.ask(&question).unwrap());
            assert!(pn.evaluations <= all && pn2.evaluations <= all, "seed {seed}");
            let expanded = order(&game, &root, least, |question| Pn2 { mobility }.ask(question).unwrap());
            // What comes after them is for the line.
            let distinct: HashSet<Node> = expanded.into_iter().take(pn2.expansions as usize).collect();
            let evaluated = 1 + distinct.iter().map(|node| children(&tree, node).len() as u64).sum::<u64>();
            assert_eq!(pn2.evaluations, evaluated, "seed {seed}");
            for patience in PATIENCE {
                for entries in [1, 3, 16, 1 << 14] {
                    let verdict = check("df-pn", DfPn { entries, patience, mobility }.ask(&question).unwrap());
                    if entries == 1 << 14 {
                        assert!(verdict.evaluations <= all, "seed {seed}");
                        assert!(patience != Patience::Leftmost || verdict.expansions == pn.expansions);
                    }
                }
            }
        }
    }
}

fn children(tree: &Tree, node: &Node) -> Vec<Node> {
    let mut list = MoveList::new();
    tree.moves(node, &mut list);
    let played = list.as_slice().iter().map(|&m| {
        let mut child = *node;
        tree.play(&mut child, m);
        child
    });
    played.collect()
}

fn nodes(tree: &Tree, node: &Node) -> u64 {
    1 + children(tree, node).iter().map(|child| nodes(tree, child)).sum::<u64>()
}

/// The expansions of a search, in order.
fn order<M>(
    game: &Plain<'_, Tree>,
    root: &Node,
    least: Score,
    ask: impl FnOnce(&Question<'_, Plain<'_, Tree>>) -> Verdict<M>,
) -> Vec<Node> {
    let seen = Mutex::new(Vec::new());
    let sink = |node: &Node| seen.lock().unwrap().push(*node);
    ask(&Question::new(game, root, least).telling(&sink));
    seen.into_inner().unwrap()
}

#[test]
fn the_leftmost_rule_gives_the_order_of_proof_number_search() {
    let mut differ = 0;
    for seed in 0..1500 {
        let tree = Tree::random(&RandomTree::varied(seed));
        let (game, root) = (Plain(&tree), tree.root());
        let least = Score(seed as i32 % 3 - 1);
        let df_pn = |patience| {
            let search = DfPn { entries: 1 << 16, patience, mobility: false };
            order(&game, &root, least, |question| search.ask(question).unwrap())
        };
        let pn = order(&game, &root, least, |question| Pn::default().ask(question).unwrap());
        assert_eq!(pn, df_pn(Patience::Leftmost), "seed {seed}");
        differ += usize::from(pn != df_pn(Patience::Second));
    }
    assert!(differ > 100, "the other rule has another order: {differ}");
}

/// The least number of frontier nodes that can decide the root, by trying all sets of them.
fn brute_force(tree: &Tree, expanded: &[Node], least: Score, wanted: bool) -> u32 {
    fn decided(
        tree: &Tree,
        node: Node,
        own: bool,
        tried: &HashMap<Node, Option<bool>>,
        expanded: &[Node],
        least: Score,
    ) -> Option<bool> {
        let mut list = MoveList::new();
        if let Status::Over(value) = tree.moves(&node, &mut list) {
            return Some(if own { value >= least } else { -value >= least });
        }
        if !expanded.contains(&node) {
            return tried.get(&node).copied().flatten();
        }
        let children: Vec<Option<bool>> = list
            .as_slice()
            .iter()
            .map(|&m| {
                let mut child = node;
                tree.play(&mut child, m);
                decided(tree, child, !own, tried, expanded, least)
            })
            .collect();
        match own {
            _ if children.contains(&Some(own)) => Some(own),
            _ if children.iter().all(|&child| child == Some(!own)) => Some(!own),
            _ => None,
        }
    }
    let mut frontier = Vec::new();
    for &node in expanded {
        let mut list = MoveList::new();
        tree.moves(&node, &mut list);
        for &m in list.as_slice() {
            let mut child = node;
            tree.play(&mut child, m);
            let open = tree.status(&child, &mut MoveList::new()) == Status::Open;
            frontier.extend(Some(child).filter(|child| open && !expanded.contains(child)));
        }
    }
    let sets = (0_u32..1 << frontier.len()).filter(|set| {
        let tried = frontier.iter().enumerate().map(|(at, &node)| (node, (set >> at & 1 == 1).then_some(wanted)));
        decided(tree, tree.root(), true, &tried.collect(), expanded, least) == Some(wanted)
    });
    sets.map(u32::count_ones).min().unwrap_or(Numbers::INFINITE)
}

#[test]
fn numbers_are_those_of_brute_force_at_every_step() {
    let mut steps = 0;
    for seed in 0..400 {
        let options = RandomTree { seed, width: 3, depth: Depth(4), values: 2, ..RandomTree::default() };
        let tree = Tree::random(&options);
        let (game, root) = (Plain(&tree), tree.root());
        let least = Score(seed as i32 % 3 - 1);
        let all = order(&game, &root, least, |question| Pn::default().ask(question).unwrap());
        for count in 1..=all.len().min(7) {
            let limits = Limits { nodes: Some(count as u64), ..Limits::default() };
            let verdict = Pn::default().ask(&Question::new(&game, &root, least).within(limits)).unwrap();
            assert_eq!(verdict.stopped, verdict.answer.is_none().then_some(Reason::Nodes));
            let wanted = |yes| brute_force(&tree, &all[..count], least, yes);
            assert_eq!(verdict.numbers, Numbers { pn: wanted(true), dn: wanted(false) }, "seed {seed}, step {count}");
            steps += 1;
        }
    }
    assert!(steps > 1000, "{steps}");
}

#[test]
fn the_worked_example() {
    let tree: Tree = "[[5,7],[[2,4],6],[3,9]]".parse().unwrap();
    let (game, root) = (Plain(&tree), tree.root());
    let name = |node: &Node| provebest_game::Text::print(&tree, node);
    let seen = order(&game, &root, Score(6), |question| Pn::default().ask(question).unwrap());
    assert_eq!(seen.iter().map(name).collect::<Vec<_>>(), ["", "1", "2", "2.1", "3"]);
    let seen = order(&game, &root, Score(5), |question| Pn::default().ask(question).unwrap());
    assert_eq!(seen.iter().map(name).collect::<Vec<_>>(), ["", "1"]);
    let numbers = |nodes| {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let verdict = Pn::default().ask(&Question::new(&game, &root, Score(6)).within(limits)).unwrap();
        (verdict.numbers.pn, verdict.numbers.dn)
    };
    let infinite = Numbers::INFINITE;
    assert_eq!((1..=5).map(numbers).collect::<Vec<_>>(), [(1, 3), (1, 2), (1, 2), (1, 1), (infinite, 0)]);
}

#[test]
fn games_are_proved_with_tables_of_any_size() {
    let (game, start) = (Plain(&TicTacToe), Board::default());
    for (least, wanted) in [(0, true), (1, false)] {
        let question = Question::new(&game, &start, Score(least));
        for entries in [16, 1 << 10, 1 << 16] {
            let verdict = DfPn { entries, ..DfPn::default() }.ask(&question).unwrap();
            assert_eq!(verdict.answer, Some(wanted), "{entries} entries");
            assert!(line_shows(&game, &start, Score(least), &verdict));
        }
        assert_eq!(Pn2::default().ask(&question).unwrap().answer, Some(wanted));
    }
    for (text, wanted) in [("5x4:", 0), ("4x4:", 0), ("6x4:22334", -9), ("5x4:3", 0), ("5x5:333", 0)] {
        let (rules, board) = ConnectFour::parse(text).unwrap();
        for entries in [1 << 12, 1 << 20] {
            let search = DfPn { entries, ..DfPn::default() };
            let proved = value(&rules, &board, |least| search.ask(&Question::new(&rules, &board, least))).unwrap();
            let solved = provebest_search::solve::Proof::new(&rules, &board).run().unwrap().value;
            assert_eq!((Some(proved.least), Some(proved.most)), (solved, solved), "{text}");
            assert_eq!(proved.least, Score(wanted), "{text}");
            for (least, verdict) in &proved.asked {
                assert!(line_shows(&rules, &board, *least, verdict), "{text} {least}");
            }
        }
    }
}

#[test]
fn limits_end_a_search_with_what_is_known() {
    let (rules, board) = ConnectFour::parse("7x6:").unwrap();
    let question = |limits| Question::new(&rules, &board, Score(1)).within(limits);
    let nodes = Limits { nodes: Some(1000), ..Limits::default() };
    let bytes = Limits { bytes: Some(1 << 16), nodes: Some(100_000), ..Limits::default() };
    for (limits, reason) in [(nodes, Reason::Nodes), (bytes, Reason::Memory)] {
        let pn = Pn::default().ask(&question(limits)).unwrap();
        let pn2 = Pn2::default().ask(&question(limits)).unwrap();
        assert_eq!((pn.answer, pn.stopped), (None, Some(reason)));
        assert_eq!((pn2.answer, pn2.stopped), (None, Some(reason)));
        assert!(pn.numbers.pn > 1 && pn.numbers.verdict().is_none());
        let df_pn = DfPn::default().ask(&question(limits)).unwrap();
        assert_eq!((df_pn.answer, df_pn.stopped), (None, Some(Reason::Nodes)), "a smaller table ends nothing");
    }
    let none = Limits { bytes: Some(0), ..Limits::default() };
    assert_eq!(DfPn::default().ask(&question(none)).unwrap().stopped, Some(Reason::Memory));
}

/// A stop does not wait for the end of a wide node.
#[test]
fn a_wide_expansion_is_stopped() {
    struct AtOnce;
    impl Stop for AtOnce {
        fn stop(&self) -> Option<Reason> {
            Some(Reason::Time)
        }
    }
    let tree: Tree = format!("[{}0]", "0,".repeat(5000)).parse().unwrap();
    let (game, root) = (Plain(&tree), tree.root());
    let question = Question::new(&game, &root, Score(1)).within(Limits { stop: Some(&AtOnce), ..Limits::default() });
    for verdict in [Pn::default().ask(&question).unwrap(), Pn2::default().ask(&question).unwrap()] {
        assert_eq!((verdict.answer, verdict.stopped), (None, Some(Reason::Time)));
        assert!(verdict.stored < 5000, "{}", verdict.stored);
    }
}

/// The value by nothing but moves and ends.
fn plain_value(rules: &ConnectFour, board: &<ConnectFour as Game>::State) -> Score {
    let mut list = MoveList::new();
    match rules.moves(board, &mut list) {
        Status::Over(value) => rules.worth(board, value),
        Status::Open => {
            let after = |&column: &u8| {
                let mut child = *board;
                rules.play(&mut child, column);
                -plain_value(rules, &child)
            };
            list.as_slice().iter().map(after).max().expect("a move")
        }
    }
}

/// What certificates and their checker take from the rules of Connect Four at a glance.
#[test]
fn a_glance_shows_what_is_true() {
    let (mut chance, mut settled, mut twins) = (SplitMix64::new(3), 0, 0);
    for number in 0..600 {
        let (width, height) = [(4, 4), (5, 4), (4, 5), (5, 5), (7, 6), (6, 5)][number % 6];
        let rules = ConnectFour::new(width, height).unwrap();
        let (mut board, mut image) = (rules.start(), rules.start());
        let fewest = (width * height).saturating_sub(20) as usize;
        for ply in 0.. {
            let mut list = MoveList::new();
            if rules.moves(&board, &mut list) != Status::Open {
                break;
            }
            let column = list.as_slice()[chance.below(list.len() as u64) as usize];
            rules.play(&mut board, column);
            rules.play(&mut image, width as u8 - 1 - column);
            if ply < fewest || rules.status(&board, &mut list) != Status::Open {
                continue;
            }
            let value = provebest_search::solve::Proof::new(&rules, &board).run().unwrap().value.unwrap();
            if ply + 9 >= (width * height) as usize {
                assert_eq!(value, plain_value(&rules, &board), "{board:?}");
            }
            let ((least, most), (low, high)) = (rules.settled(&board), rules.bounds(&board));
            assert!(least <= value && value <= most, "{board:?}: {value} is not from {least} to {most}");
            settled += usize::from((least, most) != (low, high));
            twins += usize::from(rules.twin_key(&board) == Some(rules.note_key(&image)));
        }
    }
    assert!(settled > 500 && twins > 500, "{settled} settled, {twins} twins");
}

/// Connect Four that does not say what its children have to do with each other.
struct Unsaid(ConnectFour);

impl Game for Unsaid {
    type State = provebest_games::connect_four::Board;
    type Move = u8;

    fn moves(&self, board: &Self::State, out: &mut MoveList<u8>) -> Status {
        self.0.moves(board, out)
    }
    fn play(&self, board: &mut Self::State, column: u8) {
        self.0.play(board, column);
    }
}

impl Keyed for Unsaid {
    fn key(&self, board: &Self::State) -> u64 {
        self.0.key(board)
    }
}

impl Solvable for Unsaid {
    fn worth(&self, end: &Self::State, value: Score) -> Score {
        self.0.worth(end, value)
    }
    fn bounds(&self, board: &Self::State) -> (Score, Score) {
        self.0.bounds(board)
    }
    fn at_once(&self, board: &Self::State, window: Window) -> Option<Score> {
        self.0.at_once(board, window)
    }
    fn candidates(&self, board: &Self::State, out: &mut MoveList<u8>) -> Status {
        self.0.candidates(board, out)
    }
}

impl Provable for Unsaid {
    fn patience(&self) -> u32 {
        self.0.patience()
    }
}

/// What a game says of its children makes df-pn faster, and changes nothing.
#[test]
fn siblings_that_are_apart_need_not_be_read_again() {
    for text in ["5x4:", "5x4:33", "5x4:3211", "4x5:22", "5x5:3334", "10x2:5"] {
        let (rules, board) = ConnectFour::parse(text).unwrap();
        assert!(rules.siblings_apart() && !rules.folded().siblings_apart());
        for (rules, least) in [rules, rules.folded()].into_iter().flat_map(|rules| [(rules, 0), (rules, 1)]) {
            let unsaid = Unsaid(rules);
            for entries in [1, 3, 16, 1 << 14] {
                let limits = Limits { nodes: Some(20_000), ..Limits::default() };
                let search = DfPn { entries, ..DfPn::default() };
                let [said, other] = [
                    search.ask(&Question::new(&rules, &board, Score(least)).within(limits)),
                    search.ask(&Question::new(&unsaid, &board, Score(least)).within(limits)),
                ];
                assert_eq!(said.unwrap(), other.unwrap(), "{text}, at least {least}, {entries} entries");
            }
        }
    }
}
