//! Dragons as data: what is known about each group of strings, and the table of them.

use katachi_board::{Board, Color, Point, PointSet};
use katachi_image::Classes;
use katachi_image::eyes::EyeValue;
use katachi_matcher::{DragonStatus, Hull, Surround};
use katachi_tactics::reading::Reading;

use super::cuts::Cuts;
use super::life::Life;
use super::race::Races;
use super::surround::{Ring, Scene};
use super::weakness::{Lunch, Prospects};
use crate::influence::Stones;
use crate::worms::Worms;

/// A dragon: strings of one colour that are as good as connected.
#[derive(Clone, Debug)]
pub struct Dragon {
    /// The first stone of the string that names it.
    pub origin: Point,
    /// The colour of its stones.
    pub color: Color,
    /// Its stones.
    pub stones: PointSet,
    /// The origins of its strings, in the order in which they joined.
    pub strings: Vec<Point>,
    /// The sum of the effective sizes of its strings.
    pub effective_size: f32,
    /// The effective size, and what its weak neighbours lose with it.
    pub strategic_size: f32,
    /// The sum of the values of its eye spaces, those excepted that it shares with other dragons.
    pub genus: EyeValue,
    /// The first vital point of its most urgent eye space.
    pub heye: Option<Point>,
    /// The opponent string that it can capture.
    pub lunch: Option<Lunch>,
    /// How well it can run: 0 if it is surrounded, half of its way out if it is weakly surrounded.
    pub escape_route: u32,
    /// What the rough estimate says about its life.
    pub crude_status: DragonStatus,
    /// How safe it is.
    pub safety: Safety,
    /// Its weakness from 0, strong, to 1, if nothing blocks its way out.
    pub crude_weakness: f32,
    /// Its weakness from 0, strong, to 1.
    pub weakness: f32,
    /// The hull of the hostile neighbours; `None` without hostile neighbours.
    pub ring: Option<Ring>,
    /// The points of its moyo.
    pub moyo_size: usize,
    /// The value of its moyo in points.
    pub moyo_value: f32,
    /// The indices of its neighbours, in the order in which they were found.
    pub neighbors: Vec<usize>,
    /// What reading says about its life; `None` if nobody has read it.
    pub life: Option<Life>,
    /// What reading says about its races; `None` if it is in none.
    pub races: Option<Races>,
    /// Whether most of its stones are expected to die
    /// ([`Position::expect_dead`](crate::Position::expect_dead)).
    pub is_doomed: bool,
    /// Whether it counts as unsettled although it is dead
    /// ([`Position::revive`](crate::Position::revive)).
    pub is_revived: bool,
    /// Whether it is a single string that is captured even if its owner moves first.
    pub(super) is_lost: bool,
}

/// How safe a dragon is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Safety {
    /// Nothing says that it dies.
    Alive,
    /// It dies whoever moves first, by reading.
    Dead,
    /// Whoever moves first decides whether it lives, by reading.
    Critical,
    /// It has three eyes, or a large moyo.
    StronglyAlive,
    /// It lives even if its owner always passes, or has two closed eye spaces.
    Invincible,
    /// Its life matters to nobody.
    Inessential,
    /// A single string that is captured even if its owner moves first.
    TacticallyDead,
}

impl Safety {
    /// Whether it is known without reading the life of the dragon.
    pub const fn is_known(self) -> bool {
        matches!(
            self,
            Self::TacticallyDead | Self::Inessential | Self::Invincible
        )
    }

    /// The words for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Alive => "alive",
            Self::Dead => "dead",
            Self::Critical => "critical",
            Self::StronglyAlive => "strongly alive",
            Self::Invincible => "invincible",
            Self::Inessential => "inessential",
            Self::TacticallyDead => "tactically dead",
        }
    }
}

impl Dragon {
    /// The number of its stones.
    pub fn size(&self) -> usize {
        self.stones.len()
    }

    /// What the rough estimates rest on.
    pub(super) fn prospects(&self) -> Prospects {
        Prospects {
            genus: self.genus,
            lunch: self.lunch,
            escape_route: self.escape_route,
            moyo_size: self.moyo_size,
            moyo_value: self.moyo_value,
            is_lost: self.is_lost,
        }
    }

