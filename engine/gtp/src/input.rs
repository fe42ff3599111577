//! The source of an engine's commands: any reader, or one that a background thread reads.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::line::MAX_COMMAND;

/// The most lines that are read ahead of the engine.
const LINES_WAITING: usize = 64;

/// The most bytes that are read ahead of the engine.
const BYTES_WAITING: usize = 2 * MAX_COMMAND;

/// How much to keep of a line that is too long: enough for its id.
const BEGINNING: usize = 1024;

/// How many bytes of one line to skip before the input counts as endless.
const ENDLESS: usize = 1 << 30;

/// A line that a client has sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    /// A line of at most [`MAX_COMMAND`] bytes, with its newline if it has one.
    Whole(Vec<u8>),
    /// The beginning of a longer line. The rest has been skipped.
    TooLong(Vec<u8>),
}

/// A source of lines from a client.
pub trait Input {
    /// Reads the next line; `None` at the end.
    ///
    /// # Errors
    /// Those of the reader, and if a line does not end within 1 GiB.
    fn next_line(&mut self) -> io::Result<Option<Line>>;

    /// Whether something can be read without waiting: a line, or the end.
    fn waits(&mut self) -> bool;
}

/// A plain reader cannot tell whether input waits, so it says yes. Answers that go on until the
/// next line therefore end at once.
impl<R: BufRead> Input for R {
    fn next_line(&mut self) -> io::Result<Option<Line>> {
        let mut line = Vec::new();
        // One byte more for the newline, and one that shows that the line continues.
        let mut limited = self.by_ref().take(MAX_COMMAND as u64 + 1);
        if limited.read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        if line.ends_with(b"\n") || line.len() <= MAX_COMMAND {
            return Ok(Some(Line::Whole(line)));
        }
        line.truncate(BEGINNING);
        line.shrink_to_fit();
        pass_over_line(self)?;
        Ok(Some(Line::TooLong(line)))
    }

    fn waits(&mut self) -> bool {
        true
    }
}

/// Skips everything up to the next newline, or to the end.
fn pass_over_line(input: &mut impl BufRead) -> io::Result<()> {
    let mut passed = 0;
    while passed < ENDLESS {
        let bytes = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            bytes => bytes?,
        };
        let newline = bytes.iter().position(|&byte| byte == b'\n');
        let count = newline.map_or(bytes.len(), |place| place + 1);
        input.consume(count);
        if newline.is_some() || count == 0 {
            return Ok(());
        }
        passed += count;
    }
    let message = format!("expected a newline within {ENDLESS} bytes, found none");
    Err(io::Error::new(io::ErrorKind::InvalidData, message))
}

impl Line {
    fn len(&self) -> usize {
        match self {
            Self::Whole(bytes) | Self::TooLong(bytes) => bytes.len(),
        }
    }

    /// Whether it is the comment by which GoGui interrupts a command.
    fn interrupts(&self) -> bool {
        matches!(self, Self::Whole(bytes) if bytes.trim_ascii() == b"# interrupt")
    }
}

/// An input that a thread of its own reads, and so one that can tell whether a line waits.
///
/// The thread ends with the input, or after the next line once the listener is dropped.
pub struct Listener {
    queue: Arc<Queue>,
}

impl Listener {
    /// Starts to read.
    ///
    /// # Errors
    /// If the system has no thread to spare.
    pub fn new(input: impl Read + Send + 'static) -> io::Result<Self> {
        let queue = Arc::new(Queue::default());
        let writer = Arc::clone(&queue);
        thread::Builder::new()
            .name("input".to_owned())
            .spawn(move || listen(input, &writer))?;
        Ok(Self { queue })
    }

    /// A flag that is up while a line `# interrupt` waits: the client wants the running command to
    /// end early.
    pub fn interrupt(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.queue.interrupt)
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.queue.close();
    }
}

fn listen(input: impl Read, queue: &Queue) {
    let mut input = io::BufReader::new(input);
    while let Some(line) = input.next_line().transpose() {
        let failed = line.is_err();
        if line.as_ref().is_ok_and(Line::interrupts) {
            queue.interrupt.store(true, Ordering::Relaxed);
        }
        if !queue.push(line) || failed {
            break;
        }
    }
    queue.close();
}

impl Input for Listener {
    fn next_line(&mut self) -> io::Result<Option<Line>> {
        self.queue.pop().transpose()
    }

    fn waits(&mut self) -> bool {
        self.queue.waits()
    }
}

/// The lines that were read and not yet taken, of limited number and size.
#[derive(Default)]
struct Queue {
    state: Mutex<Waiting>,
    changed: Condvar,
    /// Whether a line that interrupts waits, or is about to.
    interrupt: Arc<AtomicBool>,
}

#[derive(Default)]
struct Waiting {
    lines: VecDeque<io::Result<Line>>,
    bytes: usize,
    /// Whether the input has ended or its receiver is gone.
    is_closed: bool,
}

impl Waiting {
    /// Whether a line of this many bytes has to wait. An empty queue has room for any line.
    fn is_full_for(&self, bytes: usize) -> bool {
        let is_full = self.lines.len() >= LINES_WAITING || self.bytes + bytes > BYTES_WAITING;
        is_full && !self.lines.is_empty()
    }

    /// Whether it is time to read on. Reading on after each line would make two threads take turns
    /// with each command.
    fn is_half_empty(&self) -> bool {
        self.lines.len() <= LINES_WAITING / 2 && self.bytes <= BYTES_WAITING / 2
    }
}

