//! The controller's end: starts an engine process, sends it commands, and finds the reply to each.
//!
//! The controller survives every engine. One that dies, hangs, babbles or answers out of turn costs
//! an error and a limited time. Start reading at [`Client::send`].

mod error;
mod pipe;

use std::ffi::OsStr;
use std::io;
use std::process::{self, Child, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

pub use error::{ClientError, NoReply};
use pipe::{LastWords, Line, MAX_REPLY, POLL, TooLong};

use crate::line::{Id, parse_line};
use crate::reply::{Reply, ReplyLines};

/// The default time for one command; [`Client::set_time_limit`] changes it. Scoring a game takes
/// minutes.
const DEFAULT_TIME_LIMIT: Duration = Duration::from_mins(10);

/// How long an engine may take to end after it has closed its output.
const LAST_BREATH: Duration = Duration::from_secs(1);

/// An engine process and the conversation with it.
///
/// Dropping the client kills the process; [`Client::quit`] lets it end by itself. If the engine is
/// a script that starts the real one, that child is not killed: it has to notice that its input has
/// ended.
///
/// # Examples
///
/// ```no_run
/// use katachi_gtp::Client;
/// use std::time::Duration;
///
/// let mut engine = Client::spawn_line("gnugo --mode gtp --quiet")?;
/// engine.set_time_limit(Duration::from_mins(1));
/// let reply = engine.send("genmove black")?;
/// println!("{}: {}", if reply.is_success() { "plays" } else { "refuses" }, reply.text());
/// engine.quit(Duration::from_secs(2))?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Client {
    /// The program, for messages.
    engine: String,
    child: Child,
    /// `None` once the conversation is over.
    input: Option<Sender<String>>,
    output: Receiver<Line>,
    last_words: LastWords,
    time_limit: Duration,
    next_id: u64,
}

impl Client {
    /// Starts a program with arguments.
    ///
    /// # Errors
    ///
    /// [`ClientError::Start`].
    pub fn spawn<S: AsRef<OsStr>>(
        program: impl AsRef<OsStr>,
        args: impl IntoIterator<Item = S>,
    ) -> Result<Self, ClientError> {
        Self::start(process::Command::new(program).args(args))
    }

    /// Starts the program of a command line, such as a user writes in an option: `gnugo --mode
    /// gtp`.
    ///
    /// Quotes and backslashes work as in a shell, but there is no shell: no variables, no pipes, no
    /// `~`.
    ///
    /// # Errors
    ///
    /// [`ClientError::CommandLine`] and [`ClientError::Start`].
    pub fn spawn_line(line: &str) -> Result<Self, ClientError> {
        let words = shlex::split(line).unwrap_or_default();
        let Some((program, args)) = words.split_first() else {
            return Err(ClientError::CommandLine {
                line: line.to_owned(),
            });
        };
        Self::spawn(program, args)
    }

    /// Starts a process that the caller has set up, with a folder or an environment of its own. Its
    /// three standard streams become pipes.
    ///
    /// # Errors
    ///
    /// [`ClientError::Start`].
    pub fn start(command: &mut process::Command) -> Result<Self, ClientError> {
        let engine = command.get_program().to_string_lossy().into_owned();
        Self::connect(command, &engine).map_err(|source| ClientError::Start { engine, source })
    }

    /// Starts the process and the threads at its pipes.
    fn connect(command: &mut process::Command, engine: &str) -> io::Result<Self> {
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.stderr(Stdio::piped()).spawn()?;
        let threads = start_threads(&mut child);
        if threads.is_err() {
            let _ = child.kill();
            let _ = child.wait();
        }
        let (input, output, last_words) = threads?;
        Ok(Self {
            engine: engine.to_owned(),
            child,
            input: Some(input),
            output,
            last_words,
            time_limit: DEFAULT_TIME_LIMIT,
            next_id: 1,
        })
    }

    /// The process number of the engine.
    pub fn process_id(&self) -> u32 {
        self.child.id()
    }

    /// Sets how long the engine may take for each command from now on; 10 minutes at first.
    /// [`Duration::MAX`] is for ever.
    pub fn set_time_limit(&mut self, limit: Duration) {
        self.time_limit = limit;
    }

