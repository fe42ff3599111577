//! Remembered answers equal new ones.
//!
//! A reader with a memory and one that forgets everything get the same questions: along games,
//! after moves taken back, and with trial moves on the board. Their answers must be equal, moves
//! included. Readers of connections get `connect` and `disconnect` of neighbouring strings.
//!
//! The usual run takes some random games and, if records are available, a few real ones; it asks
//! about one pair of neighbouring strings in 32 (`KATACHI_MEMORY_SHARE`). The long run prints
//! how many answers were remembered, and what they saved:
//!
//! ```text
//! KATACHI_MEMORY_GAMES=100 cargo test --profile ci -p katachi-tactics --test trials memory:: -- --nocapture
//! ```
#![allow(
    clippy::print_stdout,
    reason = "the figures are what the long run is for"
)]

use std::fmt;
use std::path::Path;

use katachi_board::{Board, BoardSize, Color, Outcome, Point, Rules};
use katachi_sgf::Sequence;
use katachi_tactics::connection::ConnectionReader;
use katachi_tactics::reading::{Limits, Reader, Reading};
use katachi_testkit::{Trial, archived, shared, trial};
use libtest_mimic::Failed;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

type Dice = Xoshiro256PlusPlus;

/// A reader with a memory, and one that forgets.
struct Twins<R> {
    remembers: R,
    forgets: R,
    /// Questions that take a search, and those of them that were remembered.
    asked: u64,
    known: u64,
}

trait Nodes {
    fn nodes(&self) -> u64;
}

impl Nodes for Reader {
    fn nodes(&self) -> u64 {
        Self::nodes(self)
    }
}

impl Nodes for ConnectionReader {
    fn nodes(&self) -> u64 {
        Self::nodes(self)
    }
}

impl<R: Nodes> Twins<R> {
    fn new(reader: impl Fn() -> R) -> Self {
        Self {
            remembers: reader(),
            forgets: reader(),
            asked: 0,
            known: 0,
        }
    }

    /// Asks both readers, whose answers must be equal; a question that neither searches does not
    /// count.
    fn compare<T: PartialEq + fmt::Debug>(
        &mut self,
        board: &mut Board,
        what: impl fmt::Display,
        question: impl Fn(&mut R, &mut Board) -> T,
    ) -> T {
        let before = [&self.remembers, &self.forgets].map(R::nodes);
        let answer = question(&mut self.remembers, board);
        let expected = question(&mut self.forgets, board);
        assert_eq!(
            answer, expected,
            "{what}: remembered, and read anew, on\n{board}"
        );
        if self.forgets.nodes() > before[1] {
            self.asked += 1;
            self.known += u64::from(self.remembers.nodes() == before[0]);
        }
        answer
    }

    fn tell(&self, what: &str, questions: &str) {
        println!(
            "{what}: {} {questions} that take a search, {} of them remembered ({:.1} %); {} of {} positions searched ({:.1} %)",
            self.asked,
            self.known,
            100.0 * self.known as f64 / self.asked as f64,
            self.remembers.nodes(),
            self.forgets.nodes(),
            100.0 * self.remembers.nodes() as f64 / self.forgets.nodes() as f64,
        );
    }
}

impl Twins<Reader> {
    /// Asks both readers; not only the answers must agree: the remembered search must have cost as
    /// much as the new one.
    fn ask<T: PartialEq + fmt::Debug>(
        &mut self,
        board: &mut Board,
        what: &str,
        string: Point,
        question: impl Fn(&mut Reader, &mut Board, Point) -> T,
    ) -> T {
        self.forgets.forget();
        self.remembers.begin_account();
        let before = [&self.remembers, &self.forgets].map(Reader::effort);
        let what = format!("{what} {}", string.vertex(board.size()));
        let answer = self.compare(board, &what, |reader, board| {
            question(reader, board, string)
        });
        assert_eq!(
            self.remembers.effort() - before[0],
            self.forgets.effort() - before[1],
            "{what}: positions, remembered and read anew, on\n{board}"
        );
        answer
    }

