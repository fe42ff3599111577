//! Plays a match: the games that are missing in its table, several at a time.
//!
//! Start reading at [`Contest::run`]. Each worker thread has its own engines and takes the next
//! game. Only the caller's thread writes files: first the record of a game, then its row, so each
//! row has its record.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use katachi_board::ByColor;
use katachi_files::{folder_of, read_now, sweep, write};
use katachi_teacher::engine::{EngineCommand, EngineError, Seat};

use crate::duplicates::Duplicates;
use crate::game::{GameError, NEEDED, NEEDED_BY_REFEREE, PlayedGame, Table, play};
use crate::record::record;
use crate::rule_set::{self, Setting};
use crate::sprt::{Sprt, Verdict};
use crate::summary::Standings;
use crate::table::{ResultTable, Row, TableError};
use crate::terms::Terms;
use katachi_sgf::Sequence;

/// A match, and the place of its files.
pub struct Contest {
    /// The terms of each game.
    pub terms: Terms,
    /// The wanted number of games in the table.
    pub games: usize,
    /// The number of games to play at a time.
    pub jobs: usize,
    /// The beginning of the names of all files.
    pub prefix: PathBuf,
    /// The test that may end the match early, if any.
    pub sprt: Option<Sprt>,
    /// The date for records.
    pub date: String,
}

/// Why a match cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum ContestError {
    /// The table cannot be used.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A game cannot be played.
    #[error("game {number}: {source}")]
    Game {
        /// The number of the game.
        number: usize,
        /// Why.
        source: GameError,
    },
    /// An engine cannot be used.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A record cannot be written.
    #[error("{}: {source}", path.display())]
    Record {
        /// The path.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

/// The end of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All games are in the table.
    Complete,
    /// The test has decided.
    Decided(Verdict),
    /// The caller stopped it.
    Interrupted,
}

/// An event of a match, for the caller.
pub enum Event<'a> {
    /// The state of a game in progress.
    Move {
        /// The number of the game.
        game: usize,
        /// The number of moves so far.
        moves: usize,
    },
    /// A game has been added to the table.
    Finished(&'a Row),
}

/// A worker's message.
enum Report {
    Move(usize, usize),
    Played(usize, Box<PlayedGame>),
    Failed(ContestError),
}

impl Contest {
    /// The table's file.
    pub fn table_path(&self) -> PathBuf {
        self.with_ending(".dat")
    }

    /// The file of a game's record.
    pub fn record_path(&self, number: usize) -> PathBuf {
        self.with_ending(&format!("-{number}.sgf"))
    }

    fn with_ending(&self, ending: &str) -> PathBuf {
        let mut name = self.prefix.as_os_str().to_owned();
        name.push(ending);
        name.into()
    }

    /// Prepares the match: starts each engine once to check that it can play on these terms, opens
    /// the table, and removes leftovers of records that a killed run was writing. `warn` receives a
    /// message for each engine that cannot receive the rules.
    ///
    /// # Errors
    /// If an engine does not start, lacks a command or refuses the board; if the table cannot be
    /// used.
    pub fn open(&self, warn: &mut dyn FnMut(&str)) -> Result<ResultTable, ContestError> {
        let black = self.probe(&self.terms.black, &NEEDED, warn)?;
        let white = self.probe(&self.terms.white, &NEEDED, warn)?;
        let referee = match &self.terms.referee {
            None => "-".to_owned(),
            Some(referee) => self.probe(referee, &NEEDED_BY_REFEREE, warn)?,
        };
        let mut header = vec![("Black", black), ("White", white), ("Referee", referee)];
        header.extend(self.terms.header());
        header.push(("Date", self.date.clone()));
        let table = ResultTable::open(&self.table_path(), &header)?;
        self.sweep();
        Ok(table)
    }

    /// Removes leftovers of records. While the table is open, no other process writes records of
    /// this match.
    fn sweep(&self) {
        let prefix = self.prefix.file_name().unwrap_or_default();
        let prefix = format!("{}-", prefix.to_string_lossy());
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let is_record = |name: &str| {
            let number = name.strip_prefix(&prefix);
            let number = number.and_then(|rest| rest.strip_suffix(".sgf"));
            number.is_some_and(is_number)
        };
        sweep(folder_of(&self.prefix), is_record);
    }

