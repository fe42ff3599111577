#![no_main]

use katachi_board::{Board, Color};
use katachi_image::Image;
use katachi_image::container::seal;
use katachi_image::monte_carlo::Neighborhood;
use katachi_matcher::{LiveMatcher, Matcher};
use libfuzzer_sys::fuzz_target;

// Fix length and checksum, so that fuzzing reaches the validator. Then use the images that open, as
// an engine would.
fuzz_target!(|bytes: &[u8]| {
    let mut bytes = bytes.to_vec();
    seal(&mut bytes);
    let Ok(image) = Image::from_vec(bytes) else {
        return;
    };
    if let Some(general) = image.general() {
        let board: Board = ". . X O .\n. X O . .\n. . X O O\n. X . X .\n. . . . O"
            .parse()
            .expect("a board");
        let mut matcher = Matcher::new(&general, board.size());
        let full = matcher.matches(&general, &board, Color::Black);
        let mut live = LiveMatcher::new(&general, board.size());
        assert!(
            live.matches(&general, &board, Color::Black)
                .eq(full.iter().copied())
        );
        for one in full.iter().take(50) {
            if let Some(pattern) = general.pattern(one.pattern as usize) {
                let _ = (
                    pattern.name(),
                    pattern.file(),
                    one.mv(&pattern, board.size()),
                );
            }
        }
    }
    if let Ok(text) = patc::inspect::dump(&image) {
        let _ = text.to_string();
    }
    if let Some(eyes) = image.eyes() {
        for shape in eyes.shapes {
            let _ = (eyes.vertices(shape).len(), eyes.file(shape));
        }
    }
    if let Some(rules) = image.monte_carlo() {
        for neighborhood in Neighborhood::all() {
            let _ = (rules.row(neighborhood), rules.file());
        }
    }
    if let Some(book) = image.full_board() {
        for entry in book.entries {
            let _ = (
                book.stones(entry).count(),
                book.name(entry),
                book.file(entry),
            );
            let _ = book.find(9, 1);
        }
    }
});
