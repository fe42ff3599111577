//! Edits a record: reads it, walks the main line, adds a variation with a comment, makes it the
//! main line, removes another, and writes the result.
//!
//! `cargo run -p katachi-sgf --example edit_tree`
#![allow(clippy::print_stdout, reason = "it shows its result")]

use katachi_sgf::{Action, Color, Coord, Error, Node, parse, write};

/// Two ways to answer a move in the corner.
const RECORD: &str = "(;SZ[9]KM[5.5]PB[Ann]PW[Bob];B[gc](;W[cc];B[cg])(;W[gg]C[too close]))";

fn main() -> Result<(), Error> {
    println!("{}", edited()?);
    Ok(())
}

/// The record after all changes.
///
/// # Errors
/// Only if the record were broken.
pub fn edited() -> Result<String, Error> {
    let mut record = parse(RECORD.as_bytes())?.collection;
    let Some(root) = record.roots().next() else {
        return Ok(String::new());
    };
    let info = root.game_info();
    // The last node of the main line, and how many moves lead to it.
    let is_move = |action: &Action| matches!(action, Action::Play { .. });
    let line = root.main_line();
    let moves = line.flat_map(|node| node.actions(info.size).flatten());
    let number = moves.filter(is_move).count();
    let first = root.first_child().map(Node::id);
    // A variation that is not wanted: the second answer to the first move.
    let second = root.first_child().and_then(|node| node.children().nth(1));
    let second = second.map(Node::id);
    if let Some(mut editor) = second.and_then(|id| record.edit(id)) {
        editor.remove();
    }
    if let Some(mut editor) = first.and_then(|id| record.edit(id)) {
        editor.play(Color::White, Coord::parse("ee"));
        editor.comment(&format!("the centre; {number} moves were played instead"));
        editor.add("N", "variation")?;
        // Now the main line goes this way.
        editor.promote();
    }
    Ok(write(&record))
}
