//! `katachi doctor`: a report of what the program has found and uses.

use std::fmt::Write;

use crate::gtp::list_patterns;
use crate::session::Session;

/// The report.
pub fn report(session: &Session) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "Katachi {}, image format {}",
        env!("CARGO_PKG_VERSION"),
        katachi_image::FORMAT_VERSION
    );
    let program = std::env::current_exe().map_or_else(
        |error| format!("unknown: {error}"),
        |program| program.display().to_string(),
    );
    let _ = writeln!(text, "program: {program}");
    let _ = writeln!(text, "\nwhere databases were looked for, in order:");
    for looked in &session.databases().search().looked {
        let _ = writeln!(
            text,
            "  {:<22} {:<10} {}",
            looked.by, looked.found, looked.at
        );
    }
    let _ = writeln!(text, "\ndatabases in use:");
    for line in list_patterns(session).lines() {
        let _ = writeln!(text, "  {line}");
    }
    let cache = match session.databases().cache().folder() {
        None => "the system names no cache folder; images are kept in memory".to_owned(),
        Some(folder) => {
            let state = if folder.is_dir() {
                "there"
            } else {
                "made when first needed"
            };
            format!("{} ({state})", folder.display())
        }
    };
    let _ = writeln!(text, "\ncache: {cache}");
    let _ = writeln!(text, "random seed: {}", session.seed);
    let _ = writeln!(text, "level: {}", session.engine.analyst.level());
    text
}
