//! Changes points just outside of the areas of connections: if an area lacks a point, some answer
//! changes. The usual run takes 30 boards; `KATACHI_TRAIL_CONNECTIONS=1000` takes 1,000.
#![allow(
    clippy::print_stdout,
    reason = "the long run says how many questions it asked"
)]

use katachi_board::{Board, BoardSize, Point, PointSet};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;
use crate::fringe::{boards, each_change, random_board};

/// Questions asked on each board, and changes tried for each.
const QUESTIONS: usize = 12;
const CHANGES: usize = 6;

/// The answer of a new reader, the positions searched, the tactical effort, and the area.
fn read(
    board: &mut Board,
    goal: Goal,
    side: Side,
    effort: Effort,
) -> (Reading, u64, u64, PointSet) {
    let mut reader = ConnectionReader::for_level(5);
    let key = ConnectionKey {
        goal: goal.named(board),
        side,
        limits: ConnectionLimits::for_level(reader.level).with_effort(effort),
        root: 0,
        komaster: board.komaster(),
    };
    let found = reader.search(board, &key, effort, 0);
    (found.value, found.nodes, reader.reader.effort(), found.area)
}

fn check(boards: u64) -> u64 {
    let mut asked = 0;
    for seed in 0..boards {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
        let size = BoardSize::new(dice.random_range(9..=19)).expect("a size");
        let moves = dice.random_range(size.area() / 5..size.area());
        let mut board = random_board(size, moves, &mut dice);
        let strings: Vec<_> = (board.chains())
            .map(|chain| (chain.color(), chain.origin()))
            .collect();
        for question in 0..QUESTIONS {
            let (color, string) = strings[dice.random_range(0..strings.len())];
            let (other_color, other) = strings[dice.random_range(0..strings.len())];
            let target = if color == other_color && dice.random_range(0..4) > 0 {
                Target::String(other)
            } else {
                let middle = size.points().nth(dice.random_range(0..size.area()));
                let middle = PointSet::from_iter(middle);
                let near = middle.with_surroundings();
                Target::Area(
                    size.points()
                        .filter(|point| near.contains(*point))
                        .collect(),
                )
            };
            let goal = Goal {
                color,
                string,
                target,
            };
            let side = [Side::Prover, Side::Disprover][dice.random_range(0..2)];
            let effort = [Effort::Full, Effort::Quick][question % 2];
            let answer = read(&mut board, goal, side, effort);
            asked += each_change(&board, &answer.3, CHANGES, &mut dice, |point, other| {
                let vertex = |point: Point| point.vertex(size);
                assert_eq!(
                    answer,
                    read(other, goal, side, effort),
                    "{side:?} {effort:?} {} {target:?}, after a change at {}, on\n{board}",
                    vertex(string),
                    vertex(point)
                );
            });
        }
    }
    asked
}

#[test]
fn nothing_outside_of_the_area_counts() {
    let asked = check(boards("KATACHI_TRAIL_CONNECTIONS"));
    println!("{asked} questions after changes outside of the area of their answers");
    assert!(asked > 300);
}

/// A reader that keeps no outlooks and no facts from one node to the next must search the same
/// positions, at the same tactical effort, as one that does.
#[test]
fn remembered_outlooks_change_no_search() {
    let (mut known, mut asked) = (0, 0);
    for seed in 0..boards("KATACHI_OUTLOOKS").div_ceil(3) {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
        let size = BoardSize::new(dice.random_range(9..=19)).expect("a size");
        let moves = dice.random_range(size.area() / 5..size.area());
        let mut board = random_board(size, moves, &mut dice);
        let mut remembers = ConnectionReader::for_level(7);
        let limits = ConnectionLimits::for_level(7);
        // With few nodes, tactics end in the middle of an outlook that is remembered in full.
        let budgets = [limits.nodes, 10, 3, 1];
        let questions = [Side::Prover, Side::Disprover]
            .into_iter()
            .flat_map(|side| budgets.map(|nodes| (side, nodes)));
        for (a, b) in board.near_pairs(2).into_iter().step_by(4) {
            for (side, nodes) in questions.clone() {
                let key = ConnectionKey {
                    goal: strings(&board, a, b).expect("two strings").named(&board),
                    side,
                    limits: ConnectionLimits { nodes, ..limits },
                    root: 0,
                    komaster: board.komaster(),
                };
                let mut forgets = ConnectionReader::for_level(7);
                forgets.outlooks = Memory::new(1, 0);
                let mut read = |reader: &mut ConnectionReader| {
                    let (effort, nodes) = (reader.reader.effort(), reader.reader.nodes());
                    let found = reader.search(&mut board, &key, Effort::Full, 0);
                    let nodes = reader.reader.nodes() - nodes;
                    let effort = reader.reader.effort() - effort;
                    ((found.value, found.nodes, effort), nodes)
                };
                let new = read(&mut forgets);
                // The second search finds outlooks of the first one.
                for _ in 0..2 {
                    let again = read(&mut remembers);
                    assert_eq!(again.0, new.0, "{key:?} on\n{board}");
                    asked += new.1;
                    known += new.1 - again.1.min(new.1);
                }
            }
        }
    }
    assert!(asked > 0 && 3 * known > asked, "{known} of {asked}");
}
