//! Tests that databases can be replaced while another thread reads the old ones: its reading goes
//! on, and the old mapping disappears with its last reader.

use std::fmt::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Weak};

use katachi_board::{Board, BoardSize, Color};
use katachi_databases::{Cache, Place, load};
use katachi_image::Image;
use katachi_matcher::Matcher;

/// Writes a database that matches next to any stone; the number of matches depends on the version.
fn write(path: &Path, version: usize) {
    let mut text = String::from("attribute_map general\n");
    for number in 0..=version {
        let _ = writeln!(text, "\nPattern P{number}\n\nO*\n\n:8,-,value({number})");
    }
    std::fs::write(path, text).expect("written");
}

fn matches(image: &Image) -> usize {
    let general = image.general().expect("patterns");
    let board: Board = ". . .\n. X .\n. . .".parse().expect("a board");
    let size = BoardSize::new(3).expect("a size");
    Matcher::new(&general, size)
        .matches(&general, &board, Color::Black)
        .len()
}

/// Raises a flag when it is dropped.
struct Raise<'a>(&'a AtomicBool);

impl Drop for Raise<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[test]
fn the_old_image_lives_as_long_as_its_readers() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let (source, cached) = (folder.path().join("mine.db"), folder.path().join("cache"));
    let cache = Cache::at(&cached);
    let places = [Place::Source(source.clone())];
    let load_image = || -> Arc<Image> {
        let set = load(&places, &cache).expect("it loads");
        Arc::clone(&set.databases[0].image)
    };
    write(&source, 0);
    let mut current = load_image();
    let one = matches(&current);
    assert_eq!(one, 8);
    let first: Weak<Image> = Arc::downgrade(&current);
    let (stop, rounds) = (AtomicBool::new(false), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        // Also after a failure: the scope waits for the reader.
        let end = Raise(&stop);
        let old = Arc::clone(&current);
        let (stop, rounds) = (&stop, &rounds);
        let reader = scope.spawn(move || {
            while !stop.load(Ordering::Relaxed) {
                assert_eq!(matches(&old), one);
                rounds.fetch_add(1, Ordering::Relaxed);
            }
        });
        for version in 1..20 {
            write(&source, version);
            current = load_image();
            assert_eq!(matches(&current), one * (version + 1));
            // Even if the file is removed.
            for file in std::fs::read_dir(&cached).expect("the cache") {
                std::fs::remove_file(file.expect("a file").path()).expect("removed");
            }
        }
        let so_far = rounds.load(Ordering::Relaxed);
        while rounds.load(Ordering::Relaxed) < so_far + 10 {
            std::thread::yield_now();
        }
        assert!(first.upgrade().is_some(), "the reader still has it");
        drop(end);
        reader.join().expect("undisturbed");
    });
    assert!(first.upgrade().is_none(), "nobody has it any more");
}
