//! Go problems: how often engines find a right first move.
//!
//! A file has one problem in each line, as a JSON object ([`Problem::parse`]). The engine gets the
//! stones and `restricted_genmove` with the points around them ([`Problem::allowed`]), so it need
//! not find out where on the board the problem is.

use std::collections::BTreeMap;
use std::fmt;
use std::time::{Duration, Instant};

use katachi_board::{BoardSize, Color, Point};
use katachi_sgf::{Coord, vertex};
use katachi_teacher::engine::{Engine, EngineCommand, EngineError, Seat, set_up};
use serde::{Deserialize, Serialize};

use crate::quality::HashPart;

/// A line of a file that is no problem.
#[derive(Debug, thiserror::Error)]
pub enum ProblemError {
    /// It is no JSON object, or a field is missing or of another type.
    #[error("line {line}: expected a problem as a JSON object: {source}")]
    Json {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        source: serde_json::Error,
    },
    /// A field has an impossible value.
    #[error("line {line}: `{field}`: expected {expected}, found `{found}`")]
    Field {
        /// The line, from 1.
        line: usize,
        /// The name of the field.
        field: &'static str,
        /// What it may contain.
        expected: &'static str,
        /// What it contains.
        found: String,
    },
}

/// A problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Its name.
    pub id: String,
    /// The collection that it belongs to.
    pub set: String,
    /// The size of the board.
    pub size: BoardSize,
    /// The side to move.
    pub to_move: Color,
    /// The stones.
    pub stones: Vec<(Color, Point)>,
    /// The right first moves.
    pub first: Vec<Point>,
}

/// A problem as the file has it. Points are pairs of letters as in SGF.
#[derive(Deserialize)]
struct Raw {
    id: String,
    set: String,
    size: usize,
    to_move: String,
    black: Vec<String>,
    white: Vec<String>,
    first: Vec<String>,
}

impl Problem {
    /// The problems of a text with one JSON object in each line, and what is wrong in other lines.
    /// Empty lines do not count.
    pub fn parse(text: &str) -> (Vec<Self>, Vec<ProblemError>) {
        let (mut problems, mut errors) = (Vec::new(), Vec::new());
        for (line, text) in (1..).zip(text.lines()) {
            if text.trim().is_empty() {
                continue;
            }
            match Self::of_line(line, text) {
                Ok(problem) => problems.push(problem),
                Err(error) => errors.push(error),
            }
        }
        (problems, errors)
    }

    fn of_line(line: usize, text: &str) -> Result<Self, ProblemError> {
        let raw: Raw =
            serde_json::from_str(text).map_err(|source| ProblemError::Json { line, source })?;
        let wrong = |field, expected, found: String| ProblemError::Field {
            line,
            field,
            expected,
            found,
        };
        let size = BoardSize::new(raw.size)
            .ok_or_else(|| wrong("size", "a size from 2 to 25", raw.size.to_string()))?;
        let to_move = match raw.to_move.as_str() {
            "black" => Color::Black,
            "white" => Color::White,
            _ => return Err(wrong("to_move", "black or white", raw.to_move)),
        };
        let points = |field, list: &[String]| {
            let point = |text: &String| {
                let found = Coord::parse(text).and_then(|coord| coord.on_board(size));
                found.ok_or_else(|| wrong(field, "points of the board, such as aa", text.clone()))
            };
            list.iter().map(point).collect::<Result<Vec<_>, _>>()
        };
        let (black, white) = (points("black", &raw.black)?, points("white", &raw.white)?);
        let first = points("first", &raw.first)?;
        if first.is_empty() || black.is_empty() && white.is_empty() {
            let found = format!("{} stones", black.len() + white.len());
            let expected = "at least one stone, and one move";
            return Err(wrong("first", expected, found));
        }
        let stones = (black.into_iter().map(|point| (Color::Black, point)))
            .chain(white.into_iter().map(|point| (Color::White, point)));
        Ok(Self {
            id: raw.id,
            set: raw.set,
            size,
            to_move,
            stones: stones.collect(),
            first,
        })
    }

    /// The points where the first move may be: the smallest rectangle with all stones, and one line
    /// more on each side.
    pub fn allowed(&self) -> Vec<Point> {
        let around = |place: fn(Point) -> usize| {
            let places = || self.stones.iter().map(|(_, point)| place(*point));
            let (least, most) = (places().min(), places().max());
            least.unwrap_or(0).saturating_sub(1)..=most.unwrap_or(0) + 1
        };
        let (rows, columns) = (around(Point::row), around(Point::col));
        let within = |point: &Point| rows.contains(&point.row()) && columns.contains(&point.col());
        self.size.points().filter(within).collect()
    }

    /// Orders problems by a hash of their names, which says to which part they belong, too.
    fn hash(&self) -> u32 {
        name_hash(&self.id)
    }

    /// At most this many problems of a part, in the order of their hashes. So a larger sample
    /// contains a smaller one.
    pub fn draw(mut problems: Vec<Self>, count: usize, part: HashPart) -> Vec<Self> {
        problems.retain(|problem| part.has(problem.hash()));
        problems.sort_by_cached_key(|problem| (problem.hash(), problem.id.clone()));
        problems.dedup_by(|a, b| a.id == b.id);
        problems.truncate(count);
        problems
    }

