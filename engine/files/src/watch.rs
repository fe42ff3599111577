//! Watches files and calls back when one of them changes, appears or disappears.
//!
//! [`Watch`] does not rely on the system's reports of changes, because they are incomplete: a
//! link's target may change in another folder, a folder may be removed and made again, and some
//! file systems report nothing. A report only triggers a look at the files, and so does each
//! second. The look decides: it compares size, times and identity of each file with those of the
//! last look.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::Metadata;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use notify::event::ModifyKind;
use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use crate::folder_of;

/// Changes with at most this time between them count as one.
const QUIET: Duration = Duration::from_millis(10);

/// After this time changes are reported even if more follow.
const LONGEST: Duration = Duration::from_millis(100);

/// The time between two looks without a report.
const LOOK: Duration = Duration::from_secs(1);

/// The most links to follow.
const MOST_LINKS: usize = 40;

/// Watches files until dropped.
#[derive(Debug)]
pub struct Watch {
    news: Sender<News>,
}

/// A message to the watching thread.
enum News {
    /// A folder has changed. These paths were removed or renamed.
    Changed(Vec<PathBuf>),
    /// The watch has been dropped.
    Stop,
}

impl Watch {
    /// Starts to watch. `changed` runs in a thread of its own whenever a file has changed, appeared
    /// or disappeared since this call.
    ///
    /// `files` names the files. Each look calls it again, since the contents of the files may
    /// decide which files to watch. Links are followed, and folders may disappear and return.
    ///
    /// # Errors
    /// If the system has no thread to spare.
    pub fn start(
        files: impl Fn() -> Vec<PathBuf> + Send + 'static,
        mut changed: impl FnMut() + Send + 'static,
    ) -> io::Result<Self> {
        let (sender, news) = channel();
        let mut folders = Folders::new(sender.clone());
        let mut seen = see(&files);
        folders.follow(&seen);
        thread::Builder::new()
            .name("watch".to_owned())
            .spawn(move || {
                while let Some(gone) = wait(&news) {
                    folders.forget(&gone);
                    let now = see(&files);
                    folders.follow(&now);
                    if now != seen {
                        seen = now;
                        changed();
                    }
                }
            })?;
        Ok(Self { news: sender })
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        // If the thread has ended, there is nothing to stop.
        let _ = self.news.send(News::Stop);
    }
}

/// Waits for the next look and returns the paths that were removed or renamed; `None` at the end.
fn wait(news: &Receiver<News>) -> Option<Vec<PathBuf>> {
    let mut gone = match news.recv_timeout(LOOK) {
        Ok(News::Changed(gone)) => gone,
        Err(RecvTimeoutError::Timeout) => return Some(Vec::new()),
        Ok(News::Stop) | Err(RecvTimeoutError::Disconnected) => return None,
    };
    let begin = Instant::now();
    while begin.elapsed() < LONGEST {
        match news.recv_timeout(QUIET) {
            Ok(News::Changed(more)) => gone.extend(more),
            Err(RecvTimeoutError::Timeout) => break,
            Ok(News::Stop) | Err(RecvTimeoutError::Disconnected) => return None,
        }
    }
    Some(gone)
}

/// The result of a look; `None` for a file that does not exist.
type Seen = Vec<(PathBuf, Option<Stamp>)>;

fn see(files: &impl Fn() -> Vec<PathBuf>) -> Seen {
    let stamp = |path: PathBuf| {
        let stamp = path.metadata().ok().map(|about| Stamp::of(&about));
        (path, stamp)
    };
    files().into_iter().map(stamp).collect()
}

/// The properties by which two states of a file differ.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Stamp {
    length: u64,
    modified: Option<SystemTime>,
    identity: Identity,
    /// The time of the last change of content, name, owner or permissions, where it is known.
    changed: Option<(i64, i64)>,
}

/// The identity of a file: device and number; zeros where they are unknown.
type Identity = (u64, u64);

impl Stamp {
    fn of(about: &Metadata) -> Self {
        #[cfg(unix)]
        let changed = {
            use std::os::unix::fs::MetadataExt;
            Some((about.ctime(), about.ctime_nsec()))
        };
        #[cfg(not(unix))]
        let changed = None;
        Self {
            length: about.len(),
            modified: about.modified().ok(),
            identity: identity(about),
            changed,
        }
    }
}

fn identity(about: &Metadata) -> Identity {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        (about.dev(), about.ino())
    }
    #[cfg(not(unix))]
    {
        let _ = about;
        (0, 0)
    }
}

/// The folders that the system watches for us.
struct Folders {
    /// `None` if the system cannot watch.
    watcher: Option<RecommendedWatcher>,
    watched: BTreeMap<PathBuf, Identity>,
}

impl Folders {
    fn new(news: Sender<News>) -> Self {
        let report = move |event: notify::Result<notify::Event>| {
            let gone = match event {
                // Reading changes nothing, and our own looks read.
                Ok(event) if event.kind.is_access() => return,
                Ok(event) => match event.kind {
                    EventKind::Remove(_) | EventKind::Modify(ModifyKind::Name(_)) => event.paths,
                    _ => Vec::new(),
                },
                // An error means that reports were lost: look, without knowing where.
                Err(_) => Vec::new(),
            };
            // There is no receiver only when the watch ends.
            let _ = news.send(News::Changed(gone));
        };
        Self {
            watcher: notify::recommended_watcher(report).ok(),
            watched: BTreeMap::new(),
        }
    }

    /// Forgets folders that were removed or renamed.
    fn forget(&mut self, gone: &[PathBuf]) {
        for path in gone {
            self.leave(path);
        }
    }

