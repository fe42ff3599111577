//! Random games from an empty board: how many a second of processor time, on one core.
//!
//! `cargo bench -p katachi-core --bench monte_carlo [FILE.db...]`; without files `patterns/mc_*.db`.
#![allow(clippy::print_stdout, reason = "it prints its measurements")]

use std::path::PathBuf;
use std::time::Duration;

use cpu_time::ProcessTime;
use katachi_board::{Board, BoardSize, Color};
use katachi_core::monte_carlo::{Playout, Values};
use katachi_image::{Image, Role};
use patc::{Source, compile};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

const TIME: Duration = Duration::from_secs(1);

fn main() {
    let named = std::env::args()
        .skip(1)
        .filter(|name| !name.starts_with("--"));
    let mut files: Vec<PathBuf> = named.map(PathBuf::from).collect();
    if files.is_empty() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../patterns");
        let all = std::fs::read_dir(folder).expect("the shipped databases");
        let all = all.map(|entry| entry.expect("an entry").path());
        files = all
            .filter(|path: &PathBuf| {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                name.starts_with("mc_") && name.ends_with(".db")
            })
            .collect();
        files.sort();
    }
    println!(
        "{:32} {:>6} {:>12} {:>12} {:>12}",
        "database", "board", "games/s", "moves/game", "ns/move"
    );
    for file in files {
        let text =
            std::fs::read(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let name = file
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let image = compile(Role::MonteCarlo, vec![Source::new(&name, text)]).image;
        let image = Image::from_vec(image.expect("no errors")).expect("valid");
        let values = Values::new(&image.monte_carlo().expect("Monte Carlo rules"));
        measure::<2>(&name, 9, &values);
        measure::<4>(&name, 13, &values);
        measure::<7>(&name, 19, &values);
    }
}

fn measure<const WORDS: usize>(name: &str, size: usize, values: &Values) {
    let board = Board::new(BoardSize::new(size).expect("a size"));
    let start = Playout::<WORDS>::new(&board);
    let mut playout = start;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut moves = Vec::new();
    let (mut games, mut length) = (0_u64, 0_u64);
    let began = ProcessTime::now();
    while began.elapsed() < TIME {
        for _ in 0..50 {
            playout.clone_from(&start);
            moves.clear();
            playout.run(values, Color::Black, &mut rng, &mut moves);
            length += moves.len() as u64;
            games += 1;
        }
    }
    let time = began.elapsed().as_secs_f64();
    println!(
        "{name:32} {size:6} {:12.0} {:12.1} {:12.1}",
        games as f64 / time,
        length as f64 / games as f64,
        1e9 * time / length as f64
    );
}
