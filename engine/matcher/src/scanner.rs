//! The scan of one anchor: it finds all lanes of a database that fit, by bit operations.
//!
//! Entry point: [`Scanner`], a [`Scan`]. A lane is a pattern in one orientation, and one bit of a
//! mask. The window is divided into groups of points, the most selective first. For each group, a
//! table has the mask of lanes that allow what the group holds. As soon as the intersection of
//! these masks is empty, the scan ends. Otherwise it leaves few lanes, which are tested point by
//! point outside the window.

use std::sync::OnceLock;

use katachi_board::{BoardSize, Point, PointSet, Symmetry};
use katachi_image::general::{GROUP, MAX_WINDOW, TestRecord};
use katachi_image::{General, Offset, SlateRecord, Symbol};

use crate::found::{MAX_MATCHES, Match};
use crate::frame::{Frame, Marks, ON_BOARD, anchor_of, number};
use crate::scan::{Scan, View};
use crate::wanted::may_hold_stone;

/// The words of masks that are processed together: one cache line.
const BLOCK: usize = 8;

/// The number of combinations of symbols in a group.
const COMBINATIONS: usize = Symbol::ALL.len().pow(GROUP as u32);

/// A pattern in one orientation.
#[derive(Clone, Copy, Debug)]
struct Lane {
    pattern: u32,
    tests: u32,
    test_count: u16,
    symmetry: Symmetry,
}

/// The lanes that share an anchor colour.
#[derive(Clone, Debug, Default)]
struct Slate {
    lanes: Vec<Lane>,
    /// The number of blocks in a row.
    blocks: usize,
    /// For each group of the window and each combination of its symbols, a row: the lanes that
    /// allow this combination.
    rows: Vec<[u64; BLOCK]>,
    /// The places where lanes have stones; computed on the first question about a goal.
    stones: OnceLock<Stones>,
}

/// For each place, a row of the lanes that have a stone there.
#[derive(Clone, Debug)]
struct Stones {
    /// One row for each point of the window.
    window: Vec<[u64; BLOCK]>,
    /// The lanes that have a stone anywhere outside the window.
    outside: Vec<[u64; BLOCK]>,
    /// The greatest distance of such a stone from the anchor, in lines.
    reach: usize,
}

impl Stones {
    fn new(image: &General<'_>, slate: &Slate) -> Self {
        let mut stones = Self {
            window: vec![[0; BLOCK]; image.window.len() * slate.blocks],
            outside: vec![[0; BLOCK]; slate.blocks],
            reach: 0,
        };
        for (place, lane) in slate.lanes.iter().enumerate() {
            let pattern = image.pattern(lane.pattern as usize);
            let cells = pattern
                .as_ref()
                .map_or(&[][..], katachi_image::Pattern::cells);
            for cell in cells.iter().filter(|&&cell| may_hold_stone(cell)) {
                let (row, col) = (lane.symmetry).apply(cell.at.row.into(), cell.at.col.into());
                let reach = row.unsigned_abs().max(col.unsigned_abs());
                stones.reach = stones.reach.max(reach as usize);
                let point = (image.window.iter())
                    .position(|at| (i32::from(at.row), i32::from(at.col)) == (row, col));
                let row = match point {
                    Some(point) => &mut stones.window[point * slate.blocks..],
                    None => &mut stones.outside[..],
                };
                row.as_flattened_mut()[place / 64] |= 1 << (place % 64);
            }
        }
        stones
    }
}

impl Slate {
    fn new(image: &General<'_>, record: &SlateRecord) -> Self {
        let lanes: Vec<Lane> = (image.lanes(record).iter())
            .filter_map(|lane| {
                let tests = image.patterns.get(lane.pattern.get() as usize)?.tests;
                Some(Lane {
                    pattern: lane.pattern.get(),
                    tests: tests.start.get(),
                    test_count: tests.count.get() as u16,
                    symmetry: Symmetry::new(lane.symmetry.into())?,
                })
            })
            .collect();
        let blocks = lanes.len().div_ceil(64 * BLOCK);
        let groups = image.window.len() / GROUP;
        let mut rows = vec![[0; BLOCK]; groups * COMBINATIONS * blocks];
        for (row, target) in rows.chunks_exact_mut(blocks.max(1)).enumerate() {
            let (group, combination) = (row / COMBINATIONS, row % COMBINATIONS);
            for member in 0..GROUP {
                let symbol = Symbol::ALL[combination >> (2 * member) & 3];
                let mask = image.mask(record, group * GROUP + member, symbol);
                for (word, &mask) in target.as_flattened_mut().iter_mut().zip(mask) {
                    *word = if member == 0 {
                        mask.get()
                    } else {
                        *word & mask.get()
                    };
                }
            }
        }
        Self {
            lanes,
            blocks,
            rows,
            stones: OnceLock::new(),
        }
    }

