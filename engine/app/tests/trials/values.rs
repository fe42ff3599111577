//! The values of moves in comparison with GNU Go's, on positions of professional games, both with
//! GNU Go's databases: ours by patterns and reading, without a search.
//!
//! A hash of the records draws the games and the moves. Every second game is held back, so that
//! changes can be tuned on the others. The usual run compares a few positions. The long run prints
//! a table; `KATACHI_VALUE_LIST=8` lists the moves of the tuning part whose values differ by at
//! least 8 points:
//!
//! ```text
//! KATACHI_VALUE_POSITIONS=500 cargo test --profile ci -p katachi --test trials values:: -- --nocapture
//! ```

#![allow(
    clippy::print_stdout,
    reason = "the figures are what the long run is for"
)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use katachi_testkit::{Trial, archived, trial};
use libtest_mimic::Failed;
use tempfile::TempDir;

use crate::comparison::{self, Engine};

/// How long GNU Go may think about a position.
const PATIENCE: Duration = Duration::from_secs(100);

/// The moves of a game among which a position is drawn.
const MOVES: std::ops::Range<usize> = 8..220;

/// GNU Go gives neutral points and the like values below this, in points.
const SLIGHT: f32 = 1.0;

/// The least agreement with GNU Go. Both judge life and death in their own way, so that the floors
/// are low; they are for a run of a few positions.
const FLOORS: &[(&str, f64)] = &[
    ("rank correlation", 5.0),
    ("GNU Go's best in our top 3", 10.0),
];

/// What a program thinks about the moves of a position.
struct Values {
    /// The value of each move, in points.
    points: BTreeMap<String, f32>,
    /// What the program says about each of them.
    lines: BTreeMap<String, String>,
}

impl Values {
    /// From lines of a point and a value, which may say more.
    fn read(text: &str) -> Self {
        let (mut points, mut lines) = (BTreeMap::new(), BTreeMap::new());
        for line in text.lines() {
            let mut words = line.split_whitespace();
            if let (Some(point), Some(Ok(value))) = (words.next(), words.next().map(str::parse)) {
                points.insert(point.to_owned(), value);
                lines.insert(point.to_owned(), line.to_owned());
            }
        }
        Self { points, lines }
    }

    /// The moves, the best first.
    fn ranked(&self) -> Vec<&str> {
        let mut moves: Vec<_> = self.points.iter().collect();
        moves.sort_by(|a, b| b.1.total_cmp(a.1));
        moves.into_iter().map(|(point, _)| point.as_str()).collect()
    }

    fn of(&self, point: &str) -> f32 {
        self.points.get(point).copied().unwrap_or(0.0)
    }
}

/// Spearman's rank correlation, -1 to 1; `None` if there are less than three pairs, or if all
/// values of a side are equal.
fn rank_correlation(pairs: &[(f32, f32)]) -> Option<f64> {
    let ranks = |of: fn(&(f32, f32)) -> f32| -> Vec<f64> {
        let rank = |one: &(f32, f32)| {
            let less = pairs.iter().filter(|other| of(other) < of(one)).count();
            let same = pairs
                .iter()
                .filter(|other| of(other).total_cmp(&of(one)).is_eq())
                .count();
            less as f64 + (same as f64 - 1.0) / 2.0
        };
        pairs.iter().map(rank).collect()
    };
    let (a, b) = (ranks(|pair| pair.0), ranks(|pair| pair.1));
    let middle = (pairs.len() as f64 - 1.0) / 2.0;
    let product = |a: &[f64], b: &[f64]| -> f64 {
        a.iter()
            .zip(b)
            .map(|(a, b)| (a - middle) * (b - middle))
            .sum()
    };
    let spread = (product(&a, &a) * product(&b, &b)).sqrt();
    (pairs.len() >= 3 && spread > 0.0).then(|| product(&a, &b) / spread)
}

/// What agrees in one part of the positions.
#[derive(Default)]
struct Tally {
    positions: usize,
    correlations: Vec<f64>,
    same_best: usize,
    in_top_three: usize,
    /// The difference of the best values, ours minus GNU Go's, in points.
    beyond: f64,
    /// Moves that only one side values above `SLIGHT`.
    only_ours: usize,
    only_theirs: usize,
}

impl Tally {
    fn add(&mut self, ours: &Values, theirs: &Values) {
        let both = ours.points.iter().filter_map(|(point, &value)| {
            let other = theirs.points.get(point)?;
            Some((value, *other))
        });
        let both: Vec<(f32, f32)> = both.collect();
        self.positions += 1;
        self.correlations.extend(rank_correlation(&both));
        let (us, them) = (ours.ranked(), theirs.ranked());
        let (Some(best), Some(wanted)) = (us.first(), them.first()) else {
            return;
        };
        self.same_best += usize::from(best == wanted);
        self.in_top_three += usize::from(us.iter().take(3).any(|one| one == wanted));
        self.beyond += f64::from(ours.of(best) - theirs.of(wanted));
        let only = |these: &Values, those: &Values| {
            let counts = these.points.iter();
            let counts = counts.filter(|&(point, &value)| value >= SLIGHT && those.of(point) < 0.1);
            counts.count()
        };
        self.only_ours += only(ours, theirs);
        self.only_theirs += only(theirs, ours);
    }

