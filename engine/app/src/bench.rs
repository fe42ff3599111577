//! `katachi bench`: the speed of the engine, and a signature of its answers.
//!
//! Entry point: [`run`]. The positions come from six committed games (`bench/*.sgf`: three of the
//! Kisei title from a public archive, three on 9x9 from online-go.com; game moves are facts). For
//! each of them the parts of the bench compute moves, pattern matches, attack and defence,
//! connections, and worms. Each part prints its time and a signature: a hash of all its answers. A
//! change that only rearranges code keeps all signatures. After a change of play, the first part
//! that differs shows where the change begins. The idea is that of the `bench` command of chess
//! engines such as Stockfish and viridithas.

use std::time::{Duration, Instant};

use katachi_board::{Color, Point};
use katachi_core::{Decision, Game};
use katachi_files::say;
use katachi_matcher::LiveMatcher;
use katachi_tactics::reading::Reading;

use crate::record::{self, Until};
use crate::session::Session;

/// Two strings are a pair for connections if they have stones at most this many rows and columns
/// apart.
const APART: usize = 2;
/// One in this many pairs of a position is asked about, since connections take longest.
const SHARE: usize = 7;

/// The games: a name for messages, and the record.
const GAMES: [(&str, &[u8]); 6] = [
    ("kisei-1981", include_bytes!("bench/kisei-1981.sgf")),
    ("kisei-2003", include_bytes!("bench/kisei-2003.sgf")),
    ("kisei-2024", include_bytes!("bench/kisei-2024.sgf")),
    ("ogs-12140308", include_bytes!("bench/ogs-12140308.sgf")),
    ("ogs-18958169", include_bytes!("bench/ogs-18958169.sgf")),
    ("ogs-22757151", include_bytes!("bench/ogs-22757151.sgf")),
];

