//! Table 1 of Bhattacharya and Bagchi (1993).

/// A terminal, and its value when LIVE and when SOLVED.
pub(super) type Examined = (u32, f64, f64);

const ANY: f64 = f64::INFINITY;

/// Terminalcounts with one processor, which is SSS*, and with two.
pub(super) const TIMES: [(usize, u32); 2] = [(1, 12), (2, 7)];

/// What each process examines, terminalcount by terminalcount. The LIVE value 4 of 2221 is the paper's.
pub(super) const TABLE_1: [&[Examined]; 2] = [
    &[(1111, ANY, 4.0), (1121, ANY, 4.0), (1112, 4.0, 4.0), (1211, 4.0, 4.0), (1212, 4.0, 4.0)],
    &[
        (2111, ANY, 6.0),
        (2121, ANY, 6.0),
        (2112, 6.0, 5.0),
        (2122, 6.0, 5.0),
        (2211, 5.0, 5.0),
        (2212, 5.0, 4.0),
        (2221, 4.0, 3.0),
    ],
];
