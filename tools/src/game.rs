//! Plays one game between two engines; our own board is the referee.
//!
//! Start reading at [`play`]. An engine loses the game if it dies, hangs, sends nonsense, breaks
//! the rules or exceeds its time. If the game cannot be played at all, for example because an
//! engine refuses the board size, the result is a [`GameError`].

use std::time::{Duration, Instant};

use katachi_board::{
    Board, BoardSize, ByColor, Color, Point, PointSet, fixed_handicap, max_fixed_handicap,
};
use katachi_teacher::engine::{Engine, EngineError};

use crate::clock::MatchClock;
use crate::openings::Opening;
use crate::result::{GameResult, Margin};
use crate::rule_set::{self, RuleSet};
use crate::terms::Terms;
use katachi_sgf::{Move, Sequence, vertex};

/// The commands that a player needs.
pub const NEEDED: [&str; 5] = ["boardsize", "clear_board", "komi", "play", "genmove"];

/// The commands that a referee needs.
pub const NEEDED_BY_REFEREE: [&str; 5] =
    ["boardsize", "clear_board", "komi", "play", "final_score"];

/// The engines of a game.
pub struct Table<'a> {
    /// The players.
    pub players: ByColor<&'a mut Engine>,
    /// The engine that scores the game, if it is not the players.
    pub referee: Option<&'a mut Engine>,
}

/// Why a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Both sides passed.
    Passes,
    /// A side resigned.
    Resignation,
    /// The move limit was reached; there is no winner.
    MoveLimit,
    /// A side lost because of what it or its engine did; the error message explains it.
    Fault,
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// The names of the engines with their versions.
    pub labels: ByColor<String>,
    /// The stones on the board before the first move.
    pub stones: Vec<(Color, Point)>,
    /// The side that moved first.
    pub first: Color,
    /// All moves, those of the opening first.
    pub moves: Vec<Move>,
    /// The number of moves of the opening.
    pub opening_moves: usize,
    /// The result according to each player.
    pub results: ByColor<GameResult>,
    /// The result according to the referee; without a referee, according to the rules of the match.
    pub referee: GameResult,
    /// The time each side took for its moves.
    pub time: ByColor<Duration>,
    /// Processor time in seconds, if the engine reports it.
    pub cpu: ByColor<Option<f64>>,
    /// Why the game ended.
    pub ending: Ending,
    /// The error, if there was one.
    pub error: Option<String>,
}

impl PlayedGame {
    /// The result: the referee's, else the one on which the players agree.
    pub fn verdict(&self) -> GameResult {
        verdict(self.referee, self.results.black, self.results.white)
    }
}

/// The result of a game: the referee's, else the one on which the players agree.
pub fn verdict(referee: GameResult, one: GameResult, other: GameResult) -> GameResult {
    match referee {
        GameResult::Unknown => one.agreed(other),
        known => known,
    }
}

/// Why a game could not be played.
#[derive(Debug, thiserror::Error)]
pub enum GameError {
    /// An engine is not able to play on these terms.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The board has no fixed points for this many handicap stones.
    #[error(
        "expected a handicap of 2 to {most} stones on this board, found {found}; use --free, or fewer stones"
    )]
    Handicap {
        /// The largest fixed handicap.
        most: usize,
        /// The wanted handicap.
        found: usize,
    },
    /// The caller stopped the game.
    #[error("the game was interrupted")]
    Interrupted,
}

/// Why a game in progress ends early.
enum Halt {
    /// This side loses; margin and message.
    Fault(Color, Margin, String),
    Stop(GameError),
}

impl From<GameError> for Halt {
    fn from(error: GameError) -> Self {
        Self::Stop(error)
    }
}

