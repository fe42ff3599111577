//! Prints diagnostics for people: source lines with the mistake underlined.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use crate::diagnostic::{Diagnostic, Severity};
use crate::source::{Source, Span};

/// The most bytes of a line to show after the mistake.
const AROUND: usize = 200;

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
        // Show only the lines around the mistake, in the encoding of the file.
        let first = source.location(diagnostic.span.start).line;
        let last = source
            .location(diagnostic.span.end.max(diagnostic.span.start + 1) - 1)
            .line;
        let shown = source.line_span(first).to(source.line_span(last));
        // In an overlong line, show only the part near the mistake.
        let end = (shown.end.min(diagnostic.span.end + AROUND)).max(shown.start);
        let end = if end < shown.end {
            source.character(end).start
        } else {
            end
        };
        let shown = Span::new(shown.start, end);
        let excerpt = source.excerpt(shown);
        let before = |offset: usize| source.offset_in_display(shown, offset);
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

#[cfg(test)]
mod tests {
    use katachi_image::Role;

    use super::*;
    use crate::compile;

    /// Found by fuzzing: complete UTF-8 characters before an invalid byte.
    #[test]
    fn mixed_encodings_are_underlined_between_characters() {
        let bytes = b"Patt\xcd\x80\0\xcd\xf5 X\nPattern 1\n\xcd\x80\xf5\n:1\xcd\x80\xf5\n";
        for end in 0..bytes.len() {
            for role in [Role::Patterns, Role::Eyes, Role::MonteCarlo, Role::Book] {
                let compiled = compile(role, vec![Source::new("x.db", &bytes[..end])]);
                render(&compiled.diagnostics, &compiled.sources, false);
            }
        }
    }

    #[test]
    fn a_line_far_too_long_is_not_shown_whole() {
        for sign in ["#", "é"] {
            let text = format!("#{}\n", sign.repeat(1_000_000));
            let compiled = compile(Role::Patterns, vec![Source::new("x.db", text)]);
            let shown = render(&compiled.diagnostics, &compiled.sources, false);
            assert!(shown.contains("P0102") && shown.contains(sign), "{shown}");
            assert!(shown.len() < 1_000, "{}", shown.len());
        }
    }
}
