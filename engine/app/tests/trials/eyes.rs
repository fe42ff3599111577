//! `eye_data` and `half_eye_data` in comparison with GNU Go's, on positions of real games, with GNU
//! Go's databases in both programs.
//!
//! The usual run asks about a few positions. The long run prints a table:
//!
//! ```text
//! KATACHI_EYE_POSITIONS=100 cargo test --profile ci -p katachi --test trials eyes:: -- --nocapture
//! ```

#![allow(
    clippy::print_stdout,
    reason = "the figures are what the long run is for"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use katachi_board::{BoardSize, Color};
use katachi_gtp::Client;
use katachi_testkit::{Trial, program, trial};
use libtest_mimic::Failed;
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::comparison::{self, Engine};

/// The fields of a reply.
type Fields = BTreeMap<String, String>;

fn fields(client: &mut Client, command: &str) -> Result<Fields, Failed> {
    let reply = client.send(command)?;
    assert!(reply.is_success(), "{command}: {reply:?}");
    let lines = reply.text().lines();
    let fields = lines.filter_map(|line| line.split_once(' '));
    Ok(fields
        .map(|(name, value)| (name.to_owned(), value.trim().to_owned()))
        .collect())
}

/// For each field, how often it agreed, and out of how many.
#[derive(Default)]
struct Tally(BTreeMap<String, (usize, usize)>);

impl Tally {
    fn add(&mut self, kind: &str, ours: &Fields, theirs: &Fields, names: &[&str]) {
        for &name in names {
            let (same, all) = self.0.entry(format!("{kind} {name}")).or_default();
            *same += usize::from(ours.get(name) == theirs.get(name));
            *all += 1;
        }
    }

    fn share(&self, field: &str) -> f64 {
        let (same, all) = self.0[field];
        100.0 * same as f64 / all as f64
    }
}

const SPACE: &[&str] = &[
    "origin",
    "color",
    "esize",
    "msize",
    "value",
    "marginal",
    "neighbors",
    "marginal_neighbors",
];

const TOPOLOGY: &[&str] = &["value", "type", "attack_point[0]", "defense_point[0]"];

/// The least share of points, in percent, that must agree in a field. Points where neither program
/// sees an eye space do not count.
const FLOORS: &[(&str, f64)] = &[
    ("space color", 97.0),
    ("space marginal", 97.0),
    ("space value", 90.0),
    ("diagonals value", 90.0),
    ("diagonals type", 95.0),
];

fn compare(gnugo: &Path, patterns: &Path, archive: &Path) -> Result<(), Failed> {
    let positions = comparison::positions("KATACHI_EYE_POSITIONS", 4);
    let [mut ours, mut theirs] = Engine::both(&patterns.to_string_lossy(), gnugo)?;
    let mut tally = Tally::default();
    comparison::visit(archive, positions, (40, 180), |file, moves| {
        ours.load(file, moves)?;
        theirs.load(file, moves)?;
        for point in BoardSize::NINETEEN.points() {
            let name = point.vertex(BoardSize::NINETEEN);
            for color in Color::BOTH {
                let command = format!("eye_data {color} {name}");
                let (us, them) = (
                    fields(&mut ours.client, &command)?,
                    fields(&mut theirs.client, &command)?,
                );
                if us["color"] != "empty" || them["color"] != "empty" {
                    tally.add("space", &us, &them, SPACE);
                }
            }
            let command = format!("half_eye_data {name}");
            let (us, them) = (
                fields(&mut ours.client, &command)?,
                fields(&mut theirs.client, &command)?,
            );
            // Where GNU Go did not look its lists are those of an earlier position.
            if them["value"] != "10.00" {
                tally.add("diagonals", &us, &them, TOPOLOGY);
            }
        }
        Ok(())
    })?;
    println!("{positions} positions");
    for (field, (_, all)) in &tally.0 {
        println!("{field:<28} {:6.2} % of {all}", tally.share(field));
    }
    comparison::expect(FLOORS, |field| tally.share(field));
    Ok(())
}

/// A random shape of up to six points, drawn as for `analyze_eyegraph`.
fn shape(rng: &mut impl Rng) -> String {
    let mut points = BTreeSet::from([(0, 0)]);
    let size = rng.random_range(1..=6);
    while points.len() < size {
        let at = rng.random_range(0..points.len());
        let (row, col) = *points.iter().nth(at).expect("a point");
        let (down, right) = [(0, 1), (1, 0), (0, -1), (-1, 0)][rng.random_range(0..4)];
        points.insert((row + down, col + right));
    }
    let rows: BTreeSet<i32> = points.iter().map(|place| place.0).collect();
    let cols: BTreeSet<i32> = points.iter().map(|place| place.1).collect();
    let cell = |place: (i32, i32), rng: &mut dyn Rng| {
        let symbols = b"......!!XX";
        if points.contains(&place) {
            char::from(symbols[rng.random_range(0..symbols.len())])
        } else {
            'O'
        }
    };
    let rows = rows
        .iter()
        .map(|&row| -> String { cols.iter().map(|&col| cell((row, col), rng)).collect() });
    rows.collect::<Vec<_>>().join("%")
}

/// Where both programs find the same value, they mark the same points.
fn marks(gnugo: &Path) -> Result<(), Failed> {
    let [mut ours, mut theirs] = Engine::both("builtin", gnugo)?;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
    let (mut same, mut all) = (0, 0);
    for _ in 0..comparison::positions("KATACHI_EYE_SHAPES", 80) {
        let command = format!("analyze_eyegraph {}", shape(&mut rng));
        let answers = [&mut ours, &mut theirs].map(|engine| engine.client.send(&command));
        let [us, them] = answers;
        let (us, them) = (us?, them?);
        let rows = |text: &str| -> Vec<String> {
            text.lines().map(|row| row.trim_end().to_owned()).collect()
        };
        let (us, them) = (rows(us.text()), rows(them.text()));
        if us.first() == them.first() {
            all += 1;
            same += usize::from(us == them);
        }
    }
    println!("{same} of {all} drawings with the same value are the same");
    assert!(all > 40 && 100 * same >= 95 * all, "{same} of {all}");
    Ok(())
}

pub fn trials() -> Vec<Trial> {
    vec![
        trial(
            "eye_data_of_real_games",
            comparison::peer(),
            |(gnugo, archive, patterns)| compare(&gnugo, &patterns, &archive),
        ),
        trial("marks_of_analyze_eyegraph", program("gnugo"), |gnugo| {
            marks(&gnugo)
        }),
    ]
}
