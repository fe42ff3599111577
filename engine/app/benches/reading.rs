//! What reading costs as a user of the programs sees it: attack and defence of strings from real
//! games, asked of our program and of GNU Go at level 10 over GTP, the same commands of both.
//!
//! Strings are drawn by a seed from the records of the shared material: positions, up to twenty
//! strings of each. Two draws are measured: strings with at most four liberties, and all strings.
//! The first program that runs says which strings are attacked with success; only their defence is
//! asked, as GNU Go's manual wants it. The commands are written by a thread, so nobody waits for
//! anybody; processor time and trial moves are what the programs say of themselves, and what a run
//! with nothing but the `loadsgf` commands takes is subtracted. A last pass asks one by one and
//! reports the slowest calls.
//!
//! `KATACHI_BENCH_STRINGS=20000 cargo bench -p katachi --bench reading`; 2,000 strings if nothing is
//! said, another draw with `KATACHI_BENCH_SEED`.
#![allow(clippy::print_stdout, reason = "it prints its measurements")]

#[path = "reading/draw.rs"]
mod draw;
#[path = "reading/run.rs"]
mod run;

use std::path::PathBuf;
use std::time::Duration;

use draw::{Position, draw};
use katachi_testkit::program;
use run::{Cost, Engine, Said};

const ROUNDS: usize = 3;
/// Slowest calls that are asked again.
const SLOWEST: usize = 5;

fn number(variable: &str, usual: u64) -> u64 {
    std::env::var(variable).map_or(usual, |text| {
        text.parse()
            .unwrap_or_else(|_| panic!("{variable}: expected a number, found `{text}`"))
    })
}

fn main() {
    let strings = number("KATACHI_BENCH_STRINGS", 2000) as usize;
    let seed = number("KATACHI_BENCH_SEED", 7);
    let mut engines = Vec::new();
    match program("gnugo") {
        Ok(path) => engines.push(Engine {
            name: "gnugo",
            program: path,
            arguments: &["--mode", "gtp", "--quiet", "--level", "10"],
        }),
        Err(reason) => println!("only our program is measured: {reason}"),
    }
    engines.push(Engine {
        name: "ours",
        program: PathBuf::from(env!("CARGO_BIN_EXE_katachi")),
        arguments: &["gtp", "--quiet", "--level", "10"],
    });
    let folder = tempfile::TempDir::new().expect("a folder");
    for (title, liberties) in [("1 to 4 liberties", 4), ("all strings", usize::MAX)] {
        match draw(folder.path(), strings, liberties, seed) {
            Ok(positions) => measure(&engines, title, &positions),
            Err(reason) => println!("nothing is measured: {reason}"),
        }
    }
}

/// The commands for these positions: with the questions, if there are answers to know the defences from.
fn commands(positions: &[Position], questions: impl Fn(&str, &mut Vec<String>)) -> Vec<String> {
    let mut commands = vec!["reset_trymove_counter".to_owned()];
    for position in positions {
        commands.push(format!("loadsgf {}", position.file.display()));
        for vertex in &position.strings {
            questions(vertex, &mut commands);
        }
    }
    commands
}

fn measure(engines: &[Engine], title: &str, positions: &[Position]) {
    let strings: usize = positions.iter().map(|at| at.strings.len()).sum();
    println!(
        "\n{title}: {strings} strings of {} positions",
        positions.len()
    );
    let only_loads = commands(positions, |_, _| ());
    let only_attacks = commands(positions, |vertex, commands| {
        commands.push(format!("attack {vertex}"));
    });
    let Some(first) = engines.first() else {
        return;
    };
    let attacked: Vec<bool> = (only_attacks.iter())
        .zip(&first.run(&only_attacks).replies)
        .filter(|(command, _)| command.starts_with("attack"))
        .map(|(_, reply)| !reply.starts_with('0'))
        .collect();
    let number = std::cell::Cell::new(0);
    let asked = commands(positions, |vertex, commands| {
        commands.push(format!("attack {vertex}"));
        if attacked[number.replace(number.get() + 1)] {
            commands.push(format!("defend {vertex}"));
        }
    });
    let defences = attacked.iter().filter(|&&attacked| attacked).count();
    println!("questions: {strings} attacks, {defences} defences");

    let mut costs: Vec<Vec<Cost>> = vec![Vec::new(); engines.len()];
    let mut said: Vec<Said> = Vec::new();
    for round in 0..ROUNDS {
        for (engine, costs) in engines.iter().zip(&mut costs) {
            let loads = engine.run(&only_loads);
            let all = engine.run(&asked);
            costs.push(all.cost - loads.cost);
            if round == 0 {
                said.push(all);
            }
        }
    }
    println!("            processor       clock   trial moves   (medians of {ROUNDS} runs)");
    let medians: Vec<Cost> = costs.iter().map(|costs| Cost::median(costs)).collect();
    for (engine, cost) in engines.iter().zip(&medians) {
        println!(
            "{:<9} {:9.3} s {:9.3} s {:13}",
            engine.name,
            cost.processor.as_secs_f64(),
            cost.clock.as_secs_f64(),
            cost.trial_moves
        );
    }
    if let ([theirs, ours], [they, we]) = (&medians[..], &said[..]) {
        println!(
            "ratio     {:9.2}   {:9.2}   {:13.2}   (gnugo by ours; above 1 we need less)",
            theirs.processor.as_secs_f64() / ours.processor.as_secs_f64(),
            theirs.clock.as_secs_f64() / ours.clock.as_secs_f64(),
            theirs.trial_moves as f64 / ours.trial_moves as f64
        );
        let mut rounds: Vec<f64> = (costs[0].iter().zip(&costs[1]))
            .map(|(theirs, ours)| theirs.processor.as_secs_f64() / ours.processor.as_secs_f64())
            .collect();
        rounds.sort_by(f64::total_cmp);
        println!("ratios of processor time by run: {rounds:.2?}");
        agreement(&asked, they, we);
    }
    for engine in engines {
        slowest(engine, &asked);
    }
}

