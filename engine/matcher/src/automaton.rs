//! The scan of one anchor by automata: it reads points from the anchor outwards until nothing more
//! can fit.
//!
//! Entry point: [`Automaton`], a [`Scan`]. The states are read in place, from the image.

use katachi_board::{BoardSize, Point, PointSet, Symmetry};
use katachi_image::general::automaton::{Automata, STRIDE, offset, rank, spiral};
use katachi_image::{General, Offset, Symbol};

use crate::found::{MAX_MATCHES, Match};
use crate::frame::{Frame, Marks, ON_BOARD, number};
use crate::scan::{Scan, View};
use crate::wanted::may_hold_stone;

/// The automata of a database, for boards of one size.
#[derive(Clone, Debug)]
pub(crate) struct Automaton {
    size: BoardSize,
    /// The first states by the content of the anchor: empty, own, opponent.
    starts: [Vec<Start>; 3],
    lanes: Vec<Lane>,
    /// The greatest distance of a stone from its anchor, in lines.
    reach: usize,
    /// The points that states read, from the anchor outwards.
    points: Vec<Offset>,
}

/// A pattern in one orientation.
#[derive(Clone, Debug)]
struct Lane {
    pattern: u32,
    symmetry: Symmetry,
    /// The steps from the anchor to its stones, the nearest first.
    stones: Box<[i16]>,
    /// The steps to the points it asks about, in the order of the spiral, with the symbols allowed.
    tests: Box<[(i16, u8)]>,
}

/// The first state of an automaton, after the anchor's four neighbours were read at once: for each
/// combination of their symbols the state that is reached, or the first one on the way that reports.
#[derive(Clone, Debug)]
struct Start {
    states: Box<[u32]>,
}

/// The state from which nothing can fit.
const DEAD: u32 = u32::MAX;

/// The steps to the four neighbours.
const NEIGHBORS: [isize; 4] = [-(STRIDE as isize), -1, 1, STRIDE as isize];

impl Start {
    fn new(automata: &Automata<'_>, start: u32) -> Self {
        let states = (0..1usize << 8).map(|combination| {
            let mut state = start as usize;
            loop {
                let head = automata.head(state);
                let place = NEIGHBORS.iter().position(|&step| step == head.step());
                let Some(place) = place.filter(|_| !head.reports()) else {
                    return state as u32;
                };
                let symbol = Symbol::ALL[combination >> (2 * place) & 3];
                match head.class(symbol) {
                    0 => return DEAD,
                    class => state = automata.target(state, head, class),
                }
            }
        });
        Self {
            states: states.collect(),
        }
    }
}

impl Automaton {
    pub fn new(image: &General<'_>, size: BoardSize) -> Self {
        let mut starts: [Vec<Start>; 3] = Default::default();
        for automaton in image.automata.starts {
            if let Some(starts) = starts.get_mut(usize::from(automaton.anchor)) {
                starts.push(Start::new(&image.automata, automaton.start.get()));
            }
        }
        let mut reach = 0;
        let lanes = (image.all_lanes().iter())
            .map(|lane| {
                let symmetry = Symmetry::new(lane.symmetry.into()).unwrap_or(Symmetry::IDENTITY);
                let pattern = image.pattern(lane.pattern.get() as usize);
                let cells = pattern.iter().flat_map(katachi_image::Pattern::cells);
                let mut stones: Vec<Offset> = (cells.filter(|&&cell| may_hold_stone(cell)))
                    .map(|cell| {
                        let at = turned(symmetry, cell.at);
                        let lines = at.row.unsigned_abs().max(at.col.unsigned_abs());
                        reach = reach.max(lines.into());
                        at
                    })
                    .collect();
                stones.sort_by_key(|&at| rank(at));
                let step = |at: &Offset| Frame::step(at.row.into(), at.col.into()) as i16;
                let tests = pattern.iter().flat_map(katachi_image::Pattern::tests);
                let mut tests: Vec<(Offset, u8)> = tests
                    .map(|test| {
                        (turned(symmetry, test.at), test.allowed)
                    })
                    .collect();
                tests.sort_by_key(|(at, _)| rank(*at));
                Lane {
                    pattern: lane.pattern.get(),
                    symmetry,
                    stones: stones.iter().map(step).collect(),
                    tests: tests.iter().map(|(at, allowed)| (step(at), *allowed)).collect(),
                }
            })
            .collect();
        Self {
            size,
            starts,
            lanes,
            reach,
            points: points(image),
        }
    }

