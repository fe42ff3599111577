//! Surround status: whether the stones of the neighbours enclose a dragon.
//!
//! Entry point: [`Ring::around`]. The convex hull of the neighbours' stones tells where the dragon
//! is inside; gaps between these stones, seen from the dragon, and jumps over the hull let it out.
//! The method is that of GNU Go 3.8.

use std::cmp::Ordering;

use katachi_board::{Board, Color, Point, PointSet};
use katachi_matcher::{Hull, Surround};

/// Stones further apart than this, in squares of the distance, do not surround at all.
const WIDE_GAP: i32 = 60;
/// Stones further apart than this surround weakly.
const GAP: i32 = 27;
/// Stones as near as this to the dragon are never dropped from the ring, squared.
const NEAR: i32 = 8;

/// The hull around a dragon.
#[derive(Clone, Debug)]
pub struct Ring {
    /// How tightly the dragon is surrounded.
    pub status: Surround,
    inside: PointSet,
    rim: PointSet,
}

/// A dragon with those around it.
pub struct Scene<'a> {
    /// The board.
    pub board: &'a Board,
    /// The colour of the dragon.
    pub color: Color,
    /// The stones of the dragon.
    pub stones: PointSet,
    /// The stones of the opponent's dragons next to it.
    pub hostile: PointSet,
    /// The stones of each dragon of its colour next to it.
    pub friends: Vec<PointSet>,
}

impl Ring {
    /// The number of points of the hull.
    pub fn size(&self) -> usize {
        self.inside.len()
    }

    /// Where a point lies.
    pub fn place(&self, point: Point) -> Hull {
        if self.inside.contains(point) {
            Hull::Inside
        } else if self.rim.contains(point) {
            Hull::Rim
        } else {
            Hull::Outside
        }
    }

    /// The hull around a dragon, with one more opponent stone if `extra` is given; `None` if there
    /// are no hostile neighbours.
    pub fn around(scene: &Scene<'_>, extra: Option<Point>) -> Option<Self> {
        if scene.hostile.is_empty() {
            return None;
        }
        let size = scene.board.size();
        let posts = scene.posts();
        let mut corners = posts.clone();
        corners.extend(extra);
        let inside = convex_hull(&corners, |point| size.contains(point));
        let board: PointSet = size.points().collect();
        let rim = (inside.neighbors() & board) - inside;
        let mut ring = Self {
            status: Surround::Open,
            inside,
            rim,
        };
        ring.status = ring.tightness(scene, &posts);
        Some(ring)
    }

    fn tightness(&self, scene: &Scene<'_>, posts: &[Point]) -> Surround {
        let group = self.enclosed(scene);
        let size = scene.board.size();
        let gap = |(a, b): (&Point, &Point)| {
            let exempt = size.is_edge(*a) && size.is_edge(*b);
            if exempt { 0 } else { square(*a, *b) }
        };
        let next = posts.iter().cycle().skip(1);
        let widest = posts.iter().zip(next).map(gap).max().unwrap_or(0);
        let outside = group - self.inside - self.rim;
        if widest > WIDE_GAP || !outside.is_empty() || self.lets_jump(scene, &group) {
            return Surround::Open;
        }
        let on_rim = group.intersects(&self.rim);
        if on_rim && scene.stones.len() == 1 && self.rim.intersects(&scene.stones) {
            return Surround::Open;
        }
        if widest > GAP || on_rim {
            Surround::Weakly
        } else {
            Surround::Fully
        }
    }

    /// The dragon with the neighbours of its colour that it takes along: those with a stone in the
    /// hull, or with a stone on the rim diagonally connected to one inside.
    fn enclosed(&self, scene: &Scene<'_>) -> PointSet {
        let own = scene.board.stones(scene.color);
        let empty = scene.board.empty();
        let is_tied = |stone: Point| {
            stone.diagonals().into_iter().any(|inner| {
                let between = [(stone.row(), inner.col()), (inner.row(), stone.col())];
                self.inside.contains(inner)
                    && own.contains(inner)
                    && between.into_iter().all(|(row, col)| {
                        Point::new(row, col).is_some_and(|point| empty.contains(point))
                    })
            })
        };
        let mut group = scene.stones;
        for friend in &scene.friends {
            let on_rim = *friend & self.rim;
            if friend.intersects(&self.inside) || on_rim.iter().any(is_tied) {
                group |= *friend;
            }
        }
        group
    }