    fn stones(&self, image: &General<'_>) -> &Stones {
        self.stones.get_or_init(|| Stones::new(image, self))
    }
}

/// The masks of a database, prepared for boards of one size.
#[derive(Clone, Debug)]
pub(crate) struct Scanner {
    size: BoardSize,
    /// The slates by the content of the anchor: empty, own, opponent.
    slates: [Slate; 3],
    /// The offsets of the window's points from the anchor, in the frame.
    window: Vec<isize>,
    /// The same as offsets in rows and columns.
    offsets: Vec<Offset>,
    /// For each symmetry, the frame offsets of a step down and a step right.
    turns: [(isize, isize); 8],
}

impl Scanner {
    pub fn new(image: &General<'_>, size: BoardSize) -> Self {
        let mut slates: [Slate; 3] = Default::default();
        for record in image.slates {
            if let Some(slate) = slates.get_mut(usize::from(record.anchor)) {
                *slate = Slate::new(image, record);
            }
        }
        let mut turns = [(0, 0); 8];
        for (turn, symmetry) in turns.iter_mut().zip(Symmetry::all()) {
            let (down, right) = (symmetry.apply(1, 0), symmetry.apply(0, 1));
            *turn = (Frame::step(down.0, down.1), Frame::step(right.0, right.1));
        }
        let window = (image.window.iter())
            .map(|at| Frame::step(at.row.into(), at.col.into()))
            .collect();
        Self {
            size,
            slates,
            window,
            offsets: image.window.to_vec(),
            turns,
        }
    }

    /// Adds the matches at this anchor, ordered by pattern and symmetry. Returns the number of
    /// groups of the window that were read; `seen` receives all points outside the window that the
    /// answer depends on, if `RECORD`.
    #[inline]
    fn examine<const RECORD: bool>(
        &self,
        view: View<'_>,
        anchor: Point,
        found: &mut Vec<Match>,
        seen: &mut PointSet,
    ) -> usize {
        let View {
            image,
            frame,
            wanted,
            goal,
        } = view;
        let center = Frame::index(anchor);
        let slate = self.slates.get(frame.at(center) as usize);
        let Some(slate) = slate.filter(|slate| !slate.lanes.is_empty()) else {
            return 0;
        };
        // If the anchor itself belongs to the goal, every lane touches the goal.
        let goal = goal.filter(|goal| !goal.at(center));
        let mut contact = None;
        let mut rows: [usize; MAX_WINDOW / GROUP] = Default::default();
        let mut known = 0;
        let tests = image.all_tests();
        let most = found.len() + MAX_MATCHES;
        'blocks: for block in 0..slate.blocks {
            let mut left = [u64::MAX; BLOCK];
            // Groups are read when the first block needs them. The first groups exclude most lanes.
            for (number, steps) in self.window.chunks_exact(GROUP).enumerate() {
                if number == known {
                    let combination = frame.combination(center, steps);
                    rows[number] = (number * COMBINATIONS + combination) * slate.blocks;
                    known += 1;
                }
                if let Some(masks) = slate.rows.get(rows[number] + block) {
                    for (left, mask) in left.iter_mut().zip(masks) {
                        *left &= mask;
                    }
                }
                if left.iter().fold(0, |any, left| any | left) == 0 {
                    continue 'blocks;
                }
            }
            let mut sure = [u64::MAX; BLOCK];
            if let Some(goal) = goal {
                let marks = || (slate.stones(image), self.marked(goal, center));
                let (stones, mut points) = *contact.get_or_insert_with(marks);
                sure = [0; BLOCK];
                while points != 0 {
                    let row = points.trailing_zeros() as usize * slate.blocks;
                    points &= points - 1;
                    for (sure, mask) in sure.iter_mut().zip(&stones.window[row + block]) {
                        *sure |= mask;
                    }
                }
                let outside = sure.iter().zip(&stones.outside[block]);
                for (left, (sure, outside)) in left.iter_mut().zip(outside) {
                    *left &= sure | outside;
                }
            }
            for (word, mut bits) in left.into_iter().enumerate() {
                while bits != 0 {
                    let place = (block * BLOCK + word) * 64 + bits.trailing_zeros() as usize;
                    let is_sure = sure[word] & bits & bits.wrapping_neg() != 0;
                    bits &= bits - 1;
                    let Some(&lane) = slate.lanes.get(place) else {
                        continue;
                    };
                    let start = lane.tests as usize;
                    let tests = tests
                        .get(start..start + usize::from(lane.test_count))
                        .unwrap_or_default();
                    if self.passes::<RECORD>(tests, lane.symmetry, frame, anchor, center, seen) {
                        let one = Match {
                            anchor,
                            pattern: lane.pattern,
                            symmetry: lane.symmetry,
                        };
                        let touches = is_sure
                            || goal.is_none_or(|goal| self.touches(image, lane, goal, center));
                        if touches && (wanted.is_simple() || wanted.accepts(image, frame, one)) {
                            found.push(one);
                            if found.len() == most {
                                return known;
                            }
                        }
                    }
                }
            }
        }
        known
    }

    /// Whether a lane that fits has a stone on a marked point.
    fn touches(&self, image: &General<'_>, lane: Lane, goal: &Marks, center: usize) -> bool {
        let (down, right) = self.turns[lane.symmetry.number()];
        let pattern = image.pattern(lane.pattern as usize);
        let mut cells = pattern.iter().flat_map(katachi_image::Pattern::cells);
        cells.any(|cell| {
            let step = isize::from(cell.at.row) * down + isize::from(cell.at.col) * right;
            goal.at(center.wrapping_add_signed(step)) && may_hold_stone(*cell)
        })
    }

    /// The marked points of the window, one bit each.
    fn marked(&self, goal: &Marks, center: usize) -> u64 {
        (self.window.iter().enumerate())
            .filter(|&(_, &step)| goal.at(center.wrapping_add_signed(step)))
            .fold(0, |marked, (point, _)| marked | 1 << point)
    }

    #[inline]
    fn passes<const RECORD: bool>(
        &self,
        tests: &[TestRecord],
        symmetry: Symmetry,
        frame: &Frame,
        anchor: Point,
        center: usize,
        seen: &mut PointSet,
    ) -> bool {
        let (down, right) = self.turns[symmetry.number()];
        tests.iter().all(|test| {
            let step = isize::from(test.at.row) * down + isize::from(test.at.col) * right;
            if RECORD {
                let (row, col) = symmetry.apply(test.at.row.into(), test.at.col.into());
                if let Some(point) = anchor.offset(row, col, self.size) {
                    seen.insert(point);
                }
            }
            let symbol = frame.at(center.wrapping_add_signed(step));
            test.allowed & symbol.bit() != 0
        })
    }
}

