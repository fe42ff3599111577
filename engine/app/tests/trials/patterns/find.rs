//! Finds tests for the shipped patterns that lack them, in professional games, and writes them
//! beside the patterns:
//!
//! ```text
//! KATACHI_PATTERN_EXAMPLES=200 cargo test --profile ci -p katachi --test trials patterns::find -- --nocapture
//! ```
//!
//! The number is that of the games. Around each match the position is cut out as a small board.
//! What the games do not show comes from drafts: the diagram among random stones. Tests that no
//! longer hold, whatever the seed, are replaced. Tests of other kinds than [`Expected`] stay.
//! `KATACHI_PATTERN_DATABASES=fights,contact` looks at these databases only.

#![allow(clippy::print_stdout, reason = "the figures are what the run is for")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use katachi_board::{Board, BoardSize, Color, Point};
use katachi_core::{Engine, Game, handicap_view};
use katachi_image::{General, Pattern, Role};
use katachi_strategy::Knowledge;
use katachi_testkit::{Trial, trial};
use libtest_mimic::Failed;
use patc::testing::lines::{begins, continues};
use rand::SeedableRng;

use super::crop::{SIZES, crop};
use super::draft::{Rng, changed, draft, elsewhere};
use super::example::{Example, Expected, OWN};
use super::measure::wanted_databases;
use super::shipped::{self, engine, examined, is_quiet, is_tactical, shipped};
use super::{examples, records};

/// How many small boards are tried for an example of a kind.
const TRIES: usize = 80;

/// How many are tried once an example is known, for a better one.
const MORE_TRIES: usize = 16;

/// How many drafts are tried for each pattern.
const DRAFTS: usize = 400;

/// Moves between two positions of a game.
const STEP: usize = 4;

/// The free handicaps that are looked at: sizes of the board, numbers of stones, and how many of
/// each.
const HANDICAP_SIZES: [usize; 10] = [5, 6, 7, 8, 9, 10, 11, 13, 15, 19];
const HANDICAPS: [usize; 7] = [2, 4, 6, 9, 14, 20, 30];
const HANDICAP_SEEDS: u64 = 6;

/// What is known about a pattern.
#[derive(Default)]
struct Known {
    /// An example where it fires, and one where it must not.
    examples: [Option<Example>; 2],
    tries: usize,
}

impl Known {
    /// Whether one more position of this kind may help: 0 it fires, 1 it must not.
    fn wants(&self, kind: usize, refuses: bool, quiet: bool) -> bool {
        // What nothing refuses is changed later so that it misses.
        if kind == 1 && !refuses {
            return false;
        }
        let best = match kind {
            0 if quiet => Expected::Fires,
            0 => Expected::Plays,
            _ => Expected::Refused,
        };
        match &self.examples[kind] {
            None => self.tries < TRIES,
            Some(found) => self.tries < MORE_TRIES && found.expected != best,
        }
    }

    /// Counts a position and keeps it if it is better than what was known. Returns the line of the
    /// test that it replaces.
    fn offer(&mut self, example: Example) -> Option<usize> {
        let kind = usize::from(!example.expected.fires());
        self.tries += 1;
        let known = &mut self.examples[kind];
        if example.expected != Expected::Misses
            && (known.as_ref()).is_none_or(|known| example.expected < known.expected)
        {
            return known.replace(example)?.line;
        }
        None
    }
}

/// Whether something besides the diagram can say no: for databases that play no moves by themselves
/// only the constraint and the helper.
fn can_refuse(pattern: &Pattern<'_>) -> bool {
    let role = pattern.image().role;
    let quiet = is_quiet(role) && !is_tactical(role);
    !quiet || !pattern.constraint().is_empty() || pattern.helper().is_some()
}

struct Finder {
    knowledge: Knowledge,
    engine: Engine,
    known: BTreeMap<(usize, usize), Known>,
    /// Engines without one pattern.
    fewer: BTreeMap<(usize, usize), Engine>,
    /// The lines of tests to remove, by database.
    stale: BTreeSet<(usize, usize)>,
}

