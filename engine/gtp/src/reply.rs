//! One reply: how an engine frames it, and how a controller finds it in the engine's output.
//!
//! Any text can be sent safely, see [`Reply`]. Start reading there.

use crate::args::leading_integer;
use crate::line::{Id, clean};

/// The answer of an engine to one command: success or failure, and a text that may be empty or have
/// several lines.
///
/// A reply makes its text fit for the protocol. A reply ends at the first empty line, so newlines
/// at the end of the text are dropped and an empty line inside it becomes a line of one space. (An
/// empty first line stays: it follows the `=`, and diagrams begin with one.) Tabs become spaces and
/// other control characters vanish, as in commands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    success: bool,
    text: String,
}

impl Reply {
    /// The reply to a command that succeeded.
    pub fn success(text: impl AsRef<str>) -> Self {
        Self::new(true, text.as_ref())
    }

    /// The reply to a command that was refused; the text is the reason.
    ///
    /// It is one line, because clients show or compare it as a whole: further lines are appended
    /// after `; `.
    pub fn failure(text: impl AsRef<str>) -> Self {
        let lines = text.as_ref().lines().map(str::trim);
        let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
        Self::new(false, &lines.join("; "))
    }

    fn new(success: bool, text: &str) -> Self {
        let text = clean(text.as_bytes());
        let text = text.trim_end_matches('\n');
        // Twice, since matches do not overlap: of three newlines in a row the first pass separates
        // only two.
        let text = text.replace("\n\n", "\n \n").replace("\n\n", "\n \n");
        Self { success, text }
    }

    /// Whether the command succeeded.
    pub fn is_success(&self) -> bool {
        self.success
    }

    /// The text, without the sign, the id and the newlines that frame it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The reply as it is sent: `=` or `?`, the id if there is one, always one space, the text, two
    /// newlines.
    ///
    /// # Examples
    ///
    /// ```
    /// use katachi_gtp::{Id, Reply};
    ///
    /// assert_eq!(Reply::success("").to_wire(None), "= \n\n");
    /// let refusal = Reply::failure("illegal move");
    /// assert_eq!(refusal.to_wire(Some(&Id::from(12))), "?12 illegal move\n\n");
    /// ```
    pub fn to_wire(&self, id: Option<&Id>) -> String {
        let sign = if self.success { '=' } else { '?' };
        let id = id.map(Id::to_string).unwrap_or_default();
        format!("{sign}{id} {}\n\n", self.text)
    }
}

/// Collects the lines of an engine's output until they form a reply.
#[derive(Debug, Default)]
pub(crate) struct ReplyLines {
    /// The lines so far, joined by newlines; empty before the first one.
    text: String,
}

impl ReplyLines {
    /// Takes the next line, without its newline; returns the reply and its id if this line ends it.
    ///
    /// # Errors
    ///
    /// A line outside a reply that neither is blank nor starts a reply; the error returns it.
    pub fn push(&mut self, line: &[u8]) -> Result<Option<(Option<Id>, Reply)>, String> {
        let line = clean(line);
        if self.text.is_empty() {
            if line.trim_matches(' ').is_empty() {
                return Ok(None);
            }
            if !line.starts_with(['=', '?']) {
                return Err(line);
            }
            self.text = line;
        } else if line.is_empty() {
            let text = std::mem::take(&mut self.text);
            return Ok(Some(split_reply(&text)));
        } else {
            self.text.push('\n');
            self.text.push_str(&line);
        }
        Ok(None)
    }

    /// The number of bytes collected so far.
    pub fn len(&self) -> usize {
        self.text.len()
    }
}

