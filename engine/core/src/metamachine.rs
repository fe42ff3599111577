//! The metamachine: the best candidates are played ahead, and the score behind them decides.
//!
//! Entry point: [`play_ahead`]; `Thoughts` say which candidates, and choose. GNU Go's manual
//! describes the scheme ("The Metamachine"): the engine is an oracle that is asked for its best
//! moves and for the score after each of them. As in `SlugGo`, which the chapter names, the
//! oracle plays each of them some moves further first.

use std::time::{Duration, Instant};

use katachi_board::{Color, Point};

use crate::game::Game;

/// A candidate that was played ahead.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The moves of both sides in turn, the candidate first; `None` is a pass.
    pub moves: Vec<Option<Point>>,
    /// The estimate of the score after them, in points for the side that moves first.
    pub score: f32,
}

/// What the metamachine asks.
pub(crate) trait Oracle {
    /// The move of the side to move; `None` is a pass.
    fn reply(&mut self, game: &Game) -> Option<Point>;

    /// The scores of these games for a side, in points, all estimated in the same way.
    fn scores(&mut self, games: &[Game], color: Color) -> Vec<f32>;
}

/// How far the metamachine may go.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach {
    /// The moves behind a candidate.
    pub moves: u32,
    /// When the move must be found; `None` if no clock runs.
    pub until: Option<Instant>,
    /// What the oracle takes for an answer, as far as it is known.
    pub one: Duration,
}

impl Reach {
    /// Whether there is time for this many answers of the oracle.
    fn has_time_for(self, answers: usize) -> bool {
        let needed = self.one * answers as u32;
        (self.until).is_none_or(|until| Instant::now() + needed <= until)
    }
}

/// Plays each of these candidates ahead, all to the same depth. The lines are in the order of the
/// candidates.
///
/// There are none if fewer than two candidates can be compared, or if there is no time.
pub(crate) fn play_ahead(
    candidates: &[Point],
    game: &Game,
    color: Color,
    mut reach: Reach,
    oracle: &mut impl Oracle,
) -> Vec<Line> {
    let mut games = Vec::new();
    let mut lines = Vec::new();
    for &point in candidates {
        let mut after = game.clone();
        if after.play(color, Some(point)).is_ok() {
            games.push(after);
            lines.push(vec![Some(point)]);
        }
    }
    let count = games.len();
    if count < 2 || !reach.has_time_for(count) {
        return Vec::new();
    }
    for _ in 0..reach.moves {
        // A round, and the scores behind it.
        if !reach.has_time_for(2 * count) {
            break;
        }
        let began = Instant::now();
        for (game, moves) in games.iter_mut().zip(&mut lines) {
            let turn = game.to_move();
            let reply = oracle.reply(game);
            let reply = reply.filter(|&at| game.play(turn, Some(at)).is_ok());
            if reply.is_none() {
                // A pass is always legal.
                let _ = game.play(turn, None);
            }
            moves.push(reply);
        }
        reach.one = reach.one.max(began.elapsed() / count as u32);
    }
    let scores = oracle.scores(&games, color);
    let lines = lines.into_iter().zip(scores);
    lines.map(|(moves, score)| Line { moves, score }).collect()
}

#[cfg(test)]
mod tests {
    use katachi_board::BoardSize;

    use super::*;

    fn at(col: usize) -> Point {
        Point::new(2, col).expect("a point")
    }

    /// Plays the first empty point of the third row from the left, and finds stones further right
    /// better. It counts what it is asked.
    #[derive(Default)]
    struct Simple {
        asked: usize,
        plays_stones: bool,
    }

    impl Oracle for Simple {
        fn reply(&mut self, game: &Game) -> Option<Point> {
            self.asked += 1;
            let empty = (0..5).map(at).find(|&at| game.board().at(at).is_empty());
            if self.plays_stones {
                Some(at(4))
            } else {
                empty
            }
        }

        fn scores(&mut self, games: &[Game], color: Color) -> Vec<f32> {
            let score = |game: &Game| {
                let stones = game.board().stones(color).iter();
                stones.map(|stone| stone.col() as f32).sum()
            };
            games.iter().map(score).collect()
        }
    }

    fn reach(moves: u32, until: Option<Instant>) -> Reach {
        let one = Duration::from_secs(1);
        Reach { moves, until, one }
    }

    fn lines(candidates: &[Point], reach: Reach, oracle: &mut Simple) -> Vec<Line> {
        let game = Game::new(BoardSize::new(5).expect("a size"));
        play_ahead(candidates, &game, Color::Black, reach, oracle)
    }

    #[test]
    fn lines_are_played_to_the_same_depth_by_turns() {
        let mut oracle = Simple::default();
        let found = lines(&[at(1), at(4)], reach(2, None), &mut oracle);
        let moves = |cols: [usize; 3]| cols.map(|col| Some(at(col))).to_vec();
        assert_eq!(found[0].moves, moves([1, 0, 2]));
        assert_eq!(found[1].moves, moves([4, 0, 1]));
        assert_eq!((found[0].score, found[1].score), (3.0, 5.0));
        assert_eq!(oracle.asked, 4);
    }

    #[test]
    fn an_illegal_reply_is_a_pass() {
        let mut oracle = Simple {
            plays_stones: true,
            ..Simple::default()
        };
        let found = lines(&[at(4), at(3)], reach(2, None), &mut oracle);
        assert_eq!(found[0].moves, [Some(at(4)), None, None]);
        assert_eq!(found[1].moves, [Some(at(3)), Some(at(4)), None]);
    }

    #[test]
    fn a_clock_limits_the_moves() {
        let soon = |seconds| Some(Instant::now() + Duration::from_secs(seconds));
        let mut oracle = Simple::default();
        // The scores take as long as a move each, and there are two lines.
        assert!(lines(&[at(1), at(4)], reach(2, soon(1)), &mut oracle).is_empty());
        let found = lines(&[at(1), at(4)], reach(2, soon(3)), &mut oracle);
        assert_eq!((found.len(), oracle.asked), (2, 0));
        let found = lines(&[at(1), at(4)], reach(2, soon(60)), &mut oracle);
        assert_eq!((found.len(), oracle.asked), (2, 4));
    }

    #[test]
    fn one_candidate_is_not_compared() {
        let mut oracle = Simple::default();
        assert!(lines(&[at(1)], reach(2, None), &mut oracle).is_empty());
        assert_eq!(oracle.asked, 0);
    }
}
