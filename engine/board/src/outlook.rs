//! The outlook of a move: its liberties, captures, suicide and ko, without playing it.
//!
//! Nothing here allocates, and all counts are exact.

use crate::point_set::Span;
use crate::strings::SlotList;
use crate::{Board, Color, Point, PointSet};

impl Board {
    /// Whether a stone here would leave its string with at most one liberty.
    pub fn is_self_atari(&self, color: Color, point: Point) -> bool {
        if !self.at(point).is_empty() {
            return false;
        }
        let mut empty = 0;
        for near in point.neighbors() {
            let state = self.at(near);
            if state.is(color) && self.data(self.slot(near)).liberties > 2 {
                return false;
            }
            empty += u32::from(state.is_empty());
        }
        empty < 2 && self.liberty_count_after(color, point) <= 1
    }

    /// The liberties of a stone here, captures included; empty if the point is not empty.
    ///
    /// Liberties that captures create still hold stones on the board.
    pub fn liberties_after(&self, color: Color, point: Point) -> PointSet {
        if !self.at(point).is_empty() {
            return PointSet::EMPTY;
        }
        let mut free = *self.empty();
        for near in point.neighbors() {
            if let Some(chain) = self.chain(near)
                && chain.color() != color
                && chain.liberty_count() == 1
            {
                free.extend(chain.stones());
            }
        }
        self.border_after(color, point).0 & without(free, point)
    }

    /// Whether this empty point would be among the [liberties](Self::liberties_after) of a stone
    /// here.
    #[inline]
    pub fn would_have_liberty(&self, color: Color, point: Point, liberty: Point) -> bool {
        let joins = |near: Point| {
            near == liberty
                || self.at(near).is(color) && self.data(self.slot(near)).border.contains(liberty)
        };
        liberty != point && point.neighbors().into_iter().any(joins)
    }

    /// The liberties of a stone here if it captured nothing; empty if the point is not empty.
    pub fn approximate_liberties(&self, color: Color, point: Point) -> PointSet {
        if !self.at(point).is_empty() {
            return PointSet::EMPTY;
        }
        self.border_after(color, point).0 & without(*self.empty(), point)
    }

    /// The number of liberties of a stone here, captures included; 0 if the point is not empty.
    #[inline]
    pub fn liberty_count_after(&self, color: Color, point: Point) -> usize {
        self.outlook(color, point).0
    }

    /// The [number of liberties](Self::liberty_count_after) of a stone here, and whether it
    /// [captures](Self::captures_something).
    pub fn outlook(&self, color: Color, point: Point) -> (usize, bool) {
        self.count_after(color, point, true)
    }

    /// The number of liberties of a stone here if it captured nothing; 0 if the point is not empty.
    pub fn approximate_liberty_count(&self, color: Color, point: Point) -> usize {
        self.count_after(color, point, false).0
    }

    #[inline]
    fn count_after(&self, color: Color, point: Point, captures: bool) -> (usize, bool) {
        if !self.at(point).is_empty() {
            return (0, false);
        }
        // Neighbours that are empty, or become so.
        let mut free = 0;
        let mut taken = false;
        let mut friends = SlotList::default();
        for near in point.neighbors() {
            let state = self.at(near);
            if state.is(color) {
                friends.insert(self.slot(near));
            } else if state.is_empty() {
                free += 1;
            } else if captures && state.is(!color) && self.data(self.slot(near)).liberties == 1 {
                free += 1;
                taken = true;
            }
        }
        let (friend, other) = match *friends.as_slice() {
            [] => return (free, taken),
            _ if taken => return (self.liberties_after(color, point).len(), true),
            [friend] => (self.data(friend), None),
            [friend, other] => (self.data(friend), Some(self.data(other))),
            _ => {
                let (border, span) = self.border_after(color, point);
                return (border.common_len(self.empty(), span) - 1, false);
            }
        };
        let is_new = |near: &&Point| {
            self.at(**near).is_empty()
                && !friend.border.contains(**near)
                && other.is_none_or(|other| !other.border.contains(**near))
        };
        let mut count = point.neighbors().iter().filter(is_new).count();
        count += usize::from(friend.liberties) - 1;
        if let Some(other) = other {
            let span = friend.span.overlap(other.span);
            let shared = (friend.border).common_len_of_three(&other.border, self.empty(), span);
            count += usize::from(other.liberties) - shared;
        }
        (count, false)
    }

    /// The border of the string that a stone here would belong to.
    #[inline]
    fn border_after(&self, color: Color, point: Point) -> (PointSet, Span) {
        let mut border = PointSet::EMPTY;
        let mut span = Span::around(point);
        for near in point.neighbors() {
            border.insert(near);
            if self.at(near).is(color) {
                let friend = self.data(self.slot(near));
                border.add_within(&friend.border, friend.span);
                span = span.with(friend.span);
            }
        }
        (border, span)
    }

    /// Whether a stone here would capture something.
    pub fn captures_something(&self, color: Color, point: Point) -> bool {
        let in_atari =
            |near: Point| self.at(near).is(!color) && self.data(self.slot(near)).liberties == 1;
        self.at(point).is_empty() && point.neighbors().into_iter().any(in_atari)
    }

    /// The stone that a move here would capture by ko, even if the ko is banned.
    ///
    /// A move takes a ko if opponent stones surround it and it captures exactly one stone.
    pub fn ko_capture(&self, color: Color, point: Point) -> Option<Point> {
        if !self.at(point).is_empty() {
            return None;
        }
        let mut taken = None;
        for near in point.neighbors() {
            let state = self.at(near);
            if state.is(!color) {
                let string = self.data(self.slot(near));
                if string.liberties == 1 && (string.size > 1 || taken.replace(near).is_some()) {
                    return None;
                }
            } else if state.is_empty() || state.is(color) {
                return None;
            }
        }
        taken
    }

    /// Whether a ko is here: a move on this empty point takes a ko, or the stone on it can be
    /// captured by ko.
    pub fn is_ko_point(&self, point: Point) -> bool {
        match self.chain(point) {
            None => (Color::BOTH.into_iter()).any(|color| self.ko_capture(color, point).is_some()),
            Some(chain) if chain.len() == 1 && chain.liberty_count() == 1 => (chain.liberties())
                .first()
                .is_some_and(|liberty| self.ko_capture(!chain.color(), liberty).is_some()),
            Some(_) => false,
        }
    }

    /// Whether a stone of this colour is next to the point.
    #[inline]
    pub fn has_neighbor(&self, color: Color, point: Point) -> bool {
        (point.neighbors().into_iter()).any(|near| self.at(near).is(color))
    }
}

fn without(mut set: PointSet, point: Point) -> PointSet {
    set.remove(point);
    set
}
