//! Databases that Katachi ships.

use std::path::PathBuf;

use katachi_testkit::workspace_root;

/// The files of general patterns, with their names.
pub fn ours() -> impl Iterator<Item = (&'static str, PathBuf)> {
    let names = [
        "attack",
        "barriers",
        "conn",
        "defense",
        "edge",
        "influence",
        "opening",
        "shapes",
    ];
    let path = |name| workspace_root().join(format!("patterns/{name}.db"));
    names.into_iter().map(move |name| (name, path(name)))
}
