//! From bytes to text. The one place that knows about character sets.

use std::borrow::Cow;

use crate::scanner::Scanner;
use crate::{Location, Warning};

/// The character set a record was read in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Encoding {
    /// UTF-8, with or without a byte order mark.
    Utf8,
    /// ISO 8859-1, in which every byte is a character.
    Latin1,
}

pub(crate) struct Decoded<'a> {
    pub text: Cow<'a, str>,
    pub encoding: Encoding,
    pub warning: Option<Warning>,
}

/// Decodes a file as UTF-8 if it is valid, else as Latin-1.
pub(crate) fn decode(bytes: &[u8]) -> Decoded<'_> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    match str::from_utf8(bytes) {
        Ok(text) => Decoded {
            text: Cow::Borrowed(text),
            encoding: Encoding::Utf8,
            warning: None,
        },
        Err(error) => {
            let message =
                "expected UTF-8, found another byte; the record is read as Latin-1".to_owned();
            let location = location_of(bytes, error.valid_up_to());
            Decoded {
                text: Cow::Owned(bytes.iter().copied().map(char::from).collect()),
                encoding: Encoding::Latin1,
                warning: Some(Warning { location, message }),
            }
        }
    }
}

fn location_of(bytes: &[u8], offset: usize) -> Location {
    let mut scanner = Scanner::new(str::from_utf8(&bytes[..offset]).unwrap_or_default());
    while scanner.peek().is_some() {
        scanner.advance();
    }
    scanner.location()
}
