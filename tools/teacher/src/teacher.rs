//! The teacher: an engine that estimates the score of a position, by `kata-raw-nn` or by
//! `kata-analyze`.

use katachi_board::{BoardSize, Color};

use crate::engine::{Engine, EngineError};

/// The pace of the lines of an analysis, in hundredths of a second.
const PACE: u32 = 5;

/// Why an engine cannot teach, or does not answer a question.
#[derive(Debug, thiserror::Error)]
pub enum TeacherError {
    /// It did not answer.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// It knows neither command.
    #[error(
        "the teacher `{0}` knows neither `kata-raw-nn` nor `kata-analyze`; use an engine that \
         estimates the score, such as KataGo"
    )]
    NoTeacher(String),
    /// Its answer has no score.
    #[error("the teacher's answer to `{command}`: expected {expected}, found `{found}`")]
    Answer {
        /// The command.
        command: String,
        /// The expected text.
        expected: &'static str,
        /// The answer.
        found: String,
    },
}

/// How the teacher judges a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// By the raw network: `kata-raw-nn 0`.
    Network,
    /// By a search with this many visits: `kata-analyze`.
    Search {
        /// At least this many.
        visits: u32,
    },
}

impl std::fmt::Display for Method {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Network => f.write_str("kata-raw-nn"),
            Self::Search { visits } => write!(f, "kata-analyze, {visits} visits"),
        }
    }
}

/// From whose side the scores of an analysis are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Perspective {
    ToMove,
    Always(Color),
}

/// A way to ask a teacher for the score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Teacher {
    method: Method,
    perspective: Perspective,
}

impl Teacher {
    /// Finds out what this engine can do. With a number of visits it has to search; without, the
    /// raw network is preferred, and a search has 100 visits.
    ///
    /// # Errors
    /// If it knows neither command, or does not answer.
    pub fn of(engine: &mut Engine, visits: Option<u32>) -> Result<Self, TeacherError> {
        engine.need(&["boardsize", "clear_board", "komi", "play"])?;
        if visits.is_none() && engine.knows("kata-raw-nn") {
            // The raw network always speaks for White.
            return Ok(Self {
                method: Method::Network,
                perspective: Perspective::Always(Color::White),
            });
        }
        if !engine.knows("kata-analyze") {
            return Err(TeacherError::NoTeacher(engine.label()));
        }
        let mut teacher = Self {
            method: Method::Search { visits: 1 },
            perspective: Perspective::ToMove,
        };
        teacher.perspective = Self::find_perspective(engine)?;
        let visits = visits.unwrap_or(100);
        teacher.method = Method::Search { visits };
        Ok(teacher)
    }

    /// How it judges.
    pub fn method(&self) -> Method {
        self.method
    }

    /// Black's lead in points, in the position that has been set up, with this side to move.
    ///
    /// # Errors
    /// If the teacher does not answer, or its answer has no score.
    pub fn lead(&self, engine: &mut Engine, to_move: Color) -> Result<f64, TeacherError> {
        let score = match self.method {
            Method::Network => network_score(engine)?,
            Method::Search { visits } => search_score(engine, to_move, visits)?,
        };
        let side = match self.perspective {
            Perspective::ToMove => to_move,
            Perspective::Always(side) => side,
        };
        Ok(if side == Color::Black {
            score
        } else {
            0.0 - score
        })
    }

    /// Programs are set up to speak for White, for Black, or for the side to move. Black's stones
    /// alone on a board show it: the sign for each side to move.
    fn find_perspective(engine: &mut Engine) -> Result<Perspective, TeacherError> {
        let size = BoardSize::NINETEEN;
        engine.ask(&format!("boardsize {size}"))?;
        engine.ask("clear_board")?;
        engine.ask("komi 0")?;
        for vertex in ["D4", "Q16", "D16", "Q4", "K10"] {
            engine.ask(&format!("play black {vertex}"))?;
        }
        let black = search_score(engine, Color::Black, 1)?;
        let white = search_score(engine, Color::White, 1)?;
        match (black > 0.0, white > 0.0) {
            (true, true) => Ok(Perspective::Always(Color::Black)),
            (false, false) => Ok(Perspective::Always(Color::White)),
            (true, false) => Ok(Perspective::ToMove),
            (false, true) => Err(TeacherError::Answer {
                command: "kata-analyze".to_owned(),
                expected: "that Black, alone on the board, leads",
                found: format!("{black} with Black to move, {white} with White to move"),
            }),
        }
    }
}

/// The score by the raw network.
fn network_score(engine: &mut Engine) -> Result<f64, TeacherError> {
    let command = "kata-raw-nn 0";
    let answer = engine.ask(command)?;
    let score = number_after(&answer, "whiteLead");
    score.ok_or_else(|| unreadable(command, "`whiteLead NUMBER`", &answer))
}

/// The score by a search with at least this many visits.
fn search_score(engine: &mut Engine, to_move: Color, visits: u32) -> Result<f64, TeacherError> {
    let command = format!("kata-analyze {to_move} {PACE}");
    let mut last = String::new();
    let answer = engine.ask_until(&command, |line| {
        if all_visits(line) > 0 {
            line.clone_into(&mut last);
        }
        all_visits(line) >= visits
    })?;
    // The first move of a line is the best.
    let best = last.find("info move").map(|at| &last[at..]);
    let score = best.and_then(|best| {
        number_after(best, "scoreLead").or_else(|| number_after(best, "scoreMean"))
    });
    score.ok_or_else(|| unreadable(&command, "`info move … scoreLead NUMBER`", &answer))
}

/// The visits of all moves in a line of an analysis.
fn all_visits(line: &str) -> u32 {
    let moves = line.split("info move ").skip(1);
    moves
        .filter_map(|one| number_after(one, "visits"))
        .map(|visits| visits as u32)
        .sum()
}

/// The number after the first occurrence of a word.
fn number_after(text: &str, word: &str) -> Option<f64> {
    let mut words = text.split_whitespace();
    words.find(|found| *found == word)?;
    words
        .next()?
        .parse()
        .ok()
        .filter(|number: &f64| number.is_finite())
}

fn unreadable(command: &str, expected: &'static str, answer: &str) -> TeacherError {
    TeacherError::Answer {
        command: command.to_owned(),
        expected,
        found: answer
            .lines()
            .next()
            .unwrap_or_default()
            .chars()
            .take(80)
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn visits_and_scores_of_a_line() {
        let line = "info move C5 visits 4 utility -0.1 scoreMean -0.5 scoreLead -0.25 order 0 pv C5 D3 \
                    info move G5 visits 3 scoreMean 1 scoreLead 2 order 1 pv G5";
        assert_eq!(all_visits(line), 7);
        assert_eq!(number_after(line, "scoreLead"), Some(-0.25));
        assert_eq!(all_visits("=12"), 0);
        assert_eq!(number_after("whiteLead", "whiteLead"), None);
        assert_eq!(number_after("whiteLead nan", "whiteLead"), None);
    }
}
