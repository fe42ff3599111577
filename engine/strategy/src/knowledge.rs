//! The databases that the engine consults: opened images that can be shared and replaced.

use std::collections::BTreeSet;
use std::sync::Arc;

use katachi_image::{Eyes, FullBoard, General, Image, Role};

/// A database.
#[derive(Clone, Debug)]
pub struct Database {
    /// The name by which people know it.
    pub name: String,
    /// The opened image.
    pub image: Arc<Image>,
}

/// A set of databases.
///
/// A clone is cheap and keeps its images alive. So an engine can finish a move with one set while
/// another takes its place.
#[derive(Clone, Debug, Default)]
pub struct Knowledge {
    databases: Arc<[Database]>,
    silenced: Arc<BTreeSet<(usize, u32)>>,
}

impl Knowledge {
    /// A set of these databases, in this order.
    pub fn new(databases: Vec<Database>) -> Self {
        Self {
            databases: databases.into(),
            silenced: Arc::default(),
        }
    }

    /// The same set, in which these patterns never match: each the index of a database, and the
    /// number of a pattern in it.
    #[must_use]
    pub fn without(self, silenced: BTreeSet<(usize, u32)>) -> Self {
        Self {
            silenced: Arc::new(silenced),
            ..self
        }
    }

    /// The patterns that never match.
    pub(crate) fn silenced(&self) -> &Arc<BTreeSet<(usize, u32)>> {
        &self.silenced
    }

    /// All databases.
    pub fn databases(&self) -> &[Database] {
        &self.databases
    }

    /// The databases whose patterns propose moves, each with its index.
    pub fn proposing(&self) -> impl Iterator<Item = (usize, General<'_>)> {
        self.databases
            .iter()
            .enumerate()
            .filter_map(|(place, database)| Some((place, database.image.general()?)))
            .filter(|(_, general)| general.role.profile().proposes_moves)
    }

    /// The databases of general patterns of this role, each with its index.
    pub fn of_role(&self, role: Role) -> impl Iterator<Item = (usize, General<'_>)> {
        (self.databases.iter().enumerate())
            .filter_map(|(place, database)| Some((place, database.image.general()?)))
            .filter(move |(_, general)| general.role == role)
    }

    /// Whether the lives of dragons are read: whether there are patterns of life and death.
    pub fn reads_lives(&self) -> bool {
        self.of_role(Role::OwlDefendPats).next().is_some()
    }

    /// Whether combinations are searched: whether there are patterns of threats.
    pub fn threatens(&self) -> bool {
        self.of_role(Role::AaAttackPats).next().is_some()
    }

    /// The whole-board books, each with its index.
    pub fn books(&self) -> impl Iterator<Item = (usize, FullBoard<'_>)> {
        let databases = self.databases.iter().enumerate();
        databases.filter_map(|(place, database)| Some((place, database.image.full_board()?)))
    }

    /// The databases of eye shapes, in their order.
    pub fn eyes(&self) -> impl Iterator<Item = Eyes<'_>> {
        (self.databases.iter()).filter_map(|database| database.image.eyes())
    }

    /// The general patterns of the database with this index.
    pub fn general(&self, place: usize) -> Option<General<'_>> {
        self.databases.get(place)?.image.general()
    }
}
