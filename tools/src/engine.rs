//! Engines: the command line that starts one, and the running process with its abilities.
//!
//! Start reading at [`EngineCommand::start`].

use std::collections::BTreeSet;
use std::process::Command;
use std::time::Duration;

use katachi_gtp::{Client, ClientError, NoReply};

/// The most time for an engine to end after `quit`.
const FAREWELL: Duration = Duration::from_secs(2);

/// Why an engine did not answer as it should.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// It did not start, or it did not answer.
    #[error(transparent)]
    Client(#[from] ClientError),
    /// It refused the command.
    #[error("the engine `{engine}` refused `{command}`: {reason}")]
    Refused {
        /// Its name.
        engine: String,
        /// The command.
        command: String,
        /// Its answer.
        reason: String,
    },
    /// It lacks a command.
    #[error("the engine `{engine}` lacks the command `{command}`, which is needed here")]
    Lacks {
        /// Its name.
        engine: String,
        /// The command.
        command: String,
    },
}

impl EngineError {
    /// Whether the engine was too slow.
    pub fn is_time_out(&self) -> bool {
        let Self::Client(ClientError::NoReply { reason, .. }) = self else {
            return false;
        };
        matches!(reason, NoReply::TimedOut { .. })
    }
}

/// The command line of an engine, in which `%n` stands for the number of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineCommand {
    line: String,
}

impl EngineCommand {
    /// The engine of this command line; quotes work as in a shell.
    pub fn new(line: impl Into<String>) -> Self {
        Self { line: line.into() }
    }

    /// The command line as given.
    pub fn line(&self) -> &str {
        &self.line
    }

    /// Whether the command line contains `%n`, so that each game needs its own process.
    pub fn differs_by_game(&self) -> bool {
        self.line.contains("%n")
    }

    /// Starts the engine for a game, and asks for its name, version and commands.
    ///
    /// On Unix the engine has a process group of its own. So Ctrl-C on the terminal reaches only
    /// the caller, who can then end the game properly.
    ///
    /// # Errors
    /// If it does not start or does not answer.
    pub fn start(&self, game: usize, limit: Duration) -> Result<Engine, EngineError> {
        let line = self.line.replace("%n", &game.to_string());
        let words = shlex::split(&line).unwrap_or_default();
        let Some((program, arguments)) = words.split_first() else {
            return Err(ClientError::CommandLine { line }.into());
        };
        let mut command = Command::new(program);
        command.args(arguments);
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut client = Client::start(&mut command)?;
        client.set_time_limit(limit);
        let mut engine = Engine {
            client,
            limit,
            name: program.clone(),
            version: String::new(),
            commands: BTreeSet::new(),
            broken: false,
        };
        let commands = engine.ask("list_commands")?;
        engine.commands = commands.split_whitespace().map(str::to_owned).collect();
        engine.name = engine.ask("name")?;
        if engine.knows("version") {
            engine.version = engine.ask("version")?;
        }
        Ok(engine)
    }
}

/// A running engine.
pub struct Engine {
    client: Client,
    limit: Duration,
    name: String,
    version: String,
    commands: BTreeSet<String>,
    broken: bool,
}

impl Engine {
    /// The engine's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The engine's version; empty if it has none.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Name and version as game records write them: `GNU Go:3.8`.
    pub fn label(&self) -> String {
        if self.version.is_empty() {
            self.name.clone()
        } else {
            format!("{}:{}", self.name, self.version)
        }
    }

    /// Whether `list_commands` names this command.
    pub fn knows(&self, command: &str) -> bool {
        self.commands.contains(command)
    }

    /// Whether it has died, hung or broken the protocol, so that it must be started again.
    pub fn is_broken(&self) -> bool {
        self.broken
    }

    /// Sends a command and returns the text of the reply, without blanks around it.
    ///
    /// # Errors
    /// If there is no reply, or a refusal.
    pub fn ask(&mut self, command: &str) -> Result<String, EngineError> {
        self.ask_within(command, self.limit)
    }

    /// Like [`Engine::ask`], with a time limit for this command.
    ///
    /// # Errors
    /// If there is no reply in time, or a refusal.
    pub fn ask_within(&mut self, command: &str, limit: Duration) -> Result<String, EngineError> {
        self.client.set_time_limit(limit);
        let reply = self.client.send(command);
        self.broken |= matches!(reply, Err(ClientError::NoReply { .. }));
        let reply = reply?;
        let text = reply.text().trim();
        if reply.is_success() {
            return Ok(text.to_owned());
        }
        Err(EngineError::Refused {
            engine: self.name.clone(),
            command: command.to_owned(),
            reason: text.to_owned(),
        })
    }

    /// Checks that the engine has these commands.
    ///
    /// # Errors
    /// The first command that it lacks.
    pub fn need(&self, commands: &[&str]) -> Result<(), EngineError> {
        match commands.iter().find(|command| !self.knows(command)) {
            None => Ok(()),
            Some(command) => Err(EngineError::Lacks {
                engine: self.name.clone(),
                command: (*command).to_owned(),
            }),
        }
    }

    /// The processor time that the engine reports, in seconds; `None` without `cputime`.
    pub fn cpu_time(&mut self) -> Option<f64> {
        if self.broken || !self.knows("cputime") {
            return None;
        }
        let seconds: f64 = self.ask("cputime").ok()?.parse().ok()?;
        (seconds.is_finite() && seconds >= 0.0).then_some(seconds)
    }

    /// Ends the engine.
    pub fn quit(self) {
        if !self.broken {
            // It does not matter any more how the engine ends.
            let _ = self.client.quit(FAREWELL);
        }
    }
}
