//! Engines: the command line that starts one, the running process with its abilities, and the
//! commands that set up a position.
//!
//! Start reading at [`EngineCommand::start`]; a [`Seat`] starts an engine again after failures.

use std::collections::BTreeSet;
use std::process::Command;
use std::time::Duration;

use katachi_board::{BoardSize, Color, Point};
use katachi_gtp::{Client, ClientError, NoReply, Reply};
use katachi_sgf::{Move, vertex};

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
        self.text(command, reply)
    }

    /// The text of a reply to this command.
    fn text(
        &mut self,
        command: &str,
        reply: Result<Reply, ClientError>,
    ) -> Result<String, EngineError> {
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

    /// Like [`Engine::ask`], for a command whose reply goes on until `enough` answers yes to one of
    /// its lines; see [`Client::send_until`].
    ///
    /// # Errors
    /// If there is no reply, or a refusal.
    pub fn ask_until(
        &mut self,
        command: &str,
        enough: impl FnMut(&str) -> bool,
    ) -> Result<String, EngineError> {
        self.client.set_time_limit(self.limit);
        let reply = self.client.send_until(command, enough);
        self.text(command, reply)
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

/// The place of an engine that is started when it is needed, and again after a failure.
pub struct Seat {
    command: EngineCommand,
    limit: Duration,
    engine: Option<Engine>,
    /// The game for which the engine was started.
    game: usize,
    starts: usize,
}

impl Seat {
    /// A seat in which nobody sits yet; `limit` is the most time for an answer.
    pub fn new(command: EngineCommand, limit: Duration) -> Self {
        Self {
            command,
            limit,
            engine: None,
            game: 0,
            starts: 0,
        }
    }

    /// The command line.
    pub fn command(&self) -> &EngineCommand {
        &self.command
    }

    /// The engine for a game. It is started unless it is running; one whose command line contains
    /// `%n` is started for each game.
    ///
    /// # Errors
    /// If it does not start or does not answer.
    pub fn engine(&mut self, game: usize) -> Result<&mut Engine, EngineError> {
        let another = self.command.differs_by_game() && game != self.game;
        match self.engine.take() {
            Some(engine) if !engine.is_broken() && !another => Ok(self.engine.insert(engine)),
            other => {
                if let Some(engine) = other {
                    engine.quit();
                }
                self.starts += 1;
                self.game = game;
                Ok(self.engine.insert(self.command.start(game, self.limit)?))
            }
        }
    }

    /// Whether an engine is running and can be asked.
    pub fn is_usable(&self) -> bool {
        (self.engine.as_ref()).is_some_and(|engine| !engine.is_broken())
    }

    /// How many times the engine was started again.
    pub fn restarts(&self) -> usize {
        self.starts.saturating_sub(1)
    }

    /// Ends the engine.
    pub fn leave(&mut self) {
        if let Some(engine) = self.engine.take() {
            engine.quit();
        }
    }
}

/// The commands that set up a position: size, empty board, komi if given, stones, moves.
pub fn set_up(
    size: BoardSize,
    komi: Option<f64>,
    stones: &[(Color, Point)],
    moves: &[Move],
) -> Vec<String> {
    let mut commands = vec![format!("boardsize {size}"), "clear_board".to_owned()];
    commands.extend(komi.map(|komi| format!("komi {komi}")));
    let stones = stones.iter().map(|&(color, at)| (color, Some(at)));
    let moves = stones.chain(moves.iter().copied());
    commands.extend(moves.map(|(color, at)| play(color, at, size)));
    commands
}

/// The command that plays a move.
pub fn play(color: Color, at: Option<Point>, size: BoardSize) -> String {
    format!("play {color} {}", vertex(at, size))
}
