//! Matching real middle-game positions: full and live scans, and scans about a dragon, by masks and
//! by automata in turn.
//!
//! The positions come from 200 professional games, one of each between moves 60 and 180. For each
//! position and both sides to move, the fastest of several scans counts; the results are medians
//! over the positions. The live scan has seen the position one move earlier. For databases that are
//! about a dragon, the goal is the dragon nearest to the last move, then the largest one, of the
//! side that they are about.
//!
//! `cargo bench -p katachi-matcher --bench positions`; a word after `--` chooses the databases
//! whose names contain it.
#![allow(clippy::print_stdout, reason = "it prints its measurements")]

#[path = "../tests/support/games.rs"]
mod games;

use std::hint::black_box;
use std::time::Instant;

use games::{Move, dragon, games, play, position};
use katachi_board::{Board, BoardSize, Color, Point, PointSet};
use katachi_image::{General, Image, Role};
use katachi_matcher::{LiveMatcher, Matcher, Wanted};
use katachi_testkit::{shared, workspace_root};
use patc::{Method, Source, compile_for};

const POSITIONS: usize = 200;
/// Scans of which the fastest counts.
const ROUNDS: usize = 7;

/// Sources, and their role. Those whose path begins with `own/` are ours.
type Entry = (&'static [&'static str], Role);

const DATABASES: [Entry; 21] = [
    (&["own/attack.db"], Role::Attack),
    (&["own/defense.db"], Role::Defense),
    (&["own/conn.db"], Role::Conn),
    (&["own/edge.db"], Role::Endgame),
    (&["own/opening.db"], Role::Fuseki),
    (&["own/shapes.db"], Role::Patterns),
    (&["attack.db"], Role::Attack),
    (&["defense.db"], Role::Defense),
    (&["conn.db"], Role::Conn),
    (&["aa_attackpats.db"], Role::AaAttackPats),
    (&["owl_attackpats.db"], Role::OwlAttackPats),
    (&["owl_vital_apats.db"], Role::OwlVitalAPats),
    (&["owl_defendpats.db"], Role::OwlDefendPats),
    (&["influence.db"], Role::Influence),
    (&["barriers.db"], Role::Barriers),
    (&["endgame.db"], Role::Endgame),
    (&["fuseki.db"], Role::Fuseki),
    (&["handicap.db"], Role::Handicap),
    (&["patterns.db"], Role::Patterns),
    (&["patterns2.db"], Role::Patterns),
    (&["patterns.db", "patterns2.db"], Role::Patterns),
];

/// The side that a database about dragons is about.
fn about(role: Role, own: Color) -> Option<Color> {
    match role {
        Role::OwlDefendPats => Some(own),
        Role::AaAttackPats | Role::OwlAttackPats | Role::OwlVitalAPats => Some(!own),
        _ => None,
    }
}

/// A database compiled for a method.
struct Compiled {
    image: Image,
    build_ms: f64,
}

fn sources(names: &[&str]) -> Option<Vec<Source>> {
    let peer = shared("peer/gnugo-3.8/patterns").ok();
    (names.iter())
        .map(|name| {
            let path = match name.strip_prefix("own/") {
                Some(name) => workspace_root().join("patterns").join(name),
                None => peer.as_ref()?.join(name),
            };
            Some(Source::new(*name, std::fs::read(path).ok()?))
        })
        .collect()
}

fn compiled(names: &[&str], role: Role, method: Method) -> Option<Compiled> {
    let mut build_ms = f64::INFINITY;
    let mut image = None;
    for _ in 0..3 {
        let sources = sources(names)?;
        let began = Instant::now();
        image = Some(compile_for(role, method, sources).image?);
        build_ms = build_ms.min(began.elapsed().as_secs_f64() * 1e3);
    }
    let image = Image::from_vec(image?).ok()?;
    Some(Compiled { image, build_ms })
}

