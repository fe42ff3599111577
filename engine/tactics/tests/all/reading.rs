//! Invariants of reading: every question leaves the board as it was, trial moves and kos included,
//! and no search exceeds its node limit.

use katachi_board::{Board, BoardSize, Color, Outcome, Point};
use katachi_tactics::reading::{Limits, Reader};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::state::state;

/// A random position after this many moves. Every third move captures if possible, so kos arise.
fn random_position(size: BoardSize, moves: usize, dice: &mut Xoshiro256PlusPlus) -> Board {
    let mut board = Board::new(size);
    let mut color = Color::Black;
    for _ in 0..moves {
        let Some(point) = random_move(&board, color, dice) else {
            break;
        };
        if board.play(color, point).is_ok() {
            color = !color;
        }
    }
    board
}

fn random_move(board: &Board, color: Color, dice: &mut Xoshiro256PlusPlus) -> Option<Point> {
    let points = board.size().points();
    let mut open: Vec<Point> = points.filter(|&at| board.is_legal(color, at)).collect();
    if dice.random_range(0..3) == 0 {
        let captures = |&at: &Point| board.captures_something(color, at);
        let taking: Vec<Point> = open.iter().copied().filter(captures).collect();
        if !taking.is_empty() {
            open = taking;
        }
    }
    (!open.is_empty()).then(|| open[dice.random_range(0..open.len())])
}

/// Plays some trial moves of both sides, a ko capture first if there is one. Returns whether there
/// was one.
fn play_trials(board: &mut Board, trials: usize, dice: &mut Xoshiro256PlusPlus) -> bool {
    let mut ko = false;
    for number in 0..trials {
        let kos: Vec<(Color, Point)> = (Color::BOTH.into_iter())
            .flat_map(|color| board.size().points().map(move |at| (color, at)))
            .filter(|&(color, at)| board.ko_capture(color, at).is_some())
            .collect();
        if number % 2 == 0 && !kos.is_empty() {
            let (color, at) = kos[dice.random_range(0..kos.len())];
            ko |= board
                .try_with_komaster(color, at, true)
                .is_some_and(|_| true);
            continue;
        }
        let color = Color::BOTH[dice.random_range(0..2)];
        if let Some(at) = random_move(board, color, dice) {
            board.try_with_komaster(color, at, false);
        }
    }
    ko
}

