//! Table 3 of Bhattacharya and Bagchi (1993), b = 3, d = 10.

/// A line of the table.
pub(in super::super) struct Line {
    pub(in super::super) memory: u64,
    pub(in super::super) processors: usize,
    /// In terminalcounts.
    pub(in super::super) time: u32,
    pub(in super::super) speedup: f64,
    pub(in super::super) terminals: u32,
}

const fn line(memory: u64, processors: usize, time: u32, speedup: f64, terminals: u32) -> Line {
    Line { memory, processors, time, speedup, terminals }
}

/// Width and depth.
pub(in super::super) const SHAPE: (u32, u32) = (3, 10);

/// The most that SSS* needs.
pub(in super::super) const ALL: u64 = 243;

pub(in super::super) const TABLE_3: [Line; 16] = [
    line(11, 1, 7207, 0.47, 7207),
    line(11, 2, 3380, 0.99, 7009),
    line(11, 3, 2770, 1.21, 6962),
    line(11, 8, 2220, 1.51, 8296),
    line(23, 1, 6467, 0.52, 6467),
    line(23, 2, 3301, 1.02, 6770),
    line(23, 3, 2617, 1.28, 6787),
    line(23, 8, 2133, 1.58, 9809),
    line(36, 1, 5927, 0.57, 5927),
    line(36, 2, 3090, 1.09, 6309),
    line(36, 3, 2409, 1.40, 6218),
    line(36, 8, 1298, 2.59, 6453),
    line(61, 1, 5439, 0.62, 5439),
    line(61, 2, 2649, 1.27, 5351),
    line(61, 3, 1900, 1.77, 5091),
    line(61, 8, 1249, 2.69, 5611),
];
