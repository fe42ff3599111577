//! The code that the fuzz targets share.

use katachi_image::Role;
use patc::{Source, analyze, compile};

/// Runs the front half of the compiler on a text. It may report anything, but must not panic, and
/// every place that it reports must be in the text. Some texts go through the back half too.
pub fn front_half(role: Role, name: &str, bytes: &[u8]) {
    let sources = vec![Source::new(name, bytes.to_vec())];
    let to_image = bytes.len() % 32 == 0;
    let compiled = if to_image {
        compile(role, sources)
    } else {
        analyze(role, sources)
    };
    for diagnostic in &compiled.diagnostics {
        assert!(diagnostic.span.start <= diagnostic.span.end && diagnostic.span.end <= bytes.len());
        let _ = diagnostic.short(&compiled.sources);
    }
    if compiled.diagnostics.len() < 4 {
        let _ = patc::render(&compiled.diagnostics, &compiled.sources, false);
    }
    assert!(
        compiled
            .diagnostics
            .iter()
            .all(|diagnostic| diagnostic.code.id() != "P0902")
    );
    assert!(!to_image || compiled.image.is_some() != compiled.has_errors());
}
