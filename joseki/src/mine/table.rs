//! Counts the observations of all games: for each corner position the moves, and how often they
//! were played.

use std::collections::HashMap;

use rayon::prelude::*;

use super::games::Game;
use super::observe::{Answer, Event, Sight, View, observe};
use super::stones::{Place, Stones};

/// A move in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The place; of two mirror images in a symmetric position, the smaller one.
    pub place: Place,
    /// How many times it was played.
    pub times: u32,
    /// How many of these count as moves of the position, because it had its own rectangle.
    pub here: u32,
    /// How many of these games have a known winner.
    pub decided: u32,
    /// How many of these games the mover won.
    pub won: u32,
    /// The first and the last known year.
    pub years: Option<(u16, u16)>,
}

/// The counts of a corner position and the side to move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// How many times the side to move played next in the corner.
    pub local: u32,
    /// How many times the opponent had just played in the rectangle; these are turns.
    pub turns: u32,
    /// How many of these turns were answered in the corner with the next move.
    pub at_once: u32,
    /// How many of these turns were answered in the corner within the next three moves, before the
    /// opponent played there again. All others were tenuki.
    pub soon: u32,
    /// The moves, most frequent first.
    pub moves: Vec<Move>,
}

impl Counts {
    /// The shares of turns that were not answered at once, and not answered soon; `None` without
    /// turns.
    pub fn tenuki(&self) -> Option<(f64, f64)> {
        let share = |answered: u32| f64::from(self.turns - answered) / f64::from(self.turns);
        (self.turns > 0).then(|| (share(self.at_once), share(self.soon)))
    }
}

/// Collects the observations of games.
#[derive(Debug)]
pub struct Collector {
    view: View,
    events: Vec<Event>,
}

impl Collector {
    /// An empty collector.
    pub fn new(view: View) -> Self {
        Self {
            view,
            events: Vec::new(),
        }
    }

    /// Adds games, with all cores.
    pub fn add(&mut self, games: &[Game]) {
        let view = self.view;
        let seen = games.par_iter().fold(Vec::new, |mut events, game| {
            observe(game, &view, &mut events);
            events
        });
        for mut events in seen.collect_vec_list().into_iter().flatten() {
            self.events.append(&mut events);
        }
    }

    /// Counts. Leaves out positions with fewer than `least` observed moves and turns.
    pub fn finish(mut self, least: usize) -> Table {
        self.events.par_sort_unstable();
        let runs: Vec<&[Event]> = (self.events)
            .chunk_by(|one, other| one.stones == other.stones)
            .filter(|run| run.len() >= least)
            .collect();
        let positions = runs.par_iter().map(|run| (run[0].stones, counts(run)));
        Table {
            view: self.view,
            positions: positions.collect(),
        }
    }
}

fn counts(events: &[Event]) -> Counts {
    let mut counts = Counts::default();
    for event in events {
        match event.sight {
            Sight::Turn(answer) => {
                counts.turns += 1;
                counts.at_once += u32::from(answer == Answer::AtOnce);
                counts.soon += u32::from(answer != Answer::Tenuki);
            }
            Sight::Move {
                row,
                col,
                here,
                fits,
            } => {
                counts.local += u32::from(here);
                if !fits {
                    continue;
                }
                let place = (usize::from(row), usize::from(col));
                // The events are sorted by place.
                if counts.moves.last().is_none_or(|last| last.place != place) {
                    counts.moves.push(Move {
                        place,
                        times: 0,
                        here: 0,
                        decided: 0,
                        won: 0,
                        years: None,
                    });
                }
                if let Some(last) = counts.moves.last_mut() {
                    last.times += 1;
                    last.here += u32::from(here);
                    last.decided += u32::from(event.won.is_some());
                    last.won += u32::from(event.won == Some(true));
                    if let Some(year) = event.year {
                        let (from, to) = last.years.unwrap_or((year, year));
                        last.years = Some((from.min(year), to.max(year)));
                    }
                }
            }
        }
    }
    counts
        .moves
        .sort_by_key(|one| (std::cmp::Reverse(one.times), one.place));
    counts
}

/// The counts of all observed positions.
#[derive(Debug)]
pub struct Table {
    pub(crate) view: View,
    positions: HashMap<Stones, Counts>,
}

impl Table {
    /// The counts of a position or of its mirror image; places are those of the canonical form.
    pub fn get(&self, stones: Stones) -> Option<&Counts> {
        self.positions.get(&stones.canonical().0)
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// All positions, sorted by their stones.
    pub fn positions(&self) -> Vec<(Stones, &Counts)> {
        let mut all: Vec<_> = self.positions.iter().map(|(&at, one)| (at, one)).collect();
        all.sort_unstable_by_key(|(stones, _)| *stones);
        all
    }
}
