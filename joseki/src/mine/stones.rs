//! The stones of a corner as two bit sets, and the region that belongs to them.
//!
//! A place is a row and a column counted from the corner's edges, both below [`WIDEST`]; its bit is
//! `row * WIDEST + column`.

/// The most lines of a corner, counted from the edges.
pub const WIDEST: usize = 11;

/// A place: row and column from the corner's edges.
pub type Place = (usize, usize);

/// The bit of a place.
pub(crate) fn bit((row, col): Place) -> u128 {
    1 << (row * WIDEST + col)
}

/// The stones of a corner, relative to the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stones {
    /// Stones of the side to move.
    pub own: u128,
    /// Stones of the other side.
    pub other: u128,
}

impl Stones {
    /// All stones.
    pub fn all(self) -> u128 {
        self.own | self.other
    }

    /// The same stones, relative to the opponent.
    #[must_use]
    pub fn flipped(self) -> Self {
        Self {
            own: self.other,
            other: self.own,
        }
    }

    /// The mirror image of the stones in the corner's diagonal.
    #[must_use]
    pub fn mirrored(self) -> Self {
        Self {
            own: mirrored(self.own),
            other: mirrored(self.other),
        }
    }

    /// The stones in a rectangle at the corner.
    #[must_use]
    pub fn within(self, (rows, cols): (usize, usize)) -> Self {
        let mask = RECTANGLES[rows.min(WIDEST)][cols.min(WIDEST)];
        Self {
            own: self.own & mask,
            other: self.other & mask,
        }
    }

    /// The canonical one of these stones and their mirror image, and whether it is the mirror
    /// image.
    pub fn canonical(self) -> (Self, bool) {
        let mirror = self.mirrored();
        if mirror < self {
            (mirror, true)
        } else {
            (self, false)
        }
    }
}

/// The places in a bit set, row by row from the corner.
pub(crate) fn places(mut bits: u128) -> impl Iterator<Item = Place> {
    std::iter::from_fn(move || {
        if bits == 0 {
            return None;
        }
        let at = bits.trailing_zeros() as usize;
        bits &= bits - 1;
        Some((at / WIDEST, at % WIDEST))
    })
}

fn mirrored(bits: u128) -> u128 {
    places(bits).fold(0, |set, (row, col)| set | bit((col, row)))
}

const fn row_of(cols: usize) -> u128 {
    (1 << cols) - 1
}

/// The bits of each rectangle at the corner, by rows and columns.
static RECTANGLES: [[u128; WIDEST + 1]; WIDEST + 1] = {
    let mut all = [[0; WIDEST + 1]; WIDEST + 1];
    let mut rows = 0;
    while rows <= WIDEST {
        let mut cols = 0;
        while cols <= WIDEST {
            all[rows][cols] = rectangle(rows, cols);
            cols += 1;
        }
        rows += 1;
    }
    all
};

const fn rectangle(rows: usize, cols: usize) -> u128 {
    let mut mask = 0;
    let mut row = 0;
    while row < rows {
        mask |= row_of(cols) << (row * WIDEST);
        row += 1;
    }
    mask
}

/// The region of stones: the part of the corner from its edges to some lines beyond the last stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// The number of lines beyond the outermost stones, or the move, that must be empty.
    pub margin: usize,
    /// The smallest number of rows and columns.
    pub least: usize,
    /// The largest number of rows and columns, at most [`WIDEST`]; stones farther away do not
    /// count.
    pub reach: usize,
}

impl Region {
    /// The number of rows and columns for these stones.
    pub fn of(self, stones: u128) -> (usize, usize) {
        (self.rows(stones), self.cols(stones))
    }

    /// Whether the region of these stones has this number of rows and columns.
    #[inline]
    pub(crate) fn is(self, stones: u128, (rows, cols): (usize, usize)) -> bool {
        self.rows(stones) == rows && self.cols(stones) == cols
    }

    fn rows(self, stones: u128) -> usize {
        let bits = 128 - stones.leading_zeros() as usize;
        self.fit(bits.div_ceil(WIDEST))
    }

    fn cols(self, stones: u128) -> usize {
        let mut columns = stones;
        columns |= columns >> (8 * WIDEST);
        columns |= columns >> (4 * WIDEST);
        columns |= columns >> (2 * WIDEST);
        columns |= columns >> WIDEST;
        let columns = columns & row_of(WIDEST);
        self.fit(128 - columns.leading_zeros() as usize)
    }

    /// The number of lines of a region, from the number of lines with stones.
    fn fit(self, lines: usize) -> usize {
        if lines == 0 {
            return self.least;
        }
        (lines + self.margin).clamp(self.least, self.reach)
    }

    /// Every possible number of rows and columns.
    pub fn sizes(self) -> impl Iterator<Item = (usize, usize)> {
        let lines = self.least..=self.reach;
        lines
            .clone()
            .flat_map(move |rows| lines.clone().map(move |cols| (rows, cols)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_reach_beyond_the_last_stone() {
        let region = Region {
            margin: 2,
            least: 6,
            reach: 11,
        };
        assert_eq!(region.of(0), (6, 6));
        assert_eq!(region.of(bit((3, 3))), (6, 6));
        assert_eq!(region.of(bit((5, 3))), (8, 6));
        assert_eq!(region.of(bit((3, 3)) | bit((2, 9))), (6, 11));
        assert_eq!(region.of(bit((10, 10))), (11, 11));
        for row in 0..WIDEST {
            for col in 0..WIDEST {
                let (rows, cols) = Region {
                    margin: 0,
                    least: 1,
                    reach: 11,
                }
                .of(bit((row, col)));
                assert_eq!((rows, cols), (row + 1, col + 1));
            }
        }
    }

    #[test]
    fn mirrors_have_one_canonical_form() {
        let stones = Stones {
            own: bit((3, 3)) | bit((5, 2)),
            other: bit((2, 5)),
        };
        assert_eq!(stones.mirrored().own, bit((3, 3)) | bit((2, 5)));
        assert_eq!(stones.canonical().0, stones.mirrored().canonical().0);
        assert_eq!(stones.mirrored().mirrored(), stones);
        assert_eq!(stones.within((4, 4)).all(), bit((3, 3)));
    }
}
