//! Corner matching: finds corner patterns by a tree of their stones.
//!
//! Entry point: [`CornerMatcher::matches`]. A pattern says that its rectangle, from a corner of the
//! board, holds its stones and no others. The tree has the stones of a pattern in an order such
//! that each comes after all stones in the rectangle between it and the corner. So the number of
//! stones in that rectangle shows at once whether there are others. (The idea is GNU Go's: manual,
//! "Corner Matcher".)

use katachi_board::{Board, BoardSize, Color, Point, PointSet, Symmetry};
use katachi_image::general::{CornerNode, MAX_OFFSET, corner_node};
use katachi_image::{General, border};

use crate::found::{Match, limit};

const LINES: usize = MAX_OFFSET as usize;

/// The columns that are counted together, as parts of a word.
const PART: usize = 4;

/// A one in each part of a word.
const ONES: u64 = 0x0001_0001_0001_0001;

/// A corner of the board: whether it is at the bottom, and whether at the right.
type Corner = (bool, bool);

const CORNERS: [Corner; 4] = [(false, false), (false, true), (true, false), (true, true)];

/// Finds the patterns of a corner tree.
#[derive(Clone, Debug)]
pub(crate) struct CornerMatcher {
    size: BoardSize,
    /// The number of lines from the corner that the tree covers.
    lines: usize,
    /// The position as seen from a corner.
    view: View,
}

/// The stones around a corner, by their distances from its two edges.
#[derive(Clone, Debug)]
struct View {
    /// Black's and White's stones: for each row from the one edge, a bit for each column from the
    /// other.
    stones: [[u32; LINES]; 2],
    /// For each row, four columns to a word: the number of stones in the rectangle from the corner
    /// to that point.
    counts: [[u64; LINES.div_ceil(PART)]; LINES],
}

impl View {
    const EMPTY: Self = Self {
        stones: [[0; LINES]; 2],
        counts: [[0; LINES.div_ceil(PART)]; LINES],
    };

    /// Views the board from a corner, this many lines far. Returns whether there are any stones.
    fn look(
        &mut self,
        [black, white]: [&PointSet; 2],
        size: usize,
        lines: usize,
        (bottom, right): Corner,
    ) -> bool {
        let mut above = [0; LINES.div_ceil(PART)];
        let parts = lines.div_ceil(PART);
        let within = ((1_u64 << lines) - 1) as u32;
        let mut any = 0;
        for row in 0..lines {
            let from_top = if bottom { size - 1 - row } else { row };
            let [black, white] = [black, white].map(|stones| {
                let bits = stones.row(from_top);
                let bits = if right {
                    bits.reverse_bits() >> (u32::BITS as usize - size)
                } else {
                    bits
                };
                bits & within
            });
            self.stones[0][row] = black;
            self.stones[1][row] = white;
            any |= black | white;
            let mut left = 0;
            for (part, above) in above[..parts].iter_mut().enumerate() {
                let bits = u64::from((black | white) >> (PART * part)) & 0xf;
                // Spread the bits over the parts; then each part adds those before it.
                let spread = (bits | bits << 15 | bits << 30 | bits << 45) & ONES;
                let sums = spread.wrapping_mul(ONES) + left * ONES;
                left = sums >> 48;
                *above += sums;
                self.counts[row][part] = *above;
            }
        }
        any != 0
    }

    #[inline]
    fn count(&self, [row, col]: [usize; 2]) -> u64 {
        self.counts[row][col / PART] >> (16 * (col % PART)) & 0xffff
    }

    /// The colour of the stone there: 0 Black, 1 White.
    #[inline]
    fn stone(&self, [row, col]: [usize; 2]) -> Option<usize> {
        (0..2).find(|&color| self.stones[color][row] >> col & 1 != 0)
    }
}

impl CornerMatcher {
    pub fn new(image: &General<'_>, size: BoardSize) -> Self {
        let reach = |node: &CornerNode| {
            let is_stone = node.flags & corner_node::PATTERN == 0;
            usize::from(node.at[0].max(node.at[1])) + usize::from(is_stone)
        };
        let lines = image.corners.iter().map(reach).max().unwrap_or(0);
        Self {
            size,
            lines: lines.min(size.get()),
            view: View::EMPTY,
        }
    }

