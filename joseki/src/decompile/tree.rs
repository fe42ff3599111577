//! Builds a tree of entries, in their order.
//!
//! Each pattern becomes a child of the last node whose position it continues:
//!
//! - If stones are missing between the two positions, a node of its own sets them up.
//! - If the same side would move twice, a pass comes between.
//! - A pattern that continues no earlier position is a child of the root.
//!
//! The compiler reads trees depth first. So only the nodes above the previous pattern can be
//! parents, and the patterns keep their order.

use std::collections::BTreeMap;

use katachi_board::{Board, BoardSize, Color, KoRule, Point, Rules, SuicideRule};
use katachi_sgf::{Collection, Coord, Editor, NodeId};

use crate::corner::Corner;
use crate::entry::{Cell, Entry};

/// The corner in which trees are written, as most authors do.
const CORNER: Corner = Corner::UpperRight;
/// The size of the board.
const SIZE: BoardSize = BoardSize::NINETEEN;

type Stones = BTreeMap<Point, Color>;

/// A node that may be the parent of the next pattern.
struct Above {
    id: NodeId,
    /// The stones after it.
    stones: Stones,
    /// The side that moved last; `None` if no side has moved.
    mover: Option<Color>,
}

/// The tree of these entries: one game on a board of 19 lines.
pub fn tree(entries: &[Entry]) -> Collection {
    let mut collection = Collection::new();
    let mut root = collection.new_game();
    root.size(SIZE.into());
    let mut above = vec![Above {
        id: root.id(),
        stones: Stones::new(),
        mover: None,
    }];
    for entry in entries {
        let (depth, side) = parent(&above, entry);
        above.truncate(depth + 1);
        let Some(parent) = above.last() else { break };
        let stones = stones(entry, side);
        let Some(mut editor) = collection.edit(parent.id) else {
            break;
        };
        let missing = |color| {
            let missing = (stones.iter())
                .filter(move |&(at, &stone)| stone == color && !parent.stones.contains_key(at));
            missing.map(|(&at, _)| Coord::from(at)).collect::<Vec<_>>()
        };
        let (black, white) = (missing(Color::Black), missing(Color::White));
        let between = if !(black.is_empty() && white.is_empty()) {
            editor
                .child()
                .stones(Some(Color::Black.into()), black)
                .stones(Some(Color::White.into()), white);
            Some(None)
        } else if parent.mover == Some(side) {
            editor.play((!side).into(), None);
            Some(Some(!side))
        } else {
            None
        };
        if let Some(mover) = between {
            let (id, stones) = (editor.id(), stones.clone());
            above.push(Above { id, stones, mover });
        }
        annotate(&mut editor, entry, side);
        let id = editor.id();
        match after(&stones, entry, side) {
            Ok(stones) => above.push(Above {
                id,
                stones,
                mover: Some(side),
            }),
            // The compiler will skip everything after an illegal move, so it gets no children.
            Err(_) => above.truncate(depth + 1),
        }
    }
    collection
}

/// The depth of the parent node, and the side to move. The deepest node that fits wins, and at that
/// node the side whose turn it is.
fn parent(above: &[Above], entry: &Entry) -> (usize, Color) {
    let both = [Color::Black, Color::White].map(|side| (side, stones(entry, side)));
    let fits = |depth: usize, node: &Above| {
        let turn = node.mover.map_or_else(|| first(entry), |mover| !mover);
        let mut sides: Vec<_> = both.iter().collect();
        sides.sort_by_key(|(side, _)| *side != turn);
        let fitting = sides.into_iter().find(|(_, stones)| {
            (node.stones.iter()).all(|(at, color)| stones.get(at) == Some(color))
        });
        fitting.map(|(side, _)| (depth, *side))
    };
    let mut deepest_first = above.iter().enumerate().rev();
    // The root fits every entry, because it has no stones.
    deepest_first
        .find_map(|(depth, node)| fits(depth, node))
        .unwrap_or((0, first(entry)))
}

/// The side to move if Black began: Black if both sides have equally many stones.
fn first(entry: &Entry) -> Color {
    let count = |wanted| entry.cells.iter().filter(|&&cell| cell == wanted).count();
    if count(Cell::Other) > count(Cell::Own) {
        Color::White
    } else {
        Color::Black
    }
}

fn point((row, col): (usize, usize)) -> Option<Point> {
    CORNER.point((row, col), SIZE)
}

/// The stones before the move of this side.
fn stones(entry: &Entry, side: Color) -> Stones {
    let places = (0..entry.rows).flat_map(|row| (0..entry.cols).map(move |col| (row, col)));
    let stones = places.filter_map(|at| {
        let color = match entry.cell(at) {
            Cell::Empty => return None,
            Cell::Own => side,
            Cell::Other => !side,
        };
        Some((point(at)?, color))
    });
    stones.collect()
}

/// Checks that every string has a liberty and that the move is legal.
///
/// # Errors
/// The reason why not.
pub(super) fn check(entry: &Entry) -> Result<(), String> {
    let side = Color::Black;
    after(&stones(entry, side), entry, side).map(|_| ())
}

/// The stones after the move.
fn after(stones: &Stones, entry: &Entry, side: Color) -> Result<Stones, String> {
    let board = Board::with_stones(SIZE, stones.iter().map(|(&at, &color)| (color, at)));
    let mut board =
        board.map_err(|error| format!("expected stones that can stand like this: {error}"))?;
    board.set_rules(Rules {
        ko: KoRule::None,
        suicide: SuicideRule::Forbidden,
    });
    let played = point(entry.mv).map(|mv| board.play(side, mv).map_err(|why| why.to_string()));
    match played {
        Some(Ok(())) => Ok(board.all_stones().map(|(color, at)| (at, color)).collect()),
        Some(Err(why)) => Err(format!("expected a legal move, found one where {why}")),
        None => Err(format!(
            "expected a region that a board of {} lines holds, found a move beyond it",
            SIZE.get()
        )),
    }
}

/// Adds the move with all annotations of the entry.
fn annotate(editor: &mut Editor<'_>, entry: &Entry, side: Color) {
    let coord = |at| point(at).map(Coord::from);
    editor.play(side.into(), coord(entry.mv));
    let mark = coord((entry.rows - 1, entry.cols - 1));
    // These property names are valid.
    let _ = editor.set("N", &entry.name);
    let _ = editor.points("SQ", mark);
    for &(letter, at) in &entry.labels {
        if let Some(at) = coord(at) {
            editor.label(at, &letter.to_string());
        }
    }
    let class = entry.class.comment_letter().to_string();
    let extra = entry.extra.iter().map(|extra| format!(":{extra}"));
    let lines: Vec<String> = std::iter::once(class)
        .chain(entry.comments.iter().cloned())
        .chain(extra)
        .chain(entry.constraint.iter().cloned())
        .chain(entry.action.iter().cloned())
        .collect();
    editor.comment(&lines.join("\n"));
}