    /// Starts an engine, checks that it can play on these terms, and returns its label.
    fn probe(
        &self,
        command: &EngineCommand,
        needed: &[&str],
        warn: &mut dyn FnMut(&str),
    ) -> Result<String, EngineError> {
        let mut engine = command.start(0, self.terms.command_timeout)?;
        engine.need(needed)?;
        engine.ask(&format!("boardsize {}", self.terms.size))?;
        engine.ask("clear_board")?;
        if let Some(rules) = self.terms.rules
            && let Setting::Refused(reason) = rule_set::set(&mut engine, rules)?
        {
            warn(&format!(
                "the engine `{}` cannot be set to the {} rules: {reason}; it may count by others \
                 unless its command line says so",
                command.line(),
                rules.name(),
            ));
        }
        engine.ask(&format!("komi {}", self.terms.komi))?;
        let label = engine.label();
        engine.quit();
        Ok(label)
    }

    /// Plays the missing games. `stop` may be set by another thread at any time; running games are
    /// then abandoned at their next move.
    ///
    /// # Errors
    /// If an engine cannot be started or refuses the terms, or a file cannot be written. The rows
    /// in the table stay.
    pub fn run(
        &self,
        table: &mut ResultTable,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Event<'_>),
    ) -> Result<Outcome, ContestError> {
        let mut duplicates = self.earlier_games(table);
        let mut standings = Standings::of(table.rows());
        if let Some(outcome) = self.decided(&standings) {
            return Ok(outcome);
        }
        let played: BTreeSet<usize> = table.rows().iter().map(|row| row.game).collect();
        let open: Vec<usize> = (0..self.games)
            .filter(|game| !played.contains(game))
            .collect();
        let jobs = self.jobs.clamp(1, open.len().max(1));
        let queue = Mutex::new(open.into_iter());
        // When set, all workers end.
        let end = AtomicBool::new(false);
        let (sender, reports) = channel();
        thread::scope(|scope| {
            for _ in 0..jobs {
                let (sender, queue, end) = (sender.clone(), &queue, &end);
                scope.spawn(move || {
                    let over = || end.load(Ordering::Relaxed) || stop.load(Ordering::Relaxed);
                    self.work(queue, &over, &sender);
                });
            }
            drop(sender);
            let mut outcome = None;
            let mut failure = None;
            for report in reports {
                let result = match report {
                    Report::Move(game, moves) => {
                        watch(&Event::Move { game, moves });
                        continue;
                    }
                    Report::Failed(error) => Err(error),
                    // Drop games that end after the decision: which ones do depends on the speed of
                    // the workers.
                    Report::Played(..) if outcome.is_some() || failure.is_some() => continue,
                    Report::Played(number, game) => {
                        self.keep(table, &mut duplicates, number, &game)
                    }
                };
                match result {
                    Ok(()) => {
                        if let Some(row) = table.rows().last() {
                            standings.add(row);
                            watch(&Event::Finished(row));
                        }
                        outcome = self.decided(&standings);
                        end.store(outcome.is_some(), Ordering::Relaxed);
                    }
                    Err(error) => {
                        failure.get_or_insert(error);
                        end.store(true, Ordering::Relaxed);
                    }
                }
            }
            match (failure, outcome) {
                (Some(error), _) => Err(error),
                (None, Some(outcome)) => Ok(outcome),
                (None, None) if table.rows().len() < self.games => Ok(Outcome::Interrupted),
                (None, None) => Ok(Outcome::Complete),
            }
        })
    }

    /// The outcome, if the test has decided.
    fn decided(&self, standings: &Standings) -> Option<Outcome> {
        match self.sprt?.verdict(&standings.first) {
            Verdict::Continue => None,
            verdict => Some(Outcome::Decided(verdict)),
        }
    }

    /// The games of the table whose records still exist.
    fn earlier_games(&self, table: &ResultTable) -> Duplicates {
        let mut duplicates = Duplicates::new(self.terms.size);
        for row in table.rows() {
            if let Some(game) = self.read_game(&self.record_path(row.game)) {
                duplicates.insert(row.game, &game);
            }
        }
        duplicates
    }

