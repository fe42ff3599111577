//! Constraints that keep hits and drop false hits.
//!
//! The family is fixed: each function of [`FAMILY`] with the letters of the diagram's strings, and
//! for numbers the comparisons with 1 to 5. The engine evaluates them in situations of both kinds.
//! The first half of the games chooses, by the share of hits kept less the share of false hits
//! kept; the counts of the second half say what that is worth.

use std::sync::atomic::{AtomicU64, Ordering};

use katachi_board::{Color, Point};
use katachi_core::{Engine, Wish};
use katachi_databases::addition::Addition;
use katachi_databases::testing::Tested;
use katachi_image::{Autohelper, Cell, Role};
use katachi_joseki::mine::fingerprint;
use katachi_matcher::{Match, naive};
use rayon::prelude::*;
use serde::Serialize;

use super::count::{Count, Counts, half};
use super::plan::Plan;
use super::scan::{End, FITS, Scanner};
use crate::cut::{Draft, Label};
use crate::games::Place;

/// The letters of at most this many strings of each side are asked about, and the pairs of the
/// first three.
const STRINGS: usize = 6;
const PAIRED: usize = 3;

/// The most constraints that are reported.
const REPORTED: usize = 3;

/// A second condition is worth reporting if it separates by this much better.
const LEAST_GAIN: f64 = 0.03;

/// What a function is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum About {
    /// The move.
    Move,
    /// A string of O.
    Own,
    /// A string of X.
    Opponent,
    /// A string of either side.
    String,
    /// A string of X after the move.
    OpponentAfterMove,
    /// Two strings of O after the move.
    PairAfterMove,
    /// Two strings of X after the move.
    OpponentPairAfterMove,
}

/// Whether a function counts something, or answers yes or no.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    Number,
    Truth,
}

/// The functions that constraints are made of.
const FAMILY: &[(Autohelper, About, Answer)] = &[
    (Autohelper::Lib, About::String, Answer::Number),
    (Autohelper::WormSize, About::String, Answer::Number),
    (Autohelper::Alive, About::String, Answer::Truth),
    (Autohelper::Weak, About::String, Answer::Truth),
    (Autohelper::Attack, About::String, Answer::Truth),
    (Autohelper::Defend, About::Own, Answer::Truth),
    (Autohelper::Dead, About::Opponent, Answer::Truth),
    (
        Autohelper::OPlayAttack,
        About::OpponentAfterMove,
        Answer::Truth,
    ),
    (
        Autohelper::OPlayConnect,
        About::PairAfterMove,
        Answer::Truth,
    ),
    (
        Autohelper::OPlayDisconnect,
        About::OpponentPairAfterMove,
        Answer::Truth,
    ),
    (Autohelper::OLib, About::Move, Answer::Number),
    (Autohelper::XLib, About::Move, Answer::Number),
    (Autohelper::SafeXMove, About::Move, Answer::Truth),
    (Autohelper::OMoyo, About::Move, Answer::Truth),
    (Autohelper::XMoyo, About::Move, Answer::Truth),
    (Autohelper::OArea, About::Move, Answer::Truth),
    (Autohelper::XArea, About::Move, Answer::Truth),
];

/// A constraint, and what it keeps.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Separation {
    /// The constraint.
    pub constraint: String,
    /// The situations that it keeps.
    pub keeps: Counts,
}

/// The constraints that separate best.
#[derive(Clone, Debug, Default)]
pub struct Separations {
    /// The situations in which the engine was asked.
    pub asked: Counts,
    /// The best constraints, the best one first.
    pub best: Vec<Separation>,
}

/// A situation in which the engine is asked.
struct Asked {
    place: Place,
    own: Color,
    point: Point,
    end: End,
    half: usize,
}

/// A condition: an asked value, and when it holds.
#[derive(Clone)]
struct Condition {
    value: usize,
    test: Test,
}

#[derive(Clone, Copy)]
enum Test {
    Above(u8),
    Below(u8),
    Holds,
    Fails,
}

impl Test {
    fn accepts(self, value: Option<f32>) -> bool {
        let Some(value) = value else {
            return false;
        };
        match self {
            Self::Above(limit) => value > f32::from(limit),
            Self::Below(limit) => value < f32::from(limit),
            Self::Holds => value != 0.0,
            Self::Fails => value == 0.0,
        }
    }

    fn text(self, call: &str) -> String {
        match self {
            Self::Above(limit) => format!("{call}>{limit}"),
            Self::Below(limit) => format!("{call}<{limit}"),
            Self::Holds => call.to_owned(),
            Self::Fails => format!("!{call}"),
        }
    }
}

