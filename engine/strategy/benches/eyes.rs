//! The cost of the eyes of a position, with GNU Go's eye shapes and without any.
//!
//! The positions come from the archive of the Kisei title, every tenth move of each game. The bench
//! prints the median and the slowest time for the worms, which the eyes rest on, and for the eyes
//! alone. A signature of all spaces tells whether two builds answer alike.
//!
//! `KATACHI_BENCH_GAMES=20 cargo bench -p katachi-strategy --bench eyes`; the default is 6 games.
#![allow(clippy::print_stdout, reason = "it prints its measurements")]

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::{Duration, Instant};

use katachi_board::{Board, Rules, Scoring};
use katachi_image::{Image, Role};
use katachi_sgf::Sequence;
use katachi_strategy::{Analyst, Database, Knowledge};
use katachi_testkit::{archived, shared};
use patc::{Source, compile};

/// Positions are this many moves apart.
const STEP: usize = 10;

fn main() {
    let games = std::env::var("KATACHI_BENCH_GAMES");
    let games: usize = games.map_or(6, |text| text.parse().expect("a number"));
    let records = match shared("data/games/pro19/kisei.tgz") {
        Ok(archive) => archived(&archive, "sgf").expect("an archive"),
        Err(reason) => return println!("nothing is measured: {reason}"),
    };
    let step = (records.len() / games).max(1);
    let boards: Vec<Board> = (records.values().step_by(step).take(games))
        .flat_map(|bytes| positions(bytes))
        .collect();
    println!("{} positions", boards.len());
    measure("no shapes", &boards, &Knowledge::default());
    match shared("peer/gnugo-3.8/patterns/eyes.db") {
        Ok(path) => {
            let text = std::fs::read(path).expect("a file");
            measure("GNU Go's shapes", &boards, &knowledge(text));
        }
        Err(reason) => println!("without GNU Go's shapes: {reason}"),
    }
}

/// Positions of a game, [`STEP`] moves apart.
fn positions(bytes: &[u8]) -> Vec<Board> {
    let record = katachi_sgf::parse(bytes).expect("a record");
    let root = record.collection.roots().next().expect("a game");
    let moves = Sequence::of_main_line(root, Rules::SIMPLE).expect("moves");
    let size = katachi_sgf::board_size(root).expect("a size");
    let mut board = Board::with_stones(size, moves.stones.iter().copied()).expect("a board");
    board.set_rules(Rules::SIMPLE);
    let mut positions = Vec::new();
    for (number, &(color, point)) in moves.moves.iter().enumerate() {
        match point {
            Some(point) => board.play(color, point).expect("a legal move"),
            None => board.pass(color).expect("a pass"),
        }
        if number % STEP == 0 {
            positions.push(board.clone());
        }
    }
    positions
}

fn knowledge(text: Vec<u8>) -> Knowledge {
    let image = compile(Role::Eyes, vec![Source::new("eyes.db", text)]).image;
    let image = Image::from_vec(image.expect("no errors")).expect("valid");
    Knowledge::new(vec![Database {
        name: "eyes".to_owned(),
        image: Arc::new(image),
    }])
}

fn measure(name: &str, boards: &[Board], knowledge: &Knowledge) {
    let (mut worms, mut eyes) = (Vec::new(), Vec::new());
    let mut signature = DefaultHasher::new();
    let mut analyst = Analyst::new(knowledge.clone(), 10);
    for board in boards {
        let mut position = analyst.position(board, 0.0, Scoring::Territory);
        let begin = Instant::now();
        position.worms();
        let middle = Instant::now();
        let found = position.eyes();
        worms.push(middle - begin);
        eyes.push(middle.elapsed());
        for space in found.spaces() {
            (space.origin, space.value, space.attack, space.defense).hash(&mut signature);
        }
    }
    let (worms, eyes) = (summary(worms), summary(eyes));
    println!(
        "{name}: worms {worms}, eyes {eyes}, signature {:016x}",
        signature.finish()
    );
}

/// Median and maximum.
fn summary(mut times: Vec<Duration>) -> String {
    times.sort_unstable();
    let most = times.last().copied().unwrap_or_default();
    let median = times.get(times.len() / 2).copied().unwrap_or_default();
    format!("{median:.1?} (at most {most:.1?})")
}
