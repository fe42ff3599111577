//! Draws a pattern as text, its orientations side by side.

use std::fmt::Write;

use super::{pictures, symmetry};
use crate::model::Pattern;
use crate::print;

/// The blanks between two diagrams.
const BETWEEN: &str = "    ";

/// The pattern for a terminal of this many columns.
pub fn text(pattern: &Pattern, columns: usize) -> String {
    let mut text = String::new();
    let pictures = pictures(pattern);
    let mut line = |line: &dyn std::fmt::Display| {
        // Writing into a string cannot fail.
        let _ = writeln!(text, "{line}");
    };
    line(&print::colon(pattern));
    line(&symmetry(pattern, pictures.len()));
    let lines_of = |diagram: &dyn std::fmt::Display| {
        let lines = diagram.to_string();
        lines.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let plain = pictures.iter().map(|picture| {
        let number = picture.orientation.number().to_string();
        let mut lines = vec![number];
        lines.extend(lines_of(&print::diagram(&picture.diagram, &[])));
        lines
    });
    let mut blocks: Vec<Vec<String>> = plain.collect();
    let height = blocks.iter().map(Vec::len).max().unwrap_or(0);
    for (block, picture) in blocks.iter_mut().zip(&pictures) {
        if !picture.labels.is_empty() {
            // All diagrams with labels begin on the same line.
            block.resize(height + 1, String::new());
            block.extend(lines_of(&print::diagram(&picture.diagram, &picture.labels)));
        }
    }
    for lines in beside(&blocks, columns) {
        line(&"");
        for one in &lines {
            line(one);
        }
    }
    if let Some(constraint) = &pattern.constraint {
        line(&"");
        line(&format_args!(
            ";{}",
            print::expr(constraint, &pattern.labels)
        ));
    }
    if !pattern.action.is_empty() {
        line(&"");
        line(&format_args!(
            ">{}",
            print::action(&pattern.action, &pattern.labels)
        ));
    }
    text
}

/// Arranges blocks side by side, as many as fit; their top lines are aligned.
fn beside(blocks: &[Vec<String>], columns: usize) -> Vec<Vec<String>> {
    let width = |block: &Vec<String>| block.iter().map(String::len).max().unwrap_or(0);
    let mut rows: Vec<(usize, Vec<&Vec<String>>)> = Vec::new();
    for block in blocks {
        let needed = BETWEEN.len() + width(block);
        match rows.last_mut() {
            Some((used, row)) if *used + needed <= columns => {
                *used += needed;
                row.push(block);
            }
            _ => rows.push((width(block), vec![block])),
        }
    }
    let join = |row: Vec<&Vec<String>>| {
        let height = row.iter().map(|block| block.len()).max().unwrap_or(0);
        let line = |at: usize| {
            let parts = row.iter().map(|block| {
                let part = block.get(at).map_or("", String::as_str);
                format!("{part:width$}", width = width(block))
            });
            let line = parts.collect::<Vec<_>>().join(BETWEEN);
            line.trim_end().to_owned()
        };
        (0..height).map(line).collect()
    };
    rows.into_iter().map(|(_, row)| join(row)).collect()
}
