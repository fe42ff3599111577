//! `dragon_data` in comparison with GNU Go's, on positions of real games, both with GNU Go's
//! databases: which groups are the same, which fields agree, at how many points `initial_influence`
//! gives the same numbers, and the time that both take for a new position up to crude dragons. GNU
//! Go's `eval_eye` stops there, ours stops at `dragon_stones`, where GNU Go would read life and
//! death.
//!
//! The usual run asks about a few positions. The long run prints a table:
//!
//! ```text
//! KATACHI_DRAGON_POSITIONS=300 cargo test --profile ci -p katachi --test trials dragons:: -- --nocapture
//! ```

#![allow(
    clippy::print_stdout,
    reason = "the figures are what the long run is for"
)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use katachi_testkit::gtp::within_five_percent;
use katachi_testkit::{Trial, trial};
use libtest_mimic::Failed;

use crate::comparison::{self, Engine};

/// The fields of each dragon, by its stones as `dragon_stones` lists them.
type Dragons = BTreeMap<String, BTreeMap<String, String>>;

/// The tables of `initial_influence` that are compared.
const TABLES: [&str; 4] = [
    "white_influence",
    "black_influence",
    "territory_value",
    "influence_regions",
];

/// What a program says about a position.
struct Position {
    dragons: Dragons,
    /// The numbers of each table, point by point, with the side to move.
    influence: [Vec<f64>; 4],
}

impl Position {
    /// `timed` is the question whose time counts.
    fn ask(engine: &mut Engine, timed: &str, file: &Path, moves: usize) -> Result<Self, Failed> {
        let dragons = dragons(engine, timed, file, moves)?;
        let color = ["black", "white"][moves % 2];
        let mut influence = [const { Vec::new() }; 4];
        for (table, numbers) in TABLES.iter().zip(&mut influence) {
            let command = format!("initial_influence {color} {table}");
            *numbers = comparison::numbers(&command, &engine.client.send(&command)?)?;
        }
        Ok(Self { dragons, influence })
    }

    /// Whether both programs see the same dragons, and call the same ones dead, critical or alive.
    fn is_judged_alike(&self, other: &Self) -> bool {
        let statuses = |position: &Self| -> Vec<(String, Option<String>)> {
            let dragons = position.dragons.iter();
            let of = |(stones, fields): (&String, &BTreeMap<String, String>)| {
                (stones.clone(), fields.get("status").cloned())
            };
            dragons.map(of).collect()
        };
        statuses(self) == statuses(other)
    }
}

/// How many points have the same numbers, and how many are compared, for each table.
#[derive(Default)]
struct Points {
    positions: usize,
    counts: [(usize, usize); 4],
}

impl Points {
    fn add(&mut self, ours: &Position, theirs: &Position) {
        self.positions += 1;
        let tables = ours.influence.iter().zip(&theirs.influence);
        for ((ours, theirs), (agreed, all)) in tables.zip(&mut self.counts) {
            assert_eq!(ours.len(), theirs.len(), "points of a table");
            *all += ours.len();
            let pairs = ours.iter().zip(theirs);
            let near = |(ours, theirs): &(&f64, &f64)| within_five_percent(**ours, **theirs);
            *agreed += pairs.filter(near).count();
        }
    }

    fn print(&self, positions: &str) {
        println!(
            "points that agree within 5 %, {} {positions}",
            self.positions
        );
        for (table, (agreed, all)) in TABLES.iter().zip(self.counts) {
            let share = 100.0 * agreed as f64 / all.max(1) as f64;
            println!("{table:<24} {share:6.2} %");
        }
    }
}

/// The dragons; `timed` is the question whose time counts.
fn dragons(engine: &mut Engine, timed: &str, file: &Path, moves: usize) -> Result<Dragons, Failed> {
    engine.load(file, moves)?;
    engine.timed(timed)?;
    let stones = engine.client.send("dragon_stones")?;
    let mut dragons = Dragons::new();
    for line in stones.text().lines() {
        let mut names: Vec<&str> = line.split_whitespace().collect();
        names.sort_unstable();
        let Some(first) = names.first() else {
            continue;
        };
        let data = engine.client.send(&format!("dragon_data {first}"))?;
        let fields = data.text().lines().filter_map(|line| line.split_once(' '));
        let fields = fields.map(|(field, value)| (field.to_owned(), value.trim().to_owned()));
        dragons.insert(names.join(" "), fields.collect());
    }
    Ok(dragons)
}

