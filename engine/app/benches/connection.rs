//! What reading connections costs as a user of the programs sees it: pairs of strings from real
//! games, asked of our program and of GNU Go at level 10 over GTP, the same commands of both.
//!
//! Pairs are drawn by a seed from the records of the shared material: two strings of a colour with
//! stones at most four rows and four columns apart, up to twenty pairs of a position. `connect` and `disconnect`
//! are asked of each. Costs are measured as in the bench `reading`; connection nodes are what the programs say of
//! themselves. A last pass asks one by one and reports the slowest calls.
//!
//! `KATACHI_BENCH_PAIRS=2000 cargo bench -p katachi --bench connection`; 500 pairs if nothing is
//! said, another draw with `KATACHI_BENCH_SEED`.
#![allow(clippy::print_stdout, reason = "it prints its measurements")]

#[path = "reading/compare.rs"]
mod compare;
#[path = "reading/draw.rs"]
mod draw;
#[path = "reading/run.rs"]
mod run;

use katachi_board::{Board, Point, PointSet};

use compare::{number, report};
use draw::draw;

/// How many rows and columns lie between the nearest stones of a pair at most.
const APART: usize = 4;
const ROUNDS: usize = 1;
const QUESTIONS: [&str; 2] = ["connect", "disconnect"];

fn main() {
    let count = number("KATACHI_BENCH_PAIRS", 500) as usize;
    let seed = number("KATACHI_BENCH_SEED", 7);
    let folder = tempfile::TempDir::new().expect("a folder");
    let positions = match draw(folder.path(), count, seed, pairs) {
        Ok(positions) => positions,
        Err(reason) => return println!("nothing is measured: {reason}"),
    };
    println!("{count} pairs of {} positions", positions.len());
    let (mut loads, mut asked) = (Vec::new(), Vec::new());
    for position in &positions {
        let load = format!("loadsgf {}", position.file.display());
        loads.push(load.clone());
        asked.push(load);
        for pair in &position.subjects {
            asked.extend(QUESTIONS.map(|question| format!("{question} {pair}")));
        }
    }
    let engines = compare::engines();
    report(&engines, ROUNDS, &loads, &asked, &QUESTIONS);
    asked.push("get_connection_node_counter".to_owned());
    for engine in &engines {
        let nodes = engine.run(&asked).replies.pop().unwrap_or_default();
        println!("{}: {nodes} connection nodes", engine.name);
    }
}

/// A stone of each of two strings of a colour that are near each other.
fn pairs(board: &Board) -> Vec<Vec<Point>> {
    let chains: Vec<_> = board.chains().collect();
    let mut pairs = Vec::new();
    for (at, a) in chains.iter().enumerate() {
        let near = surroundings(board, &a.stones().collect());
        for b in &chains[at + 1..] {
            if a.color() == b.color() && b.stones().any(|stone| near.contains(stone)) {
                let mut pair: Vec<Point> = [a, b].iter().filter_map(|c| c.stones().min()).collect();
                pair.sort();
                pairs.push(pair);
            }
        }
    }
    pairs
}

/// The points at most so far from some of these.
fn surroundings(board: &Board, stones: &PointSet) -> PointSet {
    let is_near = |point: &Point| {
        stones.iter().any(|stone| {
            point.row().abs_diff(stone.row()) <= APART && point.col().abs_diff(stone.col()) <= APART
        })
    };
    board.size().points().filter(is_near).collect()
}
