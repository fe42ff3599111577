//! The text of a database.

use std::fmt::Write;

use super::around::{PLACES, RINGS, Symbol};
use super::example::Aim;
use super::learn::Chosen;

/// A pattern of which this share of the right moves, at least, are sacrifices has class `s`.
const SACRIFICES: f64 = 0.2;

/// The database of an aim. `head` is a comment for its beginning; `source` names a source.
pub fn text(
    aim: Aim,
    chosen: &[Chosen],
    head: &[String],
    source: impl Fn(u32) -> String,
) -> String {
    let (name, goal) = match aim {
        Aim::Attack => ("Kill", 'X'),
        Aim::Defense => ("Live", 'O'),
    };
    let mut text = String::new();
    for line in head {
        // Writing into a string cannot fail.
        let _ = writeln!(text, "{}", format!("# {line}").trim_end());
    }
    let _ = writeln!(text, "\nattribute_map value_only\ngoal_elements {goal}");
    for (number, one) in (1..).zip(chosen) {
        let count = one.count;
        let sacrifices = f64::from(count.sacrifices) / f64::from(count.right.max(1));
        let class = if sacrifices >= SACRIFICES { "s" } else { "-" };
        let _ = write!(
            text,
            "\n\nPattern {name}{number}\n# Right in {} of {} positions, first in {}.\n\n{}\n:{},{class},value({})\n",
            count.right,
            count.seen,
            source(count.first),
            drawn(one),
            one.around.symmetry(one.ring),
            value(one.probability),
        );
    }
    text
}

/// The value of a probability: 50 for even odds, 12 more for odds that are e times better.
fn value(probability: f64) -> u32 {
    let odds = (probability / (1.0 - probability)).ln();
    (50.0 + 12.0 * odds).round().clamp(1.0, 95.0) as u32
}

/// The diagram of a pattern.
fn drawn(one: &Chosen) -> String {
    let at = |row: i32, col: i32| {
        if (row, col) == (0, 0) {
            return Some('*');
        }
        let place = PLACES.iter().position(|&place| place == (row, col))?;
        if place >= RINGS[one.ring] {
            return None;
        }
        match one.around.at(place) {
            Symbol::Empty => Some('.'),
            Symbol::Own => Some('O'),
            Symbol::Other => Some('X'),
            Symbol::Off => None,
        }
    };
    let reach = [1, 2, 2, 3][one.ring];
    // Along a line of points up to the edge; `None` if the edge is further away.
    let edge = |row: i32, col: i32| {
        (1..=reach).find(|step| {
            let place = PLACES
                .iter()
                .position(|&place| place == (row * step, col * step));
            place.is_some_and(|place| one.around.at(place) == Symbol::Off)
        })
    };
    let [up, down, left, right] = [edge(-1, 0), edge(1, 0), edge(0, -1), edge(0, 1)];
    let span = |low: Option<i32>, high: Option<i32>| {
        let low = low.map_or(-reach, |edge| 1 - edge);
        low..=high.map_or(reach, |edge| edge - 1)
    };
    let (rows, cols) = (span(up, down), span(left, right));
    let border = |edge: Option<i32>| {
        edge.map(|_| {
            let mut line = String::new();
            line.extend(left.map(|_| '+'));
            line.extend(cols.clone().map(|_| '-'));
            line.extend(right.map(|_| '+'));
            line
        })
    };
    let mut lines: Vec<String> = border(up).into_iter().collect();
    for row in rows {
        let mut line = String::new();
        line.extend(left.map(|_| '|'));
        line.extend(cols.clone().map(|col| at(row, col).unwrap_or('?')));
        line.extend(right.map(|_| '|'));
        lines.push(line);
    }
    lines.extend(border(down));
    lines.push(String::new());
    lines.join("\n")
}
