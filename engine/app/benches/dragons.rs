//! The cost of the dragons of a new position, up to their rough status: first influence, eyes,
//! joined strings. Over GTP, for GNU Go and our program with its own databases and with GNU Go's.
//!
//! A seed draws positions from the records of the shared data. Ours answers `dragon_stones`; GNU Go
//! answers `eval_eye`, after which its lives are not read either. The cost of loading the records
//! is subtracted.
//!
//! `KATACHI_BENCH_POSITIONS=100 cargo bench -p katachi --bench dragons`; the default is 30.
//! `KATACHI_BENCH_SEED` selects another draw.
#![allow(clippy::print_stdout, reason = "it prints its measurements")]
#![allow(dead_code, reason = "the other benches use all of the shared modules")]

#[path = "reading/compare.rs"]
mod compare;
#[path = "reading/draw.rs"]
mod draw;
#[path = "reading/run.rs"]
mod run;

use std::time::Duration;

use katachi_testkit::shared;

use compare::number;
use run::{Cost, Engine};

/// Runs of each program, in turn.
const ROUNDS: usize = 5;

fn main() {
    let count = number("KATACHI_BENCH_POSITIONS", 30) as usize;
    let seed = number("KATACHI_BENCH_SEED", 7);
    let folder = tempfile::TempDir::new().expect("a folder");
    let positions = match draw::draw(folder.path(), count, seed, |_| vec![Vec::new()]) {
        Ok(positions) => positions,
        Err(reason) => return println!("nothing is measured: {reason}"),
    };
    let loads: Vec<String> = (positions.iter())
        .map(|position| format!("loadsgf {}", position.file.display()))
        .collect();
    let engines = engines();
    let mut times: Vec<Vec<Duration>> = vec![Vec::new(); engines.len()];
    for _ in 0..ROUNDS {
        for ((engine, question), times) in engines.iter().zip(&mut times) {
            let asked: Vec<String> = (loads.iter())
                .flat_map(|load| [load.clone(), (*question).to_owned()])
                .collect();
            let cost: Cost = engine.run(&asked).cost - engine.run(&loads).cost;
            times.push(cost.processor);
        }
    }
    println!("{count} positions, processor time of a position, median of {ROUNDS} runs");
    let medians: Vec<f64> = times.iter_mut().map(|times| median(times)).collect();
    for ((engine, _), time) in engines.iter().zip(&medians) {
        let ratio = medians[0] / time;
        let time = 1000.0 * time / count as f64;
        println!(
            "{:<28} {time:7.1} ms, {ratio:.2} times the speed of {}",
            engine.name, engines[0].0.name
        );
    }
}

/// The programs, each with the question that it is asked; GNU Go first, if it is installed.
fn engines() -> Vec<(Engine, &'static str)> {
    let mut engines: Vec<(Engine, &str)> = (compare::engines().into_iter())
        .map(|engine| {
            let question = if engine.name == "gnugo" {
                "eval_eye A1"
            } else {
                "dragon_stones"
            };
            (engine, question)
        })
        .collect();
    match shared("peer/gnugo-3.8/patterns") {
        Ok(patterns) => {
            let path: &'static str = patterns.display().to_string().leak();
            let arguments = vec!["gtp", "--quiet", "--level", "10", "--patterns", path];
            let ours = Engine {
                name: "ours, GNU Go's databases",
                program: env!("CARGO_BIN_EXE_katachi").into(),
                arguments: arguments.leak(),
            };
            engines.push((ours, "dragon_stones"));
        }
        Err(reason) => println!("not with GNU Go's databases: {reason}"),
    }
    engines
}

/// The median in seconds.
fn median(times: &mut [Duration]) -> f64 {
    times.sort();
    times[times.len() / 2].as_secs_f64()
}
