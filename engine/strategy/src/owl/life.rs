//! The estimate of a goal's life in a position, without playing moves for either side.

use katachi_board::{Board, Color, Outcome, Point, PointSet};
use katachi_image::eyes::EyeValue;
use katachi_tactics::reading::Reader;

use super::goal::Joins;
use super::lunch::Lunch;
use crate::eyes::{EyeKind, GoalEyes, GoalSpace};

/// The highest value of vital points of eyes on one point.
const HIGHEST: f32 = 98.0;
/// What the attacker's vital points are worth more.
const ATTACKER: f32 = 5.0;
/// What a lunch is worth less if it is captured in a ko only.
const KO_LUNCH: f32 = 10.0;

/// A move that a side may try.
#[derive(Clone, Debug)]
pub(crate) struct Move {
    pub point: Point,
    /// How promising it is, 0 to 100.
    pub value: f32,
    pub joins: Joins,
    /// Own stones that join the goal with it.
    pub with: PointSet,
    /// Whether it only runs.
    pub escapes: bool,
    /// Goal stones that the attacker may cut apart with it.
    pub cuts: PointSet,
    /// The lunch that it captures.
    pub lunch: Option<PointSet>,
}

impl Move {
    /// A move that belongs to the goal only if it connects to it.
    pub fn plain(point: Point, value: f32) -> Self {
        Self {
            point,
            value,
            joins: Joins::Perhaps,
            with: PointSet::EMPTY,
            escapes: false,
            cuts: PointSet::EMPTY,
            lunch: None,
        }
    }
}

/// Which side looks for moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Role {
    Attacker,
    Defender,
}

impl Role {
    /// The side that has this role about a dragon of this colour.
    pub fn side(self, owner: Color) -> Color {
        match self {
            Self::Attacker => !owner,
            Self::Defender => owner,
        }
    }

    /// The role of the other side.
    pub const fn other(self) -> Self {
        match self {
            Self::Attacker => Self::Defender,
            Self::Defender => Self::Attacker,
        }
    }
}

/// What the eyes and lunches of a goal say about its life.
#[derive(Clone, Debug)]
pub(crate) struct Life {
    /// The eyes that it surely gets.
    pub least: u8,
    /// The eyes that it probably gets.
    pub probable: EyeValue,
    /// The eyes that it gets whoever wins the kos: without lunches that a ko decides.
    pub settled: u8,
    /// The most eyes that it can hope for.
    pub most: u8,
    /// The vital moves of the side that looks, the most promising first.
    pub vital: Vec<Move>,
}

impl Life {
    /// The sums of eyes and lunches, without vital moves.
    pub fn of(eyes: &GoalEyes, lunches: &[Lunch]) -> Self {
        let spaces = || eyes.own().iter();
        let of_spaces: EyeValue = spaces().map(|one| one.space.value).sum();
        let eaten = lunches.iter().filter(|lunch| lunch.is_defendable());
        let value = |lunch: &Lunch| {
            let [_, probable, _] = lunch.eyes;
            EyeValue([0, 0, probable, probable])
        };
        let with = |sum: EyeValue, lunch: &Lunch| sum + value(lunch);
        let without_kos = (eaten.clone()).filter(|lunch| lunch.attack.outcome == Outcome::Win);
        let most_of_lunches: u8 = eaten.clone().map(|lunch| lunch.eyes[2]).sum();
        let double_threats: u8 = spaces().map(|one| one.space.value.0[3]).sum();
        let several = spaces().count() >= 2 && double_threats > 1;
        Self {
            least: spaces().map(|one| one.least).sum(),
            probable: eaten.clone().fold(of_spaces, with),
            settled: without_kos.fold(of_spaces, with).min_eyes(),
            most: most_of_lunches + of_spaces.max_eyes() + u8::from(several),
            vital: Vec::new(),
        }
    }

    /// Adds a vital move; values of one point add up.
    pub fn add(&mut self, found: Move, highest: f32) {
        match self.vital.iter_mut().find(|one| one.point == found.point) {
            Some(known) => {
                known.value = (known.value + found.value).min(highest.max(known.value));
                known.lunch = known.lunch.or(found.lunch);
            }
            None => self.vital.push(found),
        }
    }

    /// Orders the vital moves.
    pub fn sort(&mut self) {
        self.vital.sort_by(|a, b| b.value.total_cmp(&a.value));
    }

    /// Adds the vital points of the spaces.
    pub fn add_eyes(
        &mut self,
        eyes: &GoalEyes,
        role: Role,
        mut is_useful: impl FnMut(Point) -> bool,
    ) {
        for one in eyes.own() {
            let Some(value) = urgency(one) else {
                continue;
            };
            let vital = match role {
                Role::Attacker => one.space.attack,
                Role::Defender => one.space.defense,
            };
            let more = match role {
                Role::Attacker => ATTACKER,
                Role::Defender => 0.0,
            };
            if let Some(point) = vital.or(one.margin).filter(|point| is_useful(*point)) {
                self.add(Move::plain(point, value + more), HIGHEST);
            }
        }
    }

    /// Adds the moves that capture or save lunches.
    pub fn add_lunches(&mut self, lunches: &[Lunch], role: Role) {
        for lunch in lunches.iter().filter(|lunch| lunch.is_defendable()) {
            let stones = lunch.stones.len() as f32;
            let [_, probable, most] = lunch.eyes;
            let mut value = match (probable, most) {
                (0, _) if lunch.stones.len() == 1 => continue,
                (0, _) => 20.0,
                (1, 1) => 60.0 + stones,
                (1, _) => 70.0 + stones,
                _ => 75.0 + stones,
            };
            if lunch.attack.outcome != Outcome::Win {
                value -= KO_LUNCH;
            }
            let reading = match role {
                Role::Attacker => lunch.defense,
                Role::Defender => lunch.attack,
            };
            let Some(point) = reading.point else {
                continue;
            };
            let is_taken = role == Role::Defender && lunch.attack.outcome == Outcome::Win;
            let found = Move {
                lunch: is_taken.then_some(lunch.stones),
                ..Move::plain(point, value)
            };
            self.add(found, HIGHEST);
        }
    }
}

