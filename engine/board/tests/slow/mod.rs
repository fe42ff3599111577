//! Slow and obvious versions of the board's questions, on the naive board only.

// Each test program uses a part of it.
#![allow(dead_code)]

use katachi_board::naive::NaiveBoard;
use katachi_board::{
    Board, BoardSize, Chain, Color, KoRule, Point, PointSet, PointState, Rules, SuicideRule,
};

/// What a naive board needs so that it can play whatever trial moves play.
pub const ANYTHING: Rules = Rules {
    ko: KoRule::None,
    suicide: SuicideRule::All,
};

/// A string of the naive board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group {
    pub color: Color,
    pub stones: PointSet,
    pub liberties: PointSet,
}

/// A position, taken apart.
pub struct SlowBoard<'a> {
    pub size: BoardSize,
    pub naive: &'a NaiveBoard,
    pub groups: Vec<Group>,
}

fn near(point: Point, size: BoardSize) -> impl Iterator<Item = Point> {
    [(1, 0), (0, 1), (-1, 0), (0, -1)]
        .into_iter()
        .filter_map(move |(i, j)| point.offset(i, j, size))
}

fn around(point: Point, size: BoardSize) -> impl Iterator<Item = Point> {
    size.points().filter(move |other| {
        let rows = other.row().abs_diff(point.row());
        let cols = other.col().abs_diff(point.col());
        rows.max(cols) == 1
    })
}

/// The stone that would be taken in a ko, by playing the move.
pub fn ko_capture(
    naive: &NaiveBoard,
    size: BoardSize,
    color: Color,
    point: Point,
) -> Option<Point> {
    if !naive.at(point).is_empty() || !near(point, size).all(|near| naive.at(near).is(!color)) {
        return None;
    }
    let mut after = naive.clone();
    after.play(color, point).expect("anything is allowed");
    let taken: Vec<Point> = size
        .points()
        .filter(|&p| naive.at(p).is(!color) && after.at(p).is_empty())
        .collect();
    (taken.len() == 1).then(|| taken[0])
}

impl<'a> SlowBoard<'a> {
    pub fn new(naive: &'a NaiveBoard, size: BoardSize) -> Self {
        let mut groups: Vec<Group> = Vec::new();
        for point in size.points() {
            let Some(color) = naive.at(point).color() else {
                continue;
            };
            if !groups.iter().any(|group| group.stones.contains(point)) {
                let (stones, liberties) = naive.string(point);
                groups.push(Group {
                    color,
                    stones,
                    liberties,
                });
            }
        }
        Self {
            size,
            naive,
            groups,
        }
    }

    fn at(&self, point: Point) -> PointState {
        self.naive.at(point)
    }

    pub fn group(&self, point: Point) -> Group {
        *(self.groups.iter())
            .find(|group| group.stones.contains(point))
            .expect("a stone")
    }

    fn adjacent(&self, a: &Group, b: &Group) -> bool {
        (a.stones.iter()).any(|stone| near(stone, self.size).any(|p| b.stones.contains(p)))
            && a != b
    }

    fn liberties_after(&self, color: Color, point: Point) -> PointSet {
        let mut after = self.naive.clone();
        match after.play(color, point) {
            Ok(()) if after.at(point).is(color) => after.string(point).1,
            _ => PointSet::EMPTY,
        }
    }

    fn approximate_liberties(&self, color: Color, point: Point) -> PointSet {
        let mut liberties = PointSet::EMPTY;
        if !self.at(point).is_empty() {
            return liberties;
        }
        for near in near(point, self.size) {
            if self.at(near).is_empty() {
                liberties.insert(near);
            } else if self.at(near).is(color) {
                liberties |= self.group(near).liberties;
            }
        }
        liberties.remove(point);
        liberties
    }

    fn captures(&self, color: Color, point: Point) -> bool {
        let mut after = self.naive.clone();
        after.play(color, point).is_ok() && after.captures(color) > self.naive.captures(color)
    }

    fn is_ko_point(&self, point: Point) -> bool {
        let capture = |color, at| ko_capture(self.naive, self.size, color, at);
        if self.at(point).is_empty() {
            return Color::BOTH
                .into_iter()
                .any(|color| capture(color, point).is_some());
        }
        let group = self.group(point);
        (group.liberties.iter()).any(|liberty| capture(!group.color, liberty) == Some(point))
    }

