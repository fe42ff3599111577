//! Loads databases: opens the images at given places and compiles those that are not in the cache.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use katachi_image::{General, Image, ImageError, Role};
use patc::{Compiled, Severity, Source};

use crate::builtin;
use crate::cache::Cache;
use crate::manifest::{self, Entry, ManifestError, Override};
use crate::place::Place;
use crate::source;

/// A loaded database.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// Its name, for people.
    pub name: String,
    /// What it is for.
    pub role: Role,
    /// The opened image.
    pub image: Arc<Image>,
    /// Where it came from.
    pub place: Place,
    /// Its source files.
    pub sources: Vec<PathBuf>,
    /// The origin of the image, in words: just compiled, cache, a file, or built in.
    pub origin: &'static str,
    /// The number of the compiler's warnings; `None` if nothing was compiled.
    pub warnings: Option<usize>,
    /// The patterns that lists of other databases silence: the number of each, and where the list
    /// says so.
    pub silenced: Arc<BTreeMap<u32, String>>,
}

/// The result of loading some places.
#[derive(Clone, Debug, Default)]
pub struct Set {
    /// The databases, in the order of the places.
    pub databases: Vec<Loaded>,
    /// What was skipped, with the reason.
    pub notes: Vec<String>,
}

/// Why databases cannot be loaded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// A folder or file cannot be read.
    #[error("cannot read {path}: {source}")]
    Read {
        /// The folder or file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A folder or file cannot be written.
    #[error("cannot write {path}: {source}")]
    Write {
        /// The folder or file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A list of databases has a mistake.
    #[error(transparent)]
    Manifest(#[from] ManifestError),
    /// A folder has no databases.
    #[error("expected databases.toml, .db, .dbz, .sgf or .kpat files in {0}, found none")]
    NoDatabases(PathBuf),
    /// A place has no sources, so no tests.
    #[error("expected a folder or a .db file with tests beside its patterns, found {0}")]
    NoTests(String),
    /// A source has mistakes.
    #[error("{}", .lines.join("\n"))]
    Source {
        /// The first mistakes, one line each, and the number of further ones.
        lines: Vec<String>,
    },
    /// An image cannot be used.
    #[error("{path}: {error}")]
    Image {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: ImageError,
    },
}

/// The most mistakes to quote.
const QUOTED: usize = 8;

/// Loads the databases at these places.
///
/// # Errors
/// The first place that fails; all mistakes of one database are reported together.
pub fn load(places: &[Place], cache: &Cache) -> Result<Set, LoadError> {
    let mut set = Set::default();
    let mut overrides = Vec::new();
    for place in places {
        match place {
            Place::BuiltIn => set.databases.extend(built_in(|_| true)?),
            Place::Image(path) => set.databases.push(image_file(path)?),
            Place::Source(path) => {
                let entry = Entry::of_file(path);
                let folder = path.parent().unwrap_or(Path::new(""));
                set.databases.push(database(&entry, folder, place, cache)?);
            }
            Place::Folder(folder) => {
                let own = load_folder(folder, place, cache, &mut set)?;
                overrides.extend(own.into_iter().map(|one| (place, one)));
            }
        }
    }
    for (place, one) in overrides {
        silence(&mut set, place, &one)?;
    }
    if set.databases.iter().any(|one| one.warnings.is_some()) {
        // The cache has new images, so it may have grown too large.
        let used = set
            .databases
            .iter()
            .map(|one| one.image.about().fingerprint);
        cache.tidy(&used.collect::<BTreeSet<_>>());
    }
    Ok(set)
}

/// Silences a pattern of the databases at other places than this one. If there is none of its name,
/// a note says so.
fn silence(set: &mut Set, place: &Place, one: &Override) -> Result<(), LoadError> {
    let numbers = |loaded: &Loaded, name: &str| -> Vec<u32> {
        let general = loaded.image.general();
        let patterns = general.iter().flat_map(General::iter);
        let named = patterns.filter(|pattern| pattern.name() == name);
        named.map(|pattern| pattern.number() as u32).collect()
    };
    if let Some(with) = &one.with {
        let mut own = set.databases.iter().filter(|loaded| loaded.place == *place);
        if !own.any(|loaded| !numbers(loaded, with).is_empty()) {
            return Err(LoadError::Manifest(ManifestError {
                place: one.place.clone(),
                message: format!(
                    "expected a pattern of this folder that replaces '{}', found none called '{with}'",
                    one.pattern
                ),
            }));
        }
    }
    let is_meant = |loaded: &Loaded| {
        let name = one.database.as_ref();
        loaded.place != *place && name.is_none_or(|name| loaded.name == *name)
    };
    let mut found = false;
    for loaded in set.databases.iter_mut().filter(|loaded| is_meant(loaded)) {
        let numbers = numbers(loaded, &one.pattern);
        found |= !numbers.is_empty();
        let by = numbers
            .into_iter()
            .map(|number| (number, one.place.clone()));
        Arc::make_mut(&mut loaded.silenced).extend(by);
    }
    if !found {
        let others = set.databases.iter().filter(|loaded| is_meant(loaded));
        let general: Vec<_> = others.filter_map(|loaded| loaded.image.general()).collect();
        let names = general.iter().flat_map(General::iter);
        let names = names.map(|pattern| pattern.name().to_owned());
        let names: Vec<String> = names.collect();
        let near = patc::nearest(&one.pattern, names.iter().map(String::as_str));
        let near = near.map_or_else(String::new, |near| format!("; did you mean '{near}'?"));
        set.notes.push(format!(
            "{}: expected a pattern of the databases beside this folder, found none called '{}'{near}",
            one.place, one.pattern
        ));
    }
    Ok(())
}

/// The contents of a folder.
#[derive(Debug, Default)]
pub(crate) struct Listing {
    /// Databases with sources.
    pub entries: Vec<Entry>,
    /// Images whose sources are not in the folder.
    pub images: Vec<PathBuf>,
    /// What it changes in other databases.
    pub overrides: Vec<Override>,
}

/// Lists a folder: the databases of its `databases.toml` or, without one, a database for each
/// source file.
pub(crate) fn list_folder(folder: &Path) -> Result<Listing, LoadError> {
    let mut listing = Listing::default();
    let list = folder.join(manifest::FILE_NAME);
    // An unreadable list is an error as well; it does not count as missing.
    if list.symlink_metadata().is_ok() {
        let text = read(&list).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())?;
        let manifest = manifest::parse(&list.display().to_string(), &text)?;
        listing.entries = manifest.databases;
        listing.overrides = manifest.overrides;
        return Ok(listing);
    }
    let fail = |source| LoadError::Read {
        path: folder.to_owned(),
        source,
    };
    let mut files: Vec<PathBuf> = Vec::new();
    for file in folder.read_dir().map_err(fail)? {
        files.push(file.map_err(fail)?.path());
    }
    files.sort();
    for path in files {
        let is_image = path.extension().is_some_and(|ending| ending == "kpat");
        if source::is_source(&path) {
            listing.entries.push(Entry::of_file(&path));
        } else if is_image && !has_source(&path) {
            // Skip the image of a source in the same folder: the source counts.
            listing.images.push(path);
        }
    }
    if listing.entries.is_empty() && listing.images.is_empty() {
        return Err(LoadError::NoDatabases(folder.to_owned()));
    }
    Ok(listing)
}

fn has_source(image: &Path) -> bool {
    (source::ENDINGS.iter()).any(|ending| image.with_extension(ending).is_file())
}

fn load_folder(
    folder: &Path,
    place: &Place,
    cache: &Cache,
    set: &mut Set,
) -> Result<Vec<Override>, LoadError> {
    let listing = list_folder(folder)?;
    for entry in &listing.entries {
        set.databases.push(database(entry, folder, place, cache)?);
    }
    for path in &listing.images {
        set.databases.push(image_file(path)?);
    }
    Ok(listing.overrides)
}

/// Reads a file that will be read again, so only regular files are allowed.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, LoadError> {
    katachi_files::read_now(path).map_err(|source| LoadError::Read {
        path: path.to_owned(),
        source,
    })
}

