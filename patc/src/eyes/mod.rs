//! The dialect of eye shapes: pictures of eye spaces with the eyes that they are worth.
//!
//! Entry point: [`compile`]. `eyes.pest` classifies the lines, `syntax.rs` assembles them into
//! shapes, `check.rs` makes the [`EyeShapes`] of `model.rs`, and `lints.rs` compares the shapes
//! with each other and with their computed values (`spaces.rs`).

mod check;
mod lints;
mod model;
mod spaces;
mod syntax;
#[cfg(test)]
mod tests;

pub use model::{EyeShape, EyeShapes, Vertex};
pub use spaces::{Space, spaces};

use crate::diagnostic::Diagnostic;
use crate::report::{Report, report_empty};
use crate::source::{Source, SourceId};
use crate::syntax::pattern::check_bytes;

/// Reads and checks the sources of one database, in this order.
pub fn compile(sources: &[Source], diagnostics: &mut Vec<Diagnostic>) -> EyeShapes {
    let mut shapes = EyeShapes::default();
    let mut last = None;
    let before = diagnostics.len();
    let mut seen = false;
    for (number, source) in sources.iter().enumerate() {
        let id = SourceId(number);
        if !check_bytes(id, source, "Pattern NUMBER", diagnostics) {
            continue;
        }
        let mut report = Report {
            id,
            source,
            diagnostics: &mut *diagnostics,
        };
        for syntax in syntax::read(&mut report) {
            seen = true;
            shapes
                .shapes
                .extend(check::shape(&syntax, &mut last, &mut report));
        }
    }
    if !seen && diagnostics.len() == before {
        let message = "expected eye shapes, found none: the database is empty";
        report_empty(sources, message, diagnostics);
    }
    lints::check(&shapes, sources, diagnostics);
    shapes
}
