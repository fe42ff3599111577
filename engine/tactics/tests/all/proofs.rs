//! The solver itself: known shapes, all positions of small boards, and zones.

#![allow(
    clippy::print_stdout,
    reason = "the figures are what the test is run for"
)]

use std::collections::HashMap;

use crate::solver::{Code, Position, Progress, SAFE_LIBERTIES, Search, solve};
use katachi_board::naive::NaiveBoard;
use katachi_board::{BoardSize, Color, Point, PointState, Rules};
use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;

fn read(text: &str) -> (BoardSize, Vec<(Color, Point)>) {
    let board: katachi_board::Board = text.parse().expect("a board");
    (board.size(), board.all_stones().collect())
}

/// The codes of attack and defence.
fn codes(text: &str, string: &str) -> (Option<Code>, Option<Code>) {
    codes_within(3000, text, string)
}

fn codes_within(budget: usize, text: &str, string: &str) -> (Option<Code>, Option<Code>) {
    let (size, stones) = read(text);
    let target = Point::from_vertex(string, size).expect("a vertex");
    let owner = stones
        .iter()
        .find(|(_, at)| *at == target)
        .expect("a stone")
        .0;
    let ask = |mover| {
        let root = Position::new(size, stones.iter().copied(), mover);
        solve(&root, target, budget).map(|answer| answer.code)
    };
    (ask(!owner), ask(owner))
}

const WIN: Option<Code> = Some(Code::Win);
const LOSE: Option<Code> = Some(Code::Lose);
const KO_A: Option<Code> = Some(Code::KoA);

#[test]
fn ladders_work_unless_something_stands_in_their_way() {
    let ladder = |breaker: &str| {
        format!(
            ". . . . . . . . .
             . . O O . . . . .
             . O X . . . . . .
             . . O . {breaker} . . . .
             . . . . {breaker} . . . .
             . . . . {breaker} . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . ."
        )
    };
    assert_eq!(codes(&ladder("."), "C7"), (WIN, LOSE));
    assert_eq!(codes(&ladder("X"), "C7"), (WIN, WIN));
}

#[test]
fn a_net_catches_what_runs() {
    let net = "
        . . . . . . .
        . . . O . . .
        . . O X . O .
        . . . . . . .
        . . . O . O .
        . . . . . . .
        . . . . . . .";
    assert_eq!(codes(net, "D5").0, WIN);
}

#[test]
fn two_points_are_no_two_eyes_after_a_throw_in() {
    let text = "
        . . X O .
        X X X O .
        O O O . .
        . . . . .
        . . . . .";
    assert_eq!(codes(text, "A4"), (WIN, LOSE));
}

#[test]
fn a_throw_in_takes_a_liberty() {
    let text = "
        . X X . O . .
        . O X X O . .
        . O O O O . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .";
    assert_eq!(codes(text, "B7").0, WIN);
}

#[test]
fn a_stone_in_ko_is_taken_or_connected() {
    let text = "
        . . . . . .
        . X X O . .
        . X . X O .
        . X X O . .
        . . . . . .
        . . . . . .";
    assert_eq!(codes(text, "D4"), (KO_A, WIN));
}

#[test]
fn two_eyes_live_and_one_does_not() {
    let two = "
        . X . X O
        X X X X O
        O O O O O
        . . . . .
        . . . . .";
    assert_eq!(codes(two, "B5").0, LOSE);
    let one = "
        . X X X O
        X X X X O
        O O O O O
        . . . . .
        . . . . .";
    assert_eq!(codes(one, "B5"), (WIN, LOSE));
}

#[test]
fn a_race_is_won_by_who_moves_first() {
    let race = "
        . . . . . . .
        . . . . . . .
        X X . . . . .
        . X X X . . .
        O O O X . . .
        X X O X X . .
        . . O X X . .";
    assert_eq!(codes(race, "A2"), (WIN, WIN));
}

