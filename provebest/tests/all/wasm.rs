//! A player works where there is no clock and no thread.
//!
//! It builds the example `wasm_player`, which takes a while: only where PROVEBEST_WASM is set, as `check` does where the target is
//! installed, and where there is Node.

use std::path::Path;
use std::process::Command;

const SCRIPT: &str = "
const bytes = require('fs').readFileSync(process.argv[1]);
const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), {});
console.log(exports.answer(121212, 10, 5000), exports.answer(0, 1, 5000) > 0, exports.answer(8, 10, 10));
";

#[test]
fn a_player_needs_no_clock() {
    let has_node = Command::new("node").arg("--version").output().is_ok_and(|told| told.status.success());
    if std::env::var_os("PROVEBEST_WASM").is_none() || !has_node {
        return;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/wasm-player");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let built = Command::new(cargo)
        .args(["build", "--quiet", "--offline", "-p", "provebest", "--example", "wasm_player"])
        .args(["--target", "wasm32-unknown-unknown", "--target-dir"])
        .arg(&folder)
        // Soon built: it answers a few small questions.
        .envs([("CARGO_PROFILE_DEV_OPT_LEVEL", "0"), ("CARGO_PROFILE_DEV_DEBUG", "0"), ("CARGO_INCREMENTAL", "0")])
        .output()
        .expect("cargo is there");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let module = folder.join("wasm32-unknown-unknown/debug/examples/wasm_player.wasm");
    let told = Command::new("node").arg("-e").arg(SCRIPT).arg(&module).output().expect("node is there");
    let said = String::from_utf8_lossy(&told.stdout).trim().to_string();
    assert_eq!(said, "1 true 0", "{}", String::from_utf8_lossy(&told.stderr));
}