/// A part of the bench: its name, and the function that answers its questions about a position.
type Part = (&'static str, fn(&mut Session, &mut Tally));

const PARTS: [Part; 5] = [
    ("matches", matches),
    ("reading", reading),
    ("connections", connections),
    ("worms", worms),
    ("moves", moves),
];

/// The answers of a part.
#[derive(Default)]
struct Tally {
    questions: u64,
    time: Duration,
    hasher: blake3::Hasher,
}

impl Tally {
    /// Asks one question. Its time counts; its answer, as bytes, goes into the signature.
    fn ask<T>(&mut self, question: impl FnOnce() -> T) -> T {
        let began = Instant::now();
        let answer = question();
        self.time += began.elapsed();
        self.questions += 1;
        answer
    }

    fn number(&mut self, number: u64) {
        self.hasher.update(&number.to_le_bytes());
    }

    fn point(&mut self, point: Option<Point>) {
        self.number(point.map_or(0, |point| {
            1 + ((point.row() as u64) << 8 | point.col() as u64)
        }));
    }

    fn reading(&mut self, reading: Reading) {
        self.number(reading.outcome as u64);
        self.point(reading.point);
    }

    fn signature(&self) -> String {
        let hash = self.hasher.finalize().to_hex();
        hash.chars().take(16).collect()
    }
}

/// Runs the bench and prints a row for each part.
///
/// # Errors
/// If standard output cannot be written.
pub fn run(session: &mut Session, step: usize) -> anyhow::Result<()> {
    let positions = positions(session, step)?;
    say!(
        "{} positions, level {}, seed {}",
        positions.len(),
        session.engine.analyst.level(),
        session.seed
    )?;
    say!("part          questions    seconds    a second  signature")?;
    let mut all = Tally::default();
    for (name, part) in PARTS {
        let mut tally = Tally::default();
        for game in &positions {
            session.game = game.clone();
            part(session, &mut tally);
        }
        say!("{}", row(name, &tally))?;
        all.questions += tally.questions;
        all.time += tally.time;
        all.hasher.update(tally.signature().as_bytes());
    }
    say!("{}", row("all", &all))?;
    Ok(())
}

fn row(name: &str, tally: &Tally) -> String {
    let seconds = tally.time.as_secs_f64();
    let rate = tally.questions as f64 / seconds.max(1e-9);
    let signature = tally.signature();
    format!(
        "{name:<11} {:>11} {seconds:>10.3} {rate:>11.0}  {signature}",
        tally.questions
    )
}

/// The positions after every `step` moves of each game.
fn positions(session: &Session, step: usize) -> anyhow::Result<Vec<Game>> {
    let mut positions = Vec::new();
    for (name, bytes) in GAMES {
        let whole = record::load(name, bytes, Until::End, &session.game)?;
        let moves = whole.moves().len();
        for number in (step..=moves).step_by(step) {
            positions.push(record::load(
                name,
                bytes,
                Until::Move(number),
                &session.game,
            )?);
        }
    }
    Ok(positions)
}

/// All matches of all databases that are matched against diagrams, for both sides.
fn matches(session: &mut Session, tally: &mut Tally) {
    let board = session.game.board();
    for loaded in session.databases().loaded() {
        let Some(general) = loaded.image.general() else {
            continue;
        };
        let mut matcher = LiveMatcher::new(&general, board.size());
        for color in Color::BOTH {
            let found: Vec<_> = tally.ask(|| matcher.matches(&general, board, color).collect());
            for found in found {
                tally.number(found.pattern.into());
                tally.point(Some(found.anchor));
                tally.number(found.symmetry.number() as u64);
            }
        }
    }
}

/// Attack and defence of each string.
fn reading(session: &mut Session, tally: &mut Tally) {
    let mut board = session.game.board().clone();
    let reader = session.engine.analyst.tactics_mut();
    for string in session.game.board().chains() {
        let string = string.origin();
        let attack = tally.ask(|| reader.attack(&mut board, string));
        tally.reading(attack);
        let defense = tally.ask(|| reader.defend(&mut board, string));
        tally.reading(defense);
    }
}

/// Connection and cut of pairs of strings that are near each other.
fn connections(session: &mut Session, tally: &mut Tally) {
    let mut board = session.game.board().clone();
    let reader = session.engine.analyst.connections_mut();
    for (a, b) in (session.game.board().near_pairs(APART).into_iter()).step_by(SHARE) {
        let connection = tally.ask(|| reader.connect(&mut board, a, b));
        tally.reading(connection);
        let cut = tally.ask(|| reader.disconnect(&mut board, a, b));
        tally.reading(cut);
    }
}

/// The worm data of each string.
fn worms(session: &mut Session, tally: &mut Tally) {
    let worms = tally.ask(|| session.engine.position(&session.game).worms());
    for worm in worms.iter() {
        tally.point(Some(worm.origin));
        tally.number(worm.size() as u64);
        tally.number(worm.effective_size.to_bits().into());
        for order in worm.liberties {
            tally.number(order as u64);
        }
        for moves in [&worm.attacks, &worm.defenses] {
            tally.number(moves.outcome() as u64);
            tally.point(moves.best().map(|best| best.0));
        }
        tally.point(worm.lunch);
        for number in [worm.cutstone.into(), worm.cutstone2, worm.genus] {
            tally.number(number as u64);
        }
        tally.number(u64::from(worm.is_inessential));
        tally.number(u64::from(worm.is_invincible));
    }
}

/// The move of the side to move, with all candidate moves and their values.
fn moves(session: &mut Session, tally: &mut Tally) {
    session.need_player();
    let wish = session.wish(session.game.to_move());
    let thoughts = tally.ask(|| session.engine.think(&session.game, &wish));
    match thoughts.decision {
        Decision::Play(point) => tally.point(Some(point)),
        Decision::Pass => tally.number(1 << 32),
        Decision::Resign => tally.number(2 << 32),
    }
    for candidate in &thoughts.candidates {
        tally.point(Some(candidate.point));
        tally.number(candidate.value.to_bits().into());
    }
}