    /// Sets how many of the newest lines of the engine's standard error to keep for
    /// [`Client::take_stderr`]: 20 by default, and at least 20, since a message about the engine's
    /// death shows them.
    pub fn keep_stderr(&mut self, lines: usize) {
        self.last_words.keep(lines);
    }

    /// The lines that the engine has written on standard error since the last call, the oldest
    /// first, cut at 1000 bytes. Waits some milliseconds for lines that are still on their way.
    pub fn take_stderr(&mut self) -> Vec<String> {
        self.last_words.take()
    }

    /// Sends one command, without an id, and waits for the reply to it.
    ///
    /// A refusal is a reply too: see [`Reply::is_success`].
    ///
    /// # Errors
    ///
    /// [`ClientError::NotACommand`] when the text cannot have a reply. [`ClientError::NoReply`] for
    /// an engine that died, hung or left the protocol; it has then been stopped, since what it
    /// sent later could be taken for the reply to another command.
    pub fn send(&mut self, command: &str) -> Result<Reply, ClientError> {
        self.exchange(command, None)
    }

    /// Sends a command whose reply goes on until the next command arrives, such as `kata-analyze`,
    /// and ends it with `protocol_version` as soon as `enough` answers yes to one of its lines.
    ///
    /// The lines come with the sign and id of the reply. A reply that ends by itself, such as a
    /// refusal, is returned as it is. The time limit covers all of it.
    ///
    /// # Errors
    ///
    /// As [`Client::send`].
    pub fn send_until(
        &mut self,
        command: &str,
        mut enough: impl FnMut(&str) -> bool,
    ) -> Result<Reply, ClientError> {
        self.exchange(command, Some(&mut enough))
    }

    /// Sends a command and receives the reply. An engine without a reply is stopped.
    fn exchange(
        &mut self,
        command: &str,
        enough: Option<&mut dyn FnMut(&str) -> bool>,
    ) -> Result<Reply, ClientError> {
        let line = format!("{} {command}\n", self.next_id);
        if command.contains('\n') || parse_line(line.as_bytes()).is_none() {
            let command = command.to_owned();
            return Err(ClientError::NotACommand { command });
        }
        let reply = match enough {
            None => self.one_reply(line),
            Some(enough) => self.endless_reply(line, enough),
        };
        reply.map_err(|reason| {
            // The conversation ends here, because a late reply could arrive.
            self.input = None;
            let _ = self.child.kill();
            ClientError::NoReply {
                engine: self.engine.clone(),
                command: command.to_owned(),
                reason,
            }
        })
    }

    /// Sends a line with the next id and reads the reply to it.
    fn one_reply(&mut self, line: String) -> Result<Reply, NoReply> {
        let id = self.post(line)?;
        self.receive(&id, self.deadline(), &mut |_| ())
    }

    /// The same for a command whose reply ends when another command arrives.
    fn endless_reply(
        &mut self,
        line: String,
        enough: &mut dyn FnMut(&str) -> bool,
    ) -> Result<Reply, NoReply> {
        let id = self.post(line)?;
        let deadline = self.deadline();
        let input = self.input.clone();
        let end = Id::from(self.next_id);
        let mut ended = false;
        let reply = self.receive(&id, deadline, &mut |line| {
            if !ended && enough(line) {
                ended = true;
                let _ = (input.as_ref())
                    .map(|input| input.send(format!("{end} {}\n", Self::END_OF_REPLY)));
            }
        })?;
        if ended {
            self.next_id += 1;
            self.receive(&end, deadline, &mut |_| ())?;
        }
        Ok(reply)
    }

    /// A command that every engine answers at once, so it can end an endless reply.
    const END_OF_REPLY: &str = "protocol_version";

    /// Sends a line that begins with the next id, and returns that.
    fn post(&mut self, line: String) -> Result<Id, NoReply> {
        let input = self.input.as_ref().ok_or(NoReply::Stopped)?;
        // Fails if the engine has closed its input; its output will show whether it lives.
        let _ = input.send(line);
        let id = Id::from(self.next_id);
        self.next_id += 1;
        Ok(id)
    }

