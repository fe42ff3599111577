//! What is at stake in a part of the board: the dragons and worms whose fate is decided by whoever
//! moves first there.

use katachi_board::{Color, PointSet};

use crate::position::Position;

/// What is less than this share of the greatest stake decides nothing.
const LEAST_SHARE: f32 = 0.5;

/// The points by which this side decides what is at stake beside these points. Where no patterns
/// read lives, the oracle tells what is not proven.
pub fn deciding_points(position: &mut Position<'_>, color: Color, part: &PointSet) -> PointSet {
    let beside = part.with_surroundings();
    let (worms, dragons) = (position.worms(), position.dragons());
    let mut stakes: Vec<(f32, PointSet)> = Vec::new();
    for worm in worms.iter() {
        if worm.is_critical() && worm.stones.intersects(&beside) {
            let own = worm.color == color;
            let moves = if own { &worm.defenses } else { &worm.attacks };
            let points = moves.iter().map(|(point, _)| point);
            stakes.push((worm.effective_size, points.collect()));
        }
    }
    for dragon in dragons.iter() {
        if !dragon.stones.intersects(&beside) {
            continue;
        }
        let mut dragon = dragon.clone();
        dragon.life = position.guess_life(dragon.origin).or(dragon.life);
        if let Some([attack, defense]) = dragon.critical_moves() {
            let own = dragon.color == color;
            let point = if own { defense.point } else { attack.point };
            stakes.push((dragon.effective_size, point.into_iter().collect()));
        }
    }
    let greatest = stakes.iter().map(|(size, _)| *size).fold(0.0, f32::max);
    let great = (stakes.iter()).filter(|(size, _)| *size >= LEAST_SHARE * greatest);
    great.fold(PointSet::EMPTY, |all, (_, points)| all | *points)
}
