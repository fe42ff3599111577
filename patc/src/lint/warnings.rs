//! Collects the warnings of the lints.

use super::subject::Subject;
use crate::diagnostic::{Code, Diagnostic};
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
    ) {
        let diagnostic = Diagnostic::new(code, subject.pattern.source, span, message);
        self.diagnostics.push(diagnostic.with_help(help));
    }

    /// Gives the last warning the change that repairs it.
    pub fn fix_last(&mut self, span: Span, text: impl Into<String>) {
        if let Some(last) = self.diagnostics.last_mut() {
            last.fix(span, text);
        }
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
