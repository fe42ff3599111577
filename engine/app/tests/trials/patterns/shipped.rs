//! The shipped databases, and an engine that plays by them.

use std::path::PathBuf;

use katachi_core::Engine;
use katachi_databases::{Cache, Place, load};
use katachi_image::{General, Role};
use katachi_strategy::{Database, Knowledge};
use katachi_testkit::workspace_root;
use libtest_mimic::Failed;

/// The folder of the shipped databases.
pub fn folder() -> PathBuf {
    workspace_root().join("patterns")
}

/// The shipped databases, as their sources say now.
pub fn shipped() -> Result<Knowledge, Failed> {
    let cache = tempfile::TempDir::new()?;
    let set = load(&[Place::Folder(folder())], &Cache::at(cache.path()))?;
    let databases = set.databases.into_iter().map(|one| Database {
        name: one.name,
        image: one.image,
    });
    Ok(Knowledge::new(databases.collect()))
}

/// An engine for examples.
pub fn engine(knowledge: Knowledge) -> Engine {
    Engine::new(knowledge)
}

/// Whether the patterns of a database with this role have examples: all that were written by hand.
pub fn is_examined(role: Role) -> bool {
    role != Role::Joseki && role.profile().proposes_moves || is_quiet(role)
}

/// Whether the patterns of a database play no moves by themselves.
pub fn is_quiet(role: Role) -> bool {
    let others = [Role::Conn, Role::Influence, Role::Barriers, Role::Handicap];
    is_tactical(role) || others.contains(&role)
}

/// Whether the moves of a database are for reading.
pub fn is_tactical(role: Role) -> bool {
    matches!(role, Role::Attack | Role::Defense)
}

/// The databases whose patterns have examples: index, name and patterns.
pub fn examined(knowledge: &Knowledge) -> Vec<(usize, &str, General<'_>)> {
    let databases = knowledge.databases().iter().enumerate();
    let general = databases.filter_map(|(place, database)| {
        let general = database.image.general()?;
        is_examined(general.role).then_some((place, database.name.as_str(), general))
    });
    general.collect()
}
