//! The limit on matches at an anchor, with databases whose patterns fit everywhere.

use katachi_board::{Board, Color};
use katachi_image::{Image, Role};
use katachi_matcher::{LiveMatcher, MAX_MATCHES, Matcher, naive};
use patc::{Method, Source, compile_for};

#[test]
fn an_anchor_has_at_most_so_many_matches() {
    let patterns =
        (0..MAX_MATCHES / 4 + 100).map(|number| format!("Pattern A{number}\n\nO*\n\n:8,-\n\n"));
    let source = "attribute_map general\n\n".to_owned() + &patterns.collect::<String>();
    for method in [Method::Masks, Method::Automaton] {
        limited(method, &source);
    }
}

fn limited(method: Method, source: &str) {
    let compiled = compile_for(Role::Patterns, method, vec![Source::new("x.db", source)]);
    let image = Image::from_vec(compiled.image.expect("an image")).expect("it opens");
    let general = image.general().expect("patterns");
    let board: Board = ". . . . .\n. X . . .\n. . . . .\n. . . X .\n. . . . ."
        .parse()
        .expect("a board");
    let found = Matcher::new(&general, board.size()).matches(&general, &board, Color::Black);
    assert_eq!(found.len(), 2 * MAX_MATCHES);
    assert_eq!(found, naive::matches(&general, &board, Color::Black));
    let mut live = LiveMatcher::new(&general, board.size());
    let live: Vec<_> = live.matches(&general, &board, Color::Black).collect();
    assert_eq!(live, found);
}
