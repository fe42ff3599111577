//! A text as editors address it: lines from 0, columns from 0 in UTF-16 code units.

use lsp_types::{Position, Range};

use crate::source::Span;

/// A text with the starts of its lines. `\n`, `\r\n` and `\r` end lines, as the protocol says.
#[derive(Clone, Debug)]
pub struct Text {
    text: String,
    starts: Vec<usize>,
}

impl Text {
    /// A text.
    pub fn new(text: String) -> Self {
        let bytes = text.as_bytes();
        let ends = bytes.iter().enumerate().filter(|&(at, byte)| match byte {
            b'\n' => true,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        });
        let starts = std::iter::once(0).chain(ends.map(|(at, _)| at + 1));
        let starts = starts.collect();
        Self { text, starts }
    }

    /// The whole text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The text of a range; empty if it cuts a character.
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.start..span.end).unwrap_or_default()
    }

    /// The range of a line without its end; `None` behind the last line.
    pub fn line(&self, line: usize) -> Option<Span> {
        let start = *self.starts.get(line)?;
        let end = (self.starts.get(line + 1)).map_or(self.text.len(), |&next| next);
        let text = self.text.get(start..end)?;
        let length = text.trim_end_matches(['\n', '\r']).len();
        Some(Span::new(start, start + length))
    }

    /// The line that contains a byte.
    pub fn line_of(&self, offset: usize) -> usize {
        self.starts
            .partition_point(|&start| start <= offset)
            .saturating_sub(1)
    }

    /// The position of a byte. A byte within a character has the position of the character; one in
    /// the end of a line, that of the line's last column.
    pub fn position(&self, offset: usize) -> Position {
        let offset = self.text.floor_char_boundary(offset);
        let line = self.line_of(offset);
        let whole = self.line(line).unwrap_or_default();
        let before = Span::new(whole.start, offset.min(whole.end));
        let units: usize = self.slice(before).chars().map(char::len_utf16).sum();
        Position::new(line as u32, units as u32)
    }

    /// The byte of a position. Columns behind the end of a line mean its end, lines behind the last
    /// one the end of the text; a column within a character means its beginning.
    pub fn offset(&self, position: Position) -> usize {
        let Some(line) = self.line(position.line as usize) else {
            return self.text.len();
        };
        let mut units = 0;
        for (at, character) in self.slice(line).char_indices() {
            units += character.len_utf16();
            if units > position.character as usize {
                return line.start + at;
            }
        }
        line.end
    }

    /// A range as editors write it.
    pub fn range(&self, span: Span) -> Range {
        Range::new(self.position(span.start), self.position(span.end))
    }

    /// The bytes of a range; empty if it ends before it begins.
    pub fn span(&self, range: Range) -> Span {
        let start = self.offset(range.start);
        Span::new(start, self.offset(range.end).max(start))
    }

    /// Replaces a range, or the whole text.
    pub fn change(&mut self, range: Option<Range>, new: &str) {
        let whole = Span::new(0, self.text.len());
        let span = range.map_or(whole, |range| self.span(range));
        let mut text = std::mem::take(&mut self.text);
        text.replace_range(span.start..span.end, new);
        *self = Self::new(text);
    }
}
