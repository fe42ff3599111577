//! Examples: drawn tests beside patterns, as positions with what must happen there.
//!
//! ```text
//! # patc: test fires, plays
//! # +-----+
//! # |.....|
//! # |..*..|
//! # |.OX..|
//! # |.OX..|
//! # |.....|
//! # +-----+
//! ```

use std::fmt;

use katachi_board::{Board, BoardSize, Color, Outcome, Point};
use katachi_core::{Engine, Game, Placement, PlacementSource, Wish, handicap_view};
use katachi_databases::testing::{Position, Test, Wanted};
use katachi_image::{General, Pattern, Role};
use katachi_matcher::Match;

use super::shipped::{is_quiet, is_tactical};

/// The side of the pattern in all examples.
pub const OWN: Color = Color::Black;

/// The random seeds for which all must be the same; the first is that of `katachi test`.
pub const SEEDS: [u64; 4] = [1, 2, 3, 4];

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
    /// The words of a test.
    fn words(self, is_tactical: bool) -> &'static str {
        match self {
            Self::Plays => "fires, plays",
            Self::Fires if is_tactical => "fires, works",
            Self::Fires => "fires",
            Self::Refused if is_tactical => "fails",
            Self::Refused => "refused",
            Self::Misses => "misses",
        }
    }

    /// What a test expects, if it is one of these.
    fn of(test: &Test) -> Option<Self> {
        let all = test.content.expectations.iter().map(|one| &one.wanted);
        let all: Vec<&Wanted> = all.collect();
        Some(match all.as_slice() {
            [Wanted::Fires, Wanted::Plays(None)] => Self::Plays,
            [Wanted::Fires] | [Wanted::Fires, Wanted::Works] => Self::Fires,
            [Wanted::Refused | Wanted::Fails] => Self::Refused,
            [Wanted::Misses] => Self::Misses,
            _ => return None,
        })
    }

    /// Whether the pattern fires.
    pub fn fires(self) -> bool {
        self <= Self::Fires
    }
}

/// The point at which a match is tested: that of the move or, in a pattern without one, of the
/// anchor.
pub fn place_of(pattern: &Pattern<'_>, found: Match, size: BoardSize) -> Option<Point> {
    match pattern.mv() {
        Some(_) => found.mv(pattern, size),
        None => Some(found.anchor),
    }
}

/// An example of a pattern.
#[derive(Clone, Debug)]
pub struct Example {
    pub pattern: String,
    pub expected: Expected,
    pub board: Board,
    pub point: Point,
    /// The stones of the handicap, in a database for free handicaps.
    pub handicap: Option<usize>,
    /// The line of the test; `None` if it is not written yet.
    pub line: Option<usize>,
}

impl fmt::Display for Example {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(false))
    }
}

impl Example {
    /// The example as a test beside its pattern.
    pub fn text(&self, is_tactical: bool) -> String {
        let size = self.board.size();
        let border = format!("# +{}+\n", "-".repeat(size.get()));
        let rows = (0..size.get()).map(|row| {
            let points = size.points().filter(|point| point.row() == row);
            let cells: String = points.map(|point| self.cell(point)).collect();
            format!("# |{cells}|\n")
        });
        let rows: String = rows.collect();
        let words = self.expected.words(is_tactical);
        let handicap = self.handicap.map(|stones| format!("handicap {stones}, "));
        let words = format!("{}{words}", handicap.unwrap_or_default());
        format!("# patc: test {words}\n{border}{rows}{border}")
    }

    fn cell(&self, point: Point) -> char {
        match self.board.at(point).color() {
            None if point == self.point => '*',
            Some(OWN) if point == self.point => 'Q',
            Some(_) if point == self.point => 'Y',
            None => '.',
            Some(OWN) => 'O',
            Some(_) => 'X',
        }
    }

    /// The example that a test is, if it is one.
    pub fn of(test: &Test) -> Option<Self> {
        let Position::Drawn(drawing) = &test.content.position else {
            return None;
        };
        Some(Self {
            pattern: test.pattern.clone(),
            expected: Expected::of(test).filter(|_| test.content.own.is_none())?,
            board: Board::with_stones(drawing.size, drawing.stones(OWN)).ok()?,
            point: drawing.point,
            handicap: test.content.handicap,
            line: Some(test.place.line),
        })
    }

    /// The game that consists of this position.
    pub fn game(&self) -> Game {
        let mut game = Game::new(self.board.size());
        game.set_board(self.board.clone());
        game
    }

    /// What the pattern does in this position; `None` if it depends on the random games.
    pub fn verdict(&self, engine: &mut Engine, place: usize) -> Option<Expected> {
        let mut verdicts = SEEDS.map(|seed| self.verdict_by(engine, place, seed));
        verdicts.sort_unstable();
        (verdicts.first() == verdicts.last()).then_some(verdicts[0])
    }

    fn verdict_by(&self, engine: &mut Engine, place: usize, seed: u64) -> Expected {
        let wish = Wish {
            seed,
            ..Wish::of(OWN)
        };
        let game = self.game();
        let knowledge = engine.analyst.knowledge().clone();
        let Some(general) = knowledge.general(place) else {
            return Expected::Misses;
        };
        if general.role == Role::Handicap {
            return self.handicap_verdict(engine, place, &general);
        }
        let mut found = engine.position(&game).matches(place, &general, OWN);
        found.retain(|found| self.is_here(&general, *found));
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
        let pattern = general.pattern(first.pattern as usize);
        let asks_nothing =
            pattern.is_some_and(|one| one.constraint().is_empty() && one.helper().is_none());
        if is_quiet(general.role) && asks_nothing {
            return Expected::Fires;
        }
        let fires = if general.role == Role::Endgame || is_quiet(general.role) {
            // Thinking asks endgame patterns only where little is at stake, and others for no
            // moves, so the pattern itself is asked.
            let found: Vec<_> = found.iter().map(|&found| (place, found)).collect();
            let mut explained = engine.explain(&game, &wish, &found).into_iter().flatten();
            explained.any(|explanation| explanation.fires())
        } else {
            let fired = engine.think_without_search(&game, &wish).fired;
            (fired.iter()).any(|fired| fired.database == place && found.contains(&fired.found))
        };
        if fires {
            Expected::Fires
        } else {
            Expected::Refused
        }
    }

    /// Whether this is a match of the pattern at the point.
    fn is_here(&self, general: &General<'_>, found: Match) -> bool {
        let pattern = general.pattern(found.pattern as usize);
        pattern.is_some_and(|pattern| {
            pattern.name() == self.pattern
                && place_of(&pattern, found, self.board.size()) == Some(self.point)
        })
    }

    /// What a pattern for free handicaps does: its stones are among those that are drawn next.
    fn handicap_verdict(
        &self,
        engine: &mut Engine,
        place: usize,
        general: &General<'_>,
    ) -> Expected {
        let Ok((placed, board)) = handicap_view(&self.board, OWN) else {
            return Expected::Misses;
        };
        let mut game = Game::new(self.board.size());
        let stones = self.handicap.unwrap_or_default();
        let placements = engine.handicap_placements(&game, &placed, stones);
        game.set_board(board);
        let found = engine.position(&game).matches(place, general, OWN);
        let mut found = found
            .into_iter()
            .filter(|found| self.is_here(general, *found));
        let Some(found) = found.next() else {
            return Expected::Misses;
        };
        let source = PlacementSource::Pattern {
            database: place,
            pattern: found.pattern,
        };
        let is_it =
            |one: &Placement| one.source == source && one.points.first() == Some(&self.point);
        if placements.iter().any(is_it) {
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