/// Plays one game. `watch` is called before each move with the number of moves so far; if it
/// returns false, the game is abandoned.
///
/// # Errors
/// If an engine refuses the terms, or the game was abandoned.
pub fn play(
    terms: &Terms,
    opening: Option<&Opening>,
    table: &mut Table<'_>,
    watch: &mut dyn FnMut(usize) -> bool,
) -> Result<PlayedGame, GameError> {
    let labels = ByColor {
        black: table.players.black.label(),
        white: table.players.white.label(),
    };
    let cpu_before = cpu_times(table);
    let mut game = GameInPlay {
        terms,
        table,
        board: Board::new(terms.size),
        start: Sequence::default(),
        time: ByColor::default(),
        clock: terms.time.map(MatchClock::new),
        referee_error: None,
    };
    let mut played = PlayedGame {
        labels,
        stones: Vec::new(),
        first: Color::Black,
        moves: Vec::new(),
        opening_moves: 0,
        results: ByColor::default(),
        referee: GameResult::Unknown,
        time: ByColor::default(),
        cpu: ByColor::default(),
        ending: Ending::Passes,
        error: None,
    };
    let ended = match game.set_up(opening) {
        Ok(()) => game.play_on(watch),
        Err(halt) => Err(halt),
    };
    let decided = match ended {
        Ok(Finish::Passes) => None,
        Ok(Finish::Resigned(loser)) => {
            played.ending = Ending::Resignation;
            Some(GameResult::Win(!loser, Margin::Resignation))
        }
        Ok(Finish::MoveLimit) => {
            played.ending = Ending::MoveLimit;
            played.error = Some(format!("move limit of {} reached", terms.max_moves));
            Some(GameResult::Unknown)
        }
        Err(Halt::Fault(loser, margin, message)) => {
            played.ending = Ending::Fault;
            played.error = Some(message);
            Some(GameResult::Win(!loser, margin))
        }
        Err(Halt::Stop(error)) => return Err(error),
    };
    if let Some(result) = decided {
        played.results = ByColor {
            black: result,
            white: result,
        };
        played.referee = result;
    } else {
        game.score(&mut played);
    }
    if let Some(message) = game.referee_error.take() {
        played.error.get_or_insert(message);
    }
    played.stones.clone_from(&game.start.stones);
    played.opening_moves = game.start.moves.len();
    played.first = Sequence {
        moves: Vec::new(),
        ..game.start
    }
    .to_move();
    played.moves = game.board.moves().collect();
    played.time = game.time;
    let cpu_after = cpu_times(table);
    for color in Color::BOTH {
        let spent = cpu_after[color].zip(cpu_before[color]);
        played.cpu[color] = spent.map(|(after, before)| (after - before).max(0.0));
    }
    Ok(played)
}

fn cpu_times(table: &mut Table<'_>) -> ByColor<Option<f64>> {
    ByColor {
        black: table.players.black.cpu_time(),
        white: table.players.white.cpu_time(),
    }
}

/// The ways in which a game ends without a fault.
enum Finish {
    Passes,
    Resigned(Color),
    MoveLimit,
}

/// An engine's answer to `genmove`.
enum Answer {
    Resign,
    Move(Option<Point>),
}

struct GameInPlay<'a, 'b> {
    terms: &'a Terms,
    table: &'a mut Table<'b>,
    board: Board,
    /// The position before the engines' first move.
    start: Sequence,
    time: ByColor<Duration>,
    clock: Option<MatchClock>,
    /// Why the referee is no longer asked, if so.
    referee_error: Option<String>,
}

impl GameInPlay<'_, '_> {
    /// Sets up board and engines for the engines' first move.
    fn set_up(&mut self, opening: Option<&Opening>) -> Result<(), Halt> {
        let terms = self.terms;
        self.board.set_rules(terms.legality());
        self.send_all(&format!("boardsize {}", terms.size))?;
        self.send_all("clear_board")?;
        if let Some(rules) = terms.rules {
            self.send_rules(rules)?;
        }
        // After the rules, because rules change the komi of some engines.
        self.send_all(&format!("komi {}", terms.komi))?;
        if let Some(time) = terms.time {
            self.send_if_known("time_settings", &time.gtp())?;
        }
        if terms.handicap > 0 {
            let points = if terms.free_handicap {
                self.free_handicap()?
            } else {
                self.fixed_handicap()?
            };
            let stones = points.into_iter().map(|point| (Color::Black, point));
            self.start.stones = stones.collect();
        }
        if let Some(opening) = opening {
            self.start = opening.sequence.clone();
            for (color, point) in self.start.stones.clone() {
                self.send_all(&format!("play {color} {}", point.vertex(terms.size)))?;
            }
        }
        if !self.start.stones.is_empty() {
            // Never fails: openings were checked when they were read, and handicap stones leave
            // liberties.
            let stones = self.start.stones.iter().copied();
            if let Ok(board) = Board::with_stones(terms.size, stones) {
                self.board = board;
                self.board.set_rules(terms.legality());
            }
        }
        for (color, at) in self.start.moves.clone() {
            self.send_all(&format!("play {color} {}", vertex(at, terms.size)))?;
            // Never fails: the opening was checked under the same rules when it was read.
            let _ = match at {
                Some(at) => self.board.play(color, at),
                None => self.board.pass(color),
            };
        }
        Ok(())
    }