    /// Asks about all strings with few liberties.
    fn ask_all(&mut self, board: &mut Board, dice: &mut Xoshiro256PlusPlus) {
        let strings: Vec<(Color, Point)> = (board.chains())
            .filter(|chain| chain.liberty_count() <= 4)
            .map(|chain| (chain.color(), chain.origin()))
            .collect();
        for (owner, string) in strings {
            let attack: Reading = self.ask(board, "attack", string, Reader::attack);
            self.ask(board, "defend", string, Reader::defend);
            if dice.random_range(0..16) == 0 {
                self.ask(board, "attacks", string, Reader::attacks);
                self.ask(board, "defenses", string, Reader::defenses);
            }
            // Ask again after the move that was found, or after any move.
            let after = attack.point.filter(|_| dice.random_range(0..4) == 0);
            let (color, point) = match after {
                Some(point) => (!owner, point),
                None => (Color::BOTH[dice.random_range(0..2)], any(board, dice)),
            };
            if board.try_move(color, point) {
                self.ask(board, "after a move, attack", string, Reader::attack);
                self.ask(board, "after a move, defend", string, Reader::defend);
                board.take_back();
            }
        }
    }
}

/// Readers of strings at this level.
fn strings(level: i32) -> Twins<Reader> {
    Twins::new(|| Reader::new(Limits::for_level(level)))
}

/// Asks both readers about random pairs and triples of strings with few liberties.
fn ask_several(twins: &mut Twins<Reader>, board: &mut Board, dice: &mut Dice) {
    for color in Color::BOTH {
        let strings: Vec<Point> = (board.chains())
            .filter(|chain| chain.color() == color && chain.liberty_count() <= 5)
            .map(|chain| chain.origin())
            .collect();
        if strings.len() < 2 {
            continue;
        }
        let mut any = || strings[dice.random_range(0..strings.len())];
        let stones = [any(), any(), any()];
        let [a, b, c] = stones;
        twins.forgets.forget();
        let what = format!("strings {stones:?}");
        twins.compare(board, &what, |reader, board| {
            (
                reader.attack_either(board, a, b),
                reader.defend_both(board, b, c),
                reader.break_through(board, stones),
            )
        });
    }
}

/// Questions about several strings, along random games with moves taken back.
fn random_goals(games: usize) {
    let mut twins = strings(10);
    for seed in 0..RANDOM_GAMES * games as u64 {
        random_game(5 + seed as usize % 3, seed, |board, dice| {
            ask_several(&mut twins, board, dice);
        });
    }
    twins.tell("random games", "questions about several strings");
    assert!(twins.known > 0);
}

/// Readers of connections at this level.
fn connections(level: i32) -> Twins<ConnectionReader> {
    Twins::new(|| ConnectionReader::for_level(level))
}

/// Two strings of a colour are neighbours if they have stones at most this many rows and columns
/// apart.
const APART: usize = 2;

impl Twins<ConnectionReader> {
    /// Asks both readers about a pair.
    fn ask(&mut self, board: &mut Board, a: Point, b: Point) {
        type Question = fn(&mut ConnectionReader, &mut Board, Point, Point) -> Reading;
        let questions: [(&str, Question); 2] = [
            ("connect", ConnectionReader::connect),
            ("disconnect", ConnectionReader::disconnect),
        ];
        self.forgets.forget();
        let pair = [a, b].map(|stone| stone.vertex(board.size()));
        for (what, question) in questions {
            let what = format!("{what} {} {}", pair[0], pair[1]);
            self.compare(board, what, |reader, board| question(reader, board, a, b));
        }
    }

    /// Asks about all pairs of neighbouring strings whose number leaves this rest when divided by
    /// `share`.
    fn ask_all(&mut self, board: &mut Board, rest: usize, share: usize) {
        for (a, b) in board.near_pairs(APART) {
            if (a.index() * 7 + b.index() * 3) % share == rest % share {
                self.ask(board, a, b);
            }
        }
    }
}

/// One in this many pairs is asked about: in random games, and in the usual run on real ones.
const RANDOM_SHARE: usize = 8;
const REAL_SHARE: usize = 32;

