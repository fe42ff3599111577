//! Games that are longer than any that people play.

use std::collections::BTreeSet;

use katachi_board::{Board, BoardSize, Color, IllegalMove, KoRule, Point, Rules, SuicideRule};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const RULES: Rules = Rules {
    ko: KoRule::None,
    suicide: SuicideRule::Forbidden,
};

/// The stones, as text.
fn stones(board: &Board) -> String {
    let size = board.size();
    let stone = |point: Point| board.at(point).color().map_or('.', Color::initial);
    size.points().map(stone).collect()
}

#[test]
fn repetitions_are_found_however_long_ago() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let size = BoardSize::new(3).expect("a size");
    let mut board = Board::new(size);
    board.set_rules(RULES);
    // The stones and who was to move, before each move, and the move.
    let mut past: Vec<(String, Color, Option<Point>)> = Vec::new();
    let points: Vec<Point> = size.points().collect();
    let (mut color, mut repeats, mut new) = (Color::Black, 0, 0);
    for round in 0..12_000 {
        if round % 5_000 > 4_000 && random.random_ratio(3, 4) {
            color = board.undo().expect("a move").0;
            past.pop();
            continue;
        }
        if round % 19 == 0 {
            let all: BTreeSet<&str> = past.iter().map(|(stones, ..)| stones.as_str()).collect();
            let of_side = |side| {
                let same = past.iter().filter(move |(_, to_move, _)| *to_move == side);
                same.map(|(stones, ..)| stones.as_str())
            };
            let other: Vec<&str> = of_side(!color).collect();
            let now = stones(&board);
            let same =
                |(stones, to_move, _): &&(String, Color, _)| *stones == now && *to_move == color;
            let before: Vec<Point> = past.iter().filter(same).filter_map(|one| one.2).collect();
            let known: Vec<Point> = board.earlier_moves(color).collect();
            assert!(before.ends_with(&known));
            assert!(past.len() > 1024 || known == before);
            for &point in &points {
                let mut after = board.clone();
                if after.play(color, point).is_err() {
                    continue;
                }
                let after = stones(&after);
                let times = other.iter().filter(|stones| **stones == after).count();
                assert_eq!(board.earlier_situations(color, point), times);
                let known = all.contains(after.as_str()) || after == now;
                assert_eq!(board.repeats_position(color, point), known);
                *(if known { &mut repeats } else { &mut new }) += 1;
            }
        }
        let now = stones(&board);
        let point = points[random.random_range(0..points.len())];
        let is_played = round % 11 != 0 && board.play(color, point).is_ok();
        if !is_played {
            board.pass(color).expect("a pass");
        }
        past.push((now, color, is_played.then_some(point)));
        color = !color;
    }
    assert!(repeats > 100 && new > 100, "{repeats} {new}");
}

#[test]
fn a_game_ends_before_its_strings_have_no_numbers_left() {
    let mut board: Board = ". X O .\nX O . O\n. X O .\n. . . ."
        .parse()
        .expect("a board");
    board.set_rules(RULES);
    let before = stones(&board);
    let size = board.size();
    let at = |vertex| Point::from_vertex(vertex, size).expect("a point");
    // A ko that is taken and retaken.
    let (black, white) = (at("C3"), at("B3"));
    let mut moves = 0;
    let end = loop {
        let played = match moves % 2 {
            0 => board.play(Color::Black, black),
            _ => board.play(Color::White, white),
        };
        if let Err(end) = played {
            break end;
        }
        moves += 1;
    };
    assert_eq!(end, IllegalMove::TooLong);
    assert!(moves > 50_000, "{moves}");
    // A pass needs no string, and everything can be undone.
    assert_eq!(board.pass(Color::Black), Ok(()));
    for _ in 0..=moves {
        assert!(board.undo().is_some());
    }
    assert_eq!(stones(&board), before);
}
