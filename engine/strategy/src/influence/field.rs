//! The field on which influence spreads: sources, and what is in their way.

use katachi_board::{Board, BoardSize, ByColor, Color, Point, PointSet};

use super::Layer;
use super::result::Influence;
use super::spread::Spreader;
use super::stones::Stones;
use super::territory;

/// What a run is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// Who owns what.
    Territory,
    /// Where dragons could run to. Influence does not reach as far.
    Escape,
}

impl Form {
    /// The attenuation of stones, and of sources that do not say otherwise.
    pub const fn attenuation(self) -> f32 {
        match self {
            Self::Territory => 2.4,
            Self::Escape => 6.0,
        }
    }
}

/// The part of the influence that a mark `!` lets through.
const WEAK_BARRIER: f32 = 0.7;

/// The part that passes a point beside a living opponent stone, for each such stone.
const BESIDE_LIVING: f32 = 0.25;

/// The same for a diagonal neighbour.
const DIAGONAL_TO_LIVING: f32 = 0.65;

/// The intrusions from one stone may have this part of its strength together.
const INTRUSION_LIMIT: f32 = 0.6;

/// The sources of one side, and what is in the way of its influence.
#[derive(Clone, Debug)]
pub(super) struct Side {
    /// The strength of the source at each point, or 0.
    pub strength: Layer,
    /// What the influence of the source at each point is divided by with each step.
    pub attenuation: Layer,
    /// The part of the influence that passes each point.
    pub permeability: Layer,
    /// The sum at each point.
    pub influence: Layer,
    /// The points with a source.
    pub sources: PointSet,
    /// The points that cannot become this side's territory.
    pub denied: PointSet,
}

/// An intrusion: a point where the side to move can push in from a stone of its own.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Intrusion {
    stone: Point,
    point: Point,
    strength: f32,
}

/// The stones, sources and barriers of a run before it starts.
#[derive(Clone, Debug)]
pub struct Field {
    pub(super) size: BoardSize,
    pub(super) form: Form,
    pub(super) to_move: Option<Color>,
    pub(super) stones: ByColor<PointSet>,
    pub(super) empty: PointSet,
    pub(super) safe: PointSet,
    pub(super) sides: Box<ByColor<Side>>,
    intrusions: Vec<Intrusion>,
}

impl Field {
    /// A field with the stones of the board. `to_move` is the side that moves next, `None` if
    /// neither does.
    pub fn new(board: &Board, stones: &Stones, form: Form, to_move: Option<Color>) -> Self {
        let on_board = *board.stones(Color::Black) | *board.stones(Color::White);
        let safe = *stones.safe() & on_board;
        let side = |color: Color| {
            let mut side = Side {
                strength: [0.0; Point::LIMIT],
                attenuation: [form.attenuation(); Point::LIMIT],
                permeability: [1.0; Point::LIMIT],
                influence: [0.0; Point::LIMIT],
                sources: PointSet::EMPTY,
                denied: PointSet::EMPTY,
            };
            let own = *board.stones(color);
            for (set, strength) in stones.strengths() {
                for stone in &(*set & own) {
                    side.strength[stone.index()] = *strength;
                }
            }
            // Nothing passes a living opponent stone, and nothing comes from a dead one.
            for stone in &((*board.stones(!color) & safe) | (own - safe)) {
                side.permeability[stone.index()] = 0.0;
            }
            let radiates = |stone: &Point| side.strength[stone.index()] > 0.0;
            side.sources = own.iter().filter(radiates).collect();
            side
        };
        Self {
            size: board.size(),
            form,
            to_move,
            stones: ByColor {
                black: *board.stones(Color::Black),
                white: *board.stones(Color::White),
            },
            empty: *board.empty(),
            safe,
            sides: Box::new(ByColor {
                black: side(Color::Black),
                white: side(Color::White),
            }),
            intrusions: Vec::new(),
        }
    }

    /// The size of the board.
    pub fn board_size(&self) -> BoardSize {
        self.size
    }

    /// What the run is for.
    pub fn form(&self) -> Form {
        self.form
    }

    /// The side that moves next.
    pub fn to_move(&self) -> Option<Color> {
        self.to_move
    }

    /// Whether there is a source of a side in a cell of the grid.
    #[inline]
    pub(crate) fn is_strong(&self, color: Color, cell: usize) -> bool {
        self.sides[color].strength[cell] > 0.0
    }

    /// Whether a cell of the grid lets a side's influence pass.
    #[inline]
    pub(crate) fn lets_pass(&self, color: Color, cell: usize) -> bool {
        self.sides[color].permeability[cell] > 0.0
    }

    /// Adds a source. It takes the place of a weaker one at the same point; a stronger one stays.
    pub fn add_source(&mut self, color: Color, point: Point, strength: f32, attenuation: f32) {
        let side = &mut self.sides[color];
        if strength > side.strength[point.index()] && attenuation > 0.0 {
            side.strength[point.index()] = strength;
            side.attenuation[point.index()] = attenuation;
            side.sources.insert(point);
        }
    }

    /// Lets no influence of a side pass a point.
    pub fn block(&mut self, color: Color, point: Point) {
        self.sides[color].permeability[point.index()] = 0.0;
    }

