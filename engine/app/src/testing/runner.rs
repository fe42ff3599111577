//! Brings tests to the board and asks the engine what happens there.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use anyhow::bail;
use katachi_board::{Board, Color, Outcome, Point};
use katachi_core::{Decision, Explanation, Game, Placement, PlacementSource};
use katachi_databases::testing::{Expectation, Position, Test, Tested, Wanted};
use katachi_image::{Pattern, Role};
use katachi_matcher::Match;
use katachi_studio::words::matches as words;

use crate::cli::{Kind, Options};
use crate::explain::{Placed, Subject};
use crate::record::{self, Until};
use crate::session::{Session, Settings};
use crate::set_up;

/// The tests for which one more thread is worth opening the databases once more.
const TESTS_PER_THREAD: usize = 16;

/// The stones of a free handicap in tests that do not say so.
const USUAL_HANDICAP: usize = 9;

/// What to test, and with which engine.
pub struct Plan<'a> {
    pub databases: Vec<Tested>,
    pub settings: Settings,
    pub options: &'a Options,
}

/// What a test has shown.
pub struct Run {
    /// For each of its expectations why it does not hold, in words; `None` if it holds.
    pub failures: Vec<Option<String>>,
    /// How long it took.
    pub time: Duration,
}

/// A test to run: its database, its index there, and the first of the values that it asks for.
struct Task {
    database: usize,
    test: usize,
    probe: usize,
}

/// Runs all tests; the results are in their order, database by database.
///
/// # Errors
/// If a session cannot be opened.
pub fn run(plan: &Plan<'_>) -> anyhow::Result<Vec<Vec<Run>>> {
    let tasks = tasks(&plan.databases);
    let cores = available_parallelism().map_or(1, usize::from);
    let threads = cores.min(tasks.len().div_ceil(TESTS_PER_THREAD)).max(1);
    let next = AtomicUsize::new(0);
    let work = || -> anyhow::Result<Vec<(usize, Run)>> {
        let mut session = session(plan)?;
        let template = session.game.clone();
        let mut runs = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(task) = tasks.get(number) else {
                return Ok(runs);
            };
            runs.push((number, run_task(&mut session, &template, plan, task)));
        }
    };
    let mut runs = std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mut runs = work()?;
        for other in others {
            match other.join() {
                Ok(more) => runs.extend(more?),
                Err(_) => bail!("a thread that runs tests has panicked"),
            }
        }
        Ok(runs)
    })?;
    runs.sort_by_key(|(number, _)| *number);
    let mut runs = runs.into_iter().map(|(_, run)| run);
    let of = |tested: &Tested| runs.by_ref().take(tested.tests.len()).collect();
    Ok(plan.databases.iter().map(of).collect())
}

fn tasks(databases: &[Tested]) -> Vec<Task> {
    let tests = databases.iter().enumerate().flat_map(|(database, tested)| {
        let tests = tested.tests.iter().enumerate();
        tests.map(move |(test, one)| Task {
            database,
            test,
            probe: one.probe,
        })
    });
    tests.collect()
}

/// A session in which the tested databases are in use.
fn session(plan: &Plan<'_>) -> anyhow::Result<Session> {
    let mut session = Session::new(&plan.settings)?;
    session.change_databases(|databases| {
        for tested in &plan.databases {
            databases.stand_in(tested.loaded.clone());
        }
    });
    set_up::prepare(&mut session, plan.options, Kind::Test)?;
    Ok(session)
}

fn run_task(session: &mut Session, template: &Game, plan: &Plan<'_>, task: &Task) -> Run {
    let began = Instant::now();
    let failures = plan.databases.get(task.database).and_then(|tested| {
        let test = tested.tests.get(task.test)?;
        let failures = match bring(session, template, tested, test) {
            Ok((color, point)) => examine(session, tested, test, (color, point), task.probe),
            Err(error) => {
                let message = format!("{error:#}");
                let expectations = test.content.expectations.iter();
                expectations.map(|_| Some(message.clone())).collect()
            }
        };
        Some(failures)
    });
    Run {
        failures: failures.unwrap_or_default(),
        time: began.elapsed(),
    }
}

