//! Boards of tiles as text.

use provebest_catalog::tiles::Board;

#[test]
fn mistakes_are_named_with_their_place() {
    for (text, place, words) in [
        ("", 0, "as in 3x3:"),
        ("3x3", 0, "as in 3x3:"),
        ("3by3:8 7 6", 0, "as in 3x3:"),
        ("3x3:", 4, "0 tiles on a board of 9 cells"),
        ("3x3:8 7 6 0 4 1 2 5", 19, "8 tiles on a board of 9 cells"),
        ("3x3:8 7 6 0 4 1 2 5 3 3", 22, "10 tiles on a board of 9 cells"),
        ("3x3:8 7 6 0 4 1 2 5 9", 20, "from 0 to 8"),
        ("3x3:8 7 6 0 4 1 2 5 x", 20, "from 0 to 8"),
        ("3x3:8 7 6 0 4 1 2 5 -3", 20, "from 0 to 8"),
        ("3x3:8 7 6 0 4 1 2 5 5", 20, "tile 5 is there twice and tile 3 is missing"),
        ("3x3:8 7 6 0 4 1 2 3 5", 4, "cannot be solved"),
        ("6x3:8 7 6 0 4 1 2 3 5", 0, "from 3 to 5"),
        ("1x3:0 1 2", 0, "from 3 to 5"),
        ("99999999999x99999999999:0 1 2", 0, "from 3 to 5"),
    ] {
        let error = text.parse::<Board>().unwrap_err();
        assert!(error.place == place && error.to_string().contains(words), "{text}: {error}");
    }
}
