//! The three pipes of an engine process. Each has a thread, so that the controller can stop waiting
//! for a pipe at any time.
//!
//! A thread ends when the engine closes its end of the pipe or the controller drops its end of the
//! channel.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The longest line that is accepted from an engine, in bytes: ten times the analysis of a full
/// board with its ownership.
pub(crate) const MAX_LINE: usize = 256 * 1024;

/// The largest reply that is accepted from an engine, in bytes; a traced game record may have some
/// millions.
pub(super) const MAX_REPLY: usize = 16 * 1024 * 1024;

/// How many lines wait for the controller before the engine is blocked.
const LINES_WAITING: usize = 64;

/// How many lines of standard error to keep for a message.
const LAST_WORDS: usize = 20;

/// How often to ask whether a process or thread has ended.
pub(super) const POLL: Duration = Duration::from_millis(2);

/// How long standard error must be silent before it counts as complete.
const QUIET: Duration = Duration::from_millis(2);

/// One line of an engine's output without its newline. An error means that the line was longer than
/// [`MAX_LINE`]; no lines follow.
pub(super) type Line = Result<Vec<u8>, TooLong>;

/// The error for a line beyond the limit.
#[derive(Debug)]
pub(super) struct TooLong;

/// Sends bytes to the engine in the background: a write to an engine that does not read would
/// block.
///
/// Dropping the sender closes the engine's input.
pub(super) fn write_in_background(
    mut input: impl Write + Send + 'static,
) -> io::Result<Sender<String>> {
    let (sender, lines) = channel::<String>();
    in_background(move || {
        for line in lines {
            // If the engine has closed its input, its silence will show it.
            if input
                .write_all(line.as_bytes())
                .and_then(|()| input.flush())
                .is_err()
            {
                return;
            }
        }
    })?;
    Ok(sender)
}

/// Receives the lines of the engine's output; the channel closes at its end.
pub(super) fn read_in_background(output: impl Read + Send + 'static) -> io::Result<Receiver<Line>> {
    let (sender, lines) = sync_channel(LINES_WAITING);
    in_background(move || read_lines(output, &sender))?;
    Ok(lines)
}

/// Starts a thread; unlike [`thread::spawn`] without a panic where the system has no more of them.
fn in_background(work: impl FnOnce() + Send + 'static) -> io::Result<JoinHandle<()>> {
    thread::Builder::new().spawn(work)
}

fn read_lines(output: impl Read, sender: &SyncSender<Line>) {
    let mut output = BufReader::new(output);
    // A pipe that cannot be read counts as closed.
    while let Ok(Some(piece)) = next_piece(&mut output, MAX_LINE) {
        let too_long = piece.len() > MAX_LINE;
        let line = if too_long { Err(TooLong) } else { Ok(piece) };
        if sender.send(line).is_err() || too_long {
            return;
        }
    }
}

/// Reads up to the next newline and drops it; without one, reads one byte more than the limit.
fn next_piece(source: &mut impl BufRead, limit: usize) -> io::Result<Option<Vec<u8>>> {
    let mut piece = Vec::new();
    let longest = u64::try_from(limit).unwrap_or(u64::MAX).saturating_add(1);
    if source.take(longest).read_until(b'\n', &mut piece)? == 0 {
        return Ok(None);
    }
    piece.pop_if(|byte| *byte == b'\n');
    Ok(Some(piece))
}

/// The last lines that an engine wrote on standard error.
pub(super) struct LastWords {
    kept: Arc<Mutex<Kept>>,
    reader: JoinHandle<()>,
}

struct Kept {
    lines: VecDeque<String>,
    most: usize,
}

impl Kept {
    fn push(&mut self, line: String) {
        while self.lines.len() >= self.most {
            self.lines.pop_front();
        }
        self.lines.push_back(line);
    }
}

impl LastWords {
    /// Reads everything, so that the engine is never blocked, and keeps the last lines.
    pub fn listen(stderr: impl Read + Send + 'static) -> io::Result<Self> {
        let kept = Arc::new(Mutex::new(Kept {
            lines: VecDeque::new(),
            most: LAST_WORDS,
        }));
        let writer = Arc::clone(&kept);
        let reader = in_background(move || {
            let mut stderr = BufReader::new(stderr);
            while let Ok(Some(piece)) = next_piece(&mut stderr, 1000) {
                lock(&writer).push(crate::line::clean(&piece));
            }
        })?;
        Ok(Self { kept, reader })
    }

    /// Sets how many lines to keep from now on.
    pub fn keep(&self, lines: usize) {
        lock(&self.kept).most = lines.max(LAST_WORDS);
    }

    /// Returns the lines so far and forgets them. Waits until no line has come for a moment, since
    /// lines that were written before a reply may still be in the pipe.
    pub fn take(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let deadline = Instant::now() + QUIET * 20;
        loop {
            thread::sleep(QUIET);
            let more = lock(&self.kept).lines.split_off(0);
            let is_quiet = more.is_empty();
            lines.extend(more);
            if is_quiet || Instant::now() > deadline {
                return lines;
            }
        }
    }

    /// The lines, after the engine has ended. Waits a little for those still in the pipe, but not
    /// for a child of the engine that keeps the pipe open.
    pub fn collect(&self) -> Vec<String> {
        let deadline = Instant::now() + Duration::from_millis(500);
        while !self.reader.is_finished() && Instant::now() < deadline {
            thread::sleep(POLL);
        }
        let kept = lock(&self.kept);
        let last = kept.lines.len().saturating_sub(LAST_WORDS);
        kept.lines.iter().skip(last).cloned().collect()
    }
}

fn lock(kept: &Mutex<Kept>) -> MutexGuard<'_, Kept> {
    kept.lock().unwrap_or_else(PoisonError::into_inner)
}
