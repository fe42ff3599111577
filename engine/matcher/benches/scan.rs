//! A full geometric scan of a database: all anchors, all orientations, one side to move.
//!
//! The databases are the project's own and, if they are available, GNU Go's. The position is a
//! random one of 100 stones on 19x19, the same in each run.

use std::path::PathBuf;

use divan::Bencher;
use katachi_board::{Board, BoardSize, Color, Point};
use katachi_image::{Image, Role};
use katachi_matcher::{Matcher, naive};
use katachi_testkit::{shared_dir, workspace_root};
use patc::{Source, compile};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn main() {
    divan::main();
}

fn position() -> Board {
    let size = BoardSize::NINETEEN;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let points: Vec<Point> = size.points().collect();
    let mut board = Board::new(size);
    while board.all_stones().count() < 100 {
        let color = Color::BOTH[rng.random_range(0..2)];
        let _ = board.play(color, points[rng.random_range(0..points.len())]);
    }
    board
}

/// A database by the names of its sources, joined by `+`; `None` if they are not available.
fn database(names: &str) -> Option<Image> {
    let folder: PathBuf = if names.starts_with("own/") {
        workspace_root().join("patterns")
    } else {
        shared_dir()?.join("peer/gnugo-3.8/patterns")
    };
    let sources: Option<Vec<Source>> = names
        .split('+')
        .map(|name| {
            let file = folder.join(name.trim_start_matches("own/"));
            Some(Source::new(name, std::fs::read(file).ok()?))
        })
        .collect();
    Image::from_vec(compile(Role::Patterns, sources?).image?).ok()
}

const DATABASES: [&str; 3] = ["own/shapes.db", "patterns.db+patterns2.db", "fuseki.db"];

#[divan::bench(args = DATABASES)]
fn masks(bencher: Bencher, names: &str) {
    let Some(image) = database(names) else {
        return;
    };
    let (general, board) = (image.general().expect("patterns"), position());
    let mut matcher = Matcher::new(&general, board.size());
    bencher.bench_local(|| matcher.matches(&general, &board, Color::Black));
}

#[divan::bench(args = DATABASES, sample_count = 5)]
fn cell_by_cell(bencher: Bencher, names: &str) {
    let Some(image) = database(names) else {
        return;
    };
    let (general, board) = (image.general().expect("patterns"), position());
    bencher.bench_local(|| naive::matches(&general, &board, Color::Black));
}
