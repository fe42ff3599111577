//! The peer's databases compile without an error, to as many patterns, constraints and actions as
//! the fact sheet counts; and how many of them this engine can never match yet.

use std::path::Path;

use katachi_image::{Image, Role};
use katachi_testkit::{shared, trial};
use libtest_mimic::{Arguments, Failed};
use patc::inspect::Difference;
use patc::stats::Stats;
use patc::{Severity, Source, compile, decompile, inspect};

/// Name, patterns, with constraint, with action (section 3.2), and those that can never match in
/// this version: the last number falls as the engine learns to answer.
const COUNTS: [(&str, [usize; 4]); 15] = [
    ("patterns", [992, 436, 60, 277]),
    ("patterns2", [228, 171, 31, 112]),
    ("fuseki", [168, 42, 6, 34]),
    ("endgame", [102, 80, 4, 72]),
    ("attack", [14, 3, 0, 0]),
    ("defense", [33, 4, 0, 0]),
    ("conn", [35, 28, 2, 27]),
    ("influence", [50, 5, 0, 0]),
    ("barriers", [218, 145, 105, 111]),
    ("aa_attackpats", [28, 20, 0, 2]),
    ("owl_attackpats", [397, 260, 0, 135]),
    ("owl_vital_apats", [59, 43, 0, 22]),
    ("owl_defendpats", [488, 327, 0, 162]),
    ("handicap", [49, 10, 0, 6]),
    ("oracle", [4, 1, 0, 0]),
];

fn count(path: &Path, name: &str, expected: [usize; 4]) -> Result<(), Failed> {
    let source = Source::new(format!("{name}.db"), std::fs::read(path)?);
    let role = Role::by_name(name).ok_or("an unknown role")?;
    let compiled = compile(role, vec![source]);
    let errors: Vec<String> = compiled
        .diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.severity() == Severity::Error)
        .map(|diagnostic| diagnostic.short(&compiled.sources))
        .collect();
    assert!(errors.is_empty(), "{}", errors.join("\n"));
    let stats = Stats::of(&compiled);
    let found = [
        stats.patterns,
        stats.constraints,
        stats.actions,
        stats.never,
    ];
    assert_eq!(
        found, expected,
        "{name}: patterns, constraints, actions, never\n{stats}"
    );
    Ok(())
}

/// What the image says of each pattern's constraint and action is what its source says.
fn decompiles(path: &Path, name: &str, expected: [usize; 4]) -> Result<(), Failed> {
    let source = Source::new(format!("{name}.db"), std::fs::read(path)?);
    let role = Role::by_name(name).ok_or("an unknown role")?;
    let compiled = compile(role, vec![source]);
    let image = Image::from_vec(compiled.image.ok_or("errors")?)?;
    let general = image.general().ok_or("another kind")?;
    let database = compiled.model.general().ok_or("another dialect")?;
    assert_eq!(general.patterns.len(), database.patterns.len());
    let (mut constraints, mut actions) = (0, 0);
    for (pattern, model) in general.iter().zip(&database.patterns) {
        let constraint = decompile::constraint(&pattern)?;
        assert_eq!(constraint, model.constraint, "{}", model.name);
        let action = decompile::action(&pattern)?;
        assert_eq!(action, model.action, "{}", model.name);
        constraints += usize::from(constraint.is_some());
        actions += usize::from(!action.is_empty());
    }
    assert_eq!([constraints, actions], expected[1..3]);
    // The dump of the image compiles to patterns that do not differ.
    let dumped = compile(
        role,
        vec![Source::new("dump.db", inspect::dump(&image)?.to_string())],
    );
    let again = Image::from_vec(dumped.image.ok_or("errors in the dump")?)?;
    let difference = Difference::between(&image, &again)?;
    assert!(difference.is_empty(), "{difference}");
    assert_eq!(difference.same, expected[0]);
    Ok(())
}

/// The same sources give the same bytes, and their names and order matter.
fn reproducible(folder: &Path) -> Result<(), Failed> {
    let source = |name: &str| -> Result<Source, Failed> {
        Ok(Source::new(name, std::fs::read(folder.join(name))?))
    };
    let image = |names: [&str; 2]| -> Result<Vec<u8>, Failed> {
        let sources = names.into_iter().map(source).collect::<Result<_, _>>()?;
        Ok(compile(Role::Patterns, sources).image.ok_or("errors")?)
    };
    let first = image(["patterns.db", "patterns2.db"])?;
    assert_eq!(first, image(["patterns.db", "patterns2.db"])?);
    assert_ne!(first, image(["patterns2.db", "patterns.db"])?);
    Ok(())
}

fn main() {
    let mut trials: Vec<_> = COUNTS
        .into_iter()
        .flat_map(|(name, expected)| {
            let need = || shared(&format!("peer/gnugo-3.8/patterns/{name}.db"));
            let count = trial(&format!("counts_{name}"), need(), move |path| {
                count(&path, name, expected)
            });
            let decompiles = trial(&format!("decompiles_{name}"), need(), move |path| {
                decompiles(&path, name, expected)
            });
            [count, decompiles]
        })
        .collect();
    let folder = shared("peer/gnugo-3.8/patterns");
    trials.push(trial("same_sources_same_bytes", folder, |folder| {
        reproducible(&folder)
    }));
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}
