//! The komaster scheme: each row of its table in a position of its own, and the whole scheme in
//! comparison with a second version on the naive board.

use std::collections::{BTreeMap, BTreeSet};

use crate::slow::{ANYTHING, ko_capture};
use katachi_board::naive::NaiveBoard;
use katachi_board::{Board, BoardSize, Color, Komaster, Point, PointState, Tried};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use Color::{Black, White};
use Tried::{Conditional, Plain};

/// Three kos: Black takes the first at D7, where White retakes at C7; White takes the second at
/// G3, where Black retakes at H3; Black takes the third at C3, where White retakes at B3. With
/// White at C7, White can take C8 from C9: a ko nested with the one at D7.
const KOS: &str = "
    . X . X . . . . .
    . O X O . . . . .
    . X O . O . . . .
    . . X O . . . . .
    . . . . . . . . .
    . X O . . . X O .
    X O . O . X . X O
    . X O . . . X O .
    . . . . . . . . .";

struct Kos {
    board: Board,
}

impl Kos {
    fn new() -> Self {
        let board = KOS.parse().expect("a board");
        Self { board }
    }

    fn at(&self, name: &str) -> Point {
        Point::from_vertex(name, self.board.size()).expect("a vertex")
    }

    /// Plays moves that must be possible in this way.
    fn play(mut self, moves: &[(Color, &str, Tried)]) -> Self {
        for &(color, name, tried) in moves {
            let point = self.at(name);
            let found = self.board.try_with_komaster(color, point, true);
            assert_eq!(found, Some(tried), "{color} {name}\n{}", self.board);
        }
        self
    }

    fn refuses(mut self, color: Color, name: &str) -> Self {
        let point = self.at(name);
        let before = self.board.komaster();
        let hash = self.board.hash();
        assert_eq!(self.board.try_with_komaster(color, point, true), None);
        assert_eq!((self.board.komaster(), self.board.hash()), (before, hash));
        self
    }

    fn is(self, komaster: &str) -> Self {
        assert_eq!(describe(self.board.komaster(), self.board.size()), komaster);
        self
    }
}

fn describe(komaster: Komaster, size: BoardSize) -> String {
    let state = komaster.to_string();
    let state = state.split(' ').next().unwrap_or_default();
    let point = komaster.point();
    point.map_or(state.to_owned(), |p| format!("{state} {}", p.vertex(size)))
}

const FIRST: (Color, &str, Tried) = (Black, "D7", Plain);
const SECOND: (Color, &str, Tried) = (White, "G3", Plain);
const THIRD: (Color, &str, Tried) = (Black, "C3", Plain);
const FIRST_BACK: (Color, &str, Tried) = (White, "C7", Conditional);
const BLACK_THREAT: (Color, &str, Tried) = (Black, "J9", Plain);
const WHITE_THREAT: (Color, &str, Tried) = (White, "J1", Plain);

#[test]
fn nobody_a_plain_capture_leaves_nobody() {
    Kos::new().play(&[FIRST]).is("EMPTY");
    Kos::new().play(&[WHITE_THREAT, THIRD]).is("EMPTY");
}

#[test]
fn nobody_a_plain_capture_after_another_is_weak() {
    // The ko that could have been retaken before is C7.
    Kos::new().play(&[FIRST, SECOND]).is("WEAK_KO C7");
}

#[test]
fn nobody_a_conditional_capture_makes_a_komaster() {
    let mut kos = Kos::new().play(&[FIRST]);
    let back = kos.at("C7");
    assert_eq!(kos.board.try_with_komaster(White, back, false), None);
    kos.play(&[FIRST_BACK]).is("WHITE D7");
}

#[test]
fn the_komaster_takes_only_nested_kos() {
    let kos = Kos::new().play(&[FIRST, FIRST_BACK, BLACK_THREAT]);
    // G3 is a ko elsewhere; C9 takes C8, which is diagonal to D7.
    let kos = kos.refuses(White, "G3");
    kos.play(&[(White, "C9", Plain)]).is("WHITE C8");
}

