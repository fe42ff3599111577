//! The values of enclosed eye spaces next to the truth: our `eval_eye`, GNU Go's, and what a search
//! of all positions finds (`solver`).
//!
//! Some spaces come from games: those without margins that our program sees, with their stones,
//! walled in. The others are random. The usual run looks at a few. The long run prints a table:
//!
//! ```text
//! KATACHI_EYE_SPACES=2000 cargo test --profile ci -p katachi --test trials eye_truth:: -- --nocapture
//! ```

#![allow(
    clippy::print_stdout,
    reason = "the figures are what the long run is for"
)]

mod solver;
mod spaces;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::Duration;

use katachi_board::{BoardSize, Color, Point, SuicideRule};
use katachi_testkit::{Need, Trial, program, shared, trial};
use libtest_mimic::Failed;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::comparison::{self, Engine};
use solver::{End, Game, Threats};
use spaces::{Boards, Space};

/// The eyes if the attacker and if the owner moves first, and for each the moves that give them.
/// `None` where neither side wins a question.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Truth {
    eyes: [Option<u8>; 2],
    moves: [BTreeSet<Point>; 2],
}

/// The eyes that follow from how both questions end.
fn eyes(alone: End, with_eye: End) -> Option<u8> {
    match (alone, with_eye) {
        (End::Lives, _) => Some(2),
        (End::Dies, End::Lives) => Some(1),
        (End::Dies, End::Dies) => Some(0),
        _ => None,
    }
}

fn truth(boards: &Boards, suicide: SuicideRule, threats: Threats) -> Option<Truth> {
    let alone = Game::explore(&boards.alone, &boards.of_alone, boards.wall, suicide)?;
    let with_eye = Game::explore(&boards.with_eye, &boards.of_eye, boards.wall, suicide)?;
    let ends = [alone.solve(threats), with_eye.solve(threats)];
    // The attacker's digit first; sides of the game begin with the owner.
    let answers = [1, 0].map(|side| {
        let number = eyes(ends[0][0][side], ends[1][0][side]);
        let apart: BTreeMap<Point, End> =
            with_eye.first_moves(&ends[1], side).into_iter().collect();
        let moves = alone.first_moves(&ends[0], side).into_iter();
        let best = moves.filter(|(point, end)| {
            let other = apart.get(point).copied().unwrap_or(End::Open);
            number.is_some() && eyes(*end, other) == number
        });
        (number, best.map(|(point, _)| point).collect())
    });
    let [(min, attacks), (max, defenses)] = answers;
    Some(Truth {
        eyes: [min, max],
        moves: [attacks, defenses],
    })
}

/// What decides about a space, or where it lies.
fn kind(space: &Space, boards: &Boards, truth: &Truth) -> Option<&'static str> {
    let strict = SuicideRule::Forbidden;
    if truth.eyes.contains(&None) {
        return Some("seki or endless");
    }
    for color in Color::BOTH {
        let with_threats = self::truth(boards, strict, Threats::Only(color))?;
        if with_threats.eyes != truth.eyes {
            return Some("ko");
        }
    }
    let with_suicide = self::truth(boards, SuicideRule::Multiple, Threats::Nobody)?;
    if with_suicide.eyes != truth.eyes {
        return Some("suicide");
    }
    Some(["center", "edge", "corner"][space.edges()])
}

/// An answer of `eval_eye`: the eyes, and the moves of both sides.
type Answer = Option<([u8; 2], [Option<Point>; 2])>;

fn ask(engine: &mut Engine, file: &Path, at: Point) -> Result<Answer, Failed> {
    let size = BoardSize::new(11).ok_or("no such board")?;
    engine.load(file, 999)?;
    let reply = engine
        .client
        .send(&format!("eval_eye {}", at.vertex(size)))?;
    let words: Vec<&str> = reply.text().split_whitespace().collect();
    let eyes = |at: usize| words.get(at).and_then(|word| word.parse().ok());
    let vertex = |at: usize| {
        words
            .get(at)
            .and_then(|word| Point::from_vertex(word, size).ok())
    };
    let (Some(min), Some(max)) = (eyes(0), eyes(1)) else {
        return Ok(None);
    };
    Ok(Some(([min, max], [vertex(2), vertex(3)])))
}

