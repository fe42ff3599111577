//! The choice of a database for random games.

use std::path::Path;

use katachi_databases::{LoadError, Loaded, Place, built_in};
use katachi_image::Role;

/// An error: the named Monte Carlo database does not exist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a Monte Carlo database out of {}, found {name}", .known.join(", "))]
pub struct UnknownDatabase {
    name: String,
    known: Vec<String>,
}

/// An error: a database is not one for random games.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{path}: expected Monte Carlo rules (mc_NAME.db), found a database of the role {role}")]
pub struct OtherRole {
    path: String,
    role: &'static str,
}

impl OtherRole {
    /// The error for the database at this path, which has this role.
    pub fn new(path: &Path, role: Role) -> Self {
        Self {
            path: path.display().to_string(),
            role: role.profile().name,
        }
    }
}

/// The choice of a Monte Carlo database.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The name that the user chose; without a choice [`DEFAULT`] is active.
    name: Option<String>,
    /// The built-in ones, which are always available.
    built_in: Vec<Loaded>,
}

/// The database that is active if nobody has chosen: the user's of this name, or the built-in one.
const DEFAULT: &str = "mc_katachi";

/// The prefix of names that users may omit.
const PREFIX: &str = "mc_";

fn bare(name: &str) -> &str {
    name.strip_prefix(PREFIX).unwrap_or(name)
}

impl Choice {
    /// Starts without a choice. Built-in databases that are in use already are not opened again.
    ///
    /// # Errors
    /// If the built-in databases cannot be opened.
    pub fn new(in_use: &[Loaded]) -> Result<Self, LoadError> {
        let is_wanted = |role| role == Role::MonteCarlo;
        let known = (in_use.iter())
            .filter(|loaded| loaded.place == Place::BuiltIn && is_wanted(loaded.role));
        let mut all: Vec<Loaded> = known.cloned().collect();
        if all.is_empty() {
            all = built_in(is_wanted)?;
        }
        Ok(Self {
            name: None,
            built_in: all,
        })
    }

    /// The databases to choose from: those in use, then built-in ones with other names.
    pub fn all<'a>(&'a self, in_use: &'a [Loaded]) -> impl Iterator<Item = &'a Loaded> + Clone {
        let ours = in_use
            .iter()
            .filter(|loaded| loaded.role == Role::MonteCarlo);
        let has = |name: &String| ours.clone().any(|loaded| loaded.name == *name);
        let others = (self.built_in.iter())
            .filter(|loaded| !has(&loaded.name))
            .collect::<Vec<_>>();
        ours.clone().chain(others)
    }

    /// The active database: the chosen one while it is available, else the default one.
    pub fn active<'a>(&'a self, in_use: &'a [Loaded]) -> Option<&'a Loaded> {
        let all = self.all(in_use);
        let called = |name: &str| all.clone().find(|loaded| loaded.name == name);
        let chosen = self.name.as_deref().and_then(called);
        chosen.or_else(|| called(DEFAULT))
    }

    /// Chooses a database by its name; the prefix `mc_` may be missing.
    ///
    /// # Errors
    /// If there is no such database; the error lists the names.
    pub fn choose(&mut self, name: &str, in_use: &[Loaded]) -> Result<(), UnknownDatabase> {
        let mut all = self.all(in_use);
        let found = (all.clone())
            .find(|loaded| loaded.name == name)
            .or_else(|| all.find(|loaded| bare(&loaded.name) == bare(name)));
        let found = found.map(|loaded| loaded.name.clone());
        drop(all);
        match found {
            Some(name) => {
                self.name = Some(name);
                Ok(())
            }
            None => Err(UnknownDatabase {
                name: name.to_owned(),
                known: self.names(in_use),
            }),
        }
    }

    /// All names, without the prefix.
    pub fn names(&self, in_use: &[Loaded]) -> Vec<String> {
        (self.all(in_use).map(|loaded| bare(&loaded.name).to_owned())).collect()
    }
}
