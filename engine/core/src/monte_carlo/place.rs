//! The best move in one place: a [search there](super::local) for points.
//!
//! Entry point: [`Player::search_in_place`](super::Player::search_in_place). On a whole board
//! chance elsewhere hides what a fight is worth. A first part of the games finds how many points of
//! the place a side has in the mean; in the rest it wins if it has more. That mean lies between
//! those of a fight that is won and one that is lost, so games that are won tell moves apart.

use std::time::Instant;

use katachi_board::playout::Cells;
use katachi_board::{Board, Color, PointSet, with_words};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::local::{Judge, LocalTree, Scene, Sources, cells};
use super::playout::Playout;
use super::report::Tried;
use super::search::{Root, root_moves};
use super::window::Window;
use super::worker;

/// The part of the games that finds the mean: an eighth.
const FIRST_PART: u32 = 8;

/// Fewer points are moves to choose from, no place.
const FEWEST_POINTS: usize = 10;

/// A place takes at most this part of the board: nine tenths.
const LARGEST: (usize, usize) = (9, 10);

/// The points of a place around the moves that are allowed: those, and the stones beside them.
/// `None` if they are no place: if they are most of the board or a few moves to choose from, or lie
/// apart even with the stones between them.
pub fn place_of(board: &Board, allowed: &PointSet) -> Option<PointSet> {
    let (part, of) = LARGEST;
    if allowed.len() < FEWEST_POINTS || of * allowed.len() > part * board.size().area() {
        return None;
    }
    let stones = *board.stones(Color::Black) | *board.stones(Color::White);
    let part = (*allowed | stones).part(allowed.first()?);
    let near = allowed.with_surroundings().with_surroundings();
    (*allowed - part)
        .is_empty()
        .then_some(*allowed | stones & near)
}

/// When a search in one place ends. Unlike a [`Budget`](super::Budget), it always has simulations:
/// a part of them comes first.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// After this many simulations, or fewer if the best move is clear before.
    pub simulations: u32,
    /// At this time, if at any. A first part of the simulations is not cut short.
    pub until: Option<Instant>,
}

/// The moves that this root allows, the best first, by the points that they gain of this place. The
/// same question has the same answer, unless time ends it.
pub(super) fn search_in_place(
    root: &Root<'_>,
    place: &PointSet,
    sources: Sources<'_>,
    limits: Limits,
) -> Vec<Tried> {
    let window = Window::around(root.game.board(), place);
    let place = window.inside(place);
    let size = window.board.size();
    with_words!(size, WORDS => search::<WORDS>(root, &window, &place, sources, limits))
}

/// The points that both sides have in the place, and how many more the side to move needs.
struct Count<const WORDS: usize> {
    mover: Color,
    place: Cells<WORDS>,
    needed: f32,
    /// The sum of the scores so far.
    sum: i64,
}

impl<const WORDS: usize> Judge<WORDS> for Count<WORDS> {
    fn is_decided(&self, _: &Playout<WORDS>) -> bool {
        false
    }

    fn result(&mut self, position: &Playout<WORDS>) -> f32 {
        let areas = position.board().areas();
        let [black, white] = areas.map(|area| (area & self.place).len() as i64);
        let score = match self.mover {
            Color::Black => black - white,
            Color::White => white - black,
        };
        self.sum += score;
        worker::result(score as f32 - self.needed, self.place.len())
    }
}

fn search<const WORDS: usize>(
    root: &Root<'_>,
    window: &Window,
    place: &PointSet,
    sources: Sources<'_>,
    limits: Limits,
) -> Vec<Tried> {
    let start = Playout::<WORDS>::new(&window.board);
    let count = |needed: f32| Count {
        mover: root.color,
        place: cells(&start, place),
        needed,
        sum: 0,
    };
    let outside = |point| window.outside(point);
    let moves = root_moves(root, &start, [None; 2], sources.strengths, outside);
    let scene = Scene {
        region: place,
        mover: root.color,
        first: Some(&moves),
        has_threats: None,
    };
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(root.game.board().hash());
    let Limits { simulations, until } = limits;
    let first = simulations / FIRST_PART;
    let mut tree = LocalTree::new(start, &scene, count(0.0), sources);
    tree.run(first, &mut rng);
    let mean = tree.judge.sum as f32 / first.max(1) as f32;
    let mut tree = LocalTree::new(start, &scene, count(mean), sources);
    tree.run_until_clear(simulations - first, until, &mut rng);
    let tried = tree.tried().into_iter().filter_map(|(point, results)| {
        Some(Tried {
            point: window.outside(point?)?,
            visits: results.visits,
            winrate: results.mean()?.into(),
        })
    });
    tried.collect()
}

#[cfg(test)]
mod tests {
    use katachi_board::BoardSize;

    use super::*;

    #[test]
    fn a_place_is_neither_scattered_nor_large_nor_a_few_moves() {
        let mut board = Board::new(BoardSize::new(9).expect("a size"));
        let points: Vec<_> = board.size().points().collect();
        let rows = |from: usize, to: usize| points[9 * from..9 * to].iter().copied();
        let is_place = |board: &Board, allowed: PointSet| place_of(board, &allowed).is_some();
        assert!(is_place(&board, rows(0, 2).collect()));
        assert!(!is_place(&board, rows(0, 1).collect()), "a few moves");
        assert!(!is_place(&board, rows(0, 9).collect()), "too large");
        let apart: PointSet = rows(0, 1).chain(rows(2, 3)).collect();
        assert!(!is_place(&board, apart), "apart");
        board.play(Color::Black, points[9]).expect("a move");
        assert!(is_place(&board, apart), "a stone between them");
        let place = place_of(&board, &apart).expect("a place");
        assert!(place.contains(points[9]), "the stone belongs to it");
    }
}
