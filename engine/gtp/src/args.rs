//! The arguments of a command: a cursor that reads one typed value after the other.
//!
//! Accepts what C's `scanf` would, since engines have always read their arguments with it: `9x` and
//! `9.7` are the integer 9, and the rest stays for the next call. Start reading at [`Args`].

use std::fmt;

/// A cursor over the arguments of a command.
///
/// Each reading method skips blanks, then takes one value. When there is no such value it returns
/// `None` and stays where it is, so the caller may try another type. Copying the cursor is cheap.
///
/// # Examples
///
/// ```
/// use katachi_gtp::{GtpColor, parse_line};
///
/// let command = parse_line(b"play Black d 04").unwrap();
/// let mut args = command.args();
/// assert_eq!(args.color(), Some(GtpColor::Black));
/// assert_eq!(args.vertex().unwrap().to_string(), "D4");
/// assert!(args.is_empty());
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Args<'a> {
    text: &'a str,
}

impl<'a> Args<'a> {
    /// A cursor before the first value of this text, which holds neither tabs nor other control
    /// characters.
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text }
    }

    /// Whether nothing but blanks is left.
    pub fn is_empty(&self) -> bool {
        self.upcoming().is_empty()
    }

    /// The rest, with inner and trailing blanks but without leading ones.
    pub fn rest(&mut self) -> &'a str {
        let rest = self.upcoming();
        self.text = "";
        rest
    }

    /// The next word, up to a blank.
    ///
    /// What it means is the caller's business: a file name, a status, a colour.
    pub fn word(&mut self) -> Option<&'a str> {
        let text = self.upcoming();
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        self.take((!word.is_empty()).then_some(word), rest)
    }

    /// The next word as a colour, see [`parse_color`].
    pub fn color(&mut self) -> Option<GtpColor> {
        let mut ahead = *self;
        let color = ahead.word().and_then(parse_color);
        self.take(color, ahead.text)
    }

    /// The next integer: an optional sign and the digits behind it.
    ///
    /// A number too large for the type becomes the largest one (GNU Go wraps it around).
    pub fn integer(&mut self) -> Option<i64> {
        let number = leading_integer(self.upcoming())?;
        let size = number.digits.parse::<i64>().unwrap_or(i64::MAX);
        self.take(
            Some(if number.negative { -size } else { size }),
            number.rest,
        )
    }

    /// The next decimal number: an optional sign, digits with or without a point, an optional
    /// exponent.
    ///
    /// Always finite: `nan`, `inf` and `1e400` are no numbers here, though GNU Go takes them (a
    /// komi of `nan` has no winner). Nor are C's hexadecimal floats.
    pub fn float(&mut self) -> Option<f64> {
        let text = self.upcoming();
        let (number, rest) = text.split_at_checked(float_length(text))?;
        let value = number.parse().ok().filter(|value: &f64| value.is_finite());
        self.take(value, rest)
    }

    /// The next vertex: `pass`, or a letter and a row number, in any letter case.
    ///
    /// Blanks between letter and number, a plus sign and leading zeros are tolerated: `d 6`, `d+5`,
    /// `d04`. Text that follows the number without a blank is left for the next value.
    pub fn vertex(&mut self) -> Option<VertexToken> {
        let mut ahead = *self;
        if ahead.word()?.eq_ignore_ascii_case("pass") {
            return self.take(Some(VertexToken::Pass), ahead.text);
        }
        let (letter, rest) = self.upcoming().split_at_checked(1)?;
        let letter = letter.bytes().next()?.to_ascii_uppercase();
        let number = leading_integer(rest.trim_start_matches(' '))?;
        let row = number.digits.parse().ok()?;
        let exists = letter.is_ascii_uppercase() && letter != b'I' && row > 0 && !number.negative;
        self.take(
            exists.then_some(VertexToken::Point { letter, row }),
            number.rest,
        )
    }

    /// The rest from the next value on.
    fn upcoming(&self) -> &'a str {
        self.text.trim_start_matches(' ')
    }

    /// Moves on to `rest` if there is a value.
    fn take<T>(&mut self, value: Option<T>, rest: &'a str) -> Option<T> {
        if value.is_some() {
            self.text = rest;
        }
        value
    }
}