/// How the answers of a program compare with the truth.
#[derive(Default)]
struct Tally(BTreeMap<&'static str, BTreeMap<&'static str, usize>>);

impl Tally {
    fn add(&mut self, kind: &'static str, truth: &Truth, answer: &Answer) {
        let mut count = |what| *self.0.entry(kind).or_default().entry(what).or_default() += 1;
        count("spaces");
        let Some((found, moves)) = answer else {
            count("no eye space");
            return;
        };
        let found = found.map(|eyes| eyes.min(2));
        let [Some(min), Some(max)] = truth.eyes else {
            return;
        };
        match found {
            found if found == [min, max] => count("right"),
            [low, high] if low >= min && high >= max => count("too many"),
            [low, high] if low <= min && high <= max => count("too few"),
            _ => count("both"),
        }
        if found == [min, max] && min != max {
            for (side, mv) in moves.iter().enumerate() {
                count("moves");
                if mv.is_some_and(|point| truth.moves[side].contains(&point)) {
                    count("right moves");
                }
            }
        }
    }

    fn of(&self, kind: &str, what: &str) -> usize {
        let counts = self.0.get(kind);
        counts
            .and_then(|counts| counts.get(what))
            .copied()
            .unwrap_or(0)
    }

    /// The share of right answers, in percent, where neither ko nor seki nor suicide decides.
    fn share(&self) -> f64 {
        let sum = |what| PLAIN.map(|kind| self.of(kind, what)).iter().sum::<usize>();
        100.0 * sum("right") as f64 / sum("spaces").max(1) as f64
    }
}

const PLAIN: [&str; 3] = ["center", "edge", "corner"];
const KINDS: [&str; 6] = [
    "center",
    "edge",
    "corner",
    "suicide",
    "ko",
    "seki or endless",
];
const COLUMNS: [&str; 8] = [
    "spaces",
    "right",
    "too many",
    "too few",
    "both",
    "no eye space",
    "moves",
    "right moves",
];

/// The spaces without margins that our program sees in a position, of two to six points.
fn spaces_of(engine: &mut Engine, found: &mut BTreeSet<Space>) -> Result<(), Failed> {
    let size = BoardSize::NINETEEN;
    for color in Color::BOTH {
        let mut spaces: BTreeMap<String, Vec<Point>> = BTreeMap::new();
        for point in size.points() {
            let name = point.vertex(size);
            let reply = engine.client.send(&format!("eye_data {color} {name}"))?;
            let fields: BTreeMap<&str, &str> = (reply.text().lines())
                .filter_map(|line| line.split_once(' '))
                .map(|(name, value)| (name, value.trim()))
                .collect();
            let number = |name| fields.get(name).and_then(|text| text.parse().ok());
            let fits =
                number("msize") == Some(0) && (2..=6).contains(&number("esize").unwrap_or(0));
            if fits && fields["color"] == color.name() {
                spaces
                    .entry(fields["origin"].to_owned())
                    .or_default()
                    .push(point);
            }
        }
        let shown = engine.client.send(&format!("list_stones {}", !color))?;
        let stones: BTreeSet<Point> = (shown.text().split_whitespace())
            .filter_map(|name| Point::from_vertex(name, size).ok())
            .collect();
        for points in spaces.values() {
            // Towards the upper left corner, so that edges stay edges.
            let place = |point: &Point| {
                let flip = |line: usize, flipped: bool| {
                    if flipped {
                        18 - line as i32
                    } else {
                        line as i32
                    }
                };
                let low = points.iter().all(|point| point.row() > 9);
                let right = points.iter().all(|point| point.col() > 9);
                (flip(point.row(), low), flip(point.col(), right))
            };
            let space = Space {
                points: points.iter().map(place).collect(),
                stones: (points.iter().filter(|point| stones.contains(point)))
                    .map(place)
                    .collect(),
            };
            let edges = [
                space.points.iter().any(|place| place.0 == 0),
                space.points.iter().any(|place| place.1 == 0),
            ];
            found.insert(space.moved(edges));
        }
    }
    Ok(())
}

