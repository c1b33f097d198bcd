//! Estimates beyond all limits are taken for the largest there are: no search overflows, and no win is invented.

use provebest::family::Settings;
use provebest::games::connect_four::ConnectFour;
use provebest::search::{Counters, Task};
use provebest::{Algorithm, AnyMachine, Depth, Judged, Score};

use crate::sample::Sample;

#[test]
fn estimates_beyond_the_limits_overflow_nowhere() {
    let rules = ConnectFour::default();
    for absurd in [i32::MIN, i32::MAX, -Score::LIMIT - 1] {
        let game = Sample::Judged(Judged::new(rules, Box::new(move |_, _| Score(absurd))));
        let (root, machine) = (game.root(), AnyMachine::simulated(2));
        let task = Task::new(&game, &root, Depth(2));
        for &algorithm in Algorithm::ALL.iter().filter(|algorithm| !algorithm.needs_keys()) {
            let spec = algorithm.with(Settings::default());
            let report = spec.search_on(&task, &machine, Counters::default).unwrap().report;
            let nearest = Score(absurd.signum() * Score::LIMIT);
            assert_eq!(report.value, Some(nearest), "{algorithm} with {absurd}");
            assert_eq!(nearest.end(), None, "it is no win");
        }
    }
}