/// Finds the constraints that separate the situations that a pattern fits. `watch` gets the number
/// of positions that are done, and of all.
pub fn separate(plan: &Plan<'_>, draft: &Draft, watch: &(dyn Fn(u64, u64) + Sync)) -> Separations {
    let situations = situations(plan, draft);
    let mut asked = Counts::default();
    for one in &situations {
        asked[one.half].note(one.end);
    }
    let nothing = Separations {
        asked,
        best: Vec::new(),
    };
    if asked[0].hits == 0 || asked[0].false_hits == 0 {
        return nothing;
    }
    let calls = calls(&draft.labels);
    let Some(tested) = compiled(draft, &calls) else {
        return nothing;
    };
    let done = AtomicU64::new(0);
    let values: Vec<Vec<Option<f32>>> = situations
        .par_iter()
        .map_init(
            || {
                let mut engine = Engine::new(plan.set.knowledge().clone());
                engine.analyst.set_level(plan.level);
                engine
            },
            |engine, one| {
                let values = values(plan, engine, &tested, one, calls.len());
                let all = situations.len() as u64;
                watch(done.fetch_add(1, Ordering::Relaxed) + 1, all);
                values
            },
        )
        .collect();
    Separations {
        asked,
        best: best(&situations, &values, &calls, asked),
    }
}

/// The situations to ask about: those of both kinds and halves, drawn by a hash.
fn situations(plan: &Plan<'_>, draft: &Draft) -> Vec<Asked> {
    let scanner = Scanner::new(&draft.picture);
    let games = plan.games.games.par_iter().enumerate();
    let found: Vec<Vec<([u8; 8], Asked)>> = games
        .map(|(number, game)| {
            let mut found = Vec::new();
            let seed = fingerprint(game.size, &game.moves);
            scanner.scan(game, &mut |situation| {
                if !situation.signatures.contains(&FITS) {
                    return;
                }
                let mut hasher = blake3::Hasher::new();
                hasher
                    .update(&seed)
                    .update(&(situation.before as u64).to_le_bytes());
                hasher.update(&(situation.point.index() as u64).to_le_bytes());
                let key = hasher.finalize();
                let key = key.as_bytes().first_chunk().copied().unwrap_or_default();
                let asked = Asked {
                    place: Place {
                        game: number,
                        before: situation.before,
                    },
                    own: situation.own,
                    point: situation.point,
                    end: situation.end,
                    half: half(game),
                };
                found.push((key, asked));
            });
            found
        })
        .collect();
    let mut found: Vec<([u8; 8], Asked)> = found.into_iter().flatten().collect();
    found.sort_by_key(|(key, asked)| (*key, asked.place));
    let most = plan.asked.div_ceil(2);
    let mut taken = [[0; 2]; 2];
    let drawn = found.into_iter().filter_map(|(_, asked)| {
        let count = &mut taken[asked.half][usize::from(asked.end == End::Hit)];
        *count += 1;
        (*count <= most).then_some(asked)
    });
    drawn.collect()
}

/// The calls of functions that constraints are made of, with what they answer.
fn calls(labels: &[Label]) -> Vec<(String, Answer)> {
    let of = |stone: Cell| {
        let all = labels.iter().filter(move |label| label.stone == stone);
        all.take(STRINGS)
            .map(|label| label.letter)
            .collect::<Vec<char>>()
    };
    let (own, opponent) = (of(Cell::Own), of(Cell::Opponent));
    let one = |letters: &[char]| letters.iter().map(char::to_string).collect::<Vec<String>>();
    let pairs = |letters: &[char]| {
        let first = &letters[..letters.len().min(PAIRED)];
        let pairs = first.iter().enumerate().flat_map(|(number, a)| {
            let others = first[number + 1..].iter();
            others.map(move |b| format!("*,{a},{b}"))
        });
        pairs.collect::<Vec<String>>()
    };
    let mut calls = Vec::new();
    for &(function, about, answer) in FAMILY {
        let arguments = match about {
            About::Move => vec!["*".to_owned()],
            About::Own => one(&own),
            About::Opponent => one(&opponent),
            About::String => [one(&own), one(&opponent)].concat(),
            About::OpponentAfterMove => opponent.iter().map(|a| format!("*,{a}")).collect(),
            About::PairAfterMove => pairs(&own),
            About::OpponentPairAfterMove => pairs(&opponent),
        };
        let name = function.signature().name;
        calls.extend(
            arguments
                .iter()
                .map(|arguments| (format!("{name}({arguments})"), answer)),
        );
    }
    calls
}

