//! Runs a pattern database over game records: how often each pattern proposes the move that was
//! played, and how often another one.
//!
//! `cargo run --release -p katachi-matcher --example match_games -- FILE.db GAME.sgf...`; without
//! arguments, a pattern of three lines over a short game. Only diagrams are matched: constraints
//! need an engine that answers them.
#![allow(clippy::print_stdout, reason = "it shows its table")]

use std::error::Error;

use katachi_board::{Board, Color};
use katachi_image::{Image, Role};
use katachi_matcher::Matcher;
use katachi_sgf::{Action, Coord, parse};
use patc::{Source, compile};

/// A diagonal move, and the stone beside an opponent's.
pub const DATABASE: &str = "
Pattern Kosumi

...
..*
.O.

:8,-

Pattern Contact

.*
.X

:8,-
";

/// A short game.
pub const GAME: &str = "(;SZ[9];B[ee];W[ff];B[ef];W[fe];B[fd];W[gd])";

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let database = match arguments.next() {
        Some(file) => std::fs::read(file)?,
        None => DATABASE.into(),
    };
    let mut games: Vec<Vec<u8>> = arguments.map(std::fs::read).collect::<Result<_, _>>()?;
    if games.is_empty() {
        games.push(GAME.into());
    }
    for line in table(database, &games)? {
        println!("{line}");
    }
    Ok(())
}

/// A line for each pattern: how often it proposed the move that was played, and another one.
///
/// # Errors
/// If the database or a game has mistakes.
pub fn table(database: Vec<u8>, games: &[Vec<u8>]) -> Result<Vec<String>, Box<dyn Error>> {
    let compiled = compile(Role::Patterns, vec![Source::new("patterns", database)]);
    let image = compiled
        .image
        .ok_or("the database has mistakes: patc check shows them")?;
    let image = Image::from_vec(image)?;
    let patterns = image.general().ok_or("expected a general database")?;
    let mut counts = vec![(0, 0); patterns.patterns.len()];
    for game in games {
        let record = parse(game)?.collection;
        let Some(root) = record.roots().next() else {
            continue;
        };
        let info = root.game_info();
        let size = info.size.board_size().ok_or("expected a square board")?;
        let mut board = Board::new(size);
        let mut matcher = Matcher::new(&patterns, size);
        for action in root
            .main_line()
            .flat_map(|node| node.actions(info.size).flatten())
        {
            let Action::Play { color, at } = action else {
                // Handicap stones and the like are left out of this example.
                continue;
            };
            let (color, at) = (Color::from(color), at.and_then(Coord::to_point));
            for found in matcher.matches(&patterns, &board, color) {
                let number = found.pattern as usize;
                let pattern = patterns.pattern(number);
                let proposed = pattern.and_then(|pattern| found.mv(&pattern, size));
                if proposed.is_some() && proposed == at {
                    counts[number].0 += 1;
                } else {
                    counts[number].1 += 1;
                }
            }
            match at {
                Some(point) => board.play(color, point)?,
                None => board.pass(color)?,
            }
        }
    }
    let rows = counts.iter().enumerate();
    let rows = rows.filter_map(|(number, (played, other))| {
        let name = patterns.pattern(number)?.name().to_owned();
        Some(format!("{name}: {played} played, {other} others"))
    });
    Ok(rows.collect())
}
