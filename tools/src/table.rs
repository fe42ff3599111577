//! The table of a match: a `.dat` file with gogui-twogtp's columns and a row for each finished
//! game.
//!
//! The file is all that a match needs in order to continue after it was killed. A row is written
//! completely and synced after the game's record is on the disk. Opening the table removes a row
//! that a crash left incomplete. Start reading at [`ResultTable::open`].
//!
//! Columns belong to the engines, not to the colours: B is the engine that `--black` names. In
//! games with ALT 1, where it had White, results are written with the colours exchanged.

use std::io;
use std::path::{Path, PathBuf};

use katachi_teacher::row_file::{OpenError, RowFile, one_line};

use crate::result::GameResult;

/// The line above the rows.
const COLUMNS: &str =
    "#GAME\tRES_B\tRES_W\tRES_R\tALT\tDUP\tLEN\tTIME_B\tTIME_W\tCPU_B\tCPU_W\tERR\tERR_MSG";

/// The header fields that may differ between runs.
const VOLATILE: [&str; 1] = ["Date"];

/// One finished game.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Its number, from 0.
    pub game: usize,
    /// The result according to the first engine, as if it had had Black.
    pub black: GameResult,
    /// The result according to the second engine, likewise.
    pub white: GameResult,
    /// The result according to the referee, likewise.
    pub referee: GameResult,
    /// Whether the engines had exchanged colours.
    pub alternated: bool,
    /// The number of an earlier game with the same moves.
    pub duplicate: Option<usize>,
    /// The number of moves.
    pub length: usize,
    /// The seconds that the first and the second engine took for their moves.
    pub time: [f64; 2],
    /// Their seconds of processor time, if known.
    pub cpu: [Option<f64>; 2],
    /// The error, if there was one.
    pub error: Option<String>,
}

/// Why a table cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The system refused an operation.
    #[error("{}: {source}", path.display())]
    Io {
        /// The table.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Another process uses it.
    #[error("{}: another twogtp is writing this table; wait for it or use another --prefix", .0.display())]
    Locked(PathBuf),
    /// The file is not a table.
    #[error("{}:{line}: expected {expected}, found `{found}`; repair the line or use another --prefix", path.display())]
    Syntax {
        /// The table.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The expected text.
        expected: String,
        /// The text found.
        found: String,
    },
    /// Its games were played on other terms.
    #[error(
        "{}: its games were played with {name} `{old}`, now it is `{new}`; use the same options to go on, or another --prefix",
        path.display()
    )]
    OtherTerms {
        /// The table.
        path: PathBuf,
        /// The header field.
        name: String,
        /// The value in the table.
        old: String,
        /// The value from the options.
        new: String,
    },
}

/// A table to which games are added. Only one process can open it at a time.
#[derive(Debug)]
pub struct ResultTable {
    path: PathBuf,
    file: RowFile,
    rows: Vec<Row>,
}

impl ResultTable {
    /// Opens the table of a match, or creates it.
    ///
    /// # Errors
    /// If another process uses it, the file is not a table, or its header differs from this one in
    /// anything but the date.
    pub fn open(path: &Path, header: &[(&str, String)]) -> Result<Self, TableError> {
        let fail = |source| TableError::Io {
            path: path.to_path_buf(),
            source,
        };
        let (file, text) = RowFile::resume(path).map_err(|error| match error {
            OpenError::Locked => TableError::Locked(path.to_path_buf()),
            OpenError::Io(source) => fail(source),
        })?;
        let found = Parsed::read(path, &text)?;
        let mut table = Self {
            path: path.to_path_buf(),
            file,
            rows: Vec::new(),
        };
        if found.has_columns {
            compare(path, &found.header, header)?;
            table.file.cut(found.whole).map_err(fail)?;
            table.rows = found.rows;
        } else {
            // Without a complete header, no game was recorded: begin again.
            table.file.cut(0).map_err(fail)?;
            let fields = header.iter();
            let fields = fields.map(|(name, value)| format!("# {name}: {}\n", one_line(value)));
            let text = fields.collect::<String>() + "#\n" + COLUMNS + "\n";
            table.file.append(&text).map_err(fail)?;
        }
        Ok(table)
    }

    /// The rows so far, in the order of the file.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Adds a row and syncs it to the disk.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn append(&mut self, row: Row) -> Result<(), TableError> {
        let line = row.to_line() + "\n";
        self.file.append(&line).map_err(|source| TableError::Io {
            path: self.path.clone(),
            source,
        })?;
        self.rows.push(row);
        Ok(())
    }
}

/// Reads the rows of a table without locking it.
///
/// # Errors
/// If it cannot be read or is not a table.
pub fn read_rows(path: &Path) -> Result<Vec<Row>, TableError> {
    let bytes = katachi_files::read(path).map_err(|source| TableError::Io {
        path: path.to_path_buf(),
        source,
    })?;
    Ok(Parsed::read(path, &String::from_utf8_lossy(&bytes))?.rows)
}

