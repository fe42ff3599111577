//! What entries of both forms of a book must fulfil.

use katachi_image::full_board::{MAX_SIZE, Stone};

/// The largest weight of a move.
pub(super) const MAX_WEIGHT: u32 = 1_000_000;

/// Whether one of the strings has no liberty.
pub(super) fn has_breathless_string(stones: &[Stone], size: u8) -> bool {
    const SIDE: usize = MAX_SIZE as usize + 2;
    const OFF: u8 = 3;
    let index = |row: u8, col: u8| (usize::from(row) + 1) * SIDE + usize::from(col) + 1;
    let mut board = [OFF; SIDE * SIDE];
    for row in 0..size {
        board[index(row, 0)..][..usize::from(size)].fill(0);
    }
    for stone in stones {
        board[index(stone.row, stone.col)] = 1 + u8::from(stone.own);
    }
    let around = |at: usize| [at - SIDE, at - 1, at + 1, at + SIDE];
    stones.iter().any(|stone| {
        let first = index(stone.row, stone.col);
        if around(first).iter().any(|&at| board[at] == 0) {
            return false;
        }
        let mut string = vec![first];
        let mut next = 0;
        while let Some(&at) = string.get(next) {
            next += 1;
            for neighbor in around(at) {
                if board[neighbor] == 0 {
                    return false;
                }
                if board[neighbor] == board[first] && !string.contains(&neighbor) {
                    string.push(neighbor);
                }
            }
        }
        true
    })
}
