//! The model of move values: the value of a move is the product of two strengths.

use std::ops::Range;

use katachi_image::monte_carlo::Neighborhood;

use super::Positions;
use super::mm::{Learned, Teams, learn};
use super::shape::{CLASSES, NEIGHBORHOODS, Shape, class, is_near};

/// The value of the strongest move: small enough that sums do not overflow, and large enough that
/// rounding to integers does no harm.
const LARGEST: f64 = 1_000_000.0;

/// The parameters of a model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// How often a neighbourhood must have been seen with a class to have a strength of its own for
    /// it; all other moves of the class share one.
    pub min_count: u64,
    /// The exponent of all values: below 1 random games are more random.
    pub temperature: f64,
    /// The exponent of the strengths of classes alone: above 1 urgent moves become more urgent.
    pub class_power: f64,
    /// A factor for the strengths of near moves: above 1 the last move is answered more often.
    pub near: f64,
}

impl Settings {
    /// The settings that predict best; a neighbourhood needs to be seen `min_count` times.
    pub fn for_prediction(min_count: u64) -> Self {
        Self {
            min_count,
            temperature: 1.0,
            class_power: 1.0,
            near: 1.0,
        }
    }
}

/// The number of classes, near and far ones.
pub(super) const SITUATION_CLASSES: usize = 2 * CLASSES.len();

/// How often a move was a candidate, and how often it was played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// How often it was a candidate.
    pub seen: u64,
    /// How often it was played.
    pub played: u64,
}

/// The strengths of moves, learned from positions: of neighbourhoods and of classes, both
/// separately for near and far moves.
#[derive(Clone, Debug)]
pub struct Model {
    settings: Settings,
    /// How often each neighbourhood was seen with each class, and how often it was played.
    counts: Vec<[Count; SITUATION_CLASSES]>,
    learned: Learned<2>,
    scale: f64,
    /// The number of games it was learned from.
    pub games: usize,
    /// The number of moves it was learned from.
    pub moves: usize,
}

/// The class of a situation; near classes come first.
pub(super) fn situation_class(situation: u8) -> usize {
    let far = if is_near(situation) { 0 } else { CLASSES.len() };
    far + class(situation)
}

impl Model {
    /// The model of these games, given by their numbers, before learning: all strengths are 1.
    pub fn untaught(positions: &Positions, games: &[usize], settings: Settings) -> Self {
        let ranges = ranges(positions, games);
        let counts = count(positions, &ranges);
        let sizes = sizes(counts.len());
        Self {
            settings,
            counts,
            learned: Learned {
                gammas: sizes.map(|size| vec![1.0; size]),
                course: Vec::new(),
            },
            scale: LARGEST,
            games: games.len(),
            moves: ranges.iter().map(ExactSizeIterator::len).sum(),
        }
    }

    /// Learns from these games. Calls `each` with the log-likelihood of each round.
    pub fn learn(
        positions: &Positions,
        games: &[usize],
        settings: Settings,
        each: impl FnMut(f64),
    ) -> Self {
        let mut model = Self::untaught(positions, games, settings);
        let (ranges, teams) = (ranges(positions, games), model.teams(positions));
        model.learned = learn(&positions.competitions, &ranges, &teams, each);
        let strongest = (positions.shapes.iter())
            .map(|&shape| model.strength(model.members(shape)))
            .fold(0.0, f64::max);
        model.scale = LARGEST / strongest;
        model
    }

    /// The two members of each team.
    pub(super) fn teams(&self, positions: &Positions) -> Teams<2> {
        Teams {
            members: positions
                .shapes
                .iter()
                .map(|&shape| self.members(shape))
                .collect(),
            sizes: sizes(self.counts.len()),
        }
    }

    /// Whether moves of this class in this neighbourhood have a strength of their own.
    pub fn is_own(&self, neighborhood: u16, situation_class: usize) -> bool {
        let seen = self.counts[usize::from(neighborhood)][situation_class].seen;
        seen > 0 && seen >= self.settings.min_count
    }

