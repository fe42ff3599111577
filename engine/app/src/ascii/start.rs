//! The beginning of a game and its conditions: size, handicap, komi, level, stones set up.

use std::fmt::Write as _;
use std::io::{self, Write};

use katachi_board::{
    Board, BoardSize, Color, Point, check_komi, fixed_handicap, max_fixed_handicap,
};
use katachi_core::Decider;

use super::table::{Asking, Next, Table, tell};
use crate::game_tree::GameTree;
use crate::record::usual_komi;
use crate::rules::record_name;

/// What is said where a game must not have begun.
const BEGUN: &str = "The game has begun: `new` starts another one, `new 13` on another board.";

impl Table<'_> {
    /// Whether no stone stands on the board and nobody has moved.
    fn is_fresh(&self) -> bool {
        let board = self.session.game.board();
        board.moves().len() == 0 && board.all_stones().next().is_none()
    }

    /// Begins the record of the game on the board. `waits` says whether Katachi waits for a move.
    pub(super) fn begin_record(&mut self, waits: bool, output: &mut dyn Write) -> io::Result<Next> {
        match GameTree::of(&self.session.game) {
            Ok(tree) => self.tree = tree,
            Err(error) => writeln!(output, "{error}")?,
        }
        (self.over, self.waits) = (None, waits);
        self.save();
        Ok(Next::Show)
    }

    /// Starts another game.
    pub(super) fn new_game(&mut self, size: &str, output: &mut dyn Write) -> io::Result<Next> {
        let current = self.session.game.board().size();
        let wanted = match size {
            "" => Some(current),
            _ => size.parse().ok().and_then(BoardSize::new),
        };
        let Some(size) = wanted else {
            let most = BoardSize::MAX;
            return tell(
                Err(format!("Say the size of the board, 2 to {most}: new 13")),
                output,
            );
        };
        let handicap = self.session.game.handicap();
        self.session.clear(size);
        self.adapt_komi(handicap);
        self.begin_record(false, output)
    }

    /// The usual komi stays usual when the handicap changes.
    fn adapt_komi(&mut self, old_handicap: usize) {
        let game = &mut self.session.game;
        if (game.komi - usual_komi(old_handicap)).abs() < 0.01 {
            game.komi = usual_komi(game.handicap());
        }
    }

    /// Changes the size of the board before the first move.
    pub(super) fn boardsize(&mut self, size: &str, output: &mut dyn Write) -> io::Result<Next> {
        if !self.is_fresh() {
            return tell(Err(BEGUN.to_owned()), output);
        }
        if size.is_empty() {
            let size = self.session.game.board().size();
            return tell(Ok(format!("The board has {size} lines.")), output);
        }
        self.new_game(size, output)
    }

    /// Places handicap stones on their usual points.
    pub(super) fn handicap(&mut self, number: &str, output: &mut dyn Write) -> io::Result<Next> {
        if !self.is_fresh() {
            return tell(Err(BEGUN.to_owned()), output);
        }
        let size = self.session.game.board().size();
        let points = match number.parse() {
            Ok(0 | 1) => Some(Vec::new()),
            Ok(stones) => fixed_handicap(size, stones),
            Err(_) => None,
        };
        let Some(points) = points else {
            let most = max_fixed_handicap(size);
            return tell(
                Err(format!(
                    "On this board, 2 to {most} stones have usual points: handicap {most}. \
                     `freehandicap` places any number anywhere."
                )),
                output,
            );
        };
        self.place(&points, output)
    }

    fn place(&mut self, points: &[Point], output: &mut dyn Write) -> io::Result<Next> {
        let handicap = self.session.game.handicap();
        if let Err(error) = self.session.game.place_handicap(points) {
            return tell(Err(error.to_string()), output);
        }
        self.session.thoughts = None;
        self.adapt_komi(handicap);
        self.begin_record(false, output)
    }

    /// Places handicap stones where Katachi likes, where the user says, or one by one.
    pub(super) fn free_handicap(
        &mut self,
        stones: &str,
        output: &mut dyn Write,
    ) -> io::Result<Next> {
        if !self.is_fresh() {
            return tell(Err(BEGUN.to_owned()), output);
        }
        if stones.is_empty() {
            self.asking = Asking::Stones(Vec::new());
            writeln!(
                output,
                "A point for each stone; `undo` takes the last one back, `clear` all, `done` ends, \
                 `cancel` leaves the board empty."
            )?;
            return Ok(Next::Ask);
        }
        let Ok(number) = stones.parse::<usize>() else {
            return match self.points(stones) {
                Ok(points) => self.place(&points, output),
                Err(problem) => tell(Err(problem), output),
            };
        };
        let area = self.session.game.board().size().area();
        if number < 2 || number >= area {
            return tell(Err(format!("Expected 2 to {} stones.", area - 1)), output);
        }
        let seed = self.session.seed;
        let engine = &mut self.session.engine;
        let placements = engine.free_handicap(&self.session.game, number, seed);
        let points = placements.into_iter().flat_map(|one| one.points);
        self.place(&points.collect::<Vec<_>>(), output)
    }

    /// Reads a line while handicap stones are placed one by one.
    pub(super) fn add_stone(
        &mut self,
        mut stones: Vec<Point>,
        line: &str,
        output: &mut dyn Write,
    ) -> io::Result<Next> {
        match line {
            "done" => return self.place(&stones, output),
            "cancel" => return Ok(Next::Ask),
            "clear" => stones.clear(),
            "undo" => match stones.pop() {
                Some(point) => {
                    let name = self.session.vertex(point);
                    writeln!(output, "{name} is free again.")?;
                }
                None => writeln!(output, "There is no stone to take back.")?,
            },
            _ => match self.point(line) {
                Ok(point) if stones.contains(&point) => {
                    writeln!(output, "There is a stone already.")?;
                }
                Ok(point) => stones.push(point),
                Err(error) => writeln!(output, "{error}, or undo, clear, done, cancel or quit")?,
            },
        }
        self.asking = Asking::Stones(stones);
        Ok(Next::Ask)
    }

    /// Points with blanks between them.
    fn points(&self, text: &str) -> Result<Vec<Point>, String> {
        let mut points = Vec::new();
        for vertex in text.split_whitespace() {
            let point = self.point(vertex)?;
            if points.contains(&point) {
                return Err(format!("{} comes twice.", self.session.vertex(point)));
            }
            points.push(point);
        }
        if points.is_empty() {
            return Err("Name points: setup black D4 Q16".to_owned());
        }
        Ok(points)
    }

    /// Sets up stones, or clears points.
    pub(super) fn set_up(&mut self, what: &str, output: &mut dyn Write) -> io::Result<Next> {
        let (word, vertices) = what.split_once(' ').unwrap_or((what, ""));
        let stone = match word.to_ascii_lowercase().as_str() {
            "black" | "b" | "x" => Some(Color::Black),
            "white" | "w" | "o" => Some(Color::White),
            "empty" | "none" | "." => None,
            _ => {
                return tell(
                    Err("Say what stands where: setup black D4 Q16, setup empty K10".to_owned()),
                    output,
                );
            }
        };
        let points = match self.points(vertices) {
            Ok(points) => points,
            Err(problem) => return tell(Err(problem), output),
        };
        let game = &self.session.game;
        let turn = game.to_move();
        let mut stones: Vec<(Color, Point)> = game.board().all_stones().collect();
        stones.retain(|(_, point)| !points.contains(point));
        stones.extend(points.iter().filter_map(|&point| Some((stone?, point))));
        if let Err(error) = Board::with_stones(game.board().size(), stones) {
            return tell(Err(error.to_string()), output);
        }
        let is_set = self.travel(output, |tree| {
            tree.set_up(stone, &points, turn);
            true
        })?;
        if !is_set {
            return Ok(Next::Ask);
        }
        self.waits = true;
        self.save();
        Ok(Next::Show)
    }

    /// Says whose turn it is.
    pub(super) fn turn(&mut self, word: &str, output: &mut dyn Write) -> io::Result<Next> {
        let color = match word.to_ascii_lowercase().as_str() {
            "black" | "b" => Color::Black,
            "white" | "w" => Color::White,
            _ => return tell(Err("Say whose turn it is: turn white".to_owned()), output),
        };
        self.travel(output, |tree| {
            tree.set_turn(color);
            true
        })?;
        self.waits = true;
        self.save();
        Ok(Next::Ask)
    }

    /// Sets the komi, or shows it.
    pub(super) fn komi(&mut self, text: &str, output: &mut dyn Write) -> io::Result<Next> {
        if !text.is_empty() {
            let komi = text.parse().map_err(|_| ());
            match komi.and_then(|komi| check_komi(komi).map_err(|_| ())) {
                Ok(komi) => {
                    self.session.game.komi = komi as f32;
                    self.tree.set_komi(komi as f32);
                    self.save();
                }
                Err(()) => return tell(Err("Say how many points: komi 6.5".to_owned()), output),
            }
        }
        tell(
            Ok(format!("The komi is {}.", self.session.game.komi)),
            output,
        )
    }

    /// Sets the level, or shows it.
    pub(super) fn level(&mut self, text: &str, output: &mut dyn Write) -> io::Result<Next> {
        match text.parse() {
            _ if text.is_empty() => {}
            Ok(level) => self.session.set_level(level),
            Err(_) => return tell(Err("Say a number: level 5".to_owned()), output),
        }
        let level = self.session.engine.analyst.level();
        tell(Ok(format!("The level is {level}.")), output)
    }

    /// Sets the depth of reading, or leaves it to the level.
    pub(super) fn depth(&mut self, text: &str, output: &mut dyn Write) -> io::Result<Next> {
        let depth = match text.parse() {
            _ if text == "off" => None,
            Ok(depth) => Some(depth),
            Err(_) => {
                return tell(
                    Err("Say how many moves: depth 16, or depth off for the level's".to_owned()),
                    output,
                );
            }
        };
        self.limits.0.depth = depth;
        let (of_strings, of_lives) = self.limits;
        self.session
            .engine
            .analyst
            .give_limits(of_strings, of_lives);
        let text = match depth {
            Some(depth) => format!("Strings are read to depth {depth}."),
            None => "The level says how deep strings are read.".to_owned(),
        };
        tell(Ok(text), output)
    }

    /// The conditions of the game, and how it stands.
    pub(super) fn info(&mut self, output: &mut dyn Write) -> io::Result<Next> {
        let (session, game) = (&*self.session, &self.session.game);
        let plays = match self.engine {
            Some(color) => color.to_string(),
            None => "nobody".to_owned(),
        };
        let captures = |color| game.captures(color).to_string();
        let lines = [
            ("Board size", game.board().size().to_string()),
            ("Handicap", game.handicap().to_string()),
            ("Komi", game.komi.to_string()),
            ("Rules", record_name(game).to_owned()),
            ("Moves played", game.board().moves().len().to_string()),
            ("To move", game.to_move().to_string()),
            ("Katachi plays", plays),
            ("Black has captured", captures(Color::Black)),
            ("White has captured", captures(Color::White)),
            ("Moves by", decided_by(session.usual.decider).to_owned()),
            ("Level", session.engine.analyst.level().to_string()),
            ("Random seed", session.seed.to_string()),
            ("Databases", session.databases().loaded().len().to_string()),
        ];
        let mut text = String::new();
        for (label, value) in lines {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{:<20} {value}", format!("{label}:"));
        }
        if let Some(result) = &self.over {
            let _ = writeln!(text, "{:<20} {result}", "Result:");
        }
        tell(Ok(text), output)
    }
}

/// What finds moves, in words.
fn decided_by(decider: Decider) -> &'static str {
    match decider {
        Decider::Patterns => "patterns and reading",
        Decider::Search => "Monte Carlo search",
        Decider::Metamachine => "the metamachine",
    }
}