/// The contents of a file.
#[derive(Default)]
struct Parsed {
    header: Vec<(String, String)>,
    has_columns: bool,
    rows: Vec<Row>,
    /// The number of bytes in complete and valid lines.
    whole: usize,
}

impl Parsed {
    fn read(path: &Path, text: &str) -> Result<Self, TableError> {
        let mut parsed = Self::default();
        let mut lines = (1..).zip(text.split_inclusive('\n')).peekable();
        while let Some((number, line)) = lines.next() {
            let is_last = lines.peek().is_none();
            let Some(content) = line.strip_suffix('\n') else {
                break;
            };
            let content = content.strip_suffix('\r').unwrap_or(content);
            let syntax = |expected: String| TableError::Syntax {
                path: path.to_path_buf(),
                line: number,
                expected,
                found: content.chars().take(60).collect(),
            };
            if parsed.has_columns {
                match Row::from_line(content) {
                    Ok(row) if parsed.rows.iter().any(|other| other.game == row.game) => {
                        return Err(syntax("each game once".to_owned()));
                    }
                    Ok(row) => parsed.rows.push(row),
                    // After a crash, the disk may return the end of the file full of zeros.
                    Err(_) if is_last => break,
                    Err(expected) => return Err(syntax(expected)),
                }
            } else if content == COLUMNS {
                parsed.has_columns = true;
            } else if let Some(field) = content.strip_prefix('#') {
                if let Some((name, value)) = field.split_once(':') {
                    let (name, value) = (name.trim().to_owned(), value.trim().to_owned());
                    parsed.header.push((name, value));
                }
            } else {
                return Err(syntax("a header line that begins with `#`".to_owned()));
            }
            parsed.whole += line.len();
        }
        let started = text.starts_with("# ") || "# ".starts_with(text);
        if !parsed.has_columns && !started {
            return Err(TableError::Syntax {
                path: path.to_path_buf(),
                line: 1,
                expected: "the header of a table".to_owned(),
                found: text
                    .lines()
                    .next()
                    .unwrap_or_default()
                    .chars()
                    .take(60)
                    .collect(),
            });
        }
        Ok(parsed)
    }
}

/// An error for the first field in which the headers differ.
fn compare(
    path: &Path,
    old: &[(String, String)],
    new: &[(&str, String)],
) -> Result<(), TableError> {
    for (name, value) in new.iter().filter(|(name, _)| !VOLATILE.contains(name)) {
        let found = old.iter().find(|(other, _)| other == name);
        let found = found.map_or("(nothing)", |(_, found)| found);
        let value = one_line(value);
        if found != value.trim() {
            return Err(TableError::OtherTerms {
                path: path.to_path_buf(),
                name: (*name).to_owned(),
                old: found.to_owned(),
                new: value,
            });
        }
    }
    Ok(())
}

impl Row {
    fn to_line(&self) -> String {
        let flag = |flag: bool| if flag { "1" } else { "0" }.to_owned();
        let seconds = |seconds: Option<f64>| seconds.map_or("?".to_owned(), |s| format!("{s:.2}"));
        let error = self.error.as_deref().unwrap_or_default();
        [
            self.game.to_string(),
            self.black.to_string(),
            self.white.to_string(),
            self.referee.to_string(),
            flag(self.alternated),
            self.duplicate
                .map_or("-".to_owned(), |game| game.to_string()),
            self.length.to_string(),
            seconds(Some(self.time[0])),
            seconds(Some(self.time[1])),
            seconds(self.cpu[0]),
            seconds(self.cpu[1]),
            flag(self.error.is_some()),
            one_line(error),
        ]
        .join("\t")
    }

