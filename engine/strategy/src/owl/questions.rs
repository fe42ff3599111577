//! What may be asked about the lives of dragons.

use std::sync::Arc;

use katachi_board::{Board, ByColor, Color, Outcome, Point, PointSet};
use katachi_image::Role as Database;
use katachi_matcher::DragonStatus;
use katachi_tactics::life::{self, LifeReader, Scope};
use katachi_tactics::reading::{Reading, Trace};

use super::goal::{Goal, Joins};
use super::life::Role;
use super::limits::OwlLimits;
use super::oracle::{AtLevel, Witness};
use super::search::{Parts, Search, Table};
use crate::dragons::{Dragon, Dragons, Life, Safety};
use crate::eyes::{Eyes, Solutions};
use crate::host::Known;
use crate::influence::Influence;
use crate::knowledge::Knowledge;
use crate::matchers::Matchers;
use crate::readers::Readers;
use crate::worms::Worms;

/// What is known about the position before the search.
#[derive(Clone, Debug)]
pub struct Root {
    /// The worms.
    pub worms: Arc<Worms>,
    /// The eyes.
    pub eyes: Arc<Eyes>,
    /// The dragons, whose lives have not been read.
    pub dragons: Arc<Dragons>,
    /// The influence by the side to move.
    pub influence: ByColor<Arc<Influence>>,
    /// The influence that says where dragons of each colour can run.
    pub escape: ByColor<Arc<Influence>>,
}

/// Reads the lives of the dragons of a position.
pub struct Owl<'a> {
    pub(crate) board: &'a mut Board,
    pub(crate) readers: Readers<'a>,
    pub(crate) komi: f32,
    pub(crate) knowledge: &'a Knowledge,
    pub(crate) matchers: &'a mut Matchers,
    pub(crate) solutions: &'a mut Solutions,
    pub(crate) lives: &'a mut LifeReader,
    pub(crate) nodes: &'a mut u64,
    pub(crate) table: &'a mut Table,
    pub(crate) trace: &'a mut Option<Trace>,
    pub(crate) limits: OwlLimits,
    /// Tells lives if no pattern does, and what patterns miss.
    pub(crate) oracle: Option<AtLevel<'a>>,
    pub(crate) root: Root,
}

/// The answer to a question about a dragon.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OwlReading {
    /// The result for the side that moves, and its move; a success without a move needs none.
    pub reading: Reading,
    /// Whether the search was not cut short by its limit of nodes, and is no guess.
    pub is_certain: bool,
    /// Who says so.
    pub by: Witness,
}

/// Two moves that kill a dragon that lives, or save one that is dead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwlThreat {
    /// The first move.
    pub first: Point,
    /// The second move, if one is needed.
    pub second: Option<Point>,
}

const FAILS: OwlReading = OwlReading {
    reading: Reading {
        outcome: Outcome::Lose,
        point: None,
    },
    is_certain: true,
    by: Witness::Search,
};

