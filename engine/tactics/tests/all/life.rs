//! Life and death in closed areas: known shapes, and a twin that tries every move.

use std::collections::HashMap;

use katachi_board::{Board, Color, Outcome, Point, PointSet};
use katachi_tactics::life::{Goal, LifeReader, Limits, Scope};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::drawn_races::play;

fn reader() -> LifeReader {
    LifeReader::new(Limits::for_level(10))
}

/// All black stones of a board: the goal.
fn blacks(board: &Board) -> PointSet {
    *board.stones(Color::Black)
}

fn goal(stones: &PointSet) -> Goal<'_> {
    Goal {
        color: Color::Black,
        stones,
        doubtful: &PointSet::EMPTY,
    }
}

/// What the attacker and the defender of all black stones achieve, each moving first.
fn read(text: &str) -> [(Outcome, Option<String>); 2] {
    let mut board: Board = text.parse().expect("a board");
    let stones = blacks(&board);
    let mut reader = reader();
    let before = board.to_string();
    let answers = [
        reader.attack(&mut board, goal(&stones), Scope::Closed),
        reader.defend(&mut board, goal(&stones), Scope::Closed),
    ];
    assert_eq!(board.to_string(), before);
    answers.map(|answer| {
        let answer = answer.expect("an answer");
        let vertex = |point: Point| point.vertex(board.size()).to_string();
        (answer.outcome, answer.point.map(vertex))
    })
}

/// A shape of the eye space of a black group at the upper edge, with liberties outside.
fn eye_space(first: &str) -> [(Outcome, Option<String>); 2] {
    read(&format!(
        "{first}
         X X X X X X O .
         O O O O O O O .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . ."
    ))
}

#[test]
fn searches_share_nodes_and_do_not_remember_that_they_lacked_them() {
    let mut board: Board = "
        . . . X O .
        . . . X O .
        X X X X O .
        O O O O O .
        . . . . . .
        . . . . . ."
        .parse()
        .expect("a board");
    let stones = blacks(&board);
    let mut reader = reader();
    let mut ask = |nodes| {
        reader.share(nodes);
        let before = reader.nodes();
        let answer = reader.attack(&mut board, goal(&stones), Scope::Closed);
        (answer.is_some(), reader.nodes() - before)
    };
    assert_eq!(ask(3), (false, 3));
    assert_eq!(ask(0), (false, 0));
    let (is_answered, taken) = ask(u64::MAX);
    assert!(is_answered && taken > 3, "{taken}");
}

#[test]
fn three_in_a_row_live_or_die_in_the_middle() {
    let [attack, defense] = eye_space("X X . . . X O .");
    assert_eq!(attack, (Outcome::Win, Some("D8".to_owned())));
    assert_eq!(defense, (Outcome::Win, Some("D8".to_owned())));
}

#[test]
fn four_in_a_row_live_and_two_points_do_not() {
    assert_eq!(eye_space("X . . . . X O .")[0].0, Outcome::Lose);
    let [attack, defense] = eye_space("X X X . . X O .");
    assert_eq!(attack.0, Outcome::Win);
    assert_eq!(defense.0, Outcome::Lose);
}

#[test]
fn a_stone_in_the_middle_of_three_has_killed() {
    assert_eq!(eye_space("X X . O . X O .")[1].0, Outcome::Lose);
}

#[test]
fn a_seki_is_life() {
    // Two shared liberties, B8 and F8: who plays there loses. Four stones captured leave a space
    // that lives.
    let [attack, _] = read(
        "X . O O O . X O
         X X X X X X X O
         O O O O O O O O
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .",
    );
    assert_eq!(attack.0, Outcome::Lose);
}

#[test]
fn six_points_in_the_corner_with_one_liberty_outside_are_a_ko() {
    let [attack, defense] = read(
        ". . . X . O O O
         . . . X O . . .
         X X X X O . . .
         O O O O O . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .",
    );
    assert!(matches!(attack.0, Outcome::KoA | Outcome::KoB));
    assert_eq!(defense.0, Outcome::Win);
}

