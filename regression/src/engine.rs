//! The engine under test: its command line, its process, and its counters.
//!
//! Start reading at [`EngineLine::parse`] and [`Engine::start`].

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use katachi_board::Symmetry;
use katachi_gtp::{Client, ClientError, NoReply, Reply};

use crate::result::{Cost, Trouble};
use crate::suite::command_name;
use crate::turned::Turned;

/// The most lines of an engine's standard error to keep for a trace.
const TRACE: usize = 5_000;

/// An engine's command line that can be started in any folder.
#[derive(Clone, Debug)]
pub struct EngineLine {
    /// As the user wrote it.
    line: String,
    words: Vec<String>,
    symmetry: Symmetry,
}

/// Why a command line cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum EngineLineError {
    /// No words, or quotes that do not match.
    #[error(
        "expected a program and its arguments, found `{line}`; name a program and close every quote"
    )]
    Words {
        /// The command line.
        line: String,
    },
}

impl EngineLine {
    /// Splits a command line: quotes and backslashes work as in a shell; there are no variables and
    /// no pipes.
    ///
    /// The engine runs in each suite's folder, so that it finds the game records. So names of
    /// existing files become absolute paths: that of the program, and arguments with a `/` or a `.`
    /// in them, also behind an option's `=`.
    ///
    /// # Errors
    /// [`EngineLineError`].
    pub fn parse(line: &str) -> Result<Self, EngineLineError> {
        let words = shlex::split(line).unwrap_or_default();
        if words.is_empty() {
            return Err(EngineLineError::Words {
                line: line.to_owned(),
            });
        }
        Ok(Self {
            line: line.to_owned(),
            words: words.iter().map(|word| absolute_word(word)).collect(),
            symmetry: Symmetry::IDENTITY,
        })
    }

    /// Our own engine: next to this program or else wherever the system finds it.
    pub fn own() -> Self {
        let name = format!("katachi{}", std::env::consts::EXE_SUFFIX);
        let beside = std::env::current_exe().ok();
        let beside = beside.map(|program| program.with_file_name(&name));
        let program = beside.filter(|program| program.is_file());
        let program = program.unwrap_or_else(|| PathBuf::from("katachi"));
        Self {
            line: "katachi --mode gtp".to_owned(),
            words: vec![
                program.to_string_lossy().into_owned(),
                "--mode".to_owned(),
                "gtp".to_owned(),
            ],
            symmetry: Symmetry::IDENTITY,
        }
    }

    /// The same engine, which [sees boards turned](Turned).
    #[must_use]
    pub fn turned(self, symmetry: Symmetry) -> Self {
        Self { symmetry, ..self }
    }

    /// The command line as the user wrote it.
    pub fn text(&self) -> &str {
        &self.line
    }

    /// How the engine sees boards turned.
    pub fn symmetry(&self) -> Symmetry {
        self.symmetry
    }
}

/// A word of a command line; as an absolute path if it names an existing file.
fn absolute_word(word: &str) -> String {
    let (option, value) = match word.split_once('=') {
        Some((option, value)) if option.starts_with('-') => (&word[..=option.len()], value),
        _ => ("", word),
    };
    let looks_like_path = value.contains(['/', '.', std::path::MAIN_SEPARATOR]);
    match std::path::absolute(value) {
        Ok(path) if looks_like_path && path.exists() => format!("{option}{}", path.display()),
        _ => word.to_owned(),
    }
}

/// A running engine.
pub struct Engine {
    client: Client,
    known: Vec<String>,
    turned: Option<Turned>,
}

/// The values of an engine's counters.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counters {
    cpu: Option<f64>,
    reading: Option<u64>,
    owl: Option<u64>,
    connection: Option<u64>,
    trymove: Option<u64>,
}

impl Counters {
    /// The cost since an earlier reading. A counter that has decreased was reset in between.
    pub fn since(self, earlier: Self) -> Cost {
        let difference = |now: Option<u64>, then: Option<u64>| {
            let (now, then) = (now?, then?);
            Some(now.checked_sub(then).unwrap_or(now))
        };
        let cpu = self.cpu.zip(earlier.cpu).map(|(now, then)| {
            // Round to thousandths, as engines report them, to remove the noise of the subtraction.
            ((now - then).max(0.0) * 1000.0).round() / 1000.0
        });
        Cost {
            wall: 0.0,
            cpu,
            reading: difference(self.reading, earlier.reading),
            owl: difference(self.owl, earlier.owl),
            connection: difference(self.connection, earlier.connection),
            trymove: difference(self.trymove, earlier.trymove),
            uncertainty: None,
        }
    }
}

