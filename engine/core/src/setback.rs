//! Setbacks: what a small move undoes.
//!
//! Entry point: [`setback`]. A neutral point or the last point of a border is often a liberty that
//! a race needs: a dead dragon then comes back to life, or a living one dies. The analysis of the
//! position after the move tells.

use katachi_board::{Board, Color, Point};
use katachi_matcher::DragonStatus;
use katachi_strategy::dragons::{Dragon, Dragons, Life};

/// A move that is worth less, in points, is reviewed for what it undoes.
pub(crate) const SMALL: f32 = 10.0;
/// The most moves that are reviewed so.
pub(crate) const MOST_SMALL: usize = 3;
/// What each stone of a dragon is worth, in points: itself, and the point under it.
const STONE: f32 = 2.0;

/// Whether a move may cost a race: it takes a liberty from an own string and gains none for it.
pub(crate) fn takes_own_liberty(board: &Board, color: Color, point: Point) -> bool {
    let own = point.neighbors().into_iter().filter_map(|near| {
        let string = board.chain(near)?;
        (string.color() == color).then(|| string.liberty_count())
    });
    own.max()
        .is_some_and(|most| board.liberty_count_after(color, point) <= most)
}

/// What a side loses, in points, if these dragons become those after its move: its own that did not
/// die before and may die now, and the opponent's that were dead and may live. What a search did
/// not read to its end does not count.
pub(crate) fn setback(before: &Dragons, after: &Dragons, color: Color) -> f32 {
    let lost = before.iter().filter(|dragon| {
        let Some(now) = after.at(dragon.origin) else {
            return false;
        };
        if dragon.color == color {
            !dragon.status().may_die()
                && now.status().may_die()
                && is_sure(now, |life| life.attack_is_certain)
        } else {
            dragon.status() == DragonStatus::Dead
                && matches!(now.status(), DragonStatus::Alive | DragonStatus::Critical)
                && is_sure(now, |life| life.defense_is_certain)
        }
    });
    lost.map(|dragon| STONE * dragon.stones.len() as f32).sum()
}

/// Whether a status was read to its end: by races, or by a search that `is_certain`.
fn is_sure(dragon: &Dragon, is_certain: impl Fn(Life) -> bool) -> bool {
    dragon.status_by_races().is_some() || dragon.life.is_some_and(is_certain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_that_extends_takes_no_own_liberty() {
        let board: Board = "
            O . O . .
            . X O . .
            . X O . .
            . . . . .
            . . . . ."
            .parse()
            .expect("a board");
        let takes = |vertex: &str| {
            let point = Point::from_vertex(vertex, board.size()).expect("a vertex");
            takes_own_liberty(&board, Color::Black, point)
        };
        assert!(takes("B5"), "fills a liberty and gains none");
        assert!(!takes("B2"), "gains three");
        assert!(!takes("E5"), "no own stone is near");
    }
}
