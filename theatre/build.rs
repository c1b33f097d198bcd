//! Which files the page has, and whether there is a library for it: nothing is built here.

use std::env;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

fn main() {
    println!("cargo::rerun-if-changed=page");
    println!("cargo::rerun-if-changed=dist");
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where the package is"));
    let mut text = String::from("/// Name and text of every file.\npub static FILES: &[(&str, &str)] = &[\n");
    for path in files(&here.join("page")) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        writeln!(text, "    ({name:?}, include_str!({path:?})),").expect("a string takes all");
    }
    text += "];\n";
    for (name, file, what) in [
        ("CORE", "theatre.wasm", "the searches on all games but chess"),
        ("WHOLE", "theatre-chess.wasm", "chess and play, too"),
    ] {
        let path = here.join("dist").join(file);
        let bytes = if path.exists() { format!("Some(include_bytes!({path:?}))") } else { "None".into() };
        let about = format!("/// The library as WebAssembly, with {what}, if `wasm/build` has built it.");
        writeln!(text, "{about}\npub static {name}: Option<&[u8]> = {bytes};").expect("a string takes all");
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo says where to write"));
    fs::write(out.join("page.rs"), text).expect("a file that cargo made room for");
}

/// The files of the page, in the order of their names.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the page is there").flatten().map(|entry| entry.path());
    let is_served = |path: &PathBuf| path.extension().is_some_and(|end| end == "html" || end == "css" || end == "js");
    let mut files: Vec<PathBuf> = entries.filter(is_served).collect();
    files.sort();
    files
}
