//! Eyes as data: eye spaces, half eyes, and the table of them.

use std::collections::BTreeMap;

use katachi_board::{ByColor, Color, Point, PointSet};
use katachi_image::eyes::EyeValue;

/// An eye space: connected points of a side's domain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EyeSpace {
    /// The side that may get eyes there.
    pub color: Color,
    /// The first of its points in board order; it names the space.
    pub origin: Point,
    /// Its points: empty, or holding stones that are not lively.
    pub points: PointSet,
    /// The marginal points among them: no eye space after an opponent's move there.
    pub margins: PointSet,
    /// The number of eyes that it is worth.
    pub value: EyeValue,
    /// The best move that lowers the value, if the value is urgent.
    pub attack: Option<Point>,
    /// The best move that raises the value, if the value is urgent.
    pub defense: Option<Point>,
    /// Up to three moves that lower the value.
    pub attacks: Vec<Point>,
    /// Up to three moves that raise the value.
    pub defenses: Vec<Point>,
}

impl EyeSpace {
    /// The points that are not marginal.
    pub fn proper(&self) -> PointSet {
        self.points - self.margins
    }

    /// The number of the point's neighbours in the space.
    pub fn neighbors(&self, point: Point) -> usize {
        count(point, &self.points)
    }

    /// The number of the point's marginal neighbours in the space.
    pub fn marginal_neighbors(&self, point: Point) -> usize {
        count(point, &self.margins)
    }
}

/// What a point is worth as an eye, by its diagonals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EyeKind {
    /// It can become a real eye.
    Proper,
    /// It becomes an eye or a false one; whoever moves first decides.
    Half,
    /// It is a false eye.
    False,
}

/// A point at the end of an eye space, and what its diagonals say.
#[derive(Clone, Debug, PartialEq)]
pub struct HalfEye {
    /// The sum over the diagonals, 0 to 8.
    pub sum: f32,
    /// What the sum means.
    pub kind: EyeKind,
    /// Up to four moves that make it a false eye. The best come first; points may repeat.
    pub attacks: Vec<Point>,
    /// Up to four moves that make it a real eye.
    pub defenses: Vec<Point>,
}

/// The number of a point's neighbours that lie in a set.
fn count(point: Point, set: &PointSet) -> usize {
    let near = point.neighbors().into_iter();
    near.filter(|near| set.contains(*near)).count()
}

/// The index of no space.
const NONE: u16 = u16::MAX;

/// The eye spaces of both sides, with half and false eyes.
#[derive(Clone, Debug)]
pub struct Eyes {
    /// In the order of their origins, Black's before White's.
    spaces: Vec<EyeSpace>,
    /// For each side and point of the grid, the index of its space; [`NONE`] elsewhere.
    at: ByColor<Vec<u16>>,
    /// All points whose diagonals were examined.
    topology: BTreeMap<Point, HalfEye>,
}

impl Eyes {
    /// A table of these spaces, which do not overlap for one side, without half eyes.
    pub(super) fn new(mut spaces: Vec<EyeSpace>) -> Self {
        spaces.sort_by_key(|space| (space.origin, space.color));
        let none = || vec![NONE; Point::LIMIT];
        let mut at = ByColor {
            black: none(),
            white: none(),
        };
        for (index, space) in spaces.iter().enumerate() {
            for point in &space.points {
                at[space.color][point.index()] = index as u16;
            }
        }
        Self {
            spaces,
            at,
            topology: BTreeMap::new(),
        }
    }

    /// The same points and half eyes in other spaces.
    #[must_use]
    pub(super) fn with_spaces(self, spaces: Vec<EyeSpace>) -> Self {
        Self {
            topology: self.topology,
            ..Self::new(spaces)
        }
    }

    /// The eye space of this side at a point.
    pub fn space(&self, color: Color, point: Point) -> Option<&EyeSpace> {
        let index = *self.at[color].get(point.index())?;
        self.spaces.get(usize::from(index))
    }

    /// All eye spaces in the order of their origins, Black's before White's.
    pub fn spaces(&self) -> impl ExactSizeIterator<Item = &EyeSpace> {
        self.spaces.iter()
    }

    /// The half or false eye on a point.
    pub fn half_eye(&self, point: Point) -> Option<&HalfEye> {
        (self.topology.get(&point)).filter(|half_eye| half_eye.kind != EyeKind::Proper)
    }

    /// What the diagonals of a point say, if it lies at the end of an eye space.
    pub fn topology(&self, point: Point) -> Option<&HalfEye> {
        self.topology.get(&point)
    }

    /// The points of a side's eye spaces that are not marginal.
    pub fn proper(&self, color: Color) -> PointSet {
        let own = self.spaces.iter().filter(|space| space.color == color);
        own.fold(PointSet::EMPTY, |set, space| set | space.proper())
    }

    /// Whether a point lies in an eye space of this side and is not marginal.
    pub fn is_proper(&self, color: Color, point: Point) -> bool {
        (self.space(color, point)).is_some_and(|space| !space.margins.contains(point))
    }

    /// Notes what the diagonals of a point say.
    pub(super) fn add_topology(&mut self, point: Point, half_eye: HalfEye) {
        self.topology.insert(point, half_eye);
    }

    /// Makes a false eye marginal.
    pub(super) fn make_marginal(&mut self, color: Color, point: Point) {
        let index = usize::from(self.at[color][point.index()]);
        if let Some(space) = self.spaces.get_mut(index) {
            space.margins.insert(point);
        }
    }

    pub(super) fn spaces_mut(&mut self) -> std::slice::IterMut<'_, EyeSpace> {
        self.spaces.iter_mut()
    }
}
