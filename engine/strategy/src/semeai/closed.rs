//! Races of dragons in closed areas, which a search of their own decides.

use katachi_board::{Board, ByColor, Color, Outcome, PointSet};
use katachi_matcher::DragonStatus;
use katachi_tactics::race::{Race, RaceReader};

use super::questions::{Basis, Semeai, SemeaiReading};
use crate::dragons::{Dragon, Dragons};
use crate::owl::doubtful;

/// The positions of a search in a closed area for each node of a search elsewhere.
const CLOSED_NODES: u32 = 300;

/// A string with more liberties than this outlasts the races beside it.
const FEW_LIBERTIES: usize = 4;

/// What the search of a closed area finds out about a race.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Closed {
    /// The answer as a whole.
    pub answer: Option<SemeaiReading>,
    /// Whether the side that asks captures the other dragon and lives, if it moves first.
    pub kill: Option<Outcome>,
    /// The same for the other side, if that moves first.
    pub threat: Option<Outcome>,
}

/// The stones that may die: those of dead dragons, and the strings of unsettled ones that have few
/// liberties.
fn weak_stones(board: &Board, dragons: &Dragons) -> PointSet {
    let is_dead = |dragon: &&Dragon| dragon.crude_status == DragonStatus::Dead;
    let dead = (dragons.iter().filter(is_dead)).fold(PointSet::EMPTY, |set, one| set | one.stones);
    dead | short_strings(board, &doubtful(dragons))
}

/// The strings of these stones that a race may capture on the way.
pub(super) fn short_strings(board: &Board, stones: &PointSet) -> PointSet {
    let strings = board.chains_at(stones);
    let short = strings.filter(|string| string.liberty_count() <= FEW_LIBERTIES);
    short.fold(PointSet::EMPTY, |set, string| set | string.stone_set())
}

impl Semeai<'_> {
    /// What the search says if both dragons lie in closed areas.
    ///
    /// The mover kills if it captures the other dragon and lives itself, and it lives if the other
    /// side cannot do the same.
    pub(super) fn in_closed_area(
        &mut self,
        color: Color,
        own: &PointSet,
        other: &PointSet,
    ) -> Closed {
        let dragons = self.owl.root.dragons.clone();
        let (black, white) = match color {
            Color::Black => (*own, *other),
            Color::White => (*other, *own),
        };
        let race = Race {
            dragons: ByColor { black, white },
            weak: weak_stones(&*self.owl.board, &dragons),
        };
        let board = &mut *self.owl.board;
        let mut reader = RaceReader::new(self.limits.nodes.saturating_mul(CLOSED_NODES));
        let mut closed = Closed::default();
        closed.answer = closed.read(&mut reader, board, &race, color);
        closed
    }
}

impl Closed {
    /// The answer as a whole, for the side that moves; notes what is found on the way.
    fn read(
        &mut self,
        reader: &mut RaceReader,
        board: &mut Board,
        race: &Race,
        color: Color,
    ) -> Option<SemeaiReading> {
        let kill = reader.wins(board, race, (color, color))?;
        self.kill = Some(kill.outcome);
        let reading = |defense, attack, point| {
            Some(SemeaiReading {
                defense,
                attack,
                point,
                basis: Basis::Area,
            })
        };
        if kill.outcome == Outcome::Win {
            let without = reader.wins(board, race, (color, !color));
            let needs_none = without.is_some_and(|without| without.outcome == Outcome::Lose);
            let point = kill.point.filter(|_| !needs_none);
            return reading(Outcome::Win, Outcome::Win, point);
        }
        let threat = reader.wins(board, race, (!color, !color))?;
        self.threat = Some(threat.outcome);
        let (life, rescue) = if threat.outcome == Outcome::Lose {
            (Outcome::Win, None)
        } else {
            let found = reader.wins(board, race, (!color, color))?;
            (found.outcome, found.point)
        };
        if life == Outcome::Lose {
            return reading(Outcome::Lose, Outcome::Lose, None);
        }
        // One move has to do both. The killing one may cost the own life.
        if let Some(point) = kill.point.filter(|_| kill.outcome != Outcome::Lose)
            && board.try_move(color, point)
        {
            let threat = reader.wins(board, race, (!color, !color));
            board.take_back();
            if threat?.outcome.reversed() >= life {
                return reading(life, kill.outcome, Some(point));
            }
        }
        let is_played = rescue.is_some_and(|point| board.try_move(color, point));
        let hope = reader.wins(board, race, (color, !color));
        if is_played {
            board.take_back();
        }
        reading(life, hope?.outcome.reversed(), rescue)
    }
}
