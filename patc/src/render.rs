//! Diagnostics for people: the source lines with the mistake underlined.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use crate::diagnostic::{Diagnostic, Severity};
use crate::source::Source;

/// The diagnostics as text, each with its source line; in colour if asked.
pub fn render(diagnostics: &[Diagnostic], sources: &[Source], color: bool) -> String {
    let renderer = if color {
        Renderer::styled()
    } else {
        Renderer::plain()
    };
    let mut text = String::new();
    for diagnostic in diagnostics {
        let Some(source) = sources.get(diagnostic.source.0) else {
            continue;
        };
        // Only the lines around the mistake, in the file's own encoding.
        let first = source.position(diagnostic.span.start).line;
        let last = source
            .position(diagnostic.span.end.max(diagnostic.span.start + 1) - 1)
            .line;
        let shown = source.line_span(first).to(source.line_span(last));
        let excerpt = source.display(shown);
        let before = |offset: usize| {
            let offset = offset.clamp(shown.start, shown.end);
            source
                .display(crate::source::Span::new(shown.start, offset))
                .len()
        };
        let range = before(diagnostic.span.start)..before(diagnostic.span.end);
        let level = match diagnostic.severity() {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let title = level
            .primary_title(diagnostic.message.as_str())
            .id(diagnostic.code.id());
        let snippet = Snippet::source(excerpt.as_str())
            .line_start(first)
            .path(source.name())
            .annotation(AnnotationKind::Primary.span(range));
        let mut group = Group::with_title(title).element(snippet);
        if let Some(help) = &diagnostic.help {
            group = group.element(Level::HELP.message(help.as_str()));
        }
        text.push_str(&renderer.render(&[group]));
        text.push('\n');
    }
    text
}