    /// Whether it lives, as patterns ask.
    ///
    /// If nobody has read its life, a crude status that it is dead or critical is a suspicion: in
    /// professional games half of the dragons with the first, and one of eight with the second, die
    /// (docs/dragons.md). Their status is unknown, unless somebody else expects them to die, too.
    pub fn status(&self) -> DragonStatus {
        if self.is_revived {
            return DragonStatus::Unknown;
        }
        if let Some(status) = self.status_by_races() {
            return status;
        }
        if let Some(life) = &self.life {
            return life.status;
        }
        match (self.safety, self.crude_status) {
            (Safety::TacticallyDead, _) => DragonStatus::Dead,
            (Safety::Invincible | Safety::StronglyAlive, _) | (_, DragonStatus::Alive) => {
                DragonStatus::Alive
            }
            _ if self.is_doomed => DragonStatus::Dead,
            _ => DragonStatus::Unknown,
        }
    }

    /// The status that its races give a dragon that dies otherwise, or one that may die and that no
    /// rival kills; `None` if its life or death is proven, or if races do not save it.
    pub fn status_by_races(&self) -> Option<DragonStatus> {
        let status = self.races.as_ref().and_then(Races::status)?;
        let is_open = (self.life.as_ref()).is_none_or(|life| {
            let saves = match life.status {
                DragonStatus::Dead => true,
                DragonStatus::Critical => status == DragonStatus::Alive,
                _ => false,
            };
            saves && !life.is_proven
        });
        is_open.then_some(status)
    }

    /// How it is killed, and how it is saved, if whoever moves first decides about its life: by the
    /// moves of its races if they decide.
    pub fn critical_moves(&self) -> Option<[Reading; 2]> {
        if self.status() != DragonStatus::Critical {
            return None;
        }
        let by_races = self.races.filter(|_| self.status_by_races().is_some());
        by_races.map_or_else(
            || self.life.map(|life| [life.attack, life.defense]),
            |races| Some([races.attack.reading, races.defense.reading]),
        )
    }

    /// Whether its life must be read. It need not be if it has room and ways out, if it can never
    /// be killed, or if its life is decided by reading its only string.
    pub fn needs_reading(&self) -> bool {
        let outside = Prospects {
            genus: EyeValue::default(),
            lunch: None,
            escape_route: self.escape_route.saturating_sub(DOUBTFUL_ROUTE),
            ..self.prospects()
        };
        let weak = (DOUBTFUL - DOUBTFUL_BY_SIZE * self.effective_size).max(LEAST_DOUBTFUL);
        self.safety != Safety::Invincible && outside.weakness() >= weak
    }

    /// How tightly it is surrounded.
    pub fn surround(&self) -> Surround {
        self.ring
            .as_ref()
            .map_or(Surround::Open, |ring| ring.status)
    }

    /// Where a point lies in the hull of those who surround it.
    pub fn hull(&self, point: Point) -> Hull {
        let closed = self
            .ring
            .as_ref()
            .filter(|ring| ring.status != Surround::Open);
        closed.map_or(Hull::Unknown, |ring| ring.place(point))
    }

    /// How weak it is by itself, from 0 to 1: what is sure about its life, or else what moyo,
    /// escape route and eyes say.
    pub fn weakness_alone(&self) -> f32 {
        decided_weakness(self.safety).unwrap_or_else(|| self.prospects().weakness())
    }

    /// How weak it would be, from 0 to 1, if it were joined to another dragon, and if both had this
    /// much more territory together, in points. What joins them leaves it its own way out.
    pub fn weakness_with(&self, other: &Self, more: f32) -> f32 {
        let joined = Prospects {
            genus: EyeValue(std::array::from_fn(|at| {
                self.genus.0[at].saturating_add(other.genus.0[at])
            })),
            lunch: self.lunch.or(other.lunch),
            moyo_value: self.moyo_value + other.moyo_value + more,
            ..self.prospects()
        };
        decided_weakness(other.safety).unwrap_or_else(|| joined.weakness())
    }

    /// Its weakness with what is not sure: each search for its life that its limit cut short makes
    /// it more likely that the opposite of what it found is true.
    pub(super) fn weakness_by_reading(&self) -> f32 {
        let mut weakness = self.weakness_alone();
        if let Some(life) = &self.life {
            for is_certain in [life.attack_is_certain, life.defense_is_certain] {
                if !is_certain {
                    weakness += UNCERTAIN * weakness.min(1.0 - weakness);
                }
            }
        }
        weakness
    }

    /// Whether it is weak.
    pub fn is_weak(&self) -> bool {
        self.weakness > WEAK
    }
}

