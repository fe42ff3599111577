//! Blesses results: writes an engine's answers into a suite, so that later runs report only
//! changes.
//!
//! Start reading at [`bless`].

use std::collections::BTreeMap;

use crate::result::{Class, TestResult};
use crate::suite::{Expectation, Suite};

/// What to write into the suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blessing {
    /// The mark `*`: set it where a test fails, remove it where the test passes.
    Marks,
    /// The answer itself, as the new expectation.
    Answers,
}

/// A suite's new text.
#[derive(Debug, PartialEq, Eq)]
pub struct Blessed {
    /// The file's bytes.
    pub bytes: Vec<u8>,
    /// The tests whose expectation has changed.
    pub changed: Vec<u64>,
}

/// The bytes of a suite with new expectations from these results; everything else stays as it is.
///
/// Unchanged are also tests without an answer, tests without an expectation of their own, ignored
/// tests, and tests without a result.
pub fn bless(suite: &Suite, bytes: &[u8], tested: &[&TestResult], what: Blessing) -> Blessed {
    let mut lines: BTreeMap<usize, Vec<u8>> = BTreeMap::new();
    let mut changed = Vec::new();
    for (step, test) in suite.tests() {
        let Expectation::Answer(expected) = &test.expectation else {
            continue;
        };
        let result = (tested.iter()).find(|one| one.id == test.id && one.command == step.command);
        let Some(result) = result.filter(|one| one.trouble.is_none()) else {
            continue;
        };
        let is_written = expected.line != step.line;
        if expected.ignored || !is_written {
            continue;
        }
        let text = match (what, result.class()) {
            (_, Class::UnexpectedPass) => format!("#? [{}]", expected.text),
            (Blessing::Marks, Class::UnexpectedFail) => format!("#? [{}]*", expected.text),
            (Blessing::Answers, class) if class.pass() == Some(false) => {
                // The answer is plain text and the expectation a regular expression, so escape it.
                format!("#? [{}]", regex::escape(&result.answer))
            }
            _ => continue,
        };
        lines.insert(expected.line, in_encoding_of(bytes, &text));
        changed.push(test.id);
    }
    let mut out = Vec::with_capacity(bytes.len() + 2 * changed.len());
    for (index, line) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
        match lines.get(&(index + 1)) {
            None => out.extend_from_slice(line),
            Some(text) => {
                out.extend_from_slice(text);
                let content = line.trim_ascii_end().len();
                let end = line[content..]
                    .iter()
                    .position(|byte| b"\r\n".contains(byte));
                out.extend_from_slice(end.map_or(&[], |end| &line[content + end..]));
            }
        }
    }
    Blessed {
        bytes: out,
        changed,
    }
}

/// Encodes a text like the file: as UTF-8 if the file is valid UTF-8, else as Latin-1.
fn in_encoding_of(file: &[u8], text: &str) -> Vec<u8> {
    if std::str::from_utf8(file).is_ok() {
        return text.as_bytes().to_vec();
    }
    (text.chars())
        .map(|c| u8::try_from(c).unwrap_or(b'?'))
        .collect()
}
