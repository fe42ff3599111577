//! `analyze_semeai` of both programs on races that are proven: every move has been tried.
//!
//! The races are random (`engine/tactics/tests/races`), chosen by what they are, never by what a
//! program answers: a third each that one side wins, that end in seki, and that a ko decides. Ours
//! is asked without patterns, GNU Go at level 10 with its own. Races are left out if a program
//! takes other stones for the two dragons.
//!
//! The usual run looks at 6 races of each kind. The long run prints the table of BENCHMARKS.md:
//!
//! ```text
//! KATACHI_RACES=500 cargo test --profile ci -p katachi-strategy --test trials races -- --nocapture
//! ```
//!
//! With `KATACHI_RACES_SHOW=1` it also prints those that a program gets wrong.

#![allow(
    clippy::print_stdout,
    reason = "the figures are what the long run is for"
)]

use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use katachi_board::{Color, Outcome, Point, PointSet, Scoring};
use katachi_gtp::Client;
use katachi_strategy::{Analyst, Knowledge};
use katachi_testkit::gtp::ok;
use katachi_testkit::{Trial, program, trial};
use libtest_mimic::Failed;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::drawn_races::{Drawn, draw};

/// The kinds of races.
const KINDS: [&str; 3] = ["won or lost", "seki", "ko"];
/// The share of wrong answers, in percent, that ours may have.
const MOST_WRONG: usize = 10;

pub fn trials() -> Vec<Trial> {
    vec![trial("proven", program("gnugo"), |path| proven(&path))]
}

fn number(name: &str, usual: usize) -> Result<usize, Failed> {
    match std::env::var(name) {
        Ok(text) => {
            (text.parse()).map_err(|_| format!("{name}: expected a number, found {text}").into())
        }
        Err(_) => Ok(usual),
    }
}

/// The place in [`KINDS`] of a race whose first side lives and kills so.
fn kind(codes: [Outcome; 2]) -> usize {
    match codes {
        [Outcome::Win, Outcome::Win] | [Outcome::Lose, Outcome::Lose] => 0,
        [Outcome::Win, Outcome::Lose] => 1,
        _ => 2,
    }
}

/// What the side to move can reach at best with one move or a pass: whether it lives, and whether
/// it kills. More than one answer is best where a ko makes it choose. `None` if that takes too
/// long.
fn best(drawn: &Drawn, mover: Color) -> Option<Vec<[Outcome; 2]>> {
    let mut found: Vec<[Outcome; 2]> = Vec::new();
    let moves = (drawn.area & *drawn.board.empty()).iter().map(Some);
    for one in moves.chain([None]) {
        let mut after = drawn.clone();
        match one {
            Some(point) if !after.board.try_move(mover, point) => continue,
            Some(_) => {}
            None => after.board.try_pass(mover),
        }
        let life = after.wins(!mover, !mover)?.reversed();
        let kill = after.wins(mover, !mover)?.reversed();
        let is_known = |known: &[Outcome; 2]| known[0] >= life && known[1] >= kill;
        if !found.iter().any(is_known) {
            found.retain(|known| known[0] > life || known[1] > kill);
            found.push([life, kill]);
        }
    }
    Some(found)
}

/// The code of a result as both programs print it.
fn printed(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::Win => 1,
        Outcome::KoA => 2,
        Outcome::KoB => 3,
        Outcome::Lose => 0,
    }
}

/// The position as a record.
fn record(drawn: &Drawn) -> String {
    let mut text = "(;FF[4]GM[1]SZ[9]".to_owned();
    for (color, name) in [(Color::Black, "AB"), (Color::White, "AW")] {
        text.push_str(name);
        for point in drawn.board.stones(color) {
            let letter = |index: usize| char::from(b'a' + index as u8);
            let _ = write!(text, "[{}{}]", letter(point.col()), letter(point.row()));
        }
    }
    text + ")\n"
}

/// The two stones that name a race, the mover's first.
fn named(drawn: &Drawn, mover: Color) -> Option<[Point; 2]> {
    Some([
        drawn.dragons[mover].first()?,
        drawn.dragons[!mover].first()?,
    ])
}