/// A vertex as written, not yet compared with a board size.
///
/// Displayed as the protocol writes it: `D4`, `PASS`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VertexToken {
    /// `pass`; only commands that take a move, not a point, should accept it.
    Pass,
    /// A letter and a number that name a point, if the board is large enough.
    Point {
        /// The column, `b'A'` to `b'Z'` from the left; never `b'I'`, which the protocol skips.
        letter: u8,
        /// The row, from 1 at the bottom; any size.
        row: u32,
    },
}

impl fmt::Display for VertexToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Pass => f.write_str("PASS"),
            Self::Point { letter, row } => write!(f, "{}{row}", char::from(letter)),
        }
    }
}

/// A colour as the protocol names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GtpColor {
    /// `b` or `black`.
    Black,
    /// `w` or `white`.
    White,
}

/// The colour that a whole word names: `b`, `black`, `w` or `white` in any letter case.
pub fn parse_color(word: &str) -> Option<GtpColor> {
    let is = |name: &str| word.eq_ignore_ascii_case(name);
    if is("b") || is("black") {
        Some(GtpColor::Black)
    } else if is("w") || is("white") {
        Some(GtpColor::White)
    } else {
        None
    }
}

/// An integer at the start of a text, and what follows it.
pub(crate) struct LeadingInteger<'a> {
    /// Whether it has a minus sign.
    pub negative: bool,
    /// Its digits, at least one.
    pub digits: &'a str,
    /// The text behind it.
    pub rest: &'a str,
}

/// Reads an integer as C's `scanf` does, except that the caller skips the blanks: a sign counts
/// only with a digit right behind it.
pub(crate) fn leading_integer(text: &str) -> Option<LeadingInteger<'_>> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (digits, rest) = unsigned.split_at_checked(digit_count(unsigned))?;
    (!digits.is_empty()).then_some(LeadingInteger {
        negative: text.starts_with('-'),
        digits,
        rest,
    })
}

