//! Learns how strong moves are before a search tries them, from game records.
//!
//! Entry points: [`learn`] and [`predict`]. In each position all candidate moves compete, and each
//! is likely in proportion to the exponential of its strength, the sum of those of its features.
//! Learning climbs the likelihood of the played moves by `AdaGrad` (J. Duchi, E. Hazan, Y. Singer,
//! "Adaptive Subgradient Methods for Online Learning and Stochastic Optimization", 2011).

use std::collections::{BTreeMap, HashMap};

use katachi_board::{Board, Rules, with_words};
use katachi_core::monte_carlo::{
    Candidate, Entry, GROUPS, PLACES, Playout, SHAPES, Strengths, Subject, each_candidate, points,
    turned, upright,
};
use katachi_joseki::mine::Game;

use super::validation::{Score, shuffled};

/// How strengths are learned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How often a shape must have been played to have a strength.
    pub min_played: u32,
    /// How often each game is learned from.
    pub rounds: usize,
    /// The seed of the order of the games.
    pub seed: u64,
}

/// The step of learning: a strength moves by this times its mean slope over the root of the sum of
/// its squares; each round takes smaller steps.
const RATE: f32 = 0.3;

/// The positions between two steps.
const BATCH: usize = 32;

/// What pulls strengths to 0, in shares for each step.
const DECAY: f32 = 0.002;

/// The first sum of the squares of a slope.
const FIRST_SQUARE: f32 = 1e-4;

/// Moves that are less likely than this teach nothing.
const NEGLIGIBLE: f32 = 1e-4;

/// The parts of a candidate that have strengths: its features, and its three shapes.
const PARTS: usize = GROUPS.len() + SHAPES.len();

/// Stands for a shape without a strength.
const NONE: u32 = u32::MAX;

/// The numbers of everything that has a strength.
struct Numbers {
    subjects: Vec<Subject>,
    /// The number of the eight neighbours, by their orientation on the board: of far moves, and of
    /// near ones.
    around: [Vec<u32>; 2],
    /// The numbers of larger shapes in all orientations.
    shapes: [HashMap<u64, u32>; 2],
}

impl Numbers {
    /// Numbers for all features, and for the shapes that these games have played often enough.
    fn of(games: &[&Game], min_played: u32) -> Self {
        let mut subjects: Vec<Subject> = (0..PLACES[GROUPS.len()] as u16)
            .map(Subject::Feature)
            .collect();
        let around = [false, true].map(|is_near| {
            let mut known: BTreeMap<u64, u32> = BTreeMap::new();
            let number = |all: u64| {
                let eight = points(upright(all), SHAPES[0]);
                *known.entry(eight).or_insert_with(|| {
                    subjects.push(Subject::Around {
                        points: eight as u16,
                        is_near,
                    });
                    subjects.len() as u32 - 1
                })
            };
            (0..1 << 16).map(number).collect()
        });
        let shapes = [1, 2].map(|place| {
            let count = SHAPES[place];
            let mut numbers = HashMap::new();
            for (shape, played) in played_shapes(games, count) {
                if played < min_played {
                    continue;
                }
                let number = subjects.len() as u32;
                subjects.push(Subject::Shape {
                    count,
                    points: shape,
                });
                let all = turned(shape).into_iter();
                numbers.extend(all.map(|turned| (points(turned, count), number)));
            }
            numbers
        });
        Self {
            subjects,
            around,
            shapes,
        }
    }

    fn parts(&self, candidate: &Candidate) -> [u32; PARTS] {
        let mut parts = [NONE; PARTS];
        for (part, &place) in parts.iter_mut().zip(&candidate.features) {
            *part = place.into();
        }
        let shape = |place: usize| points(candidate.surroundings, SHAPES[place]);
        let larger = |place: usize| {
            let number = self.shapes[place - 1].get(&shape(place));
            number.copied().unwrap_or(NONE)
        };
        let around = self.around[usize::from(candidate.is_near)][shape(0) as usize];
        parts[GROUPS.len()..].copy_from_slice(&[around, larger(1), larger(2)]);
        parts
    }
}

/// How often each shape was played, in the order of shapes.
fn played_shapes(games: &[&Game], count: usize) -> BTreeMap<u64, u32> {
    let mut played = BTreeMap::new();
    for game in games {
        each_position(game, |candidates, chosen| {
            let shape = points(candidates[chosen].surroundings, count);
            *played.entry(upright(shape)).or_default() += 1;
        });
    }
    played
}

/// Calls `action` for each move of a game that is a candidate, with all candidates and its place.
fn each_position(game: &Game, action: impl FnMut(&[Candidate], usize)) {
    with_words!(game.size, WORDS => each_position_in::<WORDS>(game, action));
}