    /// Lets less influence of a side pass a point. Several times work together.
    pub fn weaken(&mut self, color: Color, point: Point) {
        self.sides[color].permeability[point.index()] *= WEAK_BARRIER;
    }

    /// Adds an intrusion of the side to move: from this stone of its own it can push in at this
    /// point.
    pub fn add_intrusion(&mut self, stone: Point, point: Point, strength: f32) {
        self.intrusions.push(Intrusion {
            stone,
            point,
            strength,
        });
    }

    /// Makes a point nobody's territory that would be this side's.
    pub fn deny_territory(&mut self, color: Color, point: Point) {
        self.sides[color].denied.insert(point);
    }

    /// Lets the influence spread, and values the points.
    pub fn spread(mut self) -> Influence {
        self.add_intrusions();
        self.surround_living_stones();
        self.unblock_sources();
        for color in Color::BOTH {
            let side = &mut self.sides[color];
            let mut spreader = Spreader::new(self.form, self.size, &self.safe, side);
            for source in &side.sources.clone() {
                spreader.spread(side, source);
            }
        }
        let mut values = territory::values(&self);
        if self.free_double_blocks(&values) {
            values = territory::values(&self);
        }
        Influence::new(self, values)
    }

    /// Makes the intrusions sources. Those of one stone share a part of its strength.
    fn add_intrusions(&mut self) {
        let Some(to_move) = self.to_move else {
            return;
        };
        let mut intrusions = std::mem::take(&mut self.intrusions);
        let order = |one: &Intrusion| (one.stone, one.point);
        intrusions.sort_by(|a, b| {
            let by_strength = a.strength.total_cmp(&b.strength);
            order(a).cmp(&order(b)).then(by_strength)
        });
        // Of several at one point, the weakest counts.
        intrusions.dedup_by_key(|one| order(one));
        for shared in intrusions.chunk_by(|a, b| a.stone == b.stone) {
            let Some(first) = shared.first() else {
                continue;
            };
            let sum: f32 = shared.iter().map(|one| one.strength).sum();
            let limit = INTRUSION_LIMIT * self.sides[to_move].strength[first.stone.index()];
            let scale = if sum > limit { limit / sum } else { 1.0 };
            for one in shared {
                let strength = one.strength * scale;
                self.add_source(to_move, one.point, strength, self.form.attenuation());
            }
        }
    }

    /// Weakens influence beside living opponent stones, unless a dead one is near, too.
    fn surround_living_stones(&mut self) {
        for color in Color::BOTH {
            let opponent = self.stones[!color];
            let dead = (opponent - self.safe).iter();
            let near_dead: PointSet = dead
                .flat_map(|stone| stone.neighbors().into_iter().chain(stone.diagonals()))
                .collect();
            let free = |point: Point| {
                self.size.contains(point)
                    && !self.safe.contains(point)
                    && !near_dead.contains(point)
            };
            let permeability = &mut self.sides[color].permeability;
            for stone in &(opponent & self.safe) {
                for (points, part) in [
                    (stone.neighbors(), BESIDE_LIVING),
                    (stone.diagonals(), DIAGONAL_TO_LIVING),
                ] {
                    for point in points.into_iter().filter(|point| free(*point)) {
                        permeability[point.index()] *= part;
                    }
                }
            }
        }
    }

    /// Takes barriers away from points with a source.
    fn unblock_sources(&mut self) {
        for color in Color::BOTH {
            let side = &mut self.sides[color];
            for source in &(side.sources - self.safe) {
                side.permeability[source.index()] = 1.0;
            }
        }
    }

    /// Finds sources of the side to move that are blocked in two directions, and opens the one
    /// where the opponent has less territory. It cannot be blocked in both with one move. Returns
    /// whether there are such sources.
    fn free_double_blocks(&mut self, values: &Layer) -> bool {
        let Some(to_move) = self.to_move else {
            return false;
        };
        let side = &self.sides[to_move];
        // What the opponent has there and around.
        let opponents = |point: Point| -> f32 {
            let around = point.neighbors().into_iter().chain([point]);
            let on_board = around.filter(|near| self.size.contains(*near));
            (on_board.map(|near| territory::share(values[near.index()], !to_move))).sum()
        };
        let mut freed = PointSet::EMPTY;
        for source in &(side.sources & self.empty) {
            let is_blocked = |point: &Point| {
                self.empty.contains(*point) && side.permeability[point.index()] == 0.0
            };
            let mut best: Option<(Point, f32)> = None;
            let mut count = 0;
            for point in clockwise(source).into_iter().filter(is_blocked) {
                count += 1;
                let worth = opponents(point);
                if best.is_none_or(|(_, least)| worth < least - LEAST_DIFFERENCE) {
                    best = Some((point, worth));
                }
            }
            if let Some((point, _)) = best.filter(|_| count > 1) {
                freed.insert(point);
            }
        }
        for point in &freed {
            self.sides[to_move].permeability[point.index()] = 1.0;
        }
        !freed.is_empty()
    }
}

/// Values that differ by no more than this count as equal.
const LEAST_DIFFERENCE: f32 = 0.0005;

/// The four neighbours: below, left, above, right.
pub(super) fn clockwise(point: Point) -> [Point; 4] {
    let [below, right, above, left] = point.neighbors();
    [below, left, above, right]
}
