//! The claims: tables of [`Spec`], one for each document, and code for what a table cannot say.

mod code;
mod elsewhere;
mod key_node;
mod low_overhead;
mod par_sss;
mod survey;

use super::claim::Claim;
use super::spec::Spec;
use super::table::Shelf;

/// All claims, in the order of the report, with what was measured so far.
pub(super) fn all(shelf: &Shelf) -> anyhow::Result<Vec<Claim>> {
    let tables: [&[Spec]; 5] =
        [low_overhead::CLAIMS, survey::CLAIMS, par_sss::CLAIMS, key_node::CLAIMS, elsewhere::CLAIMS];
    tables.into_iter().flatten().map(|spec| spec.claim(shelf)).collect()
}
