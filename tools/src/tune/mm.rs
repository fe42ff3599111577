//! Minorisation-maximisation for competing teams: R. Coulom, "Computing Elo Ratings of Move
//! Patterns in the Game of Go" (2007), after D. Hunter, "MM algorithms for generalized
//! Bradley-Terry models" (2004).
//!
//! A team has one member of each group. Its strength is the product of its members' gammas, and in
//! a competition its probability to win is proportional to its strength. [`learn`] finds the gammas
//! that make the observed winners most likely.

use std::ops::Range;

use rayon::prelude::*;

/// The number of virtual games that each gamma has won, and lost, against an opponent of gamma 1.
/// They keep the gammas of rare members away from 0 and infinity.
pub const PRIOR: f64 = 1.0;

/// Learning ends when a round improves the mean log-likelihood of a competition by less than this,
/// in nats.
const TOLERANCE: f64 = 1e-7;

/// The most rounds of learning.
const MAX_ROUNDS: usize = 1000;

/// The number of parts into which the competitions are divided, for any number of threads.
const CHUNKS: usize = 64;

/// A number of equal teams in a competition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The number of the team.
    pub team: u32,
    /// The number of such teams.
    pub count: u32,
}

/// Competitions with their winners.
#[derive(Clone, Debug, Default)]
pub struct Competitions {
    entries: Vec<Entry>,
    /// For each competition the end of its entries, and the winning team.
    ends: Vec<(usize, u32)>,
}

impl Competitions {
    /// Adds a competition. The winner must be one of the teams.
    pub fn push(&mut self, entries: impl IntoIterator<Item = Entry>, winner: u32) {
        self.entries.extend(entries);
        self.ends.push((self.entries.len(), winner));
    }

    /// The number of competitions.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The competitions in a range: participants and winner.
    pub fn of(&self, range: Range<usize>) -> impl Iterator<Item = (&[Entry], u32)> {
        let mut start = match range.start {
            0 => 0,
            first => self.ends[first - 1].0,
        };
        self.ends[range].iter().map(move |&(end, winner)| {
            let entries = &self.entries[start..end];
            start = end;
            (entries, winner)
        })
    }

    /// Maps ranges of competitions in parallel. The results come in order, and the ranges do not
    /// depend on the number of threads.
    pub(super) fn map<T: Send>(
        &self,
        ranges: &[Range<usize>],
        work: impl Fn(&mut dyn Iterator<Item = (&[Entry], u32)>) -> T + Sync,
    ) -> Vec<T> {
        let size = ranges.len().div_ceil(CHUNKS).max(1);
        (ranges.par_chunks(size))
            .map(|ranges| work(&mut ranges.iter().flat_map(|range| self.of(range.clone()))))
            .collect()
    }
}

/// The teams, with the sizes of the groups.
#[derive(Clone, Debug)]
pub struct Teams<const GROUPS: usize> {
    /// The members of each team.
    pub members: Vec<[u32; GROUPS]>,
    /// The number of members of each group.
    pub sizes: [usize; GROUPS],
}

/// The result of learning.
#[derive(Clone, Debug, PartialEq)]
pub struct Learned<const GROUPS: usize> {
    /// The gammas of each group.
    pub gammas: [Vec<f64>; GROUPS],
    /// The log-likelihood of the winners before each step, including virtual games.
    pub course: Vec<f64>,
}

/// Finds the gammas that make the winners of these competitions most likely. Calls `each` with the
/// log-likelihood of each round.
pub fn learn<const GROUPS: usize>(
    competitions: &Competitions,
    ranges: &[Range<usize>],
    teams: &Teams<GROUPS>,
    mut each: impl FnMut(f64),
) -> Learned<GROUPS> {
    let mut gammas = teams.sizes.map(|size| vec![1.0; size]);
    let mut wins = teams.sizes.map(|size| vec![0.0; size]);
    let mut games = 0usize;
    for (_, winner) in ranges
        .iter()
        .flat_map(|range| competitions.of(range.clone()))
    {
        games += 1;
        for (wins, &member) in wins.iter_mut().zip(&teams.members[winner as usize]) {
            wins[member as usize] += 1.0;
        }
    }
    let mut course: Vec<f64> = Vec::new();
    for round in 0..MAX_ROUNDS {
        for group in 0..GROUPS {
            let strengths: Vec<f64> = (teams.members.iter())
                .map(|members| {
                    let gamma = |(gammas, &member): (&Vec<f64>, &u32)| gammas[member as usize];
                    gammas.iter().zip(members).map(gamma).product()
                })
                .collect();
            let (likelihood, shares) = weigh(competitions, ranges, &strengths);
            let virtual_games: f64 = (gammas.iter().flatten())
                .map(|gamma| PRIOR * (gamma.ln() - 2.0 * gamma.ln_1p()))
                .sum();
            course.push(likelihood + virtual_games);
            // For each member: the strength of its team mates divided by that of the competition,
            // summed.
            let mut met = vec![0.0; teams.sizes[group]];
            for ((members, strength), share) in teams.members.iter().zip(strengths).zip(shares) {
                let member = members[group] as usize;
                met[member] += share * strength / gammas[group][member];
            }
            for ((gamma, wins), met) in gammas[group].iter_mut().zip(&wins[group]).zip(met) {
                *gamma = (wins + PRIOR) / (met + 2.0 * PRIOR / (1.0 + *gamma));
            }
        }
        if let Some(&last) = course.last() {
            each(last);
        }
        let before = round
            .checked_sub(1)
            .and_then(|round| course.get(round * GROUPS));
        let now = course.get(round * GROUPS);
        if let (Some(before), Some(now)) = (before, now)
            && now - before < TOLERANCE * games as f64
        {
            break;
        }
    }
    Learned { gammas, course }
}

