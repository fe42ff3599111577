//! `worm_data` in comparison with GNU Go's, on positions of real games: which fields agree, and the
//! time that both take.
//!
//! The usual run asks about a few positions. The long run prints a table:
//!
//! ```text
//! KATACHI_WORM_POSITIONS=200 cargo test --profile ci -p katachi --test trials worms:: -- --nocapture
//! ```

#![allow(
    clippy::print_stdout,
    reason = "the figures are what the long run is for"
)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use katachi_testkit::{Trial, program, shared, trial};
use libtest_mimic::Failed;

use crate::comparison::{self, Engine};

/// The fields of each string, by its origin.
type Worms = BTreeMap<String, BTreeMap<String, String>>;

fn worms(engine: &mut Engine, file: &Path, moves: usize) -> Result<Worms, Failed> {
    engine.load(file, moves)?;
    let mut reply = engine.timed("worm_data")?;
    if engine.client.send("known_command dragon_data")?.text() == "true" {
        // GNU Go counts cuts only when it analyses dragons.
        engine.client.send("dragon_data A1")?;
        reply = engine.client.send("worm_data")?;
    }
    let mut worms = Worms::new();
    let mut point = String::new();
    for line in reply.text().lines() {
        if let Some(name) = line.strip_suffix(':') {
            name.trim().clone_into(&mut point);
        } else if let Some((field, value)) = line.split_once(' ') {
            let fields = worms.entry(point.clone()).or_default();
            fields.insert(field.to_owned(), value.trim().to_owned());
        }
    }
    // A string is listed by its origin; empty points are skipped.
    worms.retain(|point, fields| fields["origin"] == *point && fields["color"] != "empty");
    Ok(worms)
}

/// For each field, how often it agreed, and for how many strings.
#[derive(Default)]
struct Tally {
    strings: usize,
    agreed: BTreeMap<String, usize>,
}

impl Tally {
    fn add(&mut self, ours: &Worms, theirs: &Worms) {
        assert!(ours.keys().eq(theirs.keys()), "the same strings");
        for (origin, fields) in theirs {
            self.strings += 1;
            for (field, value) in fields {
                let same = alike(field, &ours[origin][field], value);
                *self.agreed.entry(field.clone()).or_default() += usize::from(same);
            }
        }
    }

    fn share(&self, field: &str) -> f64 {
        self.agreed[field] as f64 / self.strings as f64
    }
}

/// Sizes are rounded to hundredths, since the programs add up in a different order.
fn alike(field: &str, ours: &str, theirs: &str) -> bool {
    let number = |text: &str| text.parse::<f64>().unwrap_or(f64::NAN);
    ours == theirs || field == "effective_size" && (number(ours) - number(theirs)).abs() < 0.011
}

/// The least share of strings, in percent, that must agree in a field: all, if the field needs no
/// reading.
const FLOORS: &[(&str, f64)] = &[
    ("color", 100.0),
    ("size", 100.0),
    ("effective_size", 100.0),
    ("liberties", 100.0),
    ("liberties2", 99.5),
    ("liberties3", 99.5),
    ("liberties4", 99.5),
    ("attack_code", 97.0),
    ("defense_code", 96.0),
    ("lunch", 95.0),
    ("cutstone", 95.0),
    ("cutstone2", 99.0),
    ("genus", 100.0),
    ("inessential", 99.5),
    ("invincible", 99.5),
    ("unconditional_status", 99.5),
];

fn compare(gnugo: &Path, archive: &Path) -> Result<(), Failed> {
    let positions = comparison::positions("KATACHI_WORM_POSITIONS", 8);
    let [mut ours, mut theirs] = Engine::both("builtin", gnugo)?;
    let mut tally = Tally::default();
    comparison::visit(archive, positions, (20, 180), |file, moves| {
        let us = worms(&mut ours, file, moves)?;
        tally.add(&us, &worms(&mut theirs, file, moves)?);
        Ok(())
    })?;
    println!("{} strings of {positions} positions", tally.strings);
    for field in tally.agreed.keys() {
        println!("{field:<20} {:6.2} %", 100.0 * tally.share(field));
    }
    println!(
        "{:.1} ms a position, GNU Go {:.1} ms",
        ours.each(positions),
        theirs.each(positions)
    );
    comparison::expect(FLOORS, |field| 100.0 * tally.share(field));
    Ok(())
}

pub fn trials() -> Vec<Trial> {
    let need = || -> katachi_testkit::Need<(PathBuf, PathBuf)> {
        Ok((program("gnugo")?, shared("data/games/pro19/kisei.tgz")?))
    };
    vec![trial(
        "worm_data_of_real_games",
        need(),
        |(gnugo, archive)| compare(&gnugo, &archive),
    )]
}
