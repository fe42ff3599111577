//! What a census counts of each pattern.

use std::collections::BTreeMap;
use std::time::Duration;

use katachi_board::{Point, Symmetry};
use katachi_matcher::Match;
use serde::{Deserialize, Serialize};

use crate::games::Place;

/// The most examples that are kept of a pattern.
const EXAMPLES: usize = 3;

/// The most matches of a pattern that never fires that are kept to find out why.
const FAILURES: usize = 12;

/// What a census counts of a pattern.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Count {
    /// The places where the diagram fits, by phase.
    pub fits: [u64; 3],
    /// The positions with a match that comes as far as the census can tell: that fits, that holds
    /// or could not be tested, that fires.
    pub positions: u64,
    /// Those of them whose move was played.
    pub fits_played: u64,
    /// The matches that were not tested: by quick tests because they ask about groups, otherwise
    /// because endgame patterns were not asked.
    pub open: u64,
    /// The matches that class letters and the safety of the move let pass.
    pub class: u64,
    /// The matches whose constraint holds, too.
    pub holds: u64,
    /// Those of them whose move was played.
    pub holds_played: u64,
    /// Those of them that ask for as much as any pattern that fires for the same move.
    pub leads: u64,
    /// Those of them whose move is the engine's best.
    pub chosen: u64,
    /// Those of them whose move another pattern forbids or replaces.
    pub vetoed: u64,
    /// The moves that it forbids or replaces itself.
    pub vetoes: u64,
    /// The time of all tests, in nanoseconds.
    pub nanoseconds: u64,
    /// The moves that a teacher has judged.
    pub judged: u64,
    /// What they lose against the best move, in points, all together.
    pub lost: f64,
    /// Where it came farthest: the first matches that hold or, if none does, that fit.
    pub examples: Vec<Example>,
    /// Whether the examples hold.
    pub examples_hold: bool,
    /// As long as none holds: the first matches that came to the constraint or, if none did, that
    /// were rejected before.
    pub failures: Vec<Example>,
    /// Whether the failures came to the constraint.
    pub failures_came_far: bool,
}

/// A match in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Example {
    /// The index of the game.
    pub game: usize,
    /// The number of moves before.
    pub before: usize,
    /// Row and column of the anchor.
    anchor: (u8, u8),
    /// The number of the orientation.
    symmetry: u8,
}

impl Example {
    /// A match in this position.
    pub fn new(place: Place, found: Match) -> Self {
        Self {
            game: place.game,
            before: place.before,
            anchor: (found.anchor.row() as u8, found.anchor.col() as u8),
            symmetry: found.symmetry.number() as u8,
        }
    }

    /// The position.
    pub fn place(self) -> Place {
        Place {
            game: self.game,
            before: self.before,
        }
    }

    /// The match of the pattern with this number.
    pub fn found(self, pattern: u32) -> Option<Match> {
        Some(Match {
            anchor: Point::new(self.anchor.0.into(), self.anchor.1.into())?,
            pattern,
            symmetry: Symmetry::all().nth(self.symmetry.into())?,
        })
    }
}

impl Count {
    /// The places where the diagram fits.
    pub fn all_fits(&self) -> u64 {
        self.fits.iter().sum()
    }

    /// The time of all tests.
    pub fn time(&self) -> Duration {
        Duration::from_nanos(self.nanoseconds)
    }

    /// The mean loss of its moves against the best move, in points.
    pub fn mean_loss(&self) -> Option<f64> {
        (self.judged > 0).then(|| self.lost / self.judged as f64)
    }

    /// Keeps an example, unless there are enough. One that holds displaces those that only fit.
    pub fn keep(&mut self, example: Example, holds: bool) {
        if holds && !self.examples_hold {
            self.examples.clear();
            self.examples_hold = true;
        }
        if self.examples.len() < EXAMPLES && holds == self.examples_hold {
            self.examples.push(example);
        }
    }

    /// Keeps a match that does not hold, unless there are enough. One that came to the constraint
    /// displaces those that did not.
    pub fn keep_failure(&mut self, example: Example, came_far: bool) {
        if came_far && !self.failures_came_far {
            self.failures.clear();
            self.failures_came_far = true;
        }
        let is_wanted = self.holds == 0 && came_far == self.failures_came_far;
        if is_wanted && self.failures.len() < FAILURES {
            self.failures.push(example);
        }
    }

    /// Adds what was counted in later positions.
    pub fn add(&mut self, other: &Self) {
        for (sum, more) in self.fits.iter_mut().zip(other.fits) {
            *sum += more;
        }
        for (sum, more) in [
            (&mut self.positions, other.positions),
            (&mut self.fits_played, other.fits_played),
            (&mut self.open, other.open),
            (&mut self.class, other.class),
            (&mut self.holds, other.holds),
            (&mut self.holds_played, other.holds_played),
            (&mut self.leads, other.leads),
            (&mut self.chosen, other.chosen),
            (&mut self.vetoed, other.vetoed),
            (&mut self.vetoes, other.vetoes),
            (&mut self.nanoseconds, other.nanoseconds),
            (&mut self.judged, other.judged),
        ] {
            *sum += more;
        }
        self.lost += other.lost;
        for &example in &other.examples {
            self.keep(example, other.examples_hold);
        }
        for &example in &other.failures {
            self.keep_failure(example, other.failures_came_far);
        }
        if self.holds > 0 {
            self.failures.clear();
        }
    }
}

/// A candidate of the engine, with the patterns that fire for it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Proposal {
    /// The index of the game.
    pub game: usize,
    /// The number of moves before.
    pub before: usize,
    /// Row and column of the move.
    at: (u8, u8),
    /// The patterns: the index of the database, and the number.
    pub patterns: Vec<(usize, u32)>,
}

impl Proposal {
    /// A candidate in this position, for which nothing fires yet.
    pub fn new(place: Place, point: Point) -> Self {
        Self {
            game: place.game,
            before: place.before,
            at: (point.row() as u8, point.col() as u8),
            patterns: Vec::new(),
        }
    }

    /// The position.
    pub fn place(&self) -> Place {
        Place {
            game: self.game,
            before: self.before,
        }
    }

    /// The move.
    pub fn point(&self) -> Option<Point> {
        Point::new(self.at.0.into(), self.at.1.into())
    }
}

/// The counts of all patterns that fit somewhere, by database and number.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// The counts.
    pub counts: BTreeMap<(usize, u32), Count>,
    /// The candidates that a teacher is to judge.
    pub proposals: Vec<Proposal>,
    /// The games that were looked at.
    pub games: usize,
    /// The positions that were looked at.
    pub positions: u64,
}

impl Tally {
    /// The count of a pattern, for changes.
    pub fn entry(&mut self, database: usize, pattern: u32) -> &mut Count {
        self.counts.entry((database, pattern)).or_default()
    }

    /// Adds what was counted in later games.
    pub fn add(&mut self, other: &Self) {
        for (&key, count) in &other.counts {
            self.counts.entry(key).or_default().add(count);
        }
        self.proposals.extend_from_slice(&other.proposals);
        self.games += other.games;
        self.positions += other.positions;
    }
}