#[test]
fn the_opponent_of_the_komaster_may_not_take_its_ko() {
    let kos = Kos::new().play(&[FIRST, FIRST_BACK]);
    // Simple ko forbids it now; the scheme also forbids it later.
    let kos = kos.refuses(Black, "D7");
    let kos = kos.play(&[BLACK_THREAT, WHITE_THREAT]).is("WHITE D7");
    kos.refuses(Black, "D7").is("WHITE D7");
}

#[test]
fn the_opponent_of_the_komaster_takes_another_ko() {
    let kos = Kos::new().play(&[FIRST, FIRST_BACK, THIRD]);
    kos.is("GRAY_WHITE D7");
}

#[test]
fn gray_nobody_takes_a_ko() {
    let gray = || Kos::new().play(&[FIRST, FIRST_BACK, THIRD]);
    // Retaking where simple ko forbids it, a ko elsewhere, and a nested ko.
    for (color, point) in [(White, "B3"), (White, "G3"), (White, "C9"), (Black, "D7")] {
        gray().refuses(color, point).is("GRAY_WHITE D7");
    }
}

#[test]
fn weak_the_last_ko_is_retaken_conditionally() {
    let kos = Kos::new().play(&[FIRST, SECOND]);
    // C3 is a ko elsewhere.
    let mut kos = kos.refuses(Black, "C3");
    let back = kos.at("H3");
    assert_eq!(kos.board.try_with_komaster(Black, back, false), None);
    kos.play(&[(Black, "H3", Conditional)]).is("BLACK G3");
}

#[test]
fn weak_a_nested_ko_is_taken_plainly() {
    // White takes the first ko, so D7 is its point; Black takes C3, White takes C8 by C9.
    let kos = Kos::new().play(&[FIRST, WHITE_THREAT, BLACK_THREAT]);
    let kos = kos.play(&[(White, "C7", Plain), THIRD]).is("WEAK_KO D7");
    kos.play(&[(White, "C9", Plain)]).is("WEAK_KO B3");
}

#[test]
fn weak_ends_with_any_other_move() {
    let kos = Kos::new().play(&[FIRST, SECOND, BLACK_THREAT]);
    kos.is("EMPTY").play(&[(White, "C7", Plain)]).is("EMPTY");
}

#[test]
fn the_komaster_ends_when_its_ko_is_filled() {
    let kos = Kos::new().play(&[FIRST, FIRST_BACK, BLACK_THREAT]);
    kos.is("WHITE D7").play(&[(White, "D7", Plain)]).is("EMPTY");
    let kos = Kos::new().play(&[FIRST, FIRST_BACK, THIRD]);
    kos.play(&[(White, "D7", Plain)]).is("EMPTY");
}

#[test]
fn the_komaster_ends_when_its_ko_is_closed() {
    // White takes C6 from below, so C7 has two liberties and Black's D7 would be suicide.
    let closing = [(White, "C5", Plain), BLACK_THREAT, (White, "B6", Plain)];
    let kos = Kos::new().play(&[FIRST, FIRST_BACK, (Black, "J8", Plain)]);
    let kos = kos.play(&closing[..2]).is("WHITE D7");
    kos.play(&closing[2..]).is("EMPTY");
    // Gray white ends in the same way, but not by a move of Black.
    let kos = Kos::new().play(&[FIRST, FIRST_BACK, THIRD]);
    let kos = kos.play(&closing[..2]).is("GRAY_WHITE D7");
    kos.play(&closing[2..]).is("EMPTY");
}

#[test]
fn the_moves_of_the_opponent_do_not_end_it() {
    let kos = Kos::new().play(&[FIRST, FIRST_BACK, BLACK_THREAT]);
    kos.is("WHITE D7").play(&[WHITE_THREAT]).is("WHITE D7");
}

