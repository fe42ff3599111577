//! Setbacks: what a small move undoes.
//!
//! Entry point: [`setback`]. A neutral point or the last point of a border is often a liberty that
//! a race needs: a dead dragon then comes back to life, or a living one dies. The analysis of the
//! position after the move tells.

use katachi_board::{Board, Color, Outcome, Point};
use katachi_matcher::DragonStatus;
use katachi_strategy::dragons::{Dragon, Dragons, Life, Safety};
use katachi_tactics::reading::Reader;

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

/// What a move gives back, in points: strings that are dead by tactical reading before it, and that
/// their owner saves after it.
///
/// These are read thoroughly, since brief reading overlooks how far a race goes on.
pub(crate) fn given_back(
    reader: &mut Reader,
    (before, after): (&Board, &Board),
    dead: impl Iterator<Item = Point>,
) -> f32 {
    let mut is_saved = |board: &Board, string| {
        let mut board = board.clone();
        reader.thoroughly(|reader| reader.defend(&mut board, string).outcome) == Outcome::Win
    };
    let back = dead.filter(|string| is_saved(after, *string) && !is_saved(before, *string));
    let stones = back.filter_map(|string| Some(before.chain(string)?.len()));
    stones.map(|stones| STONE * stones as f32).sum()
}

/// The first stones of a side's strings that are captured even if it moves first.
pub(crate) fn tactically_dead(dragons: &Dragons, color: Color) -> impl Iterator<Item = Point> {
    let dead = dragons
        .iter()
        .filter(move |dragon| dragon.color == color && dragon.safety == Safety::TacticallyDead);
    dead.map(|dragon| dragon.origin)
}

/// Whether a status was read to its end: by races, or by a search that `is_certain`.
fn is_sure(dragon: &Dragon, is_certain: impl Fn(Life) -> bool) -> bool {
    dragon.status_by_races().is_some() || dragon.life.is_some_and(is_certain)
}

#[cfg(test)]
mod tests {
    use katachi_tactics::reading::Limits;

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

    #[test]
    fn a_liberty_of_a_race_gives_the_dead_string_back() {
        // White's two stones have two liberties, Black's wall has two more outside.
        let before: Board = "
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            X X X X X X X X .
            X O O O O O O X X
            . O . X X . O . X"
            .parse()
            .expect("a board");
        let point = |vertex: &str| Point::from_vertex(vertex, before.size()).expect("a vertex");
        let mut reader = Reader::new(Limits::for_level(10));
        let mut lost = |vertex: &str| {
            let mut after = before.clone();
            after.play(Color::Black, point(vertex)).expect("a move");
            given_back(&mut reader, (&before, &after), [point("D1")].into_iter())
        };
        for (vertex, stones) in [("A1", 2), ("H1", 2), ("E6", 0)] {
            assert_eq!((lost(vertex) / STONE) as usize, stones, "{vertex}");
        }
    }
}
