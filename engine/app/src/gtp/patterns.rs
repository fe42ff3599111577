//! Pattern databases: loading, listing, and which of their patterns matched.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use katachi_board::Point;
use katachi_core::moves::{Candidate, DECISIVE_VALUE, Fired, Reason, Searched};
use katachi_core::{Decision, Thoughts};
use katachi_databases::Loaded;
use katachi_gtp::Args;
use katachi_image::{Attribute, AttributeArgument, Pattern, Role};
use katachi_matcher::Matcher;

use super::tokens::{self, INVALID_COORDINATE};
use super::{GtpCommand, Response, require_no_trial_moves};
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
        summary: "the databases for random games, built-in ones included; with a name, this one is in force from now on",
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

/// All arguments as paths. A path may hold blanks if it is alone; else there may be several.
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
            " in force"
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
            line.push_str(", in force in random games");
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
    let mut lines = Vec::new();
    let mut candidates = thoughts.candidates.iter();
    let candidate = candidates.find(|candidate| candidate.point == point);
    let name = tokens::name(session, point);
    lines.push(match candidate {
        Some(candidate) if candidate.value > 0.0 => {
            format!("{name} for {color}: {:.2} points", candidate.value)
        }
        _ => format!("{name} for {color}: not a candidate"),
    });
    lines.extend(searched(session, thoughts, candidate));
    let fired = thoughts.fired.iter().filter(|fired| fired.point == point);
    lines.extend(fired.filter_map(|fired| describe(session, fired)));
    let reasons = candidate.iter().flat_map(|candidate| &candidate.reasons);
    lines.extend(reasons.filter_map(|reason| tactical(session, reason)));
    Ok(lines.join("\n"))
}

/// Where no pattern decides, what the search that decided instead says about a move.
fn searched(
    session: &Session,
    thoughts: &Thoughts,
    candidate: Option<&Candidate>,
) -> Option<String> {
    let report = thoughts.report.as_ref()?;
    let found = candidate.and_then(|candidate| candidate.searched);
    let tried = match found {
        Some(Searched { visits, winrate }) => {
            format!("tried {visits} times, {:.0} % won", 100.0 * winrate)
        }
        None => "not tried".to_owned(),
    };
    let choice = match thoughts.decision {
        Decision::Play(point) => format!("{} is played", tokens::name(session, point)),
        Decision::Pass => "it passes".to_owned(),
        Decision::Resign => "it resigns".to_owned(),
    };
    Some(format!(
        "no move is worth {DECISIVE_VALUE} points, so a search of {} playouts decides: {tried}; {choice}",
        report.visits,
    ))
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

/// The letters of a pattern's classes, `-` if it has none.
pub(super) fn classes(pattern: &Pattern<'_>) -> String {
    let letters: String = pattern.classes().letters().collect();
    if letters.is_empty() {
        "-".to_owned()
    } else {
        letters
    }
}

/// A match: name, place in the source, class letters, values, how it is turned, where its anchor is.
fn describe(session: &Session, fired: &Fired) -> Option<String> {
    let loaded = session.databases.get(fired.database)?;
    let general = loaded.image.general()?;
    let pattern = general.pattern(fired.found.pattern as usize)?;
    let mut line = format!(
        "pattern {} {}:{} class {}",
        pattern.name(),
        pattern.file(),
        pattern.line(),
        classes(&pattern),
    );
    for value in pattern.values() {
        let Some(attribute) = Attribute::from_number(value.attribute) else {
            continue;
        };
        let keyword = general
            .map
            .keywords()
            .iter()
            .find(|keyword| keyword.attribute == attribute);
        let argument = match keyword.map(|keyword| keyword.argument) {
            Some(AttributeArgument::Label) => {
                let label = pattern.labels().get(usize::from(value.label));
                label
                    .map_or('?', |label| char::from(label.letter))
                    .to_string()
            }
            _ => value.number.get().to_string(),
        };
        // Writing to a string cannot fail.
        let _ = write!(line, " {}({argument})", attribute.name());
    }
    let anchor = tokens::name(session, fired.found.anchor);
    let turned = fired.found.symmetry.number();
    let _ = write!(line, " orientation {turned} anchor {anchor}");
    Some(line)
}

fn tactical(session: &Session, reason: &Reason) -> Option<String> {
    let name = |point| tokens::name(session, point);
    let both = |[a, b]: [Point; 2]| format!("{} and {}", name(a), name(b));
    match reason {
        Reason::Captures {
            string,
            stones,
            value,
        } => Some(format!(
            "captures {} ({stones} stones): {value:.2}",
            name(*string)
        )),
        Reason::Saves {
            string,
            stones,
            value,
        } => Some(format!(
            "saves {} ({stones} stones): {value:.2}",
            name(*string)
        )),
        Reason::Atari { string, value } => {
            Some(format!("puts {} in atari: {value:.2}", name(*string)))
        }
        Reason::CapturesEither { strings, value } => {
            Some(format!("captures one of {}: {value:.2}", both(*strings)))
        }
        Reason::SavesBoth { strings, value } => {
            Some(format!("saves both {}: {value:.2}", both(*strings)))
        }
        Reason::Connects { strings } => Some(format!("connects {}", both(*strings))),
        Reason::Cuts { strings } => Some(format!("cuts {} apart", both(*strings))),
        Reason::Dame => Some("takes a neutral point".to_owned()),
        Reason::Cleanup { string } => Some(format!("helps to take {} off", name(*string))),
        Reason::Book {
            database,
            entry,
            weight,
        } => {
            let loaded = session.databases.get(*database)?;
            let book = loaded.image.full_board()?;
            let entry = book.entries.get(*entry as usize)?;
            Some(format!(
                "book {} {}:{} weight {weight}",
                book.name(entry),
                book.file(entry),
                entry.line
            ))
        }
        Reason::Pattern { .. } => None,
    }
}
