//! `order=`: which child is how likely to be the best.

use provebest_game::TextError;
use provebest_games::synthetic::Order;

use super::parameters::GameParameters;

const WANT: &str = "random, perfect, a percentage such as 60, or weights such as 70,5,5,5,...";

/// Reads the order of a tree of this width.
pub fn read(parameters: &GameParameters<'_>, width: u32) -> Result<Order, TextError> {
    let Some((text, place)) = parameters.get("order") else { return Ok(Order::random(width)) };
    match text {
        "random" => return Ok(Order::random(width)),
        "perfect" => return Ok(Order::perfect(width)),
        _ => {}
    }
    let mut weights = Vec::new();
    let (mut at, mut shared) = (place, false);
    for word in text.split(',') {
        if shared {
            return Err(parameters.wrong(at, "a weight behind the dots", "nothing behind them"));
        }
        match word {
            ".." | "..." | "…" => shared = true,
            _ => weights.push(weight(word).ok_or_else(|| parameters.wrong(at, "no weight", WANT))?),
        }
        at += word.len() + 1;
    }
    let (children, count, sum) = (width as usize, weights.len(), weights.iter().sum::<f64>());
    if let ([first], false) = (&weights[..], shared) {
        return Order::first(width, *first).map_err(|error| parameters.wrong(place, error.to_string(), WANT));
    }
    if count > children || (count < children && !shared) {
        let want = if count > children {
            format!("{children} of them")
        } else {
            format!("{children} of them, or ... at the end")
        };
        let weights = if count == 1 { "weight" } else { "weights" };
        let noun = if children == 1 { "child" } else { "children" };
        return Err(parameters.wrong(place, format!("{count} {weights} for {children} {noun}"), want));
    }
    let (rest, left) = (100.0 - sum, children - count);
    if rest < -1e-6 || (left == 0 && rest > 1e-6) {
        return Err(parameters.wrong(place, format!("weights that sum to {}", tidy(sum)), "a sum of 100"));
    }
    // Thirds and sixths never sum to 100 exactly: what is missing then goes to no child.
    weights.resize(children, if left > 0 { rest.max(0.0) / left as f64 } else { 0.0 });
    Order::weights(&weights).map_err(|error| parameters.wrong(place, error.to_string(), WANT))
}

/// A number or a fraction, from 0 to 100.
fn weight(word: &str) -> Option<f64> {
    let plain = |text: &str| {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        text.parse::<f64>().ok().filter(|_| digits)
    };
    let number = match word.split_once('/') {
        Some((over, under)) => plain(over)? / plain(under)?,
        None => plain(word)?,
    };
    (0.0..=100.0).contains(&number).then_some(number)
}

fn tidy(sum: f64) -> f64 {
    (sum * 1000.0).round() / 1000.0
}
