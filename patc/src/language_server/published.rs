//! Diagnostics as editors read them.

use lsp_types::{Diagnostic, DiagnosticSeverity, NumberOrString, Position, Range};

use super::document::Document;
use crate::diagnostic::Severity;

/// What the compiler says, and what tests have found, as editors read it.
pub fn diagnostics(document: &Document) -> Vec<Diagnostic> {
    let compiled = document.compiled().diagnostics.iter();
    let compiled = compiled.map(|diagnostic| translated(document, diagnostic));
    let failures = document.failures().iter();
    let failures = failures.map(|(line, message)| {
        let line = line.saturating_sub(1);
        let whole = document.text().line(line).unwrap_or_default();
        let start = Position::new(line as u32, 0);
        Diagnostic {
            range: Range::new(start, document.text().position(whole.end)),
            severity: Some(DiagnosticSeverity::ERROR),
            source: Some("katachi test".to_owned()),
            message: message.clone(),
            ..Diagnostic::default()
        }
    });
    compiled.chain(failures).collect()
}

/// A diagnostic of the compiler.
pub fn translated(document: &Document, diagnostic: &crate::Diagnostic) -> Diagnostic {
    let help = diagnostic.help.as_deref();
    let help = help.map_or_else(String::new, |help| format!("\nhelp: {help}"));
    Diagnostic {
        range: document.text().range(diagnostic.span),
        severity: Some(match diagnostic.severity() {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
        }),
        code: Some(NumberOrString::String(diagnostic.code.id().to_owned())),
        source: Some("patc".to_owned()),
        message: format!("{}{help}", diagnostic.message),
        ..Diagnostic::default()
    }
}
