//! Opening an image allocates almost no memory, however large the image is.
//!
//! A program of its own: its allocator counts for the whole program.

#![expect(unsafe_code, reason = "an allocator that counts")]

#[path = "support/large.rs"]
mod large;

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

use katachi_image::Image;
use large::large_image;

struct Counting;

static ALLOCATED: AtomicUsize = AtomicUsize::new(0);

// SAFETY: forwards every call to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATED.fetch_add(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller keeps the promises that the system's allocator requires.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn the_heap_stays_small_whatever_the_size() {
    let image = large_image(33_000);
    assert!(image.len() > 10_000_000, "{} bytes", image.len());
    let folder = tempfile::TempDir::new().expect("a folder");
    let path = folder.path().join("large.kpat");
    std::fs::write(&path, &image).expect("written");
    drop(image);
    let before = ALLOCATED.load(Ordering::Relaxed);
    let opened = Image::map(&path).expect("it opens");
    let general = opened.general().expect("patterns");
    let heap = ALLOCATED.load(Ordering::Relaxed) - before;
    assert_eq!(general.patterns.len(), 33_000);
    assert!(heap < 64 * 1024, "{heap} bytes");
}
