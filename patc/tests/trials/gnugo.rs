//! Tests that GNU Go's databases of all dialects compile without errors, to the expected numbers of
//! patterns, constraints and actions, eye shapes, weights and positions. Also counts the patterns
//! that this engine can never match yet.

use std::collections::BTreeMap;
use std::path::Path;

use katachi_image::monte_carlo::NEIGHBORHOODS;
use katachi_image::{Image, Role};
use katachi_testkit::{Trial, shared, trial};
use libtest_mimic::Failed;
use patc::format::format_as;
use patc::inspect::Difference;
use patc::stats::{BookStats, EyeStats, Stats, WeightStats};
use patc::{Compiled, Model, Severity, Source, compile, decompile, fold, inspect};

/// For each database: its name, and the numbers of patterns, of those with a constraint, of those
/// with an action, and of those that can never match in this version. The last number falls as the
/// engine learns to answer more questions.
const COUNTS: [(&str, [usize; 4]); 15] = [
    ("patterns", [992, 436, 60, 0]),
    ("patterns2", [228, 171, 31, 0]),
    ("fuseki", [168, 42, 6, 0]),
    ("endgame", [102, 80, 4, 0]),
    ("attack", [14, 3, 0, 0]),
    ("defense", [33, 4, 0, 0]),
    ("conn", [35, 28, 2, 0]),
    ("influence", [50, 5, 0, 0]),
    ("barriers", [218, 145, 105, 0]),
    ("aa_attackpats", [28, 20, 0, 0]),
    ("owl_attackpats", [397, 260, 0, 0]),
    ("owl_vital_apats", [59, 43, 0, 0]),
    ("owl_defendpats", [488, 327, 0, 0]),
    ("handicap", [49, 10, 0, 0]),
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

/// Checks that the code in the image decompiles to the constraints and actions of the source, with
/// constants folded.
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
        let folded = model.constraint.as_ref().map(fold::expr);
        assert_eq!(constraint, folded, "{}", model.name);
        let action = decompile::action(&pattern)?;
        assert_eq!(action, fold::block(&model.action), "{}", model.name);
        constraints += usize::from(constraint.is_some());
        actions += usize::from(!action.is_empty());
    }
    assert_eq!([constraints, actions], expected[1..3]);
    // The dump of the image compiles to equal patterns.
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

/// The same sources give the same bytes; other names or another order give others.
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

/// Compiles a file in the role that its name implies; fails on errors.
fn compiled(path: &Path) -> Result<Compiled, Failed> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let role = Role::by_file(path).ok_or("an unknown role")?;
    let compiled = compile(role, vec![Source::new(name, std::fs::read(path)?)]);
    let errors = compiled.diagnostics.iter();
    let errors: Vec<String> = errors
        .filter(|diagnostic| diagnostic.severity() == Severity::Error)
        .map(|diagnostic| diagnostic.short(&compiled.sources))
        .collect();
    assert!(errors.is_empty(), "{}", errors.join("\n"));
    Ok(compiled)
}

/// Checks that the dump of an image that is not of the general kind compiles to the same records;
/// `same` is the number of compared entries.
fn dumps(path: &Path, same: usize) -> Result<(), Failed> {
    let compiled = compiled(path)?;
    let image = Image::from_vec(compiled.image.ok_or("errors")?)?;
    let text = inspect::dump(&image)?.to_string();
    let dumped = compile(image.role(), vec![Source::new("dump.db", text)]);
    let errors = dumped.diagnostics.first();
    let errors = errors.map(|error| error.short(&dumped.sources));
    let again = dumped.image.ok_or(errors.unwrap_or_default())?;
    let again = Image::from_vec(again)?;
    let difference = Difference::between(&image, &again)?;
    assert!(difference.is_empty(), "{difference}");
    assert_eq!(difference.same, same);
    let numbers = [&image, &again].map(inspect::numbers);
    let [before, after] = numbers;
    let lines = |text: &str| text.lines().count();
    assert_eq!(lines(&before?), lines(&after?));
    if let (Some(before), Some(after)) = (image.eyes(), again.eyes()) {
        // Compare point by point, not only the pictures.
        for (before_shape, after_shape) in before.shapes.iter().zip(after.shapes) {
            let points = before.vertices(before_shape).iter();
            let points = points.map(|v| (v.cell, v.edge, v.neighbors));
            let again = after.vertices(after_shape).iter();
            let again = again.map(|v| (v.cell, v.edge, v.neighbors));
            assert!(points.eq(again), "shape {}", before_shape.number);
        }
    }
    Ok(())
}

