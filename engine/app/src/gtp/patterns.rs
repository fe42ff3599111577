//! Pattern databases: loading and listing them, and what corner patterns propose.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use katachi_databases::Loaded;
use katachi_gtp::Args;
use katachi_image::{Image, Role};
use katachi_matcher::Matcher;
use katachi_studio::words::matches::classes;

use super::command::{GtpCommand, Response, Run, nothing_more, require_no_trial_moves};
use super::failure::Failure;
use super::tokens;
use crate::databases::Databases;
use crate::session::Session;

pub(super) const COMMANDS: &[GtpCommand] = &[
    GtpCommand {
        name: "katachi-load_patterns",
        arguments: "PATH...",
        summary: "uses the databases of a folder, of a .db, .dbz, .sgf or .kpat file, or `builtin`, from now on; a Monte Carlo database takes its place beside the others",
        run: Run::Reply(load_patterns),
    },
    GtpCommand {
        name: "katachi-add_patterns",
        arguments: "PATH...",
        summary: "uses databases beside those in use, from now on; the same kinds of path",
        run: Run::Reply(add_patterns),
    },
    GtpCommand {
        name: "katachi-reload_patterns",
        arguments: "",
        summary: "loads the databases again from where they are",
        run: Run::Reply(|session, args| {
            nothing_more(args)?;
            session.change_databases(Databases::reload)?;
            Ok(list_patterns(session))
        }),
    },
    GtpCommand {
        name: "katachi-list_patterns",
        arguments: "",
        summary: "the databases in use",
        run: Run::Ask(|session, _| Ok(list_patterns(session))),
    },
    GtpCommand {
        name: "katachi-mc_patterns",
        arguments: "[NAME]",
        summary: "the databases for random games, built-in ones included; with a name, this one is active from now on",
        run: Run::Reply(mc_patterns),
    },
    GtpCommand {
        name: "katachi-joseki_moves",
        arguments: "[COLOR]",
        summary: "what the corner patterns propose: corner, move, classes, pattern, its place; those whose constraint fails are marked",
        run: Run::Ask(joseki_moves),
    },
];

/// All arguments as paths. A single path may contain blanks; otherwise blanks separate paths.
fn paths(args: &mut Args<'_>) -> Result<Vec<PathBuf>, Failure> {
    let rest = args.rest();
    if rest.is_empty() {
        return Err(
            "syntax error: expected a folder, a .db, .dbz, .sgf or .kpat file, or `builtin`".into(),
        );
    }
    Ok(if Path::new(rest).exists() {
        vec![PathBuf::from(rest)]
    } else {
        rest.split_whitespace().map(PathBuf::from).collect()
    })
}

fn load_patterns(session: &mut Session, args: &mut Args<'_>) -> Response {
    let paths = paths(args)?;
    session.change_databases(|databases| databases.load(&paths))?;
    Ok(list_patterns(session))
}

fn add_patterns(session: &mut Session, args: &mut Args<'_>) -> Response {
    let paths = paths(args)?;
    session.change_databases(|databases| databases.add(&paths))?;
    Ok(list_patterns(session))
}

fn mc_patterns(session: &mut Session, args: &mut Args<'_>) -> Response {
    let name = args.rest().trim();
    if !name.is_empty() {
        session.change_databases(|databases| databases.choose_monte_carlo(name))?;
    }
    let databases = session.databases();
    let active = databases.monte_carlo().map(|loaded| &loaded.name);
    let line = |loaded: &Loaded| {
        let mark = if active == Some(&loaded.name) {
            " active"
        } else {
            ""
        };
        format!("{}{mark}", loaded.name)
    };
    let lines: Vec<String> = databases.all_monte_carlo().map(line).collect();
    Ok(lines.join("\n"))
}

/// What an image has, and how much of it.
pub(crate) fn content(image: &Image) -> String {
    if let Some(general) = image.general() {
        format!("patterns {}", general.patterns.len())
    } else if let Some(eyes) = image.eyes() {
        format!("shapes {}", eyes.shapes.len())
    } else if let Some(book) = image.full_board() {
        format!("positions {}", book.entries.len())
    } else {
        "playout rules".to_owned()
    }
}

/// One line for each database.
pub(crate) fn list_patterns(session: &Session) -> String {
    let mut lines = Vec::new();
    let databases = session.databases();
    let active = databases.monte_carlo();
    for loaded in databases.loaded() {
        let profile = loaded.role.profile();
        let image = &loaded.image;
        let general = image.general();
        let waiting = (general.iter().flat_map(katachi_image::General::iter))
            .filter(|pattern| pattern.waits_for().is_some())
            .count();
        let content = content(image);
        let mut line = format!(
            "{} role {} {content} fingerprint {} from {} ({})",
            loaded.name,
            profile.name,
            loaded.image.about().fingerprint,
            loaded.place,
            loaded.origin,
        );
        let silenced = loaded.silenced.len();
        if silenced > 0 {
            let _ = write!(line, ", {silenced} silenced by overrides");
        }
        if waiting > 0 {
            // Writing to a string cannot fail.
            let _ = write!(line, ", {waiting} never match in this version");
        }
        if !loaded.role.is_consulted() {
            line.push_str(", not consulted by this version");
        }
        if active.is_some_and(|active| std::ptr::eq(active, loaded)) {
            line.push_str(", used in random games");
        }
        lines.push(line);
    }
    lines.extend(databases.notes().iter().cloned());
    lines.join("\n")
}

fn joseki_moves(session: &mut Session, args: &mut Args<'_>) -> Response {
    require_no_trial_moves(session)?;
    let color = tokens::color_or_turn(session, args);
    session.consider_patterns(color);
    let board = session.game.board();
    let size = board.size();
    let mut lines = Vec::new();
    for (place, loaded) in session.databases().loaded().iter().enumerate() {
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
            if loaded.silenced.contains_key(&found.pattern) {
                continue;
            }
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
