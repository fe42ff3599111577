//! The databases of a folder while somebody edits them: texts in memory stand in for files.
//!
//! Entry point: [`Drafts::open`]. [`Drafts::edit`] changes a text, [`Drafts::build`] compiles a
//! database of the texts as they are, and [`Drafts::save`] writes one.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use katachi_image::{Image, Role};
use patc::{Compiled, Location, Source};

pub use patc::Severity;

use crate::load::{LoadError, Loaded, list_folder, paths, read};
use crate::manifest::Entry;
use crate::place::Place;
use crate::source;
use crate::testing::{self, Tested};

/// The databases of a folder, and the texts of their sources.
#[derive(Clone, Debug)]
pub struct Drafts {
    folder: PathBuf,
    entries: Vec<Entry>,
    texts: BTreeMap<String, Text>,
}

#[derive(Clone, Debug)]
struct Text {
    now: Vec<u8>,
    /// As the file was when it was read or written last.
    saved: Vec<u8>,
}

/// A database that was compiled of texts.
#[derive(Clone, Debug)]
pub struct Built {
    /// Mistakes and warnings, by file and place.
    pub remarks: Vec<Remark>,
    /// The database; `None` if there are mistakes.
    pub loaded: Option<Loaded>,
}

/// A mistake or a warning of the compiler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The source, as its database names it.
    pub file: String,
    /// Where it begins and ends.
    pub span: (Location, Location),
    /// How bad it is.
    pub severity: Severity,
    /// Its code, such as `P0104`; empty for mistakes in SGF trees.
    pub code: &'static str,
    /// What was expected and what was found.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
    /// The change that repairs it: the range and its new text.
    pub fix: Option<((Location, Location), String)>,
}

/// Why a text is not saved.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// It is not one that may be edited.
    #[error("expected a .db file of {folder}, found {file}")]
    NoDraft {
        /// The folder.
        folder: PathBuf,
        /// The name.
        file: String,
    },
    /// The file is a link that leads out of the folder.
    #[error(
        "{0}: expected a file in the folder, found a link that leads out of it; edit its target"
    )]
    Outside(PathBuf),
    /// Somebody else has changed the file.
    #[error("{0}: the file has changed since it was read; load the page again to see it as it is")]
    Changed(PathBuf),
    /// The file cannot be read or written.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
}

impl Drafts {
    /// Reads all sources of a folder.
    ///
    /// # Errors
    /// If the folder has no databases, its list has a mistake, or a source cannot be read.
    pub fn open(folder: &Path) -> Result<Self, LoadError> {
        let entries = list_folder(folder)?.entries;
        let mut texts = BTreeMap::new();
        for entry in &entries {
            for (name, path) in entry.sources.iter().zip(paths(entry, folder)) {
                let now = read(&path)?;
                let saved = now.clone();
                texts.insert(name.clone(), Text { now, saved });
            }
        }
        Ok(Self {
            folder: folder.to_owned(),
            entries,
            texts,
        })
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The databases, in order: name, role, and the names of the sources.
    pub fn databases(&self) -> impl ExactSizeIterator<Item = (&str, Role, &[String])> {
        let entries = self.entries.iter();
        entries.map(|entry| (entry.name.as_str(), entry.role, entry.sources.as_slice()))
    }

    /// The sources that can be edited: those that end in `.db`.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        let names = self.texts.keys().map(String::as_str);
        names.filter(|name| {
            Path::new(name)
                .extension()
                .is_some_and(|ending| ending == "db")
        })
    }

    /// The text of a source; `None` if it cannot be edited.
    pub fn text(&self, file: &str) -> Option<&[u8]> {
        self.files().find(|name| *name == file)?;
        Some(&self.texts.get(file)?.now)
    }

    /// Whether a text differs from its file.
    pub fn is_unsaved(&self, file: &str) -> bool {
        let text = self.texts.get(file);
        text.is_some_and(|text| text.now != text.saved)
    }