/// Black captures D6 and C7 with one move, which is no ko, and fills the ko. White's next move ends
/// the state.
#[test]
fn the_opponent_fills_the_ko_by_taking_more() {
    let kos = Kos::new().play(&[FIRST, FIRST_BACK, (Black, "D5", Plain), WHITE_THREAT]);
    let kos = kos.play(&[(Black, "E6", Plain), (White, "J2", Plain)]);
    let kos = kos
        .is("WHITE D7")
        .play(&[(Black, "D7", Plain)])
        .is("WHITE D7");
    kos.play(&[(White, "H1", Plain)]).is("EMPTY");
}

#[test]
fn states_have_numbers_of_their_own() {
    let size = BoardSize::NINETEEN;
    let mut seen = BTreeSet::new();
    for ko in size.points() {
        seen.insert(Komaster::Weak { ko }.hash());
        for color in Color::BOTH {
            seen.insert(Komaster::Master { color, ko }.hash());
            seen.insert(Komaster::Gray { color, ko }.hash());
        }
    }
    assert_eq!(seen.len(), 5 * size.area());
    assert_eq!(Komaster::Empty.hash(), 0);
}

/// The scheme again, as its table says, on the naive board.
#[derive(Clone)]
struct SlowScheme {
    naive: NaiveBoard,
    state: &'static str,
    ko: Option<Point>,
    /// The point that simple ko bans, and for which side.
    closed: Option<(Point, Color)>,
}

impl SlowScheme {
    fn new(size: BoardSize) -> Self {
        Self {
            naive: NaiveBoard::new(size, ANYTHING),
            state: "EMPTY",
            ko: None,
            closed: None,
        }
    }

    fn would_be_suicide(&self, color: Color, point: Point) -> bool {
        let mut after = self.naive.clone();
        after.play(color, point).is_ok() && !after.at(point).is(color)
    }

    /// Plays the move under the scheme, if it is allowed.
    fn after(&self, size: BoardSize, o: Color, point: Point, conditionally: bool) -> Option<Self> {
        let mut next = self.clone();
        let (own, other) = if o == Black {
            ("BLACK", "WHITE")
        } else {
            ("WHITE", "BLACK")
        };
        let (own_gray, other_gray) = if o == Black {
            ("GRAY_BLACK", "GRAY_WHITE")
        } else {
            ("GRAY_WHITE", "GRAY_BLACK")
        };
        let captured = ko_capture(&self.naive, size, o, point);
        if !self.naive.at(point).is_empty() || self.would_be_suicide(o, point) {
            return None;
        }
        next.naive.play(o, point).ok()?;
        next.closed = captured.map(|stone| (stone, !o));
        let Some(captured) = captured else {
            let ko = self.ko;
            let over = |ko: Point| {
                let mut tried = next.naive.clone();
                !next.naive.at(ko).is_empty()
                    || ko_capture(&next.naive, size, !o, ko).is_none()
                        && tried.play(!o, ko).is_ok()
                        && tried.at(ko) == PointState::Empty
            };
            let own_state = self.state == own || self.state == own_gray;
            if self.state == "WEAK_KO" || own_state && ko.is_some_and(over) {
                next.state = "EMPTY";
                next.ko = None;
            }
            return Some(next);
        };
        let conditional = self.closed == Some((point, o));
        if conditional && !conditionally {
            return None;
        }
        let nested = self.ko.is_some_and(|ko| {
            ko.row().abs_diff(captured.row()) == 1 && ko.col().abs_diff(captured.col()) == 1
        });
        let last_ko = self.closed.map(|(point, _)| point);
        match self.state {
            "EMPTY" => {}
            state if state == own && nested => {}
            state if state == other && self.ko != Some(point) => {}
            "WEAK_KO" if nested || last_ko == Some(point) => {}
            _ => return None,
        }
        if self.state == own || self.state != other && conditional {
            next.state = own;
            next.ko = Some(captured);
        } else if self.state == other {
            next.state = other_gray;
        } else if last_ko.is_some() {
            next.state = "WEAK_KO";
            next.ko = last_ko;
        }
        Some(next)
    }
}

