//! Free handicap by GNU Go's own database: each of its stones comes from it, and the first ones are
//! drawn as often as GNU Go draws them.

use std::collections::BTreeMap;
use std::path::Path;

use katachi_board::{BoardSize, Point};
use katachi_gtp::Client;
use katachi_testkit::{Trial, program, shared, trial};
use libtest_mimic::Failed;

/// The handicaps that each engine places.
const SEEDS: u32 = 400;

/// The greatest difference between two shares of chance: four standard deviations.
const TOLERANCE: f64 = 0.14;

/// How often the stone in a corner stands on each pair of lines, as a share.
type Shares = BTreeMap<(usize, usize), f64>;

fn points(client: &mut Client, seed: u32, stones: usize) -> Result<Vec<Point>, Failed> {
    for command in ["boardsize 19", &format!("set_random_seed {seed}")] {
        client.send(command)?;
    }
    let reply = client.send(&format!("place_free_handicap {stones}"))?;
    let names = reply.text().split_whitespace();
    let found: Result<Vec<Point>, _> = names
        .map(|name| Point::from_vertex(name, BoardSize::NINETEEN))
        .collect();
    Ok(found.map_err(|error| format!("{error}: {reply:?}"))?)
}

/// The lines of the stones of handicaps of two.
fn shares(client: &mut Client) -> Result<Shares, Failed> {
    let mut counts = Shares::new();
    let line = |at: usize| at.min(18 - at) + 1;
    for seed in 1..=SEEDS {
        for point in points(client, seed, 2)? {
            let lines = (line(point.row()), line(point.col()));
            let pair = (lines.0.min(lines.1), lines.0.max(lines.1));
            *counts.entry(pair).or_default() += 1.0 / f64::from(2 * SEEDS);
        }
    }
    Ok(counts)
}

fn start(program: &Path, arguments: &[&str]) -> Result<Client, Failed> {
    Ok(Client::spawn(program, arguments)?)
}

fn ours(database: &Path) -> Result<Client, Failed> {
    let database = database.to_string_lossy();
    let katachi = Path::new(env!("CARGO_BIN_EXE_katachi"));
    start(katachi, &["gtp", "--patterns", &database])
}

fn drawn_alike(gnugo: &Path, database: &Path) -> Result<(), Failed> {
    let theirs = shares(&mut start(gnugo, &["--mode", "gtp", "--quiet"])?)?;
    let ours = shares(&mut ours(database)?)?;
    for lines in theirs.keys().chain(ours.keys()) {
        let share = |shares: &Shares| shares.get(lines).copied().unwrap_or_default();
        if (share(&theirs) - share(&ours)).abs() > TOLERANCE {
            return Err(format!("lines {lines:?}: theirs {theirs:?}, ours {ours:?}").into());
        }
    }
    Ok(())
}

fn every_number(database: &Path) -> Result<(), Failed> {
    let mut client = ours(database)?;
    for stones in 2..=40 {
        let found = points(&mut client, 1, stones)?;
        if found.len() != stones {
            return Err(format!("{stones} stones: {found:?}").into());
        }
    }
    Ok(())
}

pub fn trials() -> Vec<Trial> {
    let database = || shared("peer/gnugo-3.8/patterns/handicap.db");
    let both = program("gnugo").and_then(|gnugo| Ok((gnugo, database()?)));
    vec![
        trial("drawn_as_by_gnugo", both, |(gnugo, database)| {
            drawn_alike(&gnugo, &database)
        }),
        trial("every_number_by_gnugos_database", database(), |database| {
            every_number(&database)
        }),
    ]
}
