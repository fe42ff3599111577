//! Which surroundings are worth a pattern.

use std::collections::BTreeMap;

use super::around::{Around, RINGS};
use super::example::{Aim, Candidate, Example};

/// What is known of surroundings.
#[derive(Clone, Copy, Debug, Default)]
pub struct Count {
    /// How often they were seen around a candidate.
    pub seen: u32,
    /// How often that was right.
    pub right: u32,
    /// How often it was right as a sacrifice.
    pub sacrifices: u32,
    /// The number of sources in which it was right.
    pub sources: u32,
    /// The last of these sources.
    last: u32,
    /// The first of these sources.
    pub first: u32,
}

/// Counts of surroundings of one aim.
#[derive(Debug, Default)]
pub struct Counts {
    rings: [BTreeMap<Around, Count>; RINGS.len()],
    /// All candidates.
    pub all: Count,
}

impl Counts {
    /// Counts the candidates of an example of a source; sources come one after the other, from 1.
    pub fn add(&mut self, source: u32, example: &Example) {
        for one in &example.moves {
            count(&mut self.all, source, *one);
            for ring in usize::from(one.ring)..RINGS.len() {
                let around = Around(one.around).within(ring);
                count(self.rings[ring].entry(around).or_default(), source, *one);
            }
        }
    }
}

fn count(count: &mut Count, source: u32, one: Candidate) {
    count.seen += 1;
    if !one.right {
        return;
    }
    count.right += 1;
    count.sacrifices += u32::from(one.sacrifice);
    if count.last != source {
        count.last = source;
        count.sources += 1;
        if count.first == 0 {
            count.first = source;
        }
    }
}

/// A chosen pattern.
#[derive(Clone, Copy, Debug)]
pub struct Chosen {
    /// What surrounds the move.
    pub around: Around,
    /// Up to which ring.
    pub ring: usize,
    /// What is known of it.
    pub count: Count,
    /// The estimated probability that the move is right.
    pub probability: f64,
}

/// What is chosen.
#[derive(Clone, Copy, Debug)]
pub struct Selection {
    /// The fewest sources in which the move was right.
    pub sources: u32,
    /// The most patterns.
    pub most: usize,
    /// How much better the logarithm of the odds is than that of what it contains, at least.
    pub gain: f64,
}

/// An estimate leans towards that of the inner rings as if it had been seen so often more.
const LEANING: f64 = 8.0;

fn log_odds(probability: f64) -> f64 {
    (probability / (1.0 - probability)).ln()
}

impl Selection {
    /// The patterns that are worth it, the best first.
    pub fn choose(&self, counts: &Counts) -> Vec<Chosen> {
        let share = f64::from(counts.all.right) / f64::from(counts.all.seen.max(1));
        // For each of the surroundings its estimate, and the best of a chosen pattern in it.
        let mut known: Vec<BTreeMap<Around, (f64, f64)>> = Vec::new();
        let mut chosen: Vec<(f64, Chosen)> = Vec::new();
        for (ring, all) in counts.rings.iter().enumerate() {
            let mut here = BTreeMap::new();
            for (&around, &count) in all {
                let inner = (0..ring)
                    .rev()
                    .find_map(|inner| known[inner].get(&around.within(inner)).copied());
                let (prior, best) = inner.unwrap_or((share, share));
                let probability =
                    (f64::from(count.right) + LEANING * prior) / (f64::from(count.seen) + LEANING);
                let gain = log_odds(probability) - log_odds(best);
                let is_chosen = count.sources >= self.sources && gain >= self.gain;
                here.insert(
                    around,
                    (probability, if is_chosen { probability } else { best }),
                );
                if is_chosen {
                    let worth = f64::from(count.right) * gain;
                    let one = Chosen {
                        around,
                        ring,
                        count,
                        probability,
                    };
                    chosen.push((worth, one));
                }
            }
            known.push(here);
        }
        chosen.sort_by(|(a, one), (b, other)| {
            let tie = (one.ring, one.around).cmp(&(other.ring, other.around));
            b.total_cmp(a).then(tie)
        });
        chosen.truncate(self.most);
        let mut chosen: Vec<Chosen> = chosen.into_iter().map(|(_, one)| one).collect();
        chosen.sort_by(|a, b| {
            let tie = (a.ring, a.around).cmp(&(b.ring, b.around));
            b.probability.total_cmp(&a.probability).then(tie)
        });
        chosen
    }
}

/// How well patterns find right moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// The examples.
    pub examples: usize,
    /// Those in which a pattern fits a right move.
    pub covered: usize,
    /// Those in which the move with the highest value is right.
    pub first: usize,
    /// Those in which one of the three moves with the highest values is right.
    pub among_three: usize,
}

impl Figures {
    /// The figures of patterns on examples of their aim.
    pub fn of<'a>(
        chosen: &[Chosen],
        aim: Aim,
        examples: impl Iterator<Item = &'a Example>,
    ) -> Self {
        let values: BTreeMap<(usize, Around), f64> = (chosen.iter())
            .map(|one| ((one.ring, one.around), one.probability))
            .collect();
        let value = |one: &Candidate| {
            let rings = usize::from(one.ring)..RINGS.len();
            let found = rings.filter_map(|ring| {
                let around = Around(one.around).within(ring);
                values.get(&(ring, around)).copied()
            });
            found.fold(0.0, f64::max)
        };
        let mut figures = Self::default();
        for example in examples.filter(|example| example.aim == aim) {
            let mut moves: Vec<(f64, bool)> = (example.moves.iter())
                .map(|one| (value(one), one.right))
                .filter(|(value, _)| *value > 0.0)
                .collect();
            // Of equal moves the wrong ones come first.
            moves.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
            figures.examples += 1;
            figures.covered += usize::from(moves.iter().any(|one| one.1));
            figures.first += usize::from(moves.first().is_some_and(|one| one.1));
            figures.among_three += usize::from(moves.iter().take(3).any(|one| one.1));
        }
        figures
    }
}
