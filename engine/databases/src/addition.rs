//! A pattern that joins a database: at the end of its file, or in a database of its own.
//!
//! Entry points: [`Addition::to_file`] and [`Addition::alone`]. Nothing is written before
//! [`Addition::save`], so the tests of the pattern can be run first.

use std::io;
use std::path::{Path, PathBuf};

use katachi_image::{AttributeMap, Kind, Role};
use patc::Source;

use crate::load::{LoadError, sources};
use crate::manifest::Entry;
use crate::place::Place;
use crate::source;
use crate::testing::{Tested, entries_of, tested};

/// The longest name of a pattern, in characters.
const LONGEST_NAME: usize = 79;

/// A database with a new pattern at its end.
#[derive(Debug)]
pub struct Addition {
    file: PathBuf,
    /// What the file had before; `None` if it is new.
    before: Option<Vec<u8>>,
    after: Vec<u8>,
    tested: Tested,
    set: Option<PathBuf>,
}

/// Why a pattern cannot join a database.
#[derive(Debug, thiserror::Error)]
pub enum AdditionError {
    /// The name cannot be one.
    #[error(
        "expected a name of one word, of 1 to {LONGEST_NAME} ASCII characters, found '{0}'; take \
         one such as CutHane2"
    )]
    Name(String),
    /// The database has a pattern with the name.
    #[error("{file}:{line}: there is a pattern {name} already; take another name, or remove it")]
    Taken {
        /// The source with the pattern.
        file: String,
        /// Its line.
        line: usize,
        /// The name.
        name: String,
    },
    /// The database has no patterns with diagrams of moves.
    #[error("expected a database of patterns, found the role {0}; name a file such as mine.db")]
    Role(&'static str),
    /// The database cannot be read, or has mistakes.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// Somebody has changed the file in the meantime.
    #[error("{0}: the file has changed since it was read, so nothing is written; try again")]
    Changed(PathBuf),
    /// The file cannot be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

impl Addition {
    /// Adds a pattern at the end of a file, which may be new. `block` is the text of the pattern,
    /// from its name on.
    ///
    /// # Errors
    /// If the name cannot be used, or the database has mistakes then.
    pub fn to_file(file: &Path, name: &str, block: &str) -> Result<Self, AdditionError> {
        check_name(name)?;
        let before = match katachi_files::read_now(file) {
            Ok(bytes) => Some(bytes),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(source) => {
                let path = file.to_owned();
                return Err(AdditionError::File { path, source });
            }
        };
        let (entry, folder, set) = if before.is_some() {
            let (entries, folder, set) = entries_of(file)?;
            let entry = entries.into_iter().next();
            (entry.unwrap_or_else(|| Entry::of_file(file)), folder, set)
        } else {
            (Entry::of_file(file), parent(file), None)
        };
        check_role(entry.role)?;
        let is_file = |source: &String| folder.join(source) == file;
        let place = entry.sources.iter().position(is_file).unwrap_or_default();
        let mut all = Vec::new();
        if before.is_some() {
            all = sources(&entry, &folder)?;
        }
        is_free(&entry, &all, name)?;
        let after = joined(before.as_deref(), entry.role, block);
        let file_name = entry.sources.get(place).map_or("", String::as_str);
        let changed = Source::new(file_name, after.as_slice());
        match all.get_mut(place) {
            Some(source) => *source = changed,
            None => all.push(changed),
        }
        let tested = tested(&entry, all, &folder, &Place::Source(file.to_owned()))?;
        Ok(Self {
            file: file.to_owned(),
            before,
            after,
            tested,
            set,
        })
    }

    /// A pattern in a database of this role, for itself.
    ///
    /// # Errors
    /// If the name cannot be used, or the pattern has mistakes.
    pub fn alone(role: Role, name: &str, block: &str) -> Result<Self, AdditionError> {
        check_name(name)?;
        check_role(role)?;
        let file = PathBuf::from("new.db");
        let entry = Entry {
            role,
            ..Entry::of_file(&file)
        };
        let after = joined(None, role, block);
        let source = Source::new("new.db", after.as_slice());
        let place = Place::Source(file.clone());
        let tested = tested(&entry, vec![source], Path::new(""), &place)?;
        Ok(Self {
            file,
            before: None,
            after,
            tested,
            set: None,
        })
    }

    /// The database with the pattern, and its tests.
    pub fn tested(&self) -> &Tested {
        &self.tested
    }

    /// The folder of the set to which the database belongs, if it belongs to one.
    pub fn set(&self) -> Option<&Path> {
        self.set.as_deref()
    }

    /// The text of the file with the pattern.
    pub fn text(&self) -> &[u8] {
        &self.after
    }

    /// The line of the file in which the pattern begins.
    pub fn line(&self, name: &str) -> usize {
        let lines = self.after.split(|byte| *byte == b'\n');
        let line = format!("Pattern {name}");
        let is_it = |(_, found): &(usize, &[u8])| found.trim_ascii_end() == line.as_bytes();
        let found = lines
            .zip(1..)
            .map(|(found, number)| (number, found))
            .filter(is_it);
        found.last().map_or(0, |(number, _)| number)
    }

    /// Writes the file, in one piece.
    ///
    /// # Errors
    /// If somebody has changed it since it was read, or it cannot be written.
    pub fn save(&self) -> Result<(), AdditionError> {
        let fail = |source| AdditionError::File {
            path: self.file.clone(),
            source,
        };
        let now = match katachi_files::read_now(&self.file) {
            Ok(bytes) => Some(bytes),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(source) => return Err(fail(source)),
        };
        if now != self.before {
            return Err(AdditionError::Changed(self.file.clone()));
        }
        katachi_files::write_now(&self.file, &self.after).map_err(fail)
    }
}

fn parent(file: &Path) -> PathBuf {
    file.parent().unwrap_or(Path::new("")).to_owned()
}

fn check_name(name: &str) -> Result<(), AdditionError> {
    let is_word = name.chars().all(|one| one.is_ascii_graphic());
    if name.is_empty() || name.len() > LONGEST_NAME || !is_word {
        return Err(AdditionError::Name(name.to_owned()));
    }
    Ok(())
}

fn check_role(role: Role) -> Result<(), AdditionError> {
    let profile = role.profile();
    if profile.kind == Kind::General && role != Role::Joseki {
        return Ok(());
    }
    Err(AdditionError::Role(profile.name))
}

/// Checks that no pattern of the database has the name.
fn is_free(entry: &Entry, sources: &[Source], name: &str) -> Result<(), AdditionError> {
    let Ok(compiled) = source::compile(entry.role, entry.method, sources.to_vec()) else {
        return Ok(());
    };
    let patterns = compiled
        .model
        .general()
        .map_or(&[][..], |all| &all.patterns);
    let Some(taken) = patterns.iter().find(|pattern| pattern.name == name) else {
        return Ok(());
    };
    let source = compiled.sources.get(taken.source.0);
    Err(AdditionError::Taken {
        file: source.map_or("", |source| source.name()).to_owned(),
        line: source.map_or(0, |source| source.location(taken.span.start).line),
        name: name.to_owned(),
    })
}

/// The text of a file with a pattern at its end, in the layout of `patc fmt`. Line ends stay as
/// they are.
fn joined(before: Option<&[u8]>, role: Role, block: &str) -> Vec<u8> {
    let before = before.filter(|text| !text.trim_ascii().is_empty());
    let mut text = match before {
        Some(text) => text.trim_ascii_end().to_vec(),
        None => format!("attribute_map {}", map_of(role)).into_bytes(),
    };
    let has_returns = text.windows(2).any(|pair| pair == b"\r\n");
    let added = format!("\n\n\n{}\n", block.trim_end());
    let added = if has_returns {
        added.replace('\n', "\r\n")
    } else {
        added
    };
    text.extend_from_slice(added.as_bytes());
    text
}

/// The attribute map with which a database of this role begins.
fn map_of(role: Role) -> &'static str {
    let map = match role {
        Role::Patterns | Role::Patterns2 | Role::Fuseki | Role::Endgame => AttributeMap::General,
        Role::Attack | Role::Defense | Role::Conn => AttributeMap::None,
        _ => AttributeMap::ValueOnly,
    };
    let named = AttributeMap::NAMES.iter().find(|(_, one)| *one == map);
    named.map_or("", |(name, _)| name)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const BLOCK: &str = "Pattern B\n\n.X.\n.O*\n...\n\n:8,-,value(3)\n";
    const GOOD: &str = "attribute_map general\n\n\nPattern A\n\n?X?\n.O*\n...\n\n:8,-,value(3)\n";

    fn add(
        text: &[u8],
        name: &str,
        block: &str,
    ) -> (tempfile::TempDir, Result<Addition, AdditionError>) {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("mine.db");
        fs::write(&file, text).unwrap();
        let addition = Addition::to_file(&file, name, block);
        (dir, addition)
    }

    #[test]
    fn a_pattern_joins_a_file() {
        for text in [
            GOOD.to_owned(),
            format!("{GOOD}\n\n\n"),
            GOOD.trim_end().to_owned(),
        ] {
            let (dir, addition) = add(text.as_bytes(), "B", BLOCK);
            let addition = addition.unwrap();
            addition.save().unwrap();
            let file = fs::read_to_string(dir.path().join("mine.db")).unwrap();
            assert_eq!(file, format!("{}\n\n\n{BLOCK}", GOOD.trim_end()));
            assert_eq!(addition.line("B"), 13);
        }
        let returns = GOOD.replace('\n', "\r\n");
        let (_dir, addition) = add(returns.as_bytes(), "B", BLOCK);
        let text = String::from_utf8(addition.unwrap().text().to_vec()).unwrap();
        assert_eq!(text.matches('\n').count(), text.matches("\r\n").count());
    }

    #[test]
    fn a_new_file_begins_with_its_map() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("mine.db");
        let addition = Addition::to_file(&file, "B", BLOCK).unwrap();
        assert!(!file.exists(), "nothing is written yet");
        addition.save().unwrap();
        let text = fs::read_to_string(&file).unwrap();
        assert_eq!(text, format!("attribute_map general\n\n\n{BLOCK}"));
        assert!(matches!(addition.save(), Err(AdditionError::Changed(_))));
    }

    #[test]
    fn a_name_that_is_taken_is_refused_with_its_line() {
        let (_dir, addition) = add(
            GOOD.as_bytes(),
            "A",
            &BLOCK.replace("Pattern B", "Pattern A"),
        );
        let error = addition.unwrap_err().to_string();
        assert!(
            error.starts_with("mine.db:4: there is a pattern A already"),
            "{error}"
        );
        for name in ["", "two words", "näme", &"x".repeat(80)] {
            let (_dir, addition) = add(GOOD.as_bytes(), name, BLOCK);
            assert!(matches!(addition, Err(AdditionError::Name(_))), "{name}");
        }
    }

    #[test]
    fn nothing_is_lost_of_what_somebody_else_writes() {
        let (dir, addition) = add(GOOD.as_bytes(), "B", BLOCK);
        let addition = addition.unwrap();
        fs::write(dir.path().join("mine.db"), "# theirs\n").unwrap();
        assert!(matches!(addition.save(), Err(AdditionError::Changed(_))));
        let text = fs::read_to_string(dir.path().join("mine.db")).unwrap();
        assert_eq!(text, "# theirs\n");
        let broken = GOOD.replace(".O*", ".O");
        let (_dir, addition) = add(broken.as_bytes(), "B", BLOCK);
        let error = addition.unwrap_err().to_string();
        assert!(error.contains("mine.db:7:1"), "{error}");
    }
}