/// Everything that trial moves must leave unchanged.
fn snapshot(board: &Board) -> impl PartialEq + std::fmt::Debug + use<> {
    let strings: Vec<_> = (board.chains())
        .map(|chain| (chain.origin(), chain.len(), chain.liberties()))
        .collect();
    let captures = Color::BOTH.map(|color| board.captures(color));
    (
        board.to_string(),
        strings,
        captures,
        board.hash(),
        board.ko(),
        board.komaster(),
        board.moves().collect::<Vec<_>>(),
        board.trial_moves(),
    )
}

/// Tries moves to a random depth, kos first, and compares both versions at every step.
fn explore(
    board: &mut Board,
    slow: &SlowScheme,
    color: Color,
    depth: usize,
    rng: &mut Xoshiro256PlusPlus,
    seen: &mut BTreeMap<&'static str, usize>,
) {
    let size = board.size();
    let before = snapshot(board);
    assert_eq!(
        describe(board.komaster(), size),
        slow.ko.map_or(slow.state.to_owned(), |ko| {
            format!("{} {}", slow.state, ko.vertex(size))
        }),
        "{board}"
    );
    *seen.entry(slow.state).or_default() += 1;
    if depth == 0 {
        return;
    }
    let points: Vec<Point> = size.points().collect();
    let taking: Vec<Point> = (points.iter().copied())
        .filter(|&p| board.ko_capture(color, p).is_some())
        .collect();
    for _ in 0..2 {
        let point = if !taking.is_empty() && rng.random_range(0..3) != 0 {
            taking[rng.random_range(0..taking.len())]
        } else {
            points[rng.random_range(0..points.len())]
        };
        let conditionally = rng.random_range(0..4) != 0;
        let expected = slow.after(size, color, point, conditionally);
        let tried = board.try_with_komaster(color, point, conditionally);
        assert_eq!(
            tried.is_some(),
            expected.is_some(),
            "{color} {point:?}\n{board}"
        );
        if let Some(after) = expected {
            let conditional = slow.closed == Some((point, color));
            assert_eq!(tried == Some(Conditional), conditional);
            explore(board, &after, !color, depth - 1, rng, seen);
            assert_eq!(board.take_back(), Some((color, Some(point))));
        }
        assert_eq!(snapshot(board), before);
    }
}

/// Small boards full of stones, which have many kos.
fn explore_random_games(size: usize, seed: u64) {
    let size = BoardSize::new(size).expect("2 to 25");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let points: Vec<Point> = size.points().collect();
    let mut board = Board::new(size);
    let mut slow = SlowScheme::new(size);
    let mut seen = BTreeMap::new();
    for number in 0..4 * points.len() {
        let color = Color::BOTH[number % 2];
        let point = points[rng.random_range(0..points.len())];
        if board.play(color, point).is_ok() {
            let taken = ko_capture(&slow.naive, size, color, point);
            slow.naive.play(color, point).expect("anything is allowed");
            slow.closed = taken.map(|stone| (stone, !color));
        }
        if board.ko().is_some() || number % 16 == 0 {
            explore(&mut board, &slow, !color, 6, &mut rng, &mut seen);
        }
    }
}

#[test]
fn a_position_full_of_kos() {
    let board: Board = KOS.parse().expect("a board");
    let size = board.size();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut slow = SlowScheme::new(size);
    for (color, point) in board.all_stones() {
        slow.naive.play(color, point).expect("no capture");
    }
    let mut seen = BTreeMap::new();
    for round in 0..40 {
        let first = Color::BOTH[round % 2];
        explore(&mut board.clone(), &slow, first, 7, &mut rng, &mut seen);
    }
    let states = "BLACK EMPTY GRAY_BLACK GRAY_WHITE WEAK_KO WHITE";
    assert!(seen.keys().copied().eq(states.split(' ')), "{seen:?}");
    assert!(seen.values().all(|&count| count > 20), "{seen:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn the_scheme_agrees_with_its_table(size in 3usize..=6, seed in any::<u64>()) {
        explore_random_games(size, seed);
    }
}