    /// Whether a single link joins two strings of one colour.
    fn linked(&self, a: &Group, b: &Group, captured: &dyn Fn(&Group) -> bool) -> bool {
        let size = self.size;
        let color = a.color;
        let empty = |p: Point| self.at(p).is_empty();
        let touches = |group: &Group, p: Point| near(p, size).any(|q| group.stones.contains(q));
        let closed = size.points().any(|p| {
            empty(p) && touches(a, p) && touches(b, p) && self.liberties_after(!color, p).len() <= 1
        });
        let diagonal = a.stones.iter().any(|p| {
            [(1, 1), (1, -1), (-1, 1), (-1, -1)].iter().any(|&(i, j)| {
                p.offset(i, j, size).is_some_and(|q| b.stones.contains(q))
                    && p.offset(i, 0, size).is_some_and(empty)
                    && p.offset(0, j, size).is_some_and(empty)
            })
        });
        let bamboo = size.points().any(|p| {
            [(1, 0, 0, 1), (0, 1, 1, 0)].iter().any(|&(i, j, k, l)| {
                let at = |ahead: i32, side: i32| {
                    p.offset(ahead * i + side * k, ahead * j + side * l, size)
                };
                let pair = |x: Option<Point>, y: Option<Point>, group: &Group| {
                    x.is_some_and(|x| group.stones.contains(x))
                        && y.is_some_and(|y| group.stones.contains(y))
                };
                at(1, 0).is_some_and(empty)
                    && at(1, 1).is_some_and(empty)
                    && (pair(at(0, 0), at(0, 1), a) && pair(at(2, 0), at(2, 1), b)
                        || pair(at(0, 0), at(0, 1), b) && pair(at(2, 0), at(2, 1), a))
            })
        });
        let touches_widely = |group: &Group, lost: &Group| {
            (lost.stones.iter()).any(|s| around(s, size).any(|p| group.stones.contains(p)))
        };
        let over = self.groups.iter().any(|lost| {
            lost.color != color
                && captured(lost)
                && touches_widely(a, lost)
                && touches_widely(b, lost)
        });
        closed || diagonal || bamboo || over
    }

    fn superstring(&self, start: &Group, captured: &dyn Fn(&Group) -> bool) -> Vec<Group> {
        let mut members = vec![*start];
        let mut done = 0;
        while done < members.len() {
            let member = members[done];
            for group in &self.groups {
                if group.color == start.color
                    && !members.contains(group)
                    && self.linked(&member, group, captured)
                {
                    members.push(*group);
                }
            }
            done += 1;
        }
        members
    }
}

fn sorted(points: impl IntoIterator<Item = Point>) -> Vec<Point> {
    let mut points: Vec<Point> = points.into_iter().collect();
    points.sort();
    points
}

/// The origins of strings, which must not be named twice.
fn origins<'a>(chains: impl Iterator<Item = Chain<'a>>) -> Vec<Point> {
    sorted(chains.map(|chain| chain.origin()))
}

fn firsts<'a>(groups: impl Iterator<Item = &'a Group>) -> Vec<Point> {
    sorted(groups.filter_map(|group| group.stones.first()))
}

/// Asks the board everything about every point, colour and string.
pub fn compare_points(board: &Board, position: &SlowBoard<'_>) {
    let size = position.size;
    assert_eq!(
        board
            .chains()
            .map(|chain| chain.origin())
            .collect::<Vec<_>>(),
        position
            .groups
            .iter()
            .filter_map(|group| group.stones.first())
            .collect::<Vec<_>>()
    );
    for point in size.points() {
        assert_eq!(board.is_ko_point(point), position.is_ko_point(point));
        let last = size.get() - 1;
        let (row, col) = (point.row(), point.col());
        let lines = [row, col, last - row, last - col];
        let on_edge = lines.iter().filter(|&&line| line == 0).count();
        assert_eq!(size.is_edge(point), on_edge > 0);
        assert_eq!(size.is_corner(point), on_edge == 2);
        assert_eq!(
            size.edge_distance(point),
            lines.into_iter().min().expect("four")
        );
        for color in Color::BOTH {
            let context = || format!("{color} {}\n{board}", point.vertex(size));
            let exact = position.liberties_after(color, point);
            let approximate = position.approximate_liberties(color, point);
            assert_eq!(board.liberties_after(color, point), exact, "{}", context());
            let count = board.liberty_count_after(color, point);
            assert_eq!(count, exact.len(), "{}", context());
            assert_eq!(board.approximate_liberties(color, point), approximate);
            let count = board.approximate_liberty_count(color, point);
            assert_eq!(count, approximate.len(), "{}", context());
            let self_atari = position.at(point).is_empty() && exact.len() <= 1;
            assert_eq!(board.is_self_atari(color, point), self_atari);
            let captures = position.captures(color, point);
            assert_eq!(board.captures_something(color, point), captures);
            assert_eq!(board.outlook(color, point), (exact.len(), captures));
            for liberty in size.points().filter(|&at| position.at(at).is_empty()) {
                assert_eq!(
                    position.at(point).is_empty()
                        && board.would_have_liberty(color, point, liberty),
                    exact.contains(liberty),
                    "{} {liberty:?}",
                    context()
                );
            }
            assert_eq!(
                board.ko_capture(color, point),
                ko_capture(position.naive, size, color, point),
                "{}",
                context()
            );
            let beside = near(point, size).any(|p| position.at(p).is(color));
            assert_eq!(board.has_neighbor(color, point), beside);
        }
    }
}

