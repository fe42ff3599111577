//! The scan of one anchor by automata: it reads points, one after the other, until nothing more can
//! fit.
//!
//! Entry point: [`Automaton`], a [`Scan`]. The states are read in place, from the image. The first
//! points are read at once: a table, made with the matcher, leads from what they hold to the state
//! that the automaton would have reached.

use katachi_board::{BoardSize, Point, PointSet, Symmetry};
use katachi_image::general::automaton::Automata;
use katachi_image::{General, Offset, Symbol};

use crate::found::{MAX_MATCHES, Match};
use crate::frame::{Frame, Marks, ON_BOARD, anchor_of, number};
use crate::scan::{Scan, View};
use crate::wanted::may_hold_stone;

/// The points that are read at once.
const PREFIX: usize = 4;

/// The automata of a database, for boards of one size.
#[derive(Clone, Debug)]
pub(crate) struct Automaton {
    size: BoardSize,
    /// The automata by the content of the anchor: empty, own, opponent.
    starts: [Vec<Start>; 3],
    lanes: Vec<Lane>,
    /// The greatest distance of a stone from its anchor, in lines.
    reach: usize,
    /// The points that states read, in their order.
    points: Vec<Offset>,
    /// The same as steps in the frame.
    steps: Vec<isize>,
}

/// A pattern in one orientation.
#[derive(Clone, Debug)]
struct Lane {
    pattern: u32,
    symmetry: Symmetry,
    /// The steps from the anchor to its stones.
    stones: Box<[isize]>,
    /// The points it asks about, in their order, with the symbols that they may hold.
    tests: Box<[(u16, u8)]>,
}

/// For each combination of what the first points hold the state that is reached, or the first one
/// on the way that reports lanes.
#[derive(Clone, Debug)]
struct Start(Box<[u32]>);

/// The state from which nothing can fit.
const DEAD: u32 = u32::MAX;

impl Start {
    fn new(automata: &Automata<'_>, start: usize) -> Self {
        let states = (0..1usize << (2 * PREFIX)).map(|combination| {
            let mut state = start;
            loop {
                let head = automata.head(state);
                if head.reports() || head.point() >= PREFIX {
                    return state as u32;
                }
                let symbol = Symbol::ALL[combination >> (2 * head.point()) & 3];
                match head.class(symbol) {
                    0 => return DEAD,
                    class => state = automata.target(state, head, class),
                }
            }
        });
        Self(states.collect())
    }
}

impl Automaton {
    pub fn new(image: &General<'_>, size: BoardSize) -> Self {
        let automata = image.automata();
        let points: Vec<Offset> = automata.points().collect();
        let mut starts: [Vec<Start>; 3] = Default::default();
        for (anchor, start) in automata.starts() {
            if let Some(starts) = starts.get_mut(anchor) {
                starts.push(Start::new(&automata, start));
            }
        }
        let mut reach = 0;
        let lanes = (image.all_lanes().iter())
            .map(|lane| {
                let symmetry = Symmetry::new(lane.symmetry.into()).unwrap_or(Symmetry::IDENTITY);
                let turned = |at: Offset| symmetry.apply(at.row.into(), at.col.into());
                let pattern = image.pattern(lane.pattern.get() as usize);
                let cells = pattern.iter().flat_map(katachi_image::Pattern::cells);
                let stones = cells.filter(|&&cell| may_hold_stone(cell)).map(|cell| {
                    let (row, col) = turned(cell.at);
                    let lines = row.unsigned_abs().max(col.unsigned_abs());
                    reach = reach.max(lines as usize);
                    Frame::step(row, col)
                });
                let stones = stones.collect();
                let tests = pattern.iter().flat_map(katachi_image::Pattern::tests);
                let tests = tests.filter_map(|test| {
                    let at = turned(test.at);
                    let point = points
                        .iter()
                        .position(|point| (point.row.into(), point.col.into()) == at);
                    Some((point? as u16, test.allowed))
                });
                let mut tests: Vec<_> = tests.collect();
                tests.sort_unstable();
                Lane {
                    pattern: lane.pattern.get(),
                    symmetry,
                    stones,
                    tests: tests.into(),
                }
            })
            .collect();
        let step = |at: &Offset| Frame::step(at.row.into(), at.col.into());
        Self {
            size,
            starts,
            lanes,
            reach,
            steps: points.iter().map(step).collect(),
            points,
        }
    }

