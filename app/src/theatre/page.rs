//! The page put together: with its settings and its import map, as files of a server.

use anyhow::Context;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use hyper::body::Bytes;
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

/// A file as it was written: its name and its text.
pub type Source = (&'static str, &'static str);

/// The page of a server.
pub struct Page {
    files: Vec<PageFile>,
    policy: String,
}

/// A file of the page.
pub struct PageFile {
    path: String,
    /// What is in it.
    pub bytes: Bytes,
}

impl Page {
    /// The page made from its files, with settings that it finds in its element `config`.
    pub fn served(sources: &[Source], config: &Value) -> anyhow::Result<Page> {
        let map = import_map(sources, |name, _| format!("/{name}"));
        let index = with_settings(index(sources)?, &map, config)?;
        let index = index.replacen(MODULE, &format!("{}{MODULE}", preloads(sources)), 1);
        let policy = format!(
            "default-src 'none'; script-src 'self' {}; style-src 'self'; connect-src 'self'; img-src 'self' data:; \
             base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            hash(&map)
        );
        let file = |path: String, text: &str| PageFile { path, bytes: Bytes::copy_from_slice(text.as_bytes()) };
        let others = sources.iter().filter(|(name, _)| *name != INDEX);
        let files = others.map(|(name, text)| file(format!("/{name}"), text)).chain([file("/".into(), &index)]);
        Ok(Page { files: files.collect(), policy })
    }

    /// The same page with one more file, of JSON.
    pub fn and(mut self, path: &str, json: &str) -> Page {
        self.files.push(PageFile { path: path.into(), bytes: Bytes::copy_from_slice(json.as_bytes()) });
        self
    }

    /// The file at a path.
    pub fn file(&self, path: &str) -> Option<&PageFile> {
        self.files.iter().find(|file| file.path == path)
    }

    /// What the page may load and run.
    pub fn policy(&self) -> &str {
        &self.policy
    }
}

impl PageFile {
    /// What it is, for a browser.
    pub fn kind(&self) -> &'static str {
        match self.path.rsplit_once('.') {
            Some((_, "js")) => "text/javascript; charset=utf-8",
            Some((_, "css")) => "text/css; charset=utf-8",
            Some((_, "json")) => "application/json",
            _ => "text/html; charset=utf-8",
        }
    }
}

const INDEX: &str = "index.html";

/// What the modules begin with.
const MODULE: &str = "<script type=\"module\"";

/// Links by which a browser asks for all modules at once, and not for each when it has read the one that imports it. The worker is
/// for pages that search by themselves.
fn preloads(sources: &[Source]) -> String {
    let modules = sources.iter().map(|(name, _)| name).filter(|name| name.ends_with(".js") && **name != "worker.js");
    modules.map(|name| format!("<link rel=\"modulepreload\" href=\"/{name}\">\n")).collect()
}

/// The text of `index.html`.
pub(super) fn index(sources: &[Source]) -> anyhow::Result<&'static str> {
    sources.iter().find(|(name, _)| *name == INDEX).map(|(_, text)| *text).context("the page has no index.html")
}

/// The import map of the modules: `theatre/tape` stands for `tape.js`, wherever that is.
pub(super) fn import_map(sources: &[Source], place: impl Fn(&str, &str) -> String) -> String {
    let module = |(name, text): &Source| {
        let stem = name.strip_suffix(".js")?;
        Some((format!("theatre/{stem}"), Value::String(place(name, text))))
    };
    let imports: Map<String, Value> = sources.iter().filter_map(module).collect();
    serde_json::json!({ "imports": imports }).to_string()
}

/// The page with the settings and the import map in the elements that it has for them.
pub(super) fn with_settings(html: &str, map: &str, config: &Value) -> anyhow::Result<String> {
    let html = with_text(html, "<script type=\"importmap\">", map)?;
    with_text(&html, "<script type=\"application/json\" id=\"config\">", &harmless(config))
}

/// The page with another text in the one script that begins so.
fn with_text(html: &str, start: &str, text: &str) -> anyhow::Result<String> {
    let (before, rest) = html.split_once(start).with_context(|| format!("the page has no {start}"))?;
    let (_, after) = rest.split_once("</script>").with_context(|| format!("{start} has no end"))?;
    Ok(format!("{before}{start}{text}</script>{after}"))
}

/// JSON that cannot end the element it is in.
fn harmless(json: &Value) -> String {
    json.to_string().replace('<', "\\u003c")
}

/// The source of a policy that allows this text.
pub(super) fn hash(text: &str) -> String {
    format!("'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(text)))
}