/// A question about two strings of a colour, a third stone and an empty point.
type Question = (&'static str, fn(&mut Reader, &mut Board, About));

#[derive(Clone, Copy, Debug)]
struct About {
    a: Point,
    b: Point,
    c: Point,
    owner: Color,
    empty: Point,
}

const QUESTIONS: [Question; 15] = [
    ("attack", |reader, board, q| {
        reader.attack(board, q.a);
    }),
    ("defend", |reader, board, q| {
        reader.defend(board, q.a);
    }),
    ("attacks", |reader, board, q| {
        reader.attacks(board, q.a);
    }),
    ("defenses", |reader, board, q| {
        reader.defenses(board, q.a);
    }),
    ("attack_either", |reader, board, q| {
        reader.attack_either(board, q.a, q.b);
    }),
    ("defend_both", |reader, board, q| {
        reader.defend_both(board, q.a, q.b);
    }),
    ("break_through", |reader, board, q| {
        reader.break_through(board, [q.a, q.b, q.c]);
    }),
    ("does_attack", |reader, board, q| {
        reader.does_attack(board, q.empty, q.a);
    }),
    ("does_defend", |reader, board, q| {
        reader.does_defend(board, q.empty, q.a);
    }),
    ("attack_threats", |reader, board, q| {
        reader.attack_threats(board, q.a);
    }),
    ("safe_move", |reader, board, q| {
        reader.safe_move(board, q.owner, q.empty);
    }),
    ("safe_move of the opponent", |reader, board, q| {
        reader.safe_move(board, !q.owner, q.empty);
    }),
    ("ladder", |reader, board, q| {
        reader.ladder(board, q.a);
    }),
    ("restricted_attack", |reader, board, q| {
        reader.restricted_attack(board, q.a, &[q.empty]);
    }),
    ("restricted_defend", |reader, board, q| {
        reader.restricted_defend(board, q.a, &[q.empty]);
    }),
];

/// Subjects of questions: strings with few liberties, and the points next to them.
fn abouts(board: &Board, dice: &mut Xoshiro256PlusPlus) -> Vec<About> {
    let strings: Vec<(Color, Point)> = (board.chains())
        .filter(|chain| chain.liberty_count() <= 4)
        .map(|chain| (chain.color(), chain.origin()))
        .collect();
    let mut abouts = Vec::new();
    for &(owner, a) in &strings {
        let own: Vec<Point> = (strings.iter())
            .filter(|(color, other)| *color == owner && *other != a)
            .map(|&(_, other)| other)
            .collect();
        let mut any = || {
            *own.get(dice.random_range(0..own.len().max(1)))
                .unwrap_or(&a)
        };
        let (b, c) = (any(), any());
        let liberties: Vec<Point> = (board.chain(a).into_iter())
            .flat_map(|chain| chain.liberties().iter())
            .collect();
        let empty = liberties[dice.random_range(0..liberties.len())];
        abouts.push(About {
            a,
            b,
            c,
            owner,
            empty,
        });
    }
    abouts
}

/// A random position with random trial moves on it, and whether one of them took a ko.
fn position(lines: usize, fill: usize, trials: usize, seed: u64) -> (Board, bool) {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
    let size = BoardSize::new(lines).expect("a size");
    let mut board = random_position(size, size.area() * fill / 100, &mut dice);
    let ko = play_trials(&mut board, trials, &mut dice);
    (board, ko)
}

/// The most searches of a question: one for each ko regime.
const SEARCHES: u64 = 3;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn every_question_leaves_the_board_as_it_was(
        lines in 5usize..14,
        fill in 30usize..130,
        trials in 0usize..6,
        seed: u64,
    ) {
        let (mut board, _) = position(lines, fill, trials, seed);
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(!seed);
        let before = state(&board);
        // One reader that remembers its answers, and one that does not.
        let mut reader = Reader::new(Limits::for_level(10));
        for about in abouts(&board, &mut dice).into_iter().take(6) {
            for (name, question) in QUESTIONS {
                question(&mut reader, &mut board, about);
                prop_assert_eq!(&state(&board), &before, "{} {:?}", name, about);
                if dice.random_range(0..4) == 0 {
                    question(&mut Reader::new(Limits::for_level(7)), &mut board, about);
                    prop_assert_eq!(&state(&board), &before, "{} {:?}, level 7", name, about);
                }
            }
        }
        // A search also leaves nothing behind that could not be taken back.
        for _ in 0..board.trial_moves() {
            board.take_back();
        }
        let (game, _) = position(lines, fill, 0, seed);
        prop_assert_eq!(state(&board), state(&game));
    }

    #[test]
    fn no_search_looks_at_more_positions_than_its_limit(
        lines in 5usize..20,
        fill in 30usize..130,
        trials in 0usize..4,
        level in 1i32..12,
        seed: u64,
    ) {
        let (mut board, _) = position(lines, fill, trials, seed);
        let strings: Vec<Point> = board.chains().map(|chain| chain.origin()).collect();
        let limits = Limits::for_level(level);
        // Few nodes, so that many searches end at the limit.
        for nodes in [limits.nodes, 50, 1] {
            let mut reader = Reader::new(Limits { nodes, ..limits });
            let most = SEARCHES * u64::from(nodes);
            for &string in strings.iter().take(20) {
                for (name, question) in [("attack", Reader::attack as fn(&mut _, &mut _, _) -> _), ("defend", Reader::defend)] {
                    let before = reader.nodes();
                    question(&mut reader, &mut board, string);
                    let searched = reader.nodes() - before;
                    prop_assert!(searched <= most, "{name} {string:?}: {searched} positions, at most {most} are allowed");
                }
            }
        }
    }
}