    /// Adds the matches at this anchor. With `RECORD`, the result is how far the points were read:
    /// no scan has read the point of this number or a later one.
    #[inline]
    fn walk<const RECORD: bool>(
        &self,
        view: View<'_>,
        anchor: Point,
        found: &mut Vec<Match>,
    ) -> u16 {
        let (image, frame) = (view.image, view.frame);
        let automata = image.automata();
        let center = Frame::index(anchor);
        let Some(starts) = self.starts.get(frame.at(center) as usize) else {
            return 0;
        };
        let at = |step: isize| frame.at(center.wrapping_add_signed(step));
        // If the anchor itself belongs to the goal, every lane touches the goal.
        let goal = view.goal.filter(|goal| !goal.at(center));
        let prefix = self.steps.get(..PREFIX).unwrap_or(&self.steps);
        let combination = frame.combination(center, prefix);
        let first = found.len();
        let mut end = PREFIX;
        for Start(states) in starts {
            let Some(mut state) = states
                .get(combination)
                .filter(|&&state| state != DEAD)
                .copied()
            else {
                continue;
            };
            loop {
                let place = state as usize;
                let head = automata.head(place);
                for one in automata.reported(place, head) {
                    let Some(lane) = self.lanes.get(one.lane as usize) else {
                        continue;
                    };
                    if head.is_leaf() {
                        let (fits, read) = self.test_rest(lane, one.read as usize, at);
                        if RECORD {
                            end = end.max(read);
                        }
                        if !fits {
                            continue;
                        }
                    }
                    let one = Match {
                        anchor,
                        pattern: lane.pattern,
                        symmetry: lane.symmetry,
                    };
                    if goal.is_none_or(|goal| lane.touches(goal, center))
                        && (view.wanted.is_simple() || view.wanted.accepts(image, frame, one))
                    {
                        found.push(one);
                    }
                }
                let Some(&step) = self.steps.get(head.point()) else {
                    break;
                };
                if RECORD {
                    end = end.max(head.point() + 1);
                }
                match head.class(at(step)) {
                    0 => break,
                    class => state = automata.target(place, head, class) as u32,
                }
            }
        }
        if found.len() > first + 1 {
            found[first..].sort_unstable_by_key(|one| (one.pattern, one.symmetry));
            found.truncate(first + MAX_MATCHES);
        }
        end as u16
    }

    /// Tests the points of a lane, without this many that have been read. Returns whether they fit,
    /// and how far the points were read. `at` says what the point at a step from the anchor holds.
    #[inline]
    fn test_rest(&self, lane: &Lane, read: usize, at: impl Fn(isize) -> Symbol) -> (bool, usize) {
        let tests = lane.tests.get(read..).unwrap_or_default();
        let mut end = 0;
        let fits = tests.iter().all(|&(point, allowed)| {
            end = usize::from(point) + 1;
            at(self.steps[usize::from(point)]).bit() & allowed != 0
        });
        (fits, end)
    }
}

impl Lane {
    /// Whether the lane has a stone on a marked point.
    fn touches(&self, goal: &Marks, center: usize) -> bool {
        let mut steps = self.stones.iter();
        steps.any(|&step| goal.at(center.wrapping_add_signed(step)))
    }
}

impl Scan for Automaton {
    /// For each anchor, how far the points were read. The scan may have left out points before; to
    /// scan such an anchor again costs little.
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
        reads[number(anchor, self.size)] = self.walk::<true>(view, anchor, found);
    }

    fn readers(&self, point: Point, reads: &Vec<u16>, anchors: &mut PointSet) {
        anchors.insert(point);
        for (&at, rank) in self.points.iter().zip(0..) {
            if let Some(anchor) = anchor_of(point, at, self.size)
                && reads[number(anchor, self.size)] > rank
            {
                anchors.insert(anchor);
            }
        }
    }
}