/// Checks that formatting a file of eye shapes or weights keeps its meaning and is idempotent.
fn formats(path: &Path) -> Result<(), Failed> {
    let role = Role::by_file(path).ok_or("an unknown role")?;
    let format = |bytes: Vec<u8>| {
        let (source, new) = format_as(role, Source::new("x.db", bytes));
        new.map_err(|errors| errors[0].short(&[source]))
    };
    let old = std::fs::read(path)?;
    let new = format(old.clone())?;
    assert_eq!(format(new.clone())?, new);
    let comments = |bytes: &[u8]| {
        let lines = bytes
            .split(|&byte| byte == b'\n')
            .map(<[u8]>::trim_ascii_end);
        lines
            .filter(|line| !line.is_empty())
            .map(<[u8]>::to_vec)
            .collect::<Vec<_>>()
    };
    assert_eq!(comments(&old), comments(&new), "only blanks change");
    let image = |bytes: Vec<u8>| {
        let image = compile(role, vec![Source::new("x.db", bytes)]).image;
        Ok::<_, Failed>(Image::from_vec(image.ok_or("errors")?)?)
    };
    let difference = Difference::between(&image(old)?, &image(new)?)?;
    assert!(difference.is_empty(), "{difference}");
    Ok(())
}

/// The number of warnings of each code.
fn warnings(compiled: &Compiled) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    for diagnostic in &compiled.diagnostics {
        *counts.entry(diagnostic.code.id()).or_default() += 1;
    }
    counts
}

/// Eye shapes: their numbers by size, marginal points, value and edges.
fn eyes(path: &Path) -> Result<(), Failed> {
    let compiled = compiled(path)?;
    let Model::Eyes(eyes) = &compiled.model else {
        return Err("another dialect".into());
    };
    let stats = EyeStats::of(eyes);
    assert_eq!((stats.shapes, stats.vertices), (721, 4293));
    let sizes = [3, 3, 10, 47, 149, 311, 153, 29, 8, 8];
    assert!(stats.sizes.into_iter().eq((1..).zip(sizes)));
    assert!(
        stats
            .marginals
            .into_iter()
            .eq((0..).zip([192, 336, 164, 29]))
    );
    assert_eq!(stats.edges, (89, 65));
    let values: Vec<_> = (stats.values.iter())
        .map(|(value, count)| (value.to_string(), *count))
        .collect();
    let expected = [
        ("0000", 7),
        ("0001", 17),
        ("0002", 4),
        ("0011", 61),
        ("0012", 32),
        ("0022", 59),
        ("0111", 22),
        ("0112", 42),
        ("0122", 90),
        ("0222", 14),
        ("1111", 58),
        ("1112", 46),
        ("1122", 217),
        ("1222", 39),
        ("2222", 13),
    ];
    assert_eq!(
        values,
        expected.map(|(value, count)| (value.to_owned(), count))
    );
    // Two shapes are shadowed: earlier ones fit wherever they do. Others have values that the game
    // does not give (docs/eyes.md lists them), or contradict earlier ones.
    let expected = [("P1052", 2), ("P1053", 20), ("P1054", 16)];
    assert_eq!(warnings(&compiled), BTreeMap::from(expected));
    Ok(())
}

/// The number of table entries of each weight.
const WEIGHTS: [(&str, &[(u32, usize)]); 3] = [
    (
        "mc_montegnu_classic",
        &[
            (0, 4352),
            (1, 114_864),
            (3, 9752),
            (30, 13_488),
            (40, 26_976),
            (60, 26_976),
            (100, 288),
            (400, 84),
            (1000, 1448),
            (2000, 5908),
            (4000, 5908),
            (6000, 5908),
            (10_000, 13_488),
            (13_000, 26_976),
            (20_000, 26_976),
        ],
    ),
    (
        "mc_mogo_classic",
        &[(0, 4352), (1, 197_052), (100, 31_192), (10_000, 50_796)],
    ),
    ("mc_uniform", &[(0, 4352), (1, 279_040)]),
];

