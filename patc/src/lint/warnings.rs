//! Collects the warnings of the lints.

use super::subject::Subject;
use crate::diagnostic::{Code, Diagnostic};
use crate::report::Added;
use crate::source::{Source, Span};

/// Collects the warnings of the lints.
pub(super) struct Warnings<'a> {
    pub sources: &'a [Source],
    pub diagnostics: &'a mut Vec<Diagnostic>,
}

impl Warnings<'_> {
    pub fn add(
        &mut self,
        code: Code,
        subject: &Subject<'_>,
        span: Span,
        message: impl Into<String>,
        help: &str,
    ) -> Added<'_> {
        let diagnostic = Diagnostic::new(code, subject.pattern.source, span, message);
        Added::to(self.diagnostics, diagnostic.with_help(help))
    }

    /// A pattern's name and place, for messages about another pattern.
    pub fn name(&self, subject: &Subject<'_>) -> String {
        let pattern = subject.pattern;
        (self.sources.get(pattern.source.0)).map_or_else(
            || format!("`{}`", pattern.name),
            |source| {
                let line = source.location(pattern.span.start).line;
                format!("`{}` ({}:{line})", pattern.name, source.name())
            },
        )
    }
}