/// The weakness of a dragon whose safety decides it.
fn decided_weakness(safety: Safety) -> Option<f32> {
    match safety {
        Safety::Invincible | Safety::Inessential => Some(0.0),
        Safety::TacticallyDead | Safety::Dead | Safety::Critical => Some(1.0),
        Safety::Alive | Safety::StronglyAlive => None,
    }
}

/// How far a search that was cut short moves the weakness towards the middle.
const UNCERTAIN: f32 = 0.25;

/// What of an escape route does not count if a dragon is to live without reading.
const DOUBTFUL_ROUTE: u32 = 10;
/// A dragon that is weaker than this without its eyes is read: this much less for each point of its
/// effective size, but at least the second number.
const DOUBTFUL: f32 = 0.32;
const DOUBTFUL_BY_SIZE: f32 = 0.01;
const LEAST_DOUBTFUL: f32 = 0.12;

/// A dead dragon thrashes along with one that is at most this many dragons away.
const THRASHING_DISTANCE: usize = 4;

/// A dragon with more weakness is weak.
const WEAK: f32 = 0.400_01;

/// The class letter of a pattern that refuses a stone whose dragon has this status. `O` and `o` are
/// about O's own stones, `X` and `x` about those of the other side.
pub fn refusal(classes: Classes, is_own: bool, status: DragonStatus) -> Option<char> {
    let letter = match (is_own, status) {
        (true, DragonStatus::Dead | DragonStatus::Critical) => 'O',
        (true, DragonStatus::Alive) => 'o',
        (false, DragonStatus::Dead) => 'X',
        (false, DragonStatus::Alive) => 'x',
        _ => return None,
    };
    classes.has(letter).then_some(letter)
}

/// All dragons of a position.
#[derive(Clone, Debug)]
pub struct Dragons {
    pub(super) list: Vec<Dragon>,
    /// For each point of the grid, the index of its dragon in `list`; [`NONE`] on empty points.
    pub(super) at: Vec<u16>,
    pub(super) cuts: Cuts,
    pub(super) lasting_false_eyes: PointSet,
}

/// The index of no dragon.
pub(super) const NONE: u16 = u16::MAX;

impl Dragons {
    /// The dragon on this point; `None` on an empty point.
    pub fn at(&self, point: Point) -> Option<&Dragon> {
        self.list.get(self.place(point)?)
    }

    /// The index of the dragon on this point; `None` on an empty point.
    pub fn place(&self, point: Point) -> Option<usize> {
        let place = *self.at.get(point.index())?;
        (place != NONE).then_some(place.into())
    }

