//! Keeps documentation correct: tests generate parts of text files and compare them.
//!
//! A test generates the expected text of a file and calls [`expect_file`]. With `UPDATE_DOCS=1` in
//! the environment, the file is rewritten instead of compared.

use std::ops::Range;
use std::path::PathBuf;

use libtest_mimic::Failed;

use crate::workspace_root;

/// A fenced block of a Markdown text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fence {
    /// The text after the opening fence, such as `db mine.db`.
    pub info: String,
    /// The range of its lines in the text, without the fences.
    pub body: Range<usize>,
}

/// The fenced blocks of a Markdown text, in order.
pub fn fences(text: &str) -> Vec<Fence> {
    let mut fences = Vec::new();
    let mut open: Option<(String, usize)> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let next = at + line.len();
        if let Some(info) = line.trim_end().strip_prefix("```") {
            open = match open.take() {
                Some((info, start)) => {
                    let body = start..at;
                    fences.push(Fence { info, body });
                    None
                }
                None => Some((info.trim().to_owned(), next)),
            };
        }
        at = next;
    }
    fences
}

/// Replaces the text between each line `begin NAME end` and the next line `stop` by the result of
/// `make` for NAME.
///
/// # Errors
/// A part without its end, or an error of `make`.
pub fn replace_parts(
    text: &str,
    (begin, end, stop): (&str, &str, &str),
    mut make: impl FnMut(&str) -> Result<String, Failed>,
) -> Result<String, Failed> {
    let mut new = String::new();
    let mut inside: Option<&str> = None;
    for line in text.split_inclusive('\n') {
        let name = (line.trim())
            .strip_prefix(begin)
            .and_then(|rest| rest.strip_suffix(end));
        if let (None, Some(name)) = (inside, name) {
            inside = Some(name.trim());
            new.push_str(line);
            new.push_str(&make(name.trim())?);
        } else if inside.is_some() && line.trim() == stop {
            inside = None;
            new.push_str(line);
        } else if inside.is_none() {
            new.push_str(line);
        }
    }
    match inside {
        Some(name) => Err(format!("expected `{stop}` after the part `{name}`, found none").into()),
        None => Ok(new),
    }
}

/// A text file of the project, by its path from the root.
///
/// # Errors
/// If the file cannot be read.
pub fn read_file(path: &str) -> Result<String, Failed> {
    let file = workspace_root().join(path);
    std::fs::read_to_string(&file).map_err(|error| format!("{path}: {error}").into())
}

/// Compares a file of the project with the expected text; with `UPDATE_DOCS=1`, rewrites it.
///
/// # Errors
/// The first line that differs, and how to rewrite the file.
pub fn expect_file(path: &str, expected: &str) -> Result<(), Failed> {
    let found = read_file(path).unwrap_or_default();
    if found == expected {
        return Ok(());
    }
    if std::env::var_os("UPDATE_DOCS").is_some() {
        let file: PathBuf = workspace_root().join(path);
        return std::fs::write(&file, expected).map_err(|error| format!("{path}: {error}").into());
    }
    let mut lines =
        (found.lines().map(Some).chain([None])).zip(expected.lines().map(Some).chain([None]));
    let (number, (old, new)) = (lines.by_ref().enumerate())
        .find(|(_, (old, new))| old != new)
        .unwrap_or_default();
    let line = number + 1;
    let (old, new) = (old.unwrap_or("the end"), new.unwrap_or("the end"));
    Err(format!(
        "{path}:{line}: expected\n  {new}\nfound\n  {old}\nUPDATE_DOCS=1 with this test rewrites the file; then read whether the text around it is still true"
    )
    .into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fences_and_parts_are_found() {
        let text = "a\n```db x\n1\n2\n```\nb\n```\n```\n";
        let found = fences(text);
        assert_eq!(found.len(), 2);
        assert_eq!(
            (found[0].info.as_str(), &text[found[0].body.clone()]),
            ("db x", "1\n2\n")
        );
        assert_eq!(
            (found[1].info.as_str(), &text[found[1].body.clone()]),
            ("", "")
        );
        let marks = ("<!-- table:", "-->", "<!-- end -->");
        let text = "a\n<!-- table: x -->\nold\n<!-- end -->\nb\n";
        let new = replace_parts(text, marks, |name| Ok(format!("new {name}\n")));
        let Ok(new) = new else { panic!("no text") };
        assert_eq!(new, "a\n<!-- table: x -->\nnew x\n<!-- end -->\nb\n");
        assert!(replace_parts("<!-- table: x -->\n", marks, |_| Ok(String::new())).is_err());
    }
}
