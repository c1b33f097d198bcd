//! Claims about the refutation wall: narrow windows around the value of a tree.

use std::collections::BTreeMap;

use super::super::claim::{Claim, Mark, Measure};
use super::super::place::Place;
use super::super::table::Shelf;
use crate::statistics::{Estimate, Found};

const WALL: [&str; 1] = ["refutation-wall"];

pub(super) fn claims(shelf: &Shelf) -> anyhow::Result<Vec<Claim>> {
    let walls = walls(shelf)?;
    let missing = if walls.is_none() { WALL.to_vec() } else { Vec::new() };
    let walls = walls.unwrap_or_default();
    Ok(vec![between(&walls, missing.clone()), higher(&walls, missing)])
}

/// Visits by the distance of the window from the value, then by tree.
type ByDistance = BTreeMap<i64, BTreeMap<u64, f64>>;

/// The wall of one kind of tree.
struct Wall {
    place: Place,
    visits: ByDistance,
}

fn walls(shelf: &Shelf) -> anyhow::Result<Option<Vec<Wall>>> {
    let Some(rows) = shelf.data(WALL[0])? else { return Ok(None) };
    let mut walls: Vec<Wall> = Vec::new();
    for row in rows.iter() {
        let Some(distance) = row.key else { continue };
        if walls.iter().all(|wall| wall.place != row.place) {
            walls.push(Wall { place: row.place.clone(), visits: BTreeMap::new() });
        }
        let wall = walls.iter_mut().find(|wall| wall.place == row.place).expect("it was just put there");
        wall.visits.entry(distance).or_default().insert(row.tree, row.leaf_visits as f64);
    }
    Ok(Some(walls))
}

impl Wall {
    fn mean(&self, distance: i64) -> Option<f64> {
        let visits = self.visits.get(&distance)?;
        Some(visits.values().sum::<f64>() / visits.len() as f64)
    }

    /// Where the mean rises most from one distance to the next.
    fn steepest(&self) -> Option<i64> {
        let rise = |&at: &i64| Some((self.mean(at + 1)? - self.mean(at)?, at));
        self.visits.keys().filter_map(rise).max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, at)| at)
    }

    /// By how many percent the visits rise from the window below the value to the window above it.
    fn height(&self) -> Option<Estimate> {
        let (below, above) = (self.visits.get(&-1)?, self.visits.get(&0)?);
        let pairs: Vec<_> = above.iter().filter_map(|(tree, a)| Some((*a, *below.get(tree)?))).collect();
        Some(Estimate::excess(&pairs))
    }
}

fn between(walls: &[Wall], missing: Vec<&'static str>) -> Claim {
    let measure = |wall: &Wall| {
        let (estimate, steepest) = (wall.height()?, wall.steepest()?);
        let found = if steepest == -1 { estimate.above(0.0) } else { Found::No };
        let signed = |i: i64| i.to_string().replace('-', "\u{2212}");
        let detail = format!("steepest from i = {} to {}", signed(steepest), signed(steepest + 1));
        Some(Measure { place: wall.place.clone(), detail, estimate, found })
    };
    Claim {
        says:
            "A window just below the value of the tree is cheap to search, one just above is dear: the refutation wall \
               stands between i = \u{2212}1 and i = 0."
                .into(),
        source: "Marsland, Reinefeld and Schaeffer 1987, section 2.1, figure 1",
        quantity: "rise of the leaves from window (v\u{2212}1, v) to window (v, v+1), %".into(),
        reading: "It holds where the steepest rise of the whole curve is from \u{2212}1 to 0.".into(),
        mark: Mark::Above(0.0),
        measures: walls.iter().filter_map(measure).collect(),
        experiments: WALL.to_vec(),
        missing,
    }
}

fn higher(walls: &[Wall], missing: Vec<&'static str>) -> Claim {
    let measure = |ordered: &Wall| {
        let same = |wall: &&Wall| {
            wall.place.order == "random"
                && (wall.place.width, wall.place.depth) == (ordered.place.width, ordered.place.depth)
        };
        let random = walls.iter().find(same)?;
        if ordered.place.order == "random" {
            return None;
        }
        // As factors, with the errors relative to them; the trees are different ones.
        let factor = |wall: &Wall| {
            let height = wall.height()?;
            let factor = 1.0 + height.value / 100.0;
            Some((factor, (height.high - height.low) / (2.0 * 1.96 * 100.0) / factor))
        };
        let estimate = Estimate::ratio(factor(ordered)?, factor(random)?);
        let detail = String::from("over random");
        Some(Measure { place: ordered.place.clone(), detail, estimate, found: estimate.above(1.0) })
    };
    Claim {
        says: "The better the trees are ordered, the higher is the wall.".into(),
        source: "Marsland, Reinefeld and Schaeffer 1987, section 2.1, figure 1",
        quantity: "factor by which the wall of ordered trees exceeds that of random trees".into(),
        reading: "The height of a wall is the ratio of the leaves on both sides of it.".into(),
        mark: Mark::Above(1.0),
        measures: walls.iter().filter_map(measure).collect(),
        experiments: WALL.to_vec(),
        missing,
    }
}
