//! What the targets have in common.

use katachi_image::Role;
use patc::{Source, compile};

/// Everything the front half does with a text: it may say what it likes, but not panic, and
/// every place that it names lies in the text.
pub fn front_half(role: Role, name: &str, bytes: &[u8]) {
    let compiled = compile(role, vec![Source::new(name, bytes.to_vec())]);
    for diagnostic in &compiled.diagnostics {
        assert!(diagnostic.span.start <= diagnostic.span.end && diagnostic.span.end <= bytes.len());
        let _ = diagnostic.short(&compiled.sources);
    }
    if compiled.diagnostics.len() < 4 {
        let _ = patc::render(&compiled.diagnostics, &compiled.sources, false);
    }
    assert_eq!(compiled.image.is_some(), !compiled.has_errors());
}
