//! The slow twin of connection reading: all moves, no distances, no tactics, only a depth limit.

use std::collections::HashMap;

use katachi_board::{Board, Color, Point};

/// The depth limit, passes included.
const DEPTH: u32 = 10;

struct Twin {
    color: Color,
    a: Point,
    b: Point,
    /// Results by hash, side, whether the last move was a pass, and the depth left.
    known: HashMap<(u64, bool, bool, u32), Option<bool>>,
}

/// Whether the strings become one with perfect play without ko threats, if the side that connects,
/// or the other one, moves first. `None` if the depth limit leaves that open.
pub fn joined(board: &mut Board, a: Point, b: Point, connects: bool) -> Option<bool> {
    let color = board.at(a).color()?;
    let mut twin = Twin {
        color,
        a,
        b,
        known: HashMap::new(),
    };
    twin.search(board, connects, false, DEPTH)
}

impl Twin {
    fn search(
        &mut self,
        board: &mut Board,
        connects: bool,
        passed: bool,
        left: u32,
    ) -> Option<bool> {
        if !board.at(self.a).is(self.color) || !board.at(self.b).is(self.color) {
            return Some(false);
        }
        if board
            .chain(self.a)
            .is_some_and(|chain| chain.contains(self.b))
        {
            return Some(true);
        }
        if left == 0 {
            return None;
        }
        let key = (board.hash(), connects, passed, left);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let mover = if connects { self.color } else { !self.color };
        let empty = *board.empty();
        let mut result = Some(!connects);
        for point in &empty {
            if !board.try_move(mover, point) {
                continue;
            }
            let found = self.search(board, !connects, false, left - 1);
            board.take_back();
            if found == Some(connects) {
                result = found;
                break;
            }
            if found.is_none() {
                result = None;
            }
        }
        if result != Some(connects) {
            // Two passes leave the strings apart.
            let found = if passed {
                Some(false)
            } else {
                board.try_pass(mover);
                let found = self.search(board, !connects, true, left - 1);
                board.take_back();
                found
            };
            if found == Some(connects) {
                result = found;
            } else if found.is_none() {
                result = None;
            }
        }
        self.known.insert(key, result);
        result
    }
}
