//! Races on small boards, without patterns.

use std::sync::Arc;

use katachi_board::{Board, Color, Outcome, Point, PointSet, Scoring};
use katachi_tactics::reading::Reading;

use super::SemeaiReading;
use super::questions::Basis;
use crate::owl::{LifeOracle, Opinion, Pains};
use crate::{Analyst, Knowledge};

/// The races of two dragons, each moving first.
fn both(text: &str, a: &str, b: &str) -> [SemeaiReading; 2] {
    let board: Board = text.parse().expect("a board");
    let at = |vertex: &str| Point::from_vertex(vertex, board.size()).expect("a vertex");
    let mut analyst = Analyst::new(Knowledge::default(), 10);
    let mut position = analyst.position(&board, 0.5, Scoring::Territory);
    let mut race = position.semeai();
    let found = [race.analyze(at(a), at(b)), race.analyze(at(b), at(a))];
    assert_eq!(position.board.to_string(), board.to_string());
    assert_eq!(position.board.trial_moves(), board.trial_moves());
    found
}

/// The codes of both races as GNU Go writes them.
fn codes(text: &str, a: &str, b: &str) -> [[Outcome; 2]; 2] {
    both(text, a, b).map(|found| [found.defense, found.attack])
}

/// Both walls live above; the lines below hold a black dragon at b3 and a white one at f3.
fn on_the_edge(rows: &str) -> String {
    format!(
        ". . . . . . . . .
         . . O . . . X . .
         . . . . . . . . .
         . . O . . . X . .
         {rows}"
    )
}

/// The black dragon has a liberty more than the white one.
const A_LIBERTY_MORE: &str = "O O O O O X X X X
         O O . . O X . X X
         O X X X X O O O X
         O O O O X O X X X
         O O O O . . X X X";

const WON: [Outcome; 2] = [Outcome::Win, Outcome::Win];
const LOST: [Outcome; 2] = [Outcome::Lose, Outcome::Lose];
const BOTH_LIVE: [Outcome; 2] = [Outcome::Win, Outcome::Lose];

#[test]
fn with_as_many_liberties_who_moves_wins() {
    let text = on_the_edge(
        "O O O O O X X X X
         O O O . O X . X X
         O X X X X O O O X
         O O O O X O X X X
         O O O O . . X X X",
    );
    assert_eq!(codes(&text, "B3", "F3"), [WON, WON]);
}

#[test]
fn with_a_liberty_more_the_dragon_wins_without_moving() {
    let text = on_the_edge(A_LIBERTY_MORE);
    assert_eq!(codes(&text, "B3", "F3"), [WON, LOST]);
    assert_eq!(both(&text, "B3", "F3")[0].point, None);
}

#[test]
fn two_common_liberties_are_seki() {
    let text = on_the_edge(
        "O O O O O X X X X
         O O O O O X X X X
         O X X X X O O O X
         O O O X . O X X X
         O O O X . O X X X",
    );
    assert_eq!(codes(&text, "B3", "F3"), [BOTH_LIVE, BOTH_LIVE]);
}

#[test]
fn a_ko_in_the_corner_decides() {
    let text = on_the_edge(
        "O O O O O X X X X
         O O O O O X X X X
         O X X X X O O O X
         O O X X . O X X X
         O O . X O . O X X",
    );
    let [black, white] = codes(&text, "B3", "F3");
    assert_eq!(black, [Outcome::KoA, Outcome::KoA]);
    assert_eq!(white, WON);
}

#[test]
fn a_bent_four_in_the_corner_is_dead() {
    let text = on_the_edge(
        "O O O O O O O O O
         O . O . O O O X X
         O O O O O O O X .
         O . O . O X X X O
         O O O O O X . O .",
    );
    assert_eq!(codes(&text, "H1", "F1"), [WON, LOST]);
}

#[test]
fn dragons_that_live_apart_do_not_race() {
    // Too large for a race, but each of them lives in its own area.
    let text = "
        . . X O . .
        . . X O . .
        . . X O . .
        . . X O . .
        . . X O . .
        . . X O . .";
    assert_eq!(codes(text, "C1", "D1"), [BOTH_LIVE, BOTH_LIVE]);
    assert_eq!(both(text, "C1", "D1").map(|found| found.point), [None; 2]);
}

