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
    let address = |_: &str, text: &str| format!("data:text/javascript,{}", escaped(&without_comments(text)));
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

/// A module without the lines that are only comments.
fn without_comments(text: &str) -> String {
    let mut inside = false;
    let mut lines = Vec::new();
    for line in text.lines().map(str::trim) {
        let begins = inside || line.starts_with("/*");
        let behind = line.split_once("*/").map(|(_, behind)| behind);
        inside = begins && behind.is_none();
        let is_comment = begins && behind.is_none_or(str::is_empty) || line.starts_with("//");
        if !is_comment && !line.is_empty() {
            lines.push(line);
        }
    }
    lines.join("\n")
}

/// Text in an address. It stays text, because that is smaller than base64 when the page is sent compressed.
fn escaped(text: &str) -> String {
    let plain = |byte: u8| (b' '..=b'~').contains(&byte) && !b"\"#%<>\\".contains(&byte);
    text.bytes().map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
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

#[cfg(test)]
mod unit {
    use provebest_theatre::page::FILES;

    use super::*;

    #[test]
    fn only_lines_of_comments_are_left_out() {
        let text = "// @ts-check\n/** One line. */\nconst a = 'b // c'; // d\n/**\n * Two.\n */\n\n  call('/* e */');\n/** @type {F} */ (f)();\n";
        assert_eq!(without_comments(text), "const a = 'b // c'; // d\ncall('/* e */');\n/** @type {F} */ (f)();");
        for (name, text) in FILES.iter().filter(|(name, _)| name.ends_with(".js")) {
            let code = |text: &str| text.lines().filter(|line| line.starts_with("export ")).count();
            assert_eq!(code(&without_comments(text)), code(text), "{name}");
        }
    }

    #[test]
    fn an_address_ends_where_its_text_ends() {
        assert_eq!(escaped("a\"b#c%d\n<é"), "a%22b%23c%25d%0A%3C%C3%A9");
    }
}
