//! The file of answers: what engines and teachers have answered, so that no question is asked
//! twice, even after a killed run.
//!
//! Columns are separated by tabs. Rows of other engines and positions stay, so one file serves
//! many runs:
//!
//! ```text
//! # katachi-tools quality 1
//! engine  IDENTITY  LABEL     COMMAND                    for the reader
//! move    IDENTITY  POSITION  ANSWER   SECONDS
//! lead    IDENTITY  POSITION  POINTS
//! ```

use std::collections::{HashMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};

use crate::row_file::{OpenError, RowFile, one_line};

/// The first line.
const HEAD: &str = "# katachi-tools quality 1";

/// Why the file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum AnswersError {
    /// The system refused an operation.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Another process uses it.
    #[error("{}: another run is writing this cache; wait for it or use another --cache", .0.display())]
    Locked(PathBuf),
    /// It is another kind of file, or damaged.
    #[error("{}:{line}: expected {expected}, found `{found}`; repair the line or use another --cache", path.display())]
    Syntax {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The expected text.
        expected: &'static str,
        /// The text found.
        found: String,
    },
}

/// A question: whom, and about which position. Both are hashes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Question {
    /// The identity of the engine or teacher.
    pub who: String,
    /// The hash of the position.
    pub position: String,
}

impl Question {
    /// The question to an engine or teacher about a position, by a hash that includes the komi.
    pub fn about(who: &str, position: [u8; 16], komi: f64) -> Self {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&position).update(&komi.to_le_bytes());
        Self {
            who: who.to_owned(),
            position: hasher.finalize().to_hex()[..24].to_owned(),
        }
    }
}

/// An engine's move and the time it took.
#[derive(Clone, Debug, PartialEq)]
pub struct Move {
    /// The answer as given: `Q4`, `PASS`, `resign`.
    pub text: String,
    /// The seconds that it took.
    pub seconds: f64,
}

/// An answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// An engine's move.
    Move(Move),
    /// Black's lead, in points.
    Lead(f64),
}

/// All answers, in memory and, with a file, there as well.
#[derive(Debug, Default)]
pub struct Answers {
    file: Option<(PathBuf, RowFile)>,
    moves: HashMap<Question, Move>,
    leads: HashMap<Question, f64>,
    /// The identities that the file explains.
    named: HashSet<String>,
}

impl Answers {
    /// Answers that are forgotten at the end.
    pub fn in_memory() -> Self {
        Self::default()
    }

    /// Opens a file of answers, or creates it. A half-written row at its end is cut off.
    ///
    /// # Errors
    /// If another run uses it, or it is not a file of answers.
    pub fn open(path: &Path) -> Result<Self, AnswersError> {
        let fail = |source| AnswersError::Io {
            path: path.to_path_buf(),
            source,
        };
        let (mut file, text) = RowFile::resume(path).map_err(|error| match error {
            OpenError::Locked => AnswersError::Locked(path.to_path_buf()),
            OpenError::Io(source) => fail(source),
        })?;
        let mut answers = Self::default();
        let whole = answers.read(path, &text)?;
        file.cut(whole).map_err(fail)?;
        if whole == 0 {
            file.append(&format!("{HEAD}\n")).map_err(fail)?;
        }
        answers.file = Some((path.to_path_buf(), file));
        Ok(answers)
    }

    /// The move that an engine has answered.
    pub fn answered_move(&self, question: &Question) -> Option<&Move> {
        self.moves.get(question)
    }

    /// Black's lead that a teacher has answered.
    pub fn lead(&self, question: &Question) -> Option<f64> {
        self.leads.get(question).copied()
    }