    fn read_game(&self, path: &Path) -> Option<Sequence> {
        let parsed = katachi_sgf::parse(&read_now(path).ok()?).ok()?;
        let root = parsed.collection.roots().next()?;
        Sequence::of_main_line(root, self.terms.legality()).ok()
    }

    /// Writes the record of a game, then its row.
    fn keep(
        &self,
        table: &mut ResultTable,
        duplicates: &mut Duplicates,
        number: usize,
        game: &PlayedGame,
    ) -> Result<(), ContestError> {
        let path = self.record_path(number);
        let text = record(&self.terms, number, game, &self.date);
        write(&path, text.as_bytes()).map_err(|source| ContestError::Record { path, source })?;
        let moves = Sequence {
            stones: game.stones.clone(),
            moves: game.moves.clone(),
            first: None,
        };
        let duplicate = duplicates.insert(number, &moves);
        table.append(row(
            number,
            self.terms.is_alternated(number),
            duplicate,
            game,
        ))?;
        Ok(())
    }

    /// The work of a thread: plays games until none is left.
    fn work(
        &self,
        queue: &Mutex<impl Iterator<Item = usize>>,
        stop: &dyn Fn() -> bool,
        reports: &Sender<Report>,
    ) {
        let mut seats = Seats::new(&self.terms);
        while !stop() {
            let next = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(number) = next else { break };
            // Sending fails only when the match is over.
            let mut watch = |moves| {
                let _ = reports.send(Report::Move(number, moves));
                !stop()
            };
            let report = match seats.play(number, &mut watch) {
                // If the match is to stop, the same signal may have caused the fault.
                Ok(game) if stop() && game.error.is_some() => break,
                Ok(game) => Report::Played(number, Box::new(game)),
                Err(ContestError::Game {
                    source: GameError::Interrupted,
                    ..
                }) => break,
                Err(error) => Report::Failed(error),
            };
            let _ = reports.send(report);
        }
        seats.leave();
    }
}

/// The row of a game. Its columns are those of the engines, not of the colours.
fn row(number: usize, alternated: bool, duplicate: Option<usize>, game: &PlayedGame) -> Row {
    let ByColor { black, white } = game.results;
    let seconds = |color| game.time[color].as_secs_f64();
    let sides = {
        use katachi_board::Color::{Black, White};
        if alternated {
            [White, Black]
        } else {
            [Black, White]
        }
    };
    let [first, second] = if alternated {
        [white.inverse(), black.inverse()]
    } else {
        [black, white]
    };
    Row {
        game: number,
        black: first,
        white: second,
        referee: if alternated {
            game.referee.inverse()
        } else {
            game.referee
        },
        alternated,
        duplicate,
        length: game.moves.len(),
        time: sides.map(seconds),
        cpu: sides.map(|color| game.cpu[color]),
        error: game.error.clone(),
    }
}

/// The engines of one worker.
struct Seats<'a> {
    terms: &'a Terms,
    first: Seat,
    second: Seat,
    referee: Option<Seat>,
}

impl<'a> Seats<'a> {
    fn new(terms: &'a Terms) -> Self {
        let seat = |command: &EngineCommand| Seat::new(command.clone(), terms.command_timeout);
        Self {
            terms,
            first: seat(&terms.black),
            second: seat(&terms.white),
            referee: terms.referee.as_ref().map(seat),
        }
    }

    /// Plays a game. Engines of the previous game are used again if possible.
    fn play(
        &mut self,
        number: usize,
        watch: &mut dyn FnMut(usize) -> bool,
    ) -> Result<PlayedGame, ContestError> {
        let terms = self.terms;
        let first = self.first.engine(number)?;
        let second = self.second.engine(number)?;
        let referee = match &mut self.referee {
            None => None,
            Some(referee) => Some(referee.engine(number)?),
        };
        let (black, white) = if terms.is_alternated(number) {
            (second, first)
        } else {
            (first, second)
        };
        let mut table = Table {
            players: ByColor { black, white },
            referee,
        };
        play(terms, terms.opening(number), &mut table, watch)
            .map_err(|source| ContestError::Game { number, source })
    }

    fn leave(mut self) {
        let seats = [
            Some(&mut self.first),
            Some(&mut self.second),
            self.referee.as_mut(),
        ];
        seats.into_iter().flatten().for_each(Seat::leave);
    }
}