fn compare((gnugo, archive, databases): (PathBuf, PathBuf, PathBuf)) -> Result<(), Failed> {
    let number = comparison::positions("KATACHI_EYE_SPACES", 60);
    let [mut ours, mut theirs] = Engine::both(&databases.to_string_lossy(), &gnugo)?;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut spaces = BTreeSet::new();
    comparison::visit(&archive, (number / 12).max(2), (150, 100), |file, moves| {
        ours.load(file, moves)?;
        spaces_of(&mut ours, &mut spaces)
    })?;
    let from_games = spaces.len();
    while spaces.len() < number.max(from_games) {
        let size = rng.random_range(2..=6);
        spaces.insert(Space::random(&mut rng, size));
    }
    let folder = tempfile::TempDir::new()?;
    let file = folder.path().join("space.sgf");
    let mut tallies = [Tally::default(), Tally::default()];
    let mut judged = 0;
    for space in &spaces {
        let Some(boards) = space.boards() else {
            continue;
        };
        let solved = truth(&boards, SuicideRule::Forbidden, Threats::Nobody);
        let Some(truth) = solved else {
            continue;
        };
        let Some(kind) = kind(space, &boards, &truth) else {
            continue;
        };
        judged += 1;
        std::fs::write(&file, record(&boards))?;
        let empty = boards.of_alone.iter().copied();
        let at = empty
            .clone()
            .find(|&point| boards.open.at(point).is_empty());
        let at = at.ok_or("a space without a free point")?;
        for (engine, tally) in [&mut ours, &mut theirs].into_iter().zip(&mut tallies) {
            let asked = engine.within(Duration::from_mins(2), |engine| ask(engine, &file, at))?;
            let answer = asked.flatten();
            let found = answer.map(|(eyes, _)| eyes.map(|eyes| Some(eyes.min(2))));
            if PLAIN.contains(&kind) && found != Some(truth.eyes) {
                println!(
                    "found {found:?}, true are {:?}\n{}",
                    truth.eyes, boards.open
                );
            }
            tally.add(kind, &truth, &answer);
        }
    }
    println!("{judged} spaces, at most {from_games} of them from games");
    for (name, tally) in ["Katachi", "GNU Go"].into_iter().zip(&tallies) {
        println!(
            "{name}: {:.1} % right where nothing special decides",
            tally.share()
        );
        println!(
            "{:<16}{}",
            "",
            COLUMNS.map(|name| format!("{name:>13}")).concat()
        );
        for kind in KINDS {
            let counts = COLUMNS.map(|what| format!("{:>13}", tally.of(kind, what)));
            println!("{kind:<16}{}", counts.concat());
        }
    }
    let [us, them] = tallies.map(|tally| tally.share());
    assert!(2 * judged >= number, "{judged} spaces");
    assert!(us >= RIGHT, "{us:.1} % of our values are right");
    assert!(them > 0.0, "GNU Go has no right value");
    Ok(())
}

/// The least share of right values, in percent.
const RIGHT: f64 = 98.0;

/// The open board as a record.
fn record(boards: &Boards) -> String {
    let letter = |line: usize| char::from(b'a' + line as u8);
    let stones = |color: Color| -> String {
        let stones = boards.open.stones(color).iter();
        let places =
            stones.map(|stone| format!("[{}{}]", letter(stone.col()), letter(stone.row())));
        places.collect()
    };
    let black = stones(Color::Black);
    let black = if black.is_empty() {
        black
    } else {
        format!("AB{black}")
    };
    format!("(;GM[1]FF[4]SZ[11]{black}AW{}PL[B])", stones(Color::White))
}

pub fn trials() -> Vec<Trial> {
    let need = || -> Need<(PathBuf, PathBuf, PathBuf)> {
        Ok((
            program("gnugo")?,
            shared("data/games/pro19/kisei.tgz")?,
            shared("peer/gnugo-3.8/patterns")?,
        ))
    };
    vec![trial("values_next_to_the_truth", need(), |found| {
        // Lines of play are as long as there are positions.
        let large = std::thread::Builder::new().stack_size(1 << 28);
        let running = large.spawn(move || compare(found))?;
        running.join().map_err(|_| "the comparison failed")?
    })]
}
