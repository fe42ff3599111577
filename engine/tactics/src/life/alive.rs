//! Stones that live although their owner always passes, within an area (Benson, "Life in the game
//! of Go", 1976).
//!
//! An eye is a part of the area that strings of the owner enclose. It is vital to a string if all
//! its empty points are liberties of the string. Strings live that have two vital eyes, each of
//! them enclosed by living strings only.

use katachi_board::{Board, Color, PointSet};

/// More eyes or strings than this are not looked at.
const MOST: usize = 16;

/// Whether some of the goal's stones live unconditionally, by eyes within the area.
pub(super) fn is_alive(board: &Board, color: Color, goal: &PointSet, area: &PointSet) -> bool {
    let own = board.stones(color);
    let others = *board.empty() | *board.stones(!color);
    let mut left = *area - *own;
    let mut eyes = [PointSet::EMPTY; MOST];
    let mut count = 0;
    while let Some(first) = left.first() {
        let part = left.part(first);
        left = left - part;
        let is_enclosed = ((part.neighbors() - part) & others).is_empty();
        if is_enclosed && count < MOST {
            eyes[count] = part;
            count += 1;
        }
    }
    if count < 2 {
        return false;
    }
    let mut strings = [(PointSet::EMPTY, 0_u32); MOST];
    let mut borders = [0_u32; MOST];
    let mut number = 0;
    let around = (eyes[..count].iter()).fold(PointSet::EMPTY, |set, eye| set | eye.neighbors());
    for string in board.chains_at(&(around & *own)) {
        if number == MOST {
            return false;
        }
        let (stones, liberties) = (string.stone_set(), string.liberties());
        let mut vital = 0;
        for (at, eye) in eyes[..count].iter().enumerate() {
            if !eye.neighbors().intersects(&stones) {
                continue;
            }
            borders[at] |= 1 << number;
            if ((*eye & *board.empty()) - liberties).is_empty() {
                vital |= 1 << at;
            }
        }
        strings[number] = (stones, vital);
        number += 1;
    }
    let mut living = (1_u32 << number) - 1;
    loop {
        let good = (0..count).filter(|&at| borders[at] & !living == 0);
        let good = good.fold(0_u32, |set, at| set | 1 << at);
        let has_two =
            |&at: &usize| living >> at & 1 != 0 && (strings[at].1 & good).count_ones() > 1;
        let next = (0..number).filter(has_two).fold(0, |set, at| set | 1 << at);
        if next == living {
            break;
        }
        living = next;
    }
    (0..number).any(|at| living >> at & 1 != 0 && strings[at].0.intersects(goal))
}

/// Whether at most one eye fits on these points.
pub(crate) fn is_one_eye(eyes: &PointSet) -> bool {
    match eyes.len() {
        0 | 1 => true,
        2 => eyes.neighbors().intersects(eyes),
        _ => false,
    }
}