#[test]
fn outer_liberties_are_alike() {
    // The order in which White fills eight of them is nothing to search.
    let text = ". . . X . O . .
                . . . X . O . .
                X X X X . O . .
                . . . . . O . .
                O O O O O O . .
                . . . . . . . .
                . . . . . . . .
                . . . . . . . .";
    let mut board: Board = text.parse().expect("a board");
    let stones = blacks(&board);
    let attack = reader().attack(&mut board, goal(&stones), Scope::Closed);
    assert_eq!(attack.map(|attack| attack.outcome), Some(Outcome::Lose));
}

#[test]
fn an_eye_that_black_can_never_fill_is_false() {
    // After D7 White takes D8 by C8 whenever it likes. Black would have to fill C8, its own eye. So
    // White needs no threats, and Black needs them without end.
    let [attack, defense] = read(
        ". X . X O . . .
         X X X . O . . .
         O O O O O . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .",
    );
    assert_eq!(attack, (Outcome::Win, Some("D7".to_owned())));
    assert_eq!(defense, (Outcome::Win, Some("D7".to_owned())));
}

#[test]
fn a_position_that_comes_back_after_several_captures_is_a_repetition() {
    // Found by the twin below in a larger corner: White wins it if ko bans bind both sides, and
    // Black cannot end the danger.
    let [attack, _] = read(
        "X O . X O O . . .
         . X X X O . . . .
         O X X O O . . . .
         X X . O O . . . .
         O O O O O . . . .
         . . . O O . . O .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .",
    );
    assert_eq!(attack.0, Outcome::Win);
}

#[test]
fn a_bent_four_in_the_corner_is_dead() {
    // White gives Black four stones by A6 and C8, and begins a ko in their place. It can wait with
    // that until Black has no threats.
    let [attack, defense] = read(
        "O O . X O . . .
         O X X X O . . .
         . X O O O . . .
         X X O . . . . .
         O O O . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .",
    );
    assert_eq!((attack.0, defense.0), (Outcome::Win, Outcome::Lose));
}

#[test]
fn a_goal_in_the_open_has_no_answer() {
    let mut board: Board = "
        . . . . . . .
        . . . . . . .
        . . X X . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . ."
        .parse()
        .expect("a board");
    let stones = blacks(&board);
    let answer = reader().attack(&mut board, goal(&stones), Scope::Fenced);
    assert!(answer.is_none());
}

#[test]
fn a_stone_that_can_join_others_behind_a_gap_is_not_dead() {
    let mut board: Board = "
        . O O . .
        X X O X .
        . . . . .
        . . . . .
        . . . . ."
        .parse()
        .expect("a board");
    let stone = Point::from_vertex("D4", board.size());
    let stones: PointSet = stone.into_iter().collect();
    let answer = reader().defend(&mut board, goal(&stones), Scope::Fenced);
    assert_ne!(answer.map(|answer| answer.outcome), Some(Outcome::Lose));
}

/// Tries every move of both sides in an area. A pass ends a ko ban.
///
/// Where Black may retake every ko at once, it passes only if it lives then even if ko bans bind
/// both sides: White chooses the time of a ko that Black cannot end, and may wait for it.
struct Twin {
    /// Where Black may retake every ko: the same question where nobody may.
    after_pass: Option<Box<Twin>>,
    /// The side that may retake a ko at once.
    free: Option<Color>,
    goal: PointSet,
    area: PointSet,
    /// The positions of the present line, and whether the move to each broke a ko ban.
    line: Vec<((u64, Color), bool)>,
    known: HashMap<(u64, Color), bool>,
    /// Whether the present line met a repetition, so that its result holds only here.
    has_repeated: bool,
    nodes: u32,
}

impl Twin {
    const MOST_NODES: u32 = 50_000;

    fn new(free: Option<Color>, goal: PointSet, area: PointSet) -> Self {
        let after_pass =
            (free == Some(Color::Black)).then(|| Box::new(Self::new(None, goal, area)));
        Self {
            after_pass,
            free,
            goal,
            area,
            line: Vec::new(),
            known: HashMap::new(),
            has_repeated: false,
            nodes: 0,
        }
    }