fn each_position_in<const WORDS: usize>(game: &Game, mut action: impl FnMut(&[Candidate], usize)) {
    let mut board = Board::new(game.size);
    board.set_rules(Rules::SIMPLE);
    let mut position = Playout::<WORDS>::new(&board);
    let (mut lasts, mut candidates) = ([None; 2], Vec::new());
    for &(color, point) in &game.moves {
        // Boards of random games know no suicide.
        if point.is_some_and(|point| board.is_suicide(color, point)) {
            return;
        }
        let cell = point.map(|point| position.board().cell(point) as u16);
        if let Some(cell) = cell {
            candidates.clear();
            let empty = position.board().empty();
            each_candidate(&position, empty, color, lasts, |one| candidates.push(one));
            if let Some(chosen) = candidates.iter().position(|one| one.cell == cell) {
                action(&candidates, chosen);
            }
        }
        let played = match point {
            Some(point) => board.play(color, point).is_ok(),
            None => board.pass(color).is_ok(),
        };
        if !played {
            return;
        }
        position.play(color, cell.unwrap_or_default());
        lasts = [cell, lasts[0]];
    }
}

/// The probabilities of moves with these strengths.
fn probabilities(strengths: &mut [f32]) {
    let most = strengths.iter().copied().fold(f32::MIN, f32::max);
    let mut sum = 0.0;
    for strength in &mut *strengths {
        *strength = (*strength - most).exp();
        sum += *strength;
    }
    for strength in strengths {
        *strength /= sum;
    }
}

/// The strengths that make the moves of these games likely. `each` is called after each game.
pub fn learn(games: &[&Game], settings: Settings, mut each: impl FnMut()) -> Vec<Entry> {
    let numbers = Numbers::of(games, settings.min_played);
    let count = numbers.subjects.len();
    let mut strengths = vec![0.0_f32; count];
    let mut squares = vec![FIRST_SQUARE; count];
    let mut slopes = vec![0.0_f32; count];
    let (mut touched, mut waiting): (Vec<u32>, usize) = (Vec::new(), 0);
    let (mut parts, mut likely): (Vec<[u32; PARTS]>, Vec<f32>) = (Vec::new(), Vec::new());
    for round in 0..settings.rounds {
        let rate = RATE / (round + 1) as f32;
        for game in shuffled(games.len(), settings.seed.wrapping_add(round as u64)) {
            each_position(games[game], |candidates, chosen| {
                parts.clear();
                parts.extend(candidates.iter().map(|one| numbers.parts(one)));
                likely.clear();
                likely.extend(parts.iter().map(|parts| sum(&strengths, parts)));
                probabilities(&mut likely);
                for (number, (parts, &share)) in parts.iter().zip(&likely).enumerate() {
                    let slope = f32::from(u8::from(number == chosen)) - share;
                    if slope.abs() < NEGLIGIBLE {
                        continue;
                    }
                    for &part in parts.iter().filter(|&&part| part != NONE) {
                        let sum = &mut slopes[part as usize];
                        if *sum == 0.0 {
                            touched.push(part);
                        }
                        *sum += slope;
                    }
                }
                waiting += 1;
                if waiting < BATCH {
                    return;
                }
                waiting = 0;
                for part in touched.drain(..).map(|part| part as usize) {
                    let slope = std::mem::take(&mut slopes[part]);
                    if slope == 0.0 {
                        continue;
                    }
                    let slope = slope - DECAY * strengths[part];
                    squares[part] += slope * slope;
                    strengths[part] += rate * slope / squares[part].sqrt();
                }
            });
            each();
        }
    }
    let entries = numbers.subjects.into_iter().zip(strengths);
    let entries = entries.map(|(subject, strength)| Entry { subject, strength });
    // What rounds to nothing is not written.
    entries
        .filter(|entry| entry.strength.abs() >= 0.005)
        .collect()
}

fn sum(strengths: &[f32], parts: &[u32; PARTS]) -> f32 {
    let parts = parts.iter().filter(|&&part| part != NONE);
    parts.map(|&part| strengths[part as usize]).sum()
}

/// How well strengths predict the moves of games.
pub fn predict(games: &[&Game], strengths: &Strengths) -> Score {
    let (mut score, mut likely) = (Score::default(), Vec::new());
    for game in games {
        each_position(game, |candidates, chosen| {
            likely.clear();
            likely.extend(candidates.iter().map(|one| strengths.of(one)));
            probabilities(&mut likely);
            let own = likely[chosen];
            let equal = likely.iter().filter(|share| share.total_cmp(&own).is_eq());
            let equal = equal.count();
            let is_first = likely.iter().all(|&share| share <= own);
            score += Score {
                moves: 1,
                loss: -f64::from(own).ln(),
                first: f64::from(u8::from(is_first)) / equal as f64,
                never: 0,
            };
        });
    }
    score
}
