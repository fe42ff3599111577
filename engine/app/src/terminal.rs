//! Drawings of the board for people, in colour where the user can see it.

use std::fmt::Write as _;
use std::io::IsTerminal;

use katachi_board::{Color, Point, PointSet, star_points};
use katachi_core::Game;

/// Colours of the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// Red.
    Red,
    /// Green.
    Green,
    /// Yellow.
    Yellow,
    /// Blue.
    Blue,
    /// Cyan.
    Cyan,
}

/// Whether text for this stream is coloured: on a terminal, unless the user has set `NO_COLOR`
/// (<https://no-color.org>) or the terminal is a dumb one.
pub fn has_colors(stream: &impl IsTerminal) -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    stream.is_terminal() && !is_set("NO_COLOR") && !is_dumb
}

/// A text in a colour.
pub fn painted(text: &str, paint: Paint) -> String {
    let number = match paint {
        Paint::Red => 31,
        Paint::Green => 32,
        Paint::Yellow => 33,
        Paint::Blue => 34,
        Paint::Cyan => 36,
    };
    format!("\x1b[{number}m{text}\x1b[0m")
}

/// The board as in GTP's `showboard`: `X` black, `O` white, `+` a star point.
pub fn board(game: &Game) -> String {
    draw(game, &Look::default(), &|_| None)
}

/// How a board looks that is played on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Look {
    /// Whether the last move is in parentheses.
    pub marks_last: bool,
    /// Stones in small letters.
    pub dead: PointSet,
    /// Whether stones have colours.
    pub colored: bool,
}

/// The board with the last move in parentheses, dead stones in small letters, and colours.
pub fn played_board(game: &Game, look: &Look) -> String {
    draw(game, look, &|_| None)
}

/// The board with `x` and `o` on points that Black and White own in most random games, opponent
/// stones included. `ownership` is from the view of the side to move, -1 to 1, row by row.
pub fn owners(game: &Game, turn: Color, ownership: &[f32], look: &Look) -> String {
    let board = game.board();
    let points: Vec<Point> = board.size().points().collect();
    draw(game, look, &|point| {
        let place = points.iter().position(|&one| one == point)?;
        let own = *ownership.get(place)?;
        let owner = if own > 0.0 { turn } else { !turn };
        if own.abs() < MOST || board.at(point).is(owner) {
            return None;
        }
        let (sign, paint) = match owner {
            Color::Black => ("x", BLACK),
            Color::White => ("o", WHITE),
        };
        Some(if look.colored {
            painted(sign, paint)
        } else {
            sign.to_owned()
        })
    })
}

/// The board with special signs on some points.
pub fn signed_board(game: &Game, sign: &dyn Fn(Point) -> Option<String>) -> String {
    draw(game, &Look::default(), sign)
}

/// The colours of Black's and White's stones.
const BLACK: Paint = Paint::Blue;
const WHITE: Paint = Paint::Red;

/// A point has an owner if the sides' shares of the random games differ by this.
const MOST: f32 = 0.5;

/// The board with special signs on some points.
fn draw(game: &Game, look: &Look, sign: &dyn Fn(Point) -> Option<String>) -> String {
    let board = game.board();
    let last = board.last_move().and_then(|(_, point)| point);
    let marked = last.filter(|_| look.marks_last);
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
            let is_dead = look.dead.contains(point);
            let (mark, paint) = match board.at(point).color() {
                Some(Color::Black) => (if is_dead { "x" } else { "X" }, Some(BLACK)),
                Some(Color::White) => (if is_dead { "o" } else { "O" }, Some(WHITE)),
                None if stars.contains(point) => ("+", None),
                None => (".", None),
            };
            let mark = own.unwrap_or_else(|| match paint.filter(|_| look.colored) {
                Some(paint) => painted(mark, paint),
                None => mark.to_owned(),
            });
            let is_marked = marked == Some(point);
            let gap = match (std::mem::replace(&mut before, is_marked), is_marked) {
                (true, _) => ')',
                (_, true) => '(',
                _ => ' ',
            };
            let _ = write!(text, "{gap}{mark}");
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