    /// All matches with this side as O, ordered by anchor, pattern and symmetry.
    pub fn matches(&mut self, image: &General<'_>, board: &Board, own: Color) -> Vec<Match> {
        let mut found = Vec::new();
        let size = self.size.get();
        if board.size() != self.size {
            return found;
        }
        let stones = [Color::Black, Color::White].map(|color| board.stones(color));
        let own = usize::from(own == Color::White);
        for corner in CORNERS {
            // Without stones, only patterns without stones match; they are at the root of the tree.
            let any = self.view.look(stones, size, self.lines, corner);
            let mut add = |pattern: u32, swapped: bool| {
                self.add(image, corner, pattern, swapped, &mut found);
            };
            for swapped in [false, true] {
                self.view
                    .walk(image.corners, self.lines, own, any, swapped, &mut add);
            }
        }
        found.sort_unstable();
        found.dedup();
        limit(&mut found);
        found
    }

    /// Adds a match, unless its pattern excludes this orientation.
    fn add(
        &self,
        image: &General<'_>,
        corner: Corner,
        pattern: u32,
        swapped: bool,
        found: &mut Vec<Match>,
    ) {
        let Some(record) = image.patterns.get(pattern as usize) else {
            return;
        };
        let drawn = (
            record.borders & border::SOUTH != 0,
            record.borders & border::EAST != 0,
        );
        let last = self.size.get() - 1;
        let anchor = Point::new(
            if corner.0 { last } else { 0 },
            if corner.1 { last } else { 0 },
        );
        if let (Some(anchor), Some(symmetry)) = (anchor, turn(drawn, corner, swapped))
            && record.orientations >> symmetry.number() & 1 != 0
        {
            found.push(Match {
                anchor,
                pattern,
                symmetry,
            });
        }
    }
}

impl View {
    /// Walks the tree. It enters a branch if the stone of the branch is there and no other stones
    /// lie between it and the corner than those of the path.
    fn walk(
        &self,
        nodes: &[CornerNode],
        lines: usize,
        own: usize,
        any: bool,
        swapped: bool,
        add: &mut impl FnMut(u32, bool),
    ) {
        let turned = |at: [u8; 2]| {
            let [row, col] = at.map(usize::from);
            if swapped { [col, row] } else { [row, col] }
        };
        let mut at = 0;
        // The colour of the path's first stone, and the end of that stone's branch.
        let (mut first, mut end) = (own, 0);
        while let Some(node) = nodes.get(at) {
            let next = node.next.get();
            let same = node.flags & corner_node::SAME != 0;
            at += 1;
            if node.flags & corner_node::PATTERN != 0 {
                let [rows, cols] = turned(node.at);
                let whole = rows <= lines
                    && cols <= lines
                    && self.count([rows - 1, cols - 1]) == u64::from(node.stones);
                if whole && (at > end || same == (first == own)) {
                    let drawn_swapped = node.flags & corner_node::SWAPPED != 0;
                    add(next, swapped != drawn_swapped);
                }
                continue;
            }
            let place = turned(node.at);
            let fits = any
                && place.iter().all(|&line| line < lines)
                && self.stone(place).is_some_and(|color| {
                    if at > end {
                        first = color;
                    }
                    (color == first) == same
                })
                && self.count(place) == u64::from(node.stones);
            if at > end {
                end = next as usize;
            }
            if !fits {
                // The check of the image guarantees that this moves forward.
                at = next as usize;
            }
        }
    }
}

/// The symmetry that takes a diagram from the corner in which it is drawn to another, with rows and
/// columns swapped or not.
fn turn(drawn: Corner, corner: Corner, swapped: bool) -> Option<Symmetry> {
    let inwards = |far: bool| if far { -1 } else { 1 };
    let (rows, cols) = (inwards(corner.0), inwards(corner.1));
    let (down, right) = if swapped {
        ((0, cols), (rows, 0))
    } else {
        ((rows, 0), (0, cols))
    };
    Symmetry::all().find(|symmetry| {
        symmetry.apply(inwards(drawn.0), 0) == down && symmetry.apply(0, inwards(drawn.1)) == right
    })
}
