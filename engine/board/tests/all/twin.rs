//! The board in comparison with its naive twin: random games of every size under all rules, after
//! every move and every undo.

use katachi_board::naive::NaiveBoard;
use katachi_board::{
    Board, BoardSize, Color, KoRule, Point, PointSet, Rules, SuicideRule, Symmetry,
};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const KO_RULES: [KoRule; 4] = [
    KoRule::Simple,
    KoRule::None,
    KoRule::PositionalSuperko,
    KoRule::SituationalSuperko,
];
const SUICIDE_RULES: [SuicideRule; 3] = [
    SuicideRule::Forbidden,
    SuicideRule::Multiple,
    SuicideRule::All,
];

/// Compares everything that a caller can ask, point by point.
fn compare(board: &Board, naive: &NaiveBoard) {
    let size = board.size();
    for point in size.points() {
        assert_eq!(board.at(point), naive.at(point));
        assert_eq!(board.empty().contains(point), naive.at(point).is_empty());
        for color in Color::BOTH {
            assert_eq!(
                board.stones(color).contains(point),
                naive.at(point).is(color)
            );
        }
        let Some(chain) = board.chain(point) else {
            continue;
        };
        let (stones, liberties) = naive.string(point);
        assert_eq!(chain.stones().collect::<PointSet>(), stones);
        assert_eq!(chain.len(), stones.len());
        assert_eq!(Some(chain.origin()), stones.first());
        assert_eq!(chain.liberties(), liberties);
        assert_eq!(chain.liberty_count(), liberties.len());
        let touching: PointSet = stones
            .iter()
            .flat_map(Point::neighbors)
            .filter(|&near| naive.at(near).is(!chain.color()))
            .collect();
        assert_eq!(chain.adjacent_stones(), touching);
        let mut left = touching;
        for neighbor in chain.neighbors() {
            let (stones, _) = naive.string(neighbor.origin());
            assert!(stones.intersects(&left), "named twice");
            left = left - stones;
        }
        assert!(left.is_empty(), "a neighbor is missing");
    }
    for color in Color::BOTH {
        assert_eq!(board.captures(color) as usize, naive.captures(color));
    }
}

fn compare_legality(board: &Board, naive: &NaiveBoard) {
    for point in board.size().points() {
        for color in Color::BOTH {
            let expected = naive.check(color, point);
            assert_eq!(
                board.check_legal(color, point),
                expected,
                "{color} {point:?}\n{board}"
            );
        }
    }
}

/// A fresh board with the same stones must give the same hash.
fn compare_hashes(board: &Board) {
    let fresh = Board::with_stones(board.size(), board.all_stones()).expect("a played position");
    let ko_free = board.ko().is_none();
    assert_eq!(board.hash() == fresh.hash(), ko_free);
    for symmetry in Symmetry::all() {
        let turned = |(color, point)| (color, symmetry.apply_to_point(point, board.size()));
        let turned =
            Board::with_stones(board.size(), board.all_stones().map(turned)).expect("turned");
        assert_eq!(turned.invariant_hash(), fresh.invariant_hash());
        assert_eq!(turned.hash(), fresh.symmetric_hashes()[symmetry.number()]);
    }
}

/// Plays a random game with passes and the odd move out of turn, then takes it all back.
fn play_random_game(size: BoardSize, rules: Rules, seed: u64, moves: usize) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut board = Board::new(size);
    board.set_rules(rules);
    let mut naive = NaiveBoard::new(size, rules);
    let points: Vec<Point> = size.points().collect();
    let mut color = Color::Black;
    let dense = size.get() <= 5;
    for number in 0..moves {
        if rng.random_range(0..40) == 0 {
            board.pass(color).expect("passing is legal");
            naive.pass(color);
        } else {
            let point = points[rng.random_range(0..points.len())];
            let liberties = board.liberties_after(color, point);
            let played = naive.play(color, point);
            assert_eq!(board.play(color, point), played);
            if played.is_ok() && naive.at(point).is(color) {
                assert_eq!(liberties, naive.string(point).1);
            }
        }
        compare(&board, &naive);
        if dense || number % 32 == 0 {
            compare_legality(&board, &naive);
            compare_hashes(&board);
        }
        // A few moves back and forth on the way.
        if rng.random_range(0..30) == 0 {
            for _ in 0..rng.random_range(0..10) {
                assert_eq!(board.undo().is_some(), naive.undo());
                compare(&board, &naive);
            }
        }
        if rng.random_range(0..20) != 0 {
            color = !color;
        }
    }
    while board.undo().is_some() {
        assert!(naive.undo());
        compare(&board, &naive);
    }
    assert!(!naive.undo());
    assert_eq!(board.hash(), 0);
    assert_eq!(board.invariant_hash(), 0);
}