#[test]
fn a_move_first_is_as_a_board_with_the_move() {
    let rows = "O O O O O X X X X
         O O O . O X . X X
         O X X X X O O O X
         O O O O X O X X X
         O O O O . . X X X";
    let board: Board = on_the_edge(rows).parse().expect("a board");
    let at = |vertex: &str| Point::from_vertex(vertex, board.size()).expect("a vertex");
    for point in ["G4", "E1", "F1", "E9"].map(at) {
        let mut played = board.clone();
        assert!(played.try_move(Color::Black, point));
        let ask = |board: &Board, after: Option<(Color, Point)>| {
            let mut analyst = Analyst::new(Knowledge::default(), 10);
            let mut position = analyst.position(board, 0.5, Scoring::Territory);
            let mut race = position.semeai();
            let found = match after {
                Some(after) => race.analyze_after(after, at("F3"), at("B3")),
                None => race.analyze(at("F3"), at("B3")),
            };
            assert_eq!(position.board.trial_moves(), board.trial_moves());
            [found.defense, found.attack]
        };
        let after = ask(&board, Some((Color::Black, point)));
        assert_eq!(after, ask(&played, None), "{point:?}");
    }
}

/// Random games of which this part succeed, whatever is asked.
#[derive(Debug)]
struct Games(f32);

impl LifeOracle for Games {
    fn read(&self, _: &Board, _: &PointSet, _: Color, _: Pains) -> Opinion {
        Opinion {
            reading: Reading {
                outcome: Outcome::Win,
                point: None,
            },
            share: self.0,
        }
    }
}

#[test]
fn clear_games_find_what_the_search_of_an_open_race_does_not() {
    let open = "
        . . . . . . .
        . . . . . . .
        . . O O . . .
        . O X O . . .
        . O X O . . .
        . . . O . . .
        . . . . . . .";
    let closed = on_the_edge(A_LIBERTY_MORE);
    for (text, own, other, changes) in [(open, "C4", "D4", true), (&closed, "F3", "B3", false)] {
        let ask = |oracle: Option<Arc<dyn LifeOracle>>| {
            let board: Board = text.parse().expect("a board");
            let at = |vertex: &str| Point::from_vertex(vertex, board.size()).expect("a vertex");
            let mut analyst = Analyst::new(Knowledge::default(), 10);
            analyst.set_life_oracle(oracle);
            let mut position = analyst.position(&board, 0.5, Scoring::Territory);
            position.semeai().analyze(at(own), at(other))
        };
        let searched = ask(None);
        assert_ne!([searched.defense, searched.attack], WON);
        assert_eq!(ask(Some(Arc::new(Games(0.7)))), searched);
        let found = ask(Some(Arc::new(Games(0.9))));
        if changes {
            assert_eq!([found.defense, found.attack], WON);
            assert!(!found.is_certain());
        } else {
            assert_eq!(found, searched);
        }
    }
}

/// Random games that seldom succeed against a stone on this point, and more often elsewhere.
#[derive(Debug)]
struct GamesWith(Point);

impl LifeOracle for GamesWith {
    fn read(&self, board: &Board, _: &PointSet, _: Color, _: Pains) -> Opinion {
        Opinion {
            reading: Reading {
                outcome: Outcome::Win,
                point: Some(self.0),
            },
            share: if board.at(self.0).is_empty() {
                0.3
            } else {
                0.1
            },
        }
    }
}

#[test]
fn games_choose_between_moves_that_win_an_open_race() {
    let board: Board = "
        . . . . . . .
        . . . . . . .
        . . O O . . .
        . O X O . . .
        . . X O . . .
        . . . . O . .
        . . . . . . ."
        .parse()
        .expect("a board");
    let at = |vertex: &str| Point::from_vertex(vertex, board.size()).expect("a vertex");
    let found = SemeaiReading {
        defense: Outcome::Win,
        attack: Outcome::Win,
        point: Some(at("C2")),
        basis: Basis::Guess,
    };
    let ask = |games: Option<&str>, found: SemeaiReading| {
        let mut analyst = Analyst::new(Knowledge::default(), 10);
        let games = games.map(|point| Arc::new(GamesWith(at(point))) as Arc<dyn LifeOracle>);
        analyst.set_life_oracle(games);
        let mut position = analyst.position(&board, 0.5, Scoring::Territory);
        position.semeai().or_alone(found, at("D4"), at("C4"))
    };
    assert_eq!(ask(None, found), found);
    let chosen = SemeaiReading {
        point: Some(at("B3")),
        ..found
    };
    assert_eq!(ask(Some("B3"), found), chosen);
    // What a closed area decides needs no games.
    let exact = SemeaiReading {
        basis: Basis::Area,
        attack: Outcome::Lose,
        ..found
    };
    assert_eq!(ask(Some("B3"), exact), exact);
    // Where both dragons live, the other one may die by another move.
    let both_live = SemeaiReading {
        attack: Outcome::Lose,
        ..found
    };
    assert_eq!(ask(Some("B3"), both_live), chosen);
    assert_eq!(ask(Some("C2"), both_live), both_live);
}