    /// Explains an identity in the file.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn name(&mut self, who: &str, label: &str, command: &str) -> Result<(), AnswersError> {
        if !self.named.insert(who.to_owned()) {
            return Ok(());
        }
        self.write(&["engine", who, &one_line(label), &one_line(command)])
    }

    /// Keeps an answer.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn keep(&mut self, question: Question, answer: Answer) -> Result<(), AnswersError> {
        let Question { who, position } = &question;
        match answer {
            Answer::Move(answer) => {
                let seconds = format!("{:.3}", answer.seconds);
                self.write(&["move", who, position, &one_line(&answer.text), &seconds])?;
                self.moves.insert(question, answer);
            }
            Answer::Lead(lead) => {
                self.write(&["lead", who, position, &lead.to_string()])?;
                self.leads.insert(question, lead);
            }
        }
        Ok(())
    }

    fn write(&mut self, cells: &[&str]) -> Result<(), AnswersError> {
        let Some((path, file)) = &mut self.file else {
            return Ok(());
        };
        let row = cells.join("\t") + "\n";
        file.append(&row).map_err(|source| AnswersError::Io {
            path: path.clone(),
            source,
        })
    }

    /// Reads the rows; returns the number of bytes in complete lines.
    fn read(&mut self, path: &Path, text: &str) -> Result<usize, AnswersError> {
        let mut whole = 0;
        for (number, line) in (1..).zip(text.split_inclusive('\n')) {
            let Some(content) = line.strip_suffix('\n') else {
                // A run that was killed has not finished this row. A first line must be ours.
                if number == 1 && !HEAD.starts_with(line) {
                    return Err(syntax(path, number, "the head of a cache", line));
                }
                break;
            };
            if number == 1 {
                if content != HEAD {
                    return Err(syntax(path, number, "the head of a cache", content));
                }
            } else {
                self.row(content)
                    .map_err(|expected| syntax(path, number, expected, content))?;
            }
            whole += line.len();
        }
        Ok(whole)
    }

    /// Reads a row; the error says what was expected.
    fn row(&mut self, line: &str) -> Result<(), &'static str> {
        let cells: Vec<&str> = line.split('\t').collect();
        let question = |who: &str, position: &str| Question {
            who: who.to_owned(),
            position: position.to_owned(),
        };
        let number = |text: &str| {
            let number = text.parse().ok().filter(|number: &f64| number.is_finite());
            number.ok_or("a number in the last column")
        };
        match cells[..] {
            ["engine", who, _, _] => {
                self.named.insert(who.to_owned());
            }
            ["move", who, position, text, seconds] => {
                let text = text.to_owned();
                let seconds = number(seconds)?;
                self.moves
                    .insert(question(who, position), Move { text, seconds });
            }
            ["lead", who, position, lead] => {
                self.leads.insert(question(who, position), number(lead)?);
            }
            _ => return Err("a row `engine`, `move` or `lead`"),
        }
        Ok(())
    }
}

fn syntax(path: &Path, line: usize, expected: &'static str, found: &str) -> AnswersError {
    AnswersError::Syntax {
        path: path.to_path_buf(),
        line,
        expected,
        found: found.chars().take(60).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(who: &str) -> Question {
        Question {
            who: who.to_owned(),
            position: "0".to_owned(),
        }
    }

    #[test]
    fn answers_come_back_and_half_rows_go() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cache");
        let given = Move {
            text: "Q4".to_owned(),
            seconds: 0.25,
        };
        let mut answers = Answers::open(&path).unwrap();
        answers.name("a", "A:1", "a --x").unwrap();
        answers
            .keep(question("a"), Answer::Move(given.clone()))
            .unwrap();
        answers.keep(question("b"), Answer::Lead(-3.5)).unwrap();
        assert!(matches!(Answers::open(&path), Err(AnswersError::Locked(_))));
        drop(answers);
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, format!("{text}lead\tc\t0\t1")).unwrap();
        let mut answers = Answers::open(&path).unwrap();
        assert_eq!(answers.answered_move(&question("a")), Some(&given));
        assert_eq!(answers.lead(&question("b")), Some(-3.5));
        assert_eq!(answers.lead(&question("c")), None);
        // What is explained already is not explained again.
        answers.name("a", "A:1", "a --x").unwrap();
        drop(answers);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    }

    #[test]
    fn other_files_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cache");
        let error = |text: &str| {
            std::fs::write(&path, text).unwrap();
            Answers::open(&path).unwrap_err().to_string()
        };
        let other = error("(;SZ[9])");
        assert!(
            other.contains("cache:1: expected the head of a cache, found `(;SZ[9])`"),
            "{other}"
        );
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "(;SZ[9])");
        let damaged = error(&format!("{HEAD}\nlead\ta\t0\tmany\n"));
        assert!(
            damaged.contains("cache:2: expected a number in the last column"),
            "{damaged}"
        );
    }
}
