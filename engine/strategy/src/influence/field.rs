//! The field on which influence spreads: sources, and what is in their way.

use katachi_board::{Board, BoardSize, ByColor, Color, Point, PointSet};

use super::Layer;
use super::stones::Stones;

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

/// What influence prefers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Nothing: the values were fitted to what games and teachers say.
    #[default]
    Usual,
    /// The centre: influence reaches further, and less of it makes territory there. It fades as the
    /// board fills.
    Cosmic,
}

impl Style {
    /// The least board that has a centre worth preferring.
    const LEAST_SIZE: usize = 13;

    /// The share of the board's points with stones at which the preference has faded.
    const FADED_AT: f32 = 0.4;

    /// How much the centre is preferred on this board, from 0 to 1.
    fn weight(self, board: &Board) -> f32 {
        if self == Self::Usual || board.size().get() < Self::LEAST_SIZE {
            return 0.0;
        }
        let filled = board.all_stones().count() as f32 / board.size().area() as f32;
        (1.0 - (filled / Self::FADED_AT).powi(2)).max(0.0)
    }
}

/// The part of the attenuation that the centre's preference takes off.
const LIGHTER: f32 = 0.1;

/// The part of the influence that a mark `!` lets through.
const WEAK_BARRIER: f32 = 0.7;

/// The sources of one side, and what is in the way of its influence.
#[derive(Clone, Debug, PartialEq)]
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
pub(super) struct Intrusion {
    pub stone: Point,
    pub point: Point,
    pub strength: f32,
}

/// The stones, sources and barriers of a run before it starts.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    pub(super) size: BoardSize,
    pub(super) form: Form,
    pub(super) to_move: Option<Color>,
    pub(super) stones: ByColor<PointSet>,
    pub(super) empty: PointSet,
    pub(super) safe: PointSet,
    pub(super) sides: Box<ByColor<Side>>,
    pub(super) intrusions: Vec<Intrusion>,
    /// How much the centre is preferred, from 0 to 1.
    pub(super) for_center: f32,
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
            for_center: 0.0,
        }
    }

    /// The field of this board as the style has it. Call it before patterns add anything.
    #[must_use]
    pub fn with_style(mut self, style: Style, board: &Board) -> Self {
        self.for_center = style.weight(board);
        for color in Color::BOTH {
            for attenuation in &mut self.sides[color].attenuation {
                *attenuation *= 1.0 - LIGHTER * self.for_center;
            }
        }
        self
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
}

/// The four neighbours: below, left, above, right.
pub(crate) fn clockwise(point: Point) -> [Point; 4] {
    let [below, right, above, left] = point.neighbors();
    [below, left, above, right]
}
