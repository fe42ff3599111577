//! Questions of reading, and trial moves that were played before, allocate no heap memory.
//!
//! A program of its own: its allocator counts for the whole program.

#![expect(unsafe_code, reason = "an allocator that counts")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use katachi_board::{Board, BoardSize, Color, Point};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

struct Counting;

thread_local! {
    /// Counts for this thread only: the test harness has a thread of its own.
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: forwards every call to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: the caller keeps the promises that the system's allocator requires.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// A sum of answers, so that no question is optimised away.
fn ask_everything(board: &mut Board, size: BoardSize) -> usize {
    let mut sum = 0;
    for point in size.points() {
        sum += usize::from(board.is_ko_point(point));
        for color in Color::BOTH {
            sum += board.liberty_count_after(color, point)
                + board.approximate_liberty_count(color, point)
                + board.liberties_after(color, point).len()
                + usize::from(board.is_self_atari(color, point))
                + usize::from(board.captures_something(color, point))
                + usize::from(board.ko_capture(color, point).is_some());
            if board.try_with_komaster(color, point, true).is_some() {
                sum += usize::from(board.was_tried(point, 0)) + board.stones_in_game(color);
                for near in point.neighbors() {
                    if board.try_with_komaster(!color, near, true).is_some() {
                        board.take_back();
                    }
                }
                board.take_back();
            }
        }
    }
    for chain in board.chains() {
        sum += chain.neighbors_up_to(2).count()
            + chain.extended_neighbors().count()
            + chain.extended_chains().count();
        for other in chain.neighbors() {
            sum += chain.common_liberties(&other).len() + usize::from(chain.is_adjacent(&other));
        }
        let superstring = chain.superstring();
        sum += superstring.proper_liberties(4).len() + superstring.proper_neighbors(3).count();
    }
    if let Some((_, point)) = board.all_stones().last() {
        let through = board.superstring_through(point, |b, lost| b.liberty_count(lost) < 3);
        sum += through.map_or(0, |superstring| superstring.stones().len());
    }
    sum
}

#[test]
fn questions_take_no_memory() {
    let size = BoardSize::new(13).expect("2 to 25");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let points: Vec<Point> = size.points().collect();
    let mut board = Board::new(size);
    while board.moves().len() < 160 {
        let color = Color::BOTH[board.moves().len() % 2];
        // An illegal one is drawn again.
        let _ = board.play(color, points[rng.random_range(0..points.len())]);
    }
    let first = ask_everything(&mut board, size);
    let before = ALLOCATIONS.get();
    let second = ask_everything(&mut board, size);
    assert_eq!(ALLOCATIONS.get(), before);
    assert_eq!(first, second);
}
