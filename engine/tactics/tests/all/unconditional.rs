//! Unconditional status against play without end: all positions of tiny boards, and random play on
//! larger ones.

use std::collections::HashMap;

use katachi_board::{Board, BoardSize, Color, Point, PointSet};
use katachi_tactics::unconditional::{Status, Unconditional};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A rectangle of points, each 0 (empty), 1 or 2 (a stone of that side).
type Cells = Vec<u8>;

/// A tiny board that knows only the rules. It finds out what is settled by trying everything.
///
/// A [`Board`] is always square, so the test, not this type, fills up a smaller rectangle.
struct Twin {
    size: usize,
    /// For a position and a colour that always passes: its stones that are never captured.
    survivors: HashMap<(Cells, u8), u32>,
    /// For a position and a colour that moves alone: the points where it has invincible stones at
    /// some time.
    lively: HashMap<(Cells, u8), u32>,
}

impl Twin {
    fn new(size: usize) -> Self {
        Self {
            size,
            survivors: HashMap::new(),
            lively: HashMap::new(),
        }
    }

    fn near(&self, at: usize) -> impl Iterator<Item = usize> + use<> {
        let n = self.size;
        let (row, col) = (at / n, at % n);
        let mut near = Vec::new();
        if row > 0 {
            near.push(at - n);
        }
        if row + 1 < n {
            near.push(at + n);
        }
        if col > 0 {
            near.push(at - 1);
        }
        if col + 1 < n {
            near.push(at + 1);
        }
        near.into_iter()
    }

    /// The stones of a string and whether it has a liberty.
    fn string(&self, cells: &Cells, at: usize) -> (Vec<usize>, bool) {
        let mut stones = vec![at];
        let mut breathes = false;
        let mut next = 0;
        while next < stones.len() {
            for near in self.near(stones[next]) {
                breathes |= cells[near] == 0;
                if cells[near] == cells[at] && !stones.contains(&near) {
                    stones.push(near);
                }
            }
            next += 1;
        }
        (stones, breathes)
    }

    fn is_possible(&self, cells: &Cells) -> bool {
        (0..cells.len()).all(|at| cells[at] == 0 || self.string(cells, at).1)
    }

    /// The position after a move; `None` if it is illegal. Kos are ignored.
    fn after(&self, cells: &Cells, at: usize, color: u8) -> Option<Cells> {
        if cells[at] != 0 {
            return None;
        }
        let mut after = cells.clone();
        after[at] = color;
        for near in self.near(at) {
            if after[near] == 3 - color {
                let (stones, breathes) = self.string(&after, near);
                if !breathes {
                    for stone in stones {
                        after[stone] = 0;
                    }
                }
            }
        }
        self.string(&after, at).1.then_some(after)
    }

    fn survivors(&mut self, cells: &Cells, color: u8) -> u32 {
        let key = (cells.clone(), color);
        if let Some(&known) = self.survivors.get(&key) {
            return known;
        }
        let mut left = 0;
        for (at, &cell) in cells.iter().enumerate() {
            left |= u32::from(cell == color) << at;
        }
        for at in 0..cells.len() {
            if let Some(after) = self.after(cells, at, 3 - color) {
                left &= self.survivors(&after, color);
            }
        }
        self.survivors.insert(key, left);
        left
    }

    fn lively(&mut self, cells: &Cells, color: u8) -> u32 {
        let key = (cells.clone(), color);
        if let Some(&known) = self.lively.get(&key) {
            return known;
        }
        let mut found = self.survivors(cells, color);
        for at in 0..cells.len() {
            if let Some(after) = self.after(cells, at, color) {
                found |= self.lively(&after, color);
            }
        }
        self.lively.insert(key, found);
        found
    }

    /// The connected points around `at` that are not in `wall`.
    fn part(&self, at: usize, wall: u32) -> u32 {
        let mut part = 1u32 << at;
        loop {
            let mut wider = part;
            for at in 0..self.size * self.size {
                if part >> at & 1 != 0 {
                    for near in self.near(at) {
                        wider |= (1 << near) & !wall;
                    }
                }
            }
            if wider == part {
                return part;
            }
            part = wider;
        }
    }
}

fn board(size: usize, cells: &Cells) -> Board {
    let size = BoardSize::new(size).unwrap();
    let stones = size.points().zip(cells).filter_map(|(point, &cell)| {
        let color = match cell {
            0 => return None,
            1 => Color::Black,
            _ => Color::White,
        };
        Some((color, point))
    });
    Board::with_stones(size, stones).unwrap()
}

fn bits(size: usize, set: &PointSet) -> u32 {
    let size = BoardSize::new(size).unwrap();
    size.points()
        .enumerate()
        .map(|(at, point)| u32::from(set.contains(point)) << at)
        .sum()
}

