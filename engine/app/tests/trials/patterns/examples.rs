//! The tests beside the shipped patterns hold, and each pattern that was written by hand has some:
//! where it fires, and where it must not. Fifty patterns, drawn by seed, are deleted from their
//! sources: the engine no longer plays their moves.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use katachi_core::{Decision, Engine, Wish};
use katachi_databases::Place;
use katachi_databases::testing::open;
use katachi_image::{General, Image};
use katachi_strategy::{Database, Knowledge};
use katachi_testkit::Trial;
use libtest_mimic::Failed;
use patc::{Source, compile};
use rand::{RngExt, SeedableRng};

use super::draft::Rng;
use super::example::{Example, Expected, OWN, SEEDS};
use super::shipped::{engine, examined, folder, shipped};

/// The examples of a database.
pub fn read(database: &str) -> Result<Vec<Example>, Failed> {
    let file = folder().join(format!("{database}.db"));
    let opened = open(&Place::Source(file))?;
    let tests = opened.databases.iter().flat_map(|tested| &tested.tests);
    Ok(tests.filter_map(Example::of).collect())
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

/// Whether the engine plays the move of an example, whatever the seed.
pub fn plays(engine: &mut Engine, example: &Example) -> bool {
    let game = example.game();
    SEEDS.into_iter().all(|seed| {
        let wish = Wish {
            seed,
            ..Wish::of(OWN)
        };
        engine.think(&game, &wish).decision == Decision::Play(example.point)
    })
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

/// `katachi test` on the shipped folder.
fn all_hold() -> Result<(), Failed> {
    let mut wrong = Vec::new();
    for (_, name, general) in examined(&shipped()?) {
        wrong.extend(missing(name, &general, &read(name)?));
    }
    if !wrong.is_empty() {
        return Err(wrong.join("\n").into());
    }
    let output = Command::new(env!("CARGO_BIN_EXE_katachi"))
        .arg("test")
        .arg(folder())
        .output()?;
    if output.status.success() {
        return Ok(());
    }
    Err(String::from_utf8_lossy(&output.stdout).into_owned().into())
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
