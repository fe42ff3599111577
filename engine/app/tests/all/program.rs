//! The program under test, away from the user's databases and cache.

use std::path::Path;
use std::process::Command;

/// The program with a cache in this folder, and the databases that the arguments name.
pub fn katachi(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_katachi"));
    command
        .env("KATACHI_CACHE", folder.join("cache"))
        .env_remove("KATACHI_PATTERNS");
    command
}
