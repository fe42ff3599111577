//! Source files: their bytes, their text, and places in them.
//!
//! The compiler reads a text with one character for each byte of the file, so every position in the
//! text is a byte position in the file. A file that is not UTF-8 is read as Latin-1. Outside
//! comments only ASCII has a meaning.

use std::fmt;
use std::sync::OnceLock;

use crate::characters;

/// A range of bytes of a source file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte behind the last one.
    pub end: usize,
}

impl Span {
    /// The range from `start` to before `end`.
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// The smallest range that holds both.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self::new(self.start.min(other.start), self.end.max(other.end))
    }

    /// A part of the range: `length` bytes from byte `from` of the range on.
    #[must_use]
    pub const fn part(self, from: usize, length: usize) -> Self {
        Self::new(self.start + from, self.start + from + length)
    }
}

/// A value with its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Its place.
    pub span: Span,
}

/// The index of a source in one compilation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SourceId(pub usize);

/// A line and a column, both from 1, the column in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Location {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// A source file.
#[derive(Clone, Debug)]
pub struct Source {
    name: String,
    content: Content,
    /// If the text was generated from a file: for each line of the text, the line of that file;
    /// else empty.
    origins: Vec<u32>,
    /// Computed when first needed: a fingerprint does not need it.
    line_starts: OnceLock<Vec<usize>>,
}

/// The bytes of a file and the compiler's text, stored once if they are equal.
#[derive(Clone, Debug)]
enum Content {
    Ascii(String),
    /// The file contains other characters than ASCII; the text has a substitute for each.
    Other {
        bytes: Vec<u8>,
        text: String,
    },
}

impl Source {
    /// The substitute, in the compiler's text, for a byte that is not ASCII.
    pub(crate) const OTHER: char = '\u{1a}';

    /// A source with the name that diagnostics show.
    pub fn new(name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        let bytes = bytes.into();
        let bytes = if bytes.is_ascii() {
            String::from_utf8(bytes).map_err(std::string::FromUtf8Error::into_bytes)
        } else {
            Err(bytes)
        };
        let content = match bytes {
            Ok(text) => Content::Ascii(text),
            Err(bytes) => {
                let ascii = |&byte: &u8| {
                    if byte.is_ascii() {
                        char::from(byte)
                    } else {
                        Self::OTHER
                    }
                };
                let text = bytes.iter().map(ascii).collect();
                Content::Other { bytes, text }
            }
        };
        Self {
            name: name.into(),
            content,
            origins: Vec::new(),
            line_starts: OnceLock::new(),
        }
    }

    /// Marks the text as generated from the file of this name. `lines` has, for each line of the
    /// text, the line of that file, from 1; images store these numbers for their patterns.
    #[must_use]
    pub fn made_from(mut self, lines: Vec<u32>) -> Self {
        self.origins = lines;
        self
    }

    /// The line, from 1, in the file that people edit.
    pub fn origin(&self, offset: usize) -> u32 {
        let line = self.location(offset).line;
        let origin = self.origins.get(line.saturating_sub(1));
        origin.copied().unwrap_or(line as u32)
    }

    /// The place of a byte in the file that people edit: line and column, or the line alone if the
    /// text was generated from that file.
    pub fn place(&self, offset: usize) -> String {
        if self.origins.is_empty() {
            self.location(offset).to_string()
        } else {
            self.origin(offset).to_string()
        }
    }

    /// The smallest range of whole lines, with their ends, that has this range.
    pub(crate) fn whole_lines(&self, span: Span) -> Span {
        let text = self.text();
        let start = text.get(..span.start).and_then(|before| before.rfind('\n'));
        let end = text.get(span.end..).and_then(|behind| behind.find('\n'));
        let start = start.map_or(0, |at| at + 1);
        Span::new(start, end.map_or(text.len(), |at| span.end + at + 1))
    }

    /// The place of a field with the comma before it.
    pub(crate) fn with_comma(&self, field: Span) -> Span {
        let before = self.text().get(..field.start);
        let comma = before.and_then(|before| before.rfind(','));
        Span::new(comma.unwrap_or(field.start), field.end)
    }