    /// A figure: percent, points, or moves of a position.
    fn figure(&self, field: &str) -> f64 {
        let each = |sum: f64| sum / self.positions.max(1) as f64;
        match field {
            "rank correlation" => {
                let sum: f64 = self.correlations.iter().sum();
                100.0 * sum / self.correlations.len().max(1) as f64
            }
            "the same best move" => 100.0 * each(self.same_best as f64),
            "GNU Go's best in our top 3" => 100.0 * each(self.in_top_three as f64),
            "best value, ours minus GNU Go's" => each(self.beyond),
            "moves that only we value" => each(self.only_ours as f64),
            _ => each(self.only_theirs as f64),
        }
    }
}

const FIELDS: &[&str] = &[
    "rank correlation",
    "the same best move",
    "GNU Go's best in our top 3",
    "best value, ours minus GNU Go's",
    "moves that only we value",
    "moves that only GNU Go values",
];

/// Lists the moves whose values differ by at least this much, in points.
fn list(file: &str, moves: usize, least: f32, [ours, theirs]: [&Values; 2]) {
    let all = ours.points.keys().chain(theirs.points.keys());
    let all: std::collections::BTreeSet<&String> = all.collect();
    for point in all {
        let difference = ours.of(point) - theirs.of(point);
        if difference.abs() >= least {
            let line = ours.lines.get(point).map_or("", String::as_str);
            let them = theirs.of(point);
            println!("{file} {moves} {point}: {difference:+.1}, GNU Go {them:.1}, ours {line}");
        }
    }
}

fn compare((gnugo, archive, databases): (PathBuf, PathBuf, PathBuf)) -> Result<(), Failed> {
    let wanted = comparison::positions("KATACHI_VALUE_POSITIONS", 2);
    let least = std::env::var("KATACHI_VALUE_LIST").ok();
    let least: Option<f32> = least.map(|text| text.parse().expect("a number"));
    let [mut ours, mut theirs] = Engine::both(&databases.to_string_lossy(), &gnugo)?;
    let games = archived(&archive, "sgf")?;
    let games = games.iter().filter_map(|(path, bytes)| {
        // Records of several folders share names.
        let name = path.to_string_lossy().into_owned();
        let text = String::from_utf8_lossy(bytes);
        let moves = text.matches(";B[").count() + text.matches(";W[").count();
        let is_long = moves >= 30 && !text.contains("HA[");
        is_long.then(|| (katachi_testkit::hash(&text), name, moves, bytes))
    });
    let mut games: Vec<_> = games.collect();
    games.sort_by_key(|&(hash, ..)| hash);
    let folder = TempDir::new()?;
    let file = folder.path().join("game.sgf");
    let mut parts = [Tally::default(), Tally::default()];
    for (number, (hash, name, moves, bytes)) in games.iter().take(wanted).enumerate() {
        std::fs::write(&file, bytes)?;
        let span = MOVES.end.min(*moves) - MOVES.start;
        let drawn = MOVES.start + (hash >> 20) as usize % span;
        let color = ["white", "black"][drawn % 2];
        let Some(them) = theirs.within(PATIENCE, |theirs| gnugos(theirs, &file, drawn, color))?
        else {
            println!("left out: GNU Go is too slow in {name}");
            continue;
        };
        ours.load(&file, drawn)?;
        let us = ours.client.send(&format!("katachi-values {color}"))?;
        assert!(us.is_success(), "{us:?}");
        let us = Values::read(us.text());
        if let Some(least) = least.filter(|_| number % 2 == 0) {
            list(name, drawn, least, [&us, &them]);
        }
        parts[number % 2].add(&us, &them);
    }
    println!("{:<34} {:>9} {:>9}", "", "tuned", "held back");
    for field in FIELDS {
        let [tuned, held] = parts.each_ref().map(|part| part.figure(field));
        println!("{field:<34} {tuned:9.2} {held:9.2}");
    }
    let [tuned, held] = parts.each_ref().map(|part| part.positions);
    println!("{:<34} {tuned:9} {held:9}", "positions");
    comparison::expect(FLOORS, |field| {
        f64::midpoint(parts[0].figure(field), parts[1].figure(field))
    });
    Ok(())
}

/// GNU Go's values of the moves that a side may play before a move of a record.
fn gnugos(engine: &mut Engine, file: &Path, drawn: usize, color: &str) -> Result<Values, Failed> {
    engine.load(file, drawn)?;
    let best = engine.client.send(&format!("reg_genmove {color}"))?;
    // Without a value, GNU Go's list spoils the reply after it.
    if best.text().eq_ignore_ascii_case("pass") {
        return Ok(Values::read(""));
    }
    Ok(Values::read(engine.client.send("all_move_values")?.text()))
}

pub fn trials() -> Vec<Trial> {
    vec![
        trial("values_of_real_positions", comparison::peer(), compare),
        trial("rank_correlations", Ok(()), |()| {
            let alike = [(1.0, 10.0), (2.0, 20.0), (3.0, 90.0)];
            assert_eq!(rank_correlation(&alike), Some(1.0));
            let against = [(1.0, 3.0), (2.0, 2.0), (3.0, 1.0)];
            assert_eq!(rank_correlation(&against), Some(-1.0));
            assert_eq!(rank_correlation(&alike[..2]), None);
            Ok(())
        }),
    ]
}
