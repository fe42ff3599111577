//! Counts.
//!
//! Start reading at [`Plan::run`]. Each thread has an engine of its own, which begins each game
//! without memories, so the counts do not depend on the number of threads.

use std::collections::BTreeSet;

use katachi_board::{Color, Point};
use katachi_core::{
    Engine, Fired, Game, Obstacle, Profile, QuickResult, Thoughts, Wish, asked_value,
};
use katachi_joseki::mine;
use katachi_teacher::{Judge, JudgeError};
use rayon::prelude::*;

use super::count::{Example, Proposal, Tally};
use super::plan::{Depth, Plan};
use super::saved::{Saved, SavedError};
use crate::games::{self, Place};
use crate::judging::loss;
use crate::phase::Phase;

/// The games of a batch: after each the tally is saved and reported.
const BATCH: usize = 32;

impl Plan<'_> {
    /// Counts. `saved` may have the first games already, and gets what is counted; `watch` gets the
    /// tally after each batch, and says whether to go on.
    ///
    /// # Errors
    /// If the tally cannot be saved.
    pub fn run(
        &self,
        saved: &mut Saved,
        mut watch: impl FnMut(&Tally) -> bool,
    ) -> Result<Tally, SavedError> {
        let mut tally = saved.resume(self)?;
        let mut goes_on = watch(&tally);
        let chosen = self.positions.by_game(self.games.games.len());
        while goes_on && tally.games < self.games.games.len() {
            let from = tally.games;
            let until = (from + BATCH).min(self.games.games.len());
            let of_games: Vec<Tally> = (from..until)
                .into_par_iter()
                .map_init(
                    || self.engine(),
                    |engine, game| self.game(engine, game, &chosen[game]),
                )
                .collect();
            for one in &of_games {
                tally.add(one);
            }
            saved.save(self, &tally)?;
            goes_on = watch(&tally);
        }
        saved.finish(self, &tally)?;
        Ok(tally)
    }

    /// Asks a teacher what the candidates lose against the best move, and adds that to the counts
    /// of the patterns that fire for them. `watch` gets the number of candidates so far, and says
    /// whether to go on.
    ///
    /// # Errors
    /// If the teacher fails.
    pub fn judge(
        &self,
        tally: &mut Tally,
        judge: &mut Judge,
        mut watch: impl FnMut(usize) -> bool,
    ) -> Result<(), JudgeError> {
        let proposals = std::mem::take(&mut tally.proposals);
        for (number, proposal) in proposals.iter().enumerate() {
            if !watch(number) {
                break;
            }
            let lost = loss(judge, self.games, proposal.place(), proposal.point())?;
            for &(database, pattern) in &proposal.patterns {
                let count = tally.entry(database, pattern);
                count.judged += 1;
                count.lost += lost;
            }
        }
        tally.proposals = proposals;
        Ok(())
    }

    /// An engine with the databases.
    pub(super) fn engine(&self) -> Engine {
        let mut engine = Engine::new(self.set.knowledge().clone());
        engine.analyst.set_level(self.level);
        engine
    }

    /// Counts in the chosen positions of a game.
    fn game(&self, engine: &mut Engine, number: usize, chosen: &[usize]) -> Tally {
        let mut tally = Tally {
            games: 1,
            ..Tally::default()
        };
        let record: &mine::Game = &self.games.games[number];
        let mut game = games::start(record);
        let mut chosen = chosen.iter().copied().peekable();
        engine.forget();
        for (before, &(color, played)) in record.moves.iter().enumerate() {
            if chosen.next_if_eq(&before).is_some() {
                let place = Place {
                    game: number,
                    before,
                };
                let turn = Seen {
                    place,
                    color,
                    played,
                    phase: Phase::of(before + 1, record.size),
                };
                tally.positions += 1;
                let far = self.position(engine, &game, turn, &mut tally);
                // A pattern that fits at several points counts once.
                for (database, pattern) in far.into_iter().collect::<BTreeSet<_>>() {
                    tally.entry(database, pattern).positions += 1;
                }
            }
            if chosen.peek().is_none() || game.play(color, played).is_err() {
                break;
            }
        }
        tally
    }

    /// Counts in a position. Returns the pattern of each match that comes as far as the depth can
    /// tell.
    fn position(
        &self,
        engine: &mut Engine,
        game: &Game,
        seen: Seen,
        tally: &mut Tally,
    ) -> Vec<(usize, u32)> {
        let mut far = Vec::new();
        match self.depth {
            Depth::Diagram => {
                for fired in diagrams(engine, game, seen.color) {
                    let holds = false;
                    seen.fits(fired, tally, holds);
                    far.push((fired.database, fired.found.pattern));
                }
            }
            Depth::Constraint => engine.test_quickly(game, seen.color, |fired, result, time| {
                let holds = result == QuickResult::Holds;
                seen.fits(fired, tally, holds);
                let count = tally.entry(fired.database, fired.found.pattern);
                count.nanoseconds += time.as_nanos() as u64;
                if matches!(result, QuickResult::Holds | QuickResult::Open) {
                    far.push((fired.database, fired.found.pattern));
                }
                match result {
                    QuickResult::Open => count.open += 1,
                    QuickResult::Rejected => count.keep_failure(seen.example(fired), false),
                    QuickResult::Refused => {
                        count.class += 1;
                        count.keep_failure(seen.example(fired), true);
                    }
                    QuickResult::Holds => {
                        count.class += 1;
                        count.holds += 1;
                        count.holds_played += u64::from(seen.played == Some(fired.point));
                    }
                }
            }),
            Depth::Move => far = self.valued(engine, game, seen, tally),
        }
        far
    }

    /// Counts in a position whose moves the engine values. Returns the pattern of each match that
    /// fires.
    fn valued(
        &self,
        engine: &mut Engine,
        game: &Game,
        seen: Seen,
        tally: &mut Tally,
    ) -> Vec<(usize, u32)> {
        let mut far = Vec::new();
        engine.profile = Some(Profile::default());
        let wish = Wish::of(seen.color);
        let thoughts = engine.think_without_search(game, &wish);
        let profile = engine.profile.take().unwrap_or_default();
        for fired in diagrams(engine, game, seen.color) {
            let holds = thoughts.fired.contains(&fired);
            seen.fits(fired, tally, holds);
            let count = tally.entry(fired.database, fired.found.pattern);
            count.open += 1;
            if !holds {
                // The profile says below how far the matches came, but not which one did.
                count.keep_failure(seen.example(fired), false);
            }
        }
        for (database, pattern, cost) in profile.sorted() {
            let count = tally.entry(database, pattern);
            count.open = count.open.saturating_sub(cost.matches);
            count.class += cost.asked;
            count.nanoseconds += cost.time.as_nanos() as u64;
        }
        let stopped = |point: Point| {
            let mut dropped = thoughts.dropped.iter();
            dropped.any(|(one, obstacle)| {
                let is_veto = matches!(obstacle, Obstacle::Forbidden | Obstacle::Replaced { .. });
                one.point == point && is_veto
            })
        };
        let best = thoughts.candidates.first().map(|best| best.point);
        for fired in &thoughts.fired {
            let forbids = thoughts.vetoes.iter().any(|veto| {
                (veto.database, veto.found) == (fired.database, fired.found)
                    && veto.point == fired.point
            });
            let leads = self.leads(game, fired, &thoughts);
            far.push((fired.database, fired.found.pattern));
            let count = tally.entry(fired.database, fired.found.pattern);
            count.holds += 1;
            count.holds_played += u64::from(seen.played == Some(fired.point));
            count.leads += u64::from(leads);
            count.chosen += u64::from(best == Some(fired.point));
            count.vetoed += u64::from(!forbids && stopped(fired.point));
        }
        for best in thoughts.candidates.iter().take(self.judged) {
            let mut proposal = Proposal::new(seen.place, best.point);
            let fired = thoughts.fired.iter().filter(|one| one.point == best.point);
            let patterns = fired.map(|one| (one.database, one.found.pattern));
            proposal.patterns.extend(patterns);
            // A pattern that fits in two orientations counts once.
            proposal.patterns.sort_unstable();
            proposal.patterns.dedup();
            if !proposal.patterns.is_empty() {
                tally.proposals.push(proposal);
            }
        }
        for veto in &thoughts.vetoes {
            tally.entry(veto.database, veto.found.pattern).vetoes += 1;
        }
        far
    }

    /// Whether a match that fires asks for as much as all others for the same move.
    fn leads(&self, game: &Game, fired: &Fired, thoughts: &Thoughts) -> bool {
        let size = game.board().size().get();
        let asked = |one: &Fired| {
            let pattern = self.set.pattern(one.database, one.found.pattern)?;
            asked_value(&pattern, size)
        };
        let others = (thoughts.fired.iter()).filter(|one| one.point == fired.point);
        let most = others.map(asked).fold(
            None,
            |most: Option<f32>, one| {
                if one > most { one } else { most }
            },
        );
        asked(fired) >= most
    }
}

/// A position with its move, while it is looked at.
#[derive(Clone, Copy)]
struct Seen {
    place: Place,
    color: Color,
    played: Option<Point>,
    phase: Phase,
}

impl Seen {
    fn example(&self, fired: Fired) -> Example {
        Example::new(self.place, fired.found)
    }

    /// Counts a place where a diagram fits.
    fn fits(&self, fired: Fired, tally: &mut Tally, holds: bool) {
        let count = tally.entry(fired.database, fired.found.pattern);
        count.fits[self.phase as usize] += 1;
        count.fits_played += u64::from(self.played == Some(fired.point));
        count.keep(self.example(fired), holds);
    }
}

/// All places where diagrams of databases that propose moves fit.
fn diagrams(engine: &mut Engine, game: &Game, color: Color) -> Vec<Fired> {
    let size = game.board().size();
    let mut position = engine.position(game);
    let mut all = Vec::new();
    for (database, general) in position.knowledge().proposing() {
        for found in position.matches(database, &general, color) {
            let pattern = general.pattern(found.pattern as usize);
            if let Some(point) = pattern.and_then(|pattern| found.mv(&pattern, size)) {
                all.push(Fired {
                    point,
                    database,
                    found,
                });
            }
        }
    }
    all
}
