//! Real games, as lists of moves.

#![allow(dead_code, reason = "each test uses a part of this")]

use std::path::Path;

use katachi_board::{Board, BoardSize, Point, Rules};
pub use katachi_sgf::Move;
use katachi_sgf::{Sequence, board_size};
use katachi_testkit::archived;

/// The first games of an archive on 19x19 that have no set-up stones and at least this length.
pub fn games(archive: &Path, count: usize, length: usize) -> std::io::Result<Vec<Vec<Move>>> {
    let records = archived(archive, "sgf")?;
    let games = records.values().filter_map(|record| moves(record));
    Ok(games
        .filter(|game| game.len() >= length)
        .take(count)
        .collect())
}

fn moves(record: &[u8]) -> Option<Vec<Move>> {
    let parsed = katachi_sgf::parse(record).ok()?;
    let root = parsed.collection.roots().next()?;
    let is_plain = board_size(root).ok()? == BoardSize::NINETEEN;
    let game = Sequence::of_main_line(root, Rules::SIMPLE).ok()?;
    (is_plain && game.stones.is_empty()).then_some(game.moves)
}

/// Plays a move of a game, which is legal.
pub fn play(board: &mut Board, (color, at): Move) {
    let done = match at {
        Some(point) => board.play(color, point),
        None => board.pass(color),
    };
    done.expect("a legal game");
}

/// The position after this many moves.
pub fn position(game: &[Move], moves: usize) -> Board {
    let mut board = Board::new(BoardSize::NINETEEN);
    game.iter()
        .take(moves)
        .for_each(|&one| play(&mut board, one));
    board
}

/// The stones of one colour connected with this one, directly or diagonally.
pub fn dragon(board: &Board, stone: Point) -> katachi_board::PointSet {
    let color = board.at(stone);
    let mut dragon = katachi_board::PointSet::EMPTY;
    let mut left = vec![stone];
    while let Some(point) = left.pop() {
        if board.size().contains(point) && board.at(point) == color && !dragon.contains(point) {
            dragon.insert(point);
            left.extend(point.neighbors());
            left.extend(point.diagonals());
        }
    }
    dragon
}
