//! Examines a position stage by stage: strings, influence, dragons, eyes, an estimate of the
//! score, and the candidates for a move.
//!
//! `cargo run --release -p katachi-core --example examine`
#![allow(clippy::print_stdout, reason = "it shows what it finds")]

use std::error::Error;

use katachi_board::{Board, Color};
use katachi_core::{Engine, Game};
use katachi_databases::built_in;
use katachi_strategy::influence::Region;
use katachi_strategy::{Database, Knowledge};

/// Black's stone in the middle is in atari.
const POSITION: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . X . . . O . .
    . . . . O . . . .
    . . . O X O . . .
    . . . . . . . . .
    . . X . . . O . .
    . . . . . . . . .
    . . . . . . . . .";

fn main() -> Result<(), Box<dyn Error>> {
    for line in examined()? {
        println!("{line}");
    }
    Ok(())
}

/// A line for each fact.
///
/// # Errors
/// If the databases cannot be opened.
pub fn examined() -> Result<Vec<String>, Box<dyn Error>> {
    let databases = built_in(|_| true)?.into_iter().map(|loaded| Database {
        name: loaded.name,
        image: loaded.image,
    });
    let mut engine = Engine::new(Knowledge::new(databases.collect()));
    let board: Board = POSITION.parse()?;
    let size = board.size();
    let mut game = Game::new(size);
    game.set_board(board);
    let mut lines = Vec::new();
    // Each stage is computed when somebody asks for it, and kept as long as the position stays.
    let mut position = engine.position(&game);
    for worm in position.worms().iter() {
        let attack = match worm.attacks.best() {
            Some((point, _)) => format!("can be captured at {}", point.vertex(size)),
            None => "is safe".to_owned(),
        };
        let (origin, color) = (worm.origin.vertex(size), worm.color);
        let liberties = worm.liberties[0];
        lines.push(format!(
            "string {origin}: {color}, {liberties} liberties, {attack}"
        ));
    }
    for dragon in position.dragons().iter() {
        let (origin, status) = (dragon.origin.vertex(size), dragon.status().name());
        lines.push(format!(
            "dragon {origin}: {}, {status}, {}, weakness {:.2}",
            dragon.color,
            dragon.safety.name(),
            dragon.weakness
        ));
    }
    lines.push(format!("eye spaces: {}", position.eyes().spaces().count()));
    let influence = position.influence(Color::Black);
    for color in Color::BOTH {
        let is_moyo = |&point: &_| influence.owns(color, Region::Moyo, point);
        let number = size.points().filter(is_moyo).count();
        lines.push(format!("moyo of {color}: {number} points"));
    }
    lines.push(format!("score estimate: {}", engine.estimate(&game, 1)));
    let thoughts = engine.think_for(&game, Color::Black);
    for candidate in thoughts.candidates.iter().take(3) {
        let (point, value) = (candidate.point.vertex(size), candidate.value);
        lines.push(format!("candidate {point}: {value:.2} points"));
    }
    Ok(lines)
}
