use provebest_game::{Check, Ply, check, perft};

use super::*;

fn tree(text: &str) -> Tree {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// The values of the leaves from left to right, each as the side to move sees it, and the ways to them.
fn leaves(tree: &Tree) -> Vec<(String, i32)> {
    let mut found = Vec::new();
    let mut todo = vec![tree.root()];
    while let Some(node) = todo.pop() {
        match tree.open(&node, &mut MoveList::new()) {
            Err(Score(value)) => found.push((tree.print(&node), value)),
            Ok(children) => {
                todo.extend((0..children.count()).rev().map(|i| tree.child(&node, children, &MoveList::new(), i).1));
            }
        }
    }
    found
}

#[test]
fn values_are_those_of_the_mover() {
    let tree = tree("[5, [3, -12, [7]], -1]");
    let want = [("1", -5), ("2.1", 3), ("2.2", -12), ("2.3.1", -7), ("3", 1)];
    assert_eq!(leaves(&tree), want.map(|(path, value)| (path.to_string(), value)));
    assert_eq!(tree.evaluate(&tree.root()), Score::ZERO);
    assert_eq!((tree.width(), tree.height(), tree.leaf_count(), tree.node_count()), (3, Depth(3), 5, 8));
    assert_eq!(perft(&tree, &tree.root(), Depth(2)), 3);
}

#[test]
fn a_number_is_a_tree() {
    for (text, value) in [("7", 7), (" -3\n", -3), ("0", 0), ("-0", 0), ("1000000000", 1_000_000_000)] {
        let tree = tree(text);
        assert_eq!(tree.status(&tree.root(), &mut MoveList::new()), Status::Over(Score(value)), "{text}");
        assert_eq!((tree.width(), tree.height(), tree.leaf_count()), (0, Depth(0), 1));
        assert_eq!(tree.to_string(), value.to_string());
    }
}

#[test]
fn print_gives_compact_json_back() {
    for text in ["[1]", "[[1]]", "[[[1],[2]],3]", "[1,[2,[3,[4]]]]", "[[[[4],3],2],-1]", "[[1,2],[3],[4,5,[6]]]"] {
        assert_eq!(tree(text).to_string(), text);
        assert_eq!(tree(&text.replace(',', "\r\n , \t").replace('[', " [ ")).to_string(), text);
    }
}

#[test]
fn mistakes_are_named_with_their_place() {
    let cases: &[(&str, usize, &str)] = &[
        ("", 0, "no tree"),
        (" \n", 2, "no tree"),
        ("[", 1, "the text ends too early"),
        ("[1", 2, "the text ends inside a list"),
        ("[[1]", 4, "the text ends inside a list"),
        ("[[1", 3, "the text ends inside 2 lists"),
        ("[1,", 3, "the text ends too early"),
        ("[]", 1, "an empty list"),
        ("[1,[ ]]", 5, "an empty list"),
        ("[1]]", 3, "a ] without its ["),
        ("1]", 1, "a ] without its ["),
        ("]", 0, "a ] without its ["),
        ("[1,]", 3, "a ] behind a comma"),
        ("[,1]", 1, "a comma without a number before it"),
        ("[1,,2]", 3, "a comma without a number before it"),
        ("[1 2]", 3, "a missing comma"),
        ("[[1][2]]", 4, "a missing comma"),
        ("[1-2]", 2, "a missing comma"),
        ("1 2", 2, "text behind the tree"),
        ("[1] x", 4, "text behind the tree"),
        ("1,2", 1, "text behind the tree"),
        ("[1.5]", 2, "a fraction"),
        ("1.", 1, "a fraction"),
        ("[1e3]", 2, "an exponent"),
        ("[-1E3]", 3, "an exponent"),
        ("[01]", 1, "a leading zero"),
        ("[-007]", 2, "a leading zero"),
        ("[00]", 1, "a leading zero"),
        ("[+3]", 1, "a plus sign"),
        ("-", 1, "a minus sign without a number"),
        ("[-]", 2, "a minus sign without a number"),
        ("[--1]", 2, "a minus sign without a number"),
        ("[1000000001]", 1, "too large a number"),
        ("[3, -1000000001]", 4, "too large a number"),
        ("99999999999999999999999999999999", 0, "too large a number"),
        ("[.5]", 1, "'.'"),
        ("[\"a\"]", 1, "a string"),
        ("{\"a\":1}", 0, "an object"),
        ("[null]", 1, "a word"),
        ("[true]", 1, "a word"),
        ("[NaN]", 1, "'N'"),
        ("[1, é]", 4, "'é'"),
        ("[1;2]", 2, "';'"),
        ("\u{feff}[1]", 0, "'\\u{feff}'"),
        ("[1\0]", 2, "'\\0'"),
    ];
    for &(text, place, why) in cases {
        let error = text.parse::<Tree>().expect_err(text);
        assert_eq!((error.place, error.why.as_str()), (place, why), "{text:?}");
    }
}

#[test]
fn messages_show_the_place() {
    let message = |text: &str| text.parse::<Tree>().unwrap_err().to_string();
    assert_eq!(message(""), "no tree at character 1; expected an integer, or lists such as [[3,12],[2,4]]\n  \n  ^");
    assert_eq!(
        message("[[3,12],[2 4]]"),
        "a missing comma at character 12; expected , or ]\n  [[3,12],[2 4]]\n             ^"
    );
    assert_eq!(
        message("[[3,12],\n [2000000000]]"),
        "too large a number at character 12; expected an integer from -1,000,000,000 to 1,000,000,000\n  \
         [[3,12],  [2000000000]]\n             ^"
    );
    assert_eq!(
        message("[[3,12],[2,4]"),
        "the text ends inside a list at character 14; expected , or ]\n  [[3,12],[2,4]\n               ^"
    );
}

#[test]
fn bytes_that_are_no_text_are_named() {
    let error = Tree::parse_bytes(b"[1,\xff2]").unwrap_err();
    assert_eq!(error.place, 3);
    assert!(
        error.to_string().starts_with("the byte 0xff, which is no text, at character 4; expected UTF-8"),
        "{error}"
    );
    assert!(Tree::parse_bytes(&[0x80; 1000]).is_err());
    assert!(Tree::parse_bytes(b"\x00\x01\x02").is_err());
    assert_eq!(Tree::parse_bytes(b"[1,2]").unwrap(), tree("[1,2]"));
}

#[test]
fn deep_chains_and_wide_lists_are_no_trouble() {
    let depth = 1_000_000;
    let text = "[".repeat(depth) + "-5" + &"]".repeat(depth);
    let chain = tree(&text);
    assert_eq!((chain.width(), chain.height(), chain.leaf_count()), (1, Depth(depth as u32), 1));
    assert_eq!(chain.to_string(), text);
    let mut node = chain.root();
    for _ in 0..depth {
        chain.play(&mut node, 0);
    }
    assert_eq!(chain.status(&node, &mut MoveList::new()), Status::Over(Score(-5)));
    assert_eq!(chain.parse(&chain.print(&node)), Ok(node));
    assert!("[".repeat(depth).parse::<Tree>().is_err());

    let text = format!("[{}7]", "7,".repeat(depth));
    let flat = tree(&text);
    assert_eq!((flat.width(), flat.node_count()), (depth as u32 + 1, depth as u64 + 2));
    assert_eq!(flat.nodes.capacity(), depth + 2, "no more memory than the tree needs");
    assert_eq!(flat.to_string(), text);
}

#[test]
fn positions_are_written_as_ways() {
    let tree = tree("[5, [3, -12, [7]], -1]");
    for text in ["", "1", "2", "2.3", "2.3.1", "3"] {
        let node = Text::parse(&tree, text).unwrap();
        assert_eq!(tree.print(&node), text);
    }
    let wrong = |text| Text::parse(&tree, text).unwrap_err();
    assert_eq!((wrong("2.4").place, wrong("2.4").want.as_str()), (2, "a number from 1 to 3"));
    assert_eq!(wrong("1.1").why, "a move at a leaf");
    for text in ["0", ".", "2.", "2.x", "+1", "01", "-1", "1 ", "99999999999999999999"] {
        assert!(Text::parse(&tree, text).is_err(), "{text:?}");
        assert!(tree.parse_move(&tree.root(), text).is_err(), "{text:?}");
    }
}

#[test]
fn trees_pass_the_check() {
    for seed in 0..300 {
        let tree = Tree::varied(seed);
        let root = tree.root();
        let check = Check::new(&tree, &root).games(5).equal().keyed().evaluated().text();
        check.run().unwrap_or_else(|fault| panic!("{fault}\n{tree}"));
    }
    let chain = tree(&("[".repeat(3000) + "1" + &"]".repeat(3000)));
    assert_eq!(check(&chain, &chain.root()).unwrap().longest, 1000);
    let checked = Check::new(&chain, &chain.root()).plies(Ply(4000)).games(1).run().unwrap();
    assert_eq!((checked.longest, checked.finished), (3000, 1));
}

#[test]
fn random_trees_vary_and_repeat() {
    let trees: Vec<Tree> = (0..500).map(Tree::varied).collect();
    assert!(trees.iter().any(|tree| tree.node_count() == 1));
    assert!(trees.iter().any(|tree| tree.width() == 1 && tree.height() > Depth(3)));
    assert!(trees.iter().any(|tree| tree.leaf_count() > 300));
    assert!(trees.iter().all(|tree| tree.leaf_count() <= 4096));
    for (seed, tree) in trees.iter().enumerate() {
        assert_eq!(&Tree::varied(seed as u64), tree);
        assert_eq!(&tree.to_string().parse::<Tree>().unwrap(), tree);
        assert_eq!(leaves(tree).len() as u64, tree.leaf_count());
    }
    let options =
        RandomTree { early_leaf_percent: 0, chain_percent: 100, depth: Depth(50_000), ..RandomTree::default() };
    assert_eq!(Tree::random(&options).node_count(), 50_001);
}

#[test]
#[should_panic(expected = "an empty list")]
fn a_builder_refuses_empty_lists() {
    let mut builder = Builder::new();
    builder.open();
    builder.close();
}

#[test]
#[should_panic(expected = "a second root")]
fn a_builder_refuses_two_roots() {
    let mut builder = Builder::new();
    builder.leaf(1);
    builder.leaf(2);
}
