//! Random games: how many a second of processor time, on one core, from an empty board and in a search on 9x9, there next
//! to GNU Go's; and what a second thread gains.
//!
//! `cargo bench -p katachi-core --bench monte_carlo [FILE.db...]`; without files `patterns/mc_*.db`.
#![allow(clippy::print_stdout, reason = "it prints its measurements")]

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use katachi_board::{Board, BoardSize, Color, Point};
use katachi_core::monte_carlo::{Budget, Player, Playout, Question, Settings, Values};
use katachi_core::{Game, Scoring};
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
    let mut mogo = None;
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
        if name == "mc_mogo_classic.db" {
            mogo = Some(Arc::new(values));
        }
    }
    if let Some(values) = mogo {
        searches(&values);
        threads(&values);
    }
}

/// A position outside of books: a stone in two corners of 9x9.
fn game() -> Game {
    let mut game = Game::new(BoardSize::new(9).expect("a size"));
    game.scoring = Scoring::Area;
    for (color, name) in [(Color::Black, "A9"), (Color::White, "J1")] {
        let point = Point::from_vertex(name, game.board().size()).expect("a vertex");
        game.play(color, Some(point)).expect("a legal move");
    }
    game
}

fn player(values: &Arc<Values>, threads: usize) -> Player {
    let settings = Settings {
        threads,
        ..Settings::default()
    };
    Player::new(values.clone(), settings)
}

fn search(player: &mut Player, simulations: u64) {
    let game = game();
    let question = Question {
        game: &game,
        color: Color::Black,
        allowed: None,
        hints: &[],
    };
    let budget = Budget {
        simulations: Some(simulations),
        ..Budget::default()
    };
    player.search(&question, 1, budget, &|| false);
}

/// Simulations of a search on 9x9 with `mc_mogo_classic`, ours and GNU Go's in turns.
fn searches(values: &Arc<Values>) {
    const LEVEL: u64 = 5;
    let simulations = 8000 * LEVEL;
    let mut ratios = Vec::new();
    for _ in 0..5 {
        let began = ProcessTime::now();
        search(&mut player(values, 1), simulations);
        let ours = simulations as f64 / began.elapsed().as_secs_f64();
        let Some(time) = peer_time(LEVEL) else {
            println!("search on 9x9: {ours:.0} simulations/s; GNU Go is not there to compare");
            return;
        };
        let theirs = simulations as f64 / time;
        println!(
            "search on 9x9: {ours:.0} simulations/s, GNU Go {theirs:.0}: {:.2}",
            ours / theirs
        );
        ratios.push(ours / theirs);
    }
    ratios.sort_by(f64::total_cmp);
    println!("in the middle: {:.2}", ratios[2]);
}

/// The processor time in which GNU Go makes 8,000 simulations times the level.
fn peer_time(level: u64) -> Option<f64> {
    let program = katachi_testkit::program("gnugo").ok()?;
    let mut child = Command::new(program)
        .args([
            "--mode",
            "gtp",
            "--quiet",
            "--monte-carlo",
            "--mc-patterns",
            "mogo_classic",
        ])
        .args(["--chinese-rules", "--level", &level.to_string()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    let commands = "boardsize 9\nplay b A9\nplay w J1\n1 cputime\ngenmove b\n2 cputime\nquit\n";
    child.stdin.take()?.write_all(commands.as_bytes()).ok()?;
    let output = String::from_utf8(child.wait_with_output().ok()?.stdout).ok()?;
    let time = |id: &str| {
        let line = output.lines().find_map(|line| line.strip_prefix(id));
        line.and_then(|text| text.trim().parse::<f64>().ok())
    };
    Some(time("=2")? - time("=1")?)
}

/// What two threads on one tree reach of two searches side by side, on the clock.
fn threads(values: &Arc<Values>) {
    const SIMULATIONS: u64 = 100_000;
    let mut shares = Vec::new();
    for _ in 0..7 {
        let began = Instant::now();
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| search(&mut player(values, 1), SIMULATIONS));
            }
        });
        let apart = began.elapsed().as_secs_f64();
        let began = Instant::now();
        search(&mut player(values, 2), 2 * SIMULATIONS);
        shares.push(apart / began.elapsed().as_secs_f64());
    }
    shares.sort_by(f64::total_cmp);
    println!(
        "two threads on one tree: {:.2} of two searches side by side {shares:.2?}",
        shares[3]
    );
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
