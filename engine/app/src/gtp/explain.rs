//! `katachi-explain`: why a pattern fires at a point, or does not.

use std::fmt::Write;

use katachi_board::{Color, Point, Symmetry};
use katachi_core::{Condition, Explanation, Rejection};
use katachi_gtp::Args;
use katachi_image::{General, Pattern, Symbol, border};
use katachi_matcher::Match;
use katachi_matcher::explain::{Fit, Misfit, examine};

use super::command::{GtpCommand, Response, Run, require_no_trial_moves};
use super::tokens;
use crate::reasons::classes;
use crate::session::Session;

pub(super) const COMMANDS: &[GtpCommand] = &[GtpCommand {
    name: "katachi-explain",
    arguments: "NAME [COLOR] VERTEX",
    summary: "why a pattern fires there or does not: the first element of its diagram that does not fit, or class, constraint and helper with their values",
    run: Run::Reply(explain),
}];

/// The most names that are proposed for an unknown one.
const MOST_NAMES: usize = 5;

/// The number of characters of names that are compared and shown: the longest name that the
/// compiler accepts.
const MOST_CHARACTERS: usize = 79;

fn explain(session: &mut Session, args: &mut Args<'_>) -> Response {
    require_no_trial_moves(session)?;
    let Some(name) = args.word() else {
        return Err("expected the name of a pattern".into());
    };
    let color = tokens::color_or_turn(session, args);
    let point = tokens::point(session, args)?;
    let databases: Vec<_> = (session.databases().loaded().iter().enumerate())
        .map(|(place, loaded)| (place, loaded.name.clone(), loaded.image.clone()))
        .collect();
    let mut texts = Vec::new();
    for (place, database, image) in &databases {
        let named = image.general();
        let named = named.iter().flat_map(General::iter);
        for pattern in named.filter(|pattern| pattern.name() == name) {
            let about = About {
                database: *place,
                pattern,
                color,
                point,
            };
            let mut text = heading(session, &about, database);
            about_pattern(session, &about, &mut text);
            texts.push(text);
        }
    }
    if texts.is_empty() {
        return Err(unknown(session, name).into());
    }
    Ok(texts.join("\n"))
}

/// The pattern to explain, and the place.
struct About<'a> {
    database: usize,
    pattern: Pattern<'a>,
    color: Color,
    point: Point,
}

impl About<'_> {
    /// The possible places of the diagram: each orientation, with row and column of its anchor.
    ///
    /// If the point is empty and the pattern has a move, the move lies on the point; otherwise the
    /// anchor does.
    fn places(&self, session: &Session) -> Vec<(Symmetry, (i32, i32))> {
        let is_empty = session.game.board().at(self.point).is_empty();
        let mv = self.pattern.mv().filter(|_| is_empty);
        let (row, col) = mv.map_or((0, 0), |at| (at.row.into(), at.col.into()));
        let tried = self.pattern.record.orientations;
        Symmetry::all()
            .filter(|symmetry| tried >> symmetry.number() & 1 != 0)
            .map(|symmetry| {
                let (rows, cols) = symmetry.apply(row, col);
                let anchor = (
                    self.point.row() as i32 - rows,
                    self.point.col() as i32 - cols,
                );
                (symmetry, anchor)
            })
            .collect()
    }
}

/// The pattern: database, name, place, classes.
fn heading(session: &Session, about: &About<'_>, database: &str) -> String {
    let pattern = &about.pattern;
    let mut text = format!(
        "{database} {} {}:{} class {} for {} at {}",
        pattern.name(),
        pattern.file(),
        pattern.line(),
        classes(pattern),
        about.color,
        tokens::name(session, about.point),
    );
    if !pattern.image().role.profile().proposes_moves {
        text.push_str(", from a database that proposes no moves");
    }
    text
}

/// Each orientation in which the diagram fits; if there is none, the one that comes closest.
fn about_pattern(session: &mut Session, about: &About<'_>, text: &mut String) {
    let places = about.places(session);
    let board = session.game.board();
    let fits: Vec<(Symmetry, (i32, i32), Fit)> = (places.into_iter())
        .map(|(symmetry, anchor)| {
            let fit = examine(&about.pattern, board, about.color, anchor, symmetry);
            (symmetry, anchor, fit)
        })
        .collect();
    let fitting: Vec<Match> = (fits.iter())
        .filter(|(_, _, fit)| fit.first.is_none())
        .filter_map(|&(symmetry, (row, col), _)| {
            Some(Match {
                anchor: Point::new(usize::try_from(row).ok()?, usize::try_from(col).ok()?)?,
                pattern: about.pattern.number() as u32,
                symmetry,
            })
        })
        .collect();
    if fitting.is_empty() {
        // Of orientations that come equally close, the first one.
        let closest = (fits.iter().rev()).max_by_key(|(_, _, fit)| fit.fitting);
        if let Some((symmetry, _, fit)) = closest {
            let _ = write!(
                text,
                "\ndoes not fit: orientation {} comes closest with {} of {} cells and borders",
                symmetry.number(),
                fit.fitting,
                fit.elements
            );
            if let Some(misfit) = fit.first {
                let _ = write!(text, "\n{}", misfit_text(session, misfit));
            }
        }
        return;
    }
    for found in fitting {
        let wish = session.wish_of_patterns(about.color);
        let (game, engine) = (&session.game, &mut session.engine);
        let explained = engine.explain(game, &wish, about.database, found);
        let _ = write!(text, "\n{}", labels(session, about, found));
        if let Some(explained) = explained {
            text.push_str(&explained_text(session, &about.pattern, &explained));
        }
    }
}

