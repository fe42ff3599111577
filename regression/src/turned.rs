//! A board that the engine sees turned or mirrored.
//!
//! What an engine answers should not depend on the side from which it looks at a board. So a suite
//! that an engine was tuned on tells, turned, how much of what passes was luck. [`Turned`] stands
//! between suite and engine: it turns the records and vertices of commands, and turns those of
//! answers back.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use katachi_board::{BoardSize, Point, Symmetry};
use katachi_sgf::{Action, Collection, Coord, Size};
use regex::{Captures, Regex};
use tempfile::TempDir;

/// What may be a vertex in an answer.
static VERTEX: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\b[A-HJ-Z][0-9]{1,2}\b").expect("a regular expression"));

/// Why a record cannot be turned.
#[derive(Debug, thiserror::Error)]
pub enum TurnError {
    /// It cannot be read, or its image not be written.
    #[error("cannot turn {path}: {source}")]
    File {
        /// The record.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// It is no record of a game.
    #[error("cannot turn {path}: {why}; correct the record, or run the suite without --turned")]
    Record {
        /// The record.
        path: PathBuf,
        /// What was found.
        why: String,
    },
}

/// Turns what goes to an engine, and turns back what comes from it.
#[derive(Debug)]
pub struct Turned {
    symmetry: Symmetry,
    size: BoardSize,
    /// Where the names of records start.
    folder: PathBuf,
    /// Where the turned record is.
    place: TempDir,
}

impl Turned {
    /// For an engine that runs in this folder, with the usual board.
    ///
    /// # Errors
    /// If no folder for turned records can be made.
    pub fn new(symmetry: Symmetry, folder: &Path) -> io::Result<Self> {
        Ok(Self {
            symmetry,
            size: BoardSize::NINETEEN,
            folder: folder.to_owned(),
            place: TempDir::new()?,
        })
    }

    /// The command that sets up or asks about the turned board.
    ///
    /// Of a record its main line is turned: the set-up and the moves, with board size, komi,
    /// handicap and rules.
    ///
    /// # Errors
    /// [`TurnError`], if the command loads a record.
    pub fn command(&mut self, command: &str) -> Result<String, TurnError> {
        let mut words = command.split_whitespace();
        let name = words.next().unwrap_or_default();
        let mut turned = vec![name.to_owned()];
        match name {
            "boardsize" => {
                let lines = words.clone().next().and_then(|word| word.parse().ok());
                self.size = lines.and_then(BoardSize::new).unwrap_or(self.size);
            }
            "loadsgf" => {
                if let Some(path) = words.next() {
                    turned.push(self.record(&self.folder.join(path))?.display().to_string());
                }
            }
            _ => {}
        }
        turned.extend(words.map(|word| self.vertex(word, self.symmetry)));
        Ok(turned.join(" "))
    }

    /// The answer as it would be about the board of the suite.
    pub fn answer(&self, text: &str) -> String {
        let back = |found: &Captures| self.vertex(&found[0], self.symmetry.inverse());
        VERTEX.replace_all(text, back).into_owned()
    }

    /// The image of a vertex; other words as they are.
    fn vertex(&self, word: &str, symmetry: Symmetry) -> String {
        match Point::from_vertex(word, self.size) {
            Ok(point) => {
                let image = symmetry.apply_to_point(point, self.size);
                image.vertex(self.size).to_string()
            }
            Err(_) => word.to_owned(),
        }
    }

    /// Turns a record; returns the file with its image.
    fn record(&mut self, path: &Path) -> Result<PathBuf, TurnError> {
        let failed = |source| TurnError::File {
            path: path.to_owned(),
            source,
        };
        let wrong = |why: String| TurnError::Record {
            path: path.to_owned(),
            why,
        };
        let bytes = katachi_files::read(path).map_err(failed)?;
        let parsed = katachi_sgf::parse(&bytes).map_err(|error| wrong(error.to_string()))?;
        let image = self.image(&parsed.collection).map_err(wrong)?;
        let place = self.place.path().join("turned.sgf");
        let text = katachi_sgf::write(&image);
        katachi_files::write(&place, text.as_bytes()).map_err(failed)?;
        Ok(place)
    }