/// How urgent a move in a space is; `None` if none is needed.
fn urgency(one: &GoalSpace) -> Option<f32> {
    let [_, least, most, _] = one.space.value.0;
    let (spread, doubt) = (most - least, most.saturating_sub(one.least));
    match (spread, doubt) {
        (0, 0) => None,
        (0, 2..) => Some(40.0),
        (0, _) => Some(30.0),
        (2.., _) => Some(70.0),
        (_, 2..) => Some(60.0),
        _ => Some(50.0),
    }
}

/// What makes the capture of a lunch more than an eye.
pub(super) struct Feast<'a> {
    pub board: &'a Board,
    /// The goal.
    pub goal: &'a PointSet,
    /// Strings of the attacker whose capture connects the goal to life.
    pub boundary: &'a PointSet,
    /// What each point is worth to a goal that runs.
    pub escape: &'a [u8],
    pub eyes: &'a GoalEyes,
}

impl Feast<'_> {
    /// The eyes that the capture of a lunch gives: at least, probably, at most. `route` says how
    /// well the goal could run with more stones; `is_false` whether a point is a false eye by its
    /// diagonals.
    pub fn eyes_by(
        &self,
        lunch: &Lunch,
        route: impl Fn(&PointSet) -> u32,
        mut is_false: impl FnMut(Point) -> bool,
    ) -> [u8; 3] {
        let board = self.board;
        if lunch.stones.intersects(self.boundary) || self.opens_a_way(lunch) {
            return [2; 3];
        }
        let is_second_line_corner = |point: Point| {
            let last = board.size().get() - 1;
            let near = |at: usize| at.min(last - at);
            let (row, col) = (near(point.row()), near(point.col()));
            row.min(col) == 0 && row.max(col) == 1
        };
        let mut any_false = || lunch.stones.iter().any(&mut is_false);
        let mut eyes: [u8; 3] = match lunch.stones.len() {
            1 if any_false() => [0; 3],
            2 if !lunch.stones.iter().any(is_second_line_corner) && any_false() => [0; 3],
            1 | 2 => [0, 1, 1],
            3 | 4 => [0, 1, 2],
            5 | 6 => [1, 2, 2],
            _ => [2; 3],
        };
        if eyes[0] < 2 {
            let is_poor = |point: &Point| {
                let half = self.eyes.all().half_eye(*point);
                half.is_some_and(|half| half.kind != EyeKind::Proper)
            };
            let diagonals = lunch.stones.iter().flat_map(Point::diagonals);
            let more = diagonals.filter(is_poor).count().min(4) as u8;
            let add = [more / 2, more, more.div_ceil(2)];
            for (eyes, add) in eyes.iter_mut().zip(add) {
                *eyes = (*eyes + add).min(2);
            }
            eyes[1] = eyes[1].max(eyes[0]);
            eyes[2] = eyes[2].max(eyes[1]);
        }
        if eyes[1] < 2 {
            self.add_way_out(lunch, route, &mut eyes);
        }
        eyes
    }

    /// Whether a capture opens a way out: a liberty that is worth something to a goal that runs,
    /// away from the goal.
    fn opens_a_way(&self, lunch: &Lunch) -> bool {
        let Some(stone) = lunch.stones.first() else {
            return false;
        };
        let Some(chain) = self.board.chain(stone) else {
            return false;
        };
        let runner = !chain.color();
        chain.each_liberty().any(|liberty| {
            let is_far = !self.goal.with_surroundings().contains(liberty);
            let worth = self
                .escape
                .get(liberty.index())
                .is_some_and(|value| *value > 0);
            worth && is_far && !self.board.is_self_atari(runner, liberty)
        })
    }

    /// A capture may connect the goal to friends who can run.
    fn add_way_out(&self, lunch: &Lunch, route: impl Fn(&PointSet) -> u32, eyes: &mut [u8; 3]) {
        let Some(chain) = lunch
            .stones
            .first()
            .and_then(|stone| self.board.chain(stone))
        else {
            return;
        };
        let friends: PointSet = (chain.neighbors())
            .filter(|near| !self.goal.contains(near.origin()))
            .flat_map(|near| near.stones())
            .collect();
        if friends.is_empty()
            || lunch
                .stones
                .iter()
                .any(|stone| self.board.is_ko_point(stone))
        {
            return;
        }
        let before = route(self.goal);
        if before >= 5 {
            return;
        }
        let after = route(&(*self.goal | friends));
        if after < before + 3 {
            return;
        }
        if after >= 8 || before == 0 && after >= 5 {
            (eyes[1], eyes[2]) = (2, 2);
        } else {
            eyes[2] = (eyes[2] + 1).min(2);
        }
    }
}

/// Whether the defender gains by a vital point: it must not fill an eye or throw a stone away.
pub(super) fn is_useful_defense(
    board: &mut Board,
    reader: &mut Reader,
    goal: &PointSet,
    point: Point,
) -> bool {
    let Some(color) = goal.first().and_then(|stone| board.at(stone).color()) else {
        return false;
    };
    let touches = point
        .neighbors()
        .into_iter()
        .any(|near| goal.contains(near));
    if !touches || !board.is_self_atari(color, point) {
        return true;
    }
    board.ko_capture(color, point).is_some()
        || reader.safe_move(board, color, point) != Outcome::Lose
}