fn size(line: &io::Result<Line>) -> usize {
    line.as_ref().map_or(0, Line::len)
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, Waiting>) -> MutexGuard<'a, Waiting> {
        (self.changed.wait(state)).unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a line as soon as there is room; `false` if the receiver is gone.
    fn push(&self, line: io::Result<Line>) -> bool {
        let mut state = self.lock();
        while !state.is_closed && state.is_full_for(size(&line)) {
            state = self.wait(state);
        }
        if state.is_closed {
            return false;
        }
        state.bytes += size(&line);
        state.lines.push_back(line);
        self.changed.notify_all();
        true
    }

    /// Takes the next line as soon as there is one; `None` at the end.
    fn pop(&self) -> Option<io::Result<Line>> {
        let mut state = self.lock();
        loop {
            if let Some(line) = state.lines.pop_front() {
                if line.as_ref().is_ok_and(Line::interrupts) {
                    self.interrupt.store(false, Ordering::Relaxed);
                }
                state.bytes = state.bytes.saturating_sub(size(&line));
                if state.is_half_empty() {
                    self.changed.notify_all();
                }
                return Some(line);
            }
            if state.is_closed {
                return None;
            }
            state = self.wait(state);
        }
    }

    /// Whether something can be taken: a line, or the end.
    fn waits(&self) -> bool {
        let state = self.lock();
        state.is_closed || !state.lines.is_empty()
    }

    fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    fn whole(text: &str) -> Line {
        Line::Whole(text.as_bytes().to_vec())
    }

    fn next(input: &mut impl Input) -> Line {
        input.next_line().unwrap().unwrap()
    }

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
        assert_eq!(next(&mut input), whole("half a line\n"));
        assert_eq!(next(&mut input), whole("next\n"));
        drop(writer);
        wait(&mut input);
        assert_eq!(next(&mut input), whole("last"));
        wait(&mut input);
        assert_eq!(input.next_line().unwrap(), None);
        assert!(input.waits(), "the end stays");
    }

    #[test]
    fn an_interrupt_is_seen_before_its_line_is_read() {
        let (reader, mut writer) = io::pipe().unwrap();
        let mut input = Listener::new(reader).unwrap();
        let interrupt = input.interrupt();
        io::Write::write_all(&mut writer, b"genmove b\n").unwrap();
        assert_eq!(next(&mut input), whole("genmove b\n"));
        assert!(!interrupt.load(Ordering::Relaxed));
        io::Write::write_all(&mut writer, b"# interrupt\nname\n").unwrap();
        wait(&mut input);
        assert!(interrupt.load(Ordering::Relaxed));
        assert_eq!(next(&mut input), whole("# interrupt\n"));
        assert!(
            !interrupt.load(Ordering::Relaxed),
            "it concerns no later command"
        );
        assert_eq!(next(&mut input), whole("name\n"));
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
            assert_eq!(next(&mut input), whole(&format!("{number}\n")));
        }
        assert_eq!(input.next_line().unwrap(), None);
    }

    #[test]
    fn the_longest_line_is_whole_and_a_longer_one_is_passed_over() {
        let line = |length: usize| "x".repeat(length);
        let text = [
            line(MAX_COMMAND),
            line(MAX_COMMAND + 1),
            line(3),
            line(MAX_COMMAND),
        ]
        .join("\n");
        let mut input = text.as_bytes();
        assert_eq!(next(&mut input), whole(&(line(MAX_COMMAND) + "\n")));
        assert_eq!(
            next(&mut input),
            Line::TooLong(line(BEGINNING).into_bytes())
        );
        assert_eq!(next(&mut input), whole("xxx\n"));
        assert_eq!(next(&mut input), whole(&line(MAX_COMMAND)));
        assert_eq!(input.next_line().unwrap(), None);
        let mut last = line(2 * MAX_COMMAND);
        last.insert(0, '7');
        let mut input = last.as_bytes();
        assert!(matches!(next(&mut input), Line::TooLong(start) if start.starts_with(b"7x")));
        assert_eq!(input.next_line().unwrap(), None);
    }

    /// A reader that counts the bytes read from it.
    struct Counted<R>(R, Arc<std::sync::atomic::AtomicUsize>);

    impl<R: Read> Read for Counted<R> {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            let count = self.0.read(bytes)?;
            self.1.fetch_add(count, Ordering::Relaxed);
            Ok(count)
        }
    }

    /// Lines of any size can wait, but only a few megabytes of them.
    #[test]
    fn what_is_read_ahead_is_limited() {
        let line = "x".repeat(MAX_COMMAND / 2) + "\n";
        let text = line.repeat(60);
        let read = Arc::default();
        let mut input = Listener::new(Counted(io::Cursor::new(text), Arc::clone(&read))).unwrap();
        wait(&mut input);
        thread::sleep(Duration::from_millis(300));
        let ahead = read.load(Ordering::Relaxed);
        // One more line has been read and waits for room.
        assert!(ahead <= BYTES_WAITING + MAX_COMMAND, "{ahead} bytes");
        for _ in 0..60 {
            assert_eq!(next(&mut input), whole(&line));
        }
        assert_eq!(input.next_line().unwrap(), None);
    }

    #[test]
    fn a_line_without_end_is_an_error() {
        let mut endless = io::BufReader::with_capacity(1 << 20, io::repeat(b'x'));
        let error = endless.next_line().unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::InvalidData);
    }
}
