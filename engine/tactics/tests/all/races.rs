//! Races in closed areas: known shapes, and random ones where every move is tried.

use katachi_board::{Board, ByColor, Color, Outcome, Point, PointSet};
use katachi_tactics::race::{Race, RaceReader};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::drawn_races;

/// Enough positions for all races here.
const NODES: u32 = 10_000;

/// Whether the winner wins, for the side to move.
fn read(board: &mut Board, dragons: ByColor<PointSet>, asked: (Color, Color)) -> Option<Outcome> {
    let race = Race {
        dragons,
        weak: PointSet::EMPTY,
    };
    let answer = RaceReader::new(NODES).wins(board, &race, asked)?;
    Some(answer.outcome)
}

/// The stones of the string at a vertex.
fn string(board: &Board, vertex: &str) -> PointSet {
    let point = Point::from_vertex(vertex, board.size()).expect("a vertex");
    board.chain(point).expect("a string").stone_set()
}

/// Whether each side, moving first, wins: first Black, then White.
fn wins(text: &str, black: &str, white: &str) -> [Outcome; 2] {
    let mut board: Board = text.parse().expect("a board");
    let dragons = ByColor {
        black: string(&board, black),
        white: string(&board, white),
    };
    let before = board.to_string();
    let found = Color::BOTH.map(|color| read(&mut board, dragons, (color, color)));
    assert_eq!(board.to_string(), before);
    found.map(|found| found.expect("an answer"))
}

#[test]
fn a_capture_that_kills_its_own_dragon_wins_nothing() {
    let found = wins(
        ". . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . O O O O O O O
         . . O O X X X X .
         . . O . X . O X X
         . . O O X X O O .",
        "E3",
        "G2",
    );
    assert_eq!(found, [Outcome::Lose, Outcome::Lose]);
}

#[test]
fn outer_liberties_are_alike() {
    // After White's A9 Black captures three stones, and has one eye. Six outer liberties can be
    // filled in any order. Captures and recaptures in the corner could go on for ever.
    let text = ". O . X . O . . .
                O X X X . O . . .
                . X . O O O . . .
                X X . O . . . . .
                . . O O . . . . .
                O O O . . . . . .
                . . . . . . . . .
                . . . . . . . . .
                . . . . . . . . .";
    let mut board: Board = text.parse().expect("a board");
    let dragons = ByColor {
        black: string(&board, "B8"),
        white: string(&board, "B9") | string(&board, "A8"),
    };
    let mut wins = |winner, mover| {
        let answer = read(&mut board, dragons, (winner, mover));
        answer.expect("an answer")
    };
    assert_eq!(wins(Color::Black, Color::Black), Outcome::Lose);
    assert_eq!(wins(Color::White, Color::White), Outcome::Win);
    let saved = wins(Color::White, Color::Black);
    assert_eq!(saved, Outcome::Lose, "no move saves Black, a pass neither");
}

#[test]
fn random_races_are_what_a_twin_says_that_tries_everything() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    let (mut compared, mut kos, mut sekis) = (0, 0, 0);
    while compared < 2_000 {
        let Some(mut drawn) = drawn_races::draw(&mut random) else {
            continue;
        };
        for asked in Color::BOTH.map(|winner| (winner, Color::Black)) {
            let Some(expected) = drawn.wins(asked.0, asked.1) else {
                continue;
            };
            let dragons = drawn.dragons;
            let Some(found) = read(&mut drawn.board, dragons, asked) else {
                continue;
            };
            assert_eq!(found, expected, "{asked:?}:\n{}", drawn.board);
            compared += 1;
            kos += usize::from(matches!(found, Outcome::KoA | Outcome::KoB));
            sekis += usize::from(asked.0 == Color::Black && found == Outcome::Lose);
        }
    }
    assert!(kos > 10 && sekis > 50, "{kos} kos, {sekis} not won");
}
