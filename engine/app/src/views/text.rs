//! Views as text, on a terminal with colours.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use katachi_board::{Color, Point, column_letter};
use katachi_core::Game;

use super::picture::{Content, Form, Picture, Row};
use crate::terminal::{self, painted};

/// The view as text.
pub fn text(picture: &Picture, game: &Game, colored: bool) -> String {
    let mut text = format!("{}\n", picture.title);
    match &picture.content {
        Content::Signs(signs, _) => {
            let sign = |point: Point| {
                let sign = signs.get(&point)?;
                Some(if colored {
                    painted(&sign.painted.to_string(), sign.paint)
                } else {
                    sign.letter.to_string()
                })
            };
            text.push_str(&terminal::signed_board(game, &sign));
        }
        Content::Numbers(values, form) => text.push_str(&numbers(values, *form, game)),
    }
    if !picture.table.is_empty() {
        text.push_str("\n\n");
        text.push_str(&lines(&picture.table, colored).join("\n"));
    }
    text
}

/// The lines of a table, its columns aligned: words to the left, numbers to the right.
pub fn lines(table: &[Row], colored: bool) -> Vec<String> {
    let columns = table.iter().map(|row| row.cells.len()).max().unwrap_or(0);
    let of_column = |at: usize| table.iter().filter_map(move |row| row.cells.get(at));
    let width = |at| of_column(at).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..columns).map(|at| width(at).unwrap_or(0)).collect();
    let is_number = |cell: &String| cell.parse::<f32>().is_ok();
    // The first row has the names of the columns.
    let numeric: Vec<bool> = (0..columns)
        .map(|at| of_column(at).skip(1).all(is_number))
        .collect();
    let line = |row: &Row| {
        let mut line = String::new();
        for (at, cell) in row.cells.iter().enumerate() {
            let blanks = " ".repeat(widths[at] - cell.chars().count());
            let cell = match row.paint {
                Some((place, paint)) if colored && place == at => painted(cell, paint),
                _ => cell.clone(),
            };
            if at > 0 {
                line.push_str("  ");
            }
            let parts = if numeric[at] {
                [blanks, cell]
            } else {
                [cell, blanks]
            };
            line.push_str(&parts.concat());
        }
        line.trim_end().to_owned()
    };
    table.iter().map(line).collect()
}

/// A number with its decimals, never `-0`.
pub fn number(value: f32, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    let is_zero = text.starts_with('-') && !text.contains(|digit| ('1'..='9').contains(&digit));
    text[usize::from(is_zero)..].to_owned()
}

/// A table with a number for each point.
fn numbers(values: &BTreeMap<Point, f32>, form: Form, game: &Game) -> String {
    let (board, size) = (game.board(), game.board().size());
    let n = size.get();
    let centered = |letter: char| {
        let left = form.width / 2 + 1;
        let right = form.width - left;
        format!("{letter:>left$}{:right$}", "")
    };
    let columns: String = (0..n).filter_map(column_letter).map(centered).collect();
    let columns = format!("   {}", columns.trim_end());
    let mut text = String::new();
    if form.has_coordinates {
        text = format!("{columns}\n");
    }
    for point in size.points() {
        let number_of_row = n - point.row();
        if form.has_coordinates && point.col() == 0 {
            // Writing to a string cannot fail.
            let _ = write!(text, "{number_of_row:2}");
        }
        let stone = board.at(point).color().filter(|_| form.has_stones);
        let letter = stone.map(|color| match color {
            Color::Black => 'X',
            Color::White => 'O',
        });
        let value = values.get(&point).copied().unwrap_or_default();
        let width = form.width;
        match letter {
            Some(letter) if form.has_coordinates => text.push_str(&centered(letter)),
            Some(letter) => {
                let _ = write!(text, "{letter:>width$}");
            }
            None => {
                let _ = write!(text, "{:>width$}", number(value, form.decimals));
            }
        }
        if point.col() + 1 == n {
            if form.has_coordinates {
                let _ = write!(text, " {number_of_row}");
            }
            text.push('\n');
        }
    }
    if form.has_coordinates {
        text.push_str(&columns);
    }
    text.truncate(text.trim_end().len());
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terminal::Paint;

    #[test]
    fn numbers_are_never_negative_zeros() {
        assert_eq!(number(-0.04, 1), "0.0");
        assert_eq!(number(-0.06, 1), "-0.1");
        assert_eq!(number(-0.4, 0), "0");
        assert_eq!(number(-12.4, 0), "-12");
    }

    #[test]
    fn columns_of_tables_are_aligned() {
        let row = |cells: [&str; 3], paint| Row {
            cells: cells.map(str::to_owned).to_vec(),
            paint,
        };
        let table = [
            row(["", "status", "size"], None),
            row(["A", "alive", "12"], Some((1, Paint::Green))),
            row(["z", "unknown", "3"], None),
        ];
        let plain = "   status   size\nA  alive      12\nz  unknown     3";
        assert_eq!(lines(&table, false).join("\n"), plain);
        let painted = plain.replace("alive", "\x1b[32malive\x1b[0m");
        assert_eq!(lines(&table, true).join("\n"), painted);
    }
}
