//! Watches sources, and loads the databases again in a thread of its own when one changes.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use crate::cache::Cache;
use crate::load::{LoadError, Set, list_folder, load, paths};
use crate::manifest;
use crate::place::Place;

/// The result of loading after a change.
pub type Reloaded = Result<Set, LoadError>;

/// Watches the sources of some places until it is dropped.
pub struct Watch {
    news: Arc<Mutex<Option<Reloaded>>>,
    _files: katachi_files::Watch,
}

impl Watch {
    /// Watches these places. After each change it loads everything again and calls `report` with
    /// the result, in the watching thread; [`Watch::take`] returns the result too.
    ///
    /// # Errors
    /// If the system has no thread to spare.
    pub fn start(
        places: Vec<Place>,
        cache: Cache,
        report: impl Fn(&Reloaded) + Send + 'static,
    ) -> std::io::Result<Self> {
        let news = Arc::new(Mutex::new(None));
        let post = Arc::clone(&news);
        let watched = places.clone();
        let files = move || watched.iter().flat_map(files_of).collect();
        let changed = move || {
            let reloaded = load(&places, &cache);
            report(&reloaded);
            *post.lock().unwrap_or_else(PoisonError::into_inner) = Some(reloaded);
        };
        Ok(Self {
            news,
            _files: katachi_files::Watch::start(files, changed)?,
        })
    }

    /// The result of the last change; `None` if it has been taken.
    pub fn take(&self) -> Option<Reloaded> {
        self.news
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take()
    }
}

/// The files whose changes concern a place.
fn files_of(place: &Place) -> Vec<PathBuf> {
    match place {
        Place::BuiltIn => Vec::new(),
        Place::Source(file) | Place::Image(file) => vec![file.clone()],
        Place::Folder(folder) => {
            // The list is watched even if it does not exist, because it may appear.
            let mut files = vec![folder.join(manifest::FILE_NAME)];
            // A list with mistakes names no other files.
            let listing = list_folder(folder).unwrap_or_default();
            let sources = listing.entries.iter();
            files.extend(sources.flat_map(|entry| paths(entry, folder)));
            files.extend(listing.images);
            files
        }
    }
}
