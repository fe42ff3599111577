//! Whole games of the engine against itself, checked by the installed GNU Go.
//!
//! The engine must not pass while the bounds of GNU Go's `estimate_score` are far apart, and GNU Go
//! must count the finished games as the engine does.
//!
//! The usual run plays a few games on 9x9. This one plays 200: `KATACHI_WHOLE_GAMES=200
//! KATACHI_WHOLE_GAMES_SIZE=9 cargo test --release -p katachi --test trials whole_games:: --
//! --nocapture`. With `KATACHI_WHOLE_GAMES_FIRST=101` the seeds begin there, so that a long run can
//! be divided.
#![allow(clippy::print_stdout, reason = "it says how far it has come")]

use std::path::PathBuf;

use katachi_gtp::Client;
use katachi_testkit::gtp::ok;
use katachi_testkit::{Trial, program, trial};
use libtest_mimic::Failed;

/// If the bounds are further apart than this share of the board, the board is open.
const OPEN: f32 = 0.15;
/// In fewer games than this, one may be an exception: a race or a seki that one program misjudges,
/// as in one of sixteen games (BENCHMARKS.md).
const MANY: usize = 20;
/// The share of finished games that GNU Go must count as the engine does.
const ALIKE: f32 = 0.9;

fn number(variable: &str, usual: usize) -> usize {
    let Ok(text) = std::env::var(variable) else {
        return usual;
    };
    let number = text.parse();
    number.unwrap_or_else(|_| panic!("{variable}: expected a number, found `{text}`"))
}

/// The distance of GNU Go's bounds of the score, as in `W+1.0 (upper bound: 3.5, lower: -2.0)`.
fn spread(estimate: &str) -> Result<f32, Failed> {
    let bound = |name: &str| -> Option<f32> {
        let (_, rest) = estimate.split_once(name)?;
        rest.split([',', ')']).next()?.trim().parse().ok()
    };
    match (bound("upper bound:"), bound("lower:")) {
        (Some(upper), Some(lower)) => Ok((upper - lower).abs()),
        _ => Err(format!("expected bounds, found `{estimate}`").into()),
    }
}

/// The result of a game.
struct Played {
    moves: usize,
    ours: String,
    theirs: String,
    /// Passes of the engine on an open board: move number and spread.
    early: Vec<(usize, f32)>,
}

fn play(gnugo: &PathBuf, size: usize, seed: usize) -> Result<Played, Failed> {
    let seed = seed.to_string();
    let arguments = ["gtp", "--patterns", "builtin", "--never-resign", "--seed"];
    let ours = env!("CARGO_BIN_EXE_katachi");
    let mut ours = Client::spawn(ours, arguments.into_iter().chain([&*seed]))?;
    let mut theirs = Client::spawn(gnugo, ["--mode", "gtp", "--quiet"])?;
    for command in [format!("boardsize {size}"), "komi 6.5".to_owned()] {
        ok(&mut ours, &command);
        ok(&mut theirs, &command);
    }
    let (mut moves, mut passes, mut early) = (0, 0, Vec::new());
    while passes < 2 && moves < 3 * size * size {
        let color = ["black", "white"][moves % 2];
        let vertex = ok(&mut ours, &format!("genmove {color}"));
        moves += 1;
        if vertex == "PASS" {
            passes += 1;
            let spread = spread(&ok(&mut theirs, "estimate_score"))?;
            if spread > OPEN * (size * size) as f32 {
                early.push((moves, spread));
            }
        } else {
            passes = 0;
        }
        ok(&mut theirs, &format!("play {color} {vertex}"));
    }
    Ok(Played {
        moves,
        ours: ok(&mut ours, "final_score"),
        theirs: ok(&mut theirs, "final_score"),
        early,
    })
}

fn games(gnugo: &PathBuf, size: usize, first: usize, games: usize) -> Result<(), Failed> {
    let (mut alike, mut winner, mut length, mut troubled) = (0, 0, 0, 0);
    let mut failures = Vec::new();
    for seed in first..first + games {
        let played = play(gnugo, size, seed)?;
        length += played.moves;
        alike += usize::from(played.ours == played.theirs);
        winner += usize::from(played.ours[..1] == played.theirs[..1]);
        println!(
            "{size}x{size}, seed {seed}: {} moves, ours {}, GNU Go's {}",
            played.moves, played.ours, played.theirs
        );
        troubled += usize::from(!played.early.is_empty() || played.ours != played.theirs);
        for (number, spread) in played.early {
            failures.push(format!(
                "seed {seed}: passes at move {number} with bounds {spread:.1} points apart"
            ));
        }
    }
    println!(
        "{size}x{size}: {games} games of {} moves, {alike} counted alike, {winner} with the same winner",
        length / games.max(1)
    );
    if (alike as f32) < ALIKE * games as f32 {
        failures.push(format!("{alike} of {games} games counted alike"));
    }
    if failures.is_empty() {
        return Ok(());
    }
    let failures = failures.join("\n");
    if games < MANY && troubled <= 1 {
        println!("an exception:\n{failures}");
        return Ok(());
    }
    Err(failures.into())
}

pub fn trials() -> Vec<Trial> {
    let size = number("KATACHI_WHOLE_GAMES_SIZE", 9);
    let first = number("KATACHI_WHOLE_GAMES_FIRST", 1);
    let number = number("KATACHI_WHOLE_GAMES", 2);
    vec![trial(
        "games_end_when_nothing_is_open_and_are_counted_alike",
        program("gnugo"),
        move |gnugo| games(&gnugo, size, first, number),
    )]
}
