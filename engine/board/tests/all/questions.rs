//! The board's answers about moves, strings and superstrings, in comparison with slow versions on
//! the naive board: random positions with trial moves and captures.

use crate::slow::{ANYTHING, SlowBoard, compare_points, compare_strings, compare_superstrings};
use katachi_board::naive::NaiveBoard;
use katachi_board::{Board, BoardSize, Color, Point};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Plays moves of the game, then trial moves, on both boards.
fn random_position(size: BoardSize, rng: &mut Xoshiro256PlusPlus) -> (Board, NaiveBoard) {
    let points: Vec<Point> = size.points().collect();
    let mut board = Board::new(size);
    let mut naive = NaiveBoard::new(size, ANYTHING);
    let moves = rng.random_range(0..=3 * points.len());
    let trials = rng.random_range(0..=points.len());
    for number in 0..moves + trials {
        let color = Color::BOTH[rng.random_range(0..8) / 4];
        let point = points[rng.random_range(0..points.len())];
        let played = match (number < moves, rng.random_range(0..4)) {
            (true, _) => board.play(color, point).is_ok(),
            (false, 0) => board.try_ko(color, point),
            (false, _) => board.try_move(color, point),
        };
        if played {
            naive.play(color, point).expect("anything is allowed");
        }
    }
    (board, naive)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn points_and_strings(size in 2usize..=11, seed in any::<u64>()) {
        let size = BoardSize::new(size).expect("2 to 25");
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let (board, naive) = random_position(size, &mut rng);
        let position = SlowBoard::new(&naive, size);
        compare_points(&board, &position);
        compare_strings(&board, &position);
    }

    #[test]
    fn superstrings(size in 2usize..=8, seed in any::<u64>()) {
        let size = BoardSize::new(size).expect("2 to 25");
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let (mut board, naive) = random_position(size, &mut rng);
        compare_superstrings(&mut board, &SlowBoard::new(&naive, size));
    }

    /// The board before the trial moves, and their points.
    #[test]
    fn trial_moves_are_remembered(size in 2usize..=9, seed in any::<u64>()) {
        let size = BoardSize::new(size).expect("2 to 25");
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let (mut board, _) = random_position(size, &mut rng);
        let tried: Vec<_> = board.moves().rev().take(board.trial_moves()).collect();
        for cutoff in 0..=tried.len() + 1 {
            let later = &tried[..tried.len().saturating_sub(cutoff)];
            for point in size.points() {
                let played = later.iter().any(|&(_, at)| at == Some(point));
                prop_assert_eq!(board.was_tried(point, cutoff), played);
            }
        }
        let in_game = Color::BOTH.map(|color| board.stones_in_game(color));
        while board.take_back().is_some() {}
        prop_assert_eq!(Color::BOTH.map(|color| board.stones(color).len()), in_game);
    }
}

#[test]
fn the_seven_kinds_of_links() {
    let cases = [
        // A jump and a diagonal through a point where the opponent would be in atari.
        ("..... \n .O.O. \n .XOX. \n .X.X. \n .....", 3),
        // A bamboo joint.
        (".....\n.OO..\n.....\n.OO..\n.....", 4),
        // Half a bamboo joint does not connect.
        (".....\n.OO..\n.....\n.O...\n.....", 2),
        // A diagonal with both points empty, and with one taken.
        (".....\n..O..\n.O...\n.....\n.....", 2),
        (".....\n.XO..\n.O...\n.....\n.....", 1),
        // A jump that the opponent can cut.
        (".....\n.O.O.\n.....\n.....\n.....", 1),
        // The same on the edge, where the cut would be in atari.
        (".O.O.\n.....\n.....\n.....\n.....", 2),
    ];
    for (diagram, stones) in cases {
        let board: Board = diagram.parse().expect("a board");
        let chain = board
            .chains()
            .find(|chain| chain.color() == Color::White)
            .expect("white");
        assert_eq!(chain.superstring().stones().len(), stones, "{board}");
    }
}

#[test]
fn captured_stones_link_if_the_caller_says_so() {
    let mut board: Board = "
        . . . . .
        . O X O .
        . . X . .
        . O . O .
        . . . . ."
        .parse()
        .expect("a board");
    let size = board.size();
    let stone = Point::from_vertex("B4", size).expect("a vertex");
    let alone = board
        .chain(stone)
        .map(|chain| chain.superstring().stones().len());
    assert_eq!(alone, Some(1));
    let mut questions = 0;
    let through = board.superstring_through(stone, |board, lost| {
        questions += 1;
        // The caller may read.
        assert!(board.try_move(
            Color::White,
            Point::from_vertex("C5", board.size()).unwrap()
        ));
        let few = board.liberty_count(lost) == 3;
        board.take_back();
        few
    });
    assert_eq!(through.map(|s| s.stones().len()), Some(4));
    assert_eq!(questions, 1);
    let empty = Point::from_vertex("A1", size).expect("a vertex");
    assert!(board.superstring_through(empty, |_, _| true).is_none());
}