    /// Asks an engine for the first move.
    ///
    /// # Errors
    /// If it does not answer, or refuses a command.
    fn ask(&self, engine: &mut Engine) -> Result<(String, f64), EngineError> {
        engine.need(&["restricted_genmove"])?;
        for command in set_up(self.size, None, &self.stones, &[]) {
            engine.ask(&command)?;
        }
        let name = |point: &Point| vertex(Some(*point), self.size);
        let allowed: Vec<String> = self.allowed().iter().map(name).collect();
        let command = format!("restricted_genmove {} {}", self.to_move, allowed.join(" "));
        let begin = Instant::now();
        let found = engine.ask(&command)?;
        Ok((found, begin.elapsed().as_secs_f64()))
    }

    fn is_right(&self, found: &str) -> bool {
        let right = |point: &Point| vertex(Some(*point), self.size).eq_ignore_ascii_case(found);
        self.first.iter().any(right)
    }
}

/// The hash of a name, by which things are drawn and divided into parts.
pub(crate) fn name_hash(name: &str) -> u32 {
    let hash = blake3::hash(name.as_bytes());
    let [a, b, c, d, ..] = *hash.as_bytes();
    u32::from_le_bytes([a, b, c, d])
}

/// An engine's answer to a problem.
#[derive(Clone, Debug, Serialize)]
pub struct Answer {
    /// The number of the engine, from 1.
    pub engine: usize,
    /// The name of the problem.
    pub id: String,
    /// Its collection.
    pub set: String,
    /// The move, or the error.
    pub found: String,
    /// Whether it is a right one.
    pub right: bool,
    /// The time on the clock for the move, in seconds.
    pub seconds: f64,
}

/// Asks an engine all problems; an engine that fails is started again. `number` is the engine's,
/// from 1; `done` is called after each problem.
///
/// # Errors
/// If the engine does not start.
pub fn solve(
    number: usize,
    command: &EngineCommand,
    problems: &[Problem],
    limit: Duration,
    mut done: impl FnMut(),
) -> Result<(String, Vec<Answer>), EngineError> {
    let mut seat = Seat::new(command.clone(), limit);
    let label = seat.engine(1)?.label();
    let mut answers = Vec::new();
    for (game, problem) in (1..).zip(problems) {
        let (found, right, seconds) = match problem.ask(seat.engine(game)?) {
            Ok((found, seconds)) => {
                let right = problem.is_right(&found);
                (found, right, seconds)
            }
            Err(lacks @ EngineError::Lacks { .. }) => return Err(lacks),
            Err(error) => (format!("failed: {error}"), false, 0.0),
        };
        answers.push(Answer {
            engine: number,
            id: problem.id.clone(),
            set: problem.set.clone(),
            found,
            right,
            seconds,
        });
        done();
    }
    seat.leave();
    Ok((label, answers))
}

/// The answers of several engines to the same problems, as a table.
pub struct Report<'a> {
    /// The command line and the label of each engine.
    pub engines: Vec<(String, String)>,
    /// Their answers.
    pub answers: &'a [Answer],
}

/// How many answers are right, of how many, and their time.
#[derive(Clone, Copy, Default)]
struct Score {
    right: usize,
    asked: usize,
    seconds: f64,
}

impl Score {
    fn of<'a>(answers: impl Iterator<Item = &'a Answer>) -> Self {
        answers.fold(Self::default(), |sum, answer| Self {
            right: sum.right + usize::from(answer.right),
            asked: sum.asked + 1,
            seconds: sum.seconds + answer.seconds,
        })
    }

    fn share(self) -> f64 {
        100.0 * self.right as f64 / self.asked.max(1) as f64
    }
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, (command, label)) in (1..).zip(&self.engines) {
            writeln!(f, "engine {number}  {command}  ({label})")?;
        }
        writeln!(f)?;
        writeln!(
            f,
            "problems                    right     of   share  s/move"
        )?;
        let line = |f: &mut fmt::Formatter<'_>, name: &str, score: Score| {
            let mean = score.seconds / score.asked.max(1) as f64;
            let (right, asked, share) = (score.right, score.asked, score.share());
            writeln!(
                f,
                "{name:<26} {right:>6} {asked:>6} {share:>5.1} % {mean:>7.3}"
            )
        };
        for number in 1..=self.engines.len() {
            let own = || self.answers.iter().filter(|answer| answer.engine == number);
            line(f, &format!("engine {number}"), Score::of(own()))?;
            let mut sets: BTreeMap<&str, Vec<&Answer>> = BTreeMap::new();
            for answer in own() {
                sets.entry(answer.set.as_str()).or_default().push(answer);
            }
            for (set, answers) in sets {
                let name: String = set.chars().take(24).collect();
                line(f, &format!("  {name}"), Score::of(answers.into_iter()))?;
            }
        }
        Ok(())
    }
}
