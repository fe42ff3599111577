//! Monte Carlo play: its options, and the choice of a database for random games.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use katachi_core::Decider;
use katachi_core::monte_carlo::Settings;
use katachi_databases::{LoadError, Loaded, Place, built_in};
use katachi_image::Role;

/// The options of Monte Carlo play.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Monte Carlo")]
pub struct MonteCarloOptions {
    /// Find moves by Monte Carlo search.
    #[arg(long, global = true)]
    pub monte_carlo: bool,
    /// Random games for a move, times the level, where no clock runs.
    #[arg(long, global = true, value_name = "NUMBER", default_value_t = 8000)]
    pub mc_games_per_level: u32,
    /// Random games for a move, whatever level and clock say.
    #[arg(long, global = true, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..))]
    pub playouts: Option<u64>,
    /// Seconds for a move, whatever level and clock say.
    #[arg(long, global = true, value_name = "SECONDS", value_parser = katachi_gtp::parse_seconds)]
    pub move_time: Option<Duration>,
    /// The database that random games draw their moves from, with or without `mc_`.
    #[arg(long, global = true, value_name = "NAME")]
    pub mc_patterns: Option<String>,
    /// A database of your own for random games: a .db or .kpat file.
    #[arg(long, global = true, value_name = "FILE")]
    pub mc_load_patterns: Option<PathBuf>,
    /// List the databases for random games.
    #[arg(long, global = true)]
    pub mc_list_patterns: bool,
    /// Threads of the search; as many as the machine has cores if not given. Only with one thread
    /// and a number of games does the same seed always give the same moves.
    #[arg(long, global = true, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Go on searching while the opponent thinks.
    #[arg(long, global = true)]
    pub ponder: bool,
    /// Memory for the search, in megabytes; 128 if not given.
    #[arg(long, global = true, value_name = "MB", value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    pub memory: Option<u32>,
}

impl MonteCarloOptions {
    /// What decides about moves.
    pub fn decider(&self) -> Decider {
        if self.monte_carlo {
            Decider::Search
        } else {
            Decider::Patterns
        }
    }

    /// The settings of a player.
    pub fn settings(&self) -> Settings {
        let usual = Settings::default();
        let bytes = |mega: u32| (mega as usize).saturating_mul(1 << 20);
        Settings {
            threads: self.threads.map_or(usual.threads, usize::from),
            memory: self.memory.map_or(usual.memory, bytes),
            simulations_per_level: self.mc_games_per_level,
            simulations: self.playouts,
            time: self.move_time,
        }
    }
}

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
    /// The name that the user chose; without a choice the first database is active.
    name: Option<String>,
    /// The built-in ones, which are always available.
    built_in: Vec<Loaded>,
}

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

    /// The active database: the chosen one while it is available, else the first one.
    pub fn in_force<'a>(&'a self, in_use: &'a [Loaded]) -> Option<&'a Loaded> {
        let mut all = self.all(in_use);
        let chosen = |loaded: &&Loaded| self.name.as_ref() == Some(&loaded.name);
        all.clone().find(chosen).or_else(|| all.next())
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

/// Adds loaded databases to those in use; each replaces one with the same name.
pub fn add(in_use: &mut Vec<Loaded>, loaded: Loaded) {
    let same = |old: &&mut Loaded| old.role == Role::MonteCarlo && old.name == loaded.name;
    match in_use.iter_mut().find(same) {
        Some(old) => *old = loaded,
        None => in_use.push(loaded),
    }
}
