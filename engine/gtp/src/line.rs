//! Reads one input line: from the bytes of a client to a [`Command`].
//!
//! Accepts any bytes. It is lenient where clients differ: tabs are blanks, carriage returns and
//! other control characters vanish, `#` starts a comment, and no blank is needed after the id.
//! Start reading at [`parse_line`].

use std::fmt;

use crate::args::{Args, leading_integer};

/// The longest line that an engine accepts from its client, in bytes.
pub const MAX_COMMAND: usize = 2 * 1024 * 1024;

/// The number that a client puts before a command, and that the reply repeats.
///
/// Kept as digits without leading zeros, so that no number is too large (GNU Go counts modulo 2^32,
/// and then treats the upper half as negative; a client could not match such replies).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Id(String);

impl Id {
    /// The id with these decimal digits; the caller has checked that there are only digits, and at
    /// least one.
    pub(crate) fn from_digits(digits: &str) -> Self {
        let significant = digits.trim_start_matches('0');
        Self(
            if significant.is_empty() {
                "0"
            } else {
                significant
            }
            .to_owned(),
        )
    }
}

impl From<u64> for Id {
    fn from(number: u64) -> Self {
        Self(number.to_string())
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A command as the engine sees it: an id if the client gave one, a name that is never empty, and
/// arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    id: Option<Id>,
    name: String,
    arguments: String,
}

impl Command {
    /// The id, which the reply repeats.
    pub fn id(&self) -> Option<&Id> {
        self.id.as_ref()
    }

    /// The name, in its original letter case: `NAME` is not `name`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A cursor before the first argument.
    pub fn args(&self) -> Args<'_> {
        Args::new(&self.arguments)
    }
}

/// Reads one line, with or without its newline; `None` for a line without a command: one that is
/// blank, only a comment, or only an id.
///
/// A number with a minus sign is read as an id and dropped (`-5 name` is `name` without an id; `-0`
/// is the id 0). Lines may have any length here; [`serve`](crate::serve()) accepts at most
/// [`MAX_COMMAND`] bytes.
///
/// A line that is not valid UTF-8 is read as Latin-1, so that each byte is a character; a reply
/// that repeats it is UTF-8. Zero bytes are removed like other control characters; GNU Go drops the
/// rest of the line.
///
/// # Examples
///
/// ```
/// let command = katachi_gtp::parse_line(b"\t007play B  d4 # good shape\r\n").unwrap();
/// assert_eq!(command.id().unwrap().to_string(), "7");
/// assert_eq!(command.name(), "play");
/// assert_eq!(command.args().rest(), "B  d4 ");
///
/// assert!(katachi_gtp::parse_line(b"12 # only an id").is_none());
/// ```
pub fn parse_line(line: &[u8]) -> Option<Command> {
    let content = line.split(|&byte| byte == b'\n' || byte == b'#').next()?;
    let text = clean(content);
    let text = text.trim_start_matches(' ');
    let (id, text) = match leading_integer(text) {
        Some(number) => {
            let id = Id::from_digits(number.digits);
            let negative = number.negative && id.0 != "0";
            ((!negative).then_some(id), number.rest)
        }
        None => (None, text),
    };
    let text = text.trim_start_matches(' ');
    let (name, arguments) = text.split_once(' ').unwrap_or((text, ""));
    (!name.is_empty()).then(|| Command {
        id,
        name: name.to_owned(),
        arguments: arguments.to_owned(),
    })
}

