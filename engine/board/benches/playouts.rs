//! Random legal games: moves through `play`, `play` and `undo`, and the naive twin.
//!
//! A game starts on an empty board and ends with two passes in a row, or after three moves per
//! point. Each side plays a random legal point that is not its own one-point eye, or passes.
//! What is counted is the moves that `play` makes, passes left out; choosing the moves, checking
//! that they are legal and starting each game on an empty board are in the time.

use divan::Bencher;
use divan::counter::ItemsCount;
use katachi_board::naive::NaiveBoard;
use katachi_board::{Board, BoardSize, Color, Point, Rules};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn main() {
    divan::main();
}

const SIZES: [usize; 3] = [9, 13, 19];

/// All neighbours are own stones, and so are enough of the diagonals.
fn is_own_eye(board: &Board, color: Color, point: Point) -> bool {
    use katachi_board::PointState::OffBoard;
    let owned =
        |near: Point| matches!(board.at(near), state if state.is(color) || state == OffBoard);
    if !point.neighbors().into_iter().all(owned) {
        return false;
    }
    let other = |&near: &Point| board.at(near).is(!color);
    let edge = point
        .diagonals()
        .into_iter()
        .any(|near| board.at(near) == OffBoard);
    point.diagonals().iter().filter(|near| other(near)).count() + usize::from(edge) < 2
}

struct Player {
    /// The points in a random order that the walk below goes round.
    points: Vec<Point>,
    rng: Xoshiro256PlusPlus,
}

impl Player {
    fn new(size: BoardSize, seed: u64) -> Self {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut points: Vec<Point> = size.points().collect();
        for last in (1..points.len()).rev() {
            points.swap(last, rng.random_range(0..=last));
        }
        Self { points, rng }
    }

    /// Tries points from a random start until `accept` takes one.
    fn choose(&mut self, mut accept: impl FnMut(Point) -> bool) -> bool {
        let start = self.rng.random_range(0..self.points.len());
        let (tail, head) = self.points.split_at(start);
        head.iter().chain(tail).any(|&point| accept(point))
    }

    fn game(&mut self, board: &mut Board) -> u64 {
        let mut moves = 0;
        let mut passes = 0;
        let mut color = Color::Black;
        for _ in 0..3 * self.points.len() {
            let played = self.choose(|point| {
                board.at(point).is_empty()
                    && !is_own_eye(board, color, point)
                    && board.play(color, point).is_ok()
            });
            if played {
                moves += 1;
                passes = 0;
            } else {
                passes += 1;
                if passes == 2 {
                    break;
                }
            }
            color = !color;
        }
        moves
    }
}

/// Different games in each sample, so that nothing learns one game by heart; the same games in
/// each sample, so that the count is exact.
const GAMES: u64 = 50;

fn moves_of_a_sample(size: BoardSize) -> u64 {
    (0..GAMES)
        .map(|seed| Player::new(size, seed).game(&mut Board::new(size)))
        .sum()
}

/// Plays the games of a sample; `after` gets the final boards.
fn games(bencher: Bencher, size: usize, mut after: impl FnMut(&mut Board)) {
    let size = BoardSize::new(size).expect("a board size");
    let empty = Board::new(size);
    bencher
        .counter(ItemsCount::new(moves_of_a_sample(size)))
        .bench_local(|| {
            for seed in 0..GAMES {
                let mut board = empty.clone();
                Player::new(size, seed).game(&mut board);
                after(&mut board);
                divan::black_box(board);
            }
        });
}

#[divan::bench(args = SIZES)]
fn play(bencher: Bencher, size: usize) {
    games(bencher, size, |_| {});
}

#[divan::bench(args = SIZES)]
fn play_and_undo(bencher: Bencher, size: usize) {
    games(bencher, size, |board| while board.undo().is_some() {});
}

#[divan::bench(args = SIZES, sample_count = 5)]
fn naive(bencher: Bencher, size: usize) {
    let size = BoardSize::new(size).expect("a board size");
    let record: Vec<_> = {
        let mut board = Board::new(size);
        Player::new(size, 1).game(&mut board);
        board.moves().collect()
    };
    bencher
        .counter(ItemsCount::new(record.len()))
        .bench_local(|| {
            let mut board = NaiveBoard::new(size, Rules::SIMPLE);
            for &(color, point) in &record {
                if let Some(point) = point {
                    board.play(color, point).expect("the twin agrees");
                }
            }
            board
        });
}
