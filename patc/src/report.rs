//! Collects the diagnostics of a source: what the readers and checks of all dialects write to.

use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::source::{Source, SourceId, Span};

/// Collects the diagnostics of a source.
pub(crate) struct Report<'a> {
    pub id: SourceId,
    pub source: &'a Source,
    pub diagnostics: &'a mut Vec<Diagnostic>,
}

impl Report<'_> {
    /// Whether errors were added since there were `count` diagnostics.
    pub fn errors_since(&self, count: usize) -> bool {
        let mut since = self.diagnostics.iter().skip(count);
        since.any(|diagnostic| diagnostic.severity() == Severity::Error)
    }

    pub fn add(&mut self, code: Code, span: Span, message: impl Into<String>) {
        (self.diagnostics).push(Diagnostic::new(code, self.id, span, message));
    }

    pub fn add_with_help(
        &mut self,
        code: Code,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Added<'_> {
        let diagnostic = Diagnostic::new(code, self.id, span, message);
        Added::to(self.diagnostics, diagnostic.with_help(help))
    }
}

/// A diagnostic that has just been added.
pub(crate) struct Added<'a>(Option<&'a mut Diagnostic>);

impl<'a> Added<'a> {
    /// Adds a diagnostic to the others.
    pub fn to(diagnostics: &'a mut Vec<Diagnostic>, diagnostic: Diagnostic) -> Self {
        diagnostics.push(diagnostic);
        Self(diagnostics.last_mut())
    }

    /// Adds the change that repairs it.
    pub fn fix(self, span: Span, text: impl Into<String>) {
        if let Some(diagnostic) = self.0 {
            diagnostic.fix(span, text);
        }
    }

    /// Adds a replacement of the place by the word that was meant, if there is one.
    pub fn replace(self, span: Span, near: Option<&str>) {
        if let Some(near) = near {
            self.fix(span, near);
        }
    }
}

/// Reports that the sources of a database have no entries.
pub(crate) fn report_empty(sources: &[Source], message: &str, diagnostics: &mut Vec<Diagnostic>) {
    let source = SourceId(sources.len().saturating_sub(1));
    diagnostics.push(Diagnostic::new(
        Code::NoPatterns,
        source,
        Span::default(),
        message,
    ));
}

/// Advice for an unknown word: the known word that looks like it, or other advice.
pub(crate) fn did_you_mean(near: Option<&str>, otherwise: &str) -> String {
    near.map_or_else(
        || otherwise.to_owned(),
        |near| format!("did you mean `{near}`?"),
    )
}
