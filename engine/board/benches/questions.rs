//! The questions that reading asks most: liberties of a move, neighbours of strings, trial moves.
//!
//! The positions are random 19x19 games after 120 moves, which have more strings, and smaller
//! ones, than real games. An item is one question: a point and a colour, or a string.

use divan::Bencher;
use divan::counter::ItemsCount;
use katachi_board::{Board, BoardSize, Color, Point};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn main() {
    divan::main();
}

/// Random positions, with a bias to neighbours of earlier moves so that strings grow.
fn positions() -> Vec<Board> {
    let size = BoardSize::NINETEEN;
    let points: Vec<Point> = size.points().collect();
    (0..50)
        .map(|seed| {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut board = Board::new(size);
            let mut color = Color::Black;
            while board.moves().len() < 120 {
                let point = points[rng.random_range(0..points.len())];
                let near_own = board.has_neighbor(color, point);
                if (near_own || rng.random_range(0..3) == 0) && board.play(color, point).is_ok() {
                    color = !color;
                }
            }
            board
        })
        .collect()
}

/// All moves of both colours.
fn moves(board: &Board) -> impl Iterator<Item = (Color, Point)> + '_ {
    let of = |color| board.empty().iter().map(move |point| (color, point));
    Color::BOTH.into_iter().flat_map(of)
}

fn ask_moves(bencher: Bencher, mut ask: impl FnMut(&Board, Color, Point) -> usize) {
    let boards = positions();
    let items: usize = boards.iter().map(|board| moves(board).count()).sum();
    bencher.counter(ItemsCount::new(items)).bench_local(|| {
        let mut sum = 0;
        for board in &boards {
            sum += moves(board)
                .map(|(color, point)| ask(board, color, point))
                .sum::<usize>();
        }
        sum
    });
}

fn ask_strings(bencher: Bencher, mut ask: impl FnMut(katachi_board::Chain<'_>) -> usize) {
    let boards = positions();
    let items: usize = boards.iter().map(|board| board.chains().count()).sum();
    bencher.counter(ItemsCount::new(items)).bench_local(|| {
        let chains = boards.iter().flat_map(Board::chains);
        chains.map(&mut ask).sum::<usize>()
    });
}

#[divan::bench]
fn liberty_count_after(bencher: Bencher) {
    ask_moves(bencher, Board::liberty_count_after);
}

#[divan::bench]
fn approximate_liberty_count(bencher: Bencher) {
    ask_moves(bencher, Board::approximate_liberty_count);
}

/// The set, for comparison with the counts.
#[divan::bench]
fn liberties_after(bencher: Bencher) {
    ask_moves(bencher, |board, color, point| {
        board.liberties_after(color, point).len()
    });
}

#[divan::bench]
fn is_self_atari(bencher: Bencher) {
    ask_moves(bencher, |board, color, point| {
        usize::from(board.is_self_atari(color, point))
    });
}

/// Tries all moves and takes them back; `play` says whether it has played.
fn try_moves(bencher: Bencher, mut play: impl FnMut(&mut Board, Color, Point) -> bool) {
    let mut boards = positions();
    let items: usize = boards.iter().map(|board| moves(board).count()).sum();
    bencher.counter(ItemsCount::new(items)).bench_local(|| {
        let mut tried = 0;
        for board in &mut boards {
            let empty = *board.empty();
            for color in Color::BOTH {
                for point in &empty {
                    tried += usize::from(play(board, color, point));
                    board.take_back();
                }
            }
        }
        tried
    });
}

#[divan::bench]
fn try_move(bencher: Bencher) {
    try_moves(bencher, Board::try_move);
}

#[divan::bench]
fn try_with_komaster(bencher: Bencher) {
    try_moves(bencher, |board, color, point| {
        board.try_with_komaster(color, point, true).is_some()
    });
}

#[divan::bench]
fn liberties(bencher: Bencher) {
    ask_strings(bencher, |chain| {
        chain.liberties().iter().map(Point::index).sum()
    });
}

#[divan::bench]
fn neighbors(bencher: Bencher) {
    ask_strings(bencher, |chain| {
        chain.neighbors().map(|other| other.liberty_count()).sum()
    });
}

#[divan::bench]
fn neighbors_up_to_2(bencher: Bencher) {
    ask_strings(bencher, |chain| chain.neighbors_up_to(2).count());
}

#[divan::bench]
fn extended_chains(bencher: Bencher) {
    ask_strings(bencher, |chain| chain.extended_chains().count());
}

#[divan::bench]
fn superstring(bencher: Bencher) {
    ask_strings(bencher, |chain| chain.superstring().stones().len());
}
