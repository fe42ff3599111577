//! Whole positions from the view of the side to move, and hashes that symmetric positions share.

use katachi_board::Symmetry;

/// A stone of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stone {
    /// The row, from 0 at the top.
    pub row: u8,
    /// The column, from 0 at the left.
    pub col: u8,
    /// Whether it belongs to the side to move.
    pub own: bool,
}

/// The largest board that positions may be of.
pub const MAX_SIZE: u8 = 25;

/// The smallest.
pub const MIN_SIZE: u8 = 2;

/// The image of a point, a row and a column, under a symmetry of a board of this size.
pub fn turn(symmetry: Symmetry, (row, col): (u8, u8), size: u8) -> (u8, u8) {
    let (row, col) = symmetry.place((row.into(), col.into()), (size.into(), size.into()));
    (row as u8, col as u8)
}

/// Computes hashes of positions on boards of one size.
///
/// A hash is the sum of a fixed number for each stone, so the order of the stones does not matter.
/// The numbers are part of the image format.
#[derive(Clone, Debug)]
pub struct PositionHasher {
    size: u8,
    /// For each point and each colour, the numbers in all orientations.
    numbers: Vec<[[u64; 8]; 2]>,
}

/// The number of a stone.
const fn number(row: u8, col: u8, own: bool) -> u64 {
    // The finalizer of SplitMix64 (Steele, Lea, Flood 2014).
    let place = (row as u64) << 16 | (col as u64) << 8 | own as u64;
    let mut z = place.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl PositionHasher {
    /// For boards of this size, [`MIN_SIZE`] to [`MAX_SIZE`]; `None` for others.
    pub fn new(size: u8) -> Option<Self> {
        if !(MIN_SIZE..=MAX_SIZE).contains(&size) {
            return None;
        }
        let points = (0..size).flat_map(|row| (0..size).map(move |col| (row, col)));
        let numbers = points
            .map(|point| {
                [false, true].map(|own| {
                    let mut numbers = [0; 8];
                    for (at, symmetry) in numbers.iter_mut().zip(Symmetry::all()) {
                        let (row, col) = turn(symmetry, point, size);
                        *at = number(row, col, own);
                    }
                    numbers
                })
            })
            .collect();
        Some(Self { size, numbers })
    }

    /// The board size.
    pub fn size(&self) -> u8 {
        self.size
    }

    /// The hash of a position in each orientation. Stones off the board are ignored.
    #[inline]
    pub fn orientations(&self, stones: impl IntoIterator<Item = Stone>) -> [u64; 8] {
        let mut hashes = [0u64; 8];
        for stone in stones {
            let place = usize::from(stone.row) * usize::from(self.size) + usize::from(stone.col);
            if let Some(numbers) = self.numbers.get(place) {
                for (hash, number) in hashes.iter_mut().zip(numbers[usize::from(stone.own)]) {
                    *hash = hash.wrapping_add(number);
                }
            }
        }
        hashes
    }

    /// The hash that all orientations of a position share, and the first orientation that has it.
    #[inline]
    pub fn symmetric(&self, stones: impl IntoIterator<Item = Stone>) -> (u64, Symmetry) {
        let hashes = self.orientations(stones);
        let mut least = (hashes[0], Symmetry::IDENTITY);
        for (symmetry, &hash) in Symmetry::all().zip(&hashes) {
            if hash < least.0 {
                least = (hash, symmetry);
            }
        }
        least
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orientations_of_a_position_share_their_hash() {
        let hasher = PositionHasher::new(9).unwrap();
        let stones = [(0, 1, true), (4, 7, false), (8, 8, true)];
        let stones = stones.map(|(row, col, own)| Stone { row, col, own });
        let (hash, _) = hasher.symmetric(stones);
        let mut seen = Vec::new();
        for symmetry in Symmetry::all() {
            let turned = stones.map(|stone| {
                let (row, col) = turn(symmetry, (stone.row, stone.col), 9);
                Stone { row, col, ..stone }
            });
            assert_eq!(hasher.symmetric(turned).0, hash);
            assert_eq!(
                hasher.orientations(stones)[symmetry.number()],
                hasher.orientations(turned)[0]
            );
            seen.push(turned);
        }
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), 8);
        let other = stones.map(|stone| Stone {
            own: !stone.own,
            ..stone
        });
        assert_ne!(hasher.symmetric(other).0, hash);
        assert!(PositionHasher::new(26).is_none());
    }
}
