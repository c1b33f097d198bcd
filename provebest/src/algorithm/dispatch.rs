//! From the name of a sequential search to its type. Those of the parallel searches are in `search_on.rs`.

use provebest_game::{Evaluate, Score};
use provebest_search::{
    AlphaBeta, AlphaBetaHard, AlphaBetaShallow, Aspiration, DualStarAbove, EvenOdd, InformedNegaScout, InsPrinted,
    IterSss, Minimax, MtDual, MtSss, MtdF, NegaScout, Observer, OpenListSearch, PartiallyInformedNegaScout, PnsPath,
    Pvs, Report, Scout, Search, SssStar, Store, Task, TooDeep,
};

use super::{Algorithm, AlgorithmSpec, Settings, Variant};

impl Search for AlgorithmSpec {
    fn search<G: Evaluate, W: Observer>(
        &self,
        task: &Task<'_, G>,
        observer: &mut W,
    ) -> Result<Report<G::Move>, TooDeep> {
        let Settings { margin, memory, hash, bound, variant, .. } = self.settings;
        match self.algorithm.sequential() {
            Algorithm::Minimax => Minimax.search(task, observer),
            Algorithm::AlphaBeta => AlphaBeta.search(task, observer),
            Algorithm::AlphaBetaHard => AlphaBetaHard.search(task, observer),
            Algorithm::AlphaBetaShallow => AlphaBetaShallow.search(task, observer),
            Algorithm::Aspiration => {
                let margin = margin.unwrap_or(Settings::MARGIN).max(1);
                Aspiration { first_guess: self.first_guess(task), margin }.search(task, observer)
            }
            Algorithm::Scout => Scout.search(task, observer),
            Algorithm::Pvs => Pvs.search(task, observer),
            Algorithm::NegaScout => NegaScout.search(task, observer),
            Algorithm::PartiallyInformedNegaScout if variant == Some(Variant::Path) => PnsPath.search(task, observer),
            Algorithm::PartiallyInformedNegaScout => PartiallyInformedNegaScout.search(task, observer),
            Algorithm::InformedNegaScout if variant == Some(Variant::Printed) => InsPrinted.search(task, observer),
            // Without keys nothing can stand by position: `AlgorithmSpec::search_keyed` has that variant.
            Algorithm::InformedNegaScout => {
                let store = hash.map_or(Store::Linked, |bytes| Store::Table { bytes });
                InformedNegaScout { store }.search(task, observer)
            }
            Algorithm::SssStar | Algorithm::DualStar if variant == Some(Variant::List) => {
                OpenListSearch { dual: self.algorithm == Algorithm::DualStar }.search(task, observer)
            }
            Algorithm::SssStar => SssStar.search(task, observer),
            Algorithm::DualStar => DualStarAbove { bound: bound.unwrap_or(Score::WORST) }.search(task, observer),
            Algorithm::EvenOdd => EvenOdd.search(task, observer),
            Algorithm::IterSss => IterSss { memory }.search(task, observer),
            Algorithm::MtSss => MtSss.search(task, observer),
            Algorithm::MtDual => MtDual.search(task, observer),
            Algorithm::MtdF => MtdF { first_guess: self.first_guess(task) }.search(task, observer),
            parallel => unreachable!("{parallel} is not sequential"),
        }
    }
}

impl Search for Algorithm {
    fn search<G: Evaluate, W: Observer>(
        &self,
        task: &Task<'_, G>,
        observer: &mut W,
    ) -> Result<Report<G::Move>, TooDeep> {
        AlgorithmSpec::from(*self).search(task, observer)
    }
}
