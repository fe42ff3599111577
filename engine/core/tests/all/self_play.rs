//! Games of the engine against itself, with debug assertions.
//!
//! After each search for a move, and after questions of reading on the game's own board, the board
//! must be as before. At the end it must equal an empty board with all moves played.
//!
//! The usual run plays three games; `KATACHI_SELF_PLAY=1000 cargo test -p katachi-core --test all
//! self_play:: -- --nocapture` plays a thousand. `KATACHI_SELF_PLAY_MINUTES=8` stops after the game
//! in progress at that time, `KATACHI_SELF_PLAY_LINES=19` plays on that board instead of 9x9 and
//! 13x13, and `KATACHI_SELF_PLAY_FIRST=50` leaves out the first 50 games, so that two processes
//! can share a long run.
#![allow(clippy::print_stdout, reason = "it says how far it has come")]

use std::sync::Arc;
use std::time::{Duration, Instant};

use katachi_board::{Board, BoardSize, Point};
use katachi_core::{Decider, Decision, Engine, Game, Wish};
use katachi_image::{Image, Role};
use katachi_strategy::{Database, Knowledge};
use katachi_testkit::workspace_root;
use patc::{Source, compile};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::state::state;

const USUAL_GAMES: u64 = 3;
/// Moves drawn at random, so that all games differ.
const DRAWN: usize = 4;
/// Questions on the game's board before each move.
const QUESTIONS: usize = 4;

fn number(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    let number = text.parse();
    Some(number.unwrap_or_else(|_| panic!("{variable}: expected a number, found `{text}`")))
}

/// Our own databases, except corner patterns and books.
fn knowledge() -> Knowledge {
    let databases = [
        (Role::Fuseki, "opening"),
        (Role::Patterns, "shapes"),
        (Role::Endgame, "edge"),
        (Role::Attack, "attack"),
        (Role::Defense, "defense"),
        (Role::Conn, "conn"),
        (Role::Influence, "influence"),
        (Role::Barriers, "barriers"),
    ];
    let compiled = databases.map(|(role, name)| {
        let path = workspace_root().join(format!("patterns/{name}.db"));
        let text = std::fs::read(path).expect("our own database");
        let image = compile(role, vec![Source::new(name, text)]).image;
        Database {
            name: name.to_owned(),
            image: Arc::new(Image::from_vec(image.expect("no errors")).expect("valid")),
        }
    });
    Knowledge::new(compiled.to_vec())
}

/// The lines of the board of a game, unless the run names others.
fn usual_lines(seed: u64) -> usize {
    if seed % 5 == 4 { 13 } else { 9 }
}

/// Plays a game and returns its number of moves.
fn play(seed: u64, lines: usize, knowledge: &Knowledge) -> usize {
    let size = BoardSize::new(lines).expect("a size");
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut engine = Engine::new(knowledge.clone());
    engine.analyst.set_level([1, 5, 10][(seed % 3) as usize]);
    let mut game = Game::new(size);
    while game.board().moves().len() < DRAWN {
        let (row, col) = (
            dice.random_range(2..lines - 2),
            dice.random_range(2..lines - 2),
        );
        let point = Point::new(row, col);
        let _ = game.play(game.to_move(), point);
    }
    let mut passes = 0;
    while passes < 2 && game.board().moves().len() < 3 * size.area() {
        let color = game.to_move();
        let what = || format!("game {seed}, move {}", game.board().moves().len() + 1);
        let before = state(game.board());
        let wish = Wish {
            seed: dice.random(),
            decider: if seed % 3 == 1 {
                Decider::Metamachine
            } else {
                Decider::Patterns
            },
            ..Wish::of(color)
        };
        let decision = engine.think(&game, &wish).decision;
        assert_eq!(state(game.board()), before, "{}", what());
        let place = what();
        ask(&mut engine, game.board_mut(), &mut dice);
        assert_eq!(state(game.board()), before, "{place}, questions");
        let point = match decision {
            Decision::Play(point) => Some(point),
            Decision::Pass | Decision::Resign => None,
        };
        passes = if point.is_some() { 0 } else { passes + 1 };
        game.play(color, point).unwrap_or_else(|error| {
            panic!("{place}: {point:?} is illegal: {error}");
        });
    }
    let mut again = Game::new(size);
    for (color, point) in game.board().moves() {
        again.play(color, point).expect("it was legal");
    }
    assert_eq!(state(again.board()), state(game.board()), "game {seed}");
    game.board().moves().len()
}

/// Asks about some strings on the game's own board.
fn ask(engine: &mut Engine, board: &mut Board, dice: &mut Xoshiro256PlusPlus) {
    let strings: Vec<Point> = board.chains().map(|chain| chain.origin()).collect();
    for _ in 0..QUESTIONS.min(strings.len()) {
        let string = strings[dice.random_range(0..strings.len())];
        let reader = engine.analyst.tactics_mut();
        reader.attack(board, string);
        reader.defend(board, string);
        reader.attack_threats(board, string);
    }
}

#[test]
fn the_board_is_as_before_in_games_of_the_engine_against_itself() {
    assert!(
        cfg!(debug_assertions) || number("KATACHI_SELF_PLAY").is_none(),
        "KATACHI_SELF_PLAY: expected a build with debug assertions, found one without: leave out --release and --profile"
    );
    let games = number("KATACHI_SELF_PLAY").unwrap_or(USUAL_GAMES);
    let minutes = number("KATACHI_SELF_PLAY_MINUTES").unwrap_or(u64::MAX / 60);
    let (began, most) = (Instant::now(), Duration::from_secs(60 * minutes));
    let first = number("KATACHI_SELF_PLAY_FIRST").unwrap_or(0);
    let lines = number("KATACHI_SELF_PLAY_LINES").map(|lines| lines as usize);
    let every = if lines.is_some_and(|lines| lines > 13) {
        1
    } else {
        25
    };
    let knowledge = knowledge();
    let (mut played, mut moves) = (0, 0);
    while played < games && began.elapsed() < most {
        let seed = first + played;
        let lines = lines.unwrap_or_else(|| usual_lines(seed));
        moves += play(seed, lines, &knowledge);
        played += 1;
        if played % every == 0 || played == games {
            let seconds = began.elapsed().as_secs();
            println!("{played} games, {moves} moves, {seconds} s");
        }
    }
    println!("{played} of {games} games");
}
