//! Changes points just outside of an area: if the area lacks a point, some answer changes. The
//! usual run takes 30 boards; `KATACHI_TRAIL_BOARDS=4000` takes 4,000.
#![allow(
    clippy::print_stdout,
    reason = "the long run says how many questions it asked"
)]

use katachi_board::{Board, BoardSize, Point, PointSet};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Limits, Reader, Reading};
use crate::fringe::{boards, each_change, random_board};
use crate::proof::{Regime, Side};

/// Changes tried for each question.
const CHANGES: usize = 8;

/// The answer, its nodes, and its area; `all` asks for every move of the list in turn.
fn read(
    reader: &mut Reader,
    board: &mut Board,
    string: Point,
    side: Side,
    all: bool,
) -> (Vec<Reading>, u64, PointSet) {
    let begun = reader.nodes();
    let chain = board.chain(string).expect("a string");
    let terms = reader.terms(&chain, Regime::Against);
    reader.searcher.begin();
    let found = if all {
        let list = reader.searcher.list(board, &terms, side);
        let ask = |point| reader.search(board, terms, side, Some(&[point]));
        list.into_iter().map(ask).collect()
    } else {
        vec![reader.search(board, terms, side, None)]
    };
    let area = reader.searcher.area(board);
    (found, reader.nodes() - begun, area)
}

fn check(boards: u64) -> u64 {
    let mut asked = 0;
    for seed in 0..boards {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
        let size = BoardSize::new(dice.random_range(7..=13)).expect("a size");
        let moves = dice.random_range(size.area() / 5..size.area());
        let mut board = random_board(size, moves, &mut dice);
        let mut reader = Reader::new(Limits::for_level([10, 7, 1][seed as usize % 3]));
        let few = board.chains().filter(|chain| chain.liberty_count() <= 4);
        let strings: Vec<Point> = few.map(|chain| chain.origin()).collect();
        for string in strings {
            for (side, all) in [
                (Side::Prover, false),
                (Side::Disprover, false),
                (
                    [Side::Prover, Side::Disprover][dice.random_range(0..2)],
                    true,
                ),
            ] {
                let answer = read(&mut reader, &mut board, string, side, all);
                asked += each_change(&board, &answer.2, CHANGES, &mut dice, |point, other| {
                    let again = read(&mut reader, other, string, side, all);
                    let vertex = |point: Point| point.vertex(size);
                    assert_eq!(
                        answer,
                        again,
                        "{side:?} {}, all moves: {all}, after a change at {}, on\n{board}",
                        vertex(string),
                        vertex(point)
                    );
                });
            }
        }
    }
    asked
}

#[test]
fn nothing_outside_of_the_area_counts() {
    let asked = check(boards("KATACHI_TRAIL_BOARDS"));
    println!("{asked} questions after changes outside of the area of their answers");
    assert!(asked > 1000);
}