/// Puts the position of a test on the board; returns the side that is O and the point.
fn bring(
    session: &mut Session,
    template: &Game,
    tested: &Tested,
    test: &Test,
) -> anyhow::Result<(Color, Point)> {
    // What the engine remembers must not depend on the tests before.
    session.engine.forget();
    let named = test.content.own;
    match &test.content.position {
        Position::Drawn(drawing) => {
            let own = named.unwrap_or(Color::Black);
            let mut game = template.clone();
            game.clear(drawing.size);
            game.set_board(Board::with_stones(drawing.size, drawing.stones(own))?);
            game.set_turn(own);
            session.set_game(game);
            Ok((own, drawing.point))
        }
        Position::Game {
            file,
            number,
            vertex,
        } => {
            let folder = tested.loaded.sources.first().and_then(|path| path.parent());
            let path = folder.unwrap_or(Path::new("")).join(file);
            let path = path.to_string_lossy();
            let bytes = record::read_now(&path)?;
            let game = record::load(&path, &bytes, Until::Move(*number), template)?;
            let played = game.moves().len();
            if played + 1 < *number {
                bail!("expected move {number} of {path}, found {played} moves");
            }
            let own = named.unwrap_or_else(|| game.to_move());
            let point = Point::from_vertex(vertex, game.board().size())?;
            session.set_game(game);
            Ok((own, point))
        }
    }
}

/// What a pattern does at the point of a test.
struct Seen {
    /// The matches of its diagram.
    matches: Vec<Match>,
    /// Why it does not fire; `None` if it fires.
    objection: Option<String>,
}

/// For each expectation why it does not hold.
fn examine(
    session: &mut Session,
    tested: &Tested,
    test: &Test,
    (color, point): (Color, Point),
    mut probe: usize,
) -> Vec<Option<String>> {
    let place = (session.databases().loaded().iter())
        .position(|loaded| std::sync::Arc::ptr_eq(&loaded.image, &tested.loaded.image));
    let general = tested.loaded.image.general();
    let pattern = general.and_then(|general| general.pattern(test.number));
    let (Some(database), Some(pattern)) = (place, pattern) else {
        let message = "the database is not in use: another one has its name".to_owned();
        return vec![Some(message); test.content.expectations.len()];
    };
    let subject = Subject {
        database,
        pattern,
        color,
        point,
    };
    let seen = if pattern.image().role == Role::Handicap {
        look_at_handicap(session, &subject, test.content.handicap)
    } else {
        look(session, &subject)
    };
    let hold = |one: &Expectation| {
        let number = probe;
        probe += usize::from(matches!(one.wanted, Wanted::Value(..)));
        check(session, tested, &subject, &seen, one, number).err()
    };
    test.content.expectations.iter().map(hold).collect()
}

fn look(session: &mut Session, subject: &Subject<'_>) -> Seen {
    match subject.placed(session.game.board()) {
        Placed::Misses(_, fit) => Seen {
            matches: Vec::new(),
            objection: Some(words::lack(session, &fit)),
        },
        Placed::Fits(matches) => {
            let explained = subject.explain(session, &matches);
            let fires = explained.iter().any(Explanation::fires);
            let first = explained.first().filter(|_| !fires);
            let objection = first.map(|one| words::objection(session, &subject.pattern, one));
            Seen { matches, objection }
        }
    }
}

/// What a pattern for a free handicap does: while it is matched, stones of O stand on the corner
/// points, and it fires if its stones are among those of which the engine draws.
fn look_at_handicap(session: &mut Session, subject: &Subject<'_>, stones: Option<usize>) -> Seen {
    let game = session.game.clone();
    let misses = |why| Seen {
        matches: Vec::new(),
        objection: Some(why),
    };
    let (placed, view) = match katachi_core::handicap_view(game.board(), subject.color) {
        Ok(found) => found,
        Err(error) => return misses(error.to_string()),
    };
    let matches = match subject.placed(&view) {
        Placed::Misses(_, fit) => return misses(words::lack(session, &fit)),
        Placed::Fits(matches) => matches,
    };
    let wanted = PlacementSource::Pattern {
        database: subject.database,
        pattern: subject.pattern.number() as u32,
    };
    let stones = stones.unwrap_or(USUAL_HANDICAP);
    let placements = session.engine.handicap_placements(&game, &placed, stones);
    let is_it =
        |one: &Placement| one.source == wanted && one.points.first() == Some(&subject.point);
    let fires = placements.iter().any(is_it);
    let left = stones.saturating_sub(placed.len());
    let why = format!("fits; its constraint fails, or it has more than the {left} stones to come");
    Seen {
        matches,
        objection: (!fires).then_some(why),
    }
}

