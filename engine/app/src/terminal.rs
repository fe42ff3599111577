//! What is drawn for people: the board.

use std::fmt::Write as _;

use katachi_board::{Color, star_points};
use katachi_core::Game;

/// The board as GTP's `showboard` draws it: `X` black, `O` white, `+` a star point.
pub fn board(game: &Game) -> String {
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
    // The lines with captures stand where GNU Go puts them.
    let white_row = if n < 10 { 2 } else { n - 8 };
    let mut text = columns.clone();
    for row in 0..n {
        let number = n - row;
        let _ = write!(text, "{number:2}");
        for point in size.points().filter(|point| point.row() == row) {
            let cell = match board.at(point).color() {
                Some(Color::Black) => 'X',
                Some(Color::White) => 'O',
                None if stars.contains(point) => '+',
                None => '.',
            };
            let _ = write!(text, " {cell}");
        }
        let _ = write!(text, " {number}");
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
