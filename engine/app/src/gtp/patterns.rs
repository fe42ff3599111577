//! Pattern databases: loading and listing them, and showing which patterns matched.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use katachi_databases::Loaded;
use katachi_gtp::Args;
use katachi_image::Role;
use katachi_matcher::Matcher;

use super::tokens::{self, INVALID_COORDINATE};
use super::{GtpCommand, Response, require_no_trial_moves};
use crate::reasons::{about_move, classes};
use crate::session::Session;

pub(super) const COMMANDS: &[GtpCommand] = &[
    GtpCommand {
        name: "katachi-load_patterns",
        arguments: "PATH...",
        summary: "uses the databases of a folder, of a .db, .dbz, .sgf or .kpat file, or `builtin`, from now on; a Monte Carlo database takes its place beside the others",
        run: load_patterns,
    },
    GtpCommand {
        name: "katachi-add_patterns",
        arguments: "PATH...",
        summary: "uses databases beside those in use, from now on; the same kinds of path",
        run: add_patterns,
    },
    GtpCommand {
        name: "katachi-reload_patterns",
        arguments: "",
        summary: "loads the databases anew from where they are",
        run: |session, _| {
            session
                .reload_patterns()
                .map_err(|error| error.to_string())?;
            Ok(list_patterns(session))
        },
    },
    GtpCommand {
        name: "katachi-list_patterns",
        arguments: "",
        summary: "the databases in use",
        run: |session, _| Ok(list_patterns(session)),
    },
    GtpCommand {
        name: "katachi-mc_patterns",
        arguments: "[NAME]",
        summary: "the databases for random games, built-in ones included; with a name, this one is active from now on",
        run: mc_patterns,
    },
    GtpCommand {
        name: "katachi-matches",
        arguments: "[COLOR] VERTEX",
        summary: "the patterns that fire for a move there, and its other reasons",
        run: matches,
    },
    GtpCommand {
        name: "katachi-joseki_moves",
        arguments: "[COLOR]",
        summary: "what the corner patterns propose: corner, move, classes, pattern, its place; those whose constraint fails are marked",
        run: joseki_moves,
    },
];

/// All arguments as paths. A single path may contain blanks; otherwise blanks separate paths.
fn paths(args: &mut Args<'_>) -> Result<Vec<PathBuf>, String> {
    let rest = args.rest();
    if rest.is_empty() {
        return Err("expected a folder, a .db, .dbz, .sgf or .kpat file, or `builtin`".to_owned());
    }
    Ok(if Path::new(rest).exists() {
        vec![PathBuf::from(rest)]
    } else {
        rest.split_whitespace().map(PathBuf::from).collect()
    })
}

fn load_patterns(session: &mut Session, args: &mut Args<'_>) -> Response {
    session
        .load_patterns(&paths(args)?)
        .map_err(|error| error.to_string())?;
    Ok(list_patterns(session))
}

fn add_patterns(session: &mut Session, args: &mut Args<'_>) -> Response {
    session
        .add_patterns(&paths(args)?)
        .map_err(|error| error.to_string())?;
    Ok(list_patterns(session))
}

fn mc_patterns(session: &mut Session, args: &mut Args<'_>) -> Response {
    let name = args.rest().trim();
    if !name.is_empty() {
        session
            .choose_monte_carlo(name)
            .map_err(|error| error.to_string())?;
    }
    let in_force = session.monte_carlo_database().map(|loaded| &loaded.name);
    let line = |loaded: &Loaded| {
        let mark = if in_force == Some(&loaded.name) {
            " active"
        } else {
            ""
        };
        format!("{}{mark}", loaded.name)
    };
    let lines: Vec<String> = session.choice.all(&session.databases).map(line).collect();
    Ok(lines.join("\n"))
}

/// One line for each database.
pub(crate) fn list_patterns(session: &Session) -> String {
    let mut lines = Vec::new();
    let in_force = session.monte_carlo_database();
    for loaded in &session.databases {
        let profile = loaded.role.profile();
        let image = &loaded.image;
        let general = image.general();
        let waiting = (general.iter().flat_map(katachi_image::General::iter))
            .filter(|pattern| pattern.waits_for().is_some())
            .count();
        let content = if let Some(general) = general {
            format!("patterns {}", general.patterns.len())
        } else if let Some(eyes) = image.eyes() {
            format!("shapes {}", eyes.shapes.len())
        } else if let Some(book) = image.full_board() {
            format!("positions {}", book.entries.len())
        } else {
            "playout rules".to_owned()
        };
        let mut line = format!(
            "{} role {} {content} fingerprint {} from {} ({})",
            loaded.name,
            profile.name,
            loaded.image.about().fingerprint,
            loaded.place,
            loaded.origin,
        );
        if waiting > 0 {
            // Writing to a string cannot fail.
            let _ = write!(line, ", {waiting} never match in this version");
        }
        if !loaded.role.is_consulted() {
            line.push_str(", not consulted by this version");
        }
        if in_force.is_some_and(|in_force| std::ptr::eq(in_force, loaded)) {
            line.push_str(", used in random games");
        }
        lines.push(line);
    }
    lines.extend(session.notes.iter().cloned());
    lines.join("\n")
}

fn matches(session: &mut Session, args: &mut Args<'_>) -> Response {
    require_no_trial_moves(session)?;
    let color = tokens::color(args).unwrap_or_else(|| session.game.to_move());
    let point = tokens::point(session, args).ok_or(INVALID_COORDINATE)?;
    if !session.game.board().at(point).is_empty() {
        return Err("vertex must be empty".to_owned());
    }
    session.consider_patterns(color);
    let Some(thoughts) = &session.thoughts else {
        return Ok(String::new());
    };
    Ok(about_move(session, thoughts, point).join("\n"))
}

fn joseki_moves(session: &mut Session, args: &mut Args<'_>) -> Response {
    require_no_trial_moves(session)?;
    let color = tokens::color(args).unwrap_or_else(|| session.game.to_move());
    session.consider_patterns(color);
    let board = session.game.board();
    let size = board.size();
    let mut lines = Vec::new();
    for (place, loaded) in session.databases.iter().enumerate() {
        let Some(general) = loaded.image.general() else {
            continue;
        };
        if general.role != Role::Joseki {
            continue;
        }
        for found in Matcher::new(&general, size).matches(&general, board, color) {
            let Some(pattern) = general.pattern(found.pattern as usize) else {
                continue;
            };
            let Some(point) = found.mv(&pattern, size) else {
                continue;
            };
            let corner = match (found.anchor.row() == 0, found.anchor.col() == 0) {
                (true, true) => "upper-left",
                (true, false) => "upper-right",
                (false, true) => "lower-left",
                (false, false) => "lower-right",
            };
            let fires = session.thoughts.as_ref().is_some_and(|thoughts| {
                let mut fired = thoughts.fired.iter();
                fired.any(|fired| fired.database == place && fired.found == found)
            });
            lines.push(format!(
                "{corner} {} {} {} {}:{}{}",
                tokens::name(session, point),
                classes(&pattern),
                pattern.name(),
                pattern.file(),
                pattern.line(),
                if fires { "" } else { " does not fire" },
            ));
        }
    }
    lines.sort();
    Ok(lines.join("\n"))
}
