//! A set of databases that is examined.

use std::path::PathBuf;

use katachi_databases::{Cache, CacheError, LoadError, Loaded, NotThere, load, search};
use katachi_image::{General, Pattern};
use katachi_strategy::{Database, Knowledge};

/// Databases with everything that the engine needs of them.
#[derive(Clone, Debug)]
pub struct PatternSet {
    loaded: Vec<Loaded>,
    knowledge: Knowledge,
    notes: Vec<String>,
}

/// Why databases cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum SetError {
    /// A place that the user names does not exist.
    #[error(transparent)]
    NotThere(#[from] NotThere),
    /// A place exists but cannot be used.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// The named folder is not a cache.
    #[error(transparent)]
    Cache(#[from] CacheError),
}

impl PatternSet {
    /// Opens the databases that the user names, or else those that the engine would use, and those
    /// to add to them.
    ///
    /// # Errors
    /// If something does not exist or cannot be used.
    pub fn open(named: &[PathBuf], added: &[PathBuf]) -> Result<Self, SetError> {
        let places = search(named, added)?.places;
        let set = load(&places, &Cache::of_user()?)?;
        let mut opened = Self::of(set.databases);
        opened.notes = set.notes;
        Ok(opened)
    }

    /// A set of these databases.
    pub fn of(loaded: Vec<Loaded>) -> Self {
        let databases = loaded.iter().map(|one| Database {
            name: one.name.clone(),
            image: one.image.clone(),
        });
        Self {
            knowledge: Knowledge::new(databases.collect()),
            loaded,
            notes: Vec::new(),
        }
    }

    /// What the engine knows with them.
    pub fn knowledge(&self) -> &Knowledge {
        &self.knowledge
    }

    /// The databases, in order.
    pub fn databases(&self) -> &[Loaded] {
        &self.loaded
    }

    /// What was skipped when they were opened, with the reasons.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The databases whose patterns propose moves, each with its index.
    pub fn proposing(&self) -> impl Iterator<Item = (usize, General<'_>)> {
        self.knowledge.proposing()
    }

    /// A pattern by the index of its database, and its number.
    pub fn pattern(&self, database: usize, number: u32) -> Option<Pattern<'_>> {
        self.knowledge.general(database)?.pattern(number as usize)
    }

    /// A hash of everything that the databases say, in hexadecimal digits.
    pub fn identity(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        for one in &self.loaded {
            hasher.update(one.name.as_bytes()).update(b"\0");
            hasher.update(&one.image.about().fingerprint.0);
        }
        hasher.finalize().to_hex()[..16].to_owned()
    }
}
