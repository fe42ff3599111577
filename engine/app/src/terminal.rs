//! Drawings of the board for people.

use std::fmt::Write as _;

use katachi_board::{Color, Point, star_points};
use katachi_core::Game;

/// The board as in GTP's `showboard`: `X` black, `O` white, `+` a star point.
pub fn board(game: &Game) -> String {
    draw(game, None, &|_| None)
}

/// The same, with the last move in parentheses.
pub fn marked_board(game: &Game) -> String {
    let last = game.board().last_move().and_then(|(_, point)| point);
    draw(game, last, &|_| None)
}

/// The board with `x` and `o` on points that Black and White own in most random games, opponent
/// stones included. `ownership` is from the view of the side to move, -1 to 1, row by row.
pub fn owners(game: &Game, turn: Color, ownership: &[f32]) -> String {
    let board = game.board();
    let points: Vec<Point> = board.size().points().collect();
    draw(game, None, &|point| {
        let place = points.iter().position(|&one| one == point)?;
        let own = *ownership.get(place)?;
        let owner = if own > 0.0 { turn } else { !turn };
        if own.abs() < MOST || board.at(point).is(owner) {
            return None;
        }
        Some(match owner {
            Color::Black => "x".to_owned(),
            Color::White => "o".to_owned(),
        })
    })
}

/// The board with special signs on some points.
pub fn signed_board(game: &Game, sign: &dyn Fn(Point) -> Option<String>) -> String {
    draw(game, None, sign)
}

/// A point has an owner if the sides' shares of the random games differ by this.
const MOST: f32 = 0.5;

/// The board with a point in parentheses, and with special signs on some points.
fn draw(game: &Game, marked: Option<Point>, sign: &dyn Fn(Point) -> Option<String>) -> String {
    let board = game.board();
    let size = board.size();
    let n = size.get();
    let stars = star_points(size);
    let mut columns = String::from("   ");
    for col in 0..n {
        let letter = katachi_board::column_letter(col).unwrap_or('?');
        columns.push(letter);
        columns.push(if col + 1 == n { '\n' } else { ' ' });
    }
    // The lines with captures are where GNU Go has them.
    let white_row = if n < 10 { 2 } else { n - 8 };
    let mut text = columns.clone();
    for row in 0..n {
        let number = n - row;
        let _ = write!(text, "{number:2}");
        let mut before = false;
        for point in size.points().filter(|point| point.row() == row) {
            let own = sign(point);
            let stone = match board.at(point).color() {
                Some(Color::Black) => "X",
                Some(Color::White) => "O",
                None if stars.contains(point) => "+",
                None => ".",
            };
            let is_marked = marked == Some(point);
            let gap = match (std::mem::replace(&mut before, is_marked), is_marked) {
                (true, _) => ')',
                (_, true) => '(',
                _ => ' ',
            };
            let _ = write!(text, "{gap}{}", own.as_deref().unwrap_or(stone));
        }
        let end = if before { ')' } else { ' ' };
        let _ = write!(text, "{end}{number}");
        let captures = if number == white_row {
            Some(("WHITE (O)", Color::White))
        } else if number + 1 == white_row {
            Some(("BLACK (X)", Color::Black))
        } else {
            None
        };
        if let Some((name, color)) = captures {
            let _ = write!(
                text,
                "     {name} has captured {} stones",
                game.captures(color)
            );
        }
        text.push('\n');
    }
    text.push_str(columns.trim_end());
    text
}
