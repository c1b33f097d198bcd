//! Table 2 of Bhattacharya and Bagchi (1993).

/// A line of the table.
pub(in super::super) struct Line {
    pub(in super::super) width: u32,
    pub(in super::super) depth: u32,
    pub(in super::super) processors: usize,
    /// In terminalcounts.
    pub(in super::super) time: u32,
    pub(in super::super) speedup: f64,
    pub(in super::super) terminals: u32,
}

const fn line(width: u32, depth: u32, processors: usize, time: u32, speedup: f64, terminals: u32) -> Line {
    Line { width, depth, processors, time, speedup, terminals }
}

pub(in super::super) const TABLE_2: [Line; 12] = [
    line(2, 15, 1, 1874, 1.00, 1874),
    line(2, 15, 2, 976, 1.92, 1952),
    line(2, 15, 5, 676, 2.77, 2850),
    line(2, 15, 8, 558, 3.36, 3388),
    line(3, 10, 1, 3363, 1.00, 3363),
    line(3, 10, 2, 1900, 1.77, 3800),
    line(3, 10, 3, 1900, 1.77, 4494),
    line(3, 10, 8, 1397, 2.41, 6644),
    line(5, 7, 1, 5720, 1.00, 5720),
    line(5, 7, 2, 3107, 1.84, 6323),
    line(5, 7, 5, 1616, 3.54, 8155),
    line(5, 7, 8, 1354, 4.22, 8322),
];