impl Owl<'_> {
    /// Whether the opponent, to move, can kill the dragon of this stone.
    pub fn attack(&mut self, stone: Point) -> OwlReading {
        self.read(stone, Role::Attacker)
    }

    /// Whether its owner, to move, can let the dragon of this stone live.
    pub fn defend(&mut self, stone: Point) -> OwlReading {
        self.read(stone, Role::Defender)
    }

    /// What reading says about the life of each dragon; `None` for those that need no reading.
    ///
    /// All questions share the nodes of one. Each may take an equal part of what is left, the
    /// smallest dragon first: what it does not need, larger ones may use. Then those that stay
    /// uncertain are read again, and share as many nodes: the first ones may take all.
    pub(crate) fn lives(&mut self) -> Vec<Option<Life>> {
        let dragons = self.root.dragons.clone();
        let mut lives: Vec<Option<Life>> = (dragons.iter())
            .map(|dragon| (!dragon.safety.is_known()).then_some(Life::ALIVE))
            .collect();
        let mut doubtful: Vec<usize> = (dragons.iter().enumerate())
            .filter(|(_, dragon)| !dragon.safety.is_known() && dragon.needs_reading())
            .map(|(place, _)| place)
            .collect();
        let size = |place: &usize| dragons.get(*place).map_or(0.0, |one| one.effective_size);
        doubtful.sort_by(|a, b| size(a).total_cmp(&size(b)));
        let most = self.limits.nodes;
        let mut left = most;
        for (done, &place) in doubtful.iter().enumerate() {
            // Attack and defence of each dragon that is left.
            let questions = 2 * (doubtful.len() - done) as u32;
            lives[place] = self.life_within(place, left / questions, &mut left);
        }
        // A side that runs out of nodes counts as the one that lives, which is often wrong.
        let is_doubtful = |life: Life| !life.attack_is_certain || !life.defense_is_certain;
        let mut left = most;
        for &place in &doubtful {
            if left == 0 || !lives[place].is_some_and(is_doubtful) {
                continue;
            }
            lives[place] = self.life_within(place, left, &mut left);
        }
        lives
    }

    /// What reading says about the life of the dragon at this place, if each question may take this
    /// many nodes. What it takes is subtracted from what is `left`.
    fn life_within(&mut self, place: usize, nodes: u32, left: &mut u32) -> Option<Life> {
        let stone = self.root.dragons.get(place)?.origin;
        let (before, most) = (*self.nodes, self.limits.nodes);
        self.limits.nodes = nodes;
        let life = self.life(stone);
        self.limits.nodes = most;
        let spent = u32::try_from(*self.nodes - before).unwrap_or(u32::MAX);
        *left = left.saturating_sub(spent);
        life
    }

    /// What reading says about the life of the dragon of this stone.
    ///
    /// Without patterns nobody knows how a dragon runs, and every one would be dead. So only those
    /// in a closed area are read then. The oracle is not asked: it doubts lone stones in the
    /// opening.
    fn life(&mut self, stone: Point) -> Option<Life> {
        let reads = self.knowledge.reads_lives();
        self.life_by(stone, |owl, mover| reads.then(|| owl.search(stone, mover)))
    }

    /// The life of the dragon of this stone, from what a closed area proves, else from what
    /// `guess` says that a side achieves.
    pub(super) fn life_by(
        &mut self,
        stone: Point,
        guess: impl Fn(&mut Self, Role) -> Option<OwlReading>,
    ) -> Option<Life> {
        let read = |owl: &mut Self, mover| {
            let closed = owl.in_closed_area(stone, mover).map(|found| (found, true));
            closed.or_else(|| guess(owl, mover).map(|found| (found, false)))
        };
        let (attack, is_proven) = read(self, Role::Attacker)?;
        let mut life = Life {
            is_proven,
            attack: attack.reading,
            attack_is_certain: attack.is_certain,
            ..Life::ALIVE
        };
        if attack.reading.outcome == Outcome::Lose {
            return Some(life);
        }
        let Some(point) = attack.reading.point else {
            life.status = DragonStatus::Dead;
            return Some(life);
        };
        let (defense, is_proven) = read(self, Role::Defender)?;
        life.is_proven &= is_proven;
        life.defense = defense.reading;
        life.defense_is_certain = defense.is_certain;
        life.status = match defense.reading.outcome {
            Outcome::Lose => DragonStatus::Dead,
            _ => DragonStatus::Critical,
        };
        if life.status == DragonStatus::Critical && life.defense.point.is_none() {
            // The defence needs no move, but the attack works: its point may defend.
            let outcome = self.does_defend(point, stone);
            if outcome != Outcome::Lose {
                life.defense = Reading {
                    outcome,
                    point: Some(point),
                };
            }
        }
        Some(life)
    }

    /// What this side achieves, to move, if the dragon lies in a closed area and the search there
    /// finds it out.
    pub(super) fn in_closed_area(&mut self, stone: Point, mover: Role) -> Option<OwlReading> {
        // Patterns know more about gaps than a fence does.
        let scope = if self.knowledge.reads_lives() {
            Scope::Closed
        } else {
            Scope::Fenced
        };
        self.in_area(stone, mover, scope)
    }

    /// The same in an area of this kind.
    pub(super) fn in_area(
        &mut self,
        stone: Point,
        mover: Role,
        scope: Scope,
    ) -> Option<OwlReading> {
        let dragons = self.root.dragons.clone();
        let dragon = dragons.at(stone)?;
        let doubtful = doubtful_beside(&dragons, dragon);
        let goal = goal_of(dragon, &doubtful);
        let read = |owl: &mut Self, mover| match mover {
            Role::Attacker => owl.lives.attack(owl.board, goal, scope),
            Role::Defender => owl.lives.defend(owl.board, goal, scope),
        };
        let mut reading = read(self, mover)?;
        // Whether a point does as well as the answer for a side.
        let does = |owl: &mut Self, side: Role, point: Point, outcome: Outcome| {
            if !owl.board.try_move(side.side(dragon.color), point) {
                return false;
            }
            let is_there = !owl.board.at(stone).is_empty();
            let after = is_there.then(|| read(owl, side.other())).flatten();
            owl.board.take_back();
            after.is_some_and(|after| after.outcome.reversed() >= outcome)
        };
        // The opponent's vital point is one's own, if it does as well. Of two points that are vital
        // for both sides, the defender's counts.
        if let Some(point) = reading.point
            && let Some(theirs) = read(self, mover.other())
            && let Some(vital) = theirs.point.filter(|vital| *vital != point)
        {
            let is_shared =
                mover == Role::Defender && does(self, mover.other(), point, theirs.outcome);
            if !is_shared && does(self, mover, vital, reading.outcome) {
                reading.point = Some(vital);
            }
        }
        Some(OwlReading {
            reading,
            is_certain: true,
            by: Witness::Search,
        })
    }

    /// What this side achieves, to move, by patterns.
    pub(super) fn search(&mut self, stone: Point, mover: Role) -> OwlReading {
        let dragons = self.root.dragons.clone();
        let Some(dragon) = dragons.at(stone) else {
            return FAILS;
        };
        self.with_goal(dragon.color, dragon.stones, |search| {
            let reading = match mover {
                Role::Attacker => search.attack(),
                Role::Defender => search.defend(),
            };
            OwlReading {
                reading,
                is_certain: search.is_certain,
                by: Witness::Search,
            }
        })
    }

    /// What this side achieves, to move, by the proof-number search; `None` if its nodes do not
    /// suffice.
    pub(super) fn prove(&mut self, stone: Point, mover: Role) -> Option<OwlReading> {
        let dragons = self.root.dragons.clone();
        let dragon = dragons.at(stone)?;
        self.with_goal(dragon.color, dragon.stones, |search| {
            search.prove(mover).map(|reading| OwlReading {
                reading,
                is_certain: true,
                by: Witness::Search,
            })
        })
    }

    /// Whether this move of the opponent kills the dragon of this stone: the result code.
    pub fn does_attack(&mut self, point: Point, stone: Point) -> Outcome {
        let dragons = self.root.dragons.clone();
        match dragons.at(stone) {
            Some(dragon) if dragon.safety != Safety::Invincible => {
                self.does(dragon, point, Role::Attacker)
            }
            _ => Outcome::Lose,
        }
    }

    /// Whether this move of its owner lets the dragon of this stone live: the result code.
    pub fn does_defend(&mut self, point: Point, stone: Point) -> Outcome {
        let dragons = self.root.dragons.clone();
        let dragon = dragons.at(stone);
        dragon.map_or(Outcome::Lose, |dragon| {
            self.does(dragon, point, Role::Defender)
        })
    }

    /// What this move of a side achieves about a dragon by patterns.
    pub(super) fn does_by_patterns(
        &mut self,
        dragon: &Dragon,
        point: Point,
        mover: Role,
    ) -> Outcome {
        match mover {
            Role::Attacker => self.killed(dragon, point),
            Role::Defender => self.defended(dragon.color, dragon.stones, point),
        }
    }

    /// Whether a dragon is dead after this move of the opponent.
    fn killed(&mut self, dragon: &Dragon, point: Point) -> Outcome {
        self.with_goal(dragon.color, dragon.stones, |search| {
            if !search.board.try_move(!dragon.color, point) {
                return Outcome::Lose;
            }
            let outcome = if search.board.at(dragon.origin).is_empty() {
                Outcome::Win
            } else {
                search.goal.refresh(search.board);
                search.goal.surround(search.board, search.dragons, point);
                search.defend().outcome.reversed()
            };
            search.board.take_back();
            outcome
        })
    }

    /// Whether a dragon of these stones lives after this move of its owner.
    fn defended(&mut self, color: Color, stones: PointSet, point: Point) -> Outcome {
        self.with_goal(color, stones, |search| {
            if !search.board.try_move(color, point) {
                return Outcome::Lose;
            }
            search.join(point);
            let outcome = search.attack().outcome.reversed();
            search.board.take_back();
            outcome
        })
    }

    /// Whether a move joins two dragons so that they live: [`Outcome::Win`] or not.
    pub fn connection_defends(&mut self, point: Point, a: Point, b: Point) -> Outcome {
        let dragons = self.root.dragons.clone();
        let (Some(a), Some(b)) = (dragons.at(a), dragons.at(b)) else {
            return Outcome::Lose;
        };
        match self.defended(a.color, a.stones | b.stones, point) {
            Outcome::Win => Outcome::Win,
            _ => Outcome::Lose,
        }
    }

    /// Whether the capture of this string gives those who capture it a living group.
    pub fn is_substantial(&mut self, string: Point) -> bool {
        const MANY_STONES: usize = 6;
        const MANY_LIBERTIES: usize = 10;
        let dragons = self.root.dragons.clone();
        let Some(chain) = self.board.chain(string) else {
            return false;
        };
        if chain.len() > MANY_STONES {
            return true;
        }
        let liberties: Vec<Point> = chain.liberties().iter().collect();
        if liberties.len() > MANY_LIBERTIES {
            return false;
        }
        let beside: Vec<Point> = chain.neighbors().map(|near| near.origin()).collect();
        let around = || beside.iter().filter_map(|near| dragons.at(*near));
        if around().any(|dragon| dragon.status() == DragonStatus::Alive) {
            return true;
        }
        let color = !chain.color();
        let goal = around().fold(PointSet::EMPTY, |set, dragon| set | dragon.stones);
        self.with_goal(color, goal, |search| {
            let before = search.board.trial_moves();
            let mut left = liberties;
            let mut filled = None;
            while !left.is_empty() {
                let next = left
                    .iter()
                    .position(|point| search.board.try_move(color, *point));
                let Some(next) = next else {
                    break;
                };
                filled = Some(left.remove(next));
            }
            search.limits.reading_depth += search.board.trial_moves() - before;
            let substantial = match filled.filter(|_| left.is_empty()) {
                Some(point) => {
                    search.join(point);
                    search.attack().outcome == Outcome::Lose
                }
                None => false,
            };
            while search.board.trial_moves() > before {
                search.board.take_back();
            }
            substantial
        })
    }

    /// Two moves of the opponent that kill the dragon of this stone.
    pub fn threaten_attack(&mut self, stone: Point) -> Option<OwlThreat> {
        self.threaten(stone, true)
    }

    /// Two moves of its owner that let the dragon of this stone live.
    pub fn threaten_defense(&mut self, stone: Point) -> Option<OwlThreat> {
        self.threaten(stone, false)
    }

    fn threaten(&mut self, stone: Point, attacks: bool) -> Option<OwlThreat> {
        let dragons = self.root.dragons.clone();
        let dragon = dragons.at(stone)?;
        self.with_goal(dragon.color, dragon.stones, |search| {
            search.threaten(attacks)
        })
    }

    /// Searches about these stones, and counts the positions.
    pub(crate) fn with_goal<R>(
        &mut self,
        color: Color,
        stones: PointSet,
        question: impl FnOnce(&mut Search<'_>) -> R,
    ) -> R {
        let root = self.root.clone();
        let known = Known {
            worms: Some(&root.worms),
            eyes: Some(&root.eyes),
            influence: ByColor {
                black: Some(&root.influence.black),
                white: Some(&root.influence.white),
            },
            dragons: Some(&root.dragons),
            ..Known::default()
        };
        let goal = Goal::new(self.board, &root.dragons, color, stones);
        let escape = escape_values(self.board, &root, color, &stones);
        let parts = Parts {
            board: self.board,
            readers: self.readers.reborrow(),
            komi: self.komi,
            knowledge: self.knowledge,
            matchers: self.matchers,
            solutions: self.solutions,
            known,
            dragons: &root.dragons,
            limits: self.limits,
            table: self.table,
            trace: self.trace,
        };
        let mut search = Search::new(parts, goal, escape);
        let answer = question(&mut search);
        *self.nodes += u64::from(search.nodes);
        answer
    }
}

