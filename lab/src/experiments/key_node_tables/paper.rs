//! Tables 4-1 (preordered) and 4-2 (not) of Lindstrom (1983), and what an independent implementation found.

use crate::subject::{TreeClass, TreeKind};

/// What the tables have for one kind of tree, means of ten trials.
pub(super) struct Line {
    pub(super) class: TreeClass,
    /// Nodes and terminals of alpha-beta.
    pub(super) classical: [f64; 2],
    /// Messages processed, one by one.
    pub(super) mono_time: f64,
    /// Processors; nodes, terminals and speed-up of the key node method.
    pub(super) key_node: [(usize, [f64; 3]); 4],
    pub(super) elsewhere: Elsewhere,
}

/// The means of 2,000 trials of an independent implementation.
pub(super) struct Elsewhere {
    /// Nodes and terminals of alpha-beta.
    pub(super) classical: [f64; 2],
    /// Messages processed, one by one.
    pub(super) mono_time: f64,
    /// Processors; terminals and speed-up of the key node method.
    pub(super) key_node: [(usize, [f64; 2]); 2],
}

pub(super) const TABLES: [Line; 8] = [
    Line {
        class: TreeClass { kind: TreeKind::Preordered, width: 3, depth: 5 },
        classical: [101.5, 52.4],
        mono_time: 347.7,
        key_node: [
            (2, [124.6, 67.6, 1.83]),
            (5, [126.6, 68.6, 4.06]),
            (10, [124.6, 67.6, 7.11]),
            (20, [124.6, 67.6, 10.65]),
        ],
        elsewhere: Elsewhere {
            classical: [96.8, 49.0],
            mono_time: 325.0,
            key_node: [(5, [64.4, 3.99]), (20, [64.8, 10.18])],
        },
    },
    Line {
        class: TreeClass { kind: TreeKind::Preordered, width: 3, depth: 6 },
        classical: [175.2, 80.5],
        mono_time: 881.6,
        key_node: [
            (2, [272.4, 146.2, 1.84]),
            (5, [272.4, 146.2, 4.22]),
            (10, [277.0, 148.6, 7.61]),
            (20, [277.0, 148.8, 13.06]),
        ],
        elsewhere: Elsewhere {
            classical: [186.2, 86.6],
            mono_time: 843.0,
            key_node: [(5, [148.1, 4.18]), (20, [149.7, 13.28])],
        },
    },
    Line {
        class: TreeClass { kind: TreeKind::Preordered, width: 4, depth: 4 },
        classical: [74.9, 39.5],
        mono_time: 214.8,
        key_node: [
            (2, [87.8, 52.0, 1.67]),
            (5, [87.8, 52.0, 3.66]),
            (10, [89.6, 53.2, 6.25]),
            (20, [89.6, 53.2, 9.42]),
        ],
        elsewhere: Elsewhere {
            classical: [79.5, 43.0],
            mono_time: 230.0,
            key_node: [(5, [55.6, 3.7]), (20, [56.0, 9.3])],
        },
    },
    Line {
        class: TreeClass { kind: TreeKind::Preordered, width: 4, depth: 5 },
        classical: [194.9, 110.1],
        mono_time: 711.1,
        key_node: [
            (2, [256.5, 153.1, 1.73]),
            (5, [256.5, 153.1, 3.93]),
            (10, [256.5, 153.1, 7.11]),
            (20, [258.6, 154.6, 12.57]),
        ],
        elsewhere: Elsewhere {
            classical: [190.4, 108.3],
            mono_time: 683.0,
            key_node: [(5, [149.4, 3.89]), (20, [150.7, 12.13])],
        },
    },
    Line {
        class: TreeClass { kind: TreeKind::Correlated, width: 3, depth: 5 },
        classical: [152.2, 86.0],
        mono_time: 1284.9,
        key_node: [
            (2, [227.0, 137.6, 1.88]),
            (5, [227.0, 137.4, 4.36]),
            (10, [223.8, 136.2, 8.17]),
            (20, [222.0, 134.6, 14.66]),
        ],
        elsewhere: Elsewhere {
            classical: [168.0, 96.6],
            mono_time: 1294.0,
            key_node: [(5, [142.3, 4.41]), (20, [141.2, 15.32])],
        },
    },
    Line {
        class: TreeClass { kind: TreeKind::Correlated, width: 3, depth: 6 },
        classical: [358.5, 196.4],
        mono_time: 3989.1,
        key_node: [
            (2, [615.4, 369.8, 1.9]),
            (5, [612.4, 368.0, 4.47]),
            (10, [611.0, 366.8, 8.51]),
            (20, [609.0, 365.6, 16.04]),
        ],
        elsewhere: Elsewhere {
            classical: [377.6, 207.9],
            mono_time: 4119.0,
            key_node: [(5, [381.9, 4.63]), (20, [378.6, 17.62])],
        },
    },
    Line {
        class: TreeClass { kind: TreeKind::Correlated, width: 4, depth: 4 },
        classical: [140.6, 88.6],
        mono_time: 1064.8,
        key_node: [
            (2, [209.6, 142.9, 1.83]),
            (5, [210.2, 143.2, 4.19]),
            (10, [208.1, 141.7, 7.76]),
            (20, [200.6, 136.6, 13.29]),
        ],
        elsewhere: Elsewhere {
            classical: [149.3, 95.9],
            mono_time: 1033.0,
            key_node: [(5, [142.9, 4.16]), (20, [141.3, 13.62])],
        },
    },
    Line {
        class: TreeClass { kind: TreeKind::Correlated, width: 4, depth: 5 },
        classical: [384.1, 247.3],
        mono_time: 4072.6,
        key_node: [
            (2, [695.7, 470.8, 1.85]),
            (5, [701.7, 474.1, 4.33]),
            (10, [699.0, 471.7, 8.16]),
            (20, [701.1, 473.5, 15.45]),
        ],
        elsewhere: Elsewhere {
            classical: [423.9, 273.2],
            mono_time: 4026.0,
            key_node: [(5, [476.5, 4.32]), (20, [472.0, 15.72])],
        },
    },
];
