//! The cost of reading connections from a user's view: pairs of strings from real games, over GTP,
//! for our program and for GNU Go at level 10. Both get the same commands.
//!
//! A seed draws pairs from the records of the shared data: two strings of one colour with stones at
//! most four rows and four columns apart, up to twenty pairs of a position. Each pair gets the
//! questions `connect` and `disconnect`. As many strings are drawn with an area: the empty points
//! at most two rows or columns from one that is four away. These get `break_in` and `block_off`.
//! Costs are measured as in the bench `reading`; connection nodes are those that the programs
//! report. A last pass measures single questions and reports the slowest.
//!
//! `KATACHI_BENCH_PAIRS=2000 cargo bench -p katachi --bench connection`; the default is 500 of
//! each. `KATACHI_BENCH_SEED` selects another draw.
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

/// The greatest distance of the nearest stones of a pair, in rows and columns.
const APART: usize = 4;
/// The distance of an area's middle from a stone of the string, and the radius of the area.
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

/// A stone of each of two strings of one colour that are near each other.
fn pairs(board: &Board) -> Vec<Vec<Point>> {
    let pairs = board.near_pairs(APART).into_iter();
    pairs.map(|(a, b)| vec![a, b]).collect()
}

/// A stone of each string, and the empty points around a point at some distance.
fn areas(board: &Board) -> Vec<Vec<Point>> {
    let empty: PointSet = (board.size().points())
        .filter(|&point| board.at(point).is_empty())
        .collect();
    let mut areas = Vec::new();
    for chain in board.chains() {
        let Some(stone) = chain.stones().min() else {
            continue;
        };
        let is_middle = |point: &Point| stone.distance(*point) == AWAY;
        for middle in empty.iter().filter(is_middle) {
            let is_near = |point: &Point| middle.distance(*point) <= WIDTH;
            areas.push(
                std::iter::once(stone)
                    .chain(empty.iter().filter(is_near))
                    .collect(),
            );
        }
    }
    areas
}