fn weights(path: &Path, expected: &[(u32, usize)]) -> Result<(), Failed> {
    let compiled = compiled(path)?;
    let Model::MonteCarlo(rules) = &compiled.model else {
        return Err("another dialect".into());
    };
    let stats = WeightStats::of(rules);
    // Rules for which earlier ones leave nothing to decide.
    let shadowed = match path.file_stem().and_then(|stem| stem.to_str()) {
        Some("mc_montegnu_classic") => BTreeMap::from([("P1154", 3)]),
        Some("mc_mogo_classic") => BTreeMap::from([("P1154", 1)]),
        _ => BTreeMap::new(),
    };
    assert!(
        stats
            .weights
            .iter()
            .eq(expected.iter().map(|(w, n)| (w, n))),
        "{stats}"
    );
    assert_eq!(warnings(&compiled), shadowed);
    Ok(())
}

/// For each book: entries, fewest and most stones, smallest and largest weight, entries with
/// fillers.
const BOOKS: [(&str, u8, [usize; 6]); 3] = [
    ("fuseki9", 9, [1356, 0, 11, 1, 329, 442]),
    ("fuseki13", 13, [864, 0, 10, 1, 93, 0]),
    ("fuseki19", 19, [24_955, 0, 26, 2, 3977, 6910]),
];

fn book(path: &Path, size: u8, expected: [usize; 6]) -> Result<(), Failed> {
    let compiled = compiled(path)?;
    let Model::Book(book) = &compiled.model else {
        return Err("another dialect".into());
    };
    let stats = BookStats::of(book);
    assert_eq!(stats.sizes, BTreeMap::from([(size, expected[0])]));
    let stones = stats.by_stones.keys();
    let (least, most) = stats.weights.ok_or("no entries")?;
    // Fillers are needed where the numbers of stones differ from those of alternating moves.
    let uneven = |entry: &&patc::book::BookEntry| {
        let text = compiled.sources[0].text();
        let line = text[entry.span.end..].lines().next().unwrap_or_default();
        let points = line.split(' ').next_back().unwrap_or_default().as_bytes();
        points.chunks(2).any(|pair| pair == b"tt")
    };
    let found = [
        book.entries.len(),
        stones.clone().next().copied().unwrap_or_default(),
        stones.clone().next_back().copied().unwrap_or_default(),
        least as usize,
        most as usize,
        book.entries.iter().filter(uneven).count(),
    ];
    assert_eq!(found, expected);
    assert_eq!(warnings(&compiled), BTreeMap::new());
    Ok(())
}

pub fn trials() -> Vec<Trial> {
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
    let file = |name: &str| shared(&format!("peer/gnugo-3.8/patterns/{name}"));
    trials.push(trial("eyes", file("eyes.db"), |path| eyes(&path)));
    trials.push(trial("formats_eyes", file("eyes.db"), |path| {
        formats(&path)
    }));
    trials.push(trial("dumps_eyes", file("eyes.db"), |path| {
        dumps(&path, 721)
    }));
    for (name, expected) in WEIGHTS {
        let need = file(&format!("{name}.db"));
        trials.push(trial(name, need, |path| weights(&path, expected)));
        let need = file(&format!("{name}.db"));
        trials.push(trial(&format!("formats_{name}"), need, |path| {
            formats(&path)
        }));
        let need = file(&format!("{name}.db"));
        trials.push(trial(&format!("dumps_{name}"), need, |path| {
            dumps(&path, NEIGHBORHOODS)
        }));
    }
    for (name, size, expected) in BOOKS {
        let need = file(&format!("{name}.dbz"));
        trials.push(trial(name, need, move |path| book(&path, size, expected)));
        let need = file(&format!("{name}.dbz"));
        trials.push(trial(&format!("dumps_{name}"), need, move |path| {
            dumps(&path, expected[0])
        }));
    }
    let folder = shared("peer/gnugo-3.8/patterns");
    trials.push(trial("same_sources_same_bytes", folder, |folder| {
        reproducible(&folder)
    }));
    trials
}
