//! How well influence predicts who owns each point in the end, measured against a strong network.
//!
//! The positions come from professional games at moves 40 to 220, with the ownership that a KataGo
//! network expects (`data/teacher` of the shared material). Games are split by a hash: three fifths
//! to tune parameters, two fifths to report. The error is the mean square of the difference over
//! all points, where ownership goes from -1 (Black) to 1 (White). Stones that live count as their
//! owner's. The columns `lead` and `mover` are the mean difference from the lead in points that the
//! network expects, and how much more the side to move has than the estimate says.
//!
//! `KATACHI_BENCH_POSITIONS=3000 cargo bench -p katachi-strategy --bench ownership`. With
//! `KATACHI_BENCH_PART=tune` it looks at the games for tuning. `KATACHI_BENCH_DATABASES=` measures
//! without databases, `KATACHI_BENCH_DATABASES=patterns/influence.db,patterns/barriers.db` with
//! ours. `KATACHI_BENCH_FEATURES=FILE` writes what the estimates are made of, one line for each
//! point.
#![allow(clippy::print_stdout, reason = "it prints its measurements")]

#[path = "games/mod.rs"]
mod games;
#[path = "labels/mod.rs"]
mod labels;

use std::collections::BTreeMap;
use std::io::{BufWriter, Write};

use games::{knowledge, number};
use katachi_board::{Board, Color, Point, Scoring};
use katachi_strategy::Analyst;
use labels::{Games, Label, Part, labels, ownership, stone};

/// The sum of squared differences, and how many there are.
#[derive(Clone, Copy, Default)]
struct Error {
    squares: f64,
    points: usize,
}

impl Error {
    fn add(&mut self, guess: f32, truth: f32) {
        self.squares += f64::from(guess - truth).powi(2);
        self.points += 1;
    }

    fn mean(self) -> f64 {
        self.squares / self.points.max(1) as f64
    }
}

/// The komi of the labels.
const KOMI: f32 = 6.5;

/// How far the expected lead is from the network's, in points.
#[derive(Clone, Copy, Default)]
struct Lead {
    misses: f64,
    /// How much more the side to move has than expected.
    for_mover: f64,
    positions: usize,
}

/// The estimates that are compared.
const ESTIMATES: [&str; 3] = ["stones", "territory", "estimate"];

fn main() {
    let part = match std::env::var("KATACHI_BENCH_PART").as_deref() {
        Ok("tune") => Part::Tuning,
        _ => Part::Report,
    };
    let count = number("KATACHI_BENCH_POSITIONS", 600);
    let labels = match labels(part, count) {
        Ok(labels) => labels,
        Err(reason) => return println!("nothing is measured: {reason}"),
    };
    let mut features = std::env::var_os("KATACHI_BENCH_FEATURES").map(|path| {
        let file = std::fs::File::create(path).expect("a file");
        BufWriter::new(file)
    });
    let knowledge = knowledge();
    let mut games = Games::default();
    let mut errors: BTreeMap<(usize, &str), Error> = BTreeMap::new();
    let mut analyst = Analyst::new(knowledge, 10);
    let mut missing = 0;
    let mut leads: BTreeMap<usize, Lead> = BTreeMap::new();
    for label in &labels {
        let Some(board) = games.board(label) else {
            missing += 1;
            continue;
        };
        let to_move = label.to_move();
        let mut position = analyst.position(&board, 0.0, Scoring::Territory);
        let influence = position.first_influence(to_move);
        let estimate = position.estimate(to_move);
        let miss = label.lead - KOMI - estimate.area();
        let for_mover = if to_move == Color::White { miss } else { -miss };
        for number in [label.number, usize::MAX] {
            let lead = leads.entry(number).or_default();
            lead.misses += f64::from(miss.abs());
            lead.for_mover += f64::from(for_mover);
            lead.positions += 1;
        }
        for (point, truth) in board.size().points().zip(label.ownership()) {
            let guesses = [
                stone(&board, point),
                ownership(&board, &influence, point),
                estimate.owner(point),
            ];
            for (name, guess) in ESTIMATES.into_iter().zip(guesses) {
                for number in [label.number, usize::MAX] {
                    errors.entry((number, name)).or_default().add(guess, truth);
                }
            }
            if let Some(file) = &mut features {
                write_features(file, label, point, &board, &influence, truth);
            }
        }
    }
    println!(
        "{} positions, {missing} missing; mean squared error by move number",
        labels.len() - missing
    );
    let mut numbers: Vec<usize> = errors.keys().map(|(number, _)| *number).collect();
    numbers.dedup();
    println!(
        "{:>6} {} {:>8} {:>8}",
        "move",
        ESTIMATES.map(|name| format!("{name:>10}")).join(""),
        "lead",
        "mover"
    );
    for number in numbers {
        let row = ESTIMATES.map(|name| format!("{:>10.4}", errors[&(number, name)].mean()));
        let name = if number == usize::MAX {
            "all".to_owned()
        } else {
            number.to_string()
        };
        let lead = leads[&number];
        let mean = |sum: f64| sum / lead.positions as f64;
        println!(
            "{name:>6} {} {:>8.2} {:>8.2}",
            row.join(""),
            mean(lead.misses),
            mean(lead.for_mover)
        );
    }
}

fn write_features(
    file: &mut impl Write,
    label: &Label,
    point: Point,
    board: &Board,
    influence: &katachi_strategy::influence::Influence,
    truth: f32,
) {
    writeln!(
        file,
        "{} {} {} {} {} {:.3} {:.3} {:.3} {truth:.3} {}",
        label.number,
        point.row(),
        point.col(),
        stone(board, point),
        u8::from(influence.safe().contains(point)),
        influence.of(Color::White, point),
        influence.of(Color::Black, point),
        influence.territory(point),
        label.to_move(),
    )
    .expect("writable");
}
