//! What the fuzz targets call.

pub mod formats;
pub mod mutate;