/// In a seki the side that plays first is captured. Both strings are safe, since both sides pass.
#[test]
fn seki_is_safe_for_both() {
    let seki = "
        . X O . X O .
        X X O O X O O
        . X O O X O .
        X X O O X O O
        . X O O X O .
        X X O O X O O
        . X O . X O .";
    assert_eq!(codes(seki, "E1").0, LOSE);
    assert_eq!(codes(seki, "C1").0, LOSE);
}

/// A stone in a snapback is not captured for good; its opponent's string is, by the throw-in.
#[test]
fn a_snapback_takes_back() {
    let thrown_in = "
        X O . O . .
        X X X O . .
        O O O . . .
        . . . . . .
        . . . . . .
        . . . . . .";
    assert_eq!(codes(thrown_in, "B6").0, LOSE);
    assert_eq!(codes(thrown_in, "A6"), (WIN, LOSE));
}

/// The attacker cannot avoid to leave the first capture of the ko to the defender.
#[test]
fn a_ko_for_which_the_attacker_needs_a_threat() {
    let ko = "
        . . X . O . . . .
        . . . . . O . . .
        . . X . X O . . .
        . . O X O O . X X
        X O . O X . . . O
        O O O X . O . . O
        . O X . X O X . .
        . . . X X . . O .
        . . X . . O . . .";
    assert_eq!(codes(ko, "E5"), (Some(Code::KoB), WIN));
}

/// Two kos: a side that needs no threats can retake one of them for ever.
#[test]
fn two_kos_are_taken_back_for_ever() {
    let kos = "
        X X X O . O
        O O X X O .
        O . O X X O
        . . O X X X
        . . . O O X
        . . . . O .";
    assert_eq!(codes_within(30_000, kos, "F4"), (KO_A, WIN));
}

/// All positions that can arise on a small board, and which of them the attacker wins.
struct Twin {
    free: Option<Color>,
    target: Point,
    owner: Color,
    index: HashMap<(Vec<PointState>, Color, Option<Point>, bool), usize>,
    next: Vec<Vec<usize>>,
    mover: Vec<Color>,
    won: Vec<bool>,
}

impl Twin {
    /// `None` if there are too many positions.
    fn new(
        size: BoardSize,
        stones: &[(Color, Point)],
        mover: Color,
        target: Point,
        free: Option<Color>,
        most: usize,
    ) -> Option<Self> {
        let mut board = NaiveBoard::new(size, Rules::SIMPLE);
        for &(color, at) in stones {
            board.play(color, at).expect("a stone");
            board.pass(color);
        }
        board.forget();
        let mut twin = Self {
            free,
            target,
            owner: board.at(target).color().expect("a stone"),
            index: HashMap::new(),
            next: Vec::new(),
            mover: Vec::new(),
            won: Vec::new(),
        };
        let mut open = Vec::new();
        twin.enter(size, board, mover, None, false, &mut open);
        while let Some((id, board, mover)) = open.pop() {
            if twin.index.len() > most {
                return None;
            }
            let mut passed = board.clone();
            passed.pass(mover);
            passed.forget();
            let mut next = vec![twin.enter(size, passed, !mover, None, false, &mut open)];
            let lost = board.at(target).is_empty();
            for at in size.points() {
                let mut after = board.clone();
                let before: Vec<Point> = stones_of(size, &after, !mover);
                if (lost && at != target) || after.play(mover, at).is_err() {
                    continue;
                }
                after.forget();
                let left = stones_of(size, &after, !mover);
                let gone: Vec<&Point> = before.iter().filter(|at| !left.contains(at)).collect();
                if lost && gone.is_empty() {
                    continue;
                }
                let single = gone == [&target];
                let mut ban = None;
                if gone.len() == 1 && after.check(!mover, *gone[0]).is_err_and(is_ko) {
                    ban = Some(*gone[0]);
                }
                if twin.free == Some(!mover) && ban.is_some() {
                    after.pass(mover);
                    after.forget();
                    ban = None;
                }
                next.push(twin.enter(size, after, !mover, ban, single, &mut open));
            }
            twin.next[id] = next;
        }
        twin.settle();
        Some(twin)
    }