impl Finder {
    fn new(knowledge: &Knowledge) -> Result<Self, Failed> {
        let mut finder = Self {
            engine: engine(knowledge.clone()),
            known: BTreeMap::new(),
            fewer: BTreeMap::new(),
            stale: BTreeSet::new(),
            knowledge: knowledge.clone(),
        };
        let wanted = wanted_databases(knowledge);
        for (place, name, general) in examined(knowledge) {
            if !wanted.contains(&(place, name)) {
                continue;
            }
            let mut written = examples::read(name)?;
            written.retain(|example| {
                let holds = finder.judge(place, example) == Some(example.expected);
                if !holds {
                    let line = example.line.unwrap_or_default();
                    finder.stale.insert((place, line));
                }
                holds
            });
            for pattern in general.iter() {
                let mut known = Known::default();
                for kind in [0, 1] {
                    known.examples[kind] = (written.iter())
                        .find(|one| {
                            one.pattern == pattern.name() && one.expected.fires() == (kind == 0)
                        })
                        .cloned();
                }
                finder.known.insert((place, pattern.number()), known);
            }
        }
        Ok(finder)
    }

    /// What the pattern does in an example, and whether it decides there; `None` if that depends on
    /// the seed.
    fn judge(&mut self, place: usize, example: &Example) -> Option<Expected> {
        let verdict = example.verdict(&mut self.engine, place);
        let general = self.knowledge.general(place);
        let number = general.and_then(|general| {
            let mut patterns = general.iter();
            patterns.position(|pattern| pattern.name() == example.pattern)
        });
        let quiet = general.is_some_and(|general| is_quiet(general.role));
        let Some(number) = number.filter(|_| verdict == Some(Expected::Fires) && !quiet) else {
            return verdict;
        };
        if !examples::plays(&mut self.engine, example) {
            return verdict;
        }
        if !self.fewer.contains_key(&(place, number)) {
            match examples::knowledge_without(&self.knowledge, place, &example.pattern) {
                Ok(fewer) => self.fewer.insert((place, number), engine(fewer)),
                Err(_) => return verdict,
            };
        }
        let less = self.fewer.get_mut(&(place, number));
        if less.is_some_and(|less| !examples::plays(less, example)) {
            return Some(Expected::Plays);
        }
        verdict
    }

    fn offer(&mut self, key: (usize, usize), mut example: Example) {
        let verdict = self.judge(key.0, &example);
        let Some(known) = self.known.get_mut(&key) else {
            return;
        };
        match verdict {
            Some(verdict) => {
                example.expected = verdict;
                let replaced = known.offer(example);
                self.stale.extend(replaced.map(|line| (key.0, line)));
            }
            None => known.tries += 1,
        }
    }

    /// Looks at a position of a game, for patterns that lack examples.
    fn look(&mut self, game: &Game, own: Color) {
        let knowledge = self.knowledge.clone();
        for (place, _, general) in examined(&knowledge) {
            if general.role == Role::Handicap {
                continue;
            }
            let quiet = is_quiet(general.role);
            let mut found = self.engine.position(game).matches(place, &general, own);
            found.sort_by_key(|found| found.pattern);
            found.dedup_by_key(|found| found.pattern);
            for found in found {
                let key = (place, found.pattern as usize);
                let Some(known) = self.known.get(&key) else {
                    continue;
                };
                let Some(pattern) = general.pattern(key.1) else {
                    continue;
                };
                let refuses = can_refuse(&pattern);
                if !(known.wants(0, refuses, quiet) || known.wants(1, refuses, quiet)) {
                    continue;
                }
                let mut sizes = SIZES.iter().skip(known.tries % 3);
                let small = sizes.find_map(|&size| crop(game.board(), own, &pattern, found, size));
                if let Some((board, point)) = small {
                    let pattern = pattern.name().to_owned();
                    let expected = Expected::Misses;
                    self.offer(
                        key,
                        Example {
                            pattern,
                            expected,
                            board,
                            point,
                            handicap: None,
                            line: None,
                        },
                    );
                }
            }
        }
    }

