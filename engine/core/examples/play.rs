//! Plays a game of the engine against itself with the built-in databases, and counts it.
//!
//! `cargo run --release -p katachi-core --example play -- 9 1`: the size of the board, the seed
#![allow(clippy::print_stdout, reason = "it shows the game")]

use std::error::Error;

use katachi_board::BoardSize;
use katachi_core::{Decision, Engine, Game, Wish, result};
use katachi_databases::built_in;
use katachi_strategy::{Database, Knowledge};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize, usual: u64| match arguments.get(place) {
        Some(word) => word
            .parse()
            .map_err(|_| format!("expected a number, found {word}")),
        None => Ok(usual),
    };
    let size = BoardSize::new(number(0, 9)? as usize).ok_or("expected 2 to 25 lines")?;
    for line in played(size, number(1, 1)?, usize::MAX)? {
        println!("{line}");
    }
    Ok(())
}

/// What the engine knows: all databases that are built in.
fn knowledge() -> Result<Knowledge, Box<dyn Error>> {
    let databases = built_in(|_| true)?.into_iter().map(|loaded| Database {
        name: loaded.name,
        image: loaded.image,
    });
    Ok(Knowledge::new(databases.collect()))
}

/// A line for each move, then the result; at most this many moves are played.
///
/// # Errors
/// If the databases cannot be opened.
pub fn played(size: BoardSize, seed: u64, most: usize) -> Result<Vec<String>, Box<dyn Error>> {
    let mut engine = Engine::new(knowledge()?);
    let mut game = Game::new(size);
    game.komi = 5.5;
    let (mut lines, mut passes) = (Vec::new(), 0);
    while passes < 2 && lines.len() < most {
        let color = game.to_move();
        // The same seed gives the same game.
        let wish = Wish {
            seed,
            ..Wish::of(color)
        };
        let thoughts = engine.think(&game, &wish);
        let point = match thoughts.decision {
            Decision::Play(point) => Some(point),
            Decision::Pass | Decision::Resign => None,
        };
        game.play(color, point)?;
        passes = if point.is_none() { passes + 1 } else { 0 };
        let name = point.map_or("pass".to_owned(), |point| point.vertex(size).to_string());
        lines.push(format!(
            "{} {color} {name} {:.2}",
            lines.len() + 1,
            thoughts.rating
        ));
    }
    let end = engine.count(&game, seed);
    lines.push(format!("result {}", result(end.score(&game))));
    Ok(lines)
}