    /// All dragons, in the order of their first stones.
    pub fn iter(&self) -> std::slice::Iter<'_, Dragon> {
        self.list.iter()
    }

    /// The dragon with this index.
    pub fn get(&self, place: usize) -> Option<&Dragon> {
        self.list.get(place)
    }

    /// Whether two stones belong to one dragon.
    pub fn are_joined(&self, a: Point, b: Point) -> bool {
        self.place(a)
            .is_some_and(|dragon| self.place(b) == Some(dragon))
    }

    /// Marks the dragons most of whose stones are in this set as doomed, and no others.
    pub(crate) fn expect_dead(&mut self, dead: &PointSet) {
        for dragon in &mut self.list {
            dragon.is_doomed = 2 * (dragon.stones & *dead).len() > dragon.stones.len();
        }
    }

    /// The same dragons with what reading says about their lives, in their order.
    #[must_use]
    pub(crate) fn with_lives(&self, lives: &[Option<Life>]) -> Self {
        let mut dragons = self.clone();
        for (dragon, life) in dragons.list.iter_mut().zip(lives) {
            dragon.life = *life;
            let status = life.map(|life| life.status);
            dragon.safety = match (dragon.safety, status) {
                (Safety::Alive | Safety::StronglyAlive, Some(DragonStatus::Dead)) => Safety::Dead,
                (Safety::Alive | Safety::StronglyAlive, Some(DragonStatus::Critical)) => {
                    Safety::Critical
                }
                (safety, _) => safety,
            };
        }
        dragons
    }

    /// The same dragons with what reading says about their races, in their order.
    #[must_use]
    pub(crate) fn with_races(&self, races: &[Option<Races>]) -> Self {
        let mut dragons = self.clone();
        for (dragon, races) in dragons.list.iter_mut().zip(races) {
            dragon.races = *races;
            dragon.safety = match (dragon.safety, dragon.status_by_races()) {
                (Safety::Invincible | Safety::Inessential, _) | (_, None) => dragon.safety,
                (_, Some(DragonStatus::Critical)) => Safety::Critical,
                (_, Some(_)) => Safety::Alive,
            };
        }
        dragons
    }

    /// The same dragons, those with a stone in this set revived if they are dead.
    #[must_use]
    pub(crate) fn with_revived(&self, stones: &PointSet) -> Self {
        let mut dragons = self.clone();
        for dragon in &mut dragons.list {
            dragon.is_revived =
                dragon.status() == DragonStatus::Dead && dragon.stones.intersects(stones);
            if dragon.is_revived {
                dragon.safety = Safety::Alive;
            }
        }
        dragons
    }

    /// The stones that a side thrashes around with, if it played here last: those of the dead
    /// dragon of this stone, and of dead dragons beside it, up to four dragons away.
    pub fn thrashing(&self, last: Point) -> PointSet {
        let is_dead = |place: &usize| self.list[*place].status() == DragonStatus::Dead;
        let mut found: Vec<usize> = self.place(last).filter(is_dead).into_iter().collect();
        for _ in 0..THRASHING_DISTANCE {
            for place in found.clone() {
                let dragon = &self.list[place];
                let friends = dragon.neighbors.iter().copied().filter(is_dead);
                let friends = friends.filter(|&other| self.list[other].color == dragon.color);
                for friend in friends {
                    if !found.contains(&friend) {
                        found.push(friend);
                    }
                }
            }
        }
        let stones = found.into_iter().map(|place| self.list[place].stones);
        stones.fold(PointSet::EMPTY, |all, stones| all | stones)
    }

    /// What the patterns of connections say about cuts.
    pub fn cuts(&self) -> &Cuts {
        &self.cuts
    }

    /// The half and false eyes that count as territory, since every string beside one is connected
    /// to a real eye elsewhere.
    pub fn lasting_false_eyes(&self) -> &PointSet {
        &self.lasting_false_eyes
    }

    /// Whether an opponent stone on this point would surround a dragon that can run now.
    pub fn would_surround(&self, board: &Board, point: Point, dragon: &Dragon) -> bool {
        let with = || Ring::around(&scene(board, &self.list, dragon), Some(point));
        dragon.surround() == Surround::Open
            && with().is_some_and(|ring| ring.status != Surround::Open)
    }

    /// The stones that live if this side moves next. Of dragons, dead ones die, and so do critical
    /// ones of the other side; the others are as strong as their crude weakness leaves them.
    pub(crate) fn living(&self, worms: &Worms, to_move: Color) -> Stones {
        let lively = Stones::lively(worms, to_move);
        let mut living = Stones::new();
        for dragon in &self.list {
            let lives = match dragon.status() {
                DragonStatus::Dead => false,
                DragonStatus::Critical => dragon.color == to_move,
                DragonStatus::Alive | DragonStatus::Unknown => true,
            };
            if lives {
                living.add(&(dragon.stones & *lively.safe()), dragon.crude_weakness);
            }
        }
        for worm in worms {
            let dragon = self
                .at(worm.origin)
                .map(|dragon| (dragon.safety, dragon.status()));
            let is_inessential = match dragon {
                Some((Safety::Inessential, _)) => true,
                Some((_, DragonStatus::Critical)) => worm.is_inessential && worm.color == to_move,
                Some((_, DragonStatus::Dead)) | None => false,
                Some(_) => worm.is_inessential,
            };
            if is_inessential {
                living.add_inessential(&worm.stones);
            }
        }
        living
    }

    /// The neighbours of a dragon that have the other colour.
    pub fn hostile<'a>(&'a self, dragon: &'a Dragon) -> impl Iterator<Item = &'a Dragon> {
        let neighbors = dragon
            .neighbors
            .iter()
            .filter_map(|&place| self.list.get(place));
        neighbors.filter(|other| other.color != dragon.color)
    }
}

impl<'a> IntoIterator for &'a Dragons {
    type Item = &'a Dragon;
    type IntoIter = std::slice::Iter<'a, Dragon>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// The surroundings of a dragon.
pub(super) fn scene<'a>(board: &'a Board, list: &[Dragon], dragon: &Dragon) -> Scene<'a> {
    let neighbors = || dragon.neighbors.iter().filter_map(|&place| list.get(place));
    let hostile = neighbors().filter(|other| other.color != dragon.color);
    let friends = neighbors().filter(|other| other.color == dragon.color);
    Scene {
        board,
        color: dragon.color,
        stones: dragon.stones,
        hostile: hostile.fold(PointSet::EMPTY, |stones, other| stones | other.stones),
        friends: friends.map(|other| other.stones).collect(),
    }
}
