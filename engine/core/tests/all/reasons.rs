//! Reasons for moves that no pattern proposes: openings, and reasons that follow from others.

use std::sync::Arc;

use katachi_board::{Board, Color, Point};
use katachi_core::{Candidate, Engine, Game, Reason};
use katachi_image::{Image, Role};
use katachi_strategy::{Database, Knowledge};
use patc::{Source, compile};

use crate::connections::at;
use crate::lives::board;

/// What this side considers, without any database.
fn candidates(board: Board, color: Color) -> Vec<Candidate> {
    candidates_with(Knowledge::new(Vec::new()), board, color)
}

fn candidates_with(knowledge: Knowledge, board: Board, color: Color) -> Vec<Candidate> {
    let mut game = Game::new(board.size());
    game.set_board(board);
    Engine::new(knowledge).think_for(&game, color).candidates
}

/// A database of openings whose pattern fits nowhere in these tests.
fn no_openings() -> Knowledge {
    let text = "attribute_map general\n\nPattern Never\n\nOX\nX*\n\n:8,-,value(1)\n";
    let source = Source::new("never", text.as_bytes().to_vec());
    let image = compile(Role::Fuseki, vec![source]).image;
    let image = Image::from_vec(image.expect("no errors")).expect("valid");
    let database = Database {
        name: "never".to_owned(),
        image: Arc::new(image),
    };
    Knowledge::new(vec![database])
}

fn empty(lines: usize) -> Board {
    Board::new(katachi_board::BoardSize::new(lines).expect("a size"))
}

/// The opening moves with their values, rounded down.
fn openings(board: Board) -> Vec<(Point, usize)> {
    let all = candidates_with(no_openings(), board, Color::Black);
    let opening = |one: &&Candidate| one.reasons.contains(&Reason::Opening);
    let found = all.iter().filter(opening);
    found.map(|one| (one.point, one.value as usize)).collect()
}

#[test]
fn every_empty_corner_is_a_candidate() {
    for (lines, value) in [(19, 25), (18, 23), (13, 17), (12, 15)] {
        let found = openings(empty(lines));
        assert_eq!(found.len(), 4, "{lines} lines");
        for (point, points) in found {
            let line = |at: usize| at.min(lines - 1 - at) + 1;
            let lines = (line(point.row()), line(point.col()));
            assert!((3..=5).contains(&lines.0) && (3..=5).contains(&lines.1));
            assert_eq!(points, value);
        }
    }
}

#[test]
fn without_a_database_of_openings_there_are_none() {
    let all = candidates(empty(19), Color::Black);
    assert!(!all.iter().any(|one| one.reasons.contains(&Reason::Opening)));
}

#[test]
fn a_corner_with_a_stone_is_not_empty() {
    let mut board = empty(19);
    let at = |row, column| Point::new(row, column).expect("a point");
    for stone in [at(0, 0), at(7, 11)] {
        board.play(Color::White, stone).expect("legal");
    }
    let found = openings(board);
    assert_eq!(found.len(), 2);
    assert!(found.iter().all(|(point, _)| point.row() > 9));
}

#[test]
fn small_boards_begin_in_the_centre() {
    let at = |row, column| Point::new(row, column).expect("a point");
    for (lines, center) in [(5, at(2, 2)), (8, at(4, 4)), (9, at(4, 4)), (11, at(5, 5))] {
        let best = openings(empty(lines))
            .into_iter()
            .max_by_key(|(_, value)| *value);
        assert_eq!(best, Some((center, 45)), "{lines} lines");
    }
    // The corners of 9x9 are worth less once an own stone is on the board.
    let mut board = empty(9);
    board.play(Color::Black, at(7, 1)).expect("legal");
    board.play(Color::White, at(1, 7)).expect("legal");
    let found = openings(board).into_iter();
    let mut values: Vec<usize> = found.map(|(_, value)| value).collect();
    values.sort_unstable();
    assert_eq!(values, [5, 5, 45]);
}

/// White at D4 threatens both black strings; each could be saved, but not both.
const FORK: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . O X O . . . .
    . . . . X . . . .
    . . . . O . . . .
    . . . . . . . . .
    . . . . . . . . .";

#[test]
fn two_threats_that_cannot_both_be_answered_capture() {
    let board = board(FORK);
    let at = |name: &str| at(&board, name);
    let (point, strings) = (at("D4"), [at("D5"), at("E4")]);
    let found = candidates(board.clone(), Color::White);
    let fork = found
        .iter()
        .find(|one| one.point == point)
        .expect("a candidate");
    let is_fork = |reason: &&Reason| matches!(reason, Reason::CapturesEither { .. });
    let reason = fork.reasons.iter().find(is_fork);
    assert_eq!(reason, Some(&Reason::CapturesEither { strings }));
    let is_threat = |reason: &Reason| matches!(reason, Reason::ThreatensToCapture { .. });
    assert!(!fork.reasons.iter().any(is_threat), "{:?}", fork.reasons);
}

#[test]
fn a_capture_connects_what_the_captured_string_cuts() {
    // The white stone on E4 keeps two black strings apart; Black can capture it, White can save it.
    let board: Board = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . X X X O X X X .
        . O O O X O O O .
        . . . . X . . . .
        . . . . . . . . ."
        .parse()
        .expect("a board");
    let size = board.size();
    let at = |name: &str| Point::from_vertex(name, size).expect("a vertex");
    let found = candidates(board, Color::Black);
    let capture = found
        .iter()
        .find(|one| one.point == at("E5"))
        .expect("a candidate");
    let strings = [at("B4"), at("F4")];
    assert!(
        capture.reasons.contains(&Reason::Connects { strings }),
        "{:?}",
        capture.reasons
    );
}

/// A white stone at A3 would be captured by A5; once White has played there, it would not.
const UNSAFE_DAME: &str = "
    . O . O O X .
    O O O O O X X
    . O O O X X .
    O X X X X . X
    . X . X X X X
    X X X . X . X
    . X X X X X .";

#[test]
fn a_move_makes_a_neutral_point_safe() {
    let board = board(UNSAFE_DAME);
    let at = |name: &str| at(&board, name);
    let backfill = Reason::Backfill { dame: at("A3") };
    let fills = |color: Color, reason: &Reason| -> Vec<Point> {
        let found = candidates(board.clone(), color);
        let fills = found.iter().filter(|one| one.reasons.contains(reason));
        fills.map(|one| one.point).collect()
    };
    assert_eq!(fills(Color::White, &backfill), [at("A5")]);
    assert_eq!(fills(Color::White, &Reason::Dame), []);
    assert_eq!(fills(Color::Black, &Reason::Dame), [at("A3")]);
    assert_eq!(fills(Color::Black, &backfill), []);
}

/// White captures two stones at G5, and Black takes one of them back.
const RECAPTURE: &str = "
    . . O X . . . . .
    . . O X . . . . .
    O O O X X X X . .
    . . O O O O X X .
    . O . O X X . X X
    . O O O O O X X .
    . O . X O X X . .
    . O O O O X . . .
    . . O . . X . . .";

#[test]
fn a_stone_that_captures_may_be_captured_back() {
    let point = at(&board(RECAPTURE), "G5");
    let found = candidates(board(RECAPTURE), Color::White);
    let capture = found.iter().find(|one| one.point == point);
    let capture = capture.unwrap_or_else(|| panic!("{found:?}"));
    assert!(capture.terms.danger.abs() < f32::EPSILON);
}
