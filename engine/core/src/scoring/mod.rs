//! Counting a finished game: the status of each point, and the score.
//!
//! Entry points: [`Final::of`] and [`Final::score`].
//!
//! | step | module |
//! |---|---|
//! | 1. random games say which stones are dead | [`ownership`](crate::ownership) |
//! | 2. strings that nobody can capture live all the same | `seki` |
//! | 3. both sides close the borders and fill the neutral points | `closing`, `forcing` |
//! | 4. what a side surrounds is its territory | `shares` |
//! | 5. what has no two eyes, and lives, is in seki: its eyes are no territory | `seki` |

mod closing;
mod forcing;
mod seki;
mod shares;

use katachi_board::{Board, ByColor, Color, Point, PointSet, Scoring, regions};

use crate::game::Game;
use crate::levels::DEFAULT_LEVEL;
use crate::ownership::Ownership;
use closing::Closing;
use katachi_tactics::reading::{Limits, Reader};
use shares::{NOTHING, Shares};

/// The final status of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FinalStatus {
    /// A stone that stays on the board.
    Alive,
    /// A stone that is removed.
    Dead,
    /// A stone that stays on the board without two eyes, since nobody can capture it.
    Seki,
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
            Self::Seki => "seki",
            Self::WhiteTerritory => "white_territory",
            Self::BlackTerritory => "black_territory",
            Self::Dame => "dame",
        }
    }
}

/// A final position: which stones are dead or in seki, and who owns each point.
#[derive(Clone, Debug)]
pub struct Final {
    dead: PointSet,
    seki: PointSet,
    territory: ByColor<PointSet>,
    /// Black's points minus White's, without komi and compensation.
    balance: i32,
    is_settled: bool,
}

/// The random games that decide about dead stones.
const GAMES: u32 = 400;

impl Final {
    /// Finishes a game in which these stones seem to be dead, and counts it.
    pub fn of(game: &Game, dead: &PointSet) -> Self {
        let mut board = game.board().clone();
        let dead = *dead - seki::saved(&mut board, dead);
        let is_settled = is_settled(&board, &dead);
        let mut closing = Closing {
            board,
            dead,
            scoring: game.scoring,
            reader: Reader::new(Limits::for_level(DEFAULT_LEVEL).in_search()),
        };
        let is_over = is_settled && closing.play(game.to_move());
        let (end, mut dead) = (&closing.board, closing.dead);
        let mut shares = Shares::of(end, &dead);
        // While borders are open, living strings may seem to have no room for eyes.
        let seki = if is_over {
            seki::strings(end, &dead, &shares)
        } else {
            PointSet::EMPTY
        };
        if game.scoring == Scoring::Territory {
            for color in Color::BOTH {
                let stones = seki & *end.stones(color);
                let territory = &mut shares.territory[color];
                *territory = *territory - eyes_of(&stones, territory);
            }
        }
        let balance = shares.balance(end, &dead, game.scoring);
        let mut territory = shares.territory;
        for color in Color::BOTH {
            dead |= *game.board().stones(color) - *end.stones(color);
            territory[color] &= *game.board().empty() | dead;
        }
        Self {
            dead,
            seki: seki - dead,
            territory,
            balance,
            is_settled,
        }
    }

    /// The stones that die in random games; the seed determines the games.
    pub fn dead_by_chance(game: &Game, seed: u64) -> PointSet {
        let board = game.board();
        Ownership::estimate(board, game.to_move(), GAMES, seed).dead_stones(board)
    }

    /// The position as it stands with these stones dead. What both colours surround is neutral.
    pub fn with_dead(game: &Game, dead: PointSet) -> Self {
        let mut territory = NOTHING;
        for region in regions(game.board(), &dead) {
            for color in Color::BOTH {
                if region.borders[color] && !region.borders[!color] {
                    territory[color] |= region.points;
                }
            }
        }
        let balance = Shares { territory }.balance(game.board(), &dead, game.scoring);
        Self {
            dead,
            seki: PointSet::EMPTY,
            territory,
            balance,
            is_settled: is_settled(game.board(), &dead),
        }
    }

    /// Whether little is left to play: no large area is open.
    pub fn is_settled(&self) -> bool {
        self.is_settled
    }

    /// The final status of a point.
    pub fn status(&self, game: &Game, point: Point) -> FinalStatus {
        if self.dead.contains(point) {
            FinalStatus::Dead
        } else if self.seki.contains(point) {
            FinalStatus::Seki
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
        let earlier = |color| (game.captures(color) - game.board().captures(color)) as i32;
        let captures = match game.scoring {
            Scoring::Area => 0,
            Scoring::Territory => earlier(Color::Black) - earlier(Color::White),
        };
        (self.balance + captures) as f32 - game.komi - game.compensation()
    }
}

/// A region between both colours may have this many empty points in a settled position, or this
/// many points of a border that is almost closed.
const MOST_OPEN: usize = 12;

/// Territory of one colour takes up at most this share of a settled board: larger areas can be
/// invaded.
const MOST_ENCLOSED: f32 = 0.4;

/// Whether all regions between these stones are closed but for a few points.
fn is_settled(board: &Board, dead: &PointSet) -> bool {
    let limit = (board.size().area() as f32 * MOST_ENCLOSED) as usize;
    regions(board, dead).iter().all(|region| {
        let empty = (region.points & *board.empty()).len();
        match (region.borders.black, region.borders.white) {
            (true, true) => {
                let border = || shares::border(board, dead, &region.points);
                empty <= MOST_OPEN || border().is_some_and(|points| points.len() <= MOST_OPEN)
            }
            (false, false) => false,
            _ => empty <= limit,
        }
    })
}

/// The parts of this territory that touch these stones.
fn eyes_of(stones: &PointSet, territory: &PointSet) -> PointSet {
    let mut eyes = PointSet::EMPTY;
    for point in &(stones.neighbors() & *territory) {
        eyes |= territory.part(point);
    }
    eyes
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
        let end = Final::of(&game, &Final::dead_by_chance(&game, 1));
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
        let end = Final::of(&game, &Final::dead_by_chance(&game, 1));
        assert_eq!(result(end.score(&game)), "W+7.5");
    }