    /// Sends the rules to all engines. An engine that cannot receive rules plays all the same; the
    /// caller was warned when the match was opened.
    fn send_rules(&mut self, rules: RuleSet) -> Result<(), Halt> {
        for color in Color::BOTH {
            rule_set::set(self.table.players[color], rules)
                .map_err(|error| fault(color, &error))?;
        }
        if let Some(referee) = self.table.referee.as_deref_mut()
            && let Err(error) = rule_set::set(referee, rules)
        {
            self.referee_error = Some(format!("the referee: {error}"));
        }
        Ok(())
    }

    /// The points of a fixed handicap.
    fn fixed_handicap(&mut self) -> Result<Vec<Point>, Halt> {
        let (size, stones) = (self.terms.size, self.terms.handicap);
        let points = fixed_handicap(size, stones).ok_or(GameError::Handicap {
            most: max_fixed_handicap(size),
            found: stones,
        })?;
        for color in Color::BOTH {
            self.give_handicap(color, &points)?;
        }
        self.send_referee(&handicap_command(&points, size));
        Ok(points)
    }

    /// The points of a free handicap, as the engine with Black chooses them.
    fn free_handicap(&mut self) -> Result<Vec<Point>, Halt> {
        let (size, wanted) = (self.terms.size, self.terms.handicap);
        self.table
            .players
            .black
            .need(&["place_free_handicap"])
            .map_err(GameError::from)?;
        let reply = self.send(Color::Black, &format!("place_free_handicap {wanted}"))?;
        let mut seen = PointSet::EMPTY;
        let mut points = Vec::new();
        for word in reply.split_whitespace() {
            match Point::from_vertex(word, size) {
                Ok(point) if !seen.contains(point) && points.len() < wanted => {
                    seen.insert(point);
                    points.push(point);
                }
                _ => points.clear(),
            }
        }
        // An engine may place fewer stones than asked for, but at least two.
        if points.len() < 2 {
            let message =
                format!("expected 2 to {wanted} points to place_free_handicap, found `{reply}`");
            return Err(Halt::Fault(Color::Black, Margin::Forfeit, message));
        }
        self.give_handicap(Color::White, &points)?;
        self.send_referee(&handicap_command(&points, size));
        Ok(points)
    }

    /// Sends the handicap stones to an engine, by a command that it has.
    fn give_handicap(&mut self, color: Color, points: &[Point]) -> Result<(), Halt> {
        let size = self.terms.size;
        if self.table.players[color].knows("set_free_handicap") {
            return self.send(color, &handicap_command(points, size)).map(drop);
        }
        for point in points {
            self.send(color, &format!("play black {}", point.vertex(size)))?;
        }
        Ok(())
    }

    /// Asks the engines for moves until the game is over.
    fn play_on(&mut self, watch: &mut dyn FnMut(usize) -> bool) -> Result<Finish, Halt> {
        let mut turn = self.start.to_move();
        let mut passes = self
            .board
            .moves()
            .rev()
            .take_while(|(_, at)| at.is_none())
            .count();
        loop {
            let moves = self.board.moves().len();
            if !watch(moves) {
                return Err(GameError::Interrupted.into());
            }
            if moves >= self.terms.max_moves {
                return Ok(Finish::MoveLimit);
            }
            let at = match self.generate(turn)? {
                Answer::Resign => return Ok(Finish::Resigned(turn)),
                Answer::Move(at) => at,
            };
            let name = vertex(at, self.terms.size);
            let played = match at {
                Some(at) => self.board.play(turn, at),
                None => self.board.pass(turn),
            };
            played.map_err(|illegal| {
                let message = format!("{turn} played an illegal move, {name}: {illegal}");
                Halt::Fault(turn, Margin::Forfeit, message)
            })?;
            passes = if at.is_none() { passes + 1 } else { 0 };
            let command = format!("play {turn} {name}");
            // Send the last move too, since the players will score the game.
            self.send_move(!turn, &command)?;
            self.send_referee(&command);
            if passes == 2 {
                return Ok(Finish::Passes);
            }
            turn = !turn;
        }
    }

