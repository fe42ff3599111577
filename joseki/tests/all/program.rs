//! Runs the program `joseki`.

use std::path::Path;
use std::process::{Command, Output};

/// Runs it in a folder.
pub fn run(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_joseki"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("joseki starts")
}

/// Runs it; returns the exit status, its output and its messages.
#[allow(dead_code, reason = "some tests look at the bytes")]
pub fn said(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let ran = run(folder, arguments);
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (ran.status.code(), text(ran.stdout), text(ran.stderr))
}
