//! Writes the SGF record of a game of a match.

use katachi_board::{ByColor, Color};
use katachi_sgf::{Collection, Coord, write};

use crate::game::{Ending, PlayedGame};
use crate::terms::Terms;

const PROGRAM: &str = concat!("Katachi twogtp:", env!("CARGO_PKG_VERSION"));

/// The record of a game as SGF text.
pub fn record(terms: &Terms, number: usize, game: &PlayedGame, date: &str) -> String {
    let mut collection = Collection::new();
    let mut editor = collection.new_game();
    editor.size(terms.size.into());
    editor.komi(terms.komi);
    let mut set = |name: &str, text: &str| {
        // These property names are valid.
        let _ = editor.set(name, text);
    };
    set("AP", PROGRAM);
    set("DT", date);
    set("GN", &format!("Game {number}"));
    set("PB", &game.labels.black);
    set("PW", &game.labels.white);
    set("RE", &game.verdict().to_string());
    if let Some(rules) = terms.rules {
        set("RU", rules.name());
    }
    if let Some(time) = terms.time {
        set("TM", &time.main.as_secs().to_string());
        if let Some((period, moves)) = time.overtime {
            set("OT", &format!("{moves}/{} Canadian", period.as_secs()));
        }
    }
    if terms.handicap > 0 {
        set("HA", &game.stones.len().to_string());
    }
    for side in Color::BOTH {
        let stones = game.stones.iter().filter(|(color, _)| *color == side);
        let points: Vec<Coord> = stones.map(|&(_, at)| at.into()).collect();
        if !points.is_empty() {
            editor.stones(Some(side.into()), points);
        }
    }
    if !game.stones.is_empty() {
        editor.to_move(game.first.into());
    }
    let mut comments = vec![(0, about(terms, number))];
    if let Some(opening) = terms.opening(number) {
        let name = &opening.name;
        comments.push((game.opening_moves, format!("The opening {name} ends here.")));
    }
    comments.push((game.moves.len(), ending(game)));
    for moves in 0..=game.moves.len() {
        if let Some(&(side, at)) = moves.checked_sub(1).and_then(|last| game.moves.get(last)) {
            editor.play(side.into(), at.map(Coord::from));
        }
        let here = comments.iter().filter(|(at, _)| *at == moves);
        let texts: Vec<&str> = here.map(|(_, text)| text.as_str()).collect();
        if !texts.is_empty() {
            editor.comment(&texts.join("\n"));
        }
    }
    write(&collection)
}

fn about(terms: &Terms, number: usize) -> String {
    let (black, white) = if terms.is_alternated(number) {
        (&terms.white, &terms.black)
    } else {
        (&terms.black, &terms.white)
    };
    let mut text = format!("Black: {}\nWhite: {}", black.line(), white.line());
    if let Some(referee) = &terms.referee {
        text = format!("{text}\nReferee: {}", referee.line());
    }
    text
}

/// Why the game ended, and the results according to all engines.
fn ending(game: &PlayedGame) -> String {
    let ByColor { black, white } = game.results;
    let mut text = match game.ending {
        Ending::Passes => {
            let referee = game.referee;
            format!("Both passed. Black says {black}, White {white}, the referee {referee}.")
        }
        Ending::Resignation => format!("The loser resigned: {black}."),
        Ending::MoveLimit => "The game was broken off.".to_owned(),
        Ending::Fault => format!("The game ended by a fault: {black}."),
    };
    if let Some(error) = &game.error {
        text = format!("{text}\n{error}");
    }
    text
}
