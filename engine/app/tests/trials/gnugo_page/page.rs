//! The page `docs/gnugo.md` as data: its tables, its files, and the pieces of its answers.

use std::path::Path;

use katachi_testkit::docs::{fences, read_file};
use libtest_mimic::Failed;
use regex::Regex;

/// A row of a table, its cells without blanks around them and with `\|` read as `|`.
#[derive(Clone, Debug)]
pub struct Row {
    pub cells: Vec<String>,
}

impl Row {
    /// The text of a cell; empty beyond the last one.
    pub fn text(&self, column: usize) -> &str {
        self.cells.get(column).map_or("", String::as_str)
    }

    /// The texts between backquotes in a cell.
    pub fn code(&self, column: usize) -> Vec<&str> {
        self.text(column).split('`').skip(1).step_by(2).collect()
    }

    /// The first text between backquotes, or why there is none.
    pub fn first(&self, column: usize) -> Result<&str, Failed> {
        let code = self.code(column).first().copied();
        code.ok_or_else(|| format!("docs/gnugo.md: no code in column {column}: {self:?}").into())
    }
}

/// The page.
pub struct Page {
    text: String,
    /// Names and regular expressions, as the page explains them.
    pieces: Vec<(String, String)>,
}

impl Page {
    /// Reads the page.
    pub fn read() -> Result<Self, Failed> {
        let text = read_file("docs/gnugo.md")?;
        let mut page = Self {
            text,
            pieces: Vec::new(),
        };
        for row in page.tables("Pieces of answers")? {
            let (name, stands_for) = (row.first(0)?.to_owned(), row.first(1)?.to_owned());
            // A piece may consist of those above it.
            let expanded = page.expand(&stands_for);
            page.pieces.push((name, expanded));
        }
        Ok(page)
    }

    /// The rows of all tables below a heading of the second level.
    pub fn tables(&self, heading: &str) -> Result<Vec<Row>, Failed> {
        let start = format!("\n## {heading}\n");
        let (_, below) = (self.text.split_once(&start))
            .ok_or_else(|| format!("docs/gnugo.md: no heading `## {heading}`"))?;
        let section = below.split("\n## ").next().unwrap_or(below);
        let lines: Vec<&str> = section.lines().collect();
        let is_rule = |line: &str| line.starts_with("|--");
        let mut rows = Vec::new();
        for (number, line) in lines.iter().enumerate() {
            let is_header = lines.get(number + 1).is_some_and(|next| is_rule(next));
            if line.starts_with('|') && !is_rule(line) && !is_header {
                rows.push(Row { cells: cells(line) });
            }
        }
        if rows.is_empty() {
            return Err(format!("docs/gnugo.md: no table below `## {heading}`").into());
        }
        Ok(rows)
    }

    /// Writes the files that the page shows: fenced blocks with a file name behind their language.
    pub fn write_files(&self, folder: &Path) -> Result<(), Failed> {
        for fence in fences(&self.text) {
            if let Some((_, name)) = fence.info.split_once(' ') {
                std::fs::write(folder.join(name), &self.text[fence.body])?;
            }
        }
        Ok(())
    }

    /// The regular expression that a text of the page stands for; it must match whole texts.
    pub fn grammar(&self, text: &str) -> Result<Regex, Failed> {
        let expanded = self.expand(text);
        let regex = Regex::new(&format!("^(?:{expanded})$"));
        regex.map_err(|error| format!("docs/gnugo.md: `{text}`: {error}").into())
    }

    /// Replaces the names of pieces.
    fn expand(&self, text: &str) -> String {
        let mut expanded = String::new();
        let is_letter = |letter: char| letter.is_ascii_uppercase() || letter == '_';
        let mut rest = text;
        while !rest.is_empty() {
            let end = rest.find(|letter| !is_letter(letter)).unwrap_or(rest.len());
            let (word, after) = rest.split_at(end);
            let piece = self.pieces.iter().find(|(name, _)| name == word);
            match piece {
                Some((_, stands_for)) => {
                    expanded.extend(["(?:", stands_for.as_str(), ")"]);
                }
                None => expanded.push_str(word),
            }
            // A letter behind a backslash, and everything that is no letter, stays.
            let next = after.find(is_letter).unwrap_or(after.len());
            let (other, after) = after.split_at(next);
            expanded.push_str(other);
            rest = after;
        }
        expanded
    }
}

/// The cells of a line of a table.
fn cells(line: &str) -> Vec<String> {
    let inner = line.trim().trim_matches('|');
    let marked = inner.replace("\\|", "\u{1}");
    let cells = marked.split('|');
    cells
        .map(|cell| cell.trim().replace('\u{1}', "|"))
        .collect()
}

/// How an option or a command of GNU Go stands here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It does the same.
    Same,
    /// It works, with a difference.
    Differs,
    /// It is refused, with a reason.
    Refused,
    /// It is not there yet.
    Missing,
}

impl State {
    /// The state that a cell begins with.
    pub fn of(cell: &str) -> Result<Self, Failed> {
        let word = cell.split([' ', ':', ',']).next().unwrap_or(cell);
        match word {
            "same" => Ok(Self::Same),
            "differs" => Ok(Self::Differs),
            "refused" => Ok(Self::Refused),
            "missing" => Ok(Self::Missing),
            _ => Err(format!(
                "docs/gnugo.md: expected same, differs, refused or missing, found `{cell}`"
            )
            .into()),
        }
    }
}
