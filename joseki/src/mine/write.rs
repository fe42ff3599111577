//! Writes a mined tree as annotated SGF, in the form that [`compile`](crate::compile) reads.

use std::fmt::Write;

use katachi_board::{BoardSize, Color, Point};
use katachi_sgf::{Collection, Coord, NodeId, write};

use super::tree::{CORNER, Proposal, Tree};

/// The tree as SGF text; `about` becomes the comment of the root.
pub fn sgf(tree: &Tree, about: &str) -> String {
    let size = BoardSize::NINETEEN;
    let mut collection = Collection::new();
    let mut editor = collection.new_game();
    editor.size(size.into());
    editor.comment(about);
    let root = editor.id();
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); tree.nodes.len()];
    let mut first = Vec::new();
    for (id, node) in tree.nodes.iter().enumerate() {
        match node.parent {
            Some(parent) => children[parent].push(id),
            None => first.push(id),
        }
    }
    let by_frequency = |ids: &mut Vec<usize>| {
        ids.sort_by_key(|&id| (std::cmp::Reverse(tree.nodes[id].times), id));
    };
    by_frequency(&mut first);
    children.iter_mut().for_each(by_frequency);
    let mut todo: Vec<(NodeId, usize)> = first.into_iter().rev().map(|id| (root, id)).collect();
    while let Some((parent, id)) = todo.pop() {
        let node = &tree.nodes[id];
        editor.go_to(parent);
        let at = node.place.and_then(|place| CORNER.point(place, size));
        editor.play(node.side.into(), at.map(Coord::from));
        let mut comment = String::new();
        if let Some(pattern) = &node.pattern {
            let (rows, cols) = pattern.region;
            if let Some(mark) = CORNER.point((rows - 1, cols - 1), size) {
                // This property name is valid.
                let _ = editor.points("MA", [Coord::from(mark)]);
            }
            for &(letter, place) in &pattern.labels {
                if let Some(at) = CORNER.point(place, size) {
                    editor.label(Coord::from(at), &letter.to_string());
                }
            }
            comment = about_pattern(pattern);
        }
        if let Some(same) = node.transposes {
            // Writing to a string does not fail.
            let _ = write!(comment, "\n# goes on as after {}", line(tree, same));
        }
        if !comment.is_empty() {
            editor.comment(&comment);
        }
        let here = editor.id();
        todo.extend(children[id].iter().rev().map(|&child| (here, child)));
    }
    write(&collection)
}

/// The class, and the counts as comment lines.
fn about_pattern(pattern: &Proposal) -> String {
    let counts = &pattern.counts;
    let mut text = format!(
        "{}\n# {} times, {} of the moves here",
        pattern.class.comment_letter(),
        counts.times,
        percent(counts.here, pattern.of),
    );
    if let Some((from, to)) = counts.years {
        let _ = if from == to {
            write!(text, ", {from}")
        } else {
            write!(text, ", {from}-{to}")
        };
    }
    if counts.decided > 0 {
        let _ = write!(text, ", won {}", percent(counts.won, counts.decided));
    }
    if let Some((turns, at_once, soon)) = pattern.tenuki {
        let (at_once, soon) = (100.0 * at_once, 100.0 * soon);
        let _ = write!(
            text,
            "\n# of {turns} turns, {at_once:.0} % elsewhere, {soon:.0} % for three moves"
        );
    }
    if let Some(constraint) = &pattern.constraint {
        let _ = write!(text, "\n;{constraint}");
    }
    text
}

fn percent(part: u32, of: u32) -> String {
    format!("{:.0} %", 100.0 * f64::from(part) / f64::from(of.max(1)))
}

/// The moves that lead to a node: `B Q16, W R14`.
fn line(tree: &Tree, id: usize) -> String {
    let size = BoardSize::NINETEEN;
    let moves = tree.path(id).into_iter().map(|id| {
        let node = &tree.nodes[id];
        let side = if node.side == Color::Black { 'B' } else { 'W' };
        let at = node.place.and_then(|place| CORNER.point(place, size));
        let vertex = |at: Point| at.vertex(size).to_string();
        format!("{side} {}", at.map_or("pass".to_owned(), vertex))
    });
    moves.collect::<Vec<_>>().join(", ")
}