/// The built-in databases of the wanted roles.
///
/// # Errors
/// If one of them cannot be opened.
pub fn built_in(wanted: impl Fn(Role) -> bool) -> Result<Vec<Loaded>, LoadError> {
    let images = builtin::IMAGES.iter().filter(|(_, role, _)| wanted(*role));
    images
        .map(|&(name, role, bytes)| {
            let image = Image::from_static(bytes).map_err(|error| LoadError::Image {
                path: PathBuf::from(format!("built-in {name}")),
                error,
            })?;
            Ok(Loaded {
                name: name.to_owned(),
                role,
                image: Arc::new(image),
                place: Place::BuiltIn,
                sources: Vec::new(),
                origin: "built in",
                warnings: None,
                silenced: Arc::default(),
            })
        })
        .collect()
}

/// Opens an image file. It is copied into memory, since its owner may change it any time.
fn image_file(path: &Path) -> Result<Loaded, LoadError> {
    let image = Image::from_vec(read(path)?).map_err(|error| LoadError::Image {
        path: path.to_owned(),
        error,
    })?;
    Ok(Loaded {
        name: path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned(),
        role: image.role(),
        image: Arc::new(image),
        place: Place::Image(path.to_owned()),
        sources: vec![path.to_owned()],
        origin: "image file",
        warnings: None,
        silenced: Arc::default(),
    })
}

