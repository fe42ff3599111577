//! Groups: strings that are joined to dragons, while the joining goes on.

use katachi_board::Point;

use crate::worms::Worms;

/// A partition of the strings of a position. Strings are given by their index among the worms.
#[derive(Clone, Debug)]
pub struct Groups {
    /// For each string, the index of its group in `list`.
    of: Vec<usize>,
    /// The groups. One that has joined another is empty.
    list: Vec<Group>,
}

/// Strings that belong together.
#[derive(Clone, Debug, Default)]
pub struct Group {
    /// The index of the string that names the group.
    pub origin: usize,
    /// Its strings, in the order in which they joined.
    pub strings: Vec<usize>,
    /// The sum of their effective sizes.
    pub effective_size: f32,
}

impl Groups {
    /// Every string is a group of its own.
    pub fn of_strings(worms: &Worms) -> Self {
        let single = |(string, worm): (usize, &crate::worms::Worm)| Group {
            origin: string,
            strings: vec![string],
            effective_size: worm.effective_size,
        };
        let list: Vec<Group> = worms.iter().enumerate().map(single).collect();
        Self {
            of: (0..list.len()).collect(),
            list,
        }
    }

    /// Joins the groups of two strings.
    ///
    /// The larger of the two strings that name them names the new one; if they are equally large,
    /// the first in board order.
    pub fn join(&mut self, worms: &Worms, a: usize, b: usize) {
        let (a, b) = (self.of[a], self.of[b]);
        if a == b {
            return;
        }
        let size = |group: usize| worms.list[self.list[group].origin].size();
        let rank = |group: usize| (size(group), std::cmp::Reverse(self.list[group].origin));
        let (winner, loser) = if rank(a) >= rank(b) { (a, b) } else { (b, a) };
        let lost = std::mem::take(&mut self.list[loser]);
        for &string in &lost.strings {
            self.of[string] = winner;
        }
        let group = &mut self.list[winner];
        group.strings.extend(lost.strings);
        group.effective_size += lost.effective_size;
    }

    /// The group of a string.
    pub fn of(&self, string: usize) -> &Group {
        &self.list[self.of[string]]
    }

    /// Whether two strings belong to one group.
    pub fn are_joined(&self, a: usize, b: usize) -> bool {
        self.of[a] == self.of[b]
    }

    /// The groups, in the order of their first stones on the board.
    pub fn iter(&self) -> impl Iterator<Item = &Group> {
        // Strings are numbered in the order of their first stones.
        let firsts = (self.of.iter().enumerate()).filter(|(string, group)| {
            let strings = &self.list[**group].strings;
            strings.iter().min() == Some(string)
        });
        firsts.map(|(_, group)| &self.list[*group])
    }
}

/// The string on a point, by its index among the worms.
pub fn string_at(worms: &Worms, point: Point) -> Option<usize> {
    let string = usize::from(*worms.at.get(point.index())?);
    (string < worms.list.len()).then_some(string)
}
