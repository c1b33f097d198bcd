//! How fast the searches grow with the depth.

/// The root of x^w + x = 1 between 0 and 1: the threshold that, on trees of width w, neither player can keep away from
/// (Pearl 1980).
///
/// ```
/// use provebest_lab::theory::pearl_xi;
/// // For width 2 the golden section.
/// assert!((pearl_xi(2) - (5.0_f64.sqrt() - 1.0) / 2.0).abs() < 1e-15);
/// ```
pub fn pearl_xi(width: u32) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    loop {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            return middle;
        }
        if middle + f64::powi(middle, width as i32) < 1.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
}

/// Pearl's branching factor xi / (1 - xi): on uniform trees with independent leaves, one ply more multiplies the leaves
/// of alpha-beta by this, in the limit of great depth; and no search can do better (Pearl 1982; Tarsi 1983). For SSS* it
/// is the same (Roizen and Pearl 1983).
pub fn branching_factor(width: u32) -> f64 {
    let xi = pearl_xi(width);
    xi / (1.0 - xi)
}