    /// Changes the text of a source. Returns the indices of the databases that have it; none if it
    /// cannot be edited.
    pub fn edit(&mut self, file: &str, text: &[u8]) -> Vec<usize> {
        if self.text(file).is_none() {
            return Vec::new();
        }
        if let Some(draft) = self.texts.get_mut(file) {
            text.clone_into(&mut draft.now);
        }
        let all = self.entries.iter().enumerate();
        let has = all.filter(|(_, entry)| entry.sources.iter().any(|source| source == file));
        has.map(|(number, _)| number).collect()
    }

    /// Writes a text into its file.
    ///
    /// # Errors
    /// If it is none of ours, the file leads out of the folder, somebody else has changed it, or
    /// it cannot be written.
    pub fn save(&mut self, file: &str) -> Result<(), SaveError> {
        if self.text(file).is_none() {
            return Err(SaveError::NoDraft {
                folder: self.folder.clone(),
                file: file.to_owned(),
            });
        }
        let path = self.folder.join(file);
        let fail = |source| SaveError::File {
            path: path.clone(),
            source,
        };
        let folder = self.folder.canonicalize().map_err(fail)?;
        if !path.canonicalize().map_err(fail)?.starts_with(folder) {
            return Err(SaveError::Outside(path));
        }
        let there = katachi_files::read_now(&path).map_err(fail)?;
        if let Some(text) = self.texts.get_mut(file) {
            if there != text.saved {
                return Err(SaveError::Changed(path));
            }
            katachi_files::write_now(&path, &text.now).map_err(fail)?;
            text.saved.clone_from(&text.now);
        }
        Ok(())
    }

    /// Compiles a database of its texts as they are.
    pub fn build(&self, database: usize) -> Built {
        let nothing = |remarks| Built {
            remarks,
            loaded: None,
        };
        let Some(entry) = self.entries.get(database) else {
            return nothing(Vec::new());
        };
        let compiled = match source::compile(entry.role, entry.method, self.sources(entry)) {
            Ok(compiled) => compiled,
            Err(lines) => {
                let trees = |line| Remark::in_tree(entry, line);
                return nothing(lines.into_iter().map(trees).collect());
            }
        };
        let remarks = remarks(&compiled);
        let image = compiled.image.as_ref();
        let image = image.and_then(|bytes| Image::from_vec(bytes.clone()).ok());
        Built {
            loaded: image.map(|image| self.loaded(entry, image, &compiled)),
            remarks,
        }
    }

    /// The same databases as they are in their files, as far as we know.
    #[must_use]
    pub fn saved(&self) -> Self {
        let mut saved = self.clone();
        for text in saved.texts.values_mut() {
            text.now.clone_from(&text.saved);
        }
        saved
    }

    /// The databases of patterns with their tests, of the texts as they are.
    ///
    /// # Errors
    /// If a database has mistakes.
    pub fn tested(&self) -> Result<Vec<Tested>, LoadError> {
        let entries = self
            .entries
            .iter()
            .filter(|entry| testing::is_of_patterns(entry));
        let place = Place::Folder(self.folder.clone());
        entries
            .map(|entry| testing::tested(entry, self.sources(entry), &self.folder, &place))
            .collect()
    }

    fn sources(&self, entry: &Entry) -> Vec<Source> {
        let texts = entry.sources.iter().filter_map(|name| {
            let text = self.texts.get(name)?;
            Some(Source::new(name.as_str(), text.now.as_slice()))
        });
        texts.collect()
    }

    fn loaded(&self, entry: &Entry, image: Image, compiled: &Compiled) -> Loaded {
        Loaded {
            name: entry.name.clone(),
            role: entry.role,
            image: Arc::new(image),
            place: Place::Folder(self.folder.clone()),
            sources: paths(entry, &self.folder),
            origin: "compiled",
            warnings: Some(compiled.count(Severity::Warning)),
            silenced: Arc::default(),
        }
    }
}

