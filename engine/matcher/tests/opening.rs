//! Opening an image costs next to no memory, however large it is.

#![expect(unsafe_code, reason = "an allocator that counts")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::fmt::Write;
use std::sync::atomic::{AtomicUsize, Ordering};

use katachi_image::{Image, Role, write_atomically};
use patc::{Source, compile};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

struct Counting;

static ALLOCATED: AtomicUsize = AtomicUsize::new(0);

// SAFETY: hands everything on to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATED.fetch_add(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller keeps the promises that the system's allocator wants.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// A database of so many random patterns.
fn database(patterns: usize) -> Vec<u8> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut text = String::from("attribute_map general\n\n");
    for number in 0..patterns {
        let _ = writeln!(text, "Pattern P{number}\n");
        for row in 0..5 {
            for col in 0..5 {
                let cell = match (row, col) {
                    (2, 2) => b'*',
                    (2, 3) => b'O',
                    _ => b".?Xox"[rng.random_range(0..5)],
                };
                text.push(char::from(cell));
            }
            text.push('\n');
        }
        let _ = writeln!(text, "\n:8,-,value({})\n", number % 50);
    }
    let compiled = compile(Role::Patterns, vec![Source::new("large.db", text)]);
    compiled.image.expect("an image")
}

#[test]
fn the_heap_stays_small_whatever_the_size() {
    let image = database(33_000);
    assert!(image.len() > 10_000_000, "{} bytes", image.len());
    let folder = tempfile::TempDir::new().expect("a folder");
    let path = folder.path().join("large.kpat");
    write_atomically(&path, &image).expect("written");
    drop(image);
    let before = ALLOCATED.load(Ordering::Relaxed);
    let opened = Image::map(&path).expect("it opens");
    let general = opened.general().expect("patterns");
    let heap = ALLOCATED.load(Ordering::Relaxed) - before;
    assert_eq!(general.patterns.len(), 33_000);
    assert!(heap < 64 * 1024, "{heap} bytes");
}