    fn leave(&mut self, folder: &Path) {
        if self.watched.remove(folder).is_some()
            && let Some(watcher) = &mut self.watcher
        {
            // Fails for a removed folder, which the system no longer watches anyway.
            let _ = watcher.unwatch(folder);
        }
    }

    /// Watches the folders of these files and no others.
    fn follow(&mut self, files: &Seen) {
        let wanted: BTreeSet<PathBuf> = files.iter().flat_map(|(path, _)| folders(path)).collect();
        let others = self.watched.keys().filter(|path| !wanted.contains(*path));
        for path in others.cloned().collect::<Vec<_>>() {
            self.leave(&path);
        }
        for folder in wanted {
            let Ok(about) = folder.metadata() else {
                self.leave(&folder);
                continue;
            };
            let identity = identity(&about);
            if self.watched.get(&folder) == Some(&identity) {
                continue;
            }
            self.leave(&folder);
            if let Some(watcher) = &mut self.watcher
                && watcher.watch(&folder, RecursiveMode::NonRecursive).is_ok()
            {
                self.watched.insert(folder, identity);
            }
        }
    }
}

/// The folders whose changes may concern a file: its own, and those of all links on the way to its
/// target. The files themselves are not watched, because editors replace them.
fn folders(file: &Path) -> Vec<PathBuf> {
    let mut folders = Vec::new();
    let mut path = file.to_owned();
    for _ in 0..MOST_LINKS {
        folders.push(folder_of(&path).to_owned());
        match path.read_link() {
            Ok(target) => path = folder_of(&path).join(target),
            Err(_) => break,
        }
    }
    folders
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::Receiver;

    use super::*;

    /// Longer than any look takes, even on a slow machine.
    const PATIENCE: Duration = Duration::from_secs(30);

    struct Scene {
        folder: tempfile::TempDir,
        changes: Receiver<()>,
        _watch: Watch,
    }

    impl Scene {
        fn new(files: &'static [&'static str], prepare: impl Fn(&Path)) -> Self {
            let folder = tempfile::tempdir().unwrap();
            prepare(folder.path());
            let (sender, changes) = channel();
            let base = folder.path().to_owned();
            let watch = Watch::start(
                move || files.iter().map(|name| base.join(name)).collect(),
                move || {
                    let _ = sender.send(());
                },
            );
            Self {
                folder,
                changes,
                _watch: watch.unwrap(),
            }
        }

        fn write(&self, name: &str, text: &str) {
            std::fs::write(self.folder.path().join(name), text).unwrap();
        }

        /// Waits for a change and for all further reports of it.
        fn expect(&self, what: &str) {
            let seen = self.changes.recv_timeout(PATIENCE);
            assert!(seen.is_ok(), "{what}: not seen");
            while self.changes.recv_timeout(2 * LONGEST).is_ok() {}
        }
    }

    #[test]
    fn files_change_come_and_go() {
        let scene = Scene::new(&["a", "b"], |folder| {
            std::fs::write(folder.join("a"), "").unwrap();
        });
        scene.write("a", "text");
        scene.expect("a changed");
        scene.write("b", "");
        scene.expect("b came");
        std::fs::remove_file(scene.folder.path().join("a")).unwrap();
        scene.expect("a went");
        scene.write("other", "");
        assert!(
            scene.changes.recv_timeout(2 * LOOK).is_err(),
            "nobody asked"
        );
    }

    #[test]
    fn a_folder_is_removed_and_made_anew() {
        let scene = Scene::new(&["deep/er/a"], |folder| {
            std::fs::create_dir_all(folder.join("deep/er")).unwrap();
            std::fs::write(folder.join("deep/er/a"), "one").unwrap();
        });
        for round in 0..3 {
            std::fs::remove_dir_all(scene.folder.path().join("deep")).unwrap();
            scene.expect("the folder went");
            std::fs::create_dir_all(scene.folder.path().join("deep/er")).unwrap();
            scene.write("deep/er/a", "two");
            scene.expect("the folder came");
            scene.write("deep/er/a", &format!("three {round}"));
            scene.expect("the file changed");
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_change_and_so_do_their_targets() {
        use std::os::unix::fs::symlink;

        let scene = Scene::new(&["here/a"], |folder| {
            for name in ["here", "there", "elsewhere"] {
                std::fs::create_dir(folder.join(name)).unwrap();
            }
            std::fs::write(folder.join("there/a"), "one").unwrap();
            std::fs::write(folder.join("elsewhere/a"), "three").unwrap();
            symlink("../there/a", folder.join("here/a")).unwrap();
        });
        scene.write("there/a", "two");
        scene.expect("the target changed");
        let link = scene.folder.path().join("here/a");
        std::fs::remove_file(&link).unwrap();
        symlink("../elsewhere/a", &link).unwrap();
        scene.expect("the link changed");
        scene.write("elsewhere/a", "four");
        scene.expect("the new target changed");
    }

    #[cfg(unix)]
    #[test]
    fn folders_may_be_links() {
        use std::os::unix::fs::symlink;

        let scene = Scene::new(&["link/a"], |folder| {
            for name in ["v1", "v2"] {
                std::fs::create_dir(folder.join(name)).unwrap();
                std::fs::write(folder.join(name).join("a"), name).unwrap();
            }
            symlink("v1", folder.join("link")).unwrap();
        });
        let next = scene.folder.path().join("next");
        symlink("v2", &next).unwrap();
        std::fs::rename(next, scene.folder.path().join("link")).unwrap();
        scene.expect("the link changed");
        scene.write("v2/a", "new");
        scene.expect("the file behind it changed");
    }
}