impl Search<'_> {
    /// Adds the stone played here, and what it is connected with, to the goal.
    fn join(&mut self, point: Point) {
        let chain = self.board.chain(point);
        let linked = chain.map_or(PointSet::EMPTY, |chain| chain.superstring().stones());
        self.goal.join(self.board, point, Joins::Yes, &linked);
    }

    /// Two moves of one side that succeed together.
    fn threaten(&mut self, attacks: bool) -> Option<OwlThreat> {
        let color = if attacks {
            !self.goal.color
        } else {
            self.goal.color
        };
        let role = if attacks {
            Database::OwlAttackPats
        } else {
            Database::OwlDefendPats
        };
        let origin = self.goal.origin;
        for one in self.moves_of_patterns(role, color) {
            if !self.board.try_move(color, one.point) {
                continue;
            }
            let before = self.goal.clone();
            self.goal.refresh(self.board);
            let found = if attacks {
                let dragons = self.dragons;
                self.goal.surround(self.board, dragons, one.point);
                let is_captured = self.board.at(origin).is_empty();
                let found = self.attack();
                let any = is_captured && found.outcome != Outcome::Lose;
                (any || found.outcome == Outcome::Win).then_some(found)
            } else {
                self.grow(&one);
                Some(self.defend()).filter(|found| found.outcome == Outcome::Win)
            };
            self.board.take_back();
            self.goal = before;
            if let Some(found) = found {
                return Some(OwlThreat {
                    first: one.point,
                    second: found.point,
                });
            }
        }
        None
    }
}

