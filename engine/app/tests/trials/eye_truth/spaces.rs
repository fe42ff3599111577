//! Enclosed eye spaces: drawn at random, or taken from games and walled in.

use std::collections::BTreeSet;

use katachi_board::{Board, BoardSize, Color, Point};
use rand::{Rng, RngExt};

/// Rows and columns of a point, or of a distance.
type Place = (i32, i32);

/// The lines of the boards.
const LINES: i32 = 11;

/// An eye space of White's: its points, and Black's stones on some of them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Space {
    pub points: BTreeSet<Place>,
    pub stones: BTreeSet<Place>,
}

/// The boards of a space.
pub struct Boards {
    /// The space in its wall, the rest empty: what engines are asked about.
    pub open: Board,
    /// Black outside, one liberty left to the wall.
    pub alone: Board,
    /// The same with a real eye elsewhere in the wall.
    pub with_eye: Board,
    /// The points where somebody may play.
    pub of_alone: Vec<Point>,
    pub of_eye: Vec<Point>,
    pub wall: Point,
}

fn point((row, col): Place) -> Point {
    Point::new(row as usize, col as usize).expect("on the board")
}

fn is_inside((row, col): Place) -> bool {
    (0..LINES).contains(&row) && (0..LINES).contains(&col)
}

fn around((row, col): Place, diagonals: bool) -> impl Iterator<Item = Place> {
    let steps = (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right)));
    let steps = steps.filter(
        move |&(down, right): &Place| match down.abs() + right.abs() {
            0 => false,
            1 => true,
            _ => diagonals,
        },
    );
    let places = steps.map(move |(down, right)| (row + down, col + right));
    places.filter(|&place| is_inside(place))
}

/// Whether the places are connected, and there are some.
fn is_connected(places: &BTreeSet<Place>) -> bool {
    let Some(&first) = places.first() else {
        return false;
    };
    let (mut seen, mut stack) = (BTreeSet::from([first]), vec![first]);
    while let Some(place) = stack.pop() {
        for next in around(place, false) {
            if places.contains(&next) && seen.insert(next) {
                stack.push(next);
            }
        }
    }
    seen.len() == places.len()
}

impl Space {
    /// A random space of this many points in the middle, at an edge, or in a corner, with a stone
    /// on some of them.
    pub fn random(rng: &mut impl Rng, size: usize) -> Self {
        let mut points = BTreeSet::from([(0, 0)]);
        while points.len() < size {
            let at = rng.random_range(0..points.len());
            let (row, col) = *points.iter().nth(at).expect("a point");
            let (down, right) = [(0, 1), (1, 0), (0, -1), (-1, 0)][rng.random_range(0..4)];
            points.insert((row + down, col + right));
        }
        let stones = (points.iter().copied())
            .filter(|_| rng.random_bool(0.25))
            .collect();
        let edges = [rng.random_bool(0.4), rng.random_bool(0.4)];
        Self { points, stones }.moved(edges)
    }

    /// The space at the upper edge, at the left edge, or off them.
    pub fn moved(&self, [top, left]: [bool; 2]) -> Self {
        let first_row = self.points.iter().map(|place| place.0).min().unwrap_or(0);
        let first_col = self.points.iter().map(|place| place.1).min().unwrap_or(0);
        let down = if top { 0 } else { 2 } - first_row;
        let right = if left { 0 } else { 2 } - first_col;
        let moved = |places: &BTreeSet<Place>| {
            let places = places.iter();
            places.map(|(row, col)| (row + down, col + right)).collect()
        };
        Self {
            points: moved(&self.points),
            stones: moved(&self.stones),
        }
    }

    /// How many edges of the board it touches.
    pub fn edges(&self) -> usize {
        let touches = |of: fn(&Place) -> i32| self.points.iter().any(|place| of(place) == 0);
        usize::from(touches(|place| place.0)) + usize::from(touches(|place| place.1))
    }

    /// Its boards; `None` if the space does not fit, or a stone in it has no liberty.
    pub fn boards(&self) -> Option<Boards> {
        if self.stones.len() == self.points.len() {
            return None;
        }
        let wall: BTreeSet<Place> = (self.points.iter())
            .flat_map(|&place| around(place, true))
            .filter(|place| !self.points.contains(place))
            .collect();
        let outside: BTreeSet<Place> = (0..LINES)
            .flat_map(|row| (0..LINES).map(move |col| (row, col)))
            .filter(|place| !wall.contains(place) && !self.points.contains(place))
            .collect();
        if !is_connected(&wall) || !is_connected(&outside) {
            return None;
        }
        let inner: Vec<Place> = self.points.iter().copied().collect();
        let (alone, free) = self.closed(&wall, &outside)?;
        // The first point outside that can be made a real eye of the wall.
        let (with_eye, eye, free_beside) = outside.iter().find_map(|&eye| {
            let cover: BTreeSet<Place> = around(eye, true).collect();
            if cover.iter().any(|place| self.points.contains(place)) {
                return None;
            }
            let wall: BTreeSet<Place> = wall.union(&cover).copied().collect();
            let mut outside: BTreeSet<Place> = outside.difference(&cover).copied().collect();
            outside.remove(&eye);
            if wall.contains(&eye) || !is_connected(&wall) || !is_connected(&outside) {
                return None;
            }
            let (board, free) = self.closed(&wall, &outside)?;
            Some((board, eye, free))
        })?;
        let places = |more: &[Place]| -> Vec<Point> {
            inner
                .iter()
                .chain(more)
                .map(|&place| point(place))
                .collect()
        };
        let white = wall.iter().map(|&place| (Color::White, point(place)));
        let black = self
            .stones
            .iter()
            .map(|&place| (Color::Black, point(place)));
        Some(Boards {
            open: board(white.chain(black))?,
            alone,
            with_eye,
            of_alone: places(&[free]),
            of_eye: places(&[free_beside, eye]),
            wall: point(*wall.first()?),
        })
    }

    /// The board with Black outside, and the liberty outside that it leaves to the wall. Black has
    /// two eyes in the far corner, where nobody plays.
    fn closed(&self, wall: &BTreeSet<Place>, outside: &BTreeSet<Place>) -> Option<(Board, Place)> {
        let eyes = [(LINES - 1, LINES - 1), (LINES - 1, LINES - 3)];
        let is_safe = eyes.iter().all(|&eye| {
            outside.contains(&eye) && around(eye, true).all(|place| outside.contains(&place))
        });
        let touches = |place: &&Place| around(**place, false).any(|next| wall.contains(&next));
        let free = *outside.iter().filter(touches).find(|&&place| {
            let mut rest = outside.clone();
            rest.remove(&place);
            !eyes.contains(&place) && is_connected(&rest)
        })?;
        if !is_safe {
            return None;
        }
        let outer = outside
            .iter()
            .filter(|place| !eyes.contains(place) && **place != free);
        let black = outer
            .chain(&self.stones)
            .map(|&place| (Color::Black, point(place)));
        let white = wall.iter().map(|&place| (Color::White, point(place)));
        Some((board(black.chain(white))?, free))
    }
}

/// A board with these stones; `None` if a string has no liberty.
fn board(stones: impl Iterator<Item = (Color, Point)>) -> Option<Board> {
    Board::with_stones(BoardSize::new(LINES as usize)?, stones).ok()
}
