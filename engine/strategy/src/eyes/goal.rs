//! The eyes of a goal: the stones whose life a search reads.
//!
//! Only the spaces that the goal surrounds count, and a search asks in every position. So only
//! these are examined, and each gets a cautious number as well: the eyes that are left when the
//! opponent gets every marginal point and every half eye. The rules and numbers are those of GNU Go
//! 3.8.

use katachi_board::{Board, Color, Point, PointSet};
use katachi_image::eyes::EyeValue;

use super::domains::Domains;
use super::facts::Facts;
use super::shapes::Shapes;
use super::spaces;
use super::table::{EyeSpace, Eyes};
use super::topology;
use super::value::Appraiser;

/// The fewest contacts of a goal with a space that counts for it.
const FEWEST_CONTACTS: usize = 2;
/// Other stones with more contacts than this, and three times less than the goal, make the space
/// doubtful.
const MANY_FOREIGN: usize = 5;
/// A space of more points than this gives more than two eyes: if it has no margins, and if it has.
const BULK: [usize; 2] = [7, 9];

/// The eye spaces of a goal's side, those of the goal with values.
#[derive(Clone, Debug)]
pub struct GoalEyes {
    color: Color,
    eyes: Eyes,
    /// The spaces of the goal.
    own: Vec<GoalSpace>,
}

/// An eye space of a goal.
#[derive(Clone, Debug)]
pub struct GoalSpace {
    /// The space with its value.
    pub space: EyeSpace,
    /// The eyes that it surely gives.
    pub least: u8,
    /// A point that decides although the value is not urgent: the margin with the most neighbours.
    pub margin: Option<Point>,
}

impl GoalEyes {
    /// The spaces of the goal.
    pub fn own(&self) -> &[GoalSpace] {
        &self.own
    }

    /// The goal's space at a point.
    pub fn at(&self, point: Point) -> Option<&GoalSpace> {
        (self.own.iter()).find(|one| one.space.points.contains(point))
    }

    /// All eye spaces of the goal's side, and what the diagonals of their ends say. Only the goal's
    /// spaces have values.
    pub fn all(&self) -> &Eyes {
        &self.eyes
    }

    /// Whether a point lies in an eye space of the goal's side and is not marginal.
    pub fn is_proper(&self, point: Point) -> bool {
        self.eyes.is_proper(self.color, point)
    }
}

/// The contacts of stones with a space: pairs of a stone and a proper point around it.
fn contacts(stones: &PointSet, proper: &PointSet) -> usize {
    let near = *stones & proper.with_surroundings();
    let around = |stone: Point| {
        let mut one = PointSet::EMPTY;
        one.insert(stone);
        (one.with_surroundings() & *proper).len()
    };
    near.iter().map(around).sum()
}

/// The eyes of these stones of a colour. It plays trial moves and takes them back.
pub fn examine_goal(
    facts: &mut impl Facts,
    shapes: &mut Shapes<'_>,
    color: Color,
    goal: &PointSet,
) -> GoalEyes {
    let domains = Domains::of(facts);
    let all: PointSet = facts.board().size().points().collect();
    let open = all - facts.lively();
    let mut eyes = Eyes::new(spaces::cut_for(color, &open, &domains));
    let is_near = |space: &&EyeSpace| contacts(goal, &space.proper()) >= FEWEST_CONTACTS;
    let near = eyes.spaces().filter(is_near);
    let points = near.fold(PointSet::EMPTY, |set, space| set | space.proper());
    topology::examine_points(facts, &mut eyes, color, &points);
    let again = spaces::cut_again(eyes.spaces(), &points);
    let eyes = eyes.with_spaces(again);
    let others = *facts.board().stones(color) - *goal;
    let mut own = Vec::new();
    for space in eyes.spaces().filter(is_near) {
        let mut found = appraise(facts, shapes, &eyes, space);
        let proper = found.space.proper();
        let (inside, outside) = (contacts(goal, &proper), contacts(&others, &proper));
        if inside < outside || inside < 3 * outside && outside > MANY_FOREIGN {
            found.least = 0;
        }
        own.push(found);
    }
    GoalEyes { color, eyes, own }
}

/// A space of the goal with its value.
fn appraise(
    facts: &mut impl Facts,
    shapes: &mut Shapes<'_>,
    eyes: &Eyes,
    space: &EyeSpace,
) -> GoalSpace {
    let mut appraiser = Appraiser::new(facts, shapes, eyes);
    let halves = appraiser.halves(space);
    let known = appraiser.appraise_known(space);
    let mut space = space.clone();
    let board = facts.board();
    let (least, margin) = match known {
        Some(known) => {
            known.give(&mut space);
            (of_known(board, &space, &halves), None)
        }
        None => by_size(board, &mut space, &halves),
    };
    let solid = ((space.points - halves) & *board.stones(!space.color)).len();
    GoalSpace {
        least: least.max(u8::from(solid >= 2).min(space.value.min_eyes())),
        space,
        margin,
    }
}

/// The sure eyes of a space of known value.
fn of_known(board: &Board, space: &EyeSpace, halves: &PointSet) -> u8 {
    let is_ko = |point: Point| board.is_ko_point(point);
    if space.points.len() == 1 && space.points.iter().any(is_ko) {
        return 0;
    }
    let doubtful = space.margins.len() + halves.len();
    usize::from(space.value.min_eyes()).saturating_sub(doubtful) as u8
}

/// Gives a large space a value by its size. Returns its sure eyes, and its vital margin.
fn by_size(board: &Board, space: &mut EyeSpace, halves: &PointSet) -> (u8, Option<Point>) {
    let (points, margins) = (space.points.len(), space.margins.len());
    let beside = (space.margins & space.margins.neighbors()).len();
    let size = (points + halves.len()).saturating_sub(2 * margins + beside);
    let bulk = BULK[usize::from(margins > 0)];
    let (value, least) = match size {
        0 if points > margins + 2 => ([0, 0, 1, 1], 0),
        0 => ([0; 4], 0),
        1..=3 => ([1; 4], u8::from(margins == 0)),
        _ if size > bulk => {
            let eyes = (2 + (size.saturating_sub(8)) / 2).min(8) as u8;
            ([eyes; 4], eyes)
        }
        _ => ([2; 4], 1),
    };
    space.value = EyeValue(value);
    // The first among equals.
    let vital = ((space.margins & *board.empty()).iter())
        .min_by_key(|point| std::cmp::Reverse(space.neighbors(*point)))
        .filter(|_| value[2] != least);
    (least, vital)
}
