//! What may be asked about races.

use katachi_board::{ByColor, Color, Outcome, Point, PointSet};
use rustc_hash::FxHashMap;

use super::limits::SemeaiLimits;
use super::search::Race;
use super::side::{Side, contact_strings, decides};
use super::verdict::{Taste, Verdict};
use crate::owl::{Goal, Owl, escape_values};

/// Reads races between dragons of a position.
pub struct Semeai<'a> {
    pub(crate) owl: Owl<'a>,
    pub(crate) limits: SemeaiLimits,
}

/// The answer to a question about a race, for the side that moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SemeaiReading {
    /// Whether its own dragon lives.
    pub defense: Outcome,
    /// Whether the other dragon dies.
    pub attack: Outcome,
    /// Its move; without one it need not move, or nothing helps.
    pub point: Option<Point>,
    /// What the results rest on.
    pub(super) basis: Basis,
}

/// What the answer to a question about a race rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Basis {
    /// The search of a closed area.
    Area,
    /// The search of an open one.
    Search,
    /// A search that was cut short by its limit of nodes, or a second opinion.
    Guess,
}

impl SemeaiReading {
    const LOST: Self = Self {
        defense: Outcome::Lose,
        attack: Outcome::Lose,
        point: None,
        basis: Basis::Area,
    };

    /// Whether no guess has decided one of the results. In doubt the asker wins, so what it cannot
    /// achieve is certain.
    pub(super) fn is_sure_of(self, outcome: Outcome) -> bool {
        self.basis != Basis::Guess || outcome == Outcome::Lose
    }

    /// Whether no guess has decided either result.
    pub fn is_certain(self) -> bool {
        self.is_sure_of(self.defense) && self.is_sure_of(self.attack)
    }
}

/// What a race is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scope {
    /// Dragons, with eyes and ways out.
    Dragons,
    /// Strings and liberties alone.
    Strings,
}

impl Semeai<'_> {
    /// The race of the dragon of the first stone, whose owner moves, with the dragon of the second.
    /// Random games, if there are any, and reading of each dragon alone have their say.
    pub fn analyze(&mut self, own: Point, other: Point) -> SemeaiReading {
        let found = self.by_search(own, other);
        let found = self.or_by_games(found, own, other);
        self.or_alone(found, own, other)
    }

    /// The same by the search alone.
    pub(super) fn by_search(&mut self, own: Point, other: Point) -> SemeaiReading {
        self.ask(own, other, Scope::Dragons, None)
    }

    /// The race of the string of the first stone, whose owner moves, with the string of the second:
    /// liberties decide, not eyes.
    pub fn analyze_strings(&mut self, own: Point, other: Point) -> SemeaiReading {
        self.ask(own, other, Scope::Strings, None)
    }

    /// The race of two dragons after a move of this colour: the owner of the first stone moves
    /// next. The move must be legal.
    pub fn analyze_after(
        &mut self,
        (color, point): (Color, Point),
        own: Point,
        other: Point,
    ) -> SemeaiReading {
        self.ask(own, other, Scope::Dragons, Some((color, point)))
    }

    fn ask(
        &mut self,
        own: Point,
        other: Point,
        scope: Scope,
        after: Option<(Color, Point)>,
    ) -> SemeaiReading {
        let dragons = self.owl.root.dragons.clone();
        let stones = |point: Point| match scope {
            Scope::Dragons => dragons.at(point).map(|dragon| dragon.stones),
            Scope::Strings => self.owl.board.chain(point).map(|chain| chain.stone_set()),
        };
        let (Some(color), Some(own), Some(other)) =
            (self.owl.board.at(own).color(), stones(own), stones(other))
        else {
            return SemeaiReading::LOST;
        };
        let mut bounds = None;
        if scope == Scope::Dragons {
            let is_played = after.is_some_and(|(mover, at)| self.owl.board.try_move(mover, at));
            let remain = [&own, &other].map(|stones| *stones - *self.owl.board.empty());
            let is_race = remain == [own, other] && is_played == after.is_some();
            let mut found = None;
            if is_race {
                let closed = self.in_closed_area(color, &own, &other);
                found = closed.answer;
                if found.is_none() {
                    bounds = Some(self.bounds(color, [&own, &other], closed));
                }
            }
            if is_played {
                self.owl.board.take_back();
            }
            if let Some(found) = found.or_else(|| bounds?.answer()) {
                return found;
            }
        }
        let essential = [(&own, &other), (&other, &own)]
            .map(|(one, against)| self.essential(one, against, scope));
        let side = |color: Color, stones: PointSet, essential: PointSet, taste: Taste| Side {
            goal: Goal::new(self.owl.board, &dragons, color, stones),
            escape: escape_values(self.owl.board, &self.owl.root, color, &stones),
            essential,
            taste,
        };
        let taste = |one: &PointSet, against: &PointSet| Taste::of(one.len(), against.len());
        let first = side(color, own, essential[0], taste(&own, &other));
        let second = side(!color, other, essential[1], taste(&other, &own));
        let sides = match color {
            Color::Black => ByColor {
                black: first,
                white: second,
            },
            Color::White => ByColor {
                black: second,
                white: first,
            },
        };
        let limits = self.limits;
        let (found, nodes) = self.owl.with_goal(color, own, |owl| {
            let mut race = Race {
                owl,
                sides,
                asker: color,
                limits,
                reads_lives: scope == Scope::Dragons,
                depth: 0,
                nodes: 0,
                is_certain: true,
                table: FxHashMap::default(),
            };
            let found = race.begin(color, after);
            let reading = SemeaiReading {
                defense: found.life,
                attack: found.kill,
                point: found.point.filter(|_| found.life != Outcome::Lose),
                basis: if race.is_certain {
                    Basis::Search
                } else {
                    Basis::Guess
                },
            };
            (reading, race.nodes)
        });
        *self.owl.nodes += u64::from(nodes);
        bounds.map_or(found, |bounds| bounds.bound(found))
    }

    /// The stones of the strings of a dragon whose capture decides its race with another one.
    fn essential(&mut self, one: &PointSet, against: &PointSet, scope: Scope) -> PointSet {
        if scope == Scope::Strings {
            return *one;
        }
        let dragons = self.owl.root.dragons.clone();
        let racing = *one | *against;
        let mut found = PointSet::EMPTY;
        for string in contact_strings(self.owl.board, one, against) {
            let Some(stone) = string.first() else {
                continue;
            };
            if decides(self.owl.board, &dragons, &string, &racing) || self.owl.is_substantial(stone)
            {
                found |= string;
            }
        }
        found
    }
}

impl Race<'_, '_> {
    /// The results for this side, after a move if one is given.
    fn begin(&mut self, color: Color, after: Option<(Color, Point)>) -> Verdict {
        let Some((mover, point)) = after else {
            return self.first_move(color);
        };
        if !self.owl.board.try_move(mover, point) {
            return Verdict::LOST;
        }
        self.follow(mover, point);
        let found = self.first_move(color);
        self.owl.board.take_back();
        found
    }

    /// The results for this side, to move; without a move if it surely needs none.
    fn first_move(&mut self, color: Color) -> Verdict {
        let found = self.read(color, false);
        if found.life == Outcome::Lose || found.point.is_none() {
            return found;
        }
        let (nodes, is_certain) = (self.nodes, self.is_certain);
        (self.nodes, self.is_certain) = (0, true);
        let without = self.pass(color, false);
        let needs_none =
            self.is_certain && without.life >= found.life && without.kill >= found.kill;
        self.nodes += nodes;
        self.is_certain = is_certain || needs_none;
        if needs_none { without } else { found }
    }
}
