//! Where an engine's commands come from: any reader, or one that is listened to in the background.

use std::io::{self, BufRead, Read};
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::thread;

/// How many lines are read ahead before the client has to wait.
const LINES_WAITING: usize = 64;

/// The lines that a client sends.
pub trait Input {
    /// Reads the next line, with its newline if it has one; `None` at the end.
    ///
    /// # Errors
    /// Those of the reader.
    fn next_line(&mut self) -> io::Result<Option<Vec<u8>>>;

    /// Whether there is anything to read already: a line, or the end.
    fn waits(&mut self) -> bool;
}

/// Such an input cannot tell whether anything waits, and says yes: answers that go on until the
/// next line end at their first occasion.
impl<R: BufRead> Input for R {
    fn next_line(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        let count = self.read_until(b'\n', &mut line)?;
        Ok((count > 0).then_some(line))
    }

    fn waits(&mut self) -> bool {
        true
    }
}

/// An input that is read by a thread of its own, and so can tell whether anything waits.
///
/// The thread ends with the input, or after the next line once the listener is dropped.
pub struct Listener {
    lines: Receiver<io::Result<Vec<u8>>>,
    /// What has been taken out of the channel to see whether there is anything.
    next: Option<io::Result<Vec<u8>>>,
}

impl Listener {
    /// Begins to read.
    ///
    /// # Errors
    /// If the system has no thread to spare.
    pub fn new(input: impl Read + Send + 'static) -> io::Result<Self> {
        let (sender, lines) = sync_channel(LINES_WAITING);
        thread::Builder::new()
            .name("input".to_owned())
            .spawn(move || listen(input, &sender))?;
        Ok(Self { lines, next: None })
    }
}

fn listen(input: impl Read, sender: &SyncSender<io::Result<Vec<u8>>>) {
    let mut input = io::BufReader::new(input);
    while let Some(line) = input.next_line().transpose() {
        let failed = line.is_err();
        if sender.send(line).is_err() || failed {
            return;
        }
    }
}

impl Input for Listener {
    fn next_line(&mut self) -> io::Result<Option<Vec<u8>>> {
        match self.next.take() {
            Some(line) => line.map(Some),
            // A closed channel is the end of the input.
            None => self.lines.recv().ok().transpose(),
        }
    }

    fn waits(&mut self) -> bool {
        if self.next.is_some() {
            return true;
        }
        match self.lines.try_recv() {
            Ok(line) => self.next = Some(line),
            Err(TryRecvError::Disconnected) => {}
            Err(TryRecvError::Empty) => return false,
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    fn wait(input: &mut impl Input) {
        let begin = Instant::now();
        while !input.waits() {
            assert!(begin.elapsed() < Duration::from_secs(10), "nothing comes");
            thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn a_listener_knows_what_waits() {
        let (reader, mut writer) = io::pipe().unwrap();
        let mut input = Listener::new(reader).unwrap();
        assert!(!input.waits());
        io::Write::write_all(&mut writer, b"half").unwrap();
        thread::sleep(Duration::from_millis(5));
        assert!(!input.waits(), "half a line is none");
        io::Write::write_all(&mut writer, b" a line\nnext\nlast").unwrap();
        wait(&mut input);
        assert!(input.waits(), "it is still there");
        assert_eq!(input.next_line().unwrap().unwrap(), b"half a line\n");
        assert_eq!(input.next_line().unwrap().unwrap(), b"next\n");
        drop(writer);
        wait(&mut input);
        assert_eq!(input.next_line().unwrap().unwrap(), b"last");
        wait(&mut input);
        assert_eq!(input.next_line().unwrap(), None);
        assert!(input.waits(), "the end stays");
    }

    /// A reader that fails.
    struct Broken;

    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::ErrorKind::ConnectionReset.into())
        }
    }

    #[test]
    fn a_listener_hands_failures_on() {
        let mut input = Listener::new(Broken).unwrap();
        wait(&mut input);
        assert_eq!(
            input.next_line().unwrap_err().kind(),
            io::ErrorKind::ConnectionReset
        );
    }

    #[test]
    fn many_lines_come_in_order() {
        let text: Vec<u8> = (0..1000)
            .flat_map(|n| format!("{n}\n").into_bytes())
            .collect();
        let mut input = Listener::new(io::Cursor::new(text)).unwrap();
        for number in 0..1000 {
            let line = input.next_line().unwrap().unwrap();
            assert_eq!(line, format!("{number}\n").into_bytes());
        }
        assert_eq!(input.next_line().unwrap(), None);
    }
}
