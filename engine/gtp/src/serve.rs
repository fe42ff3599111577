//! The engine's end: a loop that reads commands, asks a handler, and writes replies.
//!
//! Accepts any reader and writer: standard input and output, a socket, a byte string in a test.
//! Start reading at [`serve()`].

use std::io::{self, ErrorKind, Write};

use crate::input::{Input, Line};
use crate::line::{Command, Id, MAX_COMMAND, clean, parse_line};
use crate::reply::Reply;

/// The engine that answers the commands.
///
/// Every closure from a command to an answer is a handler, one that never streams.
pub trait Handler {
    /// Carries out one command.
    ///
    /// An answer that comes in parts, such as that of an analysis, goes into the stream.
    fn handle(&mut self, command: &Command, stream: &mut Stream<'_>) -> Answer;

    /// Called before each line. May do useful work until `input_waits` returns true.
    fn idle(&mut self, input_waits: &mut dyn FnMut() -> bool) {
        let _ = input_waits;
    }
}

impl<F: FnMut(&Command) -> Answer> Handler for F {
    fn handle(&mut self, command: &Command, _: &mut Stream<'_>) -> Answer {
        self(command)
    }
}

/// What the loop does after a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// Send the reply and read on.
    Reply(Reply),
    /// The handler has written the reply into the stream: end it and read on.
    Streamed,
    /// Send the reply and leave; commands that the client has already sent are not read.
    Quit(Reply),
}

impl From<Reply> for Answer {
    fn from(reply: Reply) -> Self {
        Self::Reply(reply)
    }
}

/// A successful reply that is sent line by line while a command is carried out.
///
/// It begins with a line of `=` and the id. The loop ends it with an empty line after the handler
/// has returned [`Answer::Streamed`]. What the client sends meanwhile stays unread.
pub struct Stream<'a> {
    id: Option<&'a Id>,
    input: &'a mut dyn Input,
    writer: &'a mut dyn Write,
    has_begun: bool,
    /// The error after which nothing more can be written.
    error: Option<io::Error>,
}

impl Stream<'_> {
    /// Begins the reply unless it has begun, so that the client sees that the command is accepted.
    pub fn begin(&mut self) {
        if !std::mem::replace(&mut self.has_begun, true) {
            let id = self.id.map(Id::to_string).unwrap_or_default();
            self.write(&format!("={id}\n"));
        }
    }

    /// Sends a line at once. Control characters vanish, newlines become blanks, and an empty line
    /// is not sent, since it would end the reply.
    pub fn line(&mut self, text: &str) {
        self.begin();
        let text = clean(text.as_bytes()).replace('\n', " ");
        if !text.trim().is_empty() {
            self.write(&(text + "\n"));
        }
    }

    /// Whether the client has sent something, has closed its end, or is gone: then an endless reply
    /// must end.
    pub fn is_interrupted(&mut self) -> bool {
        self.error.is_some() || self.input.waits()
    }

    fn write(&mut self, text: &str) {
        if self.error.is_none() {
            self.error = send(self.writer, text).err();
        }
    }
}

/// Why a session ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// The handler asked for it.
    Quit,
    /// The input ended.
    EndOfInput,
    /// The client closed its end during a reply, or reset the connection. Nobody is left to report
    /// to.
    ClientGone,
}