    /// The image of the main line of the first game, whose board is the one from now on.
    fn image(&mut self, record: &Collection) -> Result<Collection, String> {
        let root = record.roots().next().ok_or("it has no game")?;
        self.size = katachi_sgf::board_size(root).map_err(|error| error.to_string())?;
        let size = Size::from(self.size);
        let turned = |at: Coord| match at.on_board(self.size) {
            Some(point) => Coord::from(self.symmetry.apply_to_point(point, self.size)),
            None => at,
        };
        let mut image = Collection::new();
        let mut editor = image.new_game();
        for name in ["SZ", "KM", "HA", "RU"] {
            if let Some(value) = root.value(name) {
                (editor.set(name, &value.text())).map_err(|error| error.to_string())?;
            }
        }
        for (at, node) in root.main_line().enumerate() {
            if at > 0 {
                editor.child();
            }
            for action in node.actions(size) {
                match action.map_err(|warning| warning.to_string())? {
                    Action::Setup { stone, at } => editor.stones(stone, [turned(at)]),
                    Action::Player(color) => editor.to_move(color),
                    Action::Play { color, at } => {
                        let at = at.map(|at| turned(at).to_string()).unwrap_or_default();
                        (editor.add(color.letter(), &at)).map_err(|error| error.to_string())?
                    }
                };
            }
        }
        Ok(image)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turned(number: usize, folder: &Path) -> Turned {
        let symmetry = Symmetry::new(number).expect("a symmetry");
        Turned::new(symmetry, folder).expect("a folder")
    }

    #[test]
    fn answers_are_turned_back() {
        for number in 0..8 {
            let mut board = turned(number, Path::new("."));
            board.command("boardsize 9").expect("no record");
            let sent = board.command("attack C2").expect("no record");
            let vertex = sent.strip_prefix("attack ").expect("the same command");
            assert_eq!(vertex == "C2", number == 0, "{sent}");
            assert_eq!(board.answer(&format!("1 {vertex}")), "1 C2");
            // No vertices: results, passes, points beside the board.
            for other in ["W+9.5", "PASS", "0", "Z25", "PC2"] {
                assert_eq!(board.answer(other), other);
            }
        }
    }

    #[test]
    fn a_quarter_turn_is_clockwise() {
        let mut board = turned(1, Path::new("."));
        assert_eq!(board.command("play b C18").expect("legal"), "play b S17");
        assert_eq!(board.command("genmove w").expect("legal"), "genmove w");
    }

    #[test]
    fn records_are_turned_with_set_up_moves_and_passes() {
        let folder = TempDir::new().expect("a folder");
        let text = "(;SZ[9]KM[5.5]AB[aa:ba]PL[W];W[ia](;B[];W[ci])(;B[ee]))";
        std::fs::write(folder.path().join("a.sgf"), text).expect("written");
        let mut board = turned(1, folder.path());
        let sent = board.command("loadsgf a.sgf J9").expect("a record");
        let [_, path, until] = sent.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{sent}");
        };
        assert_eq!(until, "J1");
        let image = std::fs::read_to_string(path).expect("a file");
        assert_eq!(
            image.replace('\n', ""),
            "(;GM[1]FF[4]CA[UTF-8]SZ[9]KM[5.5]AB[ia][ib]PL[W];W[ii];B[];W[ac])"
        );
    }

    #[test]
    fn what_cannot_be_turned_says_why() {
        let folder = TempDir::new().expect("a folder");
        std::fs::write(folder.path().join("a.sgf"), "no record").expect("written");
        let mut board = turned(2, folder.path());
        for name in ["a.sgf", "missing.sgf"] {
            let error = board.command(&format!("loadsgf {name}")).expect_err(name);
            assert!(error.to_string().contains(name), "{error}");
        }
    }
}
