//! Databases with the tests beside their patterns.
//!
//! Entry point: [`open`]. The tests are those of [`patc::testing`]; `katachi test` runs them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use katachi_image::{Image, Kind};
use patc::{Compiled, Severity, Source};

pub use patc::testing::{Drawing, Expectation, Position, Wanted};

use crate::load::{LoadError, Loaded, compile, list_folder, paths, sources};
use crate::manifest::{self, Entry};
use crate::place::Place;
use crate::source::is_tree;

/// A database and its tests.
#[derive(Clone, Debug)]
pub struct Tested {
    /// The database, compiled from its sources.
    pub loaded: Loaded,
    /// Its tests, in source order.
    pub tests: Vec<Test>,
    /// What is wrong with tests that cannot be run.
    pub mistakes: Vec<Mistake>,
    /// A pattern for each value that the tests ask for, in order, with the asked expression as its
    /// constraint.
    pub probes: Arc<Image>,
    /// The number of patterns without a test.
    pub untested: usize,
}

/// A test.
#[derive(Clone, Debug)]
pub struct Test {
    /// The name of its pattern.
    pub pattern: String,
    /// The number of its pattern in the image.
    pub number: usize,
    /// Where it stands.
    pub place: TestPlace,
    /// What it says.
    pub content: patc::testing::Test,
    /// The number of the first probe of its values.
    pub probe: usize,
}

/// Where a test stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestPlace {
    /// The source, as its database names it.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
}

/// A mistake in a test.
#[derive(Clone, Debug)]
pub struct Mistake {
    /// Where it stands.
    pub place: TestPlace,
    /// What was expected and found, and what to do.
    pub message: String,
}

impl Tested {
    /// Leaves out the tests of all patterns but these, broken tests included.
    pub fn keep(&mut self, names: &[String]) {
        self.tests.retain(|test| names.contains(&test.pattern));
        let image = self.loaded.image.clone();
        let above = |place: &TestPlace| {
            let general = image.general()?;
            let patterns = general.iter().filter(|pattern| {
                pattern.file() == place.file && pattern.line() as usize <= place.line
            });
            let last = patterns.max_by_key(katachi_image::Pattern::line)?;
            Some(last.name().to_owned())
        };
        self.mistakes
            .retain(|mistake| above(&mistake.place).is_some_and(|name| names.contains(&name)));
    }
}

/// The databases at a place, with their tests.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The databases of patterns.
    pub databases: Vec<Tested>,
    /// The folder of the set to which they belong, if they belong to one.
    pub set: Option<PathBuf>,
}

/// Opens the databases of a folder, or that of a source file. If a `databases.toml` beside the file
/// lists it, the database is the listed one.
///
/// # Errors
/// If the place has no sources, they cannot be read, or have mistakes.
pub fn open(place: &Place) -> Result<Opened, LoadError> {
    let (entries, folder, set) = match place {
        Place::Folder(folder) => {
            let entries = list_folder(folder)?.entries;
            (entries, folder.clone(), Some(folder.clone()))
        }
        Place::Source(file) => entries_of(file)?,
        Place::Image(_) | Place::BuiltIn => {
            return Err(LoadError::NoTests(place.to_string()));
        }
    };
    let databases = (entries.iter().filter(|entry| is_of_patterns(entry)))
        .map(|entry| tested(entry, sources(entry, &folder)?, &folder, place))
        .collect::<Result<_, _>>()?;
    Ok(Opened { databases, set })
}

/// Whether a database can have tests: it has patterns that somebody has written.
pub(crate) fn is_of_patterns(entry: &Entry) -> bool {
    let mut sources = entry.sources.iter();
    let is_written = sources.any(|source| !is_tree(Path::new(source)));
    entry.role.profile().kind == Kind::General && is_written
}

/// The database of a source file, its folder, and the set to which it belongs.
pub(crate) fn entries_of(file: &Path) -> Result<(Vec<Entry>, PathBuf, Option<PathBuf>), LoadError> {
    let folder = file.parent().unwrap_or(Path::new("")).to_owned();
    let beside = if folder.as_os_str().is_empty() {
        PathBuf::from(".")
    } else {
        folder.clone()
    };
    if beside.join(manifest::FILE_NAME).is_file() {
        let listed = list_folder(&beside)?.entries.into_iter().filter(|entry| {
            let paths = paths(entry, &folder);
            paths.iter().any(|path| path == file)
        });
        let listed: Vec<Entry> = listed.collect();
        if !listed.is_empty() {
            return Ok((listed, folder, Some(beside)));
        }
    }
    Ok((vec![Entry::of_file(file)], folder, None))
}

/// A database of these sources, with its tests.
pub(crate) fn tested(
    entry: &Entry,
    sources: Vec<Source>,
    folder: &Path,
    place: &Place,
) -> Result<Tested, LoadError> {
    let compiled = compile(entry, sources, folder)?;
    let fail = |error| LoadError::Image {
        path: folder.join(&entry.name),
        error,
    };
    let bytes = compiled.image.clone().unwrap_or_default();
    let loaded = Loaded {
        name: entry.name.clone(),
        role: entry.role,
        image: Arc::new(Image::from_vec(bytes).map_err(fail)?),
        place: place.clone(),
        sources: paths(entry, folder),
        origin: "compiled",
        warnings: Some(compiled.count(Severity::Warning)),
        silenced: Arc::default(),
    };
    let database = compiled.model.general();
    let patterns = database.map_or(&[][..], |database| &database.patterns);
    let probes = database
        .map(|database| patc::testing::probes(database, &compiled.tests, &compiled.sources));
    let probes = probes.transpose().map_err(fail)?.unwrap_or_default();
    let mut probe = 0;
    let tests = compiled.tests.iter().filter_map(|test| {
        let first = probe;
        let expectations = test.expectations.iter();
        probe += expectations
            .filter(|one| matches!(one.wanted, Wanted::Value(..)))
            .count();
        Some(Test {
            pattern: patterns.get(test.pattern)?.name.clone(),
            number: test.pattern,
            place: TestPlace::of(&compiled.sources, test.source.0, test.span.start),
            content: test.clone(),
            probe: first,
        })
    });
    let tests = tests.collect();
    let is_tested = |number: &usize| compiled.tests.iter().any(|test| test.pattern == *number);
    Ok(Tested {
        loaded,
        tests,
        mistakes: mistakes(&compiled),
        probes: Arc::new(Image::from_vec(probes).map_err(fail)?),
        untested: (0..patterns.len())
            .filter(|number| !is_tested(number))
            .count(),
    })
}

impl TestPlace {
    fn of(sources: &[Source], source: usize, offset: usize) -> Self {
        let source = sources.get(source);
        Self {
            file: source.map_or_else(String::new, |source| source.name().to_owned()),
            line: source.map_or(0, |source| source.location(offset).line),
        }
    }
}

/// The mistakes in tests.
fn mistakes(compiled: &Compiled) -> Vec<Mistake> {
    let all = compiled.diagnostics.iter();
    let of_tests = all.filter(|diagnostic| diagnostic.code.is_about_tests());
    let mistakes = of_tests.map(|diagnostic| {
        let help = diagnostic.help.as_deref();
        let help = help.map_or_else(String::new, |help| format!(" ({help})"));
        Mistake {
            place: TestPlace::of(
                &compiled.sources,
                diagnostic.source.0,
                diagnostic.span.start,
            ),
            message: format!("{}{help}", diagnostic.message),
        }
    });
    mistakes.collect()
}
