//! `dragon_data` in comparison with GNU Go's, on positions of real games, both with GNU Go's
//! databases: which groups are the same, which fields agree, and the time that both take.
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
use std::time::{Duration, Instant};

use katachi_gtp::Client;
use katachi_testkit::{Need, Trial, archived, program, shared, trial};
use libtest_mimic::Failed;
use tempfile::TempDir;

/// The fields of each dragon, by its stones as `dragon_stones` lists them.
type Dragons = BTreeMap<String, BTreeMap<String, String>>;

struct Engine {
    client: Client,
    spent: Duration,
}

impl Engine {
    fn start(program: &Path, arguments: &[&str]) -> Result<Self, Failed> {
        Ok(Self {
            client: Client::spawn(program, arguments)?,
            spent: Duration::ZERO,
        })
    }

    fn dragons(&mut self, file: &Path, moves: usize) -> Result<Dragons, Failed> {
        let load = format!("loadsgf {} {moves}", file.display());
        let loaded = self.client.send(&load)?;
        assert!(loaded.is_success(), "{load}: {loaded:?}");
        let began = Instant::now();
        let stones = self.client.send("dragon_stones")?;
        self.spent += began.elapsed();
        let mut dragons = Dragons::new();
        for line in stones.text().lines() {
            let mut names: Vec<&str> = line.split_whitespace().collect();
            names.sort_unstable();
            let Some(first) = names.first() else {
                continue;
            };
            let data = self.client.send(&format!("dragon_data {first}"))?;
            let fields = data.text().lines().filter_map(|line| line.split_once(' '));
            let fields = fields.map(|(field, value)| (field.to_owned(), value.trim().to_owned()));
            dragons.insert(names.join(" "), fields.collect());
        }
        Ok(dragons)
    }
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

/// The least share of common dragons, in percent, that must agree in a field.
const FLOORS: &[(&str, f64)] = &[
    ("color", 100.0),
    ("size", 100.0),
    ("effective_size", 99.0),
    ("genus", 90.0),
    ("lunch", 95.0),
    ("crude_status", 95.0),
    ("escape_route", 95.0),
    ("surround_status", 95.0),
    ("moyo_size", 85.0),
    ("hostile_neighbors", 85.0),
];

/// The least share of dragons, in percent, that have the same stones.
const SAME_GROUPS: f64 = 85.0;

fn compare((gnugo, archive, databases): (PathBuf, PathBuf, PathBuf)) -> Result<(), Failed> {
    let asked = std::env::var("KATACHI_DRAGON_POSITIONS").ok();
    let positions: usize = asked.map_or(5, |text| text.parse().expect("a number"));
    let katachi = Path::new(env!("CARGO_BIN_EXE_katachi"));
    let folder = databases.to_string_lossy().into_owned();
    let mut ours = Engine::start(katachi, &["gtp", "--patterns", &folder, "--seed", "1"])?;
    let mut theirs = Engine::start(&gnugo, &["--mode", "gtp", "--quiet"])?;
    let games = archived(&archive, "sgf")?;
    let temporary = TempDir::new()?;
    let file = temporary.path().join("game.sgf");
    let mut tally = Tally::default();
    let step = (games.len() / positions).max(1);
    for (round, bytes) in games.values().step_by(step).take(positions).enumerate() {
        std::fs::write(&file, bytes)?;
        let moves = 10 + round * 37 % 190;
        let (us, them) = (ours.dragons(&file, moves)?, theirs.dragons(&file, moves)?);
        tally.add(&us, &them);
    }
    let same = 100.0 * tally.common as f64 / tally.theirs.max(1) as f64;
    println!("{} dragons of {positions} positions", tally.theirs);
    println!("{:<24} {same:6.2} %", "the same stones");
    for field in tally.agreed.keys() {
        println!("{field:<24} {:6.2} %", tally.share(field));
    }
    let each = |engine: &Engine| engine.spent.as_secs_f64() * 1000.0 / positions as f64;
    let (us, them) = (each(&ours), each(&theirs));
    println!("{us:.1} ms a position, GNU Go {them:.1} ms (with owl)");
    assert!(
        same >= SAME_GROUPS,
        "{same:.2} % of the groups are the same"
    );
    for (field, floor) in FLOORS {
        let share = tally.share(field);
        assert!(
            share >= *floor,
            "{field}: {share:.2} % agree, expected {floor} %"
        );
    }
    Ok(())
}

pub fn trials() -> Vec<Trial> {
    let need = || -> Need<(PathBuf, PathBuf, PathBuf)> {
        let archive = shared("data/games/pro19/kisei.tgz")?;
        Ok((
            program("gnugo")?,
            archive,
            shared("peer/gnugo-3.8/patterns")?,
        ))
    };
    vec![trial("dragon_data_of_real_games", need(), compare)]
}
