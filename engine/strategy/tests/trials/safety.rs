//! Does the crude safety of a dragon, before its life is read, foretell whether it dies? A network's
//! ownership of its stones is the truth. Our weakness, with our databases, next to GNU Go's
//! `weakness_pre_owl`, on games that had no part in the choice of our patterns.
//!
//! The measure is the area under the curve: the share of pairs of a dragon that dies and one that
//! lives in which the first is the weaker one; ties count half. Both programs are judged on the
//! dragons that both see, and each on its own.
//!
//! The usual run looks at a few positions. The long run prints a table:
//!
//! ```text
//! KATACHI_SAFETY_POSITIONS=150 cargo test --profile ci -p katachi-strategy --test trials safety:: -- --nocapture
//! ```

#![allow(
    clippy::print_stdout,
    reason = "the figures are what the long run is for"
)]

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use katachi_board::{Board, PointSet, Scoring};
use katachi_gtp::Client;
use katachi_strategy::{Analyst, Knowledge};
use katachi_testkit::gtp::ok;
use katachi_testkit::{Need, Trial, program, trial};
use libtest_mimic::Failed;

use crate::games::{number, ours};
use crate::labels::{Games, Label, Part, labels, stone};

/// How long GNU Go may think about a position: its owl takes more than ten minutes in some.
const PATIENCE: Duration = Duration::from_mins(2);

/// The least area under our curve.
const FLOOR: f64 = 0.9;
/// From this number of positions on, ours must be at least as large as GNU Go's.
const MANY: usize = 100;

/// Whether a dragon dies, by its stones in the order of the board, and how weak it is said to be.
type Dragons = BTreeMap<Vec<usize>, (bool, f64)>;

/// The area under the curve; nothing if no dragon dies or none lives.
fn area(dragons: &[(bool, f64)]) -> Option<f64> {
    let of = |dies: bool| {
        let group = dragons.iter().filter(move |dragon| dragon.0 == dies);
        group.map(|dragon| dragon.1)
    };
    let pairs = of(true).count() * of(false).count();
    let won = of(true).flat_map(|dead| {
        of(false).map(move |alive| match dead.total_cmp(&alive) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        })
    });
    let won: f64 = won.sum();
    (pairs > 0).then(|| won / pairs as f64)
}

/// Whether the network expects a dragon to die: its stones belong to the opponent, on average.
fn dies(board: &Board, ownership: &[f32], stones: &PointSet) -> bool {
    let points = board.size().points().zip(ownership);
    let points = points.filter(|(point, _)| stones.contains(*point));
    let kept: f32 = points
        .map(|(point, owner)| owner * stone(board, point))
        .sum();
    kept < 0.0
}

/// The dragons of a program, by their stones and its weakness for each.
fn judged(board: &Board, label: &Label, dragons: impl Iterator<Item = (PointSet, f64)>) -> Dragons {
    let ownership = label.ownership();
    let key = |stones: &PointSet| {
        let places = board.size().points().enumerate();
        let places = places.filter(|(_, point)| stones.contains(*point));
        places.map(|(place, _)| place).collect()
    };
    let of = |(stones, weakness)| (key(&stones), (dies(board, &ownership, &stones), weakness));
    dragons.map(of).collect()
}

/// What GNU Go says of the dragons of a position.
fn theirs(client: &mut Client, board: &Board) -> Result<Vec<(PointSet, f64)>, Failed> {
    let size = board.size();
    let stones = client.send("dragon_stones")?;
    let mut dragons = Vec::new();
    for line in stones.text().lines() {
        let names: Vec<&str> = line.split_whitespace().collect();
        let Some(first) = names.first() else {
            continue;
        };
        let points = size.points().filter(|point| {
            let name = point.vertex(size).to_string();
            names.contains(&name.as_str())
        });
        let data = client.send(&format!("dragon_data {first}"))?;
        let weakness = data.text().lines().find_map(|line| {
            let (field, value) = line.split_once(' ')?;
            let value = value.trim().parse().ok()?;
            (field == "weakness_pre_owl").then_some(value)
        });
        let weakness = weakness.ok_or_else(|| format!("no weakness in {:?}", data.text()))?;
        dragons.push((points.collect(), weakness));
    }
    Ok(dragons)
}

fn compare(gnugo: &PathBuf, labels: &[Label]) -> Result<(), Failed> {
    let files = ["conn", "influence", "barriers", "eyes"];
    let databases = files.map(|name| ours(&format!("patterns/{name}.db")));
    let mut analyst = Analyst::new(Knowledge::new(databases.to_vec()), 10);
    let start = || Client::spawn(gnugo, ["--mode", "gtp", "--quiet"]);
    let mut client = start()?;
    let mut games = Games::default();
    // Ours, GNU Go's, and of those that both see ours and GNU Go's.
    let [mut own, mut peer, mut shared, mut seen] = [(); 4].map(|()| Vec::new());
    let mut compared = 0;
    for label in labels {
        let board = games.board(label).ok_or("a game is missing")?;
        client.set_time_limit(PATIENCE);
        ok(&mut client, &format!("boardsize {}", board.size()));
        for color in katachi_board::Color::BOTH {
            for point in board.stones(color) {
                let vertex = point.vertex(board.size());
                ok(&mut client, &format!("play {color} {vertex}"));
            }
        }
        let Ok(them) = theirs(&mut client, &board) else {
            println!("left out: {}, move {}", label.game, label.number);
            client = start()?;
            continue;
        };
        compared += 1;
        let them = judged(&board, label, them.into_iter());
        let mut position = analyst.position(&board, 0.0, Scoring::Territory);
        let dragons = position.dragons();
        let us = dragons
            .iter()
            .map(|dragon| (dragon.stones, f64::from(dragon.crude_weakness)));
        let us = judged(&board, label, us);
        for (stones, &(dies, weakness)) in &us {
            if let Some(&(_, other)) = them.get(stones) {
                shared.push((dies, weakness));
                seen.push((dies, other));
            }
        }
        own.extend(us.into_values());
        peer.extend(them.into_values());
    }
    assert!(10 * compared >= 9 * labels.len(), "{compared} positions");
    let die = own.iter().filter(|dragon| dragon.0).count();
    println!(
        "{compared} positions; of our {} dragons {die} die",
        own.len()
    );
    let mut table = Vec::new();
    for (what, us, them) in [
        ("dragons of each program", &own, &peer),
        ("dragons that both see", &shared, &seen),
    ] {
        let areas = [us, them].map(|dragons| area(dragons));
        let [Some(us_area), Some(them_area)] = areas else {
            return Err(format!("{what}: none dies, or none lives").into());
        };
        let (number, other) = (us.len(), them.len());
        println!("{what} ({number}, {other}): ours {us_area:.4}, GNU Go's {them_area:.4}");
        table.push((what, us_area, them_area));
    }
    for (what, us, them) in table {
        assert!(us >= FLOOR, "{what}: {us:.4}, expected {FLOOR}");
        let is_worse = compared >= MANY && us < them;
        assert!(!is_worse, "{what}: {us:.4}, GNU Go's {them:.4}");
    }
    Ok(())
}

pub fn trials() -> Vec<Trial> {
    let need = || -> Need<(PathBuf, Arc<Vec<Label>>)> {
        let positions = number("KATACHI_SAFETY_POSITIONS", 4);
        let labels = labels(Part::Report, positions)?;
        Ok((program("gnugo")?, Arc::new(labels)))
    };
    vec![trial(
        "crude_safety_foretells_death",
        need(),
        |(gnugo, labels)| compare(&gnugo, &labels),
    )]
}
