//! Measures moves in professional games by a teacher, KataGo's raw network. A move is worth the
//! points by which it is better than a pass.
//!
//! `moves_of_patterns` measures patterns one by one: what their moves are worth, compared with the
//! mean of the engine's best candidates. It looks at the positions of the games where one of the
//! patterns may fire that were seen too seldom so far:
//!
//! ```text
//! KATACHI_PATTERN_GAMES=1000 cargo test --profile ci -p katachi --test trials patterns::moves -- --nocapture
//! ```
//!
//! `first_candidates` measures the engine's first candidate, without a search, in three positions
//! of each game: `KATACHI_CANDIDATE_GAMES=200`.
//!
//! The hash of a game decides whether it is for tuning or held back. Further variables:
//!
//! | variable | meaning |
//! |---|---|
//! | `KATACHI_PATTERN_DATABASES=fights,joins` | measures these databases only |
//! | `KATACHI_PATTERN_WANTED=12` | the positions wanted for each pattern and half |
//! | `KATACHI_PATTERN_TABLE=FILE` | writes the table to a file |
//! | `KATACHI_TEACHER_ANSWERS=FILE` | keeps the answers of the teacher |

#![allow(clippy::print_stdout, reason = "the figures are what the run is for")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use katachi_board::{BoardSize, Color, Point};
use katachi_core::{Engine, Game, Thoughts, Wish};
use katachi_strategy::Knowledge;
use katachi_testkit::{Need, Trial, trial};
use libtest_mimic::Failed;

use super::records::{self, Record};
use super::report::{Sample, Table};
use super::shipped::{examined, is_tactical, shipped};
use super::teacher::{self, Teacher};

/// The phases of a game: the first move, and the number of moves.
const PHASES: [(usize, usize); 3] = [(6, 34), (40, 80), (120, 110)];

/// The engine's best candidates, whose mean is what a pattern is compared with.
const CANDIDATES: usize = 12;

/// The moves of the professional's own side among which the move counts as played soon.
const SOON: usize = 3;

/// Moves between two positions of a game.
const STEP: usize = 3;

/// How many positions in which its diagram fits are tried for each one that is wanted.
const TRIES: usize = 3;

/// A position of a game: the moves before, and the side to move.
struct Moment<'a> {
    record: &'a Record,
    number: usize,
    own: Color,
    game: Game,
}

impl<'a> Moment<'a> {
    fn new(record: &'a Record, number: usize) -> Result<Self, Failed> {
        let mut game = Game::new(BoardSize::NINETEEN);
        for &(color, point) in &record.moves[..number] {
            game.play(color, Some(point))?;
        }
        let own = record.moves[number].0;
        Ok(Self {
            record,
            number,
            own,
            game,
        })
    }

    /// What a move is worth, and the probability that the teacher gives to it.
    fn worth(&self, teacher: &mut Teacher, point: Point) -> Result<(f64, f64), Failed> {
        let mut judge = |at| teacher.judge(self.record, self.number, self.own, at);
        let judged = judge(Some(point))?;
        Ok((judged.lead - judge(None)?.lead, judged.policy))
    }

    fn sample(&self, teacher: &mut Teacher, point: Point, mean: f64) -> Result<Sample, Failed> {
        let (worth, policy) = self.worth(teacher, point)?;
        let mut own_moves = self.record.moves[self.number..]
            .iter()
            .step_by(2)
            .take(SOON);
        Ok(Sample {
            now: self.record.moves[self.number].1 == point,
            soon: own_moves.any(|&(_, at)| at == point),
            policy,
            worth,
            gain: worth - mean,
        })
    }

    /// The mean worth of the engine's best candidates; `None` if there are none.
    fn mean(&self, teacher: &mut Teacher, thoughts: &Thoughts) -> Result<Option<f64>, Failed> {
        let best = &thoughts.candidates[..thoughts.candidates.len().min(CANDIDATES)];
        let mut sum = 0.0;
        for candidate in best {
            sum += self.worth(teacher, candidate.point)?.0;
        }
        Ok((!best.is_empty()).then(|| sum / best.len() as f64))
    }
}

