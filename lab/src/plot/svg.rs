//! A scene as SVG.

use std::fmt::Write;

use super::colours::Colour;
use super::scene::{DASH, Place, Scene, Shape, Side};

/// Fonts as wide as the one of the PNG, or narrower.
const FONTS: &str = "'DejaVu Sans', Verdana, 'Bitstream Vera Sans', sans-serif";

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn hex(Colour(red, green, blue): Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// With at most one digit behind the point.
fn number(x: f64) -> String {
    let text = format!("{x:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_string)
}

fn points(places: &[Place]) -> String {
    let each: Vec<String> = places.iter().map(|&(x, y)| format!("{},{}", number(x), number(y))).collect();
    each.join(" ")
}

fn cover(alpha: f64) -> String {
    if alpha < 1.0 { format!(" fill-opacity=\"{alpha}\"") } else { String::new() }
}

/// The text of an SVG file.
pub(super) fn svg(scene: &Scene) -> String {
    let (width, height) = scene.size;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         role=\"img\" font-family=\"{FONTS}\">\n<title>{}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
        escaped(&scene.title)
    );
    for shape in &scene.shapes {
        let line = match shape {
            Shape::Area { outline, colour, alpha } => {
                format!("<polygon points=\"{}\" fill=\"{}\"{}/>", points(outline), hex(*colour), cover(*alpha))
            }
            Shape::Line { places, colour, thick, dashed } => {
                let dash = if *dashed { format!(" stroke-dasharray=\"{} {}\"", DASH.0, DASH.1) } else { String::new() };
                format!(
                    "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\"{dash}/>",
                    points(places),
                    hex(*colour),
                    number(*thick),
                )
            }
            Shape::Disc { centre, radius, colour, alpha } => format!(
                "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\"{}/>",
                number(centre.0),
                number(centre.1),
                number(*radius),
                hex(*colour),
                cover(*alpha),
            ),
            Shape::Text { text, at, size, colour, side } => {
                let anchor = match side {
                    Side::Right => "",
                    Side::Left => " text-anchor=\"end\"",
                    Side::Middle => " text-anchor=\"middle\"",
                };
                format!(
                    "<text x=\"{}\" y=\"{}\" font-size=\"{}\" fill=\"{}\"{anchor}>{}</text>",
                    number(at.0),
                    number(at.1),
                    number(*size),
                    hex(*colour),
                    escaped(text),
                )
            }
        };
        let _ = writeln!(out, "{line}");
    }
    out.push_str("</svg>\n");
    out
}