/// Random games for each real game of an archive.
const RANDOM_GAMES: u64 = 4;

fn any(board: &Board, dice: &mut Xoshiro256PlusPlus) -> Point {
    let lines = board.size().get();
    let (row, col) = (dice.random_range(0..lines), dice.random_range(0..lines));
    Point::new(row, col).expect("on the board")
}

/// A random move: every third one captures if possible; most others are near the last move.
fn random_move(board: &Board, color: Color, dice: &mut Xoshiro256PlusPlus) -> Option<Point> {
    let legal = |at: &Point| board.is_legal(color, *at);
    let mut open: Vec<Point> = board.size().points().filter(legal).collect();
    let mut prefer = |wanted: &dyn Fn(Point) -> bool| {
        let some: Vec<Point> = open.iter().copied().filter(|&at| wanted(at)).collect();
        if !some.is_empty() {
            open = some;
        }
    };
    match (dice.random_range(0..3), board.last_move()) {
        (0, _) => prefer(&|at| board.captures_something(color, at)),
        (1, Some((_, Some(last)))) => {
            prefer(&|at| at.distance(last) <= 2);
        }
        _ => {}
    }
    (!open.is_empty()).then(|| open[dice.random_range(0..open.len())])
}

/// Plays a random game in which moves are taken back now and then.
fn random_game(lines: usize, seed: u64, mut ask: impl FnMut(&mut Board, &mut Dice)) {
    let size = BoardSize::new(lines).expect("a size");
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut board = Board::new(size);
    let mut color = Color::Black;
    for _ in 0..2 * size.area() {
        let Some(point) = random_move(&board, color, &mut dice) else {
            break;
        };
        board.play(color, point).expect("a legal move");
        color = !color;
        ask(&mut board, &mut dice);
        if dice.random_range(0..8) == 0 {
            for _ in 0..dice.random_range(1..5) {
                if board.undo().is_some() {
                    color = !color;
                }
            }
            ask(&mut board, &mut dice);
        }
    }
}

fn random_games(games: usize) {
    let mut pairs = [1, 7, 10].map(strings);
    for seed in 0..RANDOM_GAMES * games as u64 {
        let lines = 5 + seed as usize % 9;
        let pair = &mut pairs[seed as usize % 3];
        random_game(lines, seed, |board, dice| pair.ask_all(board, dice));
    }
    for pair in &pairs {
        pair.tell("random games", "questions");
        assert!(
            4 * pair.known > pair.asked,
            "{} of {}",
            pair.known,
            pair.asked
        );
    }
}

/// Asks about the connections of random games, some pairs of each position.
fn random_connections(games: usize) {
    let mut readers = [1, 7, 10].map(connections);
    for seed in 0..RANDOM_GAMES * games as u64 {
        let (lines, mut number) = (5 + seed as usize % 9, 0);
        let reader = &mut readers[seed as usize % 3];
        random_game(lines, seed, |board, _| {
            number += 1;
            // The same pairs for a while, then others.
            reader.ask_all(board, number / 8, RANDOM_SHARE);
        });
    }
    let known: u64 = readers.iter().map(|reader| reader.known).sum();
    for reader in &readers {
        reader.tell("random games", "connections");
    }
    assert!(known > 0);
}

/// Plays through real games, asks after each move, and then takes moves back.
fn replay(archive: &Path, games: usize, mut ask: impl FnMut(&mut Board)) -> Result<usize, Failed> {
    let records = archived(archive, "sgf")?;
    let mut played = 0;
    let step = (records.len() / games).max(1);
    for bytes in records.values().step_by(step).take(games) {
        let Some((size, moves)) = sequence(bytes) else {
            continue;
        };
        let mut board = Board::with_stones(size, moves.stones.iter().copied())
            .map_err(|error| error.to_string())?;
        board.set_rules(Rules::SIMPLE);
        for &(color, point) in &moves.moves {
            match point {
                Some(point) => board.play(color, point),
                None => board.pass(color),
            }
            .map_err(|error| error.to_string())?;
            ask(&mut board);
        }
        for _ in 0..20 {
            board.undo();
            ask(&mut board);
        }
        played += 1;
    }
    Ok(played)
}