/// Answers commands until the input ends, the handler quits or the client goes away.
///
/// It answers one command after the other: each reply is written and flushed before the next line
/// is read. A last line without a newline counts too. Lines may hold any bytes, see [`parse_line`].
/// A line of more than [`MAX_COMMAND`] bytes is refused, and the session goes on. Streams need a
/// [`Listener`](crate::Listener) to see the client's next line; with another reader they are
/// interrupted from the beginning.
///
/// # Errors
///
/// If reading or writing fails, unless the client is gone.
pub fn serve(
    mut input: impl Input,
    mut writer: impl Write,
    handler: &mut impl Handler,
) -> io::Result<Exit> {
    loop {
        handler.idle(&mut || input.waits());
        let line = match input.next_line() {
            Ok(Some(Line::Whole(line))) => line,
            Ok(Some(Line::TooLong(beginning))) => match send(&mut writer, &refuse(&beginning)) {
                Ok(()) => continue,
                Err(error) => return gone(error),
            },
            Ok(None) => return Ok(Exit::EndOfInput),
            Err(error) => return gone(error),
        };
        let Some(command) = parse_line(&line) else {
            continue;
        };
        let mut stream = Stream {
            id: command.id(),
            input: &mut input,
            writer: &mut writer,
            has_begun: false,
            error: None,
        };
        let answer = handler.handle(&command, &mut stream);
        if answer == Answer::Streamed {
            stream.begin();
            stream.write("\n");
        }
        if let Some(error) = stream.error {
            return gone(error);
        }
        let (reply, quit) = match answer {
            Answer::Reply(reply) => (reply, false),
            Answer::Quit(reply) => (reply, true),
            Answer::Streamed => continue,
        };
        if let Err(error) = send(&mut writer, &reply.to_wire(command.id())) {
            return gone(error);
        }
        if quit {
            return Ok(Exit::Quit);
        }
    }
}

/// The refusal of a line that is too long, from its beginning.
fn refuse(beginning: &[u8]) -> String {
    let command = parse_line(beginning);
    let message = format!("expected a line of at most {MAX_COMMAND} bytes, found a longer one");
    Reply::failure(message).to_wire(command.as_ref().and_then(Command::id))
}

/// Writes in one piece, so that a writer without a buffer sends one packet.
fn send(writer: &mut dyn Write, text: &str) -> io::Result<()> {
    writer.write_all(text.as_bytes())?;
    writer.flush()
}

