//! Lives that eyes decide, without patterns.

use katachi_board::{Board, Outcome, Point, Scoring};

use super::{OwlReading, Role};
use crate::{Analyst, Knowledge};

fn at(board: &Board, vertex: &str) -> Point {
    Point::from_vertex(vertex, board.size()).expect("a vertex")
}

/// The answers to attack and defence of the dragon on this point.
fn read(analyst: &mut Analyst, text: &str, vertex: &str) -> [OwlReading; 2] {
    let board: Board = text.parse().expect("a board");
    let stone = at(&board, vertex);
    let mut position = analyst.position(&board, 6.5, Scoring::Territory);
    let mut owl = position.owl();
    let answers = [owl.attack(stone), owl.defend(stone)];
    assert_eq!(position.board.to_string(), board.to_string());
    assert_eq!(position.board.trial_moves(), 0);
    answers
}

fn outcomes(text: &str, vertex: &str) -> [Outcome; 2] {
    let mut analyst = Analyst::new(Knowledge::default(), 10);
    read(&mut analyst, text, vertex).map(|one| one.reading.outcome)
}

/// Black in a corner with an eye space of this many points in a row, all around it White.
fn in_a_row(points: usize) -> String {
    let row = |stone: &str, more: usize| -> String {
        let mut line = String::new();
        for column in 0..9 {
            line.push_str(if column < points + more { stone } else { "O" });
            line.push(' ');
        }
        line
    };
    let empty = ". . . . . . . . .";
    let last = {
        let mut line = ". ".repeat(points);
        line.push_str("X O ");
        line.push_str(&". ".repeat(9 - points - 2));
        line
    };
    let walls = row("X", 1);
    let outer = "O O O O O O O O O";
    format!("{empty}\n{empty}\n{empty}\n{empty}\n{empty}\n{empty}\n{outer}\n{walls}\n{last}")
}

#[test]
fn three_in_a_row_is_decided_by_who_moves_first_and_four_live() {
    assert_eq!(outcomes(&in_a_row(2), "A2"), [Outcome::Win, Outcome::Lose]);
    let three = in_a_row(3);
    assert_eq!(outcomes(&three, "A2"), [Outcome::Win, Outcome::Win]);
    assert_eq!(outcomes(&in_a_row(4), "A2"), [Outcome::Lose, Outcome::Win]);
    let mut analyst = Analyst::new(Knowledge::default(), 10);
    let board: Board = three.parse().expect("a board");
    for answer in read(&mut analyst, &three, "A2") {
        assert_eq!(answer.reading.point, Some(at(&board, "B1")));
        assert!(answer.is_certain);
    }
}

#[test]
fn a_move_kills_or_saves_as_the_search_says() {
    let board: Board = in_a_row(3).parse().expect("a board");
    let mut analyst = Analyst::new(Knowledge::default(), 10);
    let mut position = analyst.position(&board, 6.5, Scoring::Territory);
    let mut owl = position.owl();
    let (dragon, vital, other) = (at(&board, "A2"), at(&board, "B1"), at(&board, "A1"));
    assert_eq!(owl.does_attack(vital, dragon), Outcome::Win);
    assert_eq!(owl.does_defend(vital, dragon), Outcome::Win);
    assert_eq!(owl.does_defend(other, dragon), Outcome::Lose);
}

#[test]
fn what_is_remembered_is_what_a_new_search_finds() {
    let mut analyst = Analyst::new(Knowledge::default(), 10);
    for points in [2, 3, 4, 3, 2] {
        let text = in_a_row(points);
        let known = read(&mut analyst, &text, "A2");
        let again = read(&mut analyst, &text, "A2");
        let new = read(&mut Analyst::new(Knowledge::default(), 10), &text, "A2");
        assert_eq!(known, new);
        assert_eq!(again, new);
    }
}

#[test]
fn the_proof_number_search_agrees_and_says_when_nodes_do_not_suffice() {
    let mut analyst = Analyst::new(Knowledge::default(), 10);
    for points in 2..=5 {
        let board: Board = in_a_row(points).parse().expect("a board");
        let stone = at(&board, "A2");
        let mut position = analyst.position(&board, 6.5, Scoring::Territory);
        let mut owl = position.owl();
        for role in [Role::Attacker, Role::Defender] {
            let known = owl.search(stone, role).reading;
            let proven = owl.prove(stone, role).map(|found| found.reading);
            assert_eq!(proven, Some(known), "{role:?}, {points} points");
        }
        // Only life shows in the first position.
        owl.limits.nodes = 1;
        let lives = owl.prove(stone, Role::Attacker).is_some();
        assert_eq!(lives, points > 3);
        assert_eq!(position.board.to_string(), board.to_string());
        assert_eq!(position.board.trial_moves(), 0);
    }
}
