//! Where results are kept that take long to compute.

use std::ffi::OsString;
use std::path::PathBuf;

/// The folder for what can be computed again: what `PROVEBEST_CACHE` says, or `provebest` in the user's cache folder
/// (`XDG_CACHE_HOME`, or `.cache` in `HOME`). Nothing if none of them is set.
///
/// ```
/// use provebest_catalog::cache;
/// let of = |set: &'static [(&str, &str)]| {
///     cache::folder_by(|name| set.iter().find(|(one, _)| *one == name).map(|(_, value)| value.into()))
/// };
/// assert_eq!(of(&[("HOME", "/home/ada")]), Some("/home/ada/.cache/provebest".into()));
/// assert_eq!(of(&[("HOME", "/home/ada"), ("XDG_CACHE_HOME", "/fast")]), Some("/fast/provebest".into()));
/// assert_eq!(of(&[("PROVEBEST_CACHE", "here"), ("HOME", "/home/ada")]), Some("here".into()));
/// assert_eq!(of(&[("HOME", "")]), None);
/// ```
pub fn folder() -> Option<PathBuf> {
    folder_by(|name| std::env::var_os(name))
}

/// The same with variables from another source; see [`folder`] for an example.
pub fn folder_by(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let path = |name: &str| variable(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let users = || path("XDG_CACHE_HOME").or_else(|| Some(path("HOME")?.join(".cache")));
    path("PROVEBEST_CACHE").or_else(|| Some(users()?.join("provebest")))
}