impl Remark {
    /// A mistake in an SGF tree, whose text has its place.
    fn in_tree(entry: &Entry, line: String) -> Self {
        let mut trees = entry
            .sources
            .iter()
            .filter(|name| source::is_tree(Path::new(name)));
        let at = Location { line: 1, column: 1 };
        Self {
            file: trees.next().cloned().unwrap_or_default(),
            span: (at, at),
            severity: Severity::Error,
            code: "",
            message: line,
            help: None,
            fix: None,
        }
    }
}

fn remarks(compiled: &Compiled) -> Vec<Remark> {
    let remarks = compiled.diagnostics.iter().filter_map(|diagnostic| {
        let source = compiled.sources.get(diagnostic.source.0)?;
        let place = |span: patc::Span| (source.location(span.start), source.location(span.end));
        let fix = diagnostic.fix.as_ref();
        Some(Remark {
            file: source.name().to_owned(),
            span: place(diagnostic.span),
            severity: diagnostic.severity(),
            code: diagnostic.code.id(),
            message: diagnostic.message.clone(),
            help: diagnostic.help.clone(),
            fix: fix.map(|fix| (place(fix.span), fix.text.clone())),
        })
    });
    remarks.collect()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const GOOD: &str = "attribute_map general\n\nPattern A\n\n?X?\n.O*\n...\n\n:8,-,value(3)\n";

    fn folder() -> tempfile::TempDir {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("mine.db"), GOOD).unwrap();
        dir
    }

    #[test]
    fn texts_stand_in_for_files() {
        let dir = folder();
        let mut drafts = Drafts::open(dir.path()).unwrap();
        assert!(drafts.files().eq(["mine.db"]) && !drafts.is_unsaved("mine.db"));
        assert!(drafts.build(0).loaded.is_some());
        let broken = GOOD.replace(".O*", ".O");
        assert_eq!(drafts.edit("mine.db", broken.as_bytes()), [0]);
        let built = drafts.build(0);
        assert!(built.loaded.is_none() && drafts.is_unsaved("mine.db"));
        let (start, _) = built.remarks[0].span;
        assert_eq!((start.line, built.remarks[0].code), (6, "P0301"));
        let file = fs::read_to_string(dir.path().join("mine.db")).unwrap();
        assert_eq!(file, GOOD, "nothing is written before it is saved");
        drafts.save("mine.db").unwrap();
        let file = fs::read_to_string(dir.path().join("mine.db")).unwrap();
        assert_eq!(file, broken);
    }

    #[test]
    fn only_sources_of_the_folder_are_written() {
        let dir = folder();
        let mut drafts = Drafts::open(dir.path()).unwrap();
        for file in ["../mine.db", "/etc/passwd", "other.db", "./mine.db", ""] {
            assert!(drafts.text(file).is_none() && drafts.edit(file, b"x").is_empty());
            let error = drafts.save(file).unwrap_err().to_string();
            assert!(error.starts_with("expected a .db file of "), "{error}");
        }
        drafts.edit("mine.db", b"# mine\n");
        fs::write(dir.path().join("mine.db"), "# theirs\n").unwrap();
        let error = drafts.save("mine.db").unwrap_err().to_string();
        assert!(error.contains("has changed since it was read"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn links_do_not_lead_out_of_the_folder() {
        let (dir, other) = (folder(), folder());
        let target = other.path().join("mine.db");
        std::os::unix::fs::symlink(&target, dir.path().join("linked.db")).unwrap();
        let mut drafts = Drafts::open(dir.path()).unwrap();
        drafts.edit("linked.db", b"# changed\n");
        assert!(matches!(
            drafts.save("linked.db"),
            Err(SaveError::Outside(_))
        ));
        assert_eq!(fs::read_to_string(target).unwrap(), GOOD);
    }
}
