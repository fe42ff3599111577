//! Counting a finished game: territory and score, once the dead stones are known.
//!
//! Entry points: [`Final::estimate`] and [`Final::score`].

use katachi_board::{Board, Color, Outcome, Point, PointSet, Scoring, regions};

use crate::game::Game;
use crate::ownership::Ownership;
use katachi_tactics::reading::Reader;

/// The final status of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FinalStatus {
    /// A stone that stays on the board.
    Alive,
    /// A stone that is removed.
    Dead,
    /// An empty point that White owns.
    WhiteTerritory,
    /// An empty point that Black owns.
    BlackTerritory,
    /// An empty point that nobody owns.
    Dame,
}

impl FinalStatus {
    /// The status as GTP writes it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Alive => "alive",
            Self::Dead => "dead",
            Self::WhiteTerritory => "white_territory",
            Self::BlackTerritory => "black_territory",
            Self::Dame => "dame",
        }
    }
}

/// A final position: which stones are dead, and who owns each point.
///
/// Seki is not recognised: strings in seki count as alive, and their eyes as territory.
#[derive(Clone, Debug)]
pub struct Final {
    dead: PointSet,
    territory: katachi_board::ByColor<PointSet>,
}

/// The random games that decide about dead stones.
const GAMES: u32 = 400;

impl Final {
    /// Estimates by random games which stones are dead; the seed determines the games. After a
    /// [cleanup](Game::is_cleaned_up) no stone is.
    pub fn estimate(game: &Game, seed: u64) -> Self {
        if game.is_cleaned_up() {
            return Self::with_dead(game, PointSet::EMPTY);
        }
        let board = game.board();
        let ownership = Ownership::estimate(board, game.to_move(), GAMES, seed);
        Self::with_dead(game, ownership.dead_stones(board))
    }

    /// The position with these stones dead.
    pub fn with_dead(game: &Game, dead: PointSet) -> Self {
        let mut territory = katachi_board::ByColor {
            black: PointSet::EMPTY,
            white: PointSet::EMPTY,
        };
        for region in regions(game.board(), &dead) {
            for color in Color::BOTH {
                if region.borders[color] && !region.borders[!color] {
                    territory[color] |= region.points;
                }
            }
        }
        Self { dead, territory }
    }

    /// Removes from each side's territory the points that it must fill to protect itself.
    ///
    /// Such a point saves a living string that the opponent could capture once the neutral points
    /// are taken. Under area scoring a protective move costs nothing.
    pub fn protect(&mut self, game: &Game, reader: &mut Reader) {
        for color in Color::BOTH {
            let mut board = game.board().clone();
            for point in &self.neutral(&board) {
                if board.liberties_after(!color, point).len() > 1 {
                    board.try_move(!color, point);
                }
            }
            while let Some(point) = self.needed(&mut board, color, reader) {
                self.territory[color].remove(point);
                if !board.try_move(color, point) {
                    break;
                }
            }
        }
    }

    /// The empty points that nobody owns.
    pub fn neutral(&self, board: &Board) -> PointSet {
        *board.empty() - self.territory.black - self.territory.white
    }

    /// A point of this side's territory where it must move to save a string, if there is one.
    fn needed(&self, board: &mut Board, color: Color, reader: &mut Reader) -> Option<Point> {
        let is_living = |stone| !self.dead.contains(stone);
        let own =
            (board.chains()).filter(|chain| chain.color() == color && is_living(chain.origin()));
        let strings: Vec<Point> = own.map(|chain| chain.origin()).collect();
        strings.into_iter().find_map(|string| {
            if reader.attack(board, string).outcome == Outcome::Lose {
                return None;
            }
            let defenses = reader.defenses(board, string).into_iter();
            let mut saved = defenses.filter(|&(_, outcome)| outcome == Outcome::Win);
            saved.find_map(|(point, _)| self.territory[color].contains(point).then_some(point))
        })
    }

    /// The final status of a point.
    pub fn status(&self, game: &Game, point: Point) -> FinalStatus {
        if self.dead.contains(point) {
            FinalStatus::Dead
        } else if !game.board().at(point).is_empty() {
            FinalStatus::Alive
        } else if self.territory.black.contains(point) {
            FinalStatus::BlackTerritory
        } else if self.territory.white.contains(point) {
            FinalStatus::WhiteTerritory
        } else {
            FinalStatus::Dame
        }
    }