    /// The indices of a shape's strengths.
    fn members(&self, shape: Shape) -> [u32; 2] {
        let situation = situation_class(shape.situation());
        let neighborhood = if self.is_own(shape.neighborhood(), situation) {
            shape.neighborhood().into()
        } else {
            self.counts.len() as u32
        };
        let far = u32::from(!is_near(shape.situation()));
        [2 * neighborhood + far, situation as u32]
    }

    fn strength(&self, [neighborhood, class]: [u32; 2]) -> f64 {
        let Settings {
            temperature,
            class_power,
            near,
            ..
        } = self.settings;
        let class = class as usize;
        let answer = if class < CLASSES.len() { near } else { 1.0 };
        let of_neighborhood = self.learned.gammas[0][neighborhood as usize];
        (of_neighborhood * self.class_gamma(class).powf(class_power) * answer).powf(temperature)
    }

    /// The value of a move of this shape in a database: an integer of three significant digits; 0
    /// only for own eyes.
    pub fn value(&self, shape: Shape) -> u32 {
        if NEIGHBORHOODS.at(shape.neighborhood()).is_eye() {
            return 0;
        }
        readable(self.scale * self.strength(self.members(shape)))
    }

    /// The value of moves of a class in neighbourhoods without a strength of their own.
    pub(super) fn general_value(&self, situation_class: usize) -> u32 {
        let far = usize::from(situation_class >= CLASSES.len());
        let members = [2 * self.counts.len() + far, situation_class];
        readable(self.scale * self.strength(members.map(|member| member as u32)))
    }

    /// How often moves of each class were seen in a neighbourhood.
    pub(super) fn counts(&self, neighborhood: u16) -> &[Count; SITUATION_CLASSES] {
        &self.counts[usize::from(neighborhood)]
    }

    /// How often a neighbourhood was seen.
    pub fn count(&self, neighborhood: u16) -> Count {
        let add = |a: Count, b: &Count| Count {
            seen: a.seen + b.seen,
            played: a.played + b.played,
        };
        self.counts(neighborhood).iter().fold(Count::default(), add)
    }

    /// The strength of a class, relative to that of quiet far moves.
    pub(super) fn class_gamma(&self, situation_class: usize) -> f64 {
        let classes = &self.learned.gammas[1];
        classes[situation_class] / classes[SITUATION_CLASSES - 1]
    }

    /// The log-likelihood before each step.
    pub fn course(&self) -> &[f64] {
        &self.learned.course
    }
}

/// The number of strengths in each group. After those of the neighbourhoods come the shared ones.
fn sizes(neighborhoods: usize) -> [usize; 2] {
    [2 * neighborhoods + 2, SITUATION_CLASSES]
}

fn ranges(positions: &Positions, games: &[usize]) -> Vec<Range<usize>> {
    let range = |&game: &usize| positions.games[game].clone();
    games.iter().map(range).collect()
}

/// The value rounded to three digits, at least 1.
fn readable(value: f64) -> u32 {
    let mut step = 1.0;
    while value / step >= 999.5 {
        step *= 10.0;
    }
    ((value / step).round() * step).clamp(1.0, f64::from(u32::MAX)) as u32
}

fn count(positions: &Positions, ranges: &[Range<usize>]) -> Vec<[Count; SITUATION_CLASSES]> {
    let teams = positions.shapes.len();
    let parts = positions.competitions.map(ranges, |competitions| {
        let mut counts = vec![Count::default(); teams];
        for (entries, winner) in competitions {
            for entry in entries {
                counts[entry.team as usize].seen += u64::from(entry.count);
            }
            counts[winner as usize].played += 1;
        }
        counts
    });
    let neighborhoods = Neighborhood::all().count();
    let mut counts = vec![[Count::default(); SITUATION_CLASSES]; neighborhoods];
    for part in parts {
        for (shape, count) in positions.shapes.iter().zip(part) {
            let row = &mut counts[usize::from(shape.neighborhood())];
            let sum = &mut row[situation_class(shape.situation())];
            sum.seen += count.seen;
            sum.played += count.played;
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_three_digits() {
        let values = [0.2, 1.4, 12.5, 999.4, 999.6, 1234.5, 99_951.0, 1_000_000.0];
        let expected = [1, 1, 13, 999, 1000, 1230, 100_000, 1_000_000];
        assert_eq!(values.map(readable), expected);
    }
}
