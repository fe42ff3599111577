//! Our connection patterns in real games: where a pattern joins strings, does the reader of
//! connections agree that they cannot be cut?
//!
//! The usual run looks at a few positions. The long run prints a table:
//!
//! ```text
//! KATACHI_CONNECTION_POSITIONS=2000 cargo test --profile ci -p katachi --test trials connections:: -- --nocapture
//! ```

#![allow(
    clippy::print_stdout,
    reason = "the figures are what the long run is for"
)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use katachi_board::{Board, Color, Outcome, Point, Rules, Scoring};
use katachi_image::{Cell, Image, Role};
use katachi_matcher::Question;
use katachi_sgf::Sequence;
use katachi_strategy::host::PositionHost;
use katachi_strategy::{Analyst, Database, Knowledge};
use katachi_testkit::{Need, Trial, archived, shared, trial, workspace_root};
use libtest_mimic::Failed;
use patc::{Source, compile};

/// How often the reader agreed with a pattern, and in how many matches.
#[derive(Clone, Copy, Default)]
struct Tally {
    agreed: usize,
    matches: usize,
}

/// The least share of matches, in percent, in which the reader must agree.
const FLOOR: f64 = 98.0;

/// A pattern with fewer matches is not judged.
const ENOUGH: usize = 50;

fn position(record: &[u8], moves: usize) -> Option<Board> {
    let parsed = katachi_sgf::parse(record).ok()?;
    let game = Sequence::of_main_line(parsed.collection.roots().next()?, Rules::SIMPLE).ok()?;
    let size = katachi_sgf::board_size(parsed.collection.roots().next()?).ok()?;
    let mut board = Board::with_stones(size, game.stones).ok()?;
    for (color, at) in game.moves.into_iter().take(moves) {
        match at {
            Some(point) => board.play(color, point).ok()?,
            None => board.pass(color).ok()?,
        }
    }
    Some(board)
}

/// Adds the matches of all patterns in a position.
fn add(analyst: &mut Analyst, board: &Board, tallies: &mut BTreeMap<String, Tally>) {
    let mut position = analyst.position(board, 0.0, Scoring::Territory);
    let knowledge = position.knowledge();
    for (place, general) in knowledge.of_role(Role::Conn) {
        for own in Color::BOTH {
            for found in position.matches(place, &general, own) {
                let pattern = general.pattern(found.pattern as usize).expect("a pattern");
                if !pattern.classes().has('C') {
                    continue;
                }
                let stones = pattern.cells().iter().filter_map(|cell| {
                    let is_own = Cell::from_number(cell.cell) == Some(Cell::Own);
                    is_own.then(|| found.point(cell.at, board.size())).flatten()
                });
                let mut strings: Vec<Point> = stones
                    .filter_map(|stone| Some(board.chain(stone)?.origin()))
                    .collect();
                strings.dedup();
                let safe = |string: &Point, position: &mut katachi_strategy::Position<'_>| {
                    let found = position
                        .readers
                        .tactics
                        .attack(&mut position.board, *string);
                    found.outcome == Outcome::Lose
                };
                if strings.len() < 2 || !strings.iter().all(|one| safe(one, &mut position)) {
                    continue;
                }
                let question = Question::new(pattern, found, own, board.size());
                let readers = position.readers.reborrow();
                let mut host = PositionHost::new(&mut position.board, readers, 0.0);
                if !question.accepts(&mut host) {
                    continue;
                }
                let tally = tallies.entry(pattern.name().to_owned()).or_default();
                tally.matches += 1;
                let holds = strings.windows(2).all(|pair| {
                    let reader = &mut *position.readers.connections;
                    let cut = reader.disconnect(&mut position.board, pair[0], pair[1]);
                    cut.outcome == Outcome::Lose
                });
                tally.agreed += usize::from(holds);
            }
        }
    }
}

fn measure(archive: &Path) -> Result<(), Failed> {
    let asked = std::env::var("KATACHI_CONNECTION_POSITIONS").ok();
    let positions: usize = asked.map_or(12, |text| text.parse().expect("a number"));
    let path = workspace_root().join("patterns/conn.db");
    let text = std::fs::read_to_string(path)?;
    let image = compile(Role::Conn, vec![Source::new("conn.db", text)]).image;
    let database = Database {
        name: "conn".to_owned(),
        image: Arc::new(Image::from_vec(image.expect("no errors")).expect("valid")),
    };
    let mut analyst = Analyst::new(Knowledge::new(vec![database]), 10);
    let mut tallies = BTreeMap::new();
    let games = archived(archive, "sgf")?;
    let step = (games.len() / positions).max(1);
    for (round, record) in games.values().step_by(step).take(positions).enumerate() {
        if let Some(board) = position(record, 30 + round * 37 % 180) {
            add(&mut analyst, &board, &mut tallies);
        }
    }
    let mut bad = Vec::new();
    for (name, tally) in &tallies {
        let share = 100.0 * tally.agreed as f64 / tally.matches as f64;
        println!("{name:<24} {:6} matches {share:6.2} %", tally.matches);
        if tally.matches >= ENOUGH && share < FLOOR {
            bad.push(name);
        }
    }
    assert!(!tallies.is_empty(), "no pattern matches");
    assert!(bad.is_empty(), "the reader disagrees with {bad:?}");
    Ok(())
}

pub fn trials() -> Vec<Trial> {
    let need: Need<PathBuf> = shared("data/games/pro19/gosei.tgz");
    vec![trial(
        "the_reader_agrees_with_our_patterns",
        need,
        |archive| measure(&archive),
    )]
}
