//! Openings: the starting positions of a match's games, read from game records.

use std::io;
use std::path::{Path, PathBuf};

use katachi_board::{BoardSize, Rules};

use katachi_sgf::{Sequence, SequenceError, board_size, vertex};

/// One opening.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The file and, if it has several lines, the number of the line: `9x9.sgf #3`.
    pub name: String,
    /// Stones and moves.
    pub sequence: Sequence,
}

/// The openings of a match, in the order of their use.
#[derive(Clone, Debug, Default)]
pub struct Openings {
    list: Vec<Opening>,
}

/// Why openings cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum OpeningsError {
    /// A file or folder cannot be read.
    #[error("{}: {source}", path.display())]
    Read {
        /// The path.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file is not a game record.
    #[error("{}:{source}", path.display())]
    Parse {
        /// The path.
        path: PathBuf,
        /// The place and the reason.
        source: katachi_sgf::Error,
    },
    /// A record is not a legal game.
    #[error("{}:{source}", path.display())]
    Record {
        /// The path.
        path: PathBuf,
        /// The place and the reason.
        source: SequenceError,
    },
    /// A record has another board size than the match.
    #[error(
        "{}: expected openings for a board of {expected} lines, found one for {found}; name other openings or another --size",
        path.display()
    )]
    OtherSize {
        /// The file.
        path: PathBuf,
        /// The size of the match.
        expected: BoardSize,
        /// The record's size.
        found: BoardSize,
    },
    /// An opening with two passes, which end the game before an engine has moved.
    #[error("{}: the opening `{name}` ends with two passes; remove them", path.display())]
    Over {
        /// The file.
        path: PathBuf,
        /// The opening.
        name: String,
    },
    /// A folder without records.
    #[error("{}: expected files that end in .sgf, found none", .0.display())]
    Empty(PathBuf),
}

impl Openings {
    /// Reads files, and all `.sgf` files of folders in the order of their names. Each line of
    /// variations in a file is an opening.
    ///
    /// # Errors
    /// The file that cannot be used, with place and reason.
    pub fn read(paths: &[PathBuf], size: BoardSize, rules: Rules) -> Result<Self, OpeningsError> {
        let mut openings = Self::default();
        for path in paths {
            if path.is_dir() {
                for file in records_in(path)? {
                    openings.add(&file, size, rules)?;
                }
            } else {
                openings.add(path, size, rules)?;
            }
        }
        Ok(openings)
    }

    fn add(&mut self, path: &Path, size: BoardSize, rules: Rules) -> Result<(), OpeningsError> {
        let bytes = katachi_files::read(path).map_err(|source| read_error(path, source))?;
        let parsed = katachi_sgf::parse(&bytes).map_err(|source| OpeningsError::Parse {
            path: path.to_path_buf(),
            source,
        })?;
        let record = |source| OpeningsError::Record {
            path: path.to_path_buf(),
            source,
        };
        let mut found = Vec::new();
        for root in parsed.collection.roots() {
            let its_size = board_size(root).map_err(record)?;
            if its_size != size {
                return Err(OpeningsError::OtherSize {
                    path: path.to_path_buf(),
                    expected: size,
                    found: its_size,
                });
            }
            found.extend(Sequence::of_every_line(root, rules).map_err(record)?);
        }
        let file = path.file_name().unwrap_or(path.as_os_str());
        let file = file.to_string_lossy();
        let several = found.len() > 1;
        for (number, sequence) in (1..).zip(found) {
            let name = if several {
                format!("{file} #{number}")
            } else {
                file.clone().into_owned()
            };
            if let [.., (_, None), (_, None)] = *sequence.moves {
                let path = path.to_path_buf();
                return Err(OpeningsError::Over { path, name });
            }
            self.list.push(Opening { name, sequence });
        }
        Ok(())
    }

    /// The number of openings.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are none; then games start on an empty board.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The opening of a game. Each game takes the next one; with alternating colours, each pair of
    /// games.
    pub fn of_game(&self, game: usize, alternate: bool) -> Option<&Opening> {
        let turn = if alternate { game / 2 } else { game };
        self.list.get(turn.checked_rem(self.list.len())?)
    }

    /// The number of openings and a fingerprint of them, which depends on their order.
    pub fn summary(&self, size: BoardSize) -> String {
        let mut hasher = blake3::Hasher::new();
        for opening in &self.list {
            let sequence = &opening.sequence;
            for &(color, at) in &sequence.stones {
                hasher.update(format!("A{color}{}", at.vertex(size)).as_bytes());
            }
            for &(color, at) in &sequence.moves {
                hasher.update(format!("{color}{}", vertex(at, size)).as_bytes());
            }
            hasher.update(format!("{}\n", sequence.to_move()).as_bytes());
        }
        let fingerprint: String = hasher.finalize().to_hex().chars().take(16).collect();
        format!("{} {fingerprint}", self.list.len())
    }
}

/// The `.sgf` files of a folder in the order of their names.
fn records_in(folder: &Path) -> Result<Vec<PathBuf>, OpeningsError> {
    let fail = |source| read_error(folder, source);
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(fail)? {
        let path = entry.map_err(fail)?.path();
        if (path.extension()).is_some_and(|end| end.eq_ignore_ascii_case("sgf")) {
            files.push(path);
        }
    }
    files.sort();
    if files.is_empty() {
        return Err(OpeningsError::Empty(folder.to_path_buf()));
    }
    Ok(files)
}

fn read_error(path: &Path, source: io::Error) -> OpeningsError {
    let path = path.to_path_buf();
    OpeningsError::Read { path, source }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_of_folders_and_files() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            path
        };
        write("b.sgf", "(;SZ[9];B[ee])");
        write("a.SGF", "(;SZ[9](;B[cc])(;B[gg]))");
        write("c.txt", "no record");
        let size = BoardSize::new(9).unwrap();
        let read = |path: PathBuf| Openings::read(&[path], size, Rules::SIMPLE);
        let openings = read(folder.path().to_path_buf()).unwrap();
        let name = |game, alternate| openings.of_game(game, alternate).unwrap().name.clone();
        let names: Vec<_> = (0..4).map(|game| name(game, false)).collect();
        assert_eq!(names, ["a.SGF #1", "a.SGF #2", "b.sgf", "a.SGF #1"]);
        assert_eq!(
            (name(1, true), name(2, true)),
            (name(0, false), name(1, false))
        );
        let one = read(folder.path().join("b.sgf")).unwrap();
        assert_ne!(openings.summary(size), one.summary(size));
        assert!(Openings::default().of_game(3, true).is_none());

        let error = |path: PathBuf| read(path).unwrap_err().to_string();
        assert!(error(write("d.sgf", "(;SZ[13];B[ee])")).contains("found one for 13"));
        assert!(error(write("d.sgf", "(;SZ[9];B[ee];W[ee])")).contains("d.sgf:1:14: move 2"));
        assert!(error(write("d.sgf", "(;SZ[9];B[];W[])")).contains("two passes"));
        assert!(error(folder.path().join("c.txt")).contains("c.txt:1:10: expected a game tree"));
        assert!(error(folder.path().join("none")).contains("none: "));
    }
}
