//! Code actions: the repairs of diagnostics, comments that silence warnings, and the tests of the
//! pattern.

use lsp_types::{CodeAction, CodeActionContext, CodeActionKind};

use super::document::Document;
use super::lenses::run_tests;
use super::published::translated;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::source::Span;

/// The kind of the action that runs tests.
const TESTS: CodeActionKind = CodeActionKind::new("source.test");

/// What can be done in a range.
pub fn actions(document: &Document, range: Span, context: &CodeActionContext) -> Vec<CodeAction> {
    let wants = |kind: &CodeActionKind| {
        // A client that asks for `source` wants all kinds that begin so.
        let is_wanted = |only: &CodeActionKind| {
            kind.as_str() == only.as_str()
                || kind.as_str().starts_with(&format!("{}.", only.as_str()))
        };
        (context.only.as_ref()).is_none_or(|wanted| wanted.iter().any(is_wanted))
    };
    let mut actions = Vec::new();
    if wants(&CodeActionKind::QUICKFIX) {
        let diagnostics = document.compiled().diagnostics.iter();
        let touching: Vec<&Diagnostic> = diagnostics
            .filter(|one| one.span.start <= range.end && range.start <= one.span.end)
            .collect();
        actions.extend(touching.iter().filter_map(|one| repair(document, one)));
        actions.extend(touching.iter().filter_map(|one| silence(document, one)));
    }
    if wants(&TESTS) {
        let part = document.outline().part(range.start);
        actions.extend(
            part.and_then(|part| run_tests(document, part))
                .map(|run| CodeAction {
                    title: run.title.clone(),
                    kind: Some(TESTS),
                    command: Some(run),
                    ..CodeAction::default()
                }),
        );
    }
    actions
}

/// The change that repairs a diagnostic, if it knows one.
fn repair(document: &Document, diagnostic: &Diagnostic) -> Option<CodeAction> {
    let fix = diagnostic.fix.as_ref()?;
    let old = document.text().slice(fix.span);
    let title = match (old.trim(), fix.text.as_str()) {
        ("", "") => "remove the blanks".to_owned(),
        ("", new) => format!("insert `{}`", new.trim()),
        (old, "") => format!("remove `{old}`"),
        (old, new) => format!("replace `{old}` by `{new}`"),
    };
    let edits = vec![document.edit(fix.span, fix.text.as_str())];
    Some(CodeAction {
        title,
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![translated(document, diagnostic)]),
        edit: Some(document.changed(edits)),
        is_preferred: Some(true),
        ..CodeAction::default()
    })
}

/// The comment that silences a warning for its pattern. Warnings about such comments and about
/// tests are not silenced but mended.
fn silence(document: &Document, diagnostic: &Diagnostic) -> Option<CodeAction> {
    let code = diagnostic.code;
    let is_about_comments = matches!(code, Code::UnknownSilencer | Code::IdleSilencer);
    if diagnostic.severity() != Severity::Warning || is_about_comments || code.is_about_tests() {
        return None;
    }
    let outline = document.outline();
    let part = outline
        .part(diagnostic.span.start)
        .filter(|_| document.has_patterns())?;
    let text = document.text();
    let line = text.line(text.line_of(part.keyword.start))?;
    let end = document.source().line_end();
    let comment = format!("# patc: allow {code}{end}");
    let place = Span::new(line.start, line.start);
    Some(CodeAction {
        title: format!("allow {code} in this pattern"),
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![translated(document, diagnostic)]),
        edit: Some(document.changed(vec![document.edit(place, comment)])),
        ..CodeAction::default()
    })
}
