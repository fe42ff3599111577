//! Watching sources: loads them anew when one changes, in a thread of its own.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use notify::RecursiveMode;
use notify_debouncer_full::{DebounceEventResult, Debouncer, RecommendedCache, new_debouncer};

use crate::cache::Cache;
use crate::load::{LoadError, Set, load};
use crate::place::Place;
use crate::source::is_source;

/// Changes within this time count as one.
const DEBOUNCE: Duration = Duration::from_millis(10);

/// What a change led to.
pub type Reloaded = Result<Set, LoadError>;

/// Watches the sources of some places until it is dropped.
pub struct Watch {
    news: Arc<Mutex<Option<Reloaded>>>,
    _debouncer: Debouncer<notify::RecommendedWatcher, RecommendedCache>,
}

/// The system does not let files be watched.
#[derive(Debug, thiserror::Error)]
#[error("cannot watch {path}: {source}")]
pub struct WatchError {
    path: PathBuf,
    source: notify::Error,
}

impl Watch {
    /// Watches these places. After each change everything is loaded anew, `tell` is called with
    /// the result from the watching thread, and [`Watch::take`] returns it.
    ///
    /// # Errors
    /// If the system does not let the folders be watched.
    pub fn start(
        places: Vec<Place>,
        cache: Cache,
        tell: impl Fn(&Reloaded) + Send + 'static,
    ) -> Result<Self, WatchError> {
        let folders: BTreeSet<PathBuf> = places.iter().filter_map(folder).collect();
        let news = Arc::new(Mutex::new(None));
        let post = Arc::clone(&news);
        let fail = |path: &Path| {
            let path = path.to_owned();
            move |source| WatchError { path, source }
        };
        let on_events = move |events: DebounceEventResult| {
            let Ok(events) = events else {
                return;
            };
            let concerns = |path: &PathBuf| {
                let extension = path.extension().and_then(|extension| extension.to_str());
                is_source(path) || matches!(extension, Some("toml" | "kpat"))
            };
            let changes = events.iter().filter(|event| !event.kind.is_access());
            if !changes.flat_map(|event| &event.paths).any(concerns) {
                return;
            }
            let reloaded = load(&places, &cache);
            tell(&reloaded);
            *post.lock().unwrap_or_else(PoisonError::into_inner) = Some(reloaded);
        };
        let mut debouncer =
            new_debouncer(DEBOUNCE, None, on_events).map_err(fail(Path::new("files")))?;
        for folder in &folders {
            debouncer
                .watch(folder, RecursiveMode::NonRecursive)
                .map_err(fail(folder))?;
        }
        Ok(Self {
            news,
            _debouncer: debouncer,
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

/// The folder whose changes concern a place. Editors replace files, so files cannot be watched.
fn folder(place: &Place) -> Option<PathBuf> {
    match place {
        Place::BuiltIn => None,
        Place::Folder(folder) => Some(folder.clone()),
        Place::Source(file) | Place::Image(file) => {
            let folder = file
                .parent()
                .filter(|folder| !folder.as_os_str().is_empty());
            Some(folder.unwrap_or(Path::new(".")).to_owned())
        }
    }
}
