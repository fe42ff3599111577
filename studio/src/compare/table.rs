//! A comparison for the terminal.

use std::fmt;

use katachi_board::{BoardSize, Color, Point};
use katachi_sgf::vertex;

use super::edits::{Edits, Reach};
use super::result::{Change, Comparison};
use super::run::Plan;
use crate::words::PatternPlace;

/// The comparison as text, with at most this many changed moves.
pub struct Table<'a> {
    pub(super) plan: &'a Plan<'a>,
    pub(super) result: &'a Comparison,
    pub(super) most: usize,
}

impl Comparison {
    /// The comparison as text, with at most this many changed moves.
    pub fn table<'a>(&'a self, plan: &'a Plan<'a>, most: usize) -> Table<'a> {
        Table {
            plan,
            result: self,
            most,
        }
    }

    /// The number of changed moves with their agreement, in one line.
    pub fn summary(&self) -> String {
        let (changed, gained, lost) = (self.changes.len(), self.gained(), self.lost());
        let chance = self.sign_test().map_or(String::new(), |chance| {
            format!(" (by chance: {:.1} %)", 100.0 * chance)
        });
        format!("{changed} moves changed, agreement +{gained} -{lost}{chance}")
    }
}

/// The edits in words, a line for each pattern.
pub(super) fn edits(plan: &Plan<'_>) -> Vec<String> {
    let Edits {
        old, new, others, ..
    } = plan.edits;
    let named = |sign: char, set: &crate::PatternSet, key: &(usize, u32)| {
        let pattern = set.pattern(key.0, key.1)?;
        Some(format!("{sign} {}", PatternPlace::of(&pattern)))
    };
    let old = old.iter().filter_map(|key| named('-', plan.old, key));
    let new = new.iter().filter_map(|key| named('+', plan.new, key));
    old.chain(new).chain(others.iter().cloned()).collect()
}

/// The most edits that are listed.
const EDITS: usize = 12;

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result = self.result;
        if self.plan.edits.reach == Reach::Nowhere {
            return writeln!(f, "no pattern differs; no move changes");
        }
        let edits = edits(self.plan);
        let s = if edits.len() == 1 { "" } else { "s" };
        writeln!(f, "{} difference{s}", edits.len())?;
        for line in edits.iter().take(EDITS) {
            writeln!(f, "  {line}")?;
        }
        if edits.len() > EDITS {
            writeln!(f, "  and {} more", edits.len() - EDITS)?;
        }
        writeln!(
            f,
            "{} positions, {} in which they can matter",
            result.positions, result.thought
        )?;
        writeln!(f, "{}", result.summary())?;
        if let Some(points) = result.points() {
            let error = points
                .error
                .map_or(String::new(), |error| format!(" ± {error:.2}"));
            let (moves, mean) = (points.moves, points.mean);
            writeln!(
                f,
                "the new moves gain {mean:+.2}{error} points on average, over {moves} moves"
            )?;
        }
        let [old, new] = result.time.map(|time| time.as_secs_f64());
        let share = 100.0 * (new / old.max(1e-9) - 1.0);
        writeln!(f, "time {old:.2} s before, {new:.2} s now ({share:+.1} %)")?;
        for change in result.changes.iter().take(self.most) {
            writeln!(f, "\n{}", of_change(self.plan, change))?;
        }
        let more = result.changes.len().saturating_sub(self.most);
        if more > 0 {
            writeln!(f, "\nand {more} more changed moves")?;
        }
        Ok(())
    }
}

/// The head of a changed move, in one line.
pub(super) fn head(plan: &Plan<'_>, change: &Change) -> String {
    let size = change.game.board().size();
    let name = |point| vertex(point, size);
    let agreement = match (change.lost_agreement(), change.gained_agreement()) {
        (true, _) => ", agreement lost",
        (_, true) => ", agreement gained",
        _ => "",
    };
    let points = change.losses.map_or(String::new(), |[old, new]| {
        format!(", {:+.1} points", old - new)
    });
    format!(
        "{}, {} to move: {} → {} (played {}{agreement}{points})",
        plan.games.name(change.place),
        change.color,
        name(change.old.point),
        name(change.new.point),
        name(change.played),
    )
}

fn of_change(plan: &Plan<'_>, change: &Change) -> String {
    let mut lines = vec![head(plan, change)];
    let picture = picture(change);
    lines.extend(picture);
    for (title, choice) in [("before", &change.old), ("now", &change.new)] {
        for line in choice.reasons.iter().chain(&choice.other) {
            lines.push(format!("{title:>6}: {line}"));
        }
    }
    lines.join("\n")
}

/// The board around the moves: at most this many points beyond them.
const AROUND: usize = 4;

/// A part of the board: `1` is the old move, `2` the new one, `3` the one that was played if it is
/// another one.
fn picture(change: &Change) -> Vec<String> {
    let board = change.game.board();
    let size: BoardSize = board.size();
    let mut marks: Vec<(Point, char)> = Vec::new();
    for (point, mark) in [
        (change.old.point, '1'),
        (change.new.point, '2'),
        (change.played, '3'),
    ] {
        if let Some(point) = point.filter(|point| !marks.iter().any(|(one, _)| one == point)) {
            marks.push((point, mark));
        }
    }
    let range = |of: fn(Point) -> usize| {
        let values = marks.iter().map(|(point, _)| of(*point));
        let least = values.clone().min().unwrap_or(0).saturating_sub(AROUND);
        let most = (values.max().unwrap_or(0) + AROUND).min(size.get() - 1);
        least..=most
    };
    let (rows, cols) = (range(Point::row), range(Point::col));
    let mut lines = Vec::new();
    for row in rows {
        let mut line = String::new();
        for col in cols.clone() {
            let Some(point) = Point::new(row, col) else {
                continue;
            };
            let mark = marks.iter().find(|(one, _)| *one == point);
            let sign = match (mark, board.at(point).color()) {
                (Some((_, mark)), _) => *mark,
                (None, Some(Color::Black)) => 'X',
                (None, Some(Color::White)) => 'O',
                (None, None) => '.',
            };
            line.push(' ');
            line.push(sign);
        }
        let number = size.get() - row;
        lines.push(format!("  {number:>2}{line}"));
    }
    let mut letters = String::new();
    for point in cols.filter_map(|col| Point::new(0, col)) {
        letters.push(' ');
        letters.extend(point.vertex(size).to_string().chars().next());
    }
    lines.push(format!("    {letters}"));
    lines
}