/// A dragon as the goal of a question about a closed area.
pub(super) fn goal_of<'g>(dragon: &'g Dragon, doubtful: &'g PointSet) -> life::Goal<'g> {
    life::Goal {
        color: dragon.color,
        stones: &dragon.stones,
        doubtful,
    }
}

/// The stones whose lives are in doubt, besides those of a dragon.
pub(super) fn doubtful_beside(dragons: &Dragons, dragon: &Dragon) -> PointSet {
    doubtful(dragons) - dragon.stones
}

/// The stones of both sides whose lives are in doubt.
pub(crate) fn doubtful(dragons: &Dragons) -> PointSet {
    let weak = dragons.iter().filter(|dragon| dragon.needs_reading());
    weak.fold(PointSet::EMPTY, |set, dragon| set | dragon.stones)
}

/// What each point of the grid is worth to a dragon of this colour that runs: in its own moyo 4, in
/// its own area 2, on neutral ground 1, and more on stones of dragons that live.
pub(crate) fn escape_values(board: &Board, root: &Root, color: Color, goal: &PointSet) -> Vec<u8> {
    const LIVING: u8 = 6;
    const STRONG: u8 = 4;
    const LARGE_MOYO: usize = 5;
    const GOOD_ROUTE: u32 = 5;
    let influence = &root.escape[color];
    let mut values = vec![0; Point::LIMIT];
    for point in board.size().points() {
        values[point.index()] = match board.at(point).color() {
            None => influence.escape_value(color, point) as u8,
            Some(other) if other != color || goal.contains(point) => 0,
            Some(_) => root
                .dragons
                .at(point)
                .map_or(0, |dragon| match dragon.crude_status {
                    DragonStatus::Alive => LIVING,
                    DragonStatus::Unknown
                        if dragon.moyo_size > LARGE_MOYO || dragon.escape_route > GOOD_ROUTE =>
                    {
                        STRONG
                    }
                    _ => 0,
                }),
        };
    }
    values
}
