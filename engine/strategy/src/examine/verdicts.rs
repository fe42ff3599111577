//! What matches of patterns of influence came to, remembered while the board stays the same where
//! it matters.
//!
//! The constraint of a match reads, and a position has hundreds of such matches. But after a move
//! most of them stand where nothing has changed. So a verdict is kept with the area that it depends
//! on: the points that reading noted, and those around the points that the pattern names. On trial
//! moves the verdicts of the game remain: those that a trial move touches are not used, and nothing
//! new is remembered.

use katachi_board::{Board, BoardSize, ByColor, Color, Point, PointSet};
use katachi_matcher::Match;
use katachi_tactics::reading::Limits;

/// What a match came to.
#[derive(Clone, Debug, Default)]
pub(super) struct Verdict {
    /// Whether constraint and helper hold.
    pub holds: bool,
    /// The points that the action denies to a side.
    pub denied: Vec<(Color, Point)>,
}

/// The verdicts about matches at one anchor.
#[derive(Clone, Debug, Default)]
struct Known {
    /// The matches, each as one number, which makes them fast to find.
    keys: Vec<u32>,
    verdicts: Vec<Verdict>,
    /// What each verdict depends on.
    areas: Vec<PointSet>,
}

impl Known {
    fn forget(&mut self, changed: &PointSet) {
        let mut at = 0;
        while let Some(area) = self.areas.get(at) {
            if area.intersects(changed) {
                self.keys.swap_remove(at);
                self.verdicts.swap_remove(at);
                self.areas.swap_remove(at);
            } else {
                at += 1;
            }
        }
    }
}

/// A match at a given anchor as a number.
fn key(found: Match) -> u32 {
    found.pattern << 3 | found.symmetry.number() as u32
}

/// The position that the verdicts belong to.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Position {
    size: BoardSize,
    limits: Limits,
    stones: [PointSet; 2],
    ko: Option<Point>,
    /// The side that moved last: a ko ban binds the other one.
    last: Option<Color>,
}

impl Position {
    fn of(board: &Board, limits: Limits) -> Self {
        Self {
            size: board.size(),
            limits,
            stones: Color::BOTH.map(|color| *board.stones(color)),
            ko: board.ko(),
            last: board.last_move().map(|(color, _)| color),
        }
    }

    /// The points where this position differs from another; `None` if nothing can be compared.
    fn difference(&self, other: &Self) -> Option<PointSet> {
        if (self.size, self.limits) != (other.size, other.limits) {
            return None;
        }
        let mut changed = PointSet::EMPTY;
        for (now, old) in self.stones.iter().zip(&other.stones) {
            changed |= (*now - *old) | (*old - *now);
        }
        if (self.ko, self.last) != (other.ko, other.last) {
            changed.extend(self.ko.into_iter().chain(other.ko));
        }
        Some(changed)
    }
}

/// The verdicts of one position.
#[derive(Clone, Debug, Default)]
pub(crate) struct Verdicts {
    /// The position without trial moves.
    position: Option<Position>,
    /// What trial moves have changed; `None` if there are none.
    tried: Option<PointSet>,
    /// The verdicts by database, by side, and by anchor.
    known: Vec<ByColor<Vec<Known>>>,
}

impl Verdicts {
    /// Turns to a position. Verdicts remain as far as nothing has changed.
    pub(super) fn turn_to(&mut self, board: &Board, limits: Limits) {
        let now = Position::of(board, limits);
        let changed = self.position.and_then(|old| now.difference(&old));
        if board.trial_moves() > 0 {
            self.tried = Some(changed.unwrap_or_else(|| board.size().points().collect()));
            return;
        }
        self.tried = None;
        self.position = Some(now);
        let Some(changed) = changed else {
            self.known.clear();
            return;
        };
        if changed.is_empty() {
            return;
        }
        for sides in &mut self.known {
            for color in Color::BOTH {
                for known in &mut sides[color] {
                    known.forget(&changed);
                }
            }
        }
    }

    /// The verdict about a match of the database with this index, with this side as O.
    pub(super) fn get(&self, place: usize, own: Color, found: Match) -> Option<&Verdict> {
        let anchors = &self.known.get(place)?[own];
        let known = anchors.get(found.anchor.index())?;
        let at = known.keys.iter().position(|&one| one == key(found))?;
        let tried = self.tried.as_ref();
        let holds = tried.is_none_or(|tried| !known.areas[at].intersects(tried));
        holds.then(|| known.verdicts.get(at)).flatten()
    }

    /// Remembers a verdict with the area that it depends on.
    pub(super) fn put(
        &mut self,
        (place, own, found): (usize, Color, Match),
        verdict: Verdict,
        area: PointSet,
    ) {
        if self.tried.is_some() {
            return;
        }
        if self.known.len() <= place {
            self.known.resize(place + 1, ByColor::default());
        }
        let anchors = &mut self.known[place][own];
        if anchors.is_empty() {
            anchors.resize(Point::LIMIT, Known::default());
        }
        let known = &mut anchors[found.anchor.index()];
        known.keys.push(key(found));
        known.verdicts.push(verdict);
        known.areas.push(area);
    }
}