    /// Asks a side for its move and counts its time.
    fn generate(&mut self, turn: Color) -> Result<Answer, Halt> {
        let limit = match &self.clock {
            None => self.terms.move_timeout,
            Some(clock) => {
                let (limit, command) = (clock.allowance(turn), clock.gtp(turn));
                if self.table.players[turn].knows("time_left") {
                    self.send(turn, &command)?;
                }
                limit
            }
        };
        let begin = Instant::now();
        let reply = self.table.players[turn].ask_within(&format!("genmove {turn}"), limit);
        let spent = begin.elapsed();
        self.time[turn] += spent;
        let reply = reply.map_err(|error| fault(turn, &error))?;
        let in_time = (self.clock.as_mut()).is_none_or(|clock| clock.spend(turn, spent));
        if !in_time {
            let message = format!("{turn} lost on time with the move {reply}");
            return Err(Halt::Fault(turn, Margin::Time, message));
        }
        match reply.to_ascii_lowercase().as_str() {
            "resign" => Ok(Answer::Resign),
            "pass" => Ok(Answer::Move(None)),
            _ => match Point::from_vertex(&reply, self.terms.size) {
                Ok(point) => Ok(Answer::Move(Some(point))),
                Err(error) => {
                    let message = format!("{turn} gave no move: {error}");
                    Err(Halt::Fault(turn, Margin::Forfeit, message))
                }
            },
        }
    }

    /// Asks all engines for the result.
    fn score(&mut self, played: &mut PlayedGame) {
        for color in Color::BOTH {
            let engine = &mut *self.table.players[color];
            if !engine.knows("final_score") {
                continue;
            }
            match engine.ask("final_score") {
                Ok(reply) => {
                    let Ok(result) = reply.parse();
                    played.results[color] = result;
                }
                Err(error) => {
                    let message = format!("{color} did not score the game: {error}");
                    played.error.get_or_insert(message);
                }
            }
        }
        let Some(referee) = self.table.referee.as_deref_mut() else {
            return;
        };
        if self.referee_error.is_some() {
            return;
        }
        match referee.ask("final_score") {
            Ok(reply) => {
                let Ok(result) = reply.parse();
                played.referee = result;
            }
            Err(error) => self.referee_error = Some(format!("the referee did not score: {error}")),
        }
    }

    /// Sends a command that every player must accept; a refusal ends the match.
    fn send(&mut self, color: Color, command: &str) -> Result<String, Halt> {
        self.table.players[color]
            .ask(command)
            .map_err(|error| match error {
                EngineError::Client(_) => fault(color, &error),
                refusal => GameError::from(refusal).into(),
            })
    }

    /// Sends the opponent's move to a player; a refusal loses the game, since the move is legal.
    fn send_move(&mut self, color: Color, command: &str) -> Result<(), Halt> {
        let reply = self.table.players[color].ask(command);
        reply.map(drop).map_err(|error| fault(color, &error))
    }

    fn send_all(&mut self, command: &str) -> Result<(), Halt> {
        for color in Color::BOTH {
            self.send(color, command)?;
        }
        self.send_referee(command);
        Ok(())
    }

    fn send_if_known(&mut self, name: &str, command: &str) -> Result<(), Halt> {
        for color in Color::BOTH {
            if self.table.players[color].knows(name) {
                self.send(color, command)?;
            }
        }
        let referee = self.table.referee.as_deref();
        if referee.is_some_and(|referee| referee.knows(name)) {
            self.send_referee(command);
        }
        Ok(())
    }

    /// Sends a command to the referee; after a failure it is not asked for a score.
    fn send_referee(&mut self, command: &str) {
        if self.referee_error.is_some() {
            return;
        }
        let Some(referee) = self.table.referee.as_deref_mut() else {
            return;
        };
        if let Err(error) = referee.ask(command) {
            self.referee_error = Some(format!("the referee: {error}"));
        }
    }
}

/// The loss that an engine's failure causes.
fn fault(color: Color, error: &EngineError) -> Halt {
    let margin = if error.is_time_out() {
        Margin::Time
    } else {
        Margin::Forfeit
    };
    Halt::Fault(color, margin, format!("{color}: {error}"))
}

fn handicap_command(points: &[Point], size: BoardSize) -> String {
    let names: Vec<String> = points
        .iter()
        .map(|point| point.vertex(size).to_string())
        .collect();
    format!("set_free_handicap {}", names.join(" "))
}