/// A measurement of one half of the games.
struct Measurement {
    knowledge: Knowledge,
    engine: Engine,
    teacher: Teacher,
    table: Table,
    /// The databases to measure.
    databases: BTreeSet<usize>,
    wanted: usize,
    /// How often each pattern's diagram fitted a position that was measured.
    tried: BTreeMap<(usize, u32), usize>,
}

impl Measurement {
    fn start(knowledge: &Knowledge, folder: &Path) -> Result<Self, Failed> {
        let databases = measured_databases(knowledge);
        Ok(Self {
            knowledge: knowledge.clone(),
            engine: Engine::new(knowledge.clone()),
            teacher: Teacher::start(folder)?,
            table: Table::default(),
            databases: databases.iter().map(|(place, _)| *place).collect(),
            wanted: number("KATACHI_PATTERN_WANTED")?.unwrap_or(12),
            tried: BTreeMap::new(),
        })
    }

    /// Looks at the positions of a game where patterns fit that were seen too seldom.
    fn add_game(&mut self, record: &Record) -> Result<(), Failed> {
        let knowledge = self.knowledge.clone();
        let mut game = Game::new(BoardSize::NINETEEN);
        let mut seen = BTreeSet::new();
        let mut numbers = Vec::new();
        for (number, &(color, point)) in record.moves.iter().enumerate() {
            if number % STEP == 0 {
                let mut keys = BTreeSet::new();
                for &place in &self.databases {
                    let Some(general) = knowledge.general(place) else {
                        continue;
                    };
                    let found = self.engine.position(&game).matches(place, &general, color);
                    keys.extend(found.iter().map(|found| (place, found.pattern)));
                }
                let wants = |key: &&(usize, u32)| {
                    let tried = self.tried.get(key).copied().unwrap_or_default();
                    tried < TRIES * self.wanted
                        && self.table.count(**key) < self.wanted
                        && !seen.contains(*key)
                };
                let new: Vec<(usize, u32)> = keys.iter().filter(wants).copied().collect();
                if !new.is_empty() {
                    seen.extend(new);
                    numbers.push(number);
                    for key in keys {
                        *self.tried.entry(key).or_default() += 1;
                    }
                }
            }
            game.play(color, Some(point))?;
        }
        for number in numbers {
            self.add(&Moment::new(record, number)?)?;
        }
        Ok(())
    }

    /// Measures the moves of all patterns that fire in a position.
    fn add(&mut self, moment: &Moment<'_>) -> Result<(), Failed> {
        let wish = Wish::of(moment.own);
        let thoughts = self.engine.think_without_search(&moment.game, &wish);
        let moves: BTreeSet<(usize, u32, Point)> = (thoughts.fired.iter())
            .filter(|fired| self.databases.contains(&fired.database))
            .filter(|fired| moment.game.board().is_legal(moment.own, fired.point))
            .map(|fired| (fired.database, fired.found.pattern, fired.point))
            .collect();
        if moves.is_empty() {
            return Ok(());
        }
        let Some(mean) = moment.mean(&mut self.teacher, &thoughts)? else {
            return Ok(());
        };
        for (database, pattern, point) in moves {
            let sample = moment.sample(&mut self.teacher, point, mean)?;
            self.table.add((database, pattern), sample);
        }
        Ok(())
    }

    /// Measures the first candidates in the positions of a game.
    fn add_first(&mut self, record: &Record) -> Result<(), Failed> {
        for (phase, (first, span)) in PHASES.into_iter().enumerate() {
            let number = first + (record.hash >> (8 * phase)) as usize % span;
            if number >= record.moves.len() {
                continue;
            }
            let moment = Moment::new(record, number)?;
            let wish = Wish::of(moment.own);
            let thoughts = self.engine.think_without_search(&moment.game, &wish);
            if let Some(best) = thoughts.candidates.first() {
                let sample = moment.sample(&mut self.teacher, best.point, 0.0)?;
                self.table.add((phase, 0), sample);
            }
        }
        Ok(())
    }
}

/// The value of a variable that holds a number.
fn number(variable: &str) -> Result<Option<usize>, Failed> {
    let Ok(text) = std::env::var(variable) else {
        return Ok(None);
    };
    let number = text
        .parse()
        .map_err(|_| format!("{variable}: expected a number"));
    Ok(Some(number?))
}