    /// Parses a row; the error says what was expected.
    fn from_line(line: &str) -> Result<Self, String> {
        let fields: Vec<&str> = line.split('\t').collect();
        let &[
            game,
            black,
            white,
            referee,
            alternated,
            duplicate,
            length,
            time_b,
            time_w,
            cpu_b,
            cpu_w,
            failed,
            ref message @ ..,
        ] = fields.as_slice()
        else {
            return Err("a row of 13 columns".to_owned());
        };
        let count = |text: &str, what: &str| {
            let number = text.parse::<usize>();
            number.map_err(|_| format!("{what} as a number in the row"))
        };
        let seconds = |text: &str| match text {
            "?" | "-" | "" => Ok(None),
            text => match text.parse::<f64>() {
                Ok(seconds) => Ok(Some(seconds)),
                Err(_) => Err(format!("seconds in the row, not `{text}`")),
            },
        };
        let result = |text: &str| match text.parse::<GameResult>() {
            Ok(GameResult::Unknown) if text != "?" => {
                Err(format!("a result in the row, not `{text}`"))
            }
            Ok(result) => Ok(result),
        };
        Ok(Self {
            game: count(game, "the number of the game")?,
            black: result(black)?,
            white: result(white)?,
            referee: result(referee)?,
            alternated: alternated == "1",
            duplicate: match duplicate.trim_end_matches('?') {
                "-" => None,
                number => Some(count(number, "the game that this one repeats")?),
            },
            length: count(length, "the length")?,
            time: [
                seconds(time_b)?.unwrap_or_default(),
                seconds(time_w)?.unwrap_or_default(),
            ],
            cpu: [seconds(cpu_b)?, seconds(cpu_w)?],
            error: (failed == "1").then(|| message.join(" ")),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(game: usize) -> Row {
        Row {
            game,
            black: "B+3.5".parse().unwrap(),
            white: "B+4.5".parse().unwrap(),
            referee: GameResult::Unknown,
            alternated: game % 2 == 1,
            duplicate: (game == 3).then_some(1),
            length: 55,
            time: [1.25, 0.5],
            cpu: [None, Some(0.75)],
            error: (game == 2).then(|| "it died:\n\tno reason".to_owned()),
        }
    }

    fn header(komi: &str) -> Vec<(&'static str, String)> {
        vec![
            ("Black", "GNU Go:3.8".to_owned()),
            ("Komi", komi.to_owned()),
            ("Date", format!("today {komi}")),
        ]
    }

    #[test]
    fn rows_come_back_and_gogui_could_read_them() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.dat");
        let mut table = ResultTable::open(&path, &header("7")).unwrap();
        for game in 0..4 {
            table.append(row(game)).unwrap();
        }
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.starts_with("# Black: GNU Go:3.8\n# Komi: 7\n"));
        let line = "2\tB+3.5\tB+4.5\t?\t0\t-\t55\t1.25\t0.50\t?\t0.75\t1\tit died: no reason\n";
        assert!(text.contains(line), "{text}");
        let rows = read_rows(&path).unwrap();
        assert_eq!(rows[3], row(3));
        assert_eq!(rows[2].error.as_deref(), Some("it died: no reason"));
        drop(table);
        assert_eq!(
            ResultTable::open(&path, &header("7")).unwrap().rows().len(),
            4
        );
    }

    #[test]
    fn a_table_cut_anywhere_goes_on_with_its_whole_rows() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.dat");
        let mut table = ResultTable::open(&path, &header("7")).unwrap();
        for game in 0..3 {
            table.append(row(game)).unwrap();
        }
        drop(table);
        let whole = std::fs::read(&path).unwrap();
        for length in 0..whole.len() {
            std::fs::write(&path, &whole[..length]).unwrap();
            let mut table = ResultTable::open(&path, &header("7")).unwrap();
            let had = table.rows().len();
            let newline = |byte: &u8| *byte == b'\n';
            let lines = whole[..length].split_inclusive(newline);
            let lines = lines
                .filter(|line| line.last().is_some_and(newline))
                .count();
            assert_eq!(had, lines.saturating_sub(5));
            for game in had..3 {
                table.append(row(game)).unwrap();
            }
            drop(table);
            assert_eq!(std::fs::read(&path).unwrap(), whole, "cut at {length}");
        }
        // Damage to the last row that a crash of the system can cause.
        let mut broken = whole.clone();
        let last = broken.len() - 10;
        broken[last - 40..].fill(0);
        broken.push(b'\n');
        std::fs::write(&path, &broken).unwrap();
        assert_eq!(
            ResultTable::open(&path, &header("7")).unwrap().rows().len(),
            2
        );
    }

    #[test]
    fn other_terms_other_files_and_other_writers_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.dat");
        let mut table = ResultTable::open(&path, &header("7")).unwrap();
        table.append(row(0)).unwrap();
        let error = ResultTable::open(&path, &header("7")).unwrap_err();
        assert!(matches!(error, TableError::Locked(_)), "{error}");
        table.append(row(1)).unwrap();
        drop(table);
        let error = ResultTable::open(&path, &header("6.5"))
            .unwrap_err()
            .to_string();
        assert!(error.contains("with Komi `7`, now it is `6.5`"), "{error}");
        let good = std::fs::read_to_string(&path).unwrap();
        let error = |text: String| {
            std::fs::write(&path, text).unwrap();
            ResultTable::open(&path, &header("7"))
                .unwrap_err()
                .to_string()
        };
        let twice = good.lines().nth(5).unwrap().to_owned() + "\n";
        assert!(error(good.clone() + &twice).contains("a.dat:8: expected each game once"));
        let bad = error(good.replace("\t55\t", "\tfive\t"));
        assert!(
            bad.contains("a.dat:6: expected the length as a number"),
            "{bad}"
        );
        assert!(error("my notes".to_owned()).contains("a.dat:1: expected the header"));
        assert!(error("my\nnotes\n".to_owned()).contains("a.dat:1: expected a header line"));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "my\nnotes\n");
    }
}
