//! The engine's end: a loop that reads commands, asks a handler, and writes replies.
//!
//! Accepts any reader and writer: standard input and output, a socket, a byte string in a test.
//! Start reading at [`serve()`].

use std::io::{self, BufRead, ErrorKind, Write};

use crate::line::{Command, parse_line};
use crate::reply::Reply;

/// What answers the commands: the engine itself.
///
/// Every closure from a command to an answer is a handler.
pub trait Handler {
    /// Carries out one command.
    fn handle(&mut self, command: &Command) -> Answer;
}

impl<F: FnMut(&Command) -> Answer> Handler for F {
    fn handle(&mut self, command: &Command) -> Answer {
        self(command)
    }
}

/// What a handler wants done after a command.
// Analysis commands, whose answer runs until the next input, will be one more variant here: the
// loop owns the reader and is the one to know when input waits, so handlers keep their signature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// Send the reply and read on.
    Reply(Reply),
    /// Send the reply and leave; what the client has sent after the command is not read.
    Quit(Reply),
}

impl From<Reply> for Answer {
    fn from(reply: Reply) -> Self {
        Self::Reply(reply)
    }
}

/// Why a session ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// The handler asked for it.
    Quit,
    /// The input ended.
    EndOfInput,
    /// The client closed its end while a reply was on the way, or reset the connection. There is
    /// nobody left to tell.
    ClientGone,
}

/// Answers commands until the input ends, the handler quits or the client goes away.
///
/// One command after the other: each reply is written and flushed before the next line is read. A
/// last line without a newline is carried out too. Lines may have any length and hold any bytes,
/// see [`parse_line`].
///
/// # Errors
///
/// When reading or writing fails for another reason than that the client is gone.
pub fn serve(
    mut reader: impl BufRead,
    mut writer: impl Write,
    handler: &mut impl Handler,
) -> io::Result<Exit> {
    let mut line = Vec::new();
    loop {
        line.clear();
        match reader.read_until(b'\n', &mut line) {
            Ok(0) => return Ok(Exit::EndOfInput),
            Ok(_) => {}
            Err(error) => return gone(error),
        }
        let Some(command) = parse_line(&line) else {
            continue;
        };
        let (reply, quit) = match handler.handle(&command) {
            Answer::Reply(reply) => (reply, false),
            Answer::Quit(reply) => (reply, true),
        };
        // In one piece, so that a writer without a buffer sends one packet.
        let wire = reply.to_wire(command.id());
        if let Err(error) = writer
            .write_all(wire.as_bytes())
            .and_then(|()| writer.flush())
        {
            return gone(error);
        }
        if quit {
            return Ok(Exit::Quit);
        }
    }
}

/// Tells the client's absence from a real failure.
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
    fn nothing_is_read_after_quit() {
        assert_eq!(
            session(b"3 quit now\necho a\n"),
            (Exit::Quit, "=3 \n\n".to_owned())
        );
    }

    /// A writer that fails, and counts how often it was asked.
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

    /// A stream of both directions that notes in which order they were used.
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