    /// Looks at free handicaps as the engine places them, on small boards first.
    fn look_at_handicaps(&mut self) {
        let knowledge = self.knowledge.clone();
        for lines in HANDICAP_SIZES {
            let Some(size) = BoardSize::new(lines) else {
                continue;
            };
            for stones in HANDICAPS {
                for seed in 0..HANDICAP_SEEDS {
                    let game = Game::new(size);
                    let placements = self.engine.free_handicap(&game, stones, seed);
                    let mut placed: Vec<Point> = Vec::new();
                    for placement in placements {
                        self.look_at_handicap(&knowledge, &game, &placed, stones);
                        placed.extend(placement.points);
                    }
                }
            }
        }
    }

    fn look_at_handicap(
        &mut self,
        knowledge: &Knowledge,
        game: &Game,
        placed: &[Point],
        stones: usize,
    ) {
        let size = game.board().size();
        let Ok(board) = Board::with_stones(size, placed.iter().map(|&point| (OWN, point))) else {
            return;
        };
        let Ok((_, with_corners)) = handicap_view(&board, OWN) else {
            return;
        };
        let mut matched = game.clone();
        matched.set_board(with_corners);
        for (place, general) in knowledge.of_role(Role::Handicap) {
            let mut found = self.engine.position(&matched).matches(place, &general, OWN);
            found.sort_by_key(|found| found.pattern);
            found.dedup_by_key(|found| found.pattern);
            for found in found {
                let key = (place, found.pattern as usize);
                let Some(pattern) = general.pattern(key.1) else {
                    continue;
                };
                let refuses = can_refuse(&pattern);
                let known = self.known.get(&key);
                let wants = |kind| known.is_some_and(|known| known.wants(kind, refuses, true));
                if !(wants(0) || wants(1)) {
                    continue;
                }
                let Some(point) = found.mv(&pattern, size) else {
                    continue;
                };
                let example = Example {
                    pattern: pattern.name().to_owned(),
                    expected: Expected::Misses,
                    board: board.clone(),
                    point,
                    handicap: Some(stones),
                    line: None,
                };
                self.offer(key, example);
            }
        }
    }

    /// Makes positions for patterns that the games did not show.
    fn make(&mut self) {
        let knowledge = self.knowledge.clone();
        for (place, name) in wanted_databases(&knowledge) {
            let Some(general) = knowledge.general(place) else {
                continue;
            };
            println!("{name}");
            for pattern in general.iter() {
                let key = (place, pattern.number());
                let mut rng = Rng::seed_from_u64(key.1 as u64);
                let quiet = is_quiet(general.role);
                if let Some(known) = self.known.get_mut(&key) {
                    known.tries = 0;
                }
                // Free handicaps have been looked at as the engine places them.
                let drafts = if general.role == Role::Handicap {
                    0
                } else {
                    DRAFTS
                };
                for _ in 0..drafts {
                    let wants = |kind| self.known[&key].wants(kind, can_refuse(&pattern), quiet);
                    if !(wants(0) || wants(1)) {
                        break;
                    }
                    if let Some(example) = draft(&pattern, &mut rng) {
                        self.offer(key, example);
                    }
                }
                self.nearly(key, &mut rng);
            }
        }
    }

    /// If nothing refuses a pattern, a point of an example is changed so that the diagram misses.
    fn nearly(&mut self, key: (usize, usize), rng: &mut Rng) {
        let [Some(fires), None] = &self.known[&key].examples else {
            return;
        };
        let fires = fires.clone();
        for tries in 0..2000 {
            // A single stone may fit wherever it stands, but for the edge.
            let near = if tries % 2 == 0 {
                changed(&fires, rng)
            } else {
                elsewhere(&fires, rng)
            };
            let Some(mut near) = near else {
                continue;
            };
            near.expected = Expected::Misses;
            if near.handicap.is_some() && !near.board.stones(!OWN).is_empty() {
                continue;
            }
            if near.verdict(&mut self.engine, key.0) == Some(Expected::Misses) {
                if let Some(known) = self.known.get_mut(&key) {
                    known.examples[1] = Some(near);
                }
                return;
            }
        }
    }