    /// When the time for a command that is sent now is over; `None` if it has no limit.
    fn deadline(&self) -> Option<Instant> {
        Instant::now().checked_add(self.time_limit)
    }

    /// Reads the reply with this id; `each` sees its lines.
    fn receive(
        &mut self,
        id: &Id,
        deadline: Option<Instant>,
        each: &mut dyn FnMut(&str),
    ) -> Result<Reply, NoReply> {
        let limit = self.time_limit;
        let mut lines = ReplyLines::default();
        loop {
            let line = match self.next_line(deadline) {
                Ok(line) => line.map_err(|TooLong| NoReply::TooLong)?,
                Err(RecvTimeoutError::Timeout) => return Err(NoReply::TimedOut { limit }),
                Err(RecvTimeoutError::Disconnected) => return Err(self.death()),
            };
            let reply = lines.push(&line).map_err(|line| NoReply::Garbage {
                line: line.chars().take(200).collect(),
            })?;
            if reply.is_none() {
                each(&String::from_utf8_lossy(&line));
            }
            match reply {
                Some((found, reply)) if found.as_ref() == Some(id) => return Ok(reply),
                Some((found, _)) => {
                    return Err(NoReply::WrongId {
                        expected: id.to_string(),
                        found: found.map(|id| id.to_string()),
                    });
                }
                None if lines.len() > MAX_REPLY => return Err(NoReply::TooLong),
                None => {}
            }
        }
    }

    /// The next line of the engine's output; without a deadline this waits forever.
    fn next_line(&self, deadline: Option<Instant>) -> Result<Line, RecvTimeoutError> {
        let Some(deadline) = deadline else {
            let line = self.output.recv();
            return line.map_err(|_| RecvTimeoutError::Disconnected);
        };
        let left = deadline.saturating_duration_since(Instant::now());
        // Checked first: a channel that is never empty would outlast every deadline.
        if left.is_zero() {
            return Err(RecvTimeoutError::Timeout);
        }
        self.output.recv_timeout(left)
    }

    /// Why an engine that has closed its output ended.
    fn death(&mut self) -> NoReply {
        match self.wait(Instant::now().checked_add(LAST_BREATH)) {
            Ok(status) => NoReply::Died {
                status,
                stderr: self.last_words.collect(),
            },
            Err(error) => NoReply::Lost(error),
        }
    }

    /// Asks the engine to quit and waits until it has; an engine that has not ended after the grace
    /// period is killed.
    ///
    /// Returns how the process ended; for a killed one that is a signal or, on other systems, a
    /// failure. An engine that had ended before is no error.
    ///
    /// # Errors
    ///
    /// When the system cannot tell how the process ended.
    pub fn quit(mut self, grace: Duration) -> io::Result<ExitStatus> {
        let deadline = Instant::now().checked_add(grace);
        if let Some(input) = self.input.take() {
            let _ = input.send("quit\n".to_owned());
        }
        // Read the rest: an engine may be blocked until somebody reads its output.
        while let Ok(Ok(_)) = self.next_line(deadline) {}
        self.wait(deadline)
    }

    /// Waits for the end of the process, which is killed at the deadline.
    fn wait(&mut self, deadline: Option<Instant>) -> io::Result<ExitStatus> {
        while deadline.is_none_or(|deadline| Instant::now() < deadline) {
            if let Some(status) = self.child.try_wait()? {
                return Ok(status);
            }
            std::thread::sleep(POLL);
        }
        self.child.kill()?;
        self.child.wait()
    }
}

/// Puts a thread at each pipe of a new process.
fn start_threads(child: &mut Child) -> io::Result<(Sender<String>, Receiver<Line>, LastWords)> {
    let missing = || io::Error::other("a pipe to the process is missing");
    let input = child.stdin.take().ok_or_else(missing)?;
    let output = child.stdout.take().ok_or_else(missing)?;
    let stderr = child.stderr.take().ok_or_else(missing)?;
    Ok((
        pipe::write_in_background(input)?,
        pipe::read_in_background(output)?,
        LastWords::listen(stderr)?,
    ))
}

impl Drop for Client {
    fn drop(&mut self) {
        // Both do nothing to a process that has ended; `wait` prevents a zombie.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