    fn enter(
        &mut self,
        size: BoardSize,
        board: NaiveBoard,
        mover: Color,
        ban: Option<Point>,
        single: bool,
        open: &mut Vec<(usize, NaiveBoard, Color)>,
    ) -> usize {
        let grid: Vec<PointState> = size.points().map(|at| board.at(at)).collect();
        let id = self.index.len();
        if let Some(&known) = self.index.get(&(grid.clone(), mover, ban, single)) {
            return known;
        }
        self.index.insert((grid, mover, ban, single), id);
        let captured = !board.at(self.target).is(self.owner);
        let safe = !captured && board.string(self.target).1.len() >= SAFE_LIBERTIES;
        self.next.push(Vec::new());
        self.mover.push(mover);
        // A captured single stone may be retaken at once; a pass ends that.
        self.won.push(captured && !single);
        if !safe && (single || !captured) {
            open.push((id, board, mover));
        }
        id
    }

    /// The attacker wins where it can force a capture in any number of moves; all other positions
    /// are safe.
    fn settle(&mut self) {
        let mut changed = true;
        while changed {
            changed = false;
            for id in 0..self.next.len() {
                if self.won[id] || self.next[id].is_empty() {
                    continue;
                }
                let mut after = self.next[id].iter().map(|&next| self.won[next]);
                self.won[id] = if self.mover[id] == self.owner {
                    after.all(|won| won)
                } else {
                    after.any(|won| won)
                };
                changed |= self.won[id];
            }
        }
    }
}

fn is_ko(error: katachi_board::IllegalMove) -> bool {
    error == katachi_board::IllegalMove::Ko
}

fn stones_of(size: BoardSize, board: &NaiveBoard, color: Color) -> Vec<Point> {
    size.points().filter(|&at| board.at(at).is(color)).collect()
}

/// A random position in which every string has a liberty.
fn random(size: BoardSize, empty: f64, random: &mut Xoshiro256PlusPlus) -> Vec<(Color, Point)> {
    loop {
        let stones: Vec<(Color, Point)> = (size.points())
            .filter_map(|at| {
                let color = Color::BOTH[usize::from(random.random_bool(0.5))];
                (!random.random_bool(empty)).then_some((color, at))
            })
            .collect();
        if !stones.is_empty() && katachi_board::Board::with_stones(size, stones.clone()).is_ok() {
            return stones;
        }
    }
}

/// Every proof agrees with the fixed point over all positions; most questions are proven.
fn against_the_twin(size: usize, rounds: usize, empty: f64, most: usize, seed: u64) {
    let size = BoardSize::new(size).expect("a size");
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (mut asked, mut proven, mut kos) = (0, 0, 0);
    for _ in 0..rounds {
        let stones = random(size, empty, &mut dice);
        let (owner, target) = stones[dice.random_range(0..stones.len())];
        for mover in [owner, !owner] {
            let twin =
                |free| Twin::new(size, &stones, mover, target, free, most).map(|twin| twin.won[0]);
            let attacks = mover != owner;
            let wins = |free| twin(free).map(|won| won == attacks);
            let (Some(hard), Some(even), Some(easy)) =
                (wins(Some(!mover)), wins(None), wins(Some(mover)))
            else {
                continue;
            };
            let truth = match (hard, even, easy) {
                (true, true, true) => Code::Win,
                (false, true, true) => Code::KoA,
                (false, false, true) => Code::KoB,
                (false, false, false) => Code::Lose,
                other => panic!("freedom does harm: {other:?}"),
            };
            asked += 1;
            let root = Position::new(size, stones.iter().copied(), mover);
            for free in [None, Some(owner), Some(!owner)] {
                let captured = twin(free).expect("small enough");
                for prover in Color::BOTH {
                    let found = Search::new(&root, target, prover, free).run(3000);
                    if found == Progress::Proven {
                        let board = katachi_board::Board::with_stones(size, stones.clone());
                        assert_eq!(
                            captured,
                            prover != owner,
                            "{prover} at {target:?}, {mover} to move, free {free:?}\n{}",
                            board.expect("a board")
                        );
                    }
                }
            }
            if let Some(answer) = solve(&root, target, 3000) {
                assert_eq!(answer.code, truth, "{stones:?} {target:?} {mover}");
                proven += 1;
                kos += usize::from(truth.is_ko());
            }
        }
    }
    println!("{size}x{size}: {asked} asked, {proven} proven, {kos} with ko");
    assert!(proven * 100 >= asked * 85, "{proven} of {asked}");
}