    /// Adds the matches at this anchor. `RECORD` says whether the result counts: the rank of the
    /// last point that was read.
    #[inline]
    fn walk<const RECORD: bool>(
        &self,
        view: View<'_>,
        anchor: Point,
        found: &mut Vec<Match>,
    ) -> u16 {
        let View {
            image,
            frame,
            wanted,
            goal,
        } = view;
        let center = frame.index(anchor);
        let Some(starts) = self.starts.get(frame.at(center) as usize) else {
            return 0;
        };
        // If the anchor itself belongs to the goal, every lane touches the goal.
        let goal = goal.filter(|goal| !goal.at(center));
        let automata = image.automata;
        let (first, mut last) = (found.len(), 0);
        let mut combination = 0;
        for (place, &step) in NEIGHBORS.iter().enumerate() {
            combination |= (frame.at(center.wrapping_add_signed(step)) as usize) << (2 * place);
        }
        if RECORD {
            last = 4;
        }
        for start in starts {
            let state = start.states[combination];
            if state == DEAD { continue; }
            let mut state = state as usize;
            let mut step = 0;
            loop {
                let head = automata.head(state);
                if head.reports() {
                    for one in automata.reported(state, head) {
                        let Some(lane) = self.lanes.get(one.lane as usize) else {
                            continue;
                        };
                        if head.is_leaf() {
                            let tests = lane.tests.get(one.passed as usize..).unwrap_or_default();
                            let failed = tests.iter().find(|&&(step, allowed)| {
                                frame.at(center.wrapping_add_signed(step.into())).bit() & allowed == 0
                            });
                            if RECORD {
                                let read = failed.or(tests.last());
                                if let Some(at) = read.and_then(|&(step, _)| offset(step)) {
                                    last = last.max(rank(at));
                                }
                            }
                            if failed.is_some() { continue; }
                        }
                        let one = Match {
                            anchor,
                            pattern: lane.pattern,
                            symmetry: lane.symmetry,
                        };
                        if goal.is_none_or(|goal| lane.touches(goal, center))
                            && (wanted.is_simple() || wanted.accepts(image, frame, one))
                        {
                            found.push(one);
                        }
                    }
                }
                // Final states read no point; their step is 0.
                if RECORD && head.step() != 0 {
                    step = head.step();
                }
                let symbol = frame.at(center.wrapping_add_signed(head.step()));
                let class = head.class(symbol);
                if class == 0 {
                    break;
                }
                state = automata.target(state, head, class);
            }
            if RECORD && let Some(at) = offset(step as i16) {
                last = last.max(rank(at));
            }
        }
        if found.len() > first + 1 {
            found[first..].sort_unstable_by_key(|one| (one.pattern, one.symmetry));
            found.truncate(first + MAX_MATCHES);
        }
        last
    }
}

/// An offset in this orientation.
fn turned(symmetry: Symmetry, at: Offset) -> Offset {
    let (row, col) = symmetry.apply(at.row.into(), at.col.into());
    Offset {
        row: row as i8,
        col: col as i8,
    }
}

impl Lane {
    /// Whether the lane has a stone on a marked point.
    fn touches(&self, goal: &Marks, center: usize) -> bool {
        let mut steps = self.stones.iter();
        steps.any(|&step| goal.at(center.wrapping_add_signed(step.into())))
    }
}

/// The points that scans may read, from the anchor outwards.
fn points(image: &General<'_>) -> Vec<Offset> {
    let mut reads = vec![false; spiral().len()];
    for lane in image.all_lanes() {
        let symmetry = Symmetry::new(lane.symmetry.into()).unwrap_or(Symmetry::IDENTITY);
        let pattern = image.pattern(lane.pattern.get() as usize);
        for test in pattern.iter().flat_map(katachi_image::Pattern::tests) {
            reads[usize::from(rank(turned(symmetry, test.at)))] = true;
        }
    }
    let points = spiral().iter().zip(reads);
    points.filter(|(_, read)| *read).map(|(at, _)| *at).collect()
}

impl Scan for Automaton {
    /// For each anchor, the rank of the last point that was read. The scan may have left out points
    /// before it; to scan such an anchor again costs little.
    type Reads = Vec<u16>;

    fn anchors(&self, view: View<'_>) -> PointSet {
        let mut anchors = PointSet::EMPTY;
        for (symbol, starts) in ON_BOARD.into_iter().zip(&self.starts) {
            if !starts.is_empty() {
                anchors |= view.frame.points(symbol);
            }
        }
        match view.goal {
            Some(goal) => anchors & goal.within(self.reach),
            None => anchors,
        }
    }

    fn scan(&self, view: View<'_>, anchor: Point, found: &mut Vec<Match>) {
        self.walk::<false>(view, anchor, found);
    }

    fn no_reads(&self) -> Vec<u16> {
        vec![0; self.size.area()]
    }

    fn rescan(&self, view: View<'_>, anchor: Point, found: &mut Vec<Match>, reads: &mut Vec<u16>) {
        let last = self.walk::<true>(view, anchor, found);
        if let Some(rank) = reads.get_mut(number(anchor, self.size)) {
            *rank = last;
        }
    }

    fn readers(&self, point: Point, reads: &Vec<u16>, anchors: &mut PointSet) {
        anchors.insert(point);
        for &at in &self.points {
            let anchor = point.offset(-i32::from(at.row), -i32::from(at.col), self.size);
            if let Some(anchor) = anchor
                && reads.get(number(anchor, self.size)).is_some_and(|&last| last >= rank(at))
            {
                anchors.insert(anchor);
            }
        }
    }
}
