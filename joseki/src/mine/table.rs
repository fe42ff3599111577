//! What all games together show: for each corner position the moves, and how often.

use std::collections::HashMap;

use rayon::prelude::*;

use super::games::Game;
use super::observe::{Answer, Event, Sight, View, observe};
use super::stones::{Place, Stones};

/// A move in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Where; of two mirror images in a symmetric position the first.
    pub place: Place,
    /// How many times it was played.
    pub times: u32,
    /// How many of them count among the moves of the position, since it stood in its own rectangle.
    pub here: u32,
    /// In how many of these games somebody is known to have won.
    pub decided: u32,
    /// In how many the side that played it won.
    pub won: u32,
    /// The first and the last year, if any year is known.
    pub years: Option<(u16, u16)>,
}

/// A position: what stands in a corner, and whose turn it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Position {
    /// How many times the side to move played in the corner next.
    pub local: u32,
    /// How many times the other side had just played in the rectangle.
    pub turns: u32,
    /// How many of these turns were answered in the corner at once.
    pub at_once: u32,
    /// How many were answered there with one of the next three moves, the first included, before the
    /// other side played there again; the rest were tenuki.
    pub soon: u32,
    /// The moves, most frequent first.
    pub moves: Vec<Move>,
}

impl Position {
    /// The share of turns that were not answered in the corner at once, and of those that were not
    /// answered soon; `None` if there was no turn.
    pub fn tenuki(&self) -> Option<(f64, f64)> {
        let share = |answered: u32| f64::from(self.turns - answered) / f64::from(self.turns);
        (self.turns > 0).then(|| (share(self.at_once), share(self.soon)))
    }
}

/// Collects what games show.
#[derive(Debug)]
pub struct Collector {
    view: View,
    events: Vec<Event>,
}

impl Collector {
    /// Nothing yet.
    pub fn new(view: View) -> Self {
        Self {
            view,
            events: Vec::new(),
        }
    }

    /// Looks at more games, with all cores.
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

    /// Counts. Positions of which fewer moves and turns than `least` were seen are left out.
    pub fn finish(mut self, least: usize) -> Table {
        self.events.par_sort_unstable();
        let runs: Vec<&[Event]> = (self.events)
            .chunk_by(|one, other| one.stones == other.stones)
            .filter(|run| run.len() >= least)
            .collect();
        let positions = runs.par_iter().map(|run| (run[0].stones, position(run)));
        Table {
            view: self.view,
            positions: positions.collect(),
        }
    }
}

fn position(events: &[Event]) -> Position {
    let mut position = Position::default();
    for event in events {
        match event.sight {
            Sight::Turn(answer) => {
                position.turns += 1;
                position.at_once += u32::from(answer == Answer::AtOnce);
                position.soon += u32::from(answer != Answer::Tenuki);
            }
            Sight::Move {
                row,
                col,
                here,
                fits,
            } => {
                position.local += u32::from(here);
                if !fits {
                    continue;
                }
                let place = (usize::from(row), usize::from(col));
                // The events are in the order of their places.
                if position.moves.last().is_none_or(|last| last.place != place) {
                    position.moves.push(Move {
                        place,
                        times: 0,
                        here: 0,
                        decided: 0,
                        won: 0,
                        years: None,
                    });
                }
                if let Some(last) = position.moves.last_mut() {
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
    position
        .moves
        .sort_by_key(|one| (std::cmp::Reverse(one.times), one.place));
    position
}

/// All positions that were seen.
#[derive(Debug)]
pub struct Table {
    pub(crate) view: View,
    positions: HashMap<Stones, Position>,
}

impl Table {
    /// What was seen of a position, whichever way it is mirrored; places are those of its canonical
    /// form.
    pub fn get(&self, stones: Stones) -> Option<&Position> {
        self.positions.get(&stones.canonical().0)
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether nothing was seen.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// All positions, in the order of their stones.
    pub fn positions(&self) -> Vec<(Stones, &Position)> {
        let mut all: Vec<_> = self.positions.iter().map(|(&at, one)| (at, one)).collect();
        all.sort_unstable_by_key(|(stones, _)| *stones);
        all
    }
}