#[test]
fn all_positions_of_3x3() {
    against_the_twin(3, 60, 0.35, 4_000, 1);
}

#[test]
fn small_positions_of_4x4() {
    against_the_twin(4, 24, 0.15, 3_000, 2);
}

/// A proof holds in every position that agrees on its zone.
#[test]
fn what_lies_outside_the_zone_does_not_matter() {
    let size = BoardSize::new(5).expect("a size");
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut changed = 0;
    for _ in 0..300 {
        let empty = [0.2, 0.35, 0.5][dice.random_range(0..3)];
        let stones = random(size, empty, &mut dice);
        let (owner, target) = stones[dice.random_range(0..stones.len())];
        let mover = Color::BOTH[dice.random_range(0..2)];
        let root = Position::new(size, stones.iter().copied(), mover);
        let Some(answer) = solve(&root, target, 2000) else {
            continue;
        };
        let mut other: Vec<(Color, Point)> = stones;
        other.retain(|(_, at)| answer.zone.contains(*at));
        for at in size.points().filter(|&at| !answer.zone.contains(at)) {
            if dice.random_bool(0.5) {
                other.push((Color::BOTH[dice.random_range(0..2)], at));
            }
        }
        if katachi_board::Board::with_stones(size, other.clone()).is_err() {
            continue;
        }
        let again = Position::new(size, other.iter().copied(), mover);
        if let Some(second) = solve(&again, target, 2000) {
            changed += 1;
            assert_eq!(
                answer.code, second.code,
                "{owner} {target:?} {mover} {:?}",
                answer.zone
            );
        }
    }
    assert!(changed > 50, "{changed}");
}

/// The solver's board does what the naive board does, move by move, bans included.
#[test]
fn positions_agree_with_the_naive_board() {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut kos = 0;
    for round in 0..72 {
        let size = BoardSize::new(2 + round % 6).expect("a size");
        let mut naive = NaiveBoard::new(size, Rules::SIMPLE);
        let mut position = Position::new(size, [], Color::Black);
        for _ in 0..150 {
            for at in size.points() {
                let color = naive.at(at).color();
                assert_eq!(position.color(at), color);
                assert_eq!(position.is_empty(at), color.is_none());
                if color.is_some() {
                    let chain = position.chain(at);
                    assert_eq!((chain.stones, chain.liberties), naive.string(at));
                }
            }
            let heart = size.points().next().expect("a point");
            let mover = position.mover;
            let mut legal = Vec::new();
            for at in size.points() {
                let step = position.play(at, None, heart);
                assert_eq!(step.is_ok(), naive.check(mover, at).is_ok(), "{at:?}");
                legal.extend(step.ok().map(|step| (at, step)));
                let free = position.play(at, Some(!mover), heart);
                assert!(
                    free.is_ok_and(|step| step.after.ban.is_none())
                        || naive.check(mover, at).is_err()
                );
            }
            if legal.is_empty() || dice.random_bool(0.05) {
                naive.pass(mover);
                position = position.pass();
                continue;
            }
            let (at, step) = legal.swap_remove(dice.random_range(0..legal.len()));
            naive.play(mover, at).expect("legal");
            position = step.after;
            for at in size.points() {
                let ko = naive.check(!mover, at).is_err_and(is_ko);
                assert_eq!(position.ban == Some(at), ko);
            }
            kos += usize::from(position.ban.is_some());
        }
    }
    println!("{kos} bans");
    assert!(kos > 40, "{kos}");
}
