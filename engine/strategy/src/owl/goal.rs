//! The marks of a search: the goal, its friends, and the strings around it.

use std::hash::{DefaultHasher, Hash, Hasher};

use katachi_board::{Board, Color, Point, PointSet};
use katachi_matcher::DragonStatus;

use crate::dragons::Dragons;

/// A string of more stones than this beside the goal connects with its dragon.
const MANY_STONES: usize = 2;

/// How a stone that the defender plays belongs to the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Joins {
    /// Only if its string already belongs to it.
    No,
    /// If its superstring does.
    Perhaps,
    /// In any case, with its superstring.
    Yes,
}

/// The marks of a position of the search.
#[derive(Clone, Debug)]
pub(crate) struct Goal {
    /// The side of the goal.
    pub color: Color,
    /// The stones that the question is about.
    pub first: PointSet,
    /// The stones that have joined them.
    pub added: PointSet,
    /// All points where a stone of the goal has stood.
    pub ever: PointSet,
    /// Friendly strings near the goal.
    friends: PointSet,
    /// Attacker strings whose capture connects the goal to life.
    pub boundary: PointSet,
    /// A stone of the string that stands for the goal.
    pub origin: Point,
    /// The moves of the defender on this line that only run.
    pub escapes: u8,
}

impl Goal {
    /// The marks for these stones.
    pub fn new(board: &Board, dragons: &Dragons, color: Color, stones: PointSet) -> Self {
        let origin = stones
            .first()
            .unwrap_or(Point::new(0, 0).expect("the first point"));
        let friends = friends(board, color, &stones);
        Self {
            color,
            first: stones,
            added: PointSet::EMPTY,
            ever: stones,
            friends,
            boundary: boundary(board, dragons, color, &stones, &friends),
            origin,
            escapes: 0,
        }
    }

    /// The stones of the goal.
    pub fn stones(&self) -> PointSet {
        self.first | self.added
    }

    /// What results depend on besides the position.
    pub fn hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.first, self.added, self.boundary, self.escapes).hash(&mut hasher);
        hasher.finish()
    }

    /// Takes captured stones out.
    pub fn refresh(&mut self, board: &Board) {
        let own = board.stones(self.color);
        self.first &= *own;
        self.added &= *own;
        self.boundary &= *board.stones(!self.color);
        if !self.first.contains(self.origin)
            && let Some(stone) = self.first.first()
        {
            self.origin = stone;
        }
    }

    /// Adds the stones that the defender's move here joins to the goal. `superstring` has the
    /// stones that are as good as connected to it.
    pub fn join(&mut self, board: &Board, point: Point, joins: Joins, superstring: &PointSet) {
        let Some(string) = board.chain(point) else {
            return;
        };
        let mut stones: PointSet = string.stones().collect();
        let joined = match joins {
            Joins::No => stones.intersects(&self.stones()),
            Joins::Perhaps => {
                stones |= *superstring;
                stones.intersects(&self.stones())
            }
            Joins::Yes => {
                stones |= *superstring;
                true
            }
        };
        if joined {
            self.add(&stones);
        }
    }

    /// Adds stones.
    pub fn add(&mut self, stones: &PointSet) {
        self.added |= *stones - self.first;
        self.ever |= *stones;
    }

    /// Marks the string of the stone that the attacker has played here.
    pub fn surround(&mut self, board: &Board, dragons: &Dragons, point: Point) {
        let near = point.neighbors();
        let is_marked = near.iter().any(|near| self.boundary.contains(*near));
        let own = self.stones() | self.friends;
        let meets_life = near.iter().any(|&near| {
            let lives = |stone| {
                let dragon = dragons.at(stone);
                dragon.is_some_and(|one| one.crude_status == DragonStatus::Alive)
            };
            board.at(near).is(self.color) && !own.contains(near) && lives(near)
        });
        if (is_marked || meets_life)
            && let Some(string) = board.chain(point)
        {
            self.boundary.extend(string.stones());
        }
    }
}

/// The strings two points away in a straight line over an empty point, or diagonally with an empty
/// point between.
fn friends(board: &Board, color: Color, stones: &PointSet) -> PointSet {
    let (own, empty) = (*board.stones(color), *board.empty());
    let mut friends = PointSet::EMPTY;
    for stone in stones {
        let near = stone.neighbors();
        for (at, point) in near.into_iter().enumerate() {
            if !empty.contains(point) {
                continue;
            }
            // The gap is on the board, so the points behind it are in the grid.
            let around = point.neighbors();
            for (side, other) in around.into_iter().enumerate() {
                if side != (at + 2) % 4 && own.contains(other) && !stones.contains(other) {
                    friends.insert(other);
                }
            }
        }
    }
    let strings = board.chains_at(&friends);
    strings.flat_map(|string| string.stones()).collect()
}

/// The attacker's strings that stand between the goal and other living stones of its side.
fn boundary(
    board: &Board,
    dragons: &Dragons,
    color: Color,
    stones: &PointSet,
    friends: &PointSet,
) -> PointSet {
    let own = *stones | *friends;
    let near = own.with_surroundings();
    let others = *board.stones(color) - own;
    let mut boundary = PointSet::EMPTY;
    for string in board.chains() {
        if string.color() == color {
            continue;
        }
        let body: PointSet = string.stones().collect();
        let marked = if body.intersects(&near) {
            (body.with_surroundings() & others).iter().any(|stone| {
                let Some(dragon) = dragons.at(stone) else {
                    return false;
                };
                let size = board.chain(stone).map_or(0, |string| string.len());
                dragon.crude_status == DragonStatus::Alive
                    || dragon.crude_status != DragonStatus::Dead && size > MANY_STONES
            })
        } else {
            let goal = stones.first().and_then(|stone| dragons.place(stone));
            let mut hostile = dragons
                .at(string.origin())
                .into_iter()
                .flat_map(|dragon| dragons.hostile(dragon));
            hostile.any(|other| dragons.place(other.origin) != goal)
        };
        if marked {
            boundary |= body;
        }
    }
    boundary
}