/// The log-likelihood of the winners, and for each team the sum of 1 / (total strength) over its
/// competitions.
fn weigh(
    competitions: &Competitions,
    ranges: &[Range<usize>],
    strengths: &[f64],
) -> (f64, Vec<f64>) {
    let parts = competitions.map(ranges, |competitions| {
        let (mut likelihood, mut shares) = (0.0, vec![0.0; strengths.len()]);
        for (entries, winner) in competitions {
            let strength = |entry: &Entry| f64::from(entry.count) * strengths[entry.team as usize];
            let all: f64 = entries.iter().map(strength).sum();
            likelihood += (strengths[winner as usize] / all).ln();
            for entry in entries {
                shares[entry.team as usize] += f64::from(entry.count) / all;
            }
        }
        (likelihood, shares)
    });
    let mut sum = (0.0, vec![0.0; strengths.len()]);
    for (likelihood, shares) in parts {
        sum.0 += likelihood;
        for (sum, share) in sum.1.iter_mut().zip(shares) {
            *sum += share;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    /// Competitions between random teams of two members, won with the probabilities of these
    /// gammas.
    fn drawn(gammas: &[Vec<f64>; 2], games: usize) -> (Competitions, Teams<2>) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let sizes = [gammas[0].len(), gammas[1].len()];
        let members: Vec<[u32; 2]> = (0..sizes[0] as u32)
            .flat_map(|a| (0..sizes[1] as u32).map(move |b| [a, b]))
            .collect();
        let strength = |team: u32| -> f64 {
            let [a, b] = members[team as usize];
            gammas[0][a as usize] * gammas[1][b as usize]
        };
        let mut competitions = Competitions::default();
        for _ in 0..games {
            let entries: Vec<Entry> = (0..6)
                .map(|_| Entry {
                    team: rng.random_range(0..members.len() as u32),
                    count: rng.random_range(1..3),
                })
                .collect();
            let all: f64 = entries
                .iter()
                .map(|entry| f64::from(entry.count) * strength(entry.team))
                .sum();
            let mut left = rng.random_range(0.0..all);
            let winner = entries.iter().find(|entry| {
                left -= f64::from(entry.count) * strength(entry.team);
                left < 0.0
            });
            let winner = winner.unwrap_or(&entries[0]).team;
            competitions.push(entries, winner);
        }
        (competitions, Teams { members, sizes })
    }

    fn known() -> [Vec<f64>; 2] {
        [vec![1.0, 4.0, 0.25, 2.0, 10.0], vec![1.0, 0.1, 3.0]]
    }

    #[test]
    fn known_gammas_are_found_again() {
        let known = known();
        let (competitions, teams) = drawn(&known, 40_000);
        let ranges: Vec<_> = (0..400).map(|at| 100 * at..100 * at + 100).collect();
        let learned = learn(&competitions, &ranges, &teams, |_| {});
        for (found, known) in learned.gammas.iter().zip(&known) {
            for (gamma, expected) in found.iter().zip(known) {
                let (ratio, expected) = (gamma / found[0], expected / known[0]);
                assert!((ratio / expected).ln().abs() < 0.08, "{ratio} {expected}");
            }
        }
    }

    #[test]
    fn the_likelihood_never_falls() {
        let (competitions, teams) = drawn(&known(), 500);
        let learned = learn(
            &competitions,
            std::slice::from_ref(&(0..500)),
            &teams,
            |_| {},
        );
        assert!(learned.course.len() > 10);
        for pair in learned.course.windows(2) {
            assert!(pair[1] >= pair[0] - 1e-9 * pair[0].abs(), "{pair:?}");
        }
        // Virtual games keep members that never won above zero.
        assert!(learned.gammas.iter().flatten().all(|gamma| *gamma > 0.0));
    }

    #[test]
    fn threads_change_nothing() {
        let (competitions, teams) = drawn(&known(), 2000);
        let ranges: Vec<_> = (0..200).map(|at| 10 * at..10 * at + 10).collect();
        let with = |threads| {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .unwrap();
            pool.install(|| learn(&competitions, &ranges, &teams, |_| {}))
        };
        let one = with(1);
        assert_eq!(one, with(2));
        assert_eq!(one, with(7));
    }

    #[test]
    fn competitions_are_those_of_their_range() {
        let mut competitions = Competitions::default();
        for team in 0..5 {
            competitions.push(
                [Entry {
                    team,
                    count: 1 + team,
                }],
                team,
            );
        }
        let found: Vec<_> = competitions.of(2..4).collect();
        let entry = |team| {
            [Entry {
                team,
                count: 1 + team,
            }]
        };
        assert_eq!(found, [(&entry(2)[..], 2), (&entry(3)[..], 3)]);
        assert_eq!(competitions.of(0..5).count(), 5);
    }
}
