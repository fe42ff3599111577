//! The examples in `tests/data/patterns` hold, and there are examples of every pattern that
//! proposes moves. Fifty patterns, drawn by seed, are deleted from their sources: the engine no
//! longer plays their moves.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use katachi_core::{Decision, Engine};
use katachi_image::{General, Image};
use katachi_strategy::{Database, Knowledge};
use katachi_testkit::Trial;
use libtest_mimic::Failed;
use patc::{Source, compile};
use rand::{RngExt, SeedableRng};

use super::draft::Rng;
use super::example::{Example, Expected, OWN};
use super::shipped::{engine, examined, folder, shipped};

/// The file with the examples of a database.
pub fn file(database: &str) -> PathBuf {
    let tests = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/patterns");
    tests.join(format!("{database}.txt"))
}

/// The examples of a database; none if the file is missing.
pub fn read(database: &str) -> Result<Vec<Example>, Failed> {
    let path = file(database);
    if !path.exists() {
        return Ok(Vec::new());
    }
    let examples = Example::read(&std::fs::read_to_string(&path)?);
    Ok(examples.map_err(|error| format!("{}: {error}", path.display()))?)
}

/// The source without one pattern: from its name to the next name.
fn without(text: &str, name: &str) -> String {
    let mut kept = String::new();
    let mut skipping = false;
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("Pattern ") {
            skipping = rest.split_whitespace().next() == Some(name);
        }
        if !skipping {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    kept
}

/// The databases without one pattern of one of them.
pub fn knowledge_without(
    knowledge: &Knowledge,
    place: usize,
    pattern: &str,
) -> Result<Knowledge, Failed> {
    let mut databases = knowledge.databases().to_vec();
    let Database { name, image } = &mut databases[place];
    let before = image.general().ok_or("no patterns")?;
    let path = folder().join(format!("{name}.db"));
    let text = without(&std::fs::read_to_string(path)?, pattern);
    let compiled = compile(before.role, vec![Source::new(format!("{name}.db"), text)]);
    let fewer = Image::from_vec(compiled.image.ok_or("mistakes")?)?;
    let after = fewer.general().map_or(0, |after| after.patterns.len());
    assert_eq!(after + 1, before.patterns.len(), "one pattern is deleted");
    *image = Arc::new(fewer);
    Ok(Knowledge::new(databases))
}

/// Whether the engine plays the move of an example.
pub fn plays(engine: &mut Engine, example: &Example) -> bool {
    engine.think_for(&example.game(), OWN).decision == Decision::Play(example.point)
}

/// Runs work items on two threads, each with an engine of its own.
fn share<T: Sync>(
    knowledge: &Knowledge,
    items: &[T],
    work: impl Fn(&mut Engine, &T) -> Option<String> + Sync,
) -> Vec<String> {
    let next = AtomicUsize::new(0);
    let run = || {
        let mut engine = engine(knowledge.clone());
        let mut wrong = Vec::new();
        while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
            wrong.extend(work(&mut engine, item));
        }
        wrong
    };
    std::thread::scope(|scope| {
        let threads = [scope.spawn(run), scope.spawn(run)];
        let results = threads.map(|thread| thread.join().unwrap_or_default());
        results.concat()
    })
}

/// The patterns without an example where they fire, or where they must not.
fn missing(database: &str, general: &General<'_>, examples: &[Example]) -> Vec<String> {
    let mut seen: BTreeMap<&str, BTreeSet<bool>> = BTreeMap::new();
    for example in examples {
        let kinds = seen.entry(&example.pattern).or_default();
        kinds.insert(example.expected.fires());
    }
    let mut wrong = Vec::new();
    for pattern in general.iter() {
        let kinds = seen.remove(pattern.name()).unwrap_or_default();
        for (kind, what) in [(true, "where it fires"), (false, "where it must not fire")] {
            if !kinds.contains(&kind) {
                wrong.push(format!("{database}: {}: no example {what}", pattern.name()));
            }
        }
    }
    wrong.extend(
        seen.keys()
            .map(|name| format!("{database}: {name} is no pattern")),
    );
    wrong
}

fn all_hold() -> Result<(), Failed> {
    let knowledge = shipped()?;
    let (mut wrong, mut items) = (Vec::new(), Vec::new());
    for (place, name, general) in examined(&knowledge) {
        let examples = read(name)?;
        wrong.extend(missing(name, &general, &examples));
        items.extend(examples.into_iter().map(|example| (place, example)));
    }
    wrong.extend(share(&knowledge, &items, |engine, (place, example)| {
        let verdict = example.verdict(engine, *place);
        let holds = match example.expected {
            Expected::Plays => verdict.fires() && plays(engine, example),
            expected => verdict == expected,
        };
        (!holds).then(|| format!("found {verdict:?} in\n{example}"))
    }));
    if wrong.is_empty() {
        return Ok(());
    }
    Err(wrong.join("\n").into())
}

/// `KATACHI_ALL_PATTERNS=1` deletes every pattern with such an example instead of fifty.
fn fifty() -> Result<(), Failed> {
    let knowledge = shipped()?;
    let mut items: Vec<(usize, Example)> = Vec::new();
    for (place, name, _) in examined(&knowledge) {
        let examples = read(name)?.into_iter();
        let deciding = examples.filter(|example| example.expected == Expected::Plays);
        items.extend(deciding.map(|example| (place, example)));
    }
    let mut rng = Rng::seed_from_u64(20_261_124);
    for last in (1..items.len()).rev() {
        items.swap(last, rng.random_range(0..=last));
    }
    assert!(items.len() >= 50, "{} examples", items.len());
    if std::env::var_os("KATACHI_ALL_PATTERNS").is_none() {
        items.truncate(50);
    }
    let wrong = share(&knowledge, &items, |with, (place, example)| {
        let fewer = knowledge_without(&knowledge, *place, &example.pattern);
        let mut less = match fewer {
            Ok(fewer) => engine(fewer),
            Err(failed) => return Some(format!("{failed:?}")),
        };
        let gone = plays(with, example) && !plays(&mut less, example);
        (!gone).then(|| format!("played without the pattern, or never:\n{example}"))
    });
    if wrong.is_empty() {
        return Ok(());
    }
    Err(wrong.join("\n").into())
}

pub fn trials() -> Vec<Trial> {
    vec![
        Trial::test("pattern_examples", all_hold),
        Trial::test(
            "fifty_patterns_each_make_a_move_that_is_gone_without_them",
            fifty,
        ),
    ]
}