impl Engine {
    /// Starts an engine in a folder and asks for its commands.
    ///
    /// # Errors
    /// If it does not start, or does not answer.
    pub fn start(line: &EngineLine, folder: &Path, limit: Duration) -> Result<Self, ClientError> {
        let (program, arguments) = line.words.split_first().ok_or(ClientError::CommandLine {
            line: line.line.clone(),
        })?;
        let mut command = Command::new(program);
        command.args(arguments).current_dir(folder);
        let is_turned = line.symmetry != Symmetry::IDENTITY;
        let turned = is_turned.then(|| Turned::new(line.symmetry, folder));
        let turned = turned.transpose().map_err(|source| ClientError::Start {
            engine: line.line.clone(),
            source,
        })?;
        let mut client = Client::start(&mut command)?;
        client.set_time_limit(limit);
        let reply = client.send("list_commands")?;
        let names = reply.is_success().then(|| reply.text().lines());
        let names = names.into_iter().flatten();
        let known = names.map(|name| name.trim().to_owned()).collect();
        Ok(Self {
            client,
            known,
            turned,
        })
    }

    /// Starts to keep the engine's standard error, for [`Engine::trace`].
    pub fn keep_trace(&mut self) {
        self.client.keep_stderr(TRACE);
    }

    /// The lines on the engine's standard error since the last call.
    pub fn trace(&mut self) -> Vec<String> {
        self.client.take_stderr()
    }

    /// Whether the engine lists this command.
    pub fn knows(&self, command: &str) -> bool {
        self.known.iter().any(|name| name == command)
    }

    /// Sends a command. A record that cannot be turned is refused, as by an engine.
    ///
    /// # Errors
    /// If there is no answer; the engine cannot be used any more.
    pub fn send(&mut self, command: &str) -> Result<Reply, ClientError> {
        let Some(turned) = &mut self.turned else {
            return self.client.send(command);
        };
        let sent = match turned.command(command) {
            Ok(sent) => sent,
            Err(error) => return Ok(Reply::failure(error.to_string())),
        };
        let reply = self.client.send(&sent)?;
        let text = turned.answer(reply.text());
        Ok(if reply.is_success() {
            Reply::success(text)
        } else {
            Reply::failure(text)
        })
    }

    /// The answer to a command; `None` if the engine does not list it or refuses it.
    ///
    /// # Errors
    /// As [`Engine::send`].
    pub fn ask(&mut self, command: &str) -> Result<Option<String>, ClientError> {
        let name = command_name(command);
        if !self.knows(name) {
            return Ok(None);
        }
        let reply = self.send(command)?;
        Ok(reply.is_success().then(|| reply.text().to_owned()))
    }

    /// Reads the counters.
    ///
    /// # Errors
    /// As [`Engine::send`].
    pub fn counters(&mut self) -> Result<Counters, ClientError> {
        let mut number = |command| {
            let answer = self.ask(command)?;
            Ok::<_, ClientError>(answer.and_then(|text| text.trim().parse::<u64>().ok()))
        };
        let (reading, owl, connection, trymove) = (
            number("get_reading_node_counter")?,
            number("get_owl_node_counter")?,
            number("get_connection_node_counter")?,
            number("get_trymove_counter")?,
        );
        Ok(Counters {
            cpu: self.number("cputime")?,
            reading,
            owl,
            connection,
            trymove,
        })
    }

    /// The answer to a command as a decimal number.
    ///
    /// # Errors
    /// As [`Engine::send`].
    pub fn number(&mut self, command: &str) -> Result<Option<f64>, ClientError> {
        let answer = self.ask(command)?;
        Ok(answer.and_then(|text| text.trim().parse().ok()))
    }

    /// Ends the engine.
    pub fn quit(self) {
        // All answers have been read, so it does not matter how the engine ends.
        let _ = self.client.quit(Duration::from_secs(2));
    }
}

/// Classifies a failure to answer, with a text for it.
pub fn trouble(error: &ClientError) -> (Trouble, String) {
    let kind = match error {
        ClientError::NoReply { reason, .. } => match reason {
            NoReply::Died { .. } | NoReply::Lost(_) | NoReply::Stopped => Trouble::Crash,
            NoReply::TimedOut { .. } => Trouble::Timeout,
            NoReply::Garbage { .. } | NoReply::WrongId { .. } | NoReply::TooLong => {
                Trouble::Garbage
            }
        },
        ClientError::CommandLine { .. } | ClientError::Start { .. } => Trouble::Start,
        ClientError::NotACommand { .. } => Trouble::Setup,
    };
    (kind, error.to_string())
}