    /// How lines end in the file.
    pub(crate) fn line_end(&self) -> &'static str {
        if self.text().contains("\r\n") {
            "\r\n"
        } else {
            "\n"
        }
    }

    /// The starts of all lines.
    fn line_starts(&self) -> &[usize] {
        self.line_starts.get_or_init(|| {
            let ends = self.bytes().iter().enumerate();
            let starts = ends.filter(|(_, byte)| **byte == b'\n');
            (std::iter::once(0).chain(starts.map(|(at, _)| at + 1))).collect()
        })
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The bytes of the file.
    pub fn bytes(&self) -> &[u8] {
        match &self.content {
            Content::Ascii(text) => text.as_bytes(),
            Content::Other { bytes, .. } => bytes,
        }
    }

    /// The text that the compiler reads: as long as the file, all ASCII.
    pub fn text(&self) -> &str {
        match &self.content {
            Content::Ascii(text) | Content::Other { text, .. } => text,
        }
    }

    /// The compiler's text of a range; empty outside the file.
    pub fn slice(&self, span: Span) -> &str {
        self.text().get(span.start..span.end).unwrap_or_default()
    }

    /// The file's own text of a range.
    pub fn excerpt(&self, span: Span) -> String {
        decode(self.bytes().get(span.start..span.end).unwrap_or_default())
    }

    /// The file's own text of a range for a message; characters that cannot be seen are given by
    /// their code points.
    pub fn display(&self, span: Span) -> String {
        characters::visible(&self.excerpt(span))
    }

    /// The position in [`excerpt`](Self::excerpt) of a range that corresponds to a byte of the
    /// file. It always lies between two characters.
    pub(crate) fn offset_in_display(&self, shown: Span, offset: usize) -> usize {
        let bytes = (self.bytes().get(shown.start..shown.end)).unwrap_or_default();
        let offset = offset.clamp(shown.start, shown.end) - shown.start;
        match std::str::from_utf8(bytes) {
            Ok(text) => text.floor_char_boundary(offset),
            Err(_) => latin1(bytes.get(..offset).unwrap_or(bytes)).len(),
        }
    }

    /// The character of a byte: one byte, or all bytes of a UTF-8 character.
    pub fn character(&self, offset: usize) -> Span {
        let bytes = self.bytes();
        (offset.saturating_sub(3)..=offset)
            .flat_map(|start| (offset + 1..offset + 5).map(move |end| Span::new(start, end)))
            .find(|span| {
                let text = bytes.get(span.start..span.end);
                let text = text.and_then(|bytes| std::str::from_utf8(bytes).ok());
                text.is_some_and(|text| text.chars().count() == 1)
            })
            .unwrap_or(Span::new(offset, offset + 1))
    }

    /// Line and column of a byte.
    pub fn location(&self, offset: usize) -> Location {
        let starts = self.line_starts();
        let line = starts.partition_point(|&start| start <= offset);
        let start = starts[line.saturating_sub(1)];
        let before = Span::new(start, offset.min(self.bytes().len()));
        let characters = match self.content {
            Content::Ascii(_) => before.end.saturating_sub(start),
            Content::Other { .. } => self.excerpt(before).chars().count(),
        };
        Location {
            line,
            column: 1 + characters,
        }
    }

    /// The range of a whole line, given by its number from 1, without its end.
    pub fn line_span(&self, line: usize) -> Span {
        let start = |line: usize| self.line_starts().get(line).copied();
        let begin = start(line.saturating_sub(1)).unwrap_or(self.bytes().len());
        let end = start(line).map_or(self.bytes().len(), |next| next - 1);
        Span::new(begin, end.max(begin))
    }
}

/// Text for display: as UTF-8 if it is valid, else as Latin-1.
fn decode(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => latin1(bytes),
    }
}

fn latin1(bytes: &[u8]) -> String {
    bytes.iter().copied().map(char::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_lines_and_characters() {
        let source = Source::new("x.db", "ab\nä#c\n".as_bytes());
        let at = |offset| source.location(offset).to_string();
        assert_eq!(at(0), "1:1");
        assert_eq!(at(2), "1:3");
        assert_eq!(at(3), "2:1");
        assert_eq!(at(5), "2:2");
        assert_eq!(at(7), "2:4");
        assert_eq!(at(8), "3:1");
        assert_eq!(source.display(source.line_span(2)), "ä#c");
        assert_eq!(source.character(1), Span::new(1, 2));
        assert_eq!(source.character(3), Span::new(3, 5));
        assert_eq!(source.character(4), Span::new(3, 5));
        assert_eq!(source.text().len(), source.bytes().len());
    }

    #[test]
    fn latin_1_is_read_where_utf_8_fails() {
        let source = Source::new("x.db", &b"# caf\xe9\n"[..]);
        assert_eq!(source.display(Span::new(0, 6)), "# café");
        assert_eq!(source.location(6).to_string(), "1:7");
        assert_eq!(source.character(5), Span::new(5, 6));
    }
}