    /// Whether a one-point jump leads from the group to an own stone outside the hull.
    fn lets_jump(&self, scene: &Scene<'_>, group: &PointSet) -> bool {
        let board = scene.board;
        let size = board.size();
        let is_free = |point: Option<Point>| point.is_some_and(|at| !board.at(at).is(!scene.color));
        group.iter().any(|from| {
            [(1, 0), (0, 1), (-1, 0), (0, -1)]
                .into_iter()
                .any(|(row, col)| {
                    let at = |ahead: i32, aside: i32| {
                        from.offset(row * ahead + col * aside, col * ahead + row * aside, size)
                    };
                    at(1, 0).is_some_and(|middle| board.at(middle).is_empty())
                        && at(2, 0).is_some_and(|target| {
                            board.at(target).is(scene.color) && !self.inside.contains(target)
                        })
                        && is_free(at(1, 1))
                        && is_free(at(1, -1))
                })
        })
    }
}

impl Scene<'_> {
    /// The stones that make the ring, in the order of their directions from the dragon.
    fn posts(&self) -> Vec<Point> {
        let mut posts: Vec<Point> = self.with_edges().iter().collect();
        let distance = |post: Point| {
            let all = self.stones.iter().map(|stone| square(post, stone));
            all.min().unwrap_or(0)
        };
        let mut far: Vec<i32> = posts.iter().map(|&post| distance(post)).collect();
        // Drop stones behind two others, until none is left behind.
        let mut at = 0;
        while at < posts.len() {
            let limit = far[at];
            let is_before =
                |other: &usize| far[*other] < limit && square(posts[at], posts[*other]) < limit;
            let before: Vec<usize> = if limit > NEAR {
                (0..posts.len()).filter(is_before).collect()
            } else {
                Vec::new()
            };
            let mut pairs = (before.iter().enumerate())
                .flat_map(|(place, a)| before[..place].iter().map(move |b| (*a, *b)));
            if pairs.any(|(a, b)| square(posts[a], posts[b]) < limit) {
                posts.remove(at);
                far.remove(at);
                at = 0;
            } else {
                at += 1;
            }
        }
        let count = self.stones.len().max(1);
        let mean = |line: fn(Point) -> usize| {
            let sum: usize = self.stones.iter().map(line).sum();
            (sum / count) as i32
        };
        let center = (mean(Point::row), mean(Point::col));
        posts.sort_by(|a, b| by_direction(center, *a, *b));
        posts
    }

    /// The hostile stones, with the points on the edge below stones of the second and third line.
    fn with_edges(&self) -> PointSet {
        let size = self.board.size();
        let last = size.get() as i32 - 1;
        let empty = self.board.empty();
        let mut marked = self.hostile;
        for point in size.points() {
            if !marked.contains(point) {
                continue;
            }
            let (row, col) = (point.row() as i32, point.col() as i32);
            // The distance to each edge, and the step towards it.
            let edges = [
                (row, (-1, 0)),
                (last - row, (1, 0)),
                (col, (0, -1)),
                (last - col, (0, 1)),
            ];
            for (distance, (down, right)) in edges {
                let steps = 1..=distance;
                let mut way =
                    steps.filter_map(|step| point.offset(down * step, right * step, size));
                if (1..=2).contains(&distance) && way.clone().all(|at| empty.contains(at)) {
                    marked.extend(way.next_back());
                }
            }
        }
        marked
    }
}

/// The square of the distance of two points.
fn square(a: Point, b: Point) -> i32 {
    let rows = a.row() as i32 - b.row() as i32;
    let cols = a.col() as i32 - b.col() as i32;
    rows * rows + cols * cols
}

/// Compares the directions of two points, seen from a centre: first below, then left, above, right;
/// the centre itself comes last.
fn by_direction((row, col): (i32, i32), a: Point, b: Point) -> Ordering {
    let vector = |point: Point| (point.row() as i32 - row, point.col() as i32 - col);
    let quarter = |(down, right): (i32, i32)| match (down, right) {
        (0, 0) => 4,
        (down, right) if down > 0 && right <= 0 => 0,
        (down, right) if down <= 0 && right < 0 => 1,
        (down, right) if down < 0 && right >= 0 => 2,
        _ => 3,
    };
    let (a, b) = (vector(a), vector(b));
    // Within a quarter, the turn from one to the other decides.
    (quarter(a).cmp(&quarter(b))).then((a.0 * b.1).cmp(&(a.1 * b.0)))
}

