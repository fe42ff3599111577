//! Speed of random games, with processor time on one core: from an empty board, and in a search on
//! 9x9 in comparison with GNU Go. Also the speed of two threads in comparison with two processes.
//!
//! `cargo bench -p katachi-core --bench monte_carlo [FILE.db...]`; without files
//! `patterns/mc_*.db`.
#![allow(clippy::print_stdout, reason = "it prints its measurements")]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use katachi_board::{Board, BoardSize, Color, Point, Scoring};
use katachi_core::Game;
use katachi_core::monte_carlo::{Budget, Player, Playout, Root, Settings, Strengths, Values};
use katachi_image::{Image, Role};
use patc::{Source, compile};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

const TIME: Duration = Duration::from_secs(1);

/// The argument with which the program calls itself for one search of [`ALONE`] simulations; it
/// prints the seconds.
const ALONE_FLAG: &str = "--alone";
const ALONE: u64 = 100_000;

fn main() {
    if let [_, flag, file] = std::env::args().collect::<Vec<_>>().as_slice()
        && flag == ALONE_FLAG
    {
        let values = Arc::new(read(file.as_ref()));
        let began = Instant::now();
        search(&mut player(&values, 1), ALONE);
        println!("{}", began.elapsed().as_secs_f64());
        return;
    }
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
        let values = read(&file);
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let on_9x9 = measure::<2>(&name, 9, &values);
        measure::<4>(&name, 13, &values);
        measure::<7>(&name, 19, &values);
        if name == "mc_mogo_classic.db" {
            mogo = Some((Arc::new(values), on_9x9, file));
        }
    }
    if let Some((values, random_games, file)) = mogo {
        searches(&values, random_games);
        threads(&values, &file);
    }
}

/// The values of a database.
fn read(file: &Path) -> Values {
    let text = std::fs::read(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let name = file.to_string_lossy();
    let image = compile(Role::MonteCarlo, vec![Source::new(name, text)]).image;
    let image = Image::from_vec(image.expect("no errors")).expect("valid");
    Values::new(&image.monte_carlo().expect("Monte Carlo rules"))
}

/// A position that no book contains: a stone in two corners of 9x9.
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
    let strengths = Strengths::parse(katachi_databases::STRENGTHS).expect("no errors");
    Player::new(values.clone(), Arc::new(strengths), settings)
}

fn search(player: &mut Player, simulations: u64) {
    let game = game();
    let root = Root::of(&game, Color::Black);
    let budget = Budget::simulations(simulations);
    player.search(&root, 1, budget, &|| false);
}

/// Simulations of a search on 9x9 with `mc_mogo_classic`, ours and GNU Go's alternately, and random
/// games alone.
fn searches(values: &Arc<Values>, random_games: f64) {
    const LEVEL: u64 = 5;
    let simulations = 8000 * LEVEL;
    let (mut ratios, mut peers) = (Vec::new(), Vec::new());
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
        peers.push(theirs);
    }
    ratios.sort_by(f64::total_cmp);
    peers.sort_by(f64::total_cmp);
    println!(
        "in the middle: {:.2}; random games alone: {random_games:.0}, {:.2}",
        ratios[2],
        random_games / peers[2]
    );
}

/// The processor time for which GNU Go makes 8,000 simulations times the level.
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

/// The speed of two threads on one tree in comparison with two processes, by the clock.
fn threads(values: &Arc<Values>, file: &Path) {
    let program = std::env::current_exe().expect("this program");
    let mut shares = Vec::new();
    for _ in 0..7 {
        let alone = || {
            let mut command = Command::new(&program);
            command.arg(ALONE_FLAG).arg(file).stdout(Stdio::piped());
            command.spawn().expect("this program")
        };
        let apart: f64 = [alone(), alone()]
            .into_iter()
            .map(|child| {
                let output = child.wait_with_output().expect("its time").stdout;
                let seconds: f64 = String::from_utf8_lossy(&output)
                    .trim()
                    .parse()
                    .expect("seconds");
                ALONE as f64 / seconds
            })
            .sum();
        let began = Instant::now();
        search(&mut player(values, 2), 2 * ALONE);
        let together = (2 * ALONE) as f64 / began.elapsed().as_secs_f64();
        shares.push(together / apart);
    }
    shares.sort_by(f64::total_cmp);
    println!(
        "two threads on one tree: {:.2} of two processes {shares:.2?}",
        shares[3]
    );
}

/// Random games a second from an empty board.
fn measure<const WORDS: usize>(name: &str, size: usize, values: &Values) -> f64 {
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
    let speed = games as f64 / time;
    println!(
        "{name:32} {size:6} {speed:12.0} {:12.1} {:12.1}",
        length as f64 / games as f64,
        1e9 * time / length as f64
    );
    speed
}