/// What ours answers; `None` if the dragons are others.
fn ours(analyst: &mut Analyst, drawn: &Drawn, mover: Color) -> Option<[Outcome; 2]> {
    let [own, other] = named(drawn, mover)?;
    let mut position = analyst.position(&drawn.board, 0.5, Scoring::Territory);
    let dragons = position.dragons();
    let is_same = |point: Point, stones: &PointSet| {
        (dragons.at(point)).is_some_and(|dragon| dragon.stones == *stones)
    };
    let same = is_same(own, &drawn.dragons[mover]) && is_same(other, &drawn.dragons[!mover]);
    if !same {
        return None;
    }
    let found = position.semeai().analyze(own, other);
    Some([found.defense, found.attack])
}

/// What GNU Go answers, as codes; `None` if its dragons are others.
fn peers(client: &mut Client, file: &Path, drawn: &Drawn, mover: Color) -> Option<[u8; 2]> {
    let [own, other] = named(drawn, mover)?.map(|point| point.vertex(drawn.board.size()));
    ok(client, &format!("loadsgf {}", file.display()));
    for (vertex, color) in [(own, mover), (other, !mover)] {
        let stones = ok(client, &format!("dragon_stones {vertex}"));
        let found: PointSet = (stones.split_whitespace())
            .filter_map(|word| Point::from_vertex(word, drawn.board.size()).ok())
            .collect();
        if found != drawn.dragons[color] {
            return None;
        }
    }
    let answer = ok(client, &format!("analyze_semeai {own} {other}"));
    let mut codes = answer.split_whitespace().map(str::parse);
    match (codes.next(), codes.next()) {
        (Some(Ok(life)), Some(Ok(kill))) => Some([life, kill]),
        _ => panic!("analyze_semeai: expected two codes, found `{answer}`"),
    }
}

fn proven(path: &Path) -> Result<(), Failed> {
    let wanted = number("KATACHI_RACES", 6)?;
    let shows = number("KATACHI_RACES_SHOW", 0)? > 0;
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("races-{}.sgf", std::process::id()));
    let arguments = ["--mode", "gtp", "--quiet", "--level", "10"];
    let mut client = Client::spawn(path, arguments)?;
    let mut analyst = Analyst::new(Knowledge::default(), 10);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(8);
    let mut counts = [[0; 3]; 3];
    let mut seen = HashSet::new();
    while counts.iter().any(|[races, ..]| *races < wanted) {
        let Some(drawn) = draw(&mut random) else {
            continue;
        };
        if !seen.insert(drawn.board.hash()) {
            continue;
        }
        for mover in Color::BOTH {
            // The kind is known before all moves have been tried.
            let (Some(life), Some(kill)) = (drawn.wins(!mover, mover), drawn.wins(mover, mover))
            else {
                continue;
            };
            let at = kind([life, kill]);
            if counts[at][0] >= wanted {
                continue;
            }
            let Some(best) = best(&drawn, mover) else {
                continue;
            };
            let Some(found) = ours(&mut analyst, &drawn, mover) else {
                continue;
            };
            std::fs::write(&file, record(&drawn))?;
            let Some(peers) = peers(&mut client, &file, &drawn, mover) else {
                continue;
            };
            let answers: Vec<[u8; 2]> = best.iter().map(|one| one.map(printed)).collect();
            let found = found.map(printed);
            counts[at][0] += 1;
            counts[at][1] += usize::from(!answers.contains(&found));
            counts[at][2] += usize::from(!answers.contains(&peers));
            if shows && !(answers.contains(&found) && answers.contains(&peers)) {
                let all = format!("{found:?}, GNU Go {peers:?}, proven {answers:?}");
                println!("{mover:?} moves: {all}\n{}", drawn.board);
            }
        }
    }
    let _ = std::fs::remove_file(&file);
    println!("| races | number | ours wrong | GNU Go wrong |\n|---|---|---|---|");
    for (name, [races, ours, peers]) in KINDS.iter().zip(counts) {
        println!("| {name} | {races} | {ours} | {peers} |");
    }
    let [races, wrong] = [0, 1].map(|at| counts.iter().map(|count| count[at]).sum::<usize>());
    if wrong * 100 > races * MOST_WRONG {
        return Err(format!("{wrong} of {races} races wrong").into());
    }
    Ok(())
}
