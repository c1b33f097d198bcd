//! What the page opens with: the fields of its link, and the requests that it makes then.

use provebest::AnyMachine;
use provebest_catalog::games::GameKind;
use provebest_catalog::{Method, Problem};
use serde_json::{Value, json};

/// A problem and its searches.
pub struct Opening {
    game: &'static str,
    position: String,
    depth: Option<u32>,
    searches: Searches,
    is_puzzle: bool,
}

/// The searches on the stage.
pub enum Searches {
    /// One or two, each with its machine if it has a use for one.
    These(Vec<(Method, Option<AnyMachine>)>),
    /// All that are not parallel.
    All,
}

impl Opening {
    pub fn new(problem: &Problem, searches: Searches) -> Opening {
        let depth = problem.asked_depth().map(|depth| depth.0);
        let is_puzzle = problem.info().kind == GameKind::Puzzle;
        Opening { game: problem.name(), position: problem.text(), depth, searches, is_puzzle }
    }

    /// Does it need more than the small library has: chess, or puzzles?
    pub fn is_large(&self) -> bool {
        self.is_puzzle || self.game == "chess"
    }

    /// The fields of the link that the page opens with. How a link is written, the page knows.
    pub fn link(&self) -> Value {
        let mut link = json!({"game": self.game, "position": self.position});
        if let Some(depth) = self.depth {
            link["depth"] = depth.to_string().into();
        }
        match &self.searches {
            Searches::All => link["view"] = "all".into(),
            Searches::These(list) => {
                link["view"] = if list.len() == 1 { "one" } else { "two" }.into();
                for ((method, machine), [name, on]) in list.iter().zip([["a", "am"], ["b", "bm"]]) {
                    link[name] = method.to_string().into();
                    if let Some(machine) = machine {
                        link[on] = machine.to_string().into();
                    }
                }
            }
        }
        if self.is_puzzle {
            link["page"] = "puzzle".into();
        }
        link
    }

    /// The requests for tapes that the page makes with this link, and with each of its searches alone.
    pub fn requests(&self, sequential: impl Iterator<Item = String>) -> Vec<Value> {
        let request = |runs: Value| {
            let mut request = json!({"ask": "tape", "game": self.game, "position": self.position, "runs": runs});
            if let Some(depth) = self.depth {
                request["depth"] = depth.into();
            }
            request
        };
        let run = |(method, machine): &(Method, Option<AnyMachine>)| match machine {
            Some(machine) => json!({"method": method.to_string(), "machine": machine.to_string()}),
            None => json!({"method": method.to_string()}),
        };
        match &self.searches {
            Searches::All => vec![request(sequential.map(|method| json!({"method": method})).collect())],
            Searches::These(list) => {
                let alone = list.iter().map(|one| request(json!([run(one)])));
                let together = (list.len() > 1).then(|| request(list.iter().map(run).collect()));
                together.into_iter().chain(alone).collect()
            }
        }
    }
}

#[cfg(test)]
mod unit {
    use std::sync::Arc;

    use provebest_catalog::games;

    use super::*;

    fn problem(game: &str, position: &str) -> Arc<Problem> {
        let depth = (game == "connect4").then_some(provebest_game::Depth(5));
        Arc::new(Problem::read(games::find(game).unwrap(), Some(position), None, depth).unwrap())
    }

    #[test]
    fn a_link_names_everything() {
        let two = vec![
            ("alpha-beta".parse().unwrap(), None),
            ("young-brothers".parse().unwrap(), Some("sim:8,latency=2".parse().unwrap())),
        ];
        let opening = Opening::new(&problem("tree", "[[3, 4],[5]]"), Searches::These(two));
        let link = json!({"view": "two", "game": "tree", "position": "[[3,4],[5]]", "a": "alpha-beta", "b": "young-brothers",
            "bm": "sim:8,latency=2"});
        assert_eq!(opening.link(), link);
        let requests = opening.requests(std::iter::empty());
        assert_eq!(requests.len(), 3, "together, and each alone");
        assert_eq!(requests[0]["runs"][1], json!({"method": "young-brothers", "machine": "sim:8,latency=2"}));
        assert_eq!(requests[1]["runs"], json!([{"method": "alpha-beta"}]));
        let all = Opening::new(&problem("connect4", "44"), Searches::All);
        assert_eq!(all.link(), json!({"view": "all", "game": "connect4", "position": "44", "depth": "5"}));
        assert_eq!(all.requests(["minimax".to_string()].into_iter())[0]["depth"], 5);
    }

    #[test]
    fn a_puzzle_has_its_page() {
        let one = Searches::These(vec![("ida-star".parse().unwrap(), None)]);
        let opening = Opening::new(&problem("tiles", "3x3:1 0 2 3 4 5 6 7 8"), one);
        let position = "3x3:1 0 2 3 4 5 6 7 8";
        let link = json!({"page": "puzzle", "view": "one", "game": "tiles", "position": position, "a": "ida-star"});
        assert_eq!(opening.link(), link);
        assert!(opening.is_large());
    }
}
