//! Connection reading: known shapes, comparison with an exhaustive search, and invariants.

use katachi_board::{Board, BoardSize, Color, Outcome, Point, PointSet};
use katachi_tactics::connection::ConnectionReader;
use katachi_tactics::reading::Reading;
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::state::state;

/// A reader at level 10.
fn reader() -> ConnectionReader {
    ConnectionReader::for_level(10)
}

fn both(
    reader: &mut ConnectionReader,
    board: &mut Board,
    a: Point,
    b: Point,
) -> (Reading, Reading) {
    (reader.connect(board, a, b), reader.disconnect(board, a, b))
}

fn board(text: &str) -> Board {
    text.parse().expect("a board")
}

fn at(board: &Board, vertex: &str) -> Point {
    Point::from_vertex(vertex, board.size()).expect("a vertex")
}

fn read(text: &str, a: &str, b: &str) -> (Outcome, Outcome) {
    let mut board = board(text);
    let (a, b) = (at(&board, a), at(&board, b));
    let (connect, disconnect) = both(&mut reader(), &mut board, a, b);
    (connect.outcome, disconnect.outcome)
}

const SAFE: (Outcome, Outcome) = (Outcome::Win, Outcome::Lose);
const OPEN: (Outcome, Outcome) = (Outcome::Win, Outcome::Win);
const APART: (Outcome, Outcome) = (Outcome::Lose, Outcome::Win);

#[test]
fn safe_shapes_are_connected() {
    let shapes = "
        . . . . . . . . .
        . X . X . . . . .
        . . . . . . X . .
        . . . . . . . . .
        . . . . . . . X .
        . X X . . . . . .
        . . . . . . . . .
        . X X . . . X . .
        . . . . . . . X .";
    // A jump, a keima, a bamboo joint, a diagonal.
    for (a, b) in [("B8", "D8"), ("G7", "H5"), ("B4", "B2"), ("G2", "H1")] {
        assert_eq!(read(shapes, a, b), SAFE, "{a} {b}");
    }
}

#[test]
fn a_cutting_point_belongs_to_who_moves() {
    let text = "
        . . . . . . .
        . . O X . . .
        . . X O . . .
        . X O . O . .
        . X O . . . .
        . . . . . . .
        . . . . . . .";
    assert_eq!(read(text, "C5", "B4"), OPEN);
    assert_eq!(read(text, "C4", "E4"), SAFE);
    let wall = "
        . . . O . . .
        . . . O . . .
        . X . O . X .
        . . . O . . .
        . . . O . . .
        . . . O . . .
        . . . O . . .";
    assert_eq!(read(wall, "B5", "F5"), APART);
}

#[test]
fn a_cutting_stone_that_can_be_captured_cuts_nothing() {
    let text = "
        . . . . . . .
        . . X . . . .
        . X O X . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .";
    assert_eq!(read(text, "B5", "D5"), SAFE);
}

#[test]
fn a_string_that_is_captured_is_not_connected() {
    let text = "
        . . . . . . .
        . . O O . . .
        . O X X . X .
        . . O O . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .";
    assert_eq!(read(text, "C5", "F5"), OPEN);
}

#[test]
fn one_string_is_connected_and_needs_no_move() {
    let mut board = board(
        ". . . . .
         . X X . .
         . . . . .
         . . . . .
         . . . . .",
    );
    let (a, b) = (at(&board, "B4"), at(&board, "C4"));
    let (connect, disconnect) = both(&mut reader(), &mut board, a, b);
    assert_eq!((connect.outcome, connect.point), (Outcome::Win, None));
    assert_eq!(disconnect.outcome, Outcome::Lose);
}

#[test]
fn a_string_reaches_an_area_or_is_kept_out() {
    let mut board = board(
        ". . . . . . .
         . . . . . . .
         . . X . . . .
         O O . O O O O
         . . . . . . .
         . . . . . . .
         . . . . . . .",
    );
    let string = at(&board, "C5");
    let size = board.size();
    let below: PointSet = size.points().filter(|point| point.row() > 2).collect();
    let mut readers = reader();
    let inside = readers.break_in(&mut board, string, &below);
    assert_eq!(inside.outcome, Outcome::Win);
    let outside = readers.block_off(&mut board, string, &below);
    assert_eq!(outside.outcome, Outcome::Win);
    let none = PointSet::EMPTY;
    let nowhere = readers.break_in(&mut board, string, &none);
    assert_eq!(nowhere.outcome, Outcome::Lose);
    let here = PointSet::from_iter([string]);
    let there = readers.break_in(&mut board, string, &here);
    assert_eq!((there.outcome, there.point), (Outcome::Win, None));
}