/// The pattern with a value to ask for each call.
fn compiled(draft: &Draft, calls: &[(String, Answer)]) -> Option<Tested> {
    let questions = calls.iter().map(|(call, _)| format!("{call} is 0"));
    let questions: Vec<String> = questions.collect();
    let mut test = draft.test.clone();
    let header = test.first_mut()?;
    *header = format!("{header}, {}", questions.join(", "));
    // A constraint names all letters.
    let letters = draft
        .picture
        .labels()
        .into_iter()
        .map(|label| format!("lib({})", label.letter));
    let all = letters
        .chain(["olib(*)".to_owned()])
        .collect::<Vec<String>>();
    let asking = Draft {
        classes: String::new(),
        values: Vec::new(),
        constraint: Some(format!("{}>=0", all.join("+"))),
        test,
        ..draft.clone()
    };
    let addition = Addition::alone(Role::Patterns, &asking.name, &asking.text()).ok()?;
    Some(addition.tested().clone())
}

/// The values of all calls in a situation.
fn values(
    plan: &Plan<'_>,
    engine: &mut Engine,
    tested: &Tested,
    asked: &Asked,
    count: usize,
) -> Vec<Option<f32>> {
    let nothing = vec![None; count];
    let (Some(game), Some(general), Some(probes)) = (
        plan.games.position(asked.place),
        tested.loaded.image.general(),
        tested.probes.general(),
    ) else {
        return nothing;
    };
    let size = game.board().size();
    let matches = naive::matches(&general, game.board(), asked.own);
    let is_there = |found: &&Match| {
        let pattern = general.pattern(found.pattern as usize);
        pattern.is_some_and(|pattern| found.mv(&pattern, size) == Some(asked.point))
    };
    let Some(&found) = matches.iter().find(is_there) else {
        return nothing;
    };
    // What the engine remembers must not depend on the positions before.
    engine.forget();
    let questions = (0..count).filter_map(|number| Some((probes.pattern(number)?, found)));
    let questions: Vec<_> = questions.collect();
    engine.evaluate(&game, &Wish::of(asked.own), &questions)
}

/// The best constraints.
fn best(
    situations: &[Asked],
    values: &[Vec<Option<f32>>],
    calls: &[(String, Answer)],
    asked: Counts,
) -> Vec<Separation> {
    let conditions: Vec<Condition> = (calls.iter().enumerate())
        .flat_map(|(value, (_, answer))| {
            let tests = match answer {
                Answer::Truth => vec![Test::Holds, Test::Fails],
                Answer::Number => {
                    let above = (1..5).map(Test::Above);
                    above.chain((2..6).map(Test::Below)).collect()
                }
            };
            tests.into_iter().map(move |test| Condition { value, test })
        })
        .collect();
    let keeps = |all: &[&Condition]| {
        let mut keeps = Counts::default();
        for (one, values) in situations.iter().zip(values) {
            let value = |condition: &Condition| values.get(condition.value).copied().flatten();
            if all
                .iter()
                .all(|condition| condition.test.accepts(value(condition)))
            {
                keeps[one.half].note(one.end);
            }
        }
        keeps
    };
    let text = |all: &[&Condition]| {
        let texts = all.iter().map(|one| one.test.text(&calls[one.value].0));
        texts.collect::<Vec<String>>().join(" && ")
    };
    let found = |all: &[&Condition]| Separation {
        constraint: text(all),
        keeps: keeps(all),
    };
    let worth = |one: &Separation| separates(one.keeps[0], asked[0]);
    let mut singles: Vec<(f64, usize, Separation)> = (conditions.iter().enumerate())
        .map(|(number, condition)| (number, found(&[condition])))
        .map(|(number, one)| (worth(&one), number, one))
        .filter(|(worth, ..)| *worth > 0.0)
        .collect();
    singles.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
    let Some(&(single, first, _)) = singles.first() else {
        return Vec::new();
    };
    let pairs = conditions
        .iter()
        .map(|second| found(&[&conditions[first], second]));
    let better = pairs.map(|pair| (worth(&pair), pair));
    let better = better.filter(|(worth, _)| *worth >= single + LEAST_GAIN);
    let pair = better.reduce(|best, next| if next.0 > best.0 { next } else { best });
    let mut best: Vec<Separation> = pair.into_iter().map(|(_, pair)| pair).collect();
    best.extend(
        singles
            .into_iter()
            .map(|(.., single)| single)
            .take(REPORTED),
    );
    best
}

/// The share of hits that are kept less the share of false hits that are kept: Youden's J.
fn separates(keeps: Count, of: Count) -> f64 {
    let share = |part: u32, all: u32| f64::from(part) / f64::from(all.max(1));
    share(keeps.hits, of.hits) - share(keeps.false_hits, of.false_hits)
}