    fn write(&self) -> Result<(), Failed> {
        for (place, name) in wanted_databases(&self.knowledge) {
            let Some(general) = self.knowledge.general(place) else {
                continue;
            };
            let file = shipped::folder().join(format!("{name}.db"));
            let text = self.text(place, name, &general, &std::fs::read_to_string(&file)?);
            std::fs::write(&file, text)?;
        }
        Ok(())
    }

    /// The source with new tests, and without those that they replace.
    fn text(&self, place: usize, name: &str, general: &General<'_>, old: &str) -> String {
        let mut counts: BTreeMap<Expected, usize> = BTreeMap::new();
        let mut found: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for pattern in general.iter() {
            let known = &self.known[&(place, pattern.number())];
            for (kind, example) in known.examples.iter().enumerate() {
                let Some(example) = example else {
                    println!("{name}: {}: none of kind {kind}", pattern.name());
                    continue;
                };
                *counts.entry(example.expected).or_default() += 1;
                if example.line.is_none() {
                    let text = example.text(is_tactical(general.role));
                    found.entry(pattern.name()).or_default().push(text);
                }
            }
        }
        println!("{name}: {counts:?}");
        let (mut kept, mut is_stale) = (Vec::new(), false);
        for (number, line) in old.lines().enumerate() {
            is_stale = match (begins(line), continues(line)) {
                (true, _) => self.stale.contains(&(place, number + 1)),
                (false, inside) => is_stale && inside,
            };
            if !is_stale {
                kept.push(line);
            }
        }
        with_tests(&kept, &found)
    }
}

/// The name in a line that begins a pattern.
fn name<'a>(line: &&'a str) -> Option<&'a str> {
    line.strip_prefix("Pattern ")?.split_whitespace().next()
}

/// The lines of a source, with tests at the ends of their patterns: before the comments above the
/// next one.
fn with_tests(lines: &[&str], tests: &BTreeMap<&str, Vec<String>>) -> String {
    let mut text = String::new();
    let mut start = 0;
    while start < lines.len() {
        let next = lines
            .iter()
            .skip(start + 1)
            .position(|line| name(line).is_some());
        let end = next.map_or(lines.len(), |next| start + 1 + next);
        let part = &lines[start..end];
        let mut last = part.len();
        // The last line of the pattern or of a test.
        while last > 0 && (part[last - 1].is_empty() || part[last - 1].starts_with('#')) {
            last -= 1;
        }
        let begun = part.iter().rposition(|line| begins(line));
        if let Some(begun) = begun.filter(|&begun| begun >= last) {
            let drawn = part
                .iter()
                .skip(begun + 1)
                .take_while(|line| continues(line));
            last = (begun + 1 + drawn.count()).min(part.len());
        }
        let tests = part.first().and_then(name).and_then(|name| tests.get(name));
        let (before, behind) = part.split_at(last);
        text.extend(before.iter().map(|line| format!("{line}\n")));
        text.extend(tests.into_iter().flatten().map(|test| format!("\n{test}")));
        text.extend(behind.iter().map(|line| format!("{line}\n")));
        start = end;
    }
    text
}

fn find((folder, games): (PathBuf, usize)) -> Result<(), Failed> {
    let mut finder = Finder::new(&shipped()?)?;
    for record in records::read(Path::new(&folder), games)? {
        let mut game = Game::new(BoardSize::NINETEEN);
        for (number, &(color, point)) in record.moves.iter().enumerate() {
            if number % STEP == 0 {
                finder.look(&game, color);
            }
            game.play(color, Some(point))?;
        }
    }
    finder.look_at_handicaps();
    finder.make();
    finder.write()
}

pub fn trials() -> Vec<Trial> {
    let games = std::env::var("KATACHI_PATTERN_EXAMPLES");
    let Ok(games) = games else { return Vec::new() };
    let need = records::folder().and_then(|folder| {
        let games = games.parse().map_err(|_| "expected a number of games")?;
        Ok((folder, games))
    });
    vec![trial("find_examples", need, find)]
}