    /// Whether White captures all stones of the goal. `None` if it takes too long.
    fn captures(&mut self, board: &mut Board, mover: Color, breaks_ban: bool) -> Option<bool> {
        if !self.goal.intersects(board.stones(Color::Black)) {
            return Some(true);
        }
        let key = (board.hash(), mover);
        if let Some(known) = self.known.get(&key) {
            return Some(*known);
        }
        if let Some(again) = self.line.iter().position(|(position, _)| *position == key) {
            self.has_repeated = true;
            // Black needs threats without end if it breaks bans on the way.
            let since = &self.line[again + 1..];
            let is_broken = breaks_ban || since.iter().any(|(_, breaks_ban)| *breaks_ban);
            return Some(is_broken && self.free == Some(Color::Black));
        }
        self.nodes += 1;
        if self.nodes > Self::MOST_NODES {
            return None;
        }
        let has_passed =
            board.trial_moves() > 0 && board.last_move().is_none_or(|(_, at)| at.is_none());
        let outside = std::mem::take(&mut self.has_repeated);
        self.line.push((key, breaks_ban));
        let mut moves: Vec<Option<Point>> = (self.area & *board.empty()).iter().map(Some).collect();
        let banned = board.ko().is_some_and(|ko| board.is_ko(Color::White, ko));
        let waits = self.free == Some(Color::Black) && !has_passed;
        if mover == Color::Black || banned || waits {
            moves.push(None);
        }
        let mut white_wins = mover == Color::Black;
        for one in moves {
            let Some(breaks_ban) = play(board, mover, one, self.free) else {
                continue;
            };
            let found = match self.after_pass.as_mut().filter(|_| one.is_none()) {
                Some(twin) if mover == Color::Black => twin.captures(board, !mover, false),
                _ => self.captures(board, !mover, breaks_ban),
            };
            board.take_back();
            if found? != (mover == Color::Black) {
                white_wins = mover == Color::White;
                break;
            }
        }
        self.line.pop();
        if !self.has_repeated {
            self.known.insert(key, white_wins);
        }
        self.has_repeated |= outside;
        Some(white_wins)
    }
}

/// Whether a point lies in a corner of three by four points.
fn is_in_corner(point: Point) -> bool {
    point.row() < 3 && point.col() < 4
}

/// A random group of Black in that corner, enclosed by White.
fn random_corner(random: &mut Xoshiro256PlusPlus) -> Option<Board> {
    let size = katachi_board::BoardSize::new(7).expect("a size");
    let mut stones = Vec::new();
    for point in size.points() {
        if is_in_corner(point) {
            match random.random_range(0..10) {
                0..5 => stones.push((Color::Black, point)),
                5..6 => stones.push((Color::White, point)),
                _ => {}
            }
        } else if point.row() <= 3 && point.col() <= 4 {
            stones.push((Color::White, point));
        }
    }
    Board::with_stones(size, stones).ok()
}

#[test]
fn answers_are_those_of_a_twin_that_tries_everything() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
    let (mut compared, mut kos) = (0, 0);
    for _ in 0..500 {
        let Some(mut board) = random_corner(&mut random) else {
            continue;
        };
        let stones = blacks(&board);
        if stones.len() < 2 {
            continue;
        }
        let area: PointSet = (board.size().points())
            .filter(|point| is_in_corner(*point))
            .collect();
        for mover in Color::BOTH {
            let question = goal(&stones);
            let mut reader = reader();
            let answer = match mover {
                Color::White => reader.attack(&mut board, question, Scope::Closed),
                Color::Black => reader.defend(&mut board, question, Scope::Closed),
            };
            let Some(answer) = answer else {
                continue;
            };
            // Whether the mover succeeds if its opponent, nobody, or itself may retake kos.
            let succeeds = [Some(!mover), None, Some(mover)].map(|free| {
                let mut twin = Twin::new(free, stones, area);
                let captures = twin.captures(&mut board, mover, false)?;
                Some(captures == (mover == Color::White))
            });
            let [Some(hard), Some(even), Some(easy)] = succeeds else {
                continue;
            };
            let expected = match (hard, even, easy) {
                (true, ..) => Outcome::Win,
                (_, true, _) => Outcome::KoA,
                (.., true) => Outcome::KoB,
                _ => Outcome::Lose,
            };
            assert_eq!(
                answer.outcome, expected,
                "{mover:?} moves first, found {answer:?}:\n{board}"
            );
            compared += 1;
            kos += usize::from(matches!(answer.outcome, Outcome::KoA | Outcome::KoB));
        }
    }
    assert!(compared > 300 && kos > 5, "{compared} compared, {kos} kos");
}
