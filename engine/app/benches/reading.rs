//! The cost of reading from a user's view: attack and defence of strings from real games, over GTP,
//! for our program and for GNU Go at level 10. Both get the same commands.
//!
//! A seed draws positions from the records of the shared data, and up to twenty strings of each.
//! There are two draws: strings with at most four liberties, and all strings. The first program
//! that runs decides which strings can be attacked; only their defence is asked, as GNU Go's manual
//! requires. A thread writes the commands, so no program waits. Processor time and trial moves are
//! those that the programs report, minus those of a run with the `loadsgf` commands only. A last
//! pass measures single questions and reports the slowest.
//!
//! `KATACHI_BENCH_STRINGS=20000 cargo bench -p katachi --bench reading`; the default is 2,000
//! strings. `KATACHI_BENCH_SEED` selects another draw.
#![allow(clippy::print_stdout, reason = "it prints its measurements")]

#[path = "reading/compare.rs"]
mod compare;
#[path = "reading/draw.rs"]
mod draw;
#[path = "reading/run.rs"]
mod run;

use compare::{number, report};
use draw::{Position, draw};
use run::Engine;

/// Other programs on the machine change single runs by a quarter.
const ROUNDS: usize = 9;

fn main() {
    let strings = number("KATACHI_BENCH_STRINGS", 2000) as usize;
    let seed = number("KATACHI_BENCH_SEED", 7);
    let engines = compare::engines();
    let folder = tempfile::TempDir::new().expect("a folder");
    for (title, liberties) in [("1 to 4 liberties", 4), ("all strings", usize::MAX)] {
        let found = draw(folder.path(), strings, seed, |board| {
            (board.chains())
                .filter(|chain| chain.liberty_count() <= liberties)
                .filter_map(|chain| chain.stones().min())
                .map(|stone| vec![stone])
                .collect()
        });
        match found {
            Ok(positions) => measure(&engines, title, &positions),
            Err(reason) => println!("nothing is measured: {reason}"),
        }
    }
}

/// The commands for these positions, with the questions; earlier answers select the defences.
fn commands(positions: &[Position], questions: impl Fn(&str, &mut Vec<String>)) -> Vec<String> {
    let mut commands = vec!["reset_trymove_counter".to_owned()];
    for position in positions {
        commands.push(format!("loadsgf {}", position.file.display()));
        for vertex in &position.subjects {
            questions(vertex, &mut commands);
        }
    }
    commands
}

fn measure(engines: &[Engine], title: &str, positions: &[Position]) {
    let strings: usize = positions.iter().map(|at| at.subjects.len()).sum();
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

    report(engines, ROUNDS, &only_loads, &asked, &["attack", "defend"]);
}