/// The databases to measure: those of the wanted ones that propose moves.
fn measured_databases(knowledge: &Knowledge) -> Vec<(usize, &str)> {
    let mut databases = wanted_databases(knowledge);
    databases.retain(|(place, _)| {
        let role = knowledge.general(*place).map(|general| general.role);
        role.is_some_and(|role| role.profile().proposes_moves || is_tactical(role))
    });
    databases
}

/// The databases with examples that the environment asks for: index and name.
pub fn wanted_databases(knowledge: &Knowledge) -> Vec<(usize, &str)> {
    let wanted = std::env::var("KATACHI_PATTERN_DATABASES").ok();
    let is_wanted = |name: &str| {
        let wanted = wanted.as_deref();
        wanted.is_none_or(|wanted| wanted.split(',').any(|one| one == name))
    };
    let databases = examined(knowledge).into_iter();
    let databases = databases.map(|(place, name, _)| (place, name));
    databases.filter(|(_, name)| is_wanted(name)).collect()
}

/// Measures both halves at the same time: tuned, held back.
fn halves(
    knowledge: &Knowledge,
    (games, folder, teacher): &(usize, PathBuf, PathBuf),
    add: impl Fn(&mut Measurement, &Record) -> Result<(), Failed> + Sync,
) -> Result<[Table; 2], Failed> {
    let records = records::read(folder, *games)?;
    let measure = |tuned: bool| -> Result<Table, String> {
        let run = || -> Result<Table, Failed> {
            let mut measurement = Measurement::start(knowledge, teacher)?;
            for record in records.iter().filter(|one| one.is_for_tuning() == tuned) {
                add(&mut measurement, record)?;
            }
            Ok(measurement.table)
        };
        run().map_err(|failed| format!("{failed:?}"))
    };
    std::thread::scope(|scope| {
        let threads = [true, false].map(|tuned| scope.spawn(move || measure(tuned)));
        let [tuned, held] = threads.map(|thread| thread.join().map_err(|_| "a panic"));
        Ok([tuned??, held??])
    })
}

fn write(text: &str) -> Result<(), Failed> {
    match std::env::var_os("KATACHI_PATTERN_TABLE") {
        Some(file) => std::fs::write(file, text)?,
        None => print!("{text}"),
    }
    Ok(())
}

fn moves_of_patterns(needs: &(usize, PathBuf, PathBuf)) -> Result<(), Failed> {
    let knowledge = shipped()?;
    let tables = halves(&knowledge, needs, Measurement::add_game)?;
    let mut names = BTreeMap::new();
    for (place, database) in measured_databases(&knowledge) {
        let patterns = knowledge.general(place).into_iter();
        for pattern in patterns.flat_map(|general| general.iter()) {
            let name = format!("{database}\t{}", pattern.name());
            names.insert((place, pattern.number() as u32), name);
        }
    }
    write(&Table::text(&tables, &names))
}

fn first_candidates(needs: &(usize, PathBuf, PathBuf)) -> Result<(), Failed> {
    let tables = halves(&shipped()?, needs, Measurement::add_first)?;
    let phases = ["opening", "middle game", "endgame"]
        .into_iter()
        .enumerate();
    let names = phases.map(|(phase, name)| ((phase, 0), format!("first candidate\t{name}")));
    write(&Table::text(&tables, &names.collect()))
}

pub fn trials() -> Vec<Trial> {
    type Run = fn(&(usize, PathBuf, PathBuf)) -> Result<(), Failed>;
    let long: [(&str, &str, Run); 2] = [
        (
            "KATACHI_PATTERN_GAMES",
            "moves_of_patterns",
            moves_of_patterns,
        ),
        (
            "KATACHI_CANDIDATE_GAMES",
            "first_candidates",
            first_candidates,
        ),
    ];
    let asked = long.into_iter().filter_map(|(variable, name, run)| {
        let games = std::env::var(variable).ok()?;
        let need = || -> Need<_> {
            let games = games.parse().map_err(|_| "expected a number of games")?;
            Ok((games, records::folder()?, teacher::folder()?))
        };
        Some(trial(name, need(), move |needs| run(&needs)))
    });
    asked.collect()
}