fn misfit_text(session: &Session, misfit: Misfit) -> String {
    match misfit {
        Misfit::Border(side) => {
            let side = match side {
                border::NORTH => "upper",
                border::SOUTH => "lower",
                border::WEST => "left",
                _ => "right",
            };
            format!("the {side} border of the diagram does not lie on an edge of the board")
        }
        Misfit::Cell {
            row,
            col,
            cell,
            point,
            found,
        } => {
            let place = point.map_or("a point off the board".to_owned(), |point| {
                tokens::name(session, point)
            });
            let found = match found {
                Symbol::Empty => "it is empty",
                Symbol::Own => "there is a stone of O",
                Symbol::Opponent => "there is a stone of X",
                Symbol::Off => "nothing is there",
            };
            format!(
                "{place}, row {row} column {col} of the diagram: expected `{}` ({}), {found}",
                cell.character(),
                cell.meaning()
            )
        }
    }
}

/// The orientation of the diagram, and the points of its labels.
fn labels(session: &Session, about: &About<'_>, found: Match) -> String {
    let size = session.game.board().size();
    let mut text = format!(
        "orientation {} anchor {}: the diagram fits",
        found.symmetry.number(),
        tokens::name(session, found.anchor)
    );
    for label in about.pattern.labels() {
        if let Some(point) = found.point(label.at, size) {
            let letter = char::from(label.letter);
            let _ = write!(text, " {letter}={}", tokens::name(session, point));
        }
    }
    if let Some(mv) = found.mv(&about.pattern, size) {
        let _ = write!(text, " *={}", tokens::name(session, mv));
    }
    text
}

fn explained_text(session: &Session, pattern: &Pattern<'_>, explained: &Explanation) -> String {
    let mut text = String::new();
    let verdict = |value: Option<bool>| match value {
        Some(true) => "holds",
        Some(false) => "fails",
        None => "asks what this engine cannot answer",
    };
    if let Some(rejection) = explained.rejection {
        let _ = write!(text, "\n{}", rejection_text(session, rejection));
    }
    for part in &explained.parts {
        let value = part.value.map(|value| value.to_string());
        let value = value.as_deref().unwrap_or("not answered");
        let _ = write!(text, "\n  {} is {value}", part.text);
    }
    if !pattern.constraint().is_empty() {
        let _ = write!(text, "\nthe constraint {}", verdict(explained.constraint));
    }
    if let Some(helper) = pattern
        .helper()
        .and_then(|at| katachi_image::HELPERS.get(at))
    {
        let _ = write!(text, "\n{} {}", helper.name, verdict(explained.helper));
    }
    if let Some(name) = explained.waits_for {
        let _ = write!(text, "\nwaits for {name}, which this engine cannot answer");
    }
    text.push_str(if explained.fires() {
        "\nfires"
    } else {
        "\ndoes not fire"
    });
    text
}

fn rejection_text(session: &Session, rejection: Rejection) -> String {
    match rejection {
        Rejection::Settled => "a side owns the point even if it always passes".to_owned(),
        Rejection::Illegal => "the move is illegal".to_owned(),
        Rejection::Unsafe => "the move can be captured, and class s does not allow that".to_owned(),
        Rejection::Unneeded => "class n: the opponent cannot safely play there".to_owned(),
        Rejection::Stone {
            letter,
            string,
            condition,
        } => {
            let condition = match condition {
                Condition::Dead => "is dead",
                Condition::Alive => "is alive",
                Condition::Lost => "is captured, and the move does not change that",
            };
            format!(
                "class {letter}: the string of {} {condition}",
                tokens::name(session, string)
            )
        }
    }
}

/// A failure that proposes similar names.
fn unknown(session: &Session, name: &str) -> String {
    let beginning = |name: &str| name.chars().take(MOST_CHARACTERS).collect::<String>();
    let shown = beginning(name);
    let name = if shown == name {
        shown.clone()
    } else {
        format!("{shown}...")
    };
    let images: Vec<_> = (session.databases().loaded().iter())
        .filter_map(|loaded| loaded.image.general())
        .collect();
    let lower = shown.to_lowercase();
    let mut near: Vec<(f64, &str)> = (images.iter().flat_map(General::iter))
        .map(|pattern| {
            let likeness = strsim::jaro_winkler(&lower, &beginning(pattern.name()).to_lowercase());
            (likeness, pattern.name())
        })
        .collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    near.dedup();
    let names: Vec<&str> = near
        .iter()
        .take(MOST_NAMES)
        .map(|&(_, name)| name)
        .collect();
    if names.is_empty() {
        return format!("no pattern is called {name}: no database of patterns is loaded");
    }
    format!(
        "no pattern is called {name}: the most similar names are {}",
        names.join(", ")
    )
}
