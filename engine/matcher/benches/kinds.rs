//! Books, Monte Carlo weights and eye shapes on real positions: median times.
//!
//! Books are asked about the first 30 positions of 200 professional games, with both sides to move.
//! Weights and eye shapes are looked up in positions after 60 to 180 moves. The fastest of several
//! runs counts. The databases are GNU Go's; missing ones are skipped.
//!
//! `cargo bench -p katachi-matcher --bench kinds`
#![allow(clippy::print_stdout, reason = "it prints its measurements")]

#[path = "../tests/support/games.rs"]
mod games;
#[path = "../tests/support/regions.rs"]
mod regions;

use std::hint::black_box;
use std::time::Instant;

use games::{Move, games, position};
use katachi_board::{Board, BoardSize, Color};
use katachi_image::{Image, Role};
use katachi_matcher::patterns3x3::{neighborhood, situation};
use katachi_matcher::{FullBoardMatcher, PlacedGraph, eye_value};
use katachi_testkit::shared;
use patc::{Source, compile};
use regions::enclosed;

const GAMES: usize = 200;
const ROUNDS: usize = 7;

fn database(name: &str, role: Role) -> Option<Image> {
    let path = shared(&format!("peer/gnugo-3.8/patterns/{name}")).ok()?;
    let source = Source::new(name, std::fs::read(path).ok()?);
    Image::from_vec(compile(role, vec![source]).image?).ok()
}

/// The fastest of several runs, in microseconds.
fn fastest<T>(mut run: impl FnMut() -> T) -> f64 {
    (0..ROUNDS)
        .map(|_| {
            let began = Instant::now();
            black_box(run());
            began.elapsed().as_secs_f64() * 1e6
        })
        .fold(f64::INFINITY, f64::min)
}

fn print(name: &str, mut times: Vec<f64>, hits: Option<usize>) {
    times.sort_by(f64::total_cmp);
    let (median, worst) = (times.get(times.len() / 2), times.last());
    if let (Some(median), Some(worst)) = (median, worst) {
        let count = times.len();
        let hits = hits.map_or(String::new(), |hits| format!(", {hits} found"));
        println!("{name:<30} median {median:6.2} µs, worst {worst:6.2} of {count}{hits}");
    }
}

fn books(games: &[Vec<Move>]) {
    let Some(image) = database("fuseki19.dbz", Role::Book) else {
        return;
    };
    let book = image.full_board().expect("a book");
    let matcher = FullBoardMatcher::new(BoardSize::NINETEEN);
    let (mut times, mut hits) = (Vec::new(), 0);
    for game in games {
        for moves in 0..=30 {
            let board = position(game, moves);
            for own in Color::BOTH {
                times.push(fastest(|| matcher.matches(&book, &board, own)));
                hits += usize::from(!matcher.matches(&book, &board, own).is_empty());
            }
        }
    }
    print("fuseki19.dbz, a position", times, Some(hits));
}

fn weights(boards: &[Board]) {
    let Some(image) = database("mc_montegnu_classic.db", Role::MonteCarlo) else {
        return;
    };
    let table = image.monte_carlo().expect("weights");
    let mut times = Vec::new();
    for board in boards {
        let all = || {
            let weight = |at| {
                let situation = situation(board, at, Color::Black, false);
                u64::from(table.weight(neighborhood(board, at, Color::Black), situation))
            };
            board.empty().iter().map(weight).sum::<u64>()
        };
        times.push(fastest(all) / board.empty().len() as f64);
    }
    print("mc_montegnu_classic, a point", times, None);
}

fn eyes(boards: &[Board]) {
    let Some(image) = database("eyes.db", Role::Eyes) else {
        return;
    };
    let eyes = image.eyes().expect("eye shapes");
    let (mut times, mut hits) = (Vec::new(), 0);
    for board in boards {
        for color in Color::BOTH {
            for region in enclosed(board, color, 28) {
                let value = || {
                    let graph =
                        PlacedGraph::new(board, &region.points, &region.marginal, &region.halves);
                    graph.and_then(|graph| eye_value(&eyes, &graph))
                };
                times.push(fastest(value));
                hits += usize::from(value().is_some());
            }
        }
    }
    print("eyes.db, a region", times, Some(hits));
}

fn main() {
    let archive = match shared("data/games/pro19/gosei.tgz") {
        Ok(archive) => archive,
        Err(reason) => {
            println!("not measured: {reason}");
            return;
        }
    };
    let games = games(&archive, GAMES, 190).expect("an archive");
    let boards: Vec<Board> = (games.iter().enumerate())
        .map(|(number, game)| position(game, 60 + number * 7 % 121))
        .collect();
    books(&games);
    weights(&boards);
    eyes(&boards);
}
