//! What a move would do, found without playing it: its liberties, captures, suicide, ko.
//!
//! Nothing here allocates. The counts are exact; they only choose the quickest way to the number.

use crate::board::SlotList;
use crate::{Board, Color, Point, PointSet};

impl Board {
    /// Whether a stone here would take away the last liberty of its own string.
    #[inline]
    pub fn is_suicide(&self, color: Color, point: Point) -> bool {
        !point.neighbors().into_iter().any(|near| {
            let state = self.at(near);
            match state.color() {
                None => state.is_empty(),
                // A friend lives on with one liberty more than this; an opponent in atari is captured.
                Some(other) => (self.data(self.slot(near)).liberties > 1) == (other == color),
            }
        })
    }

    /// Whether a stone here would leave its string with one liberty, or with none.
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

    /// The liberties a stone here would have, captures included; empty if the point is not empty.
    ///
    /// Those that come from captures are the ones that hold stones now.
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
        self.border_after(color, point) & without(free, point)
    }

    /// The liberties a stone here would have if it captured nothing; empty if the point is not empty.
    pub fn approximate_liberties(&self, color: Color, point: Point) -> PointSet {
        if !self.at(point).is_empty() {
            return PointSet::EMPTY;
        }
        self.border_after(color, point) & without(*self.empty(), point)
    }

    /// How many liberties a stone here would have, captures included; 0 if the point is not empty.
    pub fn liberty_count_after(&self, color: Color, point: Point) -> usize {
        self.count_after(color, point, true)
    }

    /// How many liberties a stone here would have if it captured nothing; 0 if the point is not empty.
    pub fn approximate_liberty_count(&self, color: Color, point: Point) -> usize {
        self.count_after(color, point, false)
    }

    #[inline]
    fn count_after(&self, color: Color, point: Point, captures: bool) -> usize {
        if !self.at(point).is_empty() {
            return 0;
        }
        // Neighbours that are empty, or will be.
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
        match *friends.as_slice() {
            [] => free,
            _ if taken => self.liberties_after(color, point).len(),
            [friend] => {
                let friend = self.data(friend);
                let new =
                    |near: &Point| self.at(*near).is_empty() && !friend.border.contains(*near);
                let new = point.neighbors().iter().filter(|near| new(near)).count();
                usize::from(friend.liberties) - 1 + new
            }
            _ => (self.border_after(color, point) & *self.empty()).len() - 1,
        }
    }

    /// The neighbours of the string that a stone here would belong to.
    #[inline]
    fn border_after(&self, color: Color, point: Point) -> PointSet {
        let mut border = PointSet::EMPTY;
        for near in point.neighbors() {
            border.insert(near);
            if self.at(near).is(color) {
                border |= self.data(self.slot(near)).border;
            }
        }
        border
    }

    /// Whether a stone here would capture something.
    pub fn captures_something(&self, color: Color, point: Point) -> bool {
        let in_atari =
            |near: Point| self.at(near).is(!color) && self.data(self.slot(near)).liberties == 1;
        self.at(point).is_empty() && point.neighbors().into_iter().any(in_atari)
    }

    /// The stone that a move here would take in a ko, whether it may be taken now or not.
    ///
    /// A move takes a ko if all its neighbours are opponent stones and it captures exactly one stone.
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

    /// Whether a ko can be taken here: the point is empty and a move there takes a ko, or the
    /// stone on it can be taken in a ko.
    pub fn is_ko_point(&self, point: Point) -> bool {
        match self.chain(point) {
            None => (Color::BOTH.into_iter()).any(|color| self.ko_capture(color, point).is_some()),
            Some(chain) if chain.len() == 1 && chain.liberty_count() == 1 => (chain.liberties())
                .first()
                .is_some_and(|liberty| self.ko_capture(!chain.color(), liberty).is_some()),
            Some(_) => false,
        }
    }

    /// Whether a stone of this colour is beside the point.
    #[inline]
    pub fn has_neighbor(&self, color: Color, point: Point) -> bool {
        (point.neighbors().into_iter()).any(|near| self.at(near).is(color))
    }
}

fn without(mut set: PointSet, point: Point) -> PointSet {
    set.remove(point);
    set
}
