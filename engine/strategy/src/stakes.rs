//! What is at stake in a place on the board: the dragons and worms whose fate is decided by whoever
//! moves first there.

use katachi_board::{Board, Color, PointSet};
use katachi_tactics::reading::Reading;

use crate::position::Position;

/// Fewer points are moves to choose from, no place.
const FEWEST_POINTS: usize = 10;
/// A place takes at most this part of the board, a third.
const PLACES: usize = 3;
/// What is less than this share of the greatest stake decides nothing.
const LEAST_SHARE: f32 = 0.5;

/// Whether points are one place on a board: neither most of it, nor a few moves to choose from, and
/// connected, with the stones between them.
pub fn is_place(board: &Board, points: &PointSet) -> bool {
    let all = board.size().points().count();
    if points.len() < FEWEST_POINTS || PLACES * points.len() > all {
        return false;
    }
    let ground = *points | *board.stones(Color::Black) | *board.stones(Color::White);
    let part = points.first().map(|first| ground.part(first));
    part.is_some_and(|part| (*points - part).is_empty())
}

/// The points by which this side decides what is at stake beside these points: a worm, a dragon, or
/// all stones of a side in an enclosed area. Where no patterns read lives, the oracle tells what is
/// not proven.
pub fn deciding_points(position: &mut Position<'_>, color: Color, place: &PointSet) -> PointSet {
    let beside = place.with_surroundings();
    let (worms, dragons) = (position.worms(), position.dragons());
    let mut stakes: Vec<(f32, PointSet)> = Vec::new();
    for worm in worms.iter() {
        if worm.is_critical() && worm.stones.intersects(&beside) {
            let is_own = worm.color == color;
            let moves = if is_own {
                &worm.defenses
            } else {
                &worm.attacks
            };
            let points = moves.iter().map(|(point, _)| point);
            stakes.push((worm.effective_size, points.collect()));
        }
    }
    let mut add = |size: f32, owner: Color, [attack, defense]: [Reading; 2]| {
        let reading = if owner == color { defense } else { attack };
        stakes.push((size, reading.point.into_iter().collect()));
    };
    for dragon in dragons.iter() {
        if !dragon.stones.intersects(&beside) {
            continue;
        }
        if let Some(moves) = position.with_guess(dragon).critical_moves() {
            add(dragon.effective_size, dragon.color, moves);
        }
        if let Some(group) = position.owl().critical_group(dragon.origin) {
            let parts = (dragons.iter()).filter(|part| part.stones.intersects(&group.stones));
            let size = parts.map(|part| part.effective_size).sum();
            add(size, dragon.color, [group.attack, group.defense]);
        }
    }
    let greatest = stakes.iter().map(|(size, _)| *size).fold(0.0, f32::max);
    let great = (stakes.iter()).filter(|(size, _)| *size >= LEAST_SHARE * greatest);
    great.fold(PointSet::EMPTY, |all, (_, points)| all | *points)
}

#[cfg(test)]
mod tests {
    use katachi_board::BoardSize;

    use super::*;

    #[test]
    fn a_place_is_neither_scattered_nor_large_nor_a_few_moves() {
        let mut board = Board::new(BoardSize::new(9).expect("a size"));
        let points: Vec<_> = board.size().points().collect();
        let rows = |from: usize, to: usize| points[9 * from..9 * to].iter().copied();
        assert!(is_place(&board, &rows(0, 2).collect()));
        assert!(!is_place(&board, &rows(0, 1).collect()), "a few moves");
        assert!(!is_place(&board, &rows(0, 4).collect()), "too large");
        let apart: PointSet = rows(0, 1).chain(rows(2, 3)).collect();
        assert!(!is_place(&board, &apart), "apart");
        board.play(Color::Black, points[9]).expect("a move");
        assert!(is_place(&board, &apart), "a stone between them");
    }
}
