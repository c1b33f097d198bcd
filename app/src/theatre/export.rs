//! The page as one file, which works from a disk and without a network.

use std::io::{self, Write};

use anyhow::Context;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;

use super::page::{Source, hash, import_map, index, with_settings};

/// Bytes that the page finds in an element of its own.
pub struct Part {
    /// The name of the element.
    pub id: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// The module that everything begins with.
const MAIN: &str = "import 'theatre/main';";

/// The page with all of its files and parts inside.
pub fn one_file(sources: &[Source], config: &Value, parts: &[Part]) -> anyhow::Result<String> {
    let address = |_: &str, text: &str| format!("data:text/javascript;base64,{}", BASE64_STANDARD.encode(text));
    let map = import_map(sources, address);
    let html = with_settings(index(sources)?, &map, config)?;
    let style = sources.iter().find(|(name, _)| *name == "style.css").context("the page has no style.css")?.1;
    let html = replace(&html, "<link rel=\"stylesheet\"", ">", &format!("<style>{style}</style>"))?;
    let main = format!("<script type=\"module\">{MAIN}</script>");
    let html = replace(&html, "<script type=\"module\"", "</script>", &main)?;
    // A worker inherits the policy.
    let policy = format!(
        "default-src 'none'; script-src data: blob: 'wasm-unsafe-eval' {} {}; worker-src data: blob:; style-src {}; \
         img-src data:; base-uri 'none'; form-action 'none'",
        hash(&map),
        hash(MAIN),
        hash(style),
    );
    let charset = "<meta charset=\"utf-8\">";
    let meta = format!("{charset}\n<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">");
    let html = replace(&html, charset, "", &meta)?;
    let (before, after) = html.rsplit_once("</body>").context("the page has no </body>")?;
    let mut whole = String::from(before);
    for Part { id, bytes } in parts {
        let packed = BASE64_STANDARD.encode(packed(bytes)?);
        whole += &format!("<script type=\"text/plain\" id=\"{id}\" data-packed=\"gzip\">{packed}</script>\n");
    }
    Ok(whole + "</body>" + after)
}

fn packed(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    encoder.finish()
}

/// The text with another one in the place of what reaches from `start` to `end`.
fn replace(html: &str, start: &str, end: &str, text: &str) -> anyhow::Result<String> {
    let (before, rest) = html.split_once(start).with_context(|| format!("the page has no {start}"))?;
    let (_, after) = rest.split_once(end).with_context(|| format!("{start} has no end"))?;
    Ok(format!("{before}{text}{after}"))
}
