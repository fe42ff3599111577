//! Answers to moves of dead stones.

use katachi_board::{Color, PointSet};
use katachi_core::{Decision, Engine, Game, Thoughts};
use katachi_strategy::Knowledge;

use crate::connections::at;
use crate::lives::board;

/// Both sides live; Black has more territory.
const BLACK_LEADS: &str = "
    . . . . . X O . O
    . . . X . X O O .
    . . . . . X O . O
    X X X X X X O O O
    . . . . . X O . O
    . . X . . X O O .
    . . . . . X O . O
    . . X . . X O O .
    . . . . . X O . O";

/// What Black thinks after these moves, if White gets this komi.
fn thoughts(moves: &[(Color, Option<&str>)], komi: f32) -> Thoughts {
    let board = board(BLACK_LEADS);
    let mut game = Game::new(board.size());
    game.set_board(board.clone());
    game.komi = komi;
    for (color, name) in moves {
        let point = name.map(|name| at(&board, name));
        game.play(*color, point).expect("a legal move");
    }
    Engine::new(Knowledge::default()).think_for(&game, Color::Black)
}

fn stones(names: &[&str]) -> PointSet {
    let board = board(BLACK_LEADS);
    names.iter().map(|name| at(&board, name)).collect()
}

#[test]
fn a_side_that_is_ahead_answers_dead_stones() {
    let last = [(Color::White, Some("B8"))];
    let found = thoughts(&last, 0.0);
    let thrashing = found.thrashing.expect("B8 is dead");
    assert_eq!(thrashing.stones, stones(&["B8"]));
    assert!(thrashing.lead > 15.0, "{}", thrashing.lead);
    let Decision::Play(point) = found.decision else {
        panic!("{:?}", found.decision);
    };
    let beside = stones(&["B8"]).neighbors();
    assert!(beside.contains(point), "{point:?}");
}

#[test]
fn without_a_lead_a_side_believes_what_it_has_read() {
    let last = [(Color::White, Some("B8"))];
    let found = thoughts(&last, 27.0);
    assert_eq!(found.thrashing, None);
    assert_eq!(found.decision, Decision::Pass);
}

#[test]
fn nobody_thrashes_around_who_passes_or_whose_stones_live() {
    let passes = [(Color::White, Some("B8")), (Color::White, None)];
    for moves in [&passes[..], &[(Color::White, Some("H9"))], &[]] {
        let found = thoughts(moves, 0.0);
        assert_eq!(found.thrashing, None, "{moves:?}");
        assert_eq!(found.decision, Decision::Pass, "{moves:?}");
    }
}
