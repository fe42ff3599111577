//! Does the crude safety of a dragon, before its life is read, foretell whether it dies? A
//! network's ownership of its stones is the truth. Ours, with our databases, next to GNU Go's, on
//! games that had no part in the choice of our patterns.
//!
//! Crude safety is `weakness_pre_owl`; with tactics, a dragon that is tactically dead is the
//! weakest and an invincible one the strongest. Both programs know that before they read lives,
//! too.
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
/// From this number of positions on, ours must be as large as GNU Go's, but for what some thousand
/// dragons leave to chance.
const MANY: usize = 100;
const CHANCE: f64 = 0.005;

/// What a program says of a dragon, and whether it dies.
#[derive(Clone, Copy, Debug)]
struct Judged {
    dies: bool,
    weakness: f64,
    /// `safety`, as `dragon_data` writes it.
    is_tactically_dead: bool,
    is_invincible: bool,
}

impl Judged {
    /// The weakness, and with what tactics say.
    fn measures(self) -> [f64; 2] {
        let tactics = if self.is_tactically_dead {
            2.0
        } else if self.is_invincible {
            -1.0
        } else {
            self.weakness
        };
        [self.weakness, tactics]
    }
}

/// The dragons of a position by their stones, in the order of the board.
type Dragons = BTreeMap<Vec<usize>, Judged>;

/// The area under the curve of a measure; nothing if no dragon dies or none lives.
fn area(dragons: &[Judged], measure: usize) -> Option<f64> {
    let of = |dies: bool| {
        let group = dragons.iter().filter(move |dragon| dragon.dies == dies);
        group.map(move |dragon| dragon.measures()[measure])
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

/// The dragons of a program, by their stones, from its weakness and safety for each.
fn judged<'a>(
    board: &Board,
    label: &Label,
    dragons: impl Iterator<Item = (PointSet, f64, &'a str)>,
) -> Dragons {
    let ownership = label.ownership();
    let key = |stones: &PointSet| {
        let places = board.size().points().enumerate();
        let places = places.filter(|(_, point)| stones.contains(*point));
        places.map(|(place, _)| place).collect()
    };
    let of = |(stones, weakness, safety): (PointSet, f64, &str)| {
        let judged = Judged {
            dies: dies(board, &ownership, &stones),
            weakness,
            is_tactically_dead: safety == "tactically dead",
            is_invincible: safety == "invincible",
        };
        (key(&stones), judged)
    };
    dragons.map(of).collect()
}

/// What GNU Go says of the dragons of a position.
fn theirs(client: &mut Client, board: &Board) -> Result<Vec<(PointSet, f64, String)>, Failed> {
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
        let of = |name: &str| {
            let fields = data.text().lines().filter_map(|line| line.split_once(' '));
            let mut values = fields.filter(|(field, _)| *field == name);
            let value = values.next().map(|(_, value)| value.trim().to_owned());
            value.ok_or_else(|| format!("no {name} in {:?}", data.text()))
        };
        let weakness: f64 = of("weakness_pre_owl")?.parse()?;
        dragons.push((points.collect(), weakness, of("safety")?));
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
        let them = them
            .iter()
            .map(|(stones, weakness, safety)| (*stones, *weakness, safety.as_str()));
        let them = judged(&board, label, them);
        let mut position = analyst.position(&board, 0.0, Scoring::Territory);
        let dragons = position.dragons();
        let us = dragons.iter().map(|dragon| {
            let weakness = f64::from(dragon.crude_weakness);
            (dragon.stones, weakness, dragon.safety.name())
        });
        let us = judged(&board, label, us);
        for (stones, &dragon) in &us {
            if let Some(&other) = them.get(stones) {
                shared.push(dragon);
                seen.push(other);
            }
        }
        own.extend(us.into_values());
        peer.extend(them.into_values());
    }
    assert!(10 * compared >= 9 * labels.len(), "{compared} positions");
    let die = own.iter().filter(|dragon| dragon.dies).count();
    println!(
        "{compared} positions; of our {} dragons {die} die",
        own.len()
    );
    let mut table = Vec::new();
    for (what, us, them) in [
        ("dragons of each program", &own, &peer),
        ("dragons that both see", &shared, &seen),
    ] {
        for (measure, name) in ["weakness", "with tactics"].into_iter().enumerate() {
            let areas = [us, them].map(|dragons| area(dragons, measure));
            let [Some(our_area), Some(their_area)] = areas else {
                return Err(format!("{what}: none dies, or none lives").into());
            };
            let (number, other) = (us.len(), them.len());
            println!(
                "{what} ({number}, {other}), {name}: ours {our_area:.4}, GNU Go's {their_area:.4}"
            );
            table.push((what, name, our_area, their_area));
        }
    }
    for (what, name, us, them) in table {
        assert!(us >= FLOOR, "{what}, {name}: {us:.4}, expected {FLOOR}");
        let is_worse = compared >= MANY && us < them - CHANCE;
        assert!(!is_worse, "{what}, {name}: {us:.4}, GNU Go's {them:.4}");
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
