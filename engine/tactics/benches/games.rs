//! The cost of connections after each move of real games, for a reader that remembers.
//!
//! After each move every pair of neighbouring strings of a colour gets the question `connect`. The
//! games come from the archive of the Kisei title. The bench prints, for each game and for all,
//! the processor time, the positions searched, and a signature of the answers: two builds that
//! answer alike print the same signatures.
//!
//! `KATACHI_BENCH_GAMES=2 cargo bench -p katachi-tactics --bench games`; the default is 6 games.
//! `KATACHI_BENCH_SHARE=5` asks about one pair in five, always the same ones.
#![allow(clippy::print_stdout, reason = "it prints its measurements")]

use std::time::Duration;

use cpu_time::ProcessTime;
use katachi_board::{Board, Rules};
use katachi_sgf::Sequence;
use katachi_tactics::connection::ConnectionReader;

/// Two strings are neighbours if they have stones at most this many rows and columns apart.
const APART: usize = 2;

fn main() {
    let (games, share) = (
        number("KATACHI_BENCH_GAMES", 6),
        number("KATACHI_BENCH_SHARE", 1),
    );
    let records = match katachi_testkit::shared("data/games/pro19/kisei.tgz") {
        Ok(archive) => katachi_testkit::archived(&archive, "sgf").expect("an archive"),
        Err(reason) => return println!("nothing is measured: {reason}"),
    };
    let step = (records.len() / games).max(1);
    let mut all = Cost::default();
    for (name, bytes) in records.iter().step_by(step).take(games) {
        let cost = game(bytes, share);
        println!("{cost}  {}", name.display());
        all.add(&cost);
    }
    println!("{all}  all");
}

fn number(variable: &str, usual: usize) -> usize {
    let text = std::env::var(variable).ok();
    text.map_or(usual, |text| text.parse().expect("a number"))
}

#[derive(Default)]
struct Cost {
    questions: u64,
    /// Questions that took no search.
    known: u64,
    nodes: u64,
    time: Duration,
    signature: u64,
}

impl Cost {
    fn add(&mut self, other: &Self) {
        self.questions += other.questions;
        self.known += other.known;
        self.nodes += other.nodes;
        self.time += other.time;
        self.signature = mix(self.signature, other.signature);
    }
}

impl std::fmt::Display for Cost {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{:>6} questions, {:>6} without a search, {:>8} positions, {:>8.3} s, {:016x}",
            self.questions,
            self.known,
            self.nodes,
            self.time.as_secs_f64(),
            self.signature
        )
    }
}

fn mix(hash: u64, number: u64) -> u64 {
    (hash ^ number)
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .rotate_left(29)
}

/// Plays through a game with one reader.
fn game(bytes: &[u8], share: usize) -> Cost {
    let mut cost = Cost::default();
    let record = katachi_sgf::parse(bytes).expect("a record");
    let root = record.collection.roots().next().expect("a game");
    let moves = Sequence::of_main_line(root, Rules::SIMPLE).expect("moves");
    let size = katachi_sgf::board_size(root).expect("a size");
    let mut board = Board::with_stones(size, moves.stones.iter().copied()).expect("a board");
    board.set_rules(Rules::SIMPLE);
    let mut reader = ConnectionReader::for_level(10);
    for &(color, point) in &moves.moves {
        match point {
            Some(point) => board.play(color, point).expect("a legal move"),
            None => board.pass(color).expect("a pass"),
        }
        for (a, b) in board.near_pairs(APART) {
            if (a.index() * 31 + b.index()) % share != 0 {
                continue;
            }
            let (nodes, began) = (reader.nodes(), ProcessTime::now());
            let reading = reader.connect(&mut board, a, b);
            cost.time += began.elapsed();
            cost.questions += 1;
            cost.nodes += reader.nodes() - nodes;
            cost.known += u64::from(reader.nodes() == nodes);
            let point = reading.point.map_or(0, |point| point.index() as u64 + 1);
            cost.signature = mix(cost.signature, (point << 8) + reading.outcome as u64);
        }
    }
    cost
}
