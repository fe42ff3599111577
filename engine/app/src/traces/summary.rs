//! What the program writes at its end: what patterns and reading have cost.

use std::fmt::Write;

use katachi_studio::words::pattern_place;

use crate::session::Session;

/// The patterns that `--profile-patterns` shows.
const MOST_PATTERNS: usize = 50;

/// What reading has cost so far.
pub fn nodes(session: &Session) -> String {
    let analyst = &session.engine.analyst;
    let (tactics, connections) = (analyst.tactics(), analyst.connections());
    format!(
        "positions read: strings {}, connections {}, lives of dragons {}; trial moves {}",
        tactics.nodes(),
        connections.nodes(),
        analyst.owl_nodes(),
        session.trial_moves + tactics.tries() + connections.tries()
    )
}

/// The costs of patterns, as a table, the longest time first.
pub fn profile(session: &Session) -> Option<String> {
    let costs = session.engine.profile.as_ref()?.sorted();
    let mut text = format!(
        "patterns that propose moves, the slowest first\n{:>9} {:>9} {:>9} {:>10}  pattern",
        "matches", "asked", "fired", "ms"
    );
    for (database, pattern, cost) in costs.iter().take(MOST_PATTERNS) {
        let name = pattern_place(session, *database, *pattern)?;
        let ms = cost.time.as_secs_f64() * 1000.0;
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "\n{:>9} {:>9} {:>9} {ms:>10.3}  {name}",
            cost.matches, cost.asked, cost.fired
        );
    }
    if costs.len() > MOST_PATTERNS {
        let _ = write!(text, "\nand {} more patterns", costs.len() - MOST_PATTERNS);
    }
    Some(text)
}
