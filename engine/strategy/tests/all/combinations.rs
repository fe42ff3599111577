//! Combinations with a database of one pattern: an atari.

use std::sync::Arc;

use katachi_board::{Board, Color, Point, Scoring};
use katachi_image::{Image, Role};
use katachi_strategy::{Analyst, Database, Knowledge};
use patc::{Source, compile};

const ATARI: &str = "\
Pattern Atari

X*

:8,-

A*

;lib(A) == 2
";

fn analyst(level: i32) -> Analyst {
    let source = Source::new("aa_attackpats.db", ATARI);
    let compiled = compile(Role::AaAttackPats, vec![source]);
    let image = Image::from_vec(compiled.image.expect("no errors")).expect("valid");
    let database = Database {
        name: "aa_attackpats".into(),
        image: Arc::new(image),
    };
    Analyst::new(Knowledge::new(vec![database]), level)
}

/// Black's first move of a combination, and the moves with which White prevents it.
fn answers(text: &str, level: i32) -> (Option<String>, Option<Vec<String>>) {
    let board: Board = text.parse().expect("a board");
    let mut analyst = analyst(level);
    let mut position = analyst.position(&board, 6.5, Scoring::Territory);
    let name = |point: Point| point.vertex(board.size()).to_string();
    let mut combinations = position.combinations();
    let attack = combinations.attack(Color::Black);
    let defenses = combinations.defenses(Color::Black);
    assert_eq!(position.board.to_string(), board.to_string());
    let points = defenses.map(|points| points.iter().map(name).collect());
    (attack.map(|found| name(found.point)), points)
}

/// A black stone on E5 puts D5 and F5 in atari. Each of them can connect with living stones, but
/// White has one move.
const DOUBLE_ATARI: &str = "
    . X . X X X . X .
    X X X X X X X X X
    X X X X X X X X X
    O O X X X X X O O
    O O . O . O . O O
    O O X X . X X O O
    O O O O O O O O O
    O O O O O O O O O
    . O . O . O . O .";

#[test]
fn a_double_atari_is_a_combination() {
    let (attack, defenses) = answers(DOUBLE_ATARI, 10);
    assert_eq!(attack.as_deref(), Some("E5"));
    assert!(defenses.is_some_and(|points| points.contains(&"E5".to_owned())));
}

#[test]
fn without_depth_nothing_is_found() {
    assert_eq!(answers(DOUBLE_ATARI, 1), (None, None));
}

#[test]
fn a_search_ends_with_its_effort() {
    let board: Board = DOUBLE_ATARI.parse().expect("a board");
    let mut analyst = analyst(10);
    let mut found = |effort| {
        let mut position = analyst.position(&board, 6.5, Scoring::Territory);
        let found = position.combinations().within(effort).attack(Color::Black);
        assert_eq!(position.board.to_string(), board.to_string());
        found
    };
    assert!(found(50_000).is_some());
    assert_eq!(found(0), None);
}

/// A move of White that does not prevent the combination allows it; one that does allows none.
#[test]
fn a_move_allows_a_combination() {
    let board: Board = DOUBLE_ATARI.parse().expect("a board");
    let mut analyst = analyst(10);
    let mut position = analyst.position(&board, 6.5, Scoring::Territory);
    let mut combinations = position.combinations();
    let point = |name: &str| Point::from_vertex(name, board.size()).expect("a vertex");
    let mut allowed = |name: &str| combinations.allowed_by(Color::White, point(name));
    let found = allowed("A1").expect("a combination");
    assert_eq!(found.point, point("E5"));
    assert!(found.size > 0);
    assert_eq!(allowed("E5"), None);
    assert_eq!(allowed("D5"), None, "a stone is there");
    let shallow = 1;
    analyst.give_combination_depth(Some(shallow));
    let mut position = analyst.position(&board, 6.5, Scoring::Territory);
    assert_eq!(position.combinations().attack(Color::Black), None);
}

/// White F9 joins G9, so that Black E9 puts two strings in atari. So does Black F9 after White E9.
const EDGE: &str = "
    . O . O . . O . O
    O O O X X X X O O
    O O X X . X X O O
    O O X X X X X O O
    O O X . X X X O O
    O O X X X X X O O
    O O O O O O O O O
    O O O O O O O O O
    . O . O . O . O .";

#[test]
fn moves_that_prepare_another_one_take_its_combination_away() {
    let board: Board = EDGE.parse().expect("a board");
    let point = |name: &str| Point::from_vertex(name, board.size()).expect("a vertex");
    let mut analyst = analyst(10);
    let mut position = analyst.position(&board, 6.5, Scoring::Territory);
    let mut combinations = position.combinations();
    assert_eq!(combinations.attack(Color::Black), None);
    let allowed = combinations.allowed_by(Color::White, point("F9"));
    assert_eq!(allowed.map(|allowed| allowed.point), Some(point("E9")));
    let found = combinations.preparations(Color::White, point("F9"));
    assert_eq!(found, ["C9", "H9"].into_iter().map(point).collect());
    let needless = combinations.preparations(Color::White, point("C9"));
    assert!(needless.is_empty(), "it allows nothing");
    assert_eq!(position.board.to_string(), board.to_string());
}
