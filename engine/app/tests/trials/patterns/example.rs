//! Examples: positions for a pattern, with what must happen there, in text files.
//!
//! ```text
//! HaneHead2 plays
//! .....
//! ..*..
//! .OX..
//! .OX..
//! .....
//! ```
//!
//! O is the side of the pattern, `*` its move. A blank line ends an example; `#` begins a comment.

use std::fmt;

use katachi_board::{Board, BoardSize, Color, Outcome, Point};
use katachi_core::{Engine, Game, Wish};
use katachi_image::{Pattern, Role};
use katachi_matcher::Match;

use super::shipped::is_tactical;

/// The side of the pattern in all examples.
pub const OWN: Color = Color::Black;

/// What must happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Expected {
    /// The pattern fires, the engine plays the move, and without the pattern it does not.
    Plays,
    /// The pattern fires. In a database for reading: reading finds that the move succeeds.
    Fires,
    /// The diagram fits; a class letter, the safety of the move, or the constraint says no. In a
    /// database for reading: reading does.
    Refused,
    /// The diagram does not fit, by one point.
    Misses,
}

impl Expected {
    const ALL: [Self; 4] = [Self::Plays, Self::Fires, Self::Refused, Self::Misses];

    fn word(self) -> &'static str {
        match self {
            Self::Plays => "plays",
            Self::Fires => "fires",
            Self::Refused => "refused",
            Self::Misses => "misses",
        }
    }

    /// Whether the pattern fires.
    pub fn fires(self) -> bool {
        self <= Self::Fires
    }
}

/// An example of a pattern.
#[derive(Clone, Debug)]
pub struct Example {
    pub pattern: String,
    pub expected: Expected,
    pub board: Board,
    pub point: Point,
}

impl fmt::Display for Example {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} {}", self.pattern, self.expected.word())?;
        let size = self.board.size();
        for row in 0..size.get() {
            let points = size.points().filter(|point| point.row() == row);
            let line: String = points.map(|point| self.cell(point)).collect();
            writeln!(f, "{line}")?;
        }
        Ok(())
    }
}

impl Example {
    fn cell(&self, point: Point) -> char {
        match self.board.at(point).color() {
            _ if point == self.point => '*',
            None => '.',
            Some(OWN) => 'O',
            Some(_) => 'X',
        }
    }

    /// Reads the examples of a file.
    pub fn read(text: &str) -> Result<Vec<Self>, String> {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let text = lines.collect::<Vec<_>>().join("\n");
        let blocks = text.split("\n\n").map(str::trim);
        let blocks = blocks.filter(|block| !block.is_empty());
        blocks.map(Self::parse).collect()
    }

    fn parse(block: &str) -> Result<Self, String> {
        let wrong = |what: &str| format!("{what}:\n{block}");
        let (head, rows) = block.split_once('\n').ok_or_else(|| wrong("no rows"))?;
        let (pattern, word) = head.split_once(' ').ok_or_else(|| wrong("no verdict"))?;
        let expected = Expected::ALL.into_iter().find(|one| one.word() == word);
        let rows: Vec<&str> = rows.lines().collect();
        let size = BoardSize::new(rows.len()).ok_or_else(|| wrong("no board"))?;
        let (mut stones, mut moves) = (Vec::new(), Vec::new());
        for point in size.points() {
            match rows[point.row()].as_bytes().get(point.col()) {
                Some(b'O') => stones.push((OWN, point)),
                Some(b'X') => stones.push((!OWN, point)),
                Some(b'*') => moves.push(point),
                Some(b'.') => {}
                _ => return Err(wrong("expected `.`, `O`, `X` or `*` on a square board")),
            }
        }
        let &[point] = moves.as_slice() else {
            return Err(wrong("expected one `*`"));
        };
        Ok(Self {
            pattern: pattern.to_owned(),
            expected: expected.ok_or_else(|| wrong("unknown verdict"))?,
            board: Board::with_stones(size, stones).map_err(|error| error.to_string())?,
            point,
        })
    }

    /// The game that consists of this position.
    pub fn game(&self) -> Game {
        let mut game = Game::new(self.board.size());
        game.set_board(self.board.clone());
        game
    }

    /// What the pattern does in this position.
    pub fn verdict(&self, engine: &mut Engine, place: usize) -> Expected {
        let game = self.game();
        let knowledge = engine.analyst.knowledge().clone();
        let Some(general) = knowledge.general(place) else {
            return Expected::Misses;
        };
        let mut found = engine.position(&game).matches(place, &general, OWN);
        found.retain(|found| {
            let pattern = general.pattern(found.pattern as usize);
            pattern.is_some_and(|pattern| {
                pattern.name() == self.pattern
                    && found.mv(&pattern, self.board.size()) == Some(self.point)
            })
        });
        let Some(first) = found.first() else {
            return Expected::Misses;
        };
        if is_tactical(general.role) {
            let pattern = general.pattern(first.pattern as usize);
            let works = pattern.is_some_and(|pattern| {
                let mut found = found.iter();
                found.any(|found| self.is_confirmed(engine, &game, &pattern, *found))
            });
            return if works {
                Expected::Fires
            } else {
                Expected::Refused
            };
        }
        let fires = if general.role == Role::Endgame {
            // Thinking asks these only where little is at stake, so the pattern itself is asked.
            let found: Vec<_> = found.iter().map(|&found| (place, found)).collect();
            let mut explained = engine
                .explain(&game, &Wish::of(OWN), &found)
                .into_iter()
                .flatten();
            explained.any(|explanation| explanation.fires())
        } else {
            let fired = engine.think_without_search(&game, &Wish::of(OWN)).fired;
            (fired.iter()).any(|fired| fired.database == place && found.contains(&fired.found))
        };
        if fires {
            Expected::Fires
        } else {
            Expected::Refused
        }
    }

    /// Whether reading finds that the move of a pattern for reading succeeds.
    fn is_confirmed(
        &self,
        engine: &mut Engine,
        game: &Game,
        pattern: &Pattern<'_>,
        found: Match,
    ) -> bool {
        let attacks = pattern.image().role == Role::Attack;
        let mut position = engine.position(game);
        let worms = position.worms();
        let cells = pattern.cells().iter();
        let mut points = cells.filter_map(|cell| found.point(cell.at, self.board.size()));
        points.any(|point| {
            worms.at(point).is_some_and(|worm| {
                let moves = if attacks {
                    &worm.attacks
                } else {
                    &worm.defenses
                };
                (worm.color == OWN) != attacks && moves.outcome_of(self.point) != Outcome::Lose
            })
        })
    }
}