/// The method of an image.
fn method(image: &General<'_>) -> &'static str {
    if image.automata().is_empty() {
        Method::Masks.name()
    } else {
        Method::Automaton.name()
    }
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(f64::NAN)
}

/// The duration of a run in microseconds.
fn time<T>(run: impl FnOnce() -> T) -> f64 {
    let began = Instant::now();
    black_box(run());
    began.elapsed().as_secs_f64() * 1e6
}

/// The fastest of several runs, in microseconds.
fn fastest<T>(mut run: impl FnMut() -> T) -> f64 {
    (0..ROUNDS)
        .map(|_| time(&mut run))
        .fold(f64::INFINITY, f64::min)
}

/// The dragon of this colour that is nearest to a point, and the largest one.
fn dragons(board: &Board, color: Color, to: Point) -> [PointSet; 2] {
    let distance = |stone: &Point| stone.row().abs_diff(to.row()) + stone.col().abs_diff(to.col());
    let stones = || {
        let stones = board.all_stones().filter(|(other, _)| *other == color);
        stones.map(|(_, stone)| stone)
    };
    let nearest = stones().min_by_key(distance);
    let nearest = nearest.map_or(PointSet::EMPTY, |stone| dragon(board, stone));
    let all = stones().map(|stone| dragon(board, stone));
    [
        nearest,
        all.max_by_key(PointSet::len).unwrap_or(PointSet::EMPTY),
    ]
}

/// A position, the one a move earlier, and the last move.
struct Case {
    before: Board,
    board: Board,
    last: Point,
}

fn case(number: usize, game: &[Move]) -> Case {
    let moves = 60 + number * 7 % 121;
    let before = position(game, moves - 1);
    let mut board = before.clone();
    let center = board.size().points().next().expect("a point");
    let last = game[moves - 1].1.unwrap_or(center);
    play(&mut board, game[moves - 1]);
    Case {
        before,
        board,
        last,
    }
}

/// The times of one method.
#[derive(Default)]
struct Times {
    full: Vec<f64>,
    live: Vec<f64>,
    goals: [Vec<f64>; 2],
}

impl Times {
    fn measure(&mut self, matcher: &mut Matcher, image: &General<'_>, case: &Case, own: Color) {
        let Case {
            before,
            board,
            last,
        } = case;
        self.full
            .push(fastest(|| matcher.matches(image, board, own)));
        let mut live = LiveMatcher::new(image, board.size());
        let again = (0..ROUNDS).map(|_| {
            live.matches(image, before, own).for_each(drop);
            time(|| {
                live.matches(image, board, own)
                    .fold(0, |sum, one| sum ^ one.pattern)
            })
        });
        self.live.push(again.fold(f64::INFINITY, f64::min));
        let Some(color) = about(image.role, own) else {
            return;
        };
        for (times, goal) in self.goals.iter_mut().zip(dragons(board, color, *last)) {
            let wanted = Wanted {
                goal: Some(&goal),
                ..Wanted::default()
            };
            times.push(fastest(|| {
                matcher.wanted_matches(image, board, own, &wanted)
            }));
        }
    }
}

fn main() {
    let archive = match shared("data/games/pro19/gosei.tgz") {
        Ok(archive) => archive,
        Err(reason) => {
            println!("not measured: {reason}");
            return;
        }
    };
    let chosen = std::env::args().skip(1).find(|word| !word.starts_with('-'));
    let games = games(&archive, POSITIONS, 190).expect("an archive");
    let cases: Vec<Case> = (games.iter().enumerate())
        .map(|(number, game)| case(number, game))
        .collect();
    println!(
        "| database | lanes | matches | method | full µs | live µs | goal µs | largest µs | build ms | bytes |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    for (names, role) in DATABASES {
        let name = names.join(" + ").replace(".db", "");
        if chosen.as_ref().is_some_and(|chosen| !name.contains(chosen)) {
            continue;
        }
        let all = [Method::Masks, Method::Automaton].map(|method| compiled(names, role, method));
        let ([Some(masks), Some(automaton)], Some(auto)) =
            (all, compiled(names, role, Method::Auto))
        else {
            println!("| {name} | not measured: its sources are absent |");
            continue;
        };
        let auto = method(&auto.image.general().expect("patterns"));
        let compiled = [masks, automaton];
        let images = compiled
            .each_ref()
            .map(|one| one.image.general().expect("patterns"));
        let mut matchers = images.map(|image| Matcher::new(&image, BoardSize::NINETEEN));
        let mut times = [Times::default(), Times::default()];
        let mut count = Vec::new();
        for case in &cases {
            for own in Color::BOTH {
                let each = matchers.iter_mut().zip(&images).zip(&mut times);
                for ((matcher, image), times) in each {
                    times.measure(matcher, image, case, own);
                }
                count.push(matchers[0].matches(&images[0], &case.board, own).len() as f64);
            }
        }
        for ((one, image), mut times) in compiled.iter().zip(&images).zip(times) {
            let chosen = if method(image) == auto { " (auto)" } else { "" };
            let goals = times.goals.each_mut().map(|times| match times[..] {
                [] => String::new(),
                _ => format!("{:.1}", median(times)),
            });
            println!(
                "| {name} | {} | {:.0} | {}{chosen} | {:.1} | {:.1} | {} | {} | {:.1} | {} |",
                image.all_lanes().len(),
                median(&mut count),
                method(image),
                median(&mut times.full),
                median(&mut times.live),
                goals[0],
                goals[1],
                one.build_ms,
                one.image.bytes().len(),
            );
        }
    }
}
