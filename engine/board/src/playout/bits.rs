//! Sets of cells of a playout board: one bit for each cell.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// A set of cells, in `WORDS` words of 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cells<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> Cells<WORDS> {
    /// The set without cells.
    pub const EMPTY: Self = Self([0; WORDS]);

    /// Whether the cell is in the set.
    #[inline]
    pub fn contains(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 != 0
    }

    /// Adds a cell.
    #[inline]
    pub const fn insert(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    /// Adds the cells of another set, if the mask has all bits; none, if it has no bits.
    #[inline]
    pub(super) fn insert_masked(&mut self, cells: &Self, mask: u64) {
        for (word, more) in self.0.iter_mut().zip(cells.0) {
            *word |= more & mask;
        }
    }

    /// Removes the cells of another set, under a mask as above.
    #[inline]
    pub(super) fn remove_masked(&mut self, cells: &Self, mask: u64) {
        for (word, less) in self.0.iter_mut().zip(cells.0) {
            *word &= !(less & mask);
        }
    }

    /// The number of cells.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there are no cells.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// The cells in rising order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = usize> + use<WORDS> {
        let words = self.0.into_iter().enumerate();
        words.flat_map(|(at, word)| Bits(word).map(move |bit| 64 * at + bit))
    }

    /// Calls `action` for each cell, in rising order; faster than [`iter`](Self::iter).
    #[inline]
    pub fn each(&self, mut action: impl FnMut(usize)) {
        if let [low, high] = *self.0.as_slice() {
            // A single loop for two words: its end is easier to predict than those of two loops.
            let mut bits = u128::from(high) << 64 | u128::from(low);
            while bits != 0 {
                action(bits.trailing_zeros() as usize);
                bits &= bits - 1;
            }
            return;
        }
        for (at, &word) in self.0.iter().enumerate() {
            for bit in Bits(word) {
                action(64 * at + bit);
            }
        }
    }

    /// The set moved forward by `step` cells.
    #[inline]
    fn after(&self, step: usize) -> Self {
        let mut set = Self::EMPTY;
        let mut below = 0;
        for (to, &word) in set.0.iter_mut().zip(&self.0) {
            *to = word << step | below;
            below = word >> (64 - step);
        }
        set
    }

    /// The set moved back by `step` cells.
    #[inline]
    fn before(&self, step: usize) -> Self {
        let mut set = Self::EMPTY;
        let mut above = 0;
        for (to, &word) in set.0.iter_mut().zip(&self.0).rev() {
            *to = word >> step | above;
            above = word << (64 - step);
        }
        set
    }

    /// The neighbours of the cells in rows of this length (1 to 63).
    #[inline]
    #[must_use]
    pub(super) fn neighbors(&self, stride: usize) -> Self {
        self.after(1) | self.before(1) | self.after(stride) | self.before(stride)
    }
}

/// The bits of a word, the lowest first.
pub(super) struct Bits(pub(super) u64);

impl Iterator for Bits {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let bit = self.0.trailing_zeros() as usize;
        self.0 &= self.0.checked_sub(1)?;
        Some(bit)
    }
}

impl<const WORDS: usize> BitAnd for Cells<WORDS> {
    type Output = Self;

    #[inline]
    fn bitand(mut self, other: Self) -> Self {
        self &= other;
        self
    }
}

impl<const WORDS: usize> BitAndAssign for Cells<WORDS> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a &= b;
        }
    }
}

impl<const WORDS: usize> BitOr for Cells<WORDS> {
    type Output = Self;

    #[inline]
    fn bitor(mut self, other: Self) -> Self {
        self |= other;
        self
    }
}

impl<const WORDS: usize> BitOrAssign for Cells<WORDS> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a |= b;
        }
    }
}

impl<const WORDS: usize> Not for Cells<WORDS> {
    type Output = Self;

    #[inline]
    fn not(mut self) -> Self {
        for word in &mut self.0 {
            *word = !*word;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_those_of_the_standard_library() {
        use std::collections::BTreeSet;

        let cells: BTreeSet<usize> = [30, 63, 64, 65, 99, 127, 128, 160].into();
        let mut set = Cells::<3>::EMPTY;
        for &cell in &cells {
            set.insert(cell);
        }
        assert!(set.iter().eq(cells.iter().copied()) && set.len() == cells.len());
        assert!(set.contains(64) && !set.contains(66) && !set.is_empty());
        let stride = 10;
        let near = cells
            .iter()
            .flat_map(|&cell| [cell - stride, cell - 1, cell + 1, cell + stride]);
        let near: BTreeSet<usize> = near.collect();
        assert!(set.neighbors(stride).iter().eq(near.iter().copied()));
        assert!(
            (set.neighbors(stride) & !set)
                .iter()
                .eq(near.difference(&cells).copied())
        );
        let mut one = Cells::EMPTY;
        one.insert(64);
        for (mask, len) in [(0, cells.len()), (u64::MAX, cells.len() - 1)] {
            set.remove_masked(&one, mask);
            assert_eq!(set.len(), len);
        }
        for (mask, len) in [(0, cells.len() - 1), (u64::MAX, cells.len())] {
            set.insert_masked(&one, mask);
            assert_eq!(set.len(), len);
        }
    }
}
