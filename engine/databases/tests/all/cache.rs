//! Tests of the cache: its images are used, whatever else lies in its folder, and it does not grow
//! without limit.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use katachi_databases::{Cache, Place, Set, load};
use tempfile::TempDir;

fn pattern(value: usize) -> String {
    format!("attribute_map general\n\nPattern A\n\nXO*\n\n:8,-,value({value})\n")
}

/// A folder with some databases, and a cache.
struct Scene {
    folder: TempDir,
    cache: Cache,
}

impl Scene {
    fn new(databases: usize) -> Self {
        let folder = TempDir::new().expect("a folder");
        let cache = Cache::at(&folder.path().join("cache"));
        let scene = Self { folder, cache };
        scene.write("", 0..databases);
        scene
    }

    fn sources(&self) -> PathBuf {
        self.folder.path().join("sources")
    }

    fn write(&self, prefix: &str, values: std::ops::Range<usize>) {
        std::fs::create_dir_all(self.sources()).expect("a folder");
        for value in values {
            let path = self.sources().join(format!("{prefix}{value:03}.db"));
            std::fs::write(path, pattern(value)).expect("a source");
        }
    }

    fn load(&self) -> Set {
        load(&[Place::Folder(self.sources())], &self.cache).expect("it loads")
    }

    /// The origins of the images, each once.
    fn origins(&self) -> Vec<&'static str> {
        let set = self.load();
        let mut origins: Vec<_> = set.databases.iter().map(|one| one.origin).collect();
        origins.sort_unstable();
        origins.dedup();
        origins
    }

    fn cached(&self, name: &str) -> PathBuf {
        self.cache.folder().expect("a folder").join(name)
    }

    /// The images in the cache.
    fn images(&self) -> Vec<PathBuf> {
        let entries = self.cached("").read_dir().expect("a folder").flatten();
        let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
        paths.retain(|path| path.extension().is_some_and(|ending| ending == "kpat"));
        paths.sort();
        paths
    }
}

fn set_age(path: &Path, age: Duration) {
    let file = std::fs::File::open(path).expect("a file");
    file.set_modified(SystemTime::now() - age)
        .expect("its time");
}

const DAY: Duration = Duration::from_hours(24);

#[test]
fn many_databases_come_from_the_cache_the_second_time() {
    let scene = Scene::new(100);
    assert_eq!(scene.origins(), ["compiled"]);
    assert_eq!(scene.origins(), ["cache"]);
    assert_eq!(scene.images().len(), 100);
}

#[test]
fn a_set_larger_than_the_cache_comes_from_it_too() {
    let mut scene = Scene::new(20);
    scene.cache = scene.cache.limited_to(1);
    assert_eq!(scene.origins(), ["compiled"]);
    assert_eq!(scene.origins(), ["cache"]);
}

#[test]
fn what_was_not_used_for_longest_goes_first() {
    let mut scene = Scene::new(3);
    scene.load();
    let old = scene.images();
    let image = std::fs::metadata(&old[0]).expect("an image").len();
    for (number, path) in (1..).zip(&old) {
        set_age(path, number * DAY);
    }
    // The first image is used again, so the limit has room for two images of this load and two
    // more.
    scene.cache = scene.cache.limited_to(4 * image + image / 2);
    let path = scene.sources();
    std::fs::remove_dir_all(&path).expect("removed");
    scene.write("new", 10..12);
    assert_eq!(scene.origins(), ["compiled"]);
    let left = scene.images();
    assert_eq!(left.len(), 4, "{left:?}");
    assert!(left.contains(&old[0]) && left.contains(&old[1]) && !left.contains(&old[2]));
    // A use makes an image recent.
    std::fs::remove_dir_all(&path).expect("removed");
    scene.write("", 0..3);
    set_age(&old[1], 9 * DAY);
    scene.load();
    let modified = std::fs::metadata(&old[1]).expect("an image").modified();
    assert!(modified.expect("a time").elapsed().expect("the past") < DAY);
}

#[test]
fn only_our_own_files_are_removed() {
    let mut scene = Scene::new(1);
    scene.load();
    let others = [
        scene.cached("mine.kpat"),
        scene.cached("notes.txt"),
        // A name like that of our images.
        scene.cached(&format!("{}.kpat", "0".repeat(64))),
        scene.cached(&format!(".katachi-{}.kpat-abc", "0".repeat(64))),
        scene.cached(".katachi-mine.kpat-aB3x9Z"),
    ];
    for path in &others {
        std::fs::write(path, "something else").expect("written");
        set_age(path, 100 * DAY);
    }
    let left = scene.cached(&format!(".katachi-{}.kpat-aB3x9Z", "0".repeat(64)));
    std::fs::write(&left, "KPAT, half").expect("written");
    scene.cache = scene.cache.limited_to(1);
    scene.write("new", 1..2);
    assert_eq!(scene.origins(), ["cache", "compiled"]);
    assert!(others.iter().all(|path| path.exists()), "{others:?}");
    assert!(!left.exists(), "what a killed program has left stays");
}

/// Another thing in the place of an image is not used and not waited for; the image is compiled
/// again.
#[cfg(unix)]
#[test]
fn what_is_no_image_is_replaced() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let scene = Scene::new(1);
    scene.load();
    let image = scene.images().remove(0);
    let bytes = std::fs::read(&image).expect("an image");
    let aside = scene.folder.path().join("aside");
    std::fs::write(&aside, &bytes).expect("written");
    let replace: [(&str, &dyn Fn()); 5] = [
        ("a pipe", &|| katachi_testkit::process::fifo(&image)),
        ("half an image", &|| {
            std::fs::write(&image, &bytes[..bytes.len() / 2]).expect("written");
        }),
        ("an empty file", &|| {
            std::fs::write(&image, "").expect("written");
        }),
        ("a link", &|| symlink(&aside, &image).expect("a link")),
        ("a link to nothing", &|| {
            symlink("none", &image).expect("a link");
        }),
    ];
    for (what, act) in replace {
        std::fs::remove_file(&image).expect("removed");
        act();
        assert_eq!(scene.origins(), ["compiled"], "{what}");
        assert!(image.symlink_metadata().expect("there").is_file(), "{what}");
        assert_eq!(scene.origins(), ["cache"], "{what}");
    }
    assert_eq!(std::fs::read(&aside).expect("untouched"), bytes);
    // A folder cannot be replaced, so the image stays in memory.
    std::fs::remove_file(&image).expect("removed");
    std::fs::create_dir(&image).expect("a folder");
    assert!(scene.origins()[0].contains("in memory"));
    // An image that others may write to is copied, since it may be truncated while in use.
    std::fs::remove_dir(&image).expect("removed");
    std::fs::write(&image, &bytes).expect("written");
    let everybody = std::fs::Permissions::from_mode(0o666);
    std::fs::set_permissions(&image, everybody).expect("permissions");
    let set = scene.load();
    assert_eq!(set.databases[0].origin, "cache");
    std::fs::write(&image, "").expect("cut short");
    assert_eq!(set.databases[0].image.bytes(), bytes);
}
