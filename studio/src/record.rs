//! Positions as small game records, which other programs show.

use katachi_board::{Color, Point};
use katachi_sgf::{Collection, Coord, Editor, write};

use crate::games::{Games, Place};

/// The record of a game up to a position, with a comment and marked points there.
pub(crate) fn position(
    games: &Games,
    place: Place,
    comment: &str,
    marked: &[(Point, String)],
) -> String {
    let Some(record) = games.games.get(place.game) else {
        return String::new();
    };
    let mut collection = Collection::new();
    let mut game: Editor<'_> = collection.new_game();
    // The property names are valid.
    let _ = game.size(record.size.into()).set("GN", &games.name(place));
    for &(side, at) in record.moves.iter().take(place.before) {
        game.play(side.into(), at.map(Coord::from));
    }
    let to_move = games.played(place).map_or(Color::Black, |played| played.0);
    let turn = if to_move == Color::Black { "B" } else { "W" };
    let _ = game.set("PL", turn);
    game.comment(comment);
    for (point, label) in marked {
        game.label((*point).into(), label);
    }
    write(&collection)
}

/// A link that has a record in itself.
pub(crate) fn link(record: &str) -> String {
    let mut link = "data:application/x-go-sgf,".to_owned();
    for byte in record.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~;()".contains(&byte) {
            link.push(char::from(byte));
        } else {
            use std::fmt::Write;
            // Writing to a string cannot fail.
            let _ = write!(link, "%{byte:02X}");
        }
    }
    link
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_have_only_plain_characters() {
        assert_eq!(
            link("(;C[a b%\n])"),
            "data:application/x-go-sgf,(;C%5Ba%20b%25%0A%5D)"
        );
    }
}