/// Compares the status of all points with the result of play without end.
fn check(twin: &mut Twin, cells: &Cells) {
    let size = twin.size;
    let board = board(size, cells);
    let found = Unconditional::of(&board);
    for (color, number) in [(Color::Black, 1u8), (Color::White, 2)] {
        let invincible = twin.survivors(cells, number);
        assert_eq!(
            bits(size, &found.invincible(color)),
            invincible,
            "invincible stones of {color} in\n{board}"
        );
        let other = twin.lively(cells, 3 - number);
        let mut area = 0;
        for at in 0..cells.len() {
            if invincible != 0
                && invincible >> at & 1 == 0
                && twin.part(at, invincible) & other == 0
            {
                area |= 1 << at;
            }
        }
        assert_eq!(
            bits(size, &found.area(color)),
            area,
            "area of {color} in\n{board}"
        );
    }
}

#[test]
fn all_positions_of_the_smallest_boards() {
    for size in [2, 3] {
        let mut twin = Twin::new(size);
        for number in 0..3u32.pow((size * size) as u32) {
            let cells: Cells = (0..size * size)
                .map(|at| (number / 3u32.pow(at as u32) % 3) as u8)
                .collect();
            if twin.is_possible(&cells) {
                check(&mut twin, &cells);
            }
        }
    }
}

/// Positions of 4x4 with many stones, so that the twin can try everything.
#[test]
fn many_positions_of_4x4() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    let mut twin = Twin::new(4);
    let mut checked = 0;
    while checked < 250 {
        let cells: Cells = (0..16)
            .map(|_| [0, 0, 1, 1, 2][rng.random_range(0..5)])
            .collect();
        if twin.is_possible(&cells) && (0..16).filter(|&at| cells[at] == 0).count() < 8 {
            check(&mut twin, &cells);
            checked += 1;
        }
    }
}

/// A position of a random game.
fn random_position(rng: &mut Xoshiro256PlusPlus, size: BoardSize, moves: usize) -> Board {
    let points: Vec<Point> = size.points().collect();
    let mut board = Board::new(size);
    let mut color = Color::Black;
    for _ in 0..moves {
        let point = points[rng.random_range(0..points.len())];
        if board.play(color, point).is_ok() {
            color = !color;
        }
    }
    board
}

/// Invincible stones survive all moves of the opponent, and nobody lives in an area in random play.
#[test]
fn random_play_contradicts_nothing() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
    let mut settled = 0;
    for game in 0..300 {
        let size = BoardSize::new([5, 6, 7, 9][game % 4]).unwrap();
        let before = random_position(&mut rng, size, 4 * size.area());
        let found = Unconditional::of(&before);
        for color in Color::BOTH {
            let invincible = found.invincible(color);
            settled += invincible.len() + found.area(color).len();
            let mut board = before.clone();
            let points: Vec<Point> = size.points().collect();
            for _ in 0..3 * size.area() {
                board.try_ko(!color, points[rng.random_range(0..points.len())]);
                assert!(invincible.iter().all(|stone| board.at(stone).is(color)));
            }
            // No stone of the opponent in the area has become invincible, and no invincible stone
            // of the colour has become vulnerable.
            let later = Unconditional::of(&board);
            assert!(!later.invincible(!color).intersects(&found.area(color)));
            assert_eq!(later.invincible(color) & invincible, invincible);
        }
    }
    assert!(settled > 1000, "{settled} points were settled");
}

fn statuses(text: &str) -> String {
    let board: Board = text.parse().expect("a board");
    let found = Unconditional::of(&board);
    let size = board.size();
    let mut rows = String::new();
    for row in 0..size.get() {
        for col in 0..size.get() {
            let point = Point::new(row, col).expect("a point");
            rows.push(match found.status(point) {
                Status::Alive => 'A',
                Status::Dead => 'D',
                Status::Territory(Color::Black) => 'b',
                Status::Territory(Color::White) => 'w',
                Status::Unknown => '?',
            });
        }
        rows.push('\n');
    }
    rows
}

#[test]
fn hand_positions() {
    // Two eyes, a dead stone in one of them, and a stone outside.
    assert_eq!(
        statuses(
            ". X . O X .
             X X X X X .
             . . . . . .
             . . . . . .
             . . . . . .
             . . O . . ."
        ),
        "bAbDA?\nAAAAA?\n??????\n??????\n??????\n??????\n"
    );
    // One eye of two points is not enough, and an eye of four in a square neither.
    assert!(statuses(". . X O\nX X X O\nO O O O\n. . . .").contains('?'));
}

/// Two positions that differ in one stone. White cannot become invincible in either, however often
/// it plays. In the first it can live in seki: with two pairs of liberties left, Black's stones
/// grow and leave, when captured, room for two eyes.
#[test]
fn a_seki_that_no_moves_turn_into_eyes() {
    let rest = "X X O O O X X X X
                X X X X X X X X X
                X X X X X X X X X
                X X X X X X X X X
                X X X X X X X X X
                X X X X X X . X .";
    let seki = format!(
        "O O . . O O X X X
         O . X X . O X X X
         X O . . O O X X X
         {rest}"
    );
    let found = statuses(&seki);
    assert!(
        found.starts_with("??????AAA\n??????AAA\nA?????AAA\n"),
        "{found}"
    );
    let dead = format!(
        "O O . . O X X X X
         O . X X . O X X X
         X O . . O O X X X
         {rest}"
    );
    let found = statuses(&dead);
    assert!(
        found.starts_with("DDbbDAAAA\nDbAAbDAAA\nADbbDDAAA\n"),
        "{found}"
    );
}
