//! Opening an image of 10 MB: mapping, checksum, and the check of every index.
//!
//! `cargo bench -p katachi-matcher --bench opening`

#[path = "../tests/support/large.rs"]
mod large;

use divan::Bencher;
use divan::counter::BytesCount;
use katachi_image::Image;
use large::large_image;

fn main() {
    divan::main();
}

#[divan::bench]
fn ten_megabytes(bencher: Bencher) {
    let image = large_image(33_000);
    let folder = tempfile::TempDir::new().expect("a folder");
    let path = folder.path().join("large.kpat");
    std::fs::write(&path, &image).expect("written");
    bencher
        .counter(BytesCount::new(image.len()))
        .bench_local(|| Image::map(&path).expect("it opens"));
}