/// The points of the convex hull of some points: from the first to the last in each row.
fn convex_hull(points: &[Point], is_on_board: impl Fn(Point) -> bool) -> PointSet {
    let mut sorted: Vec<(i32, i32)> = (points.iter())
        .map(|point| (point.row() as i32, point.col() as i32))
        .collect();
    sorted.sort_unstable();
    sorted.dedup();
    let (Some(&(top, _)), Some(&(bottom, _))) = (sorted.first(), sorted.last()) else {
        return PointSet::EMPTY;
    };
    // Each side of the hull as a chain of corners from top to bottom.
    let side = |sign: i32| {
        let mut chain: Vec<(i32, i32)> = Vec::new();
        for &(row, col) in &sorted {
            // Of the points in one row the outermost counts.
            if chain
                .last()
                .is_some_and(|&(last, at)| last == row && sign * at >= sign * col)
            {
                continue;
            }
            if chain.last().is_some_and(|&(last, _)| last == row) {
                chain.pop();
            }
            while let [.., a, b] = chain[..] {
                let turn = (b.1 - a.1) * (row - a.0) - (col - a.1) * (b.0 - a.0);
                if sign * turn > 0 {
                    break;
                }
                chain.pop();
            }
            chain.push((row, col));
        }
        chain
    };
    let (left, right) = (side(-1), side(1));
    let mut hull = PointSet::EMPTY;
    for row in top..=bottom {
        let (numerator, denominator) = crossing(&left, row);
        let first = -(-numerator).div_euclid(denominator);
        let (numerator, denominator) = crossing(&right, row);
        let last = numerator.div_euclid(denominator);
        let cells = (first..=last).filter_map(|col| Point::new(row as usize, col as usize));
        hull.extend(cells.filter(|point| is_on_board(*point)));
    }
    hull
}

/// The column in which a chain of corners crosses a row, as a fraction with a positive denominator.
fn crossing(chain: &[(i32, i32)], row: i32) -> (i32, i32) {
    let crossed = chain.windows(2).find_map(|ends| match *ends {
        [a, b] if (a.0..=b.0).contains(&row) => {
            let rows = b.0 - a.0;
            Some((a.1 * rows + (b.1 - a.1) * (row - a.0), rows))
        }
        _ => None,
    });
    crossed.unwrap_or((chain.first().map_or(0, |corner| corner.1), 1))
}

#[cfg(test)]
mod tests {
    use katachi_board::BoardSize;

    use super::*;

    /// The ring around White's stones, which are one dragon, and Black's, which are another.
    fn ring(size: usize, white: &str, black: &str) -> Ring {
        let size = BoardSize::new(size).expect("a size");
        let points = |names: &str| -> PointSet {
            let names = names.split_whitespace();
            let point = |name| Point::from_vertex(name, size).expect("a vertex");
            names.map(point).collect()
        };
        let (white, black) = (points(white), points(black));
        let stones = [(Color::White, white), (Color::Black, black)];
        let stones = stones
            .iter()
            .flat_map(|(color, set)| set.iter().map(|point| (*color, point)));
        let scene = Scene {
            board: &Board::with_stones(size, stones).expect("a position"),
            color: Color::White,
            stones: white,
            hostile: black,
            friends: Vec::new(),
        };
        Ring::around(&scene, None).expect("hostile neighbours")
    }

    #[test]
    fn a_wide_ring_of_eight_stones_surrounds() {
        let ring = ring(19, "K10 K11", "G7 K6 N7 O10 N13 K14 G13 F10");
        assert_eq!((ring.status, ring.size()), (Surround::Fully, 53));
        let size = BoardSize::new(19).expect("a size");
        let place = |name| ring.place(Point::from_vertex(name, size).expect("a vertex"));
        assert_eq!(place("K10"), Hull::Inside);
        assert_eq!(place("K5"), Hull::Rim);
        assert_eq!(place("A1"), Hull::Outside);
    }

    #[test]
    fn a_gap_in_the_ring_opens_it() {
        let ring = ring(19, "K10 K11", "G7 K6 N7 O10 F10");
        assert_eq!(ring.status, Surround::Open);
    }

    #[test]
    fn directions_go_from_below_to_the_left() {
        let at = |row, col| Point::new(row, col).expect("a point");
        let mut points = [
            at(5, 5),
            at(5, 9),
            at(9, 5),
            at(5, 1),
            at(1, 5),
            at(9, 1),
            at(1, 9),
        ];
        points.sort_by(|a, b| by_direction((5, 5), *a, *b));
        let around = [
            at(9, 5),
            at(9, 1),
            at(5, 1),
            at(1, 5),
            at(1, 9),
            at(5, 9),
            at(5, 5),
        ];
        assert_eq!(points, around);
    }

    #[test]
    fn the_hull_of_a_triangle_has_the_points_between_its_sides() {
        let at = |row, col| Point::new(row, col).expect("a point");
        let hull = convex_hull(&[at(0, 0), at(4, 0), at(2, 3)], |_| true);
        let rows: Vec<u32> = (0..5).map(|row| hull.row(row)).collect();
        assert_eq!(rows, [0b1, 0b11, 0b1111, 0b11, 0b1]);
    }
}