/// The connections of real games: one in `share` pairs, the same ones all along.
fn real_connections(archives: &[&Path], games: usize, share: usize) -> Result<(), Failed> {
    for archive in archives {
        let mut reader = connections(10);
        let played = replay(archive, games, |board| reader.ask_all(board, 0, share))?;
        let name = archive.file_stem().unwrap_or_default().to_string_lossy();
        reader.tell(&format!("{played} games of {name}"), "connections");
        assert!(reader.known > 0, "none of {}", reader.asked);
    }
    Ok(())
}

/// Plays through real games in which moves are taken back now and then.
fn real_games(archives: &[&Path], games: usize) -> Result<(), Failed> {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(1);
    for archive in archives {
        let mut pair = strings(10);
        let played = replay(archive, games, |board| pair.ask_all(board, &mut dice))?;
        let name = archive.file_stem().unwrap_or_default().to_string_lossy();
        pair.tell(&format!("{played} games of {name}"), "questions");
        assert!(
            4 * pair.known > pair.asked,
            "{} of {}",
            pair.known,
            pair.asked
        );
    }
    Ok(())
}

fn sequence(bytes: &[u8]) -> Option<(BoardSize, Sequence)> {
    let record = katachi_sgf::parse(bytes).ok()?;
    let root = record.collection.roots().next()?;
    let moves = Sequence::of_main_line(root, Rules::SIMPLE).ok()?;
    Some((katachi_sgf::board_size(root).ok()?, moves))
}

fn ko_bans() -> Result<(), Failed> {
    // White has just taken the ko in the corner. The same stones occur with and without the ban,
    // and with Black's own capture before them.
    let text = "
        . X O . .
        X . X O .
        . X O . .
        . . . . .
        . . . . .";
    let mut board: Board = text.parse().map_err(|error| format!("{error:?}"))?;
    let size = board.size();
    let at = |name: &str| Point::from_vertex(name, size);
    let mut pair = strings(10);
    board.play(Color::White, at("B4")?)?;
    let banned = pair.ask(&mut board, "attack", at("B4")?, Reader::attack);
    board.pass(Color::Black)?;
    let free = pair.ask(&mut board, "attack", at("B4")?, Reader::attack);
    assert_eq!((banned.outcome, free.outcome), (Outcome::KoB, Outcome::KoA));
    board.undo();
    assert_eq!(
        pair.ask(&mut board, "attack", at("B4")?, Reader::attack),
        banned
    );
    assert!(pair.known > 0);
    Ok(())
}

pub fn trials() -> Vec<Trial> {
    let games = std::env::var("KATACHI_MEMORY_GAMES").ok();
    let games: usize = games.map_or(1, |text| text.parse().expect("a number"));
    let share = std::env::var("KATACHI_MEMORY_SHARE").ok();
    let share: usize = share.map_or(REAL_SHARE, |text| text.parse().expect("a number"));
    let archives = [
        "data/games/dan9/ogs-dan-9x9.tgz",
        "data/games/pro19/kisei.tgz",
    ];
    let archives: Result<Vec<_>, _> = archives.into_iter().map(shared).collect();
    vec![
        Trial::test("random_games_are_read_as_without_memory", move || {
            random_games(games);
            Ok(())
        }),
        Trial::test("random_goals_are_read_as_without_memory", move || {
            random_goals(games);
            Ok(())
        }),
        Trial::test("a_ko_ban_is_part_of_what_is_remembered", ko_bans),
        Trial::test("random_connections_are_read_as_without_memory", move || {
            random_connections(games);
            Ok(())
        }),
        trial(
            "real_connections_are_read_as_without_memory",
            archives.clone(),
            move |paths| {
                let paths = paths.iter().map(AsRef::as_ref).collect::<Vec<_>>();
                real_connections(&paths, games, share)
            },
        ),
        trial(
            "real_games_are_read_as_without_memory",
            archives,
            move |paths| real_games(&paths.iter().map(AsRef::as_ref).collect::<Vec<_>>(), games),
        ),
    ]
}
