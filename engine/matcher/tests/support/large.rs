//! Images larger than any real one.

use std::fmt::Write;

use katachi_image::Role;
use patc::{Source, compile};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// An image of this many random patterns.
pub fn large_image(patterns: usize) -> Vec<u8> {
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
    // Of patterns for handicap stones, each match counts, so patc does not look for one that
    // another makes superfluous, which takes longer than all the rest.
    let compiled = compile(Role::Handicap, vec![Source::new("large.db", text)]);
    compiled.image.expect("an image")
}
