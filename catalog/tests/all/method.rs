//! Methods by name, with their settings.

use provebest_catalog::{Method, Setting, methods};

#[test]
fn every_method_is_read_by_its_names_and_written_as_it_is_read() {
    for info in methods() {
        for name in std::iter::once(info.name).chain(info.short) {
            let method: Method = name.parse().unwrap();
            let own = if info.name == "engine:lazy-smp" { "engine" } else { info.name };
            assert_eq!((method, method.to_string().as_str()), (info.method, own));
        }
        assert!(info.settings.iter().all(|setting| Setting::NAMES.contains(setting)));
    }
}

#[test]
fn settings_are_read_and_written() {
    for text in [
        "aspiration,first-guess=5,window=20",
        "iter-sss-star,memory=400",
        "informed-negascout,hash=1000000",
        "informed-negascout,variant=printed",
        "dual-star,bound=-3,variant=list",
        "par-sss-star,spawn-height=4",
        "jamboree,grain=16",
        "pv-splitting,variant=recursive",
        "engine,hash=1000000,without=reductions",
        "ida-star,heuristic=pdb-78,hash=1000",
        "solve,hash=1000000,grain=5000,patience=2.5s",
        "b-star,strategy=2D",
        "pb-star,doubt=0.05",
        "conspiracy-numbers,threshold=3,value-grain=10",
        "evolving,driver=random:7",
        "hybrid-sss,seam=3",
        "df-pn,at-least=-3,epsilon=0.5,hash=1600",
        "pn2,at-least=mate:3",
    ] {
        assert_eq!(text.parse::<Method>().unwrap().to_string(), text);
    }
}

#[test]
fn mistakes_are_named_with_their_place() {
    for (text, place, words) in [
        ("", 0, "no method has this name"),
        ("negasout", 0, "negascout"),
        ("mtd-f,", 6, "a setting such as"),
        ("mtd-f,first-guess", 6, "a setting such as"),
        ("mtd-f,first-guess=x", 18, "a value such as 30"),
        ("aspiration,window=0", 18, "1 or more"),
        ("key-node,variant=shared", 17, "expected one of buffered"),
        ("engine,without=luck", 15, "no such enhancement"),
        ("b-star,strategy=best", 16, "prove-best"),
        ("pb-star,doubt=2", 14, "a chance such as"),
        ("conspiracy-numbers,threshold=0", 29, "1 or more, or inf"),
        ("conspiracy-numbers,value-grain=0", 31, "1 or more"),
        ("evolving,driver=me", 16, "depth-first"),
        ("sss-star,bound=5", 9, "sss-star has no bound"),
        ("dual-star,bound=x", 16, "a value such as 30"),
        ("par-sss-star,spawn-height=-1", 26, "a number of plies"),
        ("solve,window=5", 6, "solve has no window"),
        ("solve,patience=soon", 15, "a time such as"),
    ] {
        let error = text.parse::<Method>().unwrap_err();
        assert!(error.place == place && error.to_string().contains(words), "{text}: {error}");
    }
}