/// How often both give the same result code.
fn agreement(asked: &[String], they: &Said, we: &Said) {
    for question in ["attack", "defend"] {
        let mut pairs = [[0_usize; 4]; 4];
        for ((command, theirs), ours) in asked.iter().zip(&they.replies).zip(&we.replies) {
            if command.starts_with(question) {
                pairs[code(command, theirs)][code(command, ours)] += 1;
            }
        }
        let total: usize = pairs.iter().flatten().sum();
        let same: usize = (0..4).map(|code| pairs[code][code]).sum();
        let share = 100.0 * same as f64 / total.max(1) as f64;
        println!("{question}: the same code for {same} of {total} ({share:.2} %)");
        for (theirs, row) in pairs.iter().enumerate() {
            for (ours, &count) in row.iter().enumerate() {
                if theirs != ours && count > 0 {
                    println!("  gnugo {theirs}, ours {ours}: {count}");
                }
            }
        }
    }
}

/// The result code that a reply begins with: 0 to 3.
fn code(command: &str, reply: &str) -> usize {
    let first = reply.split_whitespace().next().unwrap_or_default();
    let code = first.parse().ok().filter(|&code| code < 4);
    code.unwrap_or_else(|| panic!("{command}: expected a result code, found `{reply}`"))
}

/// The slowest questions when they are asked one by one. A busy machine may hold up any of them, so each
/// is asked again, by a process of its own that has not read anything before; the shorter time counts.
fn slowest(engine: &Engine, asked: &[String]) {
    let mut times = engine.times(asked);
    times.sort_by_key(|&(_, time)| std::cmp::Reverse(time));
    let total: Duration = times.iter().map(|&(_, time)| time).sum();
    let mut slow: Vec<(Duration, String)> = (times.iter().take(SLOWEST))
        .map(|&(at, time)| {
            let load = asked[..at].iter().rposition(|c| c.starts_with("loadsgf"));
            let load = load.map_or("", |load| asked[load].as_str());
            let again = engine.times(&[load.to_owned(), asked[at].clone()]);
            let again = again.last().map_or(time, |&(_, again)| again);
            let file = load.strip_prefix("loadsgf ").unwrap_or_default();
            let place = std::fs::read_to_string(file).map_or(String::new(), |text| place(&text));
            (time.min(again), format!("{} in {place}", asked[at]))
        })
        .collect();
    slow.sort_by_key(|&(time, _)| std::cmp::Reverse(time));
    let at = |share: usize| {
        let at = times.len().saturating_sub(1) * (1000 - share) / 1000;
        millis(times.get(at).map_or(Duration::ZERO, |&(_, time)| time))
    };
    println!(
        "{} one by one: {:.1} s; a call {:.3} ms in the middle, 99 % within {:.2} ms, 99.9 % within {:.2} ms; the slowest:",
        engine.name,
        total.as_secs_f64(),
        at(500),
        at(990),
        at(999)
    );
    for (time, what) in slow {
        println!("  {:8.2} ms  {what}", millis(time));
    }
}

/// Where a position comes from, as its record says.
fn place(record: &str) -> String {
    let comment = record.split_once("C[").map(|(_, rest)| rest);
    let comment = comment.and_then(|rest| rest.split_once(']'));
    comment.map_or(String::new(), |(comment, _)| comment.to_owned())
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}