/// For each field, in how many dragons of both programs it agrees.
#[derive(Default)]
struct Tally {
    theirs: usize,
    common: usize,
    agreed: BTreeMap<String, usize>,
}

impl Tally {
    fn add(&mut self, ours: &Dragons, theirs: &Dragons) {
        self.theirs += theirs.len();
        for (stones, fields) in theirs {
            let Some(own) = ours.get(stones) else {
                continue;
            };
            self.common += 1;
            for (field, value) in own {
                let same = fields.get(field).is_some_and(|other| alike(value, other));
                *self.agreed.entry(field.clone()).or_default() += usize::from(same);
            }
        }
    }

    fn share(&self, field: &str) -> f64 {
        100.0 * self.agreed.get(field).copied().unwrap_or(0) as f64 / self.common.max(1) as f64
    }
}

/// Numbers may differ in the second decimal, since the programs add up in a different order.
fn alike(ours: &str, theirs: &str) -> bool {
    let number = |text: &str| {
        text.contains('.')
            .then(|| text.parse::<f64>().ok())
            .flatten()
    };
    let near = |(a, b): (f64, f64)| (a - b).abs() < 0.011_f64.max(0.005 * a.abs());
    ours == theirs || number(ours).zip(number(theirs)).is_some_and(near)
}

/// The least share of common dragons, in percent, that must agree in a field: also on the few
/// positions of the usual run, where a group that differs changes the lists of all its neighbours.
const FLOORS: &[(&str, f64)] = &[
    ("color", 100.0),
    ("size", 100.0),
    ("effective_size", 99.0),
    ("genus", 90.0),
    ("lunch", 95.0),
    ("crude_status", 95.0),
    ("escape_route", 95.0),
    ("heye", 90.0),
    ("strings", 95.0),
    ("surround_status", 95.0),
    ("surround_size", 90.0),
    ("weakness_pre_owl", 88.0),
    ("moyo_size", 85.0),
    ("moyo_territorial_value", 78.0),
    ("neighbors", 60.0),
    ("hostile_neighbors", 78.0),
];

/// How long GNU Go may think about a position: its owl takes more than ten minutes in some.
const PATIENCE: Duration = Duration::from_mins(1);

/// The least share of dragons, in percent, that have the same stones.
const SAME_GROUPS: f64 = 85.0;

fn compare((gnugo, archive, databases): (PathBuf, PathBuf, PathBuf)) -> Result<(), Failed> {
    let positions = comparison::positions("KATACHI_DRAGON_POSITIONS", 5);
    let [mut ours, mut theirs] = Engine::both(&databases.to_string_lossy(), &gnugo)?;
    let mut tally = Tally::default();
    let mut compared = 0;
    let [mut everywhere, mut judged_alike] = [(); 2].map(|()| Points::default());
    comparison::visit(&archive, positions, (10, 190), |file, moves| {
        let them = theirs.within(PATIENCE, |theirs| {
            Position::ask(theirs, "eval_eye A1", file, moves)
        })?;
        let Some(them) = them else {
            println!("left out: no answer of GNU Go after move {moves}");
            return Ok(());
        };
        compared += 1;
        let us = Position::ask(&mut ours, "dragon_stones", file, moves)?;
        tally.add(&us.dragons, &them.dragons);
        everywhere.add(&us, &them);
        if us.is_judged_alike(&them) {
            judged_alike.add(&us, &them);
        }
        Ok(())
    })?;
    assert!(10 * compared >= 9 * positions, "{compared} positions");
    let same = 100.0 * tally.common as f64 / tally.theirs.max(1) as f64;
    println!("{} dragons of {compared} positions", tally.theirs);
    println!("{:<24} {same:6.2} %", "the same stones");
    for field in tally.agreed.keys() {
        println!("{field:<24} {:6.2} %", tally.share(field));
    }
    everywhere.print("positions");
    judged_alike.print("of them where all dragons and their statuses are the same");
    let (us, them) = (ours.each(compared), theirs.each(compared));
    let ratio = them / us;
    println!("{us:.1} ms a position up to crude dragons, GNU Go {them:.1} ms: ratio {ratio:.2}");
    assert!(
        same >= SAME_GROUPS,
        "{same:.2} % of the groups are the same"
    );
    comparison::expect(FLOORS, |field| tally.share(field));
    Ok(())
}

pub fn trials() -> Vec<Trial> {
    vec![trial(
        "dragon_data_of_real_games",
        comparison::peer(),
        compare,
    )]
}
