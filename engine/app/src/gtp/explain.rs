//! `katachi-explain`, `katachi-fires`: one pattern at a point. `katachi-near`: all patterns there.

use katachi_board::{Color, Point};
use katachi_gtp::Args;
use katachi_image::General;
use katachi_studio::words::PatternPlace;
use serde::Serialize;

use super::command::{GtpCommand, Response, Run, require_no_trial_moves};
use super::failure::Failure;
use super::tokens;
use crate::explain::{Account, Placed, Subject, named};
use crate::session::Session;

pub(super) const COMMANDS: &[GtpCommand] = &[
    GtpCommand {
        name: "katachi-explain",
        arguments: "[--json] NAME [COLOR] VERTEX",
        summary: "why a pattern fires there or does not, and what it does: the elements of its diagram that do not fit, or class, constraint, helper and action with their values",
        run: Run::Ask(explain),
    },
    GtpCommand {
        name: "katachi-fires",
        arguments: "NAME [COLOR] VERTEX",
        summary: "`fires`, or `does not fire: ` and what it lacks, in one line",
        run: Run::Ask(fires),
    },
    GtpCommand {
        name: "katachi-near",
        arguments: "[--json] [COLOR] VERTEX [N]",
        summary: "the patterns that propose moves, sorted by what they lack to fire there, the N closest ones (10)",
        run: Run::Ask(near),
    },
];

/// The number of patterns that `katachi-near` lists, unless told otherwise.
const NEAR: usize = 10;

/// The arguments `NAME [COLOR] VERTEX`.
fn name_and_place<'a>(
    session: &Session,
    args: &mut Args<'a>,
) -> Result<(&'a str, Color, Point), Failure> {
    let name = args
        .word()
        .ok_or("syntax error: expected the name of a pattern")?;
    let color = tokens::color_or_turn(session, args);
    Ok((name, color, tokens::point(session, args)?))
}

/// Calls this for each pattern of the name, with the name of its database.
fn for_each_named<T>(
    session: &mut Session,
    (name, color, point): (&str, Color, Point),
    mut work: impl FnMut(&mut Session, &Subject<'_>, &str) -> T,
) -> Result<Vec<T>, Failure> {
    let mut results = Vec::new();
    for (database, database_name, image) in named(session, name)? {
        let general = image.general();
        let patterns = general.iter().flat_map(General::iter);
        for pattern in patterns.filter(|pattern| pattern.name() == name) {
            let subject = Subject {
                database,
                pattern,
                color,
                point,
            };
            results.push(work(session, &subject, &database_name));
        }
    }
    Ok(results)
}

fn explain(session: &mut Session, args: &mut Args<'_>) -> Response {
    require_no_trial_moves(session)?;
    let is_json = tokens::json(args);
    let wanted = name_and_place(session, args)?;
    let accounts = for_each_named(session, wanted, Account::of)?;
    if is_json {
        return tokens::to_json(&accounts);
    }
    let texts: Vec<String> = accounts.iter().map(ToString::to_string).collect();
    Ok(texts.join("\n"))
}

fn fires(session: &mut Session, args: &mut Args<'_>) -> Response {
    require_no_trial_moves(session)?;
    let wanted = name_and_place(session, args)?;
    let objections = for_each_named(session, wanted, |session, subject, _| {
        subject.objection(session)
    })?;
    // Of several patterns of one name, one that fires is enough.
    let all: Option<Vec<String>> = objections.into_iter().collect();
    let first = all.map(|all| all.into_iter().next().unwrap_or_default());
    Ok(first.map_or_else(|| "fires".to_owned(), |why| format!("does not fire: {why}")))
}

/// A pattern and what it lacks.
#[derive(Serialize)]
struct Near {
    #[serde(flatten)]
    place: PatternPlace,
    /// The number of cells and borders that do not fit.
    lacking: usize,
    fires: bool,
    /// What it lacks; empty if it fires.
    why: String,
}

fn near(session: &mut Session, args: &mut Args<'_>) -> Response {
    require_no_trial_moves(session)?;
    let is_json = tokens::json(args);
    let color = tokens::color_or_turn(session, args);
    let point = tokens::point(session, args)?;
    if !session.game.board().at(point).is_empty() {
        return Err(Failure::Stone);
    }
    let count = match args.integer() {
        Some(count) => usize::try_from(count)
            .map_err(|_| format!("syntax error: expected a number of patterns, found {count}"))?,
        None if args.is_empty() => NEAR,
        None => {
            return Err(format!("syntax error: expected a number, found `{}`", args.rest()).into());
        }
    };
    let list = nearest(session, (color, point), count);
    if is_json {
        return tokens::to_json(&list);
    }
    let line = |near: &Near| {
        let why = if near.fires { "fires" } else { &near.why };
        format!("{} {why}", near.place)
    };
    Ok(list.iter().map(line).collect::<Vec<_>>().join("\n"))
}

/// The patterns that lack least: first those whose diagrams fit, then by what does not fit, larger
/// diagrams before smaller ones.
fn nearest(session: &mut Session, (color, point): (Color, Point), count: usize) -> Vec<Near> {
    let images: Vec<_> = (session.databases().loaded().iter().enumerate())
        .filter(|(_, loaded)| loaded.role.profile().proposes_moves)
        .map(|(place, loaded)| (place, loaded.image.clone()))
        .collect();
    let mut subjects = Vec::new();
    for (database, image) in &images {
        let general = image.general();
        for pattern in general.iter().flat_map(General::iter) {
            let subject = Subject {
                database: *database,
                pattern,
                color,
                point,
            };
            let key = match subject.placed(session.game.board()) {
                Placed::Fits(_) => (0, 0),
                Placed::Misses(_, fit) => (fit.misfits.len(), usize::MAX - fit.elements),
            };
            subjects.push((key, subject));
        }
    }
    subjects.sort_by_key(|(key, _)| *key);
    subjects.truncate(count);
    let near = subjects.into_iter().map(|((lacking, _), subject)| {
        let why = subject.objection(session);
        Near {
            place: PatternPlace::of(&subject.pattern),
            lacking,
            fires: why.is_none(),
            why: why.unwrap_or_default(),
        }
    });
    near.collect()
}