/// Preprocesses text for both ends: tabs become blanks, control characters other than newlines
/// vanish, and text that is not UTF-8 is read as Latin-1.
pub(crate) fn clean(bytes: &[u8]) -> String {
    let kept: Vec<u8> = bytes
        .iter()
        .filter_map(|&byte| match byte {
            b'\t' => Some(b' '),
            b'\n' => Some(b'\n'),
            _ if byte.is_ascii_control() => None,
            _ => Some(byte),
        })
        .collect();
    String::from_utf8(kept)
        .unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The parts of a command as text, for one comparison.
    fn parts(line: &[u8]) -> Option<(Option<String>, String, String)> {
        let command = parse_line(line)?;
        Some((
            command.id().map(Id::to_string),
            command.name().to_owned(),
            command.args().rest().to_owned(),
        ))
    }

    fn expect(line: &[u8], id: Option<&str>, name: &str, rest: &str) {
        let expected = (id.map(str::to_owned), name.to_owned(), rest.to_owned());
        assert_eq!(parts(line), Some(expected), "{}", line.escape_ascii());
    }

    #[test]
    fn tabs_are_blanks() {
        expect(b"play\tb\td4\n", None, "play", "b d4");
        expect(b"na\tme\n", None, "na", "me");
        expect(b"1\t2name\n", Some("1"), "2name", "");
    }

    #[test]
    fn control_characters_vanish_anywhere() {
        expect(b"name\r\n", None, "name", "");
        expect(b"na\x07me\n", None, "name", "");
        expect(b"\x0b\x0c name\x7f\n", None, "name", "");
        expect(b"1\x072na\0me", Some("12"), "name", "");
        for byte in (0..=8).chain(11..=31).chain([127]) {
            expect(&[b'n', byte, b'a'], None, "na", "");
        }
    }

    #[test]
    fn comments_run_to_the_end_of_the_line() {
        expect(b"name#abc\n", None, "name", "");
        expect(b"echo \"a # b\"\n", None, "echo", "\"a ");
        expect(b"12a#\n", Some("12"), "a", "");
    }

    #[test]
    fn lines_without_a_command_are_ignored() {
        for line in [
            "",
            "\n",
            "  \t \r\n",
            "#",
            " # x\n",
            "12\n",
            " 12 # x\n",
            "-5\n",
            "\x07\n",
        ] {
            assert_eq!(parts(line.as_bytes()), None, "{line:?}");
        }
    }

    #[test]
    fn ids_are_leading_numbers() {
        expect(b" 7name\n", Some("7"), "name", "");
        expect(b"12abc\n", Some("12"), "abc", "");
        expect(b"007 name\n", Some("7"), "name", "");
        expect(b"+5 name\n", Some("5"), "name", "");
        expect(b"1 2 name\n", Some("1"), "2", "name");
        expect(b"5-name\n", Some("5"), "-name", "");
        expect(b"0 name\n", Some("0"), "name", "");
        expect(b"-0 name\n", Some("0"), "name", "");
        for no_number in ["- name", "-name", "+ 5 name", "--5 name"] {
            let (id, ..) = parts(no_number.as_bytes()).unwrap();
            assert_eq!(id, None, "{no_number:?}");
        }
    }

    #[test]
    fn negative_ids_are_no_ids() {
        expect(b"-5 name\n", None, "name", "");
        expect(b"-5name\n", None, "name", "");
    }

    #[test]
    fn large_ids_are_kept() {
        expect(b"4294967296 name\n", Some("4294967296"), "name", "");
        expect(
            b"099999999999999999999999 name\n",
            Some("99999999999999999999999"),
            "name",
            "",
        );
    }

    #[test]
    fn names_keep_their_case_and_end_at_a_blank() {
        expect(b"NAME\n", None, "NAME", "");
        expect("na\u{a0}me x".as_bytes(), None, "na\u{a0}me", "x");
    }

    #[test]
    fn bytes_above_127_are_text() {
        expect("echo caf\u{e9}".as_bytes(), None, "echo", "caf\u{e9}");
        expect(b"echo caf\xe9", None, "echo", "caf\u{e9}");
        // The comment does not influence the encoding of the command.
        expect(b"echo caf\xc3\xa9 # \xe9", None, "echo", "caf\u{e9} ");
    }

    #[test]
    fn long_lines_are_one_command() {
        let line = format!("echo {}", "x".repeat(1 << 20));
        expect(line.as_bytes(), None, "echo", &"x".repeat(1 << 20));
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_without_panic(line: Vec<u8>) {
            if let Some(command) = parse_line(&line) {
                prop_assert!(!command.name().is_empty());
                prop_assert!(!command.name().contains([' ', '\t', '\n', '\r', '#']));
            }
        }

        #[test]
        fn any_id_comes_back(id: u64, name in "[a-z_-]{1,9}") {
            let command = parse_line(format!("{id} {name}").as_bytes());
            prop_assert_eq!(command.as_ref().and_then(Command::id), Some(&Id::from(id)));
        }
    }
}