/// Separates a client that is gone from a real failure.
fn gone(error: io::Error) -> io::Result<Exit> {
    match error.kind() {
        ErrorKind::BrokenPipe | ErrorKind::ConnectionReset | ErrorKind::ConnectionAborted => {
            Ok(Exit::ClientGone)
        }
        _ => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn echo(command: &Command) -> Answer {
        match command.name() {
            "echo" => Reply::success(command.args().rest()).into(),
            "quit" => Answer::Quit(Reply::success("")),
            _ => Reply::failure("unknown command").into(),
        }
    }

    fn session(input: &[u8]) -> (Exit, String) {
        let mut output = Vec::new();
        let exit = serve(input, &mut output, &mut echo).unwrap();
        (exit, String::from_utf8(output).unwrap())
    }

    #[test]
    fn end_of_input_ends_cleanly() {
        assert_eq!(session(b""), (Exit::EndOfInput, String::new()));
        assert_eq!(session(b"\n# x\n12\n"), (Exit::EndOfInput, String::new()));
    }

    #[test]
    fn the_last_line_needs_no_newline() {
        assert_eq!(
            session(b"1 echo a\n2 echo  b"),
            (Exit::EndOfInput, "=1 a\n\n=2 b\n\n".to_owned())
        );
    }

    #[test]
    fn an_unknown_command_does_not_end_the_session() {
        assert_eq!(
            session(b"12abc\n\xff\xfe\necho").1,
            "?12 unknown command\n\n? unknown command\n\n= \n\n"
        );
    }

    #[test]
    fn a_line_that_is_too_long_does_not_end_the_session() {
        let long = "x".repeat(MAX_COMMAND);
        let input = format!("1 echo a\n2 {long}\n{long}x\n3 echo b\n");
        let refused = "expected a line of at most 2097152 bytes, found a longer one";
        assert_eq!(
            session(input.as_bytes()).1,
            format!("=1 a\n\n?2 {refused}\n\n? {refused}\n\n=3 b\n\n")
        );
    }

    #[test]
    fn nothing_is_read_after_quit() {
        assert_eq!(
            session(b"3 quit now\necho a\n"),
            (Exit::Quit, "=3 \n\n".to_owned())
        );
    }

    /// A writer that fails and counts the attempts.
    struct Broken(ErrorKind, usize);

    impl Write for Broken {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            self.1 += 1;
            Err(self.0.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_client_that_is_gone_is_no_error() {
        let mut writer = Broken(ErrorKind::BrokenPipe, 0);
        let exit = serve(&b"echo a\necho b\n"[..], &mut writer, &mut echo);
        assert_eq!((exit.unwrap(), writer.1), (Exit::ClientGone, 1));
        let full = serve(
            &b"echo a\n"[..],
            Broken(ErrorKind::StorageFull, 0),
            &mut echo,
        );
        assert_eq!(full.unwrap_err().kind(), ErrorKind::StorageFull);
    }

    /// A handler that counts until it is interrupted, or up to its argument.
    struct Counter;

    impl Handler for Counter {
        fn handle(&mut self, command: &Command, stream: &mut Stream<'_>) -> Answer {
            if command.name() != "count" {
                return echo(command);
            }
            let last = command.args().integer();
            stream.begin();
            let mut number = 0;
            loop {
                number += 1;
                stream.line(&format!("info\n\x07{number}"));
                stream.line("");
                if last.map_or_else(|| stream.is_interrupted(), |last| number == last) {
                    return Answer::Streamed;
                }
                std::thread::sleep(std::time::Duration::from_millis(1));
            }
        }
    }

    #[test]
    fn a_stream_is_a_reply_of_lines() {
        let mut output = Vec::new();
        let input = &b"7 count 2\necho a\ncount\n8 count"[..];
        let exit = serve(input, &mut output, &mut Counter).unwrap();
        assert_eq!(exit, Exit::EndOfInput);
        assert_eq!(
            String::from_utf8(output).unwrap(),
            "=7\ninfo 1\ninfo 2\n\n= a\n\n=\ninfo 1\n\n=8\ninfo 1\n\n"
        );
    }

    #[test]
    fn a_stream_ends_at_the_next_line_which_is_answered_then() {
        use std::io::{BufRead, BufReader, pipe};

        let ((commands, mut client), (replies, writer)) = (pipe().unwrap(), pipe().unwrap());
        let engine = std::thread::spawn(move || {
            let input = crate::Listener::new(commands).unwrap();
            serve(input, writer, &mut Counter).unwrap()
        });
        let mut replies = BufReader::new(replies).lines();
        let mut next = || replies.next().unwrap().unwrap();
        for interruption in ["echo b", "", "# interrupt"] {
            client.write_all(b"1 count\n").unwrap();
            assert_eq!(next(), "=1");
            for number in 1..=3 {
                assert_eq!(next(), format!("info {number}"));
            }
            client
                .write_all(format!("{interruption}\n").as_bytes())
                .unwrap();
            while !next().is_empty() {}
            if interruption == "echo b" {
                assert_eq!([next(), next()], ["= b", ""]);
            }
        }
        client.write_all(b"count\n").unwrap();
        assert_eq!([next(), next()], ["=", "info 1"]);
        drop(client);
        while !next().is_empty() {}
        assert_eq!(engine.join().unwrap(), Exit::EndOfInput);
    }

    #[test]
    fn a_stream_ends_when_the_client_is_gone() {
        let mut writer = Broken(ErrorKind::BrokenPipe, 0);
        let (commands, mut client) = io::pipe().unwrap();
        client.write_all(b"count\n").unwrap();
        let input = crate::Listener::new(commands).unwrap();
        let exit = serve(input, &mut writer, &mut Counter).unwrap();
        assert_eq!((exit, writer.1), (Exit::ClientGone, 1));
    }

    /// A stream of both directions that records the order of reads and writes.
    #[test]
    fn each_reply_is_flushed_before_the_next_line_is_read() {
        use std::cell::RefCell;
        use std::io::{BufReader, Read};

        struct End<'a>(&'a RefCell<String>, Vec<&'static [u8]>);
        impl Read for End<'_> {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                self.0.borrow_mut().push('r');
                let mut line = self.1.pop().unwrap_or_default();
                line.read(buffer)
            }
        }
        impl Write for End<'_> {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                self.0.borrow_mut().push('w');
                Ok(bytes.len())
            }
            fn flush(&mut self) -> io::Result<()> {
                self.0.borrow_mut().push('f');
                Ok(())
            }
        }

        let log = RefCell::default();
        let reader = BufReader::new(End(&log, vec![b"echo b\n", b"echo a\n"]));
        serve(reader, End(&log, Vec::new()), &mut echo).unwrap();
        assert_eq!(log.into_inner(), "rwfrwfr");
    }
}
