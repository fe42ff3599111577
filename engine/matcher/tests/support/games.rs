//! Real games, as lists of moves.

#![allow(dead_code, reason = "each test uses a part of this")]

use std::path::Path;

use katachi_board::{Board, BoardSize, Color, Point};
use katachi_sgf::{Action, Coord};
use katachi_testkit::archived;

/// A move of a game.
pub type Move = (Color, Option<Point>);

/// The first games of an archive that are on 19x19, without set-up stones, and at least this long.
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
    let info = root.game_info();
    let mut board = Board::new(BoardSize::NINETEEN);
    let mut moves = Vec::new();
    for action in root
        .main_line()
        .flat_map(|node| node.actions(info.size))
        .flatten()
    {
        let Action::Play { color, at } = action else {
            return None;
        };
        let color = color.into();
        let at = at.and_then(Coord::to_point);
        match at {
            Some(point) if !board.size().contains(point) => return None,
            Some(point) => board.play(color, point).ok()?,
            None => board.pass(color).ok()?,
        }
        moves.push((color, at));
    }
    Some(moves)
}

/// Plays a move of a game, which is legal.
pub fn play(board: &mut Board, (color, at): Move) {
    let done = match at {
        Some(point) => board.play(color, point),
        None => board.pass(color),
    };
    done.expect("a legal game");
}

/// The position after so many moves.
pub fn position(game: &[Move], moves: usize) -> Board {
    let mut board = Board::new(BoardSize::NINETEEN);
    game.iter()
        .take(moves)
        .for_each(|&one| play(&mut board, one));
    board
}

/// The stones of one colour that hang together with this one, by sides or by corners.
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
