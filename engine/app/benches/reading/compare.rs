//! The same commands to both programs: their cost, how often the answers agree, the slowest calls.

use std::path::PathBuf;
use std::time::Duration;

use katachi_testkit::program;

use super::run::{Cost, Engine, Said};

/// The number of slowest calls that are measured again.
const SLOWEST: usize = 5;

/// A number from the environment.
pub fn number(variable: &str, usual: u64) -> u64 {
    std::env::var(variable).map_or(usual, |text| {
        text.parse()
            .unwrap_or_else(|_| panic!("{variable}: expected a number, found `{text}`"))
    })
}

/// GNU Go, if it is installed, and our program.
pub fn engines() -> Vec<Engine> {
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
    engines
}

/// Measures questions, minus the cost of `loads` alone, and prints the results.
pub fn report(
    engines: &[Engine],
    rounds: usize,
    loads: &[String],
    asked: &[String],
    questions: &[&str],
) {
    let mut costs: Vec<Vec<Cost>> = vec![Vec::new(); engines.len()];
    let mut said: Vec<Said> = Vec::new();
    for round in 0..rounds {
        for (engine, costs) in engines.iter().zip(&mut costs) {
            let loads = engine.run(loads);
            let all = engine.run(asked);
            costs.push(all.cost - loads.cost);
            if round == 0 {
                said.push(all);
            }
        }
    }
    println!("            processor       clock   trial moves   (medians of {rounds} runs)");
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
        agreement(asked, they, we, questions);
    }
    for engine in engines {
        slowest(engine, asked, questions);
    }
}

/// How often both give the same result code.
fn agreement(asked: &[String], they: &Said, we: &Said, questions: &[&str]) {
    for question in questions {
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

/// The slowest questions, one by one. A busy machine may delay any of them, so each is measured
/// again in a new process that has read nothing before; the shorter time counts.
fn slowest(engine: &Engine, asked: &[String], questions: &[&str]) {
    let mut times = engine.times(asked, questions);
    times.sort_by_key(|&(_, time)| std::cmp::Reverse(time));
    let total: Duration = times.iter().map(|&(_, time)| time).sum();
    let mut slow: Vec<(Duration, String)> = (times.iter().take(SLOWEST))
        .map(|&(at, time)| {
            let load = asked[..at].iter().rposition(|c| c.starts_with("loadsgf"));
            let load = load.map_or("", |load| asked[load].as_str());
            let again = engine.times(&[load.to_owned(), asked[at].clone()], questions);
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

/// The source of a position, as its record names it.
fn place(record: &str) -> String {
    let comment = record.split_once("C[").map(|(_, rest)| rest);
    let comment = comment.and_then(|rest| rest.split_once(']'));
    comment.map_or(String::new(), |(comment, _)| comment.to_owned())
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}
