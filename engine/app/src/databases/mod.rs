//! The databases of a session: where they are, which are loaded, and which one random games use.
//!
//! Entry point: [`Databases`]. The session gives the engine what these databases know, whenever
//! [`Databases::take_change`] says so.

mod choice;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use katachi_databases::{Cache, LoadError, Loaded, Place, Search, Set, Watch, load};
use katachi_image::{Pattern, Role};
use katachi_strategy::{Database, Knowledge};

pub use choice::{OtherRole, UnknownDatabase};

use choice::Choice;

use crate::speaker::Speaker;

/// The databases of a session.
pub struct Databases {
    loaded: Vec<Loaded>,
    search: Search,
    notes: Vec<String>,
    cache: Cache,
    choice: Choice,
    watch: Option<Watch>,
    speaker: Speaker,
    /// Whether the loaded databases have changed since the last [`Databases::take_change`].
    has_changed: bool,
}

/// Why databases cannot be opened or changed.
#[derive(Debug, thiserror::Error)]
pub enum DatabaseError {
    /// A place that the user names does not exist.
    #[error(transparent)]
    NotThere(#[from] katachi_databases::NotThere),
    /// A place exists but cannot be used.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// There is no Monte Carlo database with this name.
    #[error(transparent)]
    UnknownDatabase(#[from] UnknownDatabase),
    /// A database is not one for random games.
    #[error(transparent)]
    OtherRole(#[from] OtherRole),
    /// A file has no strengths of moves, or others than expected.
    #[error("--mc-load-strengths: {}: {what}; `katachi-tools tune prior` writes such files", path.display())]
    Strengths {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// The system cannot watch files.
    #[error("cannot watch files: {0}")]
    Watch(std::io::Error),
    /// The named folder is not a cache.
    #[error(transparent)]
    Cache(#[from] katachi_databases::CacheError),
}

impl Databases {
    /// Opens the databases that the user names, or else those of a default folder, and those to
    /// add to them. Messages about watched databases go through `speaker`.
    ///
    /// Databases that the user names must be usable. Those of a default folder may fail: then the
    /// built-in ones replace them, and a note says why.
    ///
    /// # Errors
    /// If something that the user names does not exist or cannot be used.
    pub fn open(
        named: &[PathBuf],
        added: &[PathBuf],
        speaker: Speaker,
    ) -> Result<Self, DatabaseError> {
        let cache = Cache::of_user()?;
        let mut search = katachi_databases::search(named, added)?;
        let asked_for = search.named_by.is_some() || !added.is_empty();
        let set = match load(&search.places, &cache) {
            Ok(set) => set,
            Err(error) if asked_for => return Err(error.into()),
            Err(error) => {
                let note = format!("{error}; the built-in databases are used instead");
                search.places = vec![Place::BuiltIn];
                let mut set = load(&search.places, &cache)?;
                set.notes.push(note);
                set
            }
        };
        let mut databases = Self {
            loaded: Vec::new(),
            search,
            notes: Vec::new(),
            cache,
            choice: Choice::new(&set.databases)?,
            watch: None,
            speaker,
            has_changed: false,
        };
        databases.use_set(set);
        Ok(databases)
    }

    /// The databases in use, in the order in which they are consulted.
    pub fn loaded(&self) -> &[Loaded] {
        &self.loaded
    }

    /// A pattern by the place of its database among those in use, and its number; `None` if there
    /// is none, or no longer.
    pub fn pattern(&self, database: usize, number: u32) -> Option<Pattern<'_>> {
        let general = self.loaded.get(database)?.image.general()?;
        general.pattern(number as usize)
    }

    /// Where the databases were looked for.
    pub fn search(&self) -> &Search {
        &self.search
    }

    /// Databases that were skipped at loading.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The folder of compiled images.
    pub fn cache(&self) -> &Cache {
        &self.cache
    }

    /// The active database for random games.
    pub fn monte_carlo(&self) -> Option<&Loaded> {
        self.choice.active(&self.loaded)
    }

    /// The databases for random games: those in use, then built-in ones with other names.
    pub fn all_monte_carlo(&self) -> impl Iterator<Item = &Loaded> + Clone {
        self.choice.all(&self.loaded)
    }

    /// The names of the databases for random games, without the prefix `mc_`.
    pub fn monte_carlo_names(&self) -> Vec<String> {
        self.choice.names(&self.loaded)
    }

    /// What the databases know, if they have changed since the last call.
    pub fn take_change(&mut self) -> Option<Knowledge> {
        let databases = self.loaded.iter().map(|loaded| Database {
            name: loaded.name.clone(),
            image: loaded.image.clone(),
        });
        let silenced = self.loaded.iter().enumerate().flat_map(|(place, loaded)| {
            let numbers = loaded.silenced.keys();
            numbers.map(move |&number| (place, number))
        });
        std::mem::take(&mut self.has_changed)
            .then(|| Knowledge::new(databases.collect()).without(silenced.collect()))
    }

    /// Replaces the databases by those at other places. If all of these are Monte Carlo databases,
    /// they are added instead, and the last one becomes active.
    ///
    /// # Errors
    /// If they cannot be used; the old ones stay active then.
    pub fn load(&mut self, paths: &[PathBuf]) -> Result<(), DatabaseError> {
        let places = (paths.iter())
            .map(|path| katachi_databases::named(path, "katachi-load_patterns"))
            .collect::<Result<Vec<_>, _>>()?;
        let set = load(&places, &self.cache)?;
        if (set.databases.iter()).all(|loaded| loaded.role == Role::MonteCarlo) {
            return self.add_monte_carlo(set, places);
        }
        self.use_loaded(set, places)
    }

    /// Adds the databases at these places to those in use.
    ///
    /// # Errors
    /// If they cannot be used; nothing changes then.
    pub fn add(&mut self, paths: &[PathBuf]) -> Result<(), DatabaseError> {
        let mut places = self.search.places.clone();
        for path in paths {
            let place = katachi_databases::named(path, "katachi-add_patterns")?;
            if !places.contains(&place) {
                places.push(place);
            }
        }
        let set = load(&places, &self.cache)?;
        self.use_loaded(set, places)
    }

    /// Loads the databases again from their places.
    ///
    /// # Errors
    /// If they cannot be used any more; the old ones stay active then.
    pub fn reload(&mut self) -> Result<(), DatabaseError> {
        let set = load(&self.search.places, &self.cache)?;
        self.use_set(set);
        Ok(())
    }

    /// Activates a Monte Carlo database of the user.
    ///
    /// # Errors
    /// If it cannot be used, or is not one; the old one stays active then.
    pub fn load_monte_carlo(&mut self, file: &Path) -> Result<(), DatabaseError> {
        let place = katachi_databases::named(file, "--mc-load-patterns")?;
        if let Place::Source(path) = &place
            && Role::by_file(path) != Some(Role::MonteCarlo)
        {
            // Compiled as another kind, its mistakes would say nothing to the user.
            let role = Role::by_file(path).unwrap_or(Role::Patterns);
            return Err(OtherRole::new(path, role).into());
        }
        let set = load(std::slice::from_ref(&place), &self.cache)?;
        let other = (set.databases.iter()).find(|loaded| loaded.role != Role::MonteCarlo);
        if let Some(other) = other {
            return Err(OtherRole::new(file, other.role).into());
        }
        self.add_monte_carlo(set, vec![place])
    }

    /// Activates a Monte Carlo database that is loaded already, by its name.
    ///
    /// # Errors
    /// If there is no such database; the error lists the names.
    pub fn choose_monte_carlo(&mut self, name: &str) -> Result<(), UnknownDatabase> {
        self.choice.choose(name, &self.loaded)
    }

    /// Uses this database in place of the one with the same name and role, or beside the others.
    pub fn stand_in(&mut self, loaded: Loaded) {
        let is_same = |old: &&mut Loaded| (&old.name, old.role) == (&loaded.name, loaded.role);
        match self.loaded.iter_mut().find(is_same) {
            Some(old) => *old = loaded,
            None => self.loaded.push(loaded),
        }
        self.has_changed = true;
    }

    /// Uses a newer version of a database in place of the one with the same name and role, or
    /// beside the others. What other databases silence in it stays silenced, by name.
    pub fn revise(&mut self, mut loaded: Loaded) {
        let mut all = self.loaded.iter();
        let old = all.find(|old| (&old.name, old.role) == (&loaded.name, loaded.role));
        if let (Some(old), Some(general)) = (old, loaded.image.general()) {
            let was = old.image.general();
            let by_name: BTreeMap<String, String> = (old.silenced.iter())
                .filter_map(|(&number, by)| {
                    let pattern = was?.pattern(number as usize)?;
                    Some((pattern.name().to_owned(), by.clone()))
                })
                .collect();
            let silenced = general.iter().filter_map(|pattern| {
                let by = by_name.get(pattern.name())?;
                Some((pattern.number() as u32, by.clone()))
            });
            let silenced = silenced.collect();
            loaded.silenced = Arc::new(silenced);
        }
        self.stand_in(loaded);
    }

    /// Uses no databases any more.
    pub fn remove_all(&mut self) {
        self.loaded.clear();
        self.search.places.clear();
        self.has_changed = true;
    }

    /// Watches the sources from now on; [`Databases::look_for_news`] activates changes.
    ///
    /// # Errors
    /// If the system cannot watch files.
    pub fn start_watching(&mut self) -> Result<(), DatabaseError> {
        let speaker = self.speaker.clone();
        let report = move |reloaded: &katachi_databases::Reloaded| match reloaded {
            Ok(set) => speaker.say(&format!("{} databases loaded again", set.databases.len())),
            Err(error) => speaker.say(&format!("WARNING: the old databases stay active: {error}")),
        };
        self.watch = None;
        let watch = Watch::start(self.search.places.clone(), self.cache.clone(), report);
        self.watch = Some(watch.map_err(DatabaseError::Watch)?);
        Ok(())
    }

    /// Activates the watched sources if they have changed and contain no mistakes.
    pub fn look_for_news(&mut self) {
        if let Some(Ok(set)) = self.watch.as_ref().and_then(Watch::take) {
            self.use_set(set);
        }
    }

    /// Activates a set of databases.
    fn use_set(&mut self, set: Set) {
        self.loaded.clear();
        for loaded in set.databases {
            self.put(loaded);
        }
        self.notes = set.notes;
        self.has_changed = true;
    }

    /// Adds a database; a Monte Carlo database replaces one with the same name.
    fn put(&mut self, loaded: Loaded) {
        let is_same = |old: &&mut Loaded| old.role == Role::MonteCarlo && old.name == loaded.name;
        match self.loaded.iter_mut().find(is_same) {
            Some(old) => *old = loaded,
            None => self.loaded.push(loaded),
        }
    }

    /// Replaces the databases by those that were loaded from these places.
    fn use_loaded(&mut self, set: Set, places: Vec<Place>) -> Result<(), DatabaseError> {
        self.use_set(set);
        self.search.places = places;
        if self.watch.is_some() {
            self.start_watching()?;
        }
        Ok(())
    }

    /// Adds Monte Carlo databases; the last one becomes active. What the engine knows about
    /// patterns stays as it is.
    fn add_monte_carlo(&mut self, set: Set, places: Vec<Place>) -> Result<(), DatabaseError> {
        let last = set.databases.last().map(|loaded| loaded.name.clone());
        for loaded in set.databases {
            self.put(loaded);
        }
        self.notes.extend(set.notes);
        if let Some(name) = last {
            self.choose_monte_carlo(&name)?;
        }
        // Reloading and watching include them, too.
        let known = self.search.places.len();
        for place in places {
            if !self.search.places.contains(&place) {
                self.search.places.push(place);
            }
        }
        if self.watch.is_some() && self.search.places.len() > known {
            self.start_watching()?;
        }
        Ok(())
    }
}