    /// Black's points minus White's. Komi and White's [compensation](Game::compensation) for
    /// handicap stones are included.
    pub fn score(&self, game: &Game) -> f32 {
        let side = |color: Color| {
            let own = *game.board().stones(color) - self.dead;
            let territory = self.territory[color];
            let dead = *game.board().stones(!color) & self.dead;
            match game.scoring {
                Scoring::Area => own.len() + territory.len(),
                // A dead stone in territory counts twice: its point and the prisoner.
                Scoring::Territory => territory.len() + dead.len() + game.captures(color) as usize,
            }
        };
        let points = side(Color::Black) as f32 - side(Color::White) as f32;
        points - game.komi - game.compensation()
    }
}

/// A result as GTP and SGF write it: `B+12.5`, `W+9.0`, `0`.
pub fn result(score: f32) -> String {
    // Komi may have any decimals: show one, or two if needed.
    let hundredths = (score.abs() * 100.0).round() as i64;
    let decimals = if hundredths % 10 == 0 { 1 } else { 2 };
    let margin = score.abs();
    if hundredths == 0 {
        "0".to_owned()
    } else {
        let winner = if score > 0.0 {
            Color::Black
        } else {
            Color::White
        };
        format!("{}+{margin:.decimals$}", winner.initial())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use katachi_board::Board;

    fn game(text: &str, komi: f32, scoring: Scoring) -> Game {
        let board: Board = text.parse().expect("a board");
        let mut game = Game::new(board.size());
        game.set_board(board);
        game.komi = komi;
        game.scoring = scoring;
        game
    }

    /// Black: 10 stones, 10 points, one dead white stone. White: 9 stones, 5 points.
    const FINISHED: &str = "
        . . X O .
        . . X O .
        X X X O O
        . O X O .
        . . X O .";

    #[test]
    fn area_and_territory_differ_by_stones_and_prisoners() {
        let count = |scoring, dead: &str| {
            let game = game(FINISHED, 0.5, scoring);
            let dead = dead
                .split_whitespace()
                .filter_map(|name| Point::from_vertex(name, game.board().size()).ok())
                .collect();
            Final::with_dead(&game, dead).score(&game)
        };
        // Area: Black 7 stones and 8 points, White 6 stones and 4 points (living ones).
        assert!((count(Scoring::Area, "B2") - (15.0 - 10.0 - 0.5)).abs() < 1e-6);
        // Territory: Black 8 points and a prisoner, White 4 points.
        assert!((count(Scoring::Territory, "B2") - (9.0 - 4.0 - 0.5)).abs() < 1e-6);
        // Alive, it makes the lower left neutral.
        assert!((count(Scoring::Area, "") - (11.0 - 11.0 - 0.5)).abs() < 1e-6);
    }

    #[test]
    fn dead_stones_are_found_by_random_games() {
        let game = game(FINISHED, 0.5, Scoring::Area);
        let at = |name: &str| Point::from_vertex(name, game.board().size()).expect("a vertex");
        let end = Final::estimate(&game, 1);
        assert_eq!(end.status(&game, at("B2")), FinalStatus::Dead);
        assert_eq!(end.status(&game, at("C1")), FinalStatus::Alive);
        assert_eq!(end.status(&game, at("A1")), FinalStatus::BlackTerritory);
        assert_eq!(end.status(&game, at("E5")), FinalStatus::WhiteTerritory);
    }

    #[test]
    fn results_are_written_as_in_game_records() {
        assert_eq!(result(0.0), "0");
        assert_eq!(result(12.5), "B+12.5");
        assert_eq!(result(-9.0), "W+9.0");
        assert_eq!(result(-0.25), "W+0.25");
        assert_eq!(result(100.0), "B+100.0");
    }

    #[test]
    fn an_empty_board_belongs_to_nobody() {
        let game = game(". .\n. .", 7.5, Scoring::Area);
        let end = Final::estimate(&game, 1);
        assert_eq!(result(end.score(&game)), "W+7.5");
    }
}
