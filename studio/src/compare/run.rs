//! Asks the engine for its moves with either set.

use std::time::{Duration, Instant};

use katachi_board::Color;
use katachi_core::{Engine, Game, Thoughts, Wish};
use katachi_teacher::{Judge, JudgeError};
use rayon::prelude::*;

use super::edits::{Edits, Reach};
use super::result::{Change, Choice, Comparison, point};
use crate::games::{Games, Place, Positions};
use crate::judging::loss;
use crate::set::PatternSet;
use crate::words::{UsualNames, breakdown};

/// The positions of the first batch. Each batch is twice as large as the one before, up to the
/// largest.
const FIRST_BATCH: usize = 16;

/// The positions of the largest batch.
const LARGEST_BATCH: usize = 256;

/// What is compared, and where.
pub struct Plan<'a> {
    /// The old databases.
    pub old: &'a PatternSet,
    /// The new databases.
    pub new: &'a PatternSet,
    /// Where they differ.
    pub edits: &'a Edits,
    /// The games.
    pub games: &'a Games,
    /// The positions of them.
    pub positions: &'a Positions,
    /// The level of the engine.
    pub level: i32,
}

/// The engines of a thread.
struct Engines {
    old: Engine,
    new: Engine,
}

/// What became of a position.
struct Looked {
    /// The times with the old and the new set, if the engine had to think.
    times: Option<[Duration; 2]>,
    change: Option<Change>,
}

impl Plan<'_> {
    /// Compares. `watch` gets the result so far after each batch, and says whether to go on.
    pub fn run(&self, mut watch: impl FnMut(&Comparison) -> bool) -> Comparison {
        let mut result = Comparison::default();
        let places = self.positions.places();
        if self.edits.reach == Reach::Nowhere {
            result.positions = places.len();
            watch(&result);
            return result;
        }
        let mut batch = FIRST_BATCH;
        while result.positions < places.len() {
            let until = (result.positions + batch).min(places.len());
            let looked: Vec<Looked> = places[result.positions..until]
                .par_iter()
                .map_init(
                    || self.engines(),
                    |engines, &place| self.look(engines, place),
                )
                .collect();
            for one in looked {
                if let Some(times) = one.times {
                    result.thought += 1;
                    for (sum, time) in result.time.iter_mut().zip(times) {
                        *sum += time;
                    }
                }
                result.changes.extend(one.change);
            }
            result.positions = until;
            batch = (2 * batch).min(LARGEST_BATCH);
            if !watch(&result) {
                break;
            }
        }
        result
    }

    /// Asks a teacher about all changed moves that it has not judged.
    ///
    /// # Errors
    /// If the teacher fails.
    pub fn judge(&self, result: &mut Comparison, judge: &mut Judge) -> Result<(), JudgeError> {
        for change in result.changes.iter_mut().filter(|one| one.losses.is_none()) {
            let old = loss(judge, self.games, change.place, change.old.point)?;
            let new = loss(judge, self.games, change.place, change.new.point)?;
            change.losses = Some([old, new]);
        }
        Ok(())
    }

    fn engines(&self) -> Engines {
        let of = |set: &PatternSet| {
            let mut engine = Engine::new(set.knowledge().clone());
            engine.analyst.set_level(self.level);
            engine
        };
        Engines {
            old: of(self.old),
            new: of(self.new),
        }
    }

    fn look(&self, engines: &mut Engines, place: Place) -> Looked {
        let nothing = Looked {
            times: None,
            change: None,
        };
        let position = self.games.position(place);
        let (Some(game), Some((color, played))) = (position, self.games.played(place)) else {
            return nothing;
        };
        if !self.may_differ(engines, &game, color) {
            return nothing;
        }
        let (old, old_time) = think(&mut engines.old, &game, color);
        let (new, new_time) = think(&mut engines.new, &game, color);
        let [was, is] = [&old, &new].map(point);
        let change = (was != is).then(|| Change {
            place,
            color,
            played,
            old: choice(self.old, &game, &old, is),
            new: choice(self.new, &game, &new, was),
            losses: None,
            game,
        });
        Looked {
            times: Some([old_time, new_time]),
            change,
        }
    }

    /// Whether the sets can choose different moves: a pattern that differs fits, or a database
    /// differs that is not about moves.
    fn may_differ(&self, engines: &mut Engines, game: &Game, color: Color) -> bool {
        if self.edits.reach == Reach::Everywhere {
            return true;
        }
        let fits = |engine: &mut Engine, edited: &std::collections::BTreeSet<(usize, u32)>| {
            let mut databases: Vec<usize> = edited.iter().map(|one| one.0).collect();
            databases.dedup();
            let mut position = engine.position(game);
            databases.into_iter().any(|database| {
                let general = position.knowledge().general(database);
                general.is_some_and(|general| {
                    let found = position.matches(database, &general, color);
                    let mut found = found.into_iter();
                    found.any(|one| edited.contains(&(database, one.pattern)))
                })
            })
        };
        fits(&mut engines.old, &self.edits.old) || fits(&mut engines.new, &self.edits.new)
    }
}

/// The engine's thoughts, without memories of other positions, and the time that they took.
fn think(engine: &mut Engine, game: &Game, color: Color) -> (Thoughts, Duration) {
    engine.forget();
    let began = Instant::now();
    let thoughts = engine.think_without_search(game, &Wish::of(color));
    (thoughts, began.elapsed())
}

/// What a set chooses, and what it says about the move of the other set.
fn choice(
    set: &PatternSet,
    game: &Game,
    thoughts: &Thoughts,
    other: Option<katachi_board::Point>,
) -> Choice {
    let names = UsualNames {
        size: game.board().size(),
        knowledge: set.knowledge(),
    };
    let point = point(thoughts);
    let about = |point| breakdown(&names, thoughts, point);
    Choice {
        point,
        reasons: point.map_or_else(Vec::new, about),
        other: other.map_or_else(Vec::new, about),
    }
}
