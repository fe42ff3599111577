//! A review in the game record: comments, labels and variations, which Sabaki and other programs
//! show.

use katachi_board::Point;
use katachi_sgf::{Collection, Coord, Node, NodeId, Value, write};

use super::reviewed::{Review, ReviewedMove};
use super::text;

/// A move that loses at least this many times the points of a mistake is a very bad one.
const VERY_BAD: f64 = 4.0;

/// Why a review cannot be written into a record.
#[derive(Debug, thiserror::Error)]
pub enum AnnotateError {
    /// The record is another game.
    #[error("expected a record whose first game has move {number}, found one with {found} moves")]
    OtherGame {
        /// The number of the move that is missing.
        number: usize,
        /// The moves of the record.
        found: usize,
    },
}

/// Writes a review into the first game of a record, and returns the record as text.
///
/// Each move that was looked at gets a comment, after the one that is there. A mistake is marked as
/// a bad move (`BM`), and the better one becomes a variation. The position before it shows the
/// candidates with their values as labels (`LB`), and the move that was played as a triangle.
///
/// # Errors
/// If the record is another game.
pub fn annotate(record: &mut Collection, review: &Review) -> Result<String, AnnotateError> {
    let nodes: Vec<NodeId> = record.roots().next().map_or_else(Vec::new, |root| {
        let line = root.main_line();
        let moves =
            line.filter(|node| node.property("B").is_some() || node.property("W").is_some());
        moves.map(Node::id).collect()
    });
    for one in &review.moves {
        let Some(&node) = nodes.get(one.number - 1) else {
            return Err(AnnotateError::OtherGame {
                number: one.number,
                found: nodes.len(),
            });
        };
        mark(record, node, one, review);
    }
    Ok(write(record))
}

fn mark(record: &mut Collection, node: NodeId, one: &ReviewedMove, review: &Review) {
    let Some(mut game) = record.edit(node) else {
        return;
    };
    let old = game.node().value("C").map(Value::text);
    let parts: Vec<String> = old.into_iter().chain([text::of_move(one)]).collect();
    game.comment(&parts.join("\n\n"));
    if !review.is_mistake(one) {
        return;
    }
    let is_very_bad = one.loss.is_some_and(|loss| loss >= VERY_BAD * review.least);
    // The property names are valid.
    let _ = game.set("BM", if is_very_bad { "2" } else { "1" });
    let Some(before) = game.node().parent().map(Node::id) else {
        return;
    };
    game.go_to(before);
    let labelled: Vec<Point> = one.candidates.iter().map(|(point, _)| *point).collect();
    for (point, rating) in &one.candidates {
        game.label((*point).into(), &format!("{rating:.1}"));
    }
    if let Some(played) = one.played.filter(|played| !labelled.contains(played)) {
        let _ = game.points("TR", [Coord::from(played)]);
    }
    if let Some(better) = &one.better {
        game.play(one.color.into(), better.point.map(Coord::from));
        let reasons = better.reasons.join("\n");
        let gain = better.gain;
        game.comment(&format!("Better by {gain:.1} points.\n{reasons}"));
    }
}
