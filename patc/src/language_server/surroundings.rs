//! What the server asks of the machine: files beside a database, and the engine.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Deserialize;

/// What lies around the open databases.
pub trait Surroundings: Send + Sync + std::fmt::Debug {
    /// The bytes of a file; `None` if it cannot be read.
    fn read(&self, path: &Path) -> Option<Vec<u8>>;

    /// The files of a folder, in order; none if it cannot be read.
    fn files(&self, folder: &Path) -> Vec<PathBuf>;

    /// The seconds since 1970.
    fn now(&self) -> u64;

    /// Lets the engine run the tests of a pattern, as its file has them.
    ///
    /// # Errors
    /// If there is no engine, or the tests cannot be run; says why.
    fn test(&self, file: &Path, pattern: &str) -> Result<Vec<Case>, String>;
}

/// Surroundings that threads share.
pub type Around = Arc<dyn Surroundings>;

/// An expectation of a test, as `katachi test --json` writes it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Case {
    /// The line of the test, from 1.
    pub line: usize,
    /// Whether it holds.
    pub passed: bool,
    /// What was found instead.
    pub message: Option<String>,
}

/// A machine with neither files nor engine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nothing;

impl Surroundings for Nothing {
    fn read(&self, _: &Path) -> Option<Vec<u8>> {
        None
    }

    fn files(&self, _: &Path) -> Vec<PathBuf> {
        Vec::new()
    }

    fn now(&self) -> u64 {
        0
    }

    fn test(&self, _: &Path, _: &str) -> Result<Vec<Case>, String> {
        Err("expected an engine, found none".to_owned())
    }
}