/// Asks the board everything about every string, and every pair of strings.
pub fn compare_strings(board: &Board, position: &SlowBoard<'_>) {
    let size = position.size;
    for group in &position.groups {
        let chain = board
            .chain(group.stones.first().expect("a stone"))
            .expect("a string");
        assert_eq!(chain.stone_set(), group.stones);
        assert_eq!(chain.liberties(), group.liberties);
        assert!(chain.each_liberty().eq(&group.liberties));
        let first = |other: Chain<'_>| (chain.border() & other.stone_set()).first();
        assert!(chain.neighbors().map(first).is_sorted());
        let neighbors: Vec<&Group> = (position.groups.iter())
            .filter(|other| position.adjacent(group, other))
            .collect();
        assert_eq!(
            origins(chain.neighbors()),
            firsts(neighbors.iter().copied())
        );
        for liberties in 0..6 {
            let exactly =
                (neighbors.iter().copied()).filter(|other| other.liberties.len() == liberties);
            assert_eq!(origins(chain.neighbors_with(liberties)), firsts(exactly));
            let at_most =
                (neighbors.iter().copied()).filter(|other| other.liberties.len() <= liberties);
            assert_eq!(origins(chain.neighbors_up_to(liberties)), firsts(at_most));
        }
        let shares = |other: &&Group| {
            neighbors.contains(other)
                || *other != group && other.liberties.intersects(&group.liberties)
        };
        let others = position.groups.iter().filter(shares);
        assert_eq!(origins(chain.extended_chains()), firsts(others));
        let others = (position.groups.iter())
            .filter(shares)
            .filter(|g| g.color != group.color);
        assert_eq!(origins(chain.extended_neighbors()), firsts(others));

        for point in size.points() {
            let liberty = group.liberties.contains(point);
            assert_eq!(chain.has_liberty(point), liberty);
            let second = !liberty
                && position.at(point).is_empty()
                && near(point, size).any(|p| group.liberties.contains(p));
            assert_eq!(chain.has_second_order_liberty(point), second);
            let touches = near(point, size).any(|p| group.stones.contains(p));
            assert_eq!(chain.touches(point), touches);
        }
        for other in &position.groups {
            let second = board
                .chain(other.stones.first().expect("a stone"))
                .expect("a string");
            let common = group.liberties & other.liberties;
            assert_eq!(chain.common_liberties(&second), common);
            assert_eq!(chain.shares_liberty(&second), !common.is_empty());
            assert_eq!(chain.is_adjacent(&second), position.adjacent(group, other));
            assert_eq!(chain.is_same(&second), group == other);
        }
    }
}

/// Asks the board for the superstring of every string; "captured" are the strings with few
/// liberties.
pub fn compare_superstrings(board: &mut Board, position: &SlowBoard<'_>) {
    for group in &position.groups {
        let point = group.stones.first().expect("a stone");
        for lost_below in [0, 2, 3] {
            let captured = |other: &Group| other.liberties.len() < lost_below;
            let members = position.superstring(group, &captured);
            let stones = members
                .iter()
                .fold(PointSet::EMPTY, |set, g| set | g.stones);
            let lost = (position.groups.iter())
                .filter(|other| captured(other))
                .fold(PointSet::EMPTY, |set, g| set | g.stones);
            let chain = board.chain(point).expect("a string");
            let superstring = chain.superstring_over(&lost);
            assert_eq!(
                superstring.stones(),
                stones,
                "{} {lost_below}\n{board}",
                point.vertex(position.size)
            );
            if lost_below == 0 {
                assert_eq!(chain.superstring().stones(), stones);
            }
            assert_eq!(superstring.color(), group.color);
            assert_eq!(superstring.chain().origin(), point);
            assert_eq!(origins(superstring.chains()), firsts(members.iter()));
            let neighbors: Vec<&Group> = (position.groups.iter())
                .filter(|other| members.iter().any(|m| position.adjacent(m, other)))
                .collect();
            for most in [0, 1, 2, 3, 4, usize::MAX] {
                let liberties = (members.iter())
                    .filter(|member| member.liberties.len() <= most)
                    .fold(PointSet::EMPTY, |set, g| set | g.liberties);
                assert_eq!(superstring.liberties(most), liberties);
                let proper = superstring.proper_liberties(most);
                assert_eq!(proper, liberties - group.liberties);
                let few = |other: &&&Group| other.liberties.len() <= most;
                let all = neighbors.iter().filter(few).copied();
                assert_eq!(origins(superstring.neighbors(most)), firsts(all.clone()));
                let proper = all.filter(|other| !position.adjacent(group, other));
                assert_eq!(origins(superstring.proper_neighbors(most)), firsts(proper));
            }
            let mut asked = PointSet::EMPTY;
            let through = board.superstring_through(point, |board, stone| {
                let chain = board.chain(stone).expect("a stone");
                assert_eq!(chain.color(), !group.color);
                assert!(!asked.intersects(&chain.stone_set()), "asked twice");
                asked |= chain.stone_set();
                chain.liberty_count() < lost_below
            });
            assert_eq!(through.map(|s| s.stones()), Some(stones));
        }
    }
}
