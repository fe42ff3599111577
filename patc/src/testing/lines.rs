//! Which comments are a test: a line that begins with `# patc: test`, and the comments directly
//! below it.
//!
//! A line `#`, a blank line, any line of a pattern, and another comment to patc end a test.

use crate::lint::allow::PREFIX;
use crate::source::{Source, Span};

/// The beginning of a test.
pub(crate) const START: &str = "# patc: test";

/// Whether a line begins a test.
pub fn begins(line: &str) -> bool {
    let rest = line.strip_prefix(START);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(|c: char| c.is_ascii_whitespace()))
}

/// Whether a line below the first one belongs to a test.
pub fn continues(line: &str) -> bool {
    let text = line.strip_prefix('#').unwrap_or_default();
    !text.trim().is_empty() && !line.starts_with(PREFIX)
}

/// The lines of a test.
pub(super) struct Block {
    /// The first line, from the word `test` on.
    pub header: Span,
    /// The text of the lines of its drawing, without `#` and the blank behind it.
    pub rows: Vec<Span>,
    /// Where the name of the pattern above begins.
    pub pattern: Option<usize>,
}

/// The tests of a source.
pub(super) fn blocks(source: &Source) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut pattern = None;
    let mut is_inside = false;
    let mut start = 0;
    for line in source.text().split_inclusive('\n') {
        let text = line.trim_end();
        let span = Span::new(start, start + text.len());
        start += line.len();
        if begins(text) {
            let at = PREFIX.len() + 1;
            blocks.push(Block {
                header: span.part(at, text.len() - at),
                rows: Vec::new(),
                pattern,
            });
            is_inside = true;
        } else if is_inside && continues(text) {
            let at = if text.starts_with("# ") { 2 } else { 1 };
            if let Some(block) = blocks.last_mut() {
                block.rows.push(span.part(at, text.len() - at));
            }
        } else {
            is_inside = false;
        }
        if let Some(rest) = text.strip_prefix("Pattern") {
            let blanks = rest.len() - rest.trim_start().len();
            pattern = Some(span.start + text.len() - rest.len() + blanks);
        }
    }
    blocks
}
