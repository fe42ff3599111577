//! Watching sources: loads them anew when one changes, in a thread of its own.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use crate::cache::Cache;
use crate::load::{LoadError, Set, list_folder, load, paths};
use crate::manifest;
use crate::place::Place;

/// What a change led to.
pub type Reloaded = Result<Set, LoadError>;

/// Watches the sources of some places until it is dropped.
pub struct Watch {
    news: Arc<Mutex<Option<Reloaded>>>,
    _files: katachi_files::Watch,
}

impl Watch {
    /// Watches these places. After each change everything is loaded anew, `tell` is called with
    /// the result from the watching thread, and [`Watch::take`] returns it.
    ///
    /// # Errors
    /// If the system has no thread to spare.
    pub fn start(
        places: Vec<Place>,
        cache: Cache,
        tell: impl Fn(&Reloaded) + Send + 'static,
    ) -> std::io::Result<Self> {
        let news = Arc::new(Mutex::new(None));
        let post = Arc::clone(&news);
        let watched = places.clone();
        let files = move || watched.iter().flat_map(files_of).collect();
        let changed = move || {
            let reloaded = load(&places, &cache);
            tell(&reloaded);
            *post.lock().unwrap_or_else(PoisonError::into_inner) = Some(reloaded);
        };
        Ok(Self {
            news,
            _files: katachi_files::Watch::start(files, changed)?,
        })
    }

    /// What the last change led to, once.
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
            // Also if there is none: then it may come.
            let mut files = vec![folder.join(manifest::FILE_NAME)];
            // A list with mistakes says nothing about other files.
            let listing = list_folder(folder).unwrap_or_default();
            let sources = listing.entries.iter();
            files.extend(sources.flat_map(|entry| paths(entry, folder)));
            files.extend(listing.images);
            files
        }
    }
}