#[test]
fn quick_answers_take_no_more_nodes() {
    let mut board = board(
        ". . . . . . . . .
         . . O . . . . . .
         . . . X . O . . .
         . O . . . . . . .
         . . . O . X . . .
         . . . . . . . . .
         . . X . O . . . .
         . . . . . . . . .
         . . . . . . . . .",
    );
    let (a, b) = (at(&board, "D7"), at(&board, "C3"));
    let mut full = reader();
    full.disconnect(&mut board, a, b);
    let mut quick = reader();
    quick.quick_disconnect(&mut board, a, b);
    assert!(quick.nodes() <= full.nodes());
    assert!(quick.nodes() <= 2 * 500);
    quick.reset_nodes();
    quick.quick_disconnect(&mut board, a, b);
    assert_eq!(quick.nodes(), 0, "the answer is remembered");
}

/// A random position: a game of this many moves, often next to other stones.
fn random_position(size: BoardSize, moves: usize, seed: u64) -> Board {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let points: Vec<Point> = size.points().collect();
    let mut board = Board::new(size);
    let mut color = Color::Black;
    for _ in 0..moves {
        let open: Vec<Point> = (points.iter().copied())
            .filter(|&point| board.is_legal(color, point))
            .collect();
        if open.is_empty() {
            break;
        }
        let point = open[rng.random_range(0..open.len())];
        if board.play(color, point).is_ok() {
            color = !color;
        }
    }
    board
}

/// Pairs of strings of one colour, each named by its origin.
fn pairs(board: &Board) -> Vec<(Point, Point)> {
    let chains: Vec<(Color, Point)> = board
        .chains()
        .map(|chain| (chain.color(), chain.origin()))
        .collect();
    let mut pairs = Vec::new();
    for (at, &(color, a)) in chains.iter().enumerate() {
        let others = chains[at + 1..].iter().filter(|(other, _)| *other == color);
        pairs.extend(others.map(|&(_, b)| (a, b)));
    }
    pairs
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn the_board_is_as_before_and_answers_fit_together(
        size in 5usize..12,
        fill in 20usize..80,
        seed: u64,
        trials in 0usize..4,
    ) {
        let size = BoardSize::new(size).expect("a size");
        let mut board = random_position(size, size.area() * fill / 100, seed);
        // The board has some trial moves, kos among them, before the question.
        let mut color = Color::White;
        for point in size.points().skip((seed % 7) as usize).step_by(5).take(trials) {
            board.try_with_komaster(color, point, true);
            color = !color;
        }
        let before = state(&board);
        let mut readers = reader();
        for (a, b) in pairs(&board).into_iter().step_by(7).take(4) {
            let (connect, disconnect) = both(&mut readers, &mut board, a, b);
            prop_assert_eq!(&state(&board), &before);
            // The opponent may always pass.
            prop_assert!(disconnect.outcome >= connect.outcome.reversed());
            if connect.outcome == Outcome::Lose {
                prop_assert_eq!(disconnect.outcome, Outcome::Win);
            }
            if disconnect.outcome == Outcome::Lose {
                prop_assert_eq!(connect.outcome, Outcome::Win);
            }
            // The order of the strings and the stones that name them do not matter.
            let other = board.chain(b).and_then(|chain| chain.stones().last()).expect("a string");
            let again = both(&mut reader(), &mut board, other, a);
            prop_assert_eq!(again, both(&mut reader(), &mut board, a, b));
            let area: PointSet = size.points().filter(|point| point.row() < 2).collect();
                    let inside = readers.break_in(&mut board, a, &area).outcome;
            let outside = readers.block_off(&mut board, a, &area).outcome;
            prop_assert!(outside >= inside.reversed());
            prop_assert_eq!(&state(&board), &before);
        }
    }
}

#[test]
fn the_exhaustive_twin_agrees_on_tiny_boards() {
    let size = BoardSize::new(4).expect("a size");
    let mut readers = reader();
    let (mut decided, mut wrong) = (0, Vec::new());
    for seed in 0..500 {
        let mut board = random_position(size, 13, seed);
        if board.empty().len() > 6 {
            continue;
        }
        for (a, b) in pairs(&board).into_iter().take(2) {
            let ours = both(&mut readers, &mut board, a, b);
            for (ours, connects) in [(ours.0.outcome, true), (ours.1.outcome, false)] {
                let Some(joined) = crate::apart::joined(&mut board, a, b, connects) else {
                    continue;
                };
                let truth = if joined == connects {
                    Outcome::Win
                } else {
                    Outcome::Lose
                };
                // The twin plays no ko threats, so it cannot judge kos.
                if matches!(ours, Outcome::Win | Outcome::Lose) {
                    decided += 1;
                    if ours != truth {
                        wrong.push((seed, a, b, connects, ours));
                    }
                }
            }
        }
    }
    assert!(decided > 500, "{decided}");
    // Limits and ignored ways cost a few answers.
    assert!(
        100 * wrong.len() <= decided,
        "{} of {decided}: {wrong:?}",
        wrong.len()
    );
}
