//! Stones that live although their owner always passes, within an area (Benson, "Life in the game
//! of Go", 1976).
//!
//! An eye is a part of the area that strings of the owner enclose. It is vital to a string if all
//! its empty points are liberties of the string. Strings live that have two vital eyes, each of
//! them enclosed by living strings only.

use katachi_board::PointSet;

use super::field::{Bits, Field, State, Stones, bit};
use crate::proof::Side;

/// More eyes or strings than this are not looked at.
const MOST: usize = 16;

/// The defender's strings that live unconditionally, with their eyes, if there are stones of this
/// set among them.
pub(super) fn alive(field: &Field, state: &State, stones: Bits) -> Option<Bits> {
    let own = state.of(Side::Disprover);
    let empty = field.all & !state.taken();
    let mut left = field.all & !own;
    let mut eyes = [Stones {
        stones: 0,
        border: 0,
    }; MOST];
    let mut count = 0;
    let (mut around, outside) = (
        0,
        field.border(Side::Prover) | field.border(Side::Disprover),
    );
    while left != 0 {
        let part = field.part(bit(left.trailing_zeros() as usize), left);
        left &= !part.stones;
        if part.stones & outside == 0 && count < MOST {
            eyes[count] = part;
            count += 1;
            around |= part.border;
        }
    }
    if count < 2 {
        return None;
    }
    let eyes = &eyes[..count];
    let mut strings = [(0, 0_u32); MOST];
    let mut borders = [0_u32; MOST];
    let mut number = 0;
    for string in field.strings(state, Side::Disprover, around) {
        let (one, border) = (strings.get_mut(number)?, string.border);
        let mut vital = 0;
        for (at, eye) in eyes.iter().enumerate() {
            if eye.border & string.stones == 0 {
                continue;
            }
            borders[at] |= 1 << number;
            if eye.stones & empty & !border == 0 {
                vital |= 1 << at;
            }
        }
        *one = (string.stones, vital);
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
            let is_living = |&at: &usize| living >> at & 1 != 0;
            let found = (0..number)
                .filter(is_living)
                .fold(0, |set, at| set | strings[at].0);
            let good = (0..count).filter(|&at| good >> at & 1 != 0);
            let with_eyes = good.fold(found, |set, at| set | eyes[at].stones);
            return (found & stones != 0).then_some(with_eyes);
        }
        living = next;
    }
}

/// Whether at most one eye fits on these points.
pub(crate) fn is_one_eye(eyes: &PointSet) -> bool {
    match eyes.len() {
        0 | 1 => true,
        2 => eyes.neighbors().intersects(eyes),
        _ => false,
    }
}