#[test]
fn the_positions_asked_about_have_kos() {
    let with_ko = (0..100).filter(|&seed| position(9, 100, 4, seed).1).count();
    assert!(with_ko >= 20, "{with_ko} of 100");
}

/// The capture is a threat against both strings; neither can be captured by itself.
#[test]
fn hasty_reading_finds_double_ataris() {
    let mut board: Board = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . O X O . . . .
        . . . . X . . . .
        . . . . O . . . .
        . . . . . . . . .
        . . . . . . . . ."
        .parse()
        .expect("a board");
    let size = board.size();
    let at = |name: &str| Point::from_vertex(name, size).expect("a vertex");
    let (a, b) = (at("D5"), at("E4"));
    for limits in [Limits::for_level(10), Limits::for_level(10).hasty()] {
        let mut reader = Reader::new(limits);
        assert_eq!(reader.attack(&mut board, a).outcome, Outcome::Lose);
        assert_eq!(reader.attack(&mut board, b).outcome, Outcome::Lose);
        let found = reader.attack_either(&mut board, a, b);
        assert_eq!((found.outcome, found.point), (Outcome::Win, Some(at("D4"))));
    }
}

#[test]
fn double_threats_are_most_of_what_captures_one_of_two_strings() {
    let (mut asked, mut alike) = (0, 0);
    for seed in 0..60 {
        let (mut board, _) = position(9, 60, 0, seed);
        let hasty = Limits::for_level(10).hasty();
        let mut narrow = Reader::new(hasty);
        let mut wide = Reader::new(Limits {
            double_threats: false,
            ..hasty
        });
        for (a, b) in board.near_pairs(3) {
            if narrow.attack(&mut board, a).outcome == Outcome::Win
                || narrow.attack(&mut board, b).outcome == Outcome::Win
            {
                continue;
            }
            let [few, all] = [&mut narrow, &mut wide]
                .map(|reader| reader.attack_either(&mut board, a, b).outcome != Outcome::Lose);
            if few || all {
                asked += 1;
                alike += usize::from(few == all);
            }
        }
    }
    assert!(asked >= 20, "{asked} captures");
    assert!(10 * alike >= 7 * asked, "{alike} of {asked}");
}

#[test]
fn a_question_about_an_empty_point_is_answered_without_a_search() {
    let mut board = Board::new(BoardSize::NINETEEN);
    let at = Point::from_vertex("K10", board.size()).expect("a vertex");
    let mut reader = Reader::new(Limits::for_level(10));
    assert_eq!(reader.attack(&mut board, at).outcome, Outcome::Win);
    assert_eq!(reader.defend(&mut board, at).outcome, Outcome::Lose);
    assert_eq!(reader.nodes(), 0);
}

#[test]
fn a_second_look_reads_hard_questions_with_more_limits() {
    let (mut hard, mut better) = (0, 0);
    for seed in 0..60 {
        let (mut board, _) = position(9, 60, 0, seed);
        let before = state(&board);
        let strings: Vec<Point> = board.chains().map(|string| string.origin()).collect();
        for string in strings {
            let limits = Limits::for_level(10);
            let [mut plain, mut thorough] = [limits; 2].map(Reader::new);
            let found = [
                plain.attack(&mut board, string),
                thorough.thoroughly(|reader| reader.attack(&mut board, string)),
            ];
            let is_hard = thorough.nodes() > plain.nodes();
            hard += usize::from(is_hard);
            let expected = if is_hard {
                Reader::new(limits.thorough()).attack(&mut board, string)
            } else {
                found[0]
            };
            assert_eq!(found[1], expected);
            better += usize::from(found[1].outcome != found[0].outcome);
            // What is remembered is the same answer, at no cost.
            let nodes = thorough.nodes();
            let again = thorough.thoroughly(|reader| reader.attack(&mut board, string));
            assert_eq!((again, thorough.nodes()), (found[1], nodes));
            assert_eq!(thorough.attack(&mut board, string), found[0]);
        }
        assert_eq!(state(&board), before);
    }
    assert!(hard >= 50 && better >= 1, "{hard} hard, {better} differ");
}
