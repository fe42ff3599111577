//! Eye spaces as graphs.

/// The most vertices that a graph may have.
pub const MAX_GRAPH: usize = 32;

/// A point of an eye space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EyeVertex {
    /// Its neighbours in the space, a bit for each vertex.
    pub neighbors: u32,
    /// Whether an attacker's stone there is connected to living stones.
    pub marginal: bool,
    /// Whether it holds an attacker's stone.
    pub stone: bool,
    /// Whether a defender's stone there touches the defender's stones around the space.
    pub anchored: bool,
}

impl EyeVertex {
    /// A point that lies on this number of board edges and has these neighbours in the space. All
    /// other neighbours on the board belong to the defender, but one of a marginal point, which is
    /// the attacker's.
    pub fn new(neighbors: u32, edge: u8, marginal: bool, stone: bool) -> Self {
        let others = u32::from(edge) + u32::from(marginal);
        Self {
            neighbors,
            marginal,
            stone,
            anchored: neighbors.count_ones() + others < 4,
        }
    }
}

/// An eye space: points with their neighbours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EyeGraph {
    vertices: Vec<EyeVertex>,
}

impl EyeGraph {
    /// The graph of these points. `None` if they are more than [`MAX_GRAPH`], or if their
    /// neighbours are not mutual.
    pub fn new(vertices: Vec<EyeVertex>) -> Option<Self> {
        let mutual = |(at, vertex): (usize, &EyeVertex)| {
            bits(vertex.neighbors).all(|other| {
                let back = vertices.get(other);
                other != at && back.is_some_and(|back| back.neighbors >> at & 1 != 0)
            })
        };
        let good = vertices.len() <= MAX_GRAPH && vertices.iter().enumerate().all(mutual);
        good.then_some(Self { vertices })
    }

    /// The points.
    pub fn vertices(&self) -> &[EyeVertex] {
        &self.vertices
    }

    /// The points that hold attacker's stones.
    pub fn stones(&self) -> u32 {
        self.select(|vertex| vertex.stone)
    }

    /// The same space with attacker's stones on exactly these points.
    #[must_use]
    pub fn with_stones(mut self, stones: u32) -> Self {
        for (at, vertex) in self.vertices.iter_mut().enumerate() {
            vertex.stone = stones >> at & 1 != 0;
        }
        self
    }

    /// Whether each chain of attackers has an empty point next to it, if they stand on these
    /// points. Stones without such a liberty must have others outside, which the game does not
    /// know: it never captures them.
    pub fn has_liberties(&self, stones: u32) -> bool {
        let mut rest = stones;
        while rest != 0 {
            let chain = self.connected(rest & rest.wrapping_neg(), stones);
            rest &= !chain;
            if self.beside(chain) & !stones == 0 {
                return false;
            }
        }
        true
    }

    /// The points with a property.
    pub(super) fn select(&self, property: impl Fn(&EyeVertex) -> bool) -> u32 {
        let all = self.vertices.iter().enumerate();
        all.filter(|(_, vertex)| property(vertex))
            .fold(0, |set, (at, _)| set | 1 << at)
    }

    /// The points next to any of these.
    pub(super) fn beside(&self, points: u32) -> u32 {
        bits(points).fold(0, |all, at| all | self.vertices[at].neighbors)
    }

    /// The points of `among` that are connected with these, which belong to them.
    pub(super) fn connected(&self, mut points: u32, among: u32) -> u32 {
        let mut fresh = points;
        while fresh != 0 {
            fresh = self.beside(fresh) & among & !points;
            points |= fresh;
        }
        points
    }
}

/// The numbers of the bits that are set, ascending.
pub(super) fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (at < 32).then_some(at as usize)
    })
}
