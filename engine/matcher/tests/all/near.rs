//! The points that a move has touched: positions made by hand, and the definition of
//! `docs/monte-carlo.md` for each point on the naive board.

use katachi_board::naive::NaiveBoard;
use katachi_board::{
    Board, BoardSize, Color, KoRule, Point, PointSet, PointState, Rules, SuicideRule,
};
use katachi_matcher::patterns3x3::near;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Black plays `*`; then exactly the points `n` are near.
fn check(before: &str, after: &str) {
    let rows: Vec<&str> = before.split_whitespace().collect();
    let size = BoardSize::new(rows.len()).unwrap();
    let marked = |text: &str, mark: char| -> PointSet {
        let rows: Vec<&str> = text.split_whitespace().collect();
        let here = |point: &Point| rows[point.row()].chars().nth(point.col()) == Some(mark);
        size.points().filter(here).collect()
    };
    let board = |text: &str, mark: char| -> Board { text.replace(mark, ".").parse().unwrap() };
    let earlier = board(before, '*');
    let point = marked(before, '*').first().unwrap();
    let mut later = earlier.clone();
    later.play(Color::Black, point).unwrap();
    let drawn = board(after, 'n').to_string();
    assert_eq!(
        later.to_string(),
        drawn,
        "the diagrams are not a move apart"
    );
    let found = near(&earlier, &later, Color::Black, point);
    assert_eq!(found, marked(after, 'n'), "\n{later}");
}

#[test]
fn neighbors_and_diagonals() {
    check(
        ".....
         .....
         ..*..
         .....
         .....",
        ".....
         .nnn.
         .nXn.
         .nnn.
         .....",
    );
}

#[test]
fn liberties_of_an_opponent_string() {
    check(
        "......
         .XXXX.
         .OOOO*
         .XXXX.
         ......
         ......",
        "......
         .XXXXn
         nOOOOX
         .XXXXn
         ......
         ......",
    );
}

#[test]
fn liberties_of_the_string_played() {
    check(
        "......
         .OOO..
         .XX*O.
         .O.O..
         .OO...
         ......",
        "......
         .OOOn.
         nXXXO.
         .OnOn.
         .OO...
         ......",
    );
}

#[test]
fn strings_elsewhere_are_far() {
    check(
        ".......
         XOX....
         .X.....
         .....*.
         .......
         .......
         .......",
        ".......
         XOX....
         .X..nnn
         ....nXn
         ....nnn
         .......
         .......",
    );
}

#[test]
fn the_other_liberty_of_a_joined_string() {
    check(
        "......
         .OOO..
         .XXX*.
         .OOO..
         ......
         ......",
        "......
         .OOOnn
         nXXXXn
         .OOOnn
         ......
         ......",
    );
}

#[test]
fn what_captures_vacate() {
    check(
        ".OOO..
         OXXXO.
         .XOOX.
         ..X*..
         ......
         ......",
        ".OOO..
         OXXXO.
         .XnnX.
         .nXXn.
         ..nnn.
         ......",
    );
}

#[test]
fn strings_beside_captured_stones() {
    check(
        ".......
         .OOOO..
         .XXXXO.
         .OOXOX.
         ...O*..
         .......
         .......",
        ".......
         .OOOO..
         nXXXXO.
         .OOXnX.
         ..nOXn.
         ...nnn.
         .......",
    );
}

/// Whether the definition calls an empty point near.
fn is_near(
    size: BoardSize,
    (before, after): (&NaiveBoard, &NaiveBoard),
    (color, played): (Color, Point),
    at: Point,
) -> bool {
    let beside = |a: Point, b: Point| a.row().abs_diff(b.row()).max(a.col().abs_diff(b.col())) == 1;
    let vacated: Vec<Point> = (size.points())
        .filter(|&stone| before.at(stone).is(!color) && after.at(stone).is_empty())
        .collect();
    if beside(at, played)
        || vacated
            .iter()
            .any(|&stone| at == stone || beside(at, stone))
    {
        return true;
    }
    let short_of_liberties = |stone: Point| {
        let (_, liberties) = after.string(stone);
        liberties.len() <= 2 && liberties.contains(at)
    };
    let touched = (at.neighbors().into_iter()).filter(|&stone| after.at(stone).color().is_some());
    for stone in touched {
        let (stones, _) = after.string(stone);
        let own = after.at(stone).is(color);
        let concerned = if own {
            stones.contains(played)
                || (vacated.iter())
                    .any(|gone| gone.neighbors().iter().any(|&near| stones.contains(near)))
        } else {
            (played.neighbors().iter()).any(|&near| stones.contains(near))
        };
        if concerned && short_of_liberties(stone) {
            return true;
        }
    }
    (played.neighbors().into_iter()).any(|friend| {
        let had_two = || {
            let (_, liberties) = before.string(friend);
            liberties.len() == 2 && liberties.contains(at)
        };
        before.at(friend).is(color) && had_two()
    })
}

#[test]
fn every_point_of_random_games_is_as_defined() {
    let rules = Rules {
        ko: KoRule::Simple,
        suicide: SuicideRule::Forbidden,
    };
    let (mut beyond_neighbors, mut captures) = (0, 0);
    for seed in 0..300 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let size = BoardSize::new(2 + seed as usize % 9).unwrap();
        let points: Vec<Point> = size.points().collect();
        let (mut board, mut naive) = (Board::new(size), NaiveBoard::new(size, rules));
        board.set_rules(rules);
        for _ in 0..3 * size.area() {
            let color = Color::BOTH[rng.random_range(0..2)];
            let at = points[rng.random_range(0..points.len())];
            let (board_before, naive_before) = (board.clone(), naive.clone());
            if board.play(color, at).is_err() {
                continue;
            }
            naive.play(color, at).unwrap();
            let found = near(&board_before, &board, color, at);
            for &point in &points {
                let expected = naive.at(point) == PointState::Empty
                    && is_near(size, (&naive_before, &naive), (color, at), point);
                assert_eq!(
                    found.contains(point),
                    expected,
                    "{point:?} after {color} {at:?}\n{board_before}\n{board}"
                );
                let far_away = point
                    .row()
                    .abs_diff(at.row())
                    .max(point.col().abs_diff(at.col()))
                    > 1;
                beyond_neighbors += usize::from(expected && far_away);
            }
            captures += usize::from(naive.captures(color) > naive_before.captures(color));
        }
    }
    assert!(
        beyond_neighbors > 1000 && captures > 500,
        "{beyond_neighbors} {captures}"
    );
}