    /// Nobody can move at B1 or F1: who does is captured, or gives the others room to live.
    const SEKI: &str = "
        . . . O . . .
        . . . O . . .
        . . . O . . .
        O O O O O O O
        O O O O O O O
        X X X X X X X
        X . O O O . X";

    #[test]
    fn stones_in_seki_live_and_have_no_territory() {
        let game = game(SEKI, 0.0, Scoring::Territory);
        let at = |name: &str| Point::from_vertex(name, game.board().size()).expect("a vertex");
        let white = ["C1", "D1", "E1"].map(at).into_iter().collect();
        for dead in [PointSet::EMPTY, *game.board().stones(Color::Black), white] {
            let end = Final::of(&game, &dead);
            for stone in ["A1", "G2", "C1", "E1"] {
                assert_eq!(end.status(&game, at(stone)), FinalStatus::Seki, "{stone}");
            }
            assert_eq!(end.status(&game, at("A3")), FinalStatus::Alive);
            assert_eq!(end.status(&game, at("B1")), FinalStatus::Dame);
            assert_eq!(result(end.score(&game)), "W+18.0");
        }
    }

    #[test]
    fn nothing_is_in_seki_while_borders_are_open() {
        let text = "
            X X X X X X X
            X X X X X X X
            . . . . . . .
            . . . . . . .
            . . . . . . .
            O O O O O O O
            O O O O O O O";
        let game = game(text, 0.0, Scoring::Territory);
        let end = Final::of(&game, &PointSet::EMPTY);
        assert!(!end.is_settled());
        let at = |name: &str| Point::from_vertex(name, game.board().size()).expect("a vertex");
        assert_eq!(end.status(&game, at("A7")), FinalStatus::Alive);
        assert_eq!(end.status(&game, at("G1")), FinalStatus::Alive);
    }

    #[test]
    fn a_gap_in_a_border_does_not_open_the_territory() {
        let text = "
            . . X O .
            . . X O .
            . . X O .
            . . X O .
            . . . . .";
        let game = game(text, 0.0, Scoring::Territory);
        let end = Final::of(&game, &PointSet::EMPTY);
        let at = |name: &str| Point::from_vertex(name, game.board().size()).expect("a vertex");
        assert_eq!(end.status(&game, at("A1")), FinalStatus::BlackTerritory);
        assert_eq!(end.status(&game, at("E5")), FinalStatus::WhiteTerritory);
        assert!(
            (end.score(&game) - 5.0).abs() <= 1.0,
            "{}",
            end.score(&game)
        );
    }

    /// A5 and F5 are neutral. At F5, Black would force White to connect at G4.
    const FORCING: &str = "
        . X . X X X X
        X X X X X X X
        . X X X X . O
        O O O O O O .
        O O O O O O .
        . O O O . O .
        O O . O O O O";

    #[test]
    fn a_neutral_point_that_forces_a_move_in_territory_is_taken_first() {
        for (first, score) in [(Color::Black, "W+3.0"), (Color::White, "W+4.0")] {
            let mut game = game(FORCING, 0.0, Scoring::Territory);
            game.set_turn(first);
            let end = Final::of(&game, &PointSet::EMPTY);
            assert_eq!(result(end.score(&game)), score, "{first:?}");
        }
    }

    /// The end of a game: Takagawa Shukaku, Black, and Sakata Eio, 1961. The point between A5 and
    /// B6 is a liberty of both strings, and White has to add a move there.
    const TWO_ATTACKED: &str = "
        . . . . X X . O . X X X X O . . . O .
        X X . X O X X O X . O X O O O O . . .
        O X . X O O . O X O O X X X X O O O O
        O O X X O . O O O . O O X . X X X O X
        . O O X O . . X . . O X X X . X X X X
        . O X X X O O . O O O X O O X X O O X
        . . O O X X X O O X X X O . O O . O .
        . . O X X . X X O . . O O . . . . O O
        . O X X X X O X O X X O X O O O O X O
        . O X X O O O . O O O X X X X X X X X
        . . O O X O O O . O X . X O X . . . .
        . . O X X O X O X X X X O O X . . . .
        . . O O X X X X X O X . O X . . . . .
        . O X O O X X O O O O O O X . X . . .
        O X X . X X . X O . O . X . X . X X .
        . O X X X . . X X O O O O X X X O O O
        O . O O X X O . X X O . . O O O X X O
        . O O X X O O . X O O O . . . O X . X
        . O X X . . . . X X O . . . . O X X .";

    #[test]
    fn two_strings_that_a_move_attacks_at_once_are_guarded() {
        let mut game = game(TWO_ATTACKED, 4.5, Scoring::Territory);
        game.set_turn(Color::White);
        let dead = ["H15", "R4", "S4", "T4", "T3", "F2", "G2", "G3"];
        let at = |name| Point::from_vertex(name, game.board().size()).expect("a vertex");
        let end = Final::of(&game, &dead.map(at).into_iter().collect());
        assert_eq!(result(end.score(&game)), "W+1.5");
    }
}