/// How many decimal digits a text begins with.
fn digit_count(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

/// The number of bytes at the start of a text that form a decimal number. If they contain no digit,
/// parsing them fails.
fn float_length(text: &str) -> usize {
    let mut rest = text.strip_prefix(['+', '-']).unwrap_or(text);
    rest = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    if let Some(fraction) = rest.strip_prefix('.') {
        rest = fraction.trim_start_matches(|c: char| c.is_ascii_digit());
    }
    // The letter `e` belongs to the number only if a whole exponent follows: `1e` and `1e+` are 1.
    if let Some(exponent) = rest.strip_prefix(['e', 'E']).and_then(leading_integer) {
        rest = exponent.rest;
    }
    text.len() - rest.len()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn vertex(text: &str) -> Option<String> {
        Args::new(text).vertex().map(|vertex| vertex.to_string())
    }

    #[test]
    fn colours() {
        for word in ["b", "B", "black", "BLACK", "bLaCk"] {
            assert_eq!(parse_color(word), Some(GtpColor::Black), "{word}");
        }
        for word in ["w", "W", "white", "wHiTe"] {
            assert_eq!(parse_color(word), Some(GtpColor::White), "{word}");
        }
        for word in ["", "bla", "green", "bd4", "b,", "empty"] {
            assert_eq!(parse_color(word), None, "{word}");
        }
    }

    #[test]
    fn vertices() {
        for (text, expected) in [
            ("d6", "D6"),
            ("  D4", "D4"),
            ("d 6", "D6"),
            ("d04", "D4"),
            ("d+5", "D5"),
            ("d4.5", "D4"),
            ("z25", "Z25"),
            ("a4294967295", "A4294967295"),
            ("d4 extra", "D4"),
            ("PaSs", "PASS"),
            ("pass x", "PASS"),
        ] {
            assert_eq!(vertex(text).as_deref(), Some(expected), "{text}");
        }
        for text in [
            "",
            " ",
            "d",
            "4",
            "dd4",
            "d+ 5",
            "d -5",
            "d-5",
            "d0",
            "i5",
            "d-0",
            "passx",
            "pas",
            "p ass",
            "resign",
            "\u{e9}4",
            "d99999999999",
        ] {
            assert_eq!(vertex(text), None, "{text}");
        }
    }

    #[test]
    fn lists_of_vertices_need_no_blanks() {
        for text in ["d4 e5", "d4e5", "d 4 e 5", "d 4e 5", " d4 e5 "] {
            let mut args = Args::new(text);
            let mut found = Vec::new();
            while let Some(vertex) = args.vertex() {
                found.push(vertex.to_string());
            }
            assert_eq!(found, ["D4", "E5"], "{text}");
            assert!(args.is_empty(), "{text}");
        }
        let mut args = Args::new("d4, e5");
        assert!(args.vertex().is_some());
        assert_eq!((args.vertex(), args.is_empty()), (None, false));
    }

    #[test]
    fn integers() {
        for (text, expected) in [
            ("9", 9),
            (" 9x", 9),
            ("9.7", 9),
            ("+9", 9),
            ("-9", -9),
            ("1e1", 1),
            ("0x9", 0),
            ("007", 7),
            ("4294967305", 4_294_967_305),
            ("99999999999999999999", i64::MAX),
            ("-99999999999999999999", -i64::MAX),
        ] {
            assert_eq!(Args::new(text).integer(), Some(expected), "{text}");
        }
        for text in ["", "x9", "- 9", "+", "\u{e9}"] {
            assert_eq!(Args::new(text).integer(), None, "{text}");
        }
        // `time_settings 1.5 2 3` fails because it lacks three integers.
        let mut args = Args::new("1.5 2 3");
        assert_eq!((args.integer(), args.integer()), (Some(1), None));
        assert_eq!(args.rest(), ".5 2 3");
    }

    #[test]
    fn floats() {
        for (text, expected) in [
            ("6.5", 6.5),
            (" 6.5x", 6.5),
            ("+6.5", 6.5),
            ("-6.5", -6.5),
            (".5", 0.5),
            ("5.", 5.0),
            ("1e1", 10.0),
            ("1E-1x", 0.1),
            ("1e", 1.0),
            ("1e+", 1.0),
            ("1,5", 1.0),
            ("1d2", 1.0),
        ] {
            let value = Args::new(text).float();
            assert!(
                value.is_some_and(|value| (value - expected).abs() < 1e-12),
                "{text}: {value:?}"
            );
        }
        for text in [
            "", ".", "x", "- 1", "e1", "+.e1", "nan", "inf", "-inf", "1e400",
        ] {
            assert_eq!(Args::new(text).float(), None, "{text}");
        }
    }

    #[test]
    fn words_and_rest() {
        let mut args = Args::new("  a  b   c ");
        assert_eq!(args.word(), Some("a"));
        assert_eq!(args.color(), Some(GtpColor::Black));
        assert_eq!(args.color(), None);
        assert_eq!(args.rest(), "c ");
        assert!(args.is_empty());
        assert_eq!((args.word(), args.rest()), (None, ""));
        // Only the space is a blank.
        assert_eq!(
            Args::new("a\u{a0}b\u{2003}c d").word(),
            Some("a\u{a0}b\u{2003}c")
        );
    }

    proptest! {
        #[test]
        fn only_success_moves_the_cursor(text in "[-+.0-9a-eA-EipsPS é\u{a0}]{0,12}|\\PC*") {
            let start = Args::new(&text);
            let check = |read: &dyn Fn(&mut Args<'_>) -> bool| {
                let mut args = start;
                let found = read(&mut args);
                (args.text.len() < text.len()) == found
            };
            prop_assert!(check(&|args| args.word().is_some()));
            prop_assert!(check(&|args| args.color().is_some()));
            prop_assert!(check(&|args| args.integer().is_some()));
            prop_assert!(check(&|args| args.float().is_some()));
            prop_assert!(check(&|args| args.vertex().is_some()));
        }

        #[test]
        fn written_vertices_are_read_back(letter in "[A-HJ-Z]", row in 1_u32..) {
            let written = format!("{letter}{row}");
            prop_assert_eq!(vertex(&written), Some(written));
        }
    }
}
