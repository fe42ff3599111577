//! What takes long and needs no session of the desk: tests, census, comparison. One runs at a time.

use std::sync::TryLockError;
use std::time::Instant;

use anyhow::{bail, ensure};
use katachi_databases::Loaded;
use katachi_studio::census::{Depth, Plan, Report, Saved};
use katachi_studio::compare::{self, Edits};
use katachi_studio::{Games, PatternSet, Positions};

use super::ask::{Now, Table};
use super::desk::Desk;
use crate::cli::Kind;
use crate::{set_up, testing};

/// What another thread does.
pub type Errand = Box<dyn FnOnce() -> anyhow::Result<Now> + Send>;

/// The most positions of a census, which takes some seconds.
const CENSUS_POSITIONS: usize = 20_000;

/// The most positions of a comparison, where the engine thinks.
const COMPARED_POSITIONS: usize = 200;

/// Lets one errand run at a time.
fn alone(desk: &Desk, errand: impl FnOnce() -> anyhow::Result<Now> + Send + 'static) -> Errand {
    let busy = desk.busy.clone();
    Box::new(move || match busy.try_lock() {
        Err(TryLockError::WouldBlock) => {
            bail!("expected one run at a time, found tests, census or comparison under way")
        }
        Ok(_running) => errand(),
        // An errand that panicked has left nothing behind.
        Err(TryLockError::Poisoned(_running)) => errand(),
    })
}

/// Runs the tests beside the patterns, as the texts have them.
///
/// # Errors
/// If a text has mistakes.
pub fn tests(desk: &Desk) -> anyhow::Result<Errand> {
    let databases = desk.drafts.tested()?;
    let mut settings = set_up::settings(&desk.options, Kind::Test);
    if settings.patterns.is_empty() {
        settings.patterns = vec![desk.drafts.folder().to_owned()];
    }
    let options = desk.options.clone();
    Ok(alone(desk, move || {
        let report = testing::report(databases, settings, &options)?;
        let (count, failed) = (report.count(), report.failed());
        let said = match failed {
            0 => format!("{count} tests pass"),
            failed => format!("{failed} of {count} tests fail"),
        };
        Ok(Now {
            tests: Some(report.value()?),
            said: Some(said),
            ..Now::default()
        })
    }))
}

/// Counts where the patterns in use fire in the games.
pub fn census(desk: &Desk) -> Errand {
    let set = PatternSet::of(desk.session.databases().loaded().to_vec());
    let (paths, level) = (desk.games.clone(), desk.options.game.level);
    alone(desk, move || {
        let began = Instant::now();
        let (games, positions) = read(&paths, CENSUS_POSITIONS)?;
        let plan = Plan {
            set: &set,
            games: &games,
            positions: &positions,
            depth: Depth::Constraint,
            level,
            judged: 0,
        };
        let tally = plan.run(&mut Saved::nowhere(), |_| true)?;
        let report = Report::of(&plan, &tally, began.elapsed());
        let mut rows: Vec<_> = report.rows.iter().collect();
        rows.sort_by_key(|row| std::cmp::Reverse(row.count.all_fits()));
        let cells = rows.iter().map(|row| {
            let count = &row.count;
            let share = 100.0 * count.holds_played as f64 / count.holds.max(1) as f64;
            vec![
                row.name.clone(),
                format!("{}:{}", row.file, row.line),
                count.all_fits().to_string(),
                count.class.to_string(),
                count.holds.to_string(),
                format!("{share:.1} %"),
                row.dead.clone().unwrap_or_default(),
            ]
        });
        let title = format!(
            "census of {} positions of {} games",
            tally.positions, tally.games
        );
        Ok(Now {
            said: Some(title.clone()),
            table: Some(Table {
                title,
                columns: vec![
                    "pattern",
                    "at",
                    "fits",
                    "class",
                    "constraint",
                    "played",
                    "why it never fires",
                ],
                rows: cells.collect(),
                places: (rows.iter().map(|row| Some((row.file.clone(), row.line)))).collect(),
            }),
            ..Now::default()
        })
    })
}

/// Compares the texts, as far as they compile, with their files in the games.
pub fn compare(desk: &Desk) -> Errand {
    let new = desk.session.databases().loaded().to_vec();
    let saved = desk.drafts.saved();
    let mut old: Vec<Loaded> = new.clone();
    for number in 0..saved.databases().len() {
        let Some(loaded) = saved.build(number).loaded else {
            continue;
        };
        let is_same = |one: &&mut Loaded| (&one.name, one.role) == (&loaded.name, loaded.role);
        if let Some(place) = old.iter_mut().find(is_same) {
            *place = loaded;
        }
    }
    let (paths, level) = (desk.games.clone(), desk.options.game.level);
    alone(desk, move || {
        let (games, positions) = read(&paths, COMPARED_POSITIONS)?;
        let (old, new) = (PatternSet::of(old), PatternSet::of(new));
        let edits = Edits::between(&old, &new);
        let plan = compare::Plan {
            old: &old,
            new: &new,
            edits: &edits,
            games: &games,
            positions: &positions,
            level,
        };
        let result = plan.run(|_| true);
        let rows = result.changes.iter().map(|change| {
            let size = change.game.board().size();
            let name = |point: Option<katachi_board::Point>| {
                point.map_or("pass".to_owned(), |point| point.vertex(size).to_string())
            };
            vec![
                games.name(change.place),
                change.color.to_string(),
                name(change.old.point),
                name(change.new.point),
                name(change.played),
            ]
        });
        let rows: Vec<Vec<String>> = rows.collect();
        let title = format!(
            "{} positions, {} in which the edits can matter: {}",
            result.positions,
            result.thought,
            result.summary()
        );
        Ok(Now {
            said: Some(title.clone()),
            table: Some(Table {
                title,
                columns: vec!["position", "side", "saved", "edited", "played"],
                places: vec![None; rows.len()],
                rows,
            }),
            ..Now::default()
        })
    })
}

/// The games, and at most this many positions of them.
fn read(paths: &[std::path::PathBuf], most: usize) -> anyhow::Result<(Games, Positions)> {
    let games = Games::read(paths, None, None);
    ensure!(
        games.moves() > 0,
        "expected games from an empty board, found none: {}; name records with --games",
        games.read
    );
    let positions = Positions::some(&games, most);
    Ok((games, positions))
}