#[test]
fn every_size_and_every_rule() {
    for size in (2..=25).filter_map(BoardSize::new) {
        for (index, ko) in KO_RULES.into_iter().enumerate() {
            for suicide in SUICIDE_RULES {
                let moves = if size.get() <= 9 { 120 } else { 40 };
                let seed = (size.get() * 16 + index) as u64;
                play_random_game(size, Rules { ko, suicide }, seed, moves);
            }
        }
    }
}

/// A board size, rules, and a seed; the numbers are places in [`KO_RULES`].
fn games(
    sizes: std::ops::RangeInclusive<usize>,
    ko: std::ops::Range<usize>,
) -> impl Strategy<Value = (BoardSize, Rules, u64)> {
    let ko = ko.prop_map(|ko| KO_RULES[ko]);
    let suicide = prop::sample::select(SUICIDE_RULES.to_vec());
    let sizes = sizes.prop_map(|size| BoardSize::new(size).expect("2 to 25"));
    let rules = (ko, suicide).prop_map(|(ko, suicide)| Rules { ko, suicide });
    (sizes, rules, any::<u64>())
}

// Two halves, since they take long: one for each core.
proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn random_games((size, rules, seed) in games(2..=25, 0..2)) {
        play_random_game(size, rules, seed, (3 * size.area()).min(600));
    }

    #[test]
    fn random_games_with_superko((size, rules, seed) in games(2..=25, 2..4)) {
        play_random_game(size, rules, seed, (3 * size.area()).min(600));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Tiny boards fill up and have many repeated captures, snapbacks and kos.
    #[test]
    fn long_games_on_tiny_boards((size, rules, seed) in games(2..=4, 0..4)) {
        play_random_game(size, rules, seed, 300);
    }

    /// Trial moves leave no trace, and the game refuses moves while they are on the board.
    #[test]
    fn trial_moves_come_back(seed in any::<u64>(), size in 2usize..=13) {
        let size = BoardSize::new(size).expect("2 to 25");
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let points: Vec<Point> = size.points().collect();
        let mut board = Board::new(size);
        let mut naive = NaiveBoard::new(size, Rules::SIMPLE);
        for number in 0..2 * points.len() {
            let color = Color::BOTH[number % 2];
            let point = points[rng.random_range(0..points.len())];
            let _ = board.play(color, point);
            let _ = naive.play(color, point);
            let before = (board.hash(), board.ko(), board.moves().len());
            let mut tried = 0;
            let mut side = !color;
            for _ in 0..rng.random_range(0..20) {
                let point = points[rng.random_range(0..points.len())];
                let played = match rng.random_range(0..8) {
                    0 => board.try_ko(side, point),
                    1 => { board.try_pass(side); true }
                    _ => board.try_move(side, point),
                };
                tried += usize::from(played);
                side = !side;
            }
            assert_eq!(board.trial_moves(), tried);
            if tried > 0 {
                assert!(board.play(side, point).is_err() && board.pass(side).is_err());
                assert!(board.undo().is_none());
            }
            while board.take_back().is_some() {}
            assert_eq!((board.hash(), board.ko(), board.moves().len()), before);
            compare(&board, &naive);
        }
    }
}

#[test]
fn a_set_up_without_liberties_is_named() {
    let error = "X O\nO O"
        .parse::<Board>()
        .expect_err("white has no liberty");
    assert!(error.to_string().contains("A2"), "{error}");
}

#[test]
fn the_ko_may_not_be_retaken_at_once() {
    let mut board: Board = "
        . X O .
        X . X O
        . X O .
        . . . ."
        .parse()
        .expect("a ko");
    let size = board.size();
    let at = |name: &str| Point::from_vertex(name, size).expect("a vertex");
    board.play(Color::White, at("B3")).expect("takes the ko");
    assert_eq!(board.captures(Color::White), 1);
    assert_eq!(board.ko(), Some(at("C3")));
    assert!(!board.is_legal(Color::Black, at("C3")));
    assert!(board.is_legal(Color::White, at("C3")));
    assert!(!board.try_move(Color::Black, at("C3")));
    assert!(board.try_ko(Color::Black, at("C3")));
    board.take_back();
    board.play(Color::Black, at("A1")).expect("a threat");
    board.play(Color::White, at("D1")).expect("an answer");
    board
        .play(Color::Black, at("C3"))
        .expect("takes the ko back");
}