/// The id and the reply in a framed text without its last two newlines. The space before the text
/// may be missing.
fn split_reply(framed: &str) -> (Option<Id>, Reply) {
    let content = framed.strip_prefix(['=', '?']).unwrap_or(framed);
    let (id, text) = match leading_integer(content) {
        Some(number) if content.starts_with(|c: char| c.is_ascii_digit()) => {
            (Some(Id::from_digits(number.digits)), number.rest)
        }
        _ => (None, content),
    };
    let text = text.strip_prefix(' ').unwrap_or(text);
    (id, Reply::new(framed.starts_with('='), text))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Splits an engine's output into replies, as a controller does.
    fn receive(output: &[u8]) -> Result<Vec<(Option<Id>, Reply)>, String> {
        let mut lines = ReplyLines::default();
        let mut replies = Vec::new();
        for line in output.split(|&byte| byte == b'\n') {
            replies.extend(lines.push(line)?);
        }
        Ok(replies)
    }

    #[test]
    fn framing() {
        let id = Id::from(12);
        assert_eq!(Reply::success("").to_wire(None), "= \n\n");
        assert_eq!(Reply::success("").to_wire(Some(&id)), "=12 \n\n");
        assert_eq!(
            Reply::failure("unknown command").to_wire(Some(&id)),
            "?12 unknown command\n\n"
        );
        assert_eq!(Reply::success(" 6.5").to_wire(None), "=  6.5\n\n");
        assert_eq!(Reply::success("B7 \nC7 ").to_wire(None), "= B7 \nC7 \n\n");
    }

    #[test]
    fn a_text_never_ends_the_reply_early() {
        for (text, wire) in [
            ("a\n", "= a\n\n"),
            ("a\r\n\r\n\n", "= a\n\n"),
            ("\n\n", "= \n\n"),
            ("\n A B", "= \n A B\n\n"),
            ("\n\nA", "= \n \nA\n\n"),
            ("a\n\nb", "= a\n \nb\n\n"),
            ("a\n\n\n\nb", "= a\n \n \n \nb\n\n"),
            ("a\n\x07\nb\tc", "= a\n \nb c\n\n"),
        ] {
            assert_eq!(Reply::success(text).to_wire(None), wire, "{text:?}");
        }
    }

    #[test]
    fn a_failure_is_one_line() {
        for (text, wire) in [
            ("illegal move", "? illegal move\n\n"),
            ("a.db:1: x\n\r\n  b.db:2: y\n", "? a.db:1: x; b.db:2: y\n\n"),
            ("", "? \n\n"),
        ] {
            assert_eq!(Reply::failure(text).to_wire(None), wire, "{text:?}");
        }
    }

    #[test]
    fn replies_of_other_engines() {
        let read = |output: &[u8]| {
            let replies = receive(output).unwrap();
            let show = |(id, reply): &(Option<Id>, Reply)| {
                (
                    id.as_ref().map(Id::to_string),
                    reply.is_success(),
                    reply.text().to_owned(),
                )
            };
            replies.iter().map(show).collect::<Vec<_>>()
        };
        let text = |text: &str| (None, true, text.to_owned());
        assert_eq!(read(b"=\n\n"), [text("")]);
        assert_eq!(read(b"= \r\n\r\n= x\r\n\r\n"), [text(""), text("x")]);
        assert_eq!(
            read(b"\n  \n= three newlines\n\n\n= next\n\n"),
            [text("three newlines"), text("next")]
        );
        assert_eq!(read(b"= 12\n\n=-3\n\n"), [text("12"), text("-3")]);
        assert_eq!(
            read(b"?012unknown\n\n"),
            [(Some("12".to_owned()), false, "unknown".to_owned())]
        );
        assert_eq!(read(b"= caf\xe9\n\n"), [text("caf\u{e9}")]);
        assert_eq!(receive(b"= \n\nGNU Go\n"), Err("GNU Go".to_owned()));
        assert_eq!(receive(b" = \n\n"), Err(" = ".to_owned()));
    }

    proptest! {
        #[test]
        fn what_is_sent_is_received(
            success: bool,
            id: Option<u64>,
            text in "[\n\r\t a-c=?0-9é-]{0,20}|(?s).*",
        ) {
            let id = id.map(Id::from);
            let reply = Reply::new(success, &text);
            prop_assert_eq!(receive(reply.to_wire(id.as_ref()).as_bytes()), Ok(vec![(id, reply)]));
        }

        #[test]
        fn a_clean_text_is_sent_unchanged(text in "[ -~é]+(\n[ -~é]+){0,3}") {
            let reply = Reply::success(&text);
            prop_assert_eq!(reply.text(), &text);
        }

        #[test]
        fn any_output_is_read_without_panic(output: Vec<u8>) {
            let _ = receive(&output);
        }
    }
}