/// What scans have read.
#[derive(Clone, Debug)]
pub(crate) struct Reads {
    /// For each anchor, the number of groups of the window.
    groups: Vec<u8>,
    /// For each anchor, the points outside the window.
    points: Vec<PointSet>,
    /// For each point, the anchors outside whose windows it was read.
    readers: Vec<PointSet>,
}

impl Scan for Scanner {
    type Reads = Reads;

    fn anchors(&self, view: View<'_>) -> PointSet {
        let mut anchors = PointSet::EMPTY;
        for (symbol, slate) in ON_BOARD.into_iter().zip(&self.slates) {
            if slate.lanes.is_empty() {
                continue;
            }
            let points = view.frame.points(symbol);
            anchors |= match view.goal {
                Some(goal) => points & goal.within(slate.stones(view.image).reach),
                None => points,
            };
        }
        anchors
    }

    fn scan(&self, view: View<'_>, anchor: Point, found: &mut Vec<Match>) {
        let mut unseen = PointSet::EMPTY;
        self.examine::<false>(view, anchor, found, &mut unseen);
    }

    fn no_reads(&self) -> Reads {
        let none = vec![PointSet::EMPTY; self.size.area()];
        Reads {
            groups: vec![0; self.size.area()],
            points: none.clone(),
            readers: none,
        }
    }

    fn rescan(&self, view: View<'_>, anchor: Point, found: &mut Vec<Match>, reads: &mut Reads) {
        let mut seen = PointSet::EMPTY;
        let groups = self.examine::<true>(view, anchor, found, &mut seen);
        let size = self.size;
        let at = number(anchor, size);
        reads.groups[at] = groups as u8;
        let old = std::mem::replace(&mut reads.points[at], seen);
        for point in &(old - seen) {
            reads.readers[number(point, size)].remove(anchor);
        }
        for point in &(seen - old) {
            reads.readers[number(point, size)].insert(anchor);
        }
    }

    fn readers(&self, point: Point, reads: &Reads, anchors: &mut PointSet) {
        anchors.insert(point);
        *anchors |= reads.readers[number(point, self.size)];
        for (group, members) in self.offsets.chunks_exact(GROUP).enumerate() {
            for &at in members {
                if let Some(anchor) = anchor_of(point, at, self.size)
                    && usize::from(reads.groups[number(anchor, self.size)]) > group
                {
                    anchors.insert(anchor);
                }
            }
        }
    }
}