/// The sources of a database.
pub(crate) fn paths(entry: &Entry, folder: &Path) -> Vec<PathBuf> {
    (entry.sources.iter())
        .map(|source| folder.join(source))
        .collect()
}

/// Reads the sources of a database.
pub(crate) fn sources(entry: &Entry, folder: &Path) -> Result<Vec<Source>, LoadError> {
    (entry.sources.iter().zip(paths(entry, folder)))
        .map(|(name, path)| Ok(Source::new(name.as_str(), read(&path)?)))
        .collect()
}

/// Compiles the sources of a database; the error lists its mistakes.
pub(crate) fn compile(
    entry: &Entry,
    sources: Vec<Source>,
    folder: &Path,
) -> Result<Compiled, LoadError> {
    let compiled = source::compile(entry.role, entry.method, sources).map_err(|lines| {
        let whole = |line: String| folder.join(line).display().to_string();
        quoted(lines.into_iter().map(whole))
    })?;
    if compiled.image.is_none() {
        return Err(mistakes(&compiled, folder));
    }
    Ok(compiled)
}

fn database(
    entry: &Entry,
    folder: &Path,
    place: &Place,
    cache: &Cache,
) -> Result<Loaded, LoadError> {
    let paths = paths(entry, folder);
    let sources = sources(entry, folder)?;
    let fingerprint = patc::fingerprint(entry.role, entry.method, &sources);
    let loaded = |image, origin, warnings| Loaded {
        name: entry.name.clone(),
        role: entry.role,
        image: Arc::new(image),
        place: place.clone(),
        sources: paths.clone(),
        origin,
        warnings,
        silenced: Arc::default(),
    };
    if let Some(image) = cache.get(fingerprint) {
        return Ok(loaded(image, "cache", None));
    }
    let compiled = compile(entry, sources, folder)?;
    let bytes = compiled.image.as_deref().unwrap_or_default();
    let warnings = Some(compiled.count(Severity::Warning));
    if let Some(image) = cache.put(fingerprint, bytes) {
        return Ok(loaded(image, "compiled", warnings));
    }
    let image = Image::from_vec(bytes.to_vec()).map_err(|error| LoadError::Image {
        path: folder.to_owned(),
        error,
    })?;
    Ok(loaded(
        image,
        "compiled in memory: the cache cannot be written",
        warnings,
    ))
}

/// The error that lists the first mistakes, with the full path of each file.
fn mistakes(compiled: &Compiled, folder: &Path) -> LoadError {
    let errors = compiled.diagnostics.iter();
    let errors = errors.filter(|diagnostic| diagnostic.severity() == Severity::Error);
    quoted(errors.map(|diagnostic| {
        let line = diagnostic.short(&compiled.sources);
        folder.join(line).display().to_string()
    }))
}

fn quoted(lines: impl Iterator<Item = String>) -> LoadError {
    let mut lines: Vec<String> = lines.collect();
    let more = lines.len().saturating_sub(QUOTED);
    if more > 0 {
        lines.truncate(QUOTED);
        lines.push(format!("and {more} more"));
    }
    LoadError::Source { lines }
}
