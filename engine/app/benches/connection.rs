//! What reading connections costs as a user of the programs sees it: pairs of strings from real
//! games, asked of our program and of GNU Go at level 10 over GTP, the same commands of both.
//!
//! Pairs are drawn by a seed from the records of the shared material: two strings of a colour with
//! stones at most four rows and four columns apart, up to twenty pairs of a position. `connect` and `disconnect`
//! are asked of each. As many strings are drawn with an area each, the empty points two rows or columns around one
//! that is four away; `break_in` and `block_off` are asked of them. Costs are measured as in the bench
//! `reading`; connection nodes are what the programs say of themselves. A last pass asks one by one and reports the slowest calls.
//!
//! `KATACHI_BENCH_PAIRS=2000 cargo bench -p katachi --bench connection`; 500 of each if nothing is
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
/// How far the middle of an area is from a stone of the string, and how far the area reaches from there.
const AWAY: usize = 4;
const WIDTH: usize = 2;
const ROUNDS: usize = 1;

fn main() {
    let count = number("KATACHI_BENCH_PAIRS", 500) as usize;
    let seed = number("KATACHI_BENCH_SEED", 7);
    println!("{count} pairs of strings");
    measure(count, seed, pairs, &["connect", "disconnect"]);
    println!("\n{count} strings with an area");
    measure(count, seed, areas, &["break_in", "block_off"]);
}

fn measure(
    count: usize,
    seed: u64,
    subjects: impl Fn(&Board) -> Vec<Vec<Point>>,
    questions: &[&str],
) {
    let folder = tempfile::TempDir::new().expect("a folder");
    let positions = match draw(folder.path(), count, seed, subjects) {
        Ok(positions) => positions,
        Err(reason) => return println!("nothing is measured: {reason}"),
    };
    println!("in {} positions", positions.len());
    let (mut loads, mut asked) = (Vec::new(), Vec::new());
    for position in &positions {
        let load = format!("loadsgf {}", position.file.display());
        loads.push(load.clone());
        asked.push(load);
        for subject in &position.subjects {
            asked.extend(
                questions
                    .iter()
                    .map(|question| format!("{question} {subject}")),
            );
        }
    }
    let engines = compare::engines();
    report(&engines, ROUNDS, &loads, &asked, questions);
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

/// A stone of each string, and the empty points around one that is some way off.
fn areas(board: &Board) -> Vec<Vec<Point>> {
    let empty: PointSet = (board.size().points())
        .filter(|&point| board.at(point).is_empty())
        .collect();
    let mut areas = Vec::new();
    for chain in board.chains() {
        let Some(stone) = chain.stones().min() else {
            continue;
        };
        let is_middle = |point: &Point| distance(stone, *point) == AWAY;
        for middle in empty.iter().filter(is_middle) {
            let is_near = |point: &Point| distance(middle, *point) <= WIDTH;
            areas.push(
                std::iter::once(stone)
                    .chain(empty.iter().filter(is_near))
                    .collect(),
            );
        }
    }
    areas
}

/// The points at most so far from some of these.
fn surroundings(board: &Board, stones: &PointSet) -> PointSet {
    let is_near = |point: &Point| stones.iter().any(|stone| distance(stone, *point) <= APART);
    board.size().points().filter(is_near).collect()
}

/// The rows or the columns between two points, whichever are more.
fn distance(a: Point, b: Point) -> usize {
    (a.row().abs_diff(b.row())).max(a.col().abs_diff(b.col()))
}
