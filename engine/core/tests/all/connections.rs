//! Connections by reading and random games: the games find what every player sees, and overrule the
//! reader where it finds a cut that fails, or misses a connection.

use katachi_board::{Board, Color, Outcome, Point};
use katachi_core::DEFAULT_LEVEL;
use katachi_core::connections::Connections;
use katachi_core::monte_carlo::{Findings, Sources, Strings, junction};
use katachi_strategy::owl::Witness;
use katachi_tactics::connection::ConnectionReader;

use crate::lives::{board, lives};

pub fn at(board: &Board, name: &str) -> Point {
    Point::from_vertex(name, board.size()).expect("a vertex")
}

/// What five hundred games say about two strings.
fn games(text: &str, names: [&str; 2], mover: Color) -> Option<Findings> {
    let (board, lives) = (board(text), lives());
    let strings = Strings {
        stones: names.map(|name| at(&board, name)),
        mover,
        has_threats: None,
    };
    let (values, strengths) = (lives.values(), lives.strengths());
    let sources = Sources {
        values: &values,
        strengths: &strengths,
    };
    junction(&board, &strings, sources, (500, 0.5))
}

/// What reading, with games or alone, says about connecting these strings, and about cutting them.
fn read(text: &str, names: [&str; 2], with_games: bool) -> [Outcome; 2] {
    let (mut board, lives) = (board(text), lives());
    let [a, b] = names.map(|name| at(&board, name));
    let mut connections = Connections {
        reader: &mut ConnectionReader::for_level(DEFAULT_LEVEL),
        games: with_games.then_some(&lives),
        level: DEFAULT_LEVEL,
    };
    let before = board.hash();
    let found = [
        connections.connect(&mut board, a, b),
        connections.disconnect(&mut board, a, b),
    ];
    assert_eq!((board.hash(), board.trial_moves()), (before, 0));
    for (_, by) in found {
        assert!(with_games || by == Witness::Search);
    }
    found.map(|(found, _)| found.outcome)
}

/// D5 and F5 are a bamboo joint with D4 and F4.
const BAMBOO: &str = "
    . . . . . . . . .
    . . . . O . . . .
    . . . O . O . . .
    . . . . . . . . .
    . . . X . X . . .
    . . . X . X . . .
    . . . . . . . . .
    . . . O . O . . .
    . . . . O . . . .";

/// Whoever moves first plays E5.
const GAP: &str = "
    . . . . O . . . .
    . . . . O . . . .
    . . . . O . . . .
    . . . X O X . . .
    . . . X . X . . .
    . . . X O X . . .
    . . . . O . . . .
    . . . . O . . . .
    . . . . O . . . .";

#[test]
fn games_find_what_every_player_sees() {
    let cut = games(BAMBOO, ["D5", "F5"], Color::White).expect("near");
    assert!(cut.rate > 0.8, "{cut:?}");
    for (mover, joined) in [(Color::Black, true), (Color::White, false)] {
        let found = games(GAP, ["D5", "F5"], mover).expect("near");
        assert_eq!(found.rate > 0.8, joined, "{mover:?}: {found:?}");
        assert_eq!(found.rate < 0.2, !joined, "{mover:?}: {found:?}");
        let gap = at(&board(GAP), "E5");
        assert_eq!(found.best, Some(gap), "{mover:?}");
        // The same question has the same answer.
        assert_eq!(games(GAP, ["D5", "F5"], mover), Some(found));
    }
}

#[test]
fn games_say_nothing_about_strings_that_are_far_apart() {
    let far = "
        X . . . . . . . . . X
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .";
    assert_eq!(games(far, ["A11", "L11"], Color::Black), None);
    assert_eq!(games(far, ["A11", "C3"], Color::Black), None);
}

#[test]
fn reading_and_games_agree_about_what_is_easy() {
    for (text, names, expected) in [
        (BAMBOO, ["D5", "F5"], [Outcome::Win, Outcome::Lose]),
        (GAP, ["D5", "F5"], [Outcome::Win, Outcome::Win]),
        // Strings of two colours are no question.
        (GAP, ["D5", "E6"], [Outcome::Lose, Outcome::Win]),
    ] {
        for with_games in [false, true] {
            assert_eq!(read(text, names, with_games), expected, "{names:?}");
        }
    }
}

/// Move 29 of `ogs_19863048.sgf`, a dan game on 9x9: Black cannot cut B5 from G5, deep readers say.
const NO_CUT: &str = "
    . . . . . . . . .
    . . X . . . . . .
    . X . X X . . . .
    . . X O . X . . .
    . O O . . X O O .
    . . . O . X O . O
    . X X O O O X O .
    . . . X . O X X .
    . . . . . . . . .";

/// Move 25 of `ogs_9264375.sgf`: Black connects D5 and F4 by a move at F2, and GNU Go, which sees
/// no way, finds no answer.
const FROM_BELOW: &str = "
    . . . . . . . . .
    . . . O . . . . .
    . . . X . O . . .
    . . . . . . . O .
    . . . X X O O X .
    . . . . O X X X .
    . X X X O O X . .
    . O O O . . O X .
    . . . . . . . . .";

#[test]
fn games_overrule_the_reader() {
    let names = ["B5", "G5"];
    let [_, alone] = read(NO_CUT, names, false);
    let [_, found] = read(NO_CUT, names, true);
    assert_eq!((alone, found), (Outcome::Win, Outcome::Lose));
    let names = ["D5", "F4"];
    let [alone, _] = read(FROM_BELOW, names, false);
    let [found, _] = read(FROM_BELOW, names, true);
    assert_eq!((alone, found), (Outcome::Lose, Outcome::Win));
}
