//! The influence after a move in comparison with GNU Go's, on positions of real games, both with
//! GNU Go's databases.
//!
//! The usual run asks about a few moves. The long run prints a table:
//!
//! ```text
//! KATACHI_MOVE_POSITIONS=100 cargo test --profile ci -p katachi --test trials moves:: -- --nocapture
//! ```

#![allow(
    clippy::print_stdout,
    reason = "the figures are what the long run is for"
)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use katachi_testkit::gtp::within_five_percent;
use katachi_testkit::{Trial, trial};
use libtest_mimic::Failed;

use crate::comparison::{self, Engine, numbers};

/// What is compared, with the least share of points, in percent, that must agree.
///
/// GNU Go reads life and death before, and both programs judge in their own way which stones die or
/// live by a move. So the floors are lower than those of a run with the same stones.
const FLOORS: &[(&str, f64)] = &[
    ("white_influence", 75.0),
    ("black_influence", 75.0),
    ("territory_value", 75.0),
];

fn compare((gnugo, archive, databases): (PathBuf, PathBuf, PathBuf)) -> Result<(), Failed> {
    let positions = comparison::positions("KATACHI_MOVE_POSITIONS", 4);
    let [mut ours, mut theirs] = Engine::both(&databases.to_string_lossy(), &gnugo)?;
    let mut tally: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    comparison::visit(&archive, positions, (10, 190), |file: &Path, moves| {
        ours.load(file, moves)?;
        theirs.load(file, moves)?;
        let color = ["black", "white"][(moves + 1) % 2];
        let best = theirs.client.send(&format!("reg_genmove {color}"))?;
        if best.text().eq_ignore_ascii_case("pass") {
            return Ok(());
        }
        for (what, _) in FLOORS {
            let command = format!("move_influence {color} {} {what}", best.text());
            let us = numbers(&command, &ours.timed(&command)?)?;
            let them = numbers(&command, &theirs.timed(&command)?)?;
            assert_eq!(us.len(), them.len());
            let same = us
                .iter()
                .zip(&them)
                .filter(|(a, b)| within_five_percent(**a, **b));
            let (agreed, all) = tally.entry(what).or_default();
            *agreed += same.count();
            *all += us.len();
        }
        Ok(())
    })?;
    let share = |what: &str| {
        let (agreed, all) = tally.get(what).copied().unwrap_or_default();
        100.0 * agreed as f64 / all.max(1) as f64
    };
    for (what, _) in FLOORS {
        println!("{what:<20} {:6.2} % of the points", share(what));
    }
    comparison::expect(FLOORS, share);
    Ok(())
}

pub fn trials() -> Vec<Trial> {
    vec![trial(
        "influence_after_moves_of_real_games",
        comparison::peer(),
        compare,
    )]
}
