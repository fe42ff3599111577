//! Matching real middle-game positions: naive, full and live scans in comparison.
//!
//! The positions come from 200 professional games, one of each between moves 60 and 180. For each
//! position and both sides to move, the fastest of several scans counts; the results are medians
//! over the positions. The live scan has seen the position one move earlier. Owl databases get a
//! dragon as goal: of the side that they are about, the one nearest to the last move.
//!
//! `cargo bench -p katachi-matcher --bench positions`
#![allow(clippy::print_stdout, reason = "it prints its measurements")]

#[path = "../tests/support/games.rs"]
mod games;

use std::hint::black_box;
use std::time::Instant;

use games::{dragon, games, play, position};
use katachi_board::{Board, BoardSize, Color, Point, PointSet};
use katachi_image::{Image, Role};
use katachi_matcher::{LiveMatcher, Matcher, Wanted, naive};
use katachi_testkit::{shared, workspace_root};
use patc::{Source, compile};

const POSITIONS: usize = 200;
/// Scans of which the fastest counts.
const ROUNDS: usize = 7;
/// Positions for the naive matcher.
const NAIVE: usize = 5;

/// Name, sources, role, and the goal: none, the opponent's dragon, or the own one.
type Entry = (&'static str, &'static [&'static str], Role, Option<Dragon>);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Dragon {
    Own,
    Opponent,
}

const DATABASES: [Entry; 9] = [
    ("our shapes", &["own/shapes.db"], Role::Patterns, None),
    (
        "patterns + patterns2",
        &["patterns.db", "patterns2.db"],
        Role::Patterns,
        None,
    ),
    ("fuseki", &["fuseki.db"], Role::Fuseki, None),
    ("endgame", &["endgame.db"], Role::Endgame, None),
    ("barriers", &["barriers.db"], Role::Barriers, None),
    (
        "aa_attackpats",
        &["aa_attackpats.db"],
        Role::AaAttackPats,
        Some(Dragon::Opponent),
    ),
    (
        "owl_attackpats",
        &["owl_attackpats.db"],
        Role::OwlAttackPats,
        Some(Dragon::Opponent),
    ),
    (
        "owl_vital_apats",
        &["owl_vital_apats.db"],
        Role::OwlVitalAPats,
        Some(Dragon::Opponent),
    ),
    (
        "owl_defendpats",
        &["owl_defendpats.db"],
        Role::OwlDefendPats,
        Some(Dragon::Own),
    ),
];

fn database(names: &[&str], role: Role) -> Option<(Image, f64, usize)> {
    let peer = shared("peer/gnugo-3.8/patterns").ok();
    let sources: Option<Vec<Source>> = (names.iter())
        .map(|name| {
            let path = match name.strip_prefix("own/") {
                Some(name) => workspace_root().join("patterns").join(name),
                None => peer.as_ref()?.join(name),
            };
            Some(Source::new(*name, std::fs::read(path).ok()?))
        })
        .collect();
    let sources = sources?;
    let began = Instant::now();
    let image = compile(role, sources).image?;
    let built = began.elapsed().as_secs_f64() * 1e3;
    let length = image.len();
    Some((Image::from_vec(image).ok()?, built, length))
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(f64::NAN)
}

/// The fastest of several runs, in microseconds.
fn fastest<T>(rounds: usize, mut run: impl FnMut() -> T) -> f64 {
    (0..rounds)
        .map(|_| {
            let began = Instant::now();
            black_box(run());
            began.elapsed().as_secs_f64() * 1e6
        })
        .fold(f64::INFINITY, f64::min)
}

/// The dragon of this colour that is nearest to a point.
fn nearest_dragon(board: &Board, color: Color, to: Point) -> PointSet {
    let distance = |stone: &Point| stone.row().abs_diff(to.row()) + stone.col().abs_diff(to.col());
    let stones = board
        .all_stones()
        .filter(|(stone_color, _)| *stone_color == color);
    let nearest = stones.map(|(_, stone)| stone).min_by_key(distance);
    nearest.map_or(PointSet::EMPTY, |stone| dragon(board, stone))
}

fn main() {
    let archive = match shared("data/games/pro19/gosei.tgz") {
        Ok(archive) => archive,
        Err(reason) => {
            println!("not measured: {reason}");
            return;
        }
    };
    let games = games(&archive, POSITIONS, 190).expect("an archive");
    let size = BoardSize::NINETEEN;
    println!(
        "{:<22} {:>8} {:>9} {:>10} {:>9} {:>9} {:>9} {:>9}",
        "µs, medians", "matches", "naive", "full", "live", "goal", "build ms", "bytes"
    );
    for (name, sources, role, about) in DATABASES {
        let Some((image, built, bytes)) = database(sources, role) else {
            println!("{name:<22} not measured: its sources are absent");
            continue;
        };
        let general = image.general().expect("patterns");
        let mut matcher = Matcher::new(&general, size);
        let (mut slow, mut full, mut live, mut goal, mut count) =
            (vec![], vec![], vec![], vec![], vec![]);
        for (number, game) in games.iter().enumerate() {
            let moves = 60 + number * 7 % 121;
            let before = position(game, moves - 1);
            let mut board = before.clone();
            let last = game[moves - 1]
                .1
                .unwrap_or_else(|| size.points().next().expect("a point"));
            play(&mut board, game[moves - 1]);
            for own in Color::BOTH {
                if number < NAIVE {
                    slow.push(fastest(1, || naive::matches(&general, &board, own)));
                }
                count.push(matcher.matches(&general, &board, own).len() as f64);
                full.push(fastest(ROUNDS, || matcher.matches(&general, &board, own)));
                let times = (0..ROUNDS).map(|_| {
                    let mut memory = LiveMatcher::new(&general, size);
                    memory.matches(&general, &before, own).for_each(drop);
                    fastest(1, || {
                        memory
                            .matches(&general, &board, own)
                            .fold(0, |sum, one| sum ^ one.pattern)
                    })
                });
                live.push(times.fold(f64::INFINITY, f64::min));
                if let Some(side) = about {
                    let dragon =
                        nearest_dragon(&board, if side == Dragon::Own { own } else { !own }, last);
                    let wanted = Wanted {
                        goal: Some(&dragon),
                        ..Wanted::default()
                    };
                    goal.push(fastest(ROUNDS, || {
                        matcher.wanted_matches(&general, &board, own, &wanted)
                    }));
                }
            }
        }
        println!(
            "{name:<22} {:>8.0} {:>9.0} {:>10.1} {:>9.1} {:>9.1} {built:>9.1} {bytes:>9}",
            median(&mut count),
            median(&mut slow),
            median(&mut full),
            median(&mut live),
            median(&mut goal)
        );
    }
}
