//! A cursor over the text of a record that tracks line and column.

use crate::Location;

/// Reads byte by byte: everything SGF gives a meaning to is ASCII.
pub(crate) struct Scanner<'t> {
    text: &'t str,
    at: usize,
    location: Location,
}

/// Blanks between tokens.
pub(crate) fn is_blank(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == b'\x0b'
}

impl<'t> Scanner<'t> {
    pub fn new(text: &'t str) -> Self {
        Self {
            text,
            at: 0,
            location: Location { line: 1, column: 1 },
        }
    }

    /// The location of the next byte.
    pub fn location(&self) -> Location {
        self.location
    }

    /// The offset of the next byte.
    pub fn offset(&self) -> usize {
        self.at
    }

    /// The text from `start` to the next byte; both must be character boundaries.
    pub fn since(&self, start: usize) -> &'t str {
        self.text.get(start..self.at).unwrap_or_default()
    }

    /// The next byte, `None` at the end.
    pub fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Skips one byte, or both bytes of a line end that has two.
    pub fn advance(&mut self) {
        let Some(byte) = self.peek() else { return };
        self.at += 1;
        match byte {
            b'\r' | b'\n' => {
                let other = b'\r' ^ b'\n' ^ byte;
                self.at += usize::from(self.peek() == Some(other));
                self.location = Location {
                    line: self.location.line + 1,
                    column: 1,
                };
            }
            // Only the first byte of a character counts.
            _ if byte & 0xc0 != 0x80 => self.location.column += 1,
            _ => {}
        }
    }

    /// Skips bytes of a kind and returns them; the kind must not split characters.
    pub fn skip(&mut self, kind: impl Fn(u8) -> bool) -> &'t str {
        let start = self.at;
        while self.peek().is_some_and(&kind) {
            self.advance();
        }
        self.since(start)
    }

    /// Skips blanks, then returns the next byte without taking it.
    pub fn next_token(&mut self) -> Option<u8> {
        self.skip(is_blank);
        self.peek()
    }

    /// Whether a game tree starts here: `(`, blanks, `;`.
    pub fn at_tree(&self) -> bool {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        rest.split_first().is_some_and(|(&first, rest)| {
            first == b'(' && rest.iter().find(|&&byte| !is_blank(byte)) == Some(&b';')
        })
    }
}