/// Checks one expectation; the error says what was found.
fn check(
    session: &mut Session,
    tested: &Tested,
    subject: &Subject<'_>,
    seen: &Seen,
    expectation: &Expectation,
    probe: usize,
) -> Result<(), String> {
    let fits = !seen.matches.is_empty();
    let text = &expectation.text;
    let misfit = || {
        let lack = seen.objection.as_deref().unwrap_or_default();
        format!("the diagram does not fit: {lack}, expected `{text}`")
    };
    match (&expectation.wanted, &seen.objection) {
        (Wanted::Fires, None) | (Wanted::Silent, Some(_)) => Ok(()),
        (Wanted::Refused, Some(_)) if fits => Ok(()),
        (Wanted::Misses, Some(_)) if !fits => Ok(()),
        (Wanted::Fires, Some(why)) => Err(format!("does not fire: {why}")),
        (Wanted::Silent | Wanted::Refused | Wanted::Misses, None) => {
            Err(format!("fires, expected `{text}`"))
        }
        (Wanted::Refused, Some(_)) => Err(misfit()),
        (Wanted::Misses, Some(why)) => Err(format!("the diagram fits ({why}), expected `{text}`")),
        (Wanted::Works | Wanted::Fails | Wanted::Value(..), _) if !fits => Err(misfit()),
        (wanted @ (Wanted::Works | Wanted::Fails), _) => {
            match works(session, subject, &seen.matches) {
                does if does == (*wanted == Wanted::Works) => Ok(()),
                true => Err("reading finds that the move works".to_owned()),
                false => Err("reading finds that the move fails".to_owned()),
            }
        }
        (Wanted::Plays(vertex), _) => plays(session, subject, vertex.as_deref(), true),
        (Wanted::Avoids(vertex), _) => plays(session, subject, vertex.as_deref(), false),
        (Wanted::Value(_, wanted), _) => {
            let probes = tested.probes.general();
            let asked = probes.and_then(|probes| probes.pattern(probe));
            let asked = asked.ok_or("the value was not compiled: a bug of patc")?;
            value(session, subject, &seen.matches, &asked, *wanted, text)
        }
    }
}

/// Compares the value of an expression with the wanted one: on one of the matches they are equal.
fn value(
    session: &mut Session,
    subject: &Subject<'_>,
    matches: &[Match],
    asked: &Pattern<'_>,
    wanted: f32,
    text: &str,
) -> Result<(), String> {
    let wish = session.wish_of_patterns(subject.color);
    let questions: Vec<_> = matches.iter().map(|&found| (*asked, found)).collect();
    let values = session.engine.evaluate(&session.game, &wish, &questions);
    let is_wanted = |value: &Option<f32>| value.is_some_and(|value| (value - wanted).abs() < 1e-3);
    if values.iter().any(is_wanted) {
        return Ok(());
    }
    let expression = text.rsplit_once(" is ").map_or(text, |(before, _)| before);
    Err(match values.into_iter().flatten().next() {
        Some(value) => format!("{expression} is {value}, expected {wanted}"),
        None => format!("{expression} is not answered, expected {wanted}"),
    })
}

/// Whether patterns and reading choose the point, as wanted.
fn plays(
    session: &mut Session,
    subject: &Subject<'_>,
    vertex: Option<&str>,
    wanted: bool,
) -> Result<(), String> {
    let size = session.game.board().size();
    let point = vertex.map_or(Ok(subject.point), |vertex| Point::from_vertex(vertex, size));
    let point = point.map_err(|error| error.to_string())?;
    let wish = session.wish_of_patterns(subject.color);
    let decision = session.engine.think(&session.game, &wish).decision;
    if (decision == Decision::Play(point)) == wanted {
        return Ok(());
    }
    let found = match decision {
        Decision::Play(point) => format!("plays {}", session.vertex(point)),
        Decision::Pass => "passes".to_owned(),
        Decision::Resign => "resigns".to_owned(),
    };
    let other = if wanted { "" } else { "another move than " };
    Err(format!(
        "{found}, expected {other}{}",
        session.vertex(point)
    ))
}

/// Whether reading finds that the move captures, or saves, a string of the diagram.
fn works(session: &mut Session, subject: &Subject<'_>, matches: &[Match]) -> bool {
    let pattern = &subject.pattern;
    let attacks = pattern.image().role == Role::Attack;
    let size = session.game.board().size();
    let mut position = session.engine.position(&session.game);
    let worms = position.worms();
    let cells = pattern.cells().iter();
    let points = cells.flat_map(|cell| matches.iter().map(move |found| found.point(cell.at, size)));
    let succeeds = |point: Point| {
        let worm = worms.at(point)?;
        let moves = if attacks {
            &worm.attacks
        } else {
            &worm.defenses
        };
        let is_target = (worm.color == subject.color) != attacks;
        Some(is_target && moves.outcome_of(subject.point) != Outcome::Lose)
    };
    points.flatten().any(|point| succeeds(point) == Some(true))
}
