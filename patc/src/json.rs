//! Writes diagnostics for programs: one JSON object a line.

use serde::Serialize;

use crate::diagnostic::{Diagnostic, Severity};
use crate::source::{Location, Source};

/// A diagnostic with the fields that `docs/diagnostics.md` describes.
#[derive(Serialize)]
struct Object<'a> {
    code: &'static str,
    severity: &'static str,
    message: &'a str,
    help: Option<&'a str>,
    file: &'a str,
    bytes: Bytes,
    start: Place,
    end: Place,
}

#[derive(Serialize)]
struct Bytes {
    start: usize,
    end: usize,
}

#[derive(Serialize)]
struct Place {
    line: usize,
    column: usize,
}

impl From<Location> for Place {
    fn from(location: Location) -> Self {
        let Location { line, column } = location;
        Self { line, column }
    }
}

/// The diagnostics as JSON, one object a line.
///
/// # Errors
/// Serialising these fields never fails.
pub fn json(diagnostics: &[Diagnostic], sources: &[Source]) -> serde_json::Result<String> {
    let mut text = String::new();
    for diagnostic in diagnostics {
        let Some(source) = sources.get(diagnostic.source.0) else {
            continue;
        };
        let span = diagnostic.span;
        let object = Object {
            code: diagnostic.code.id(),
            severity: match diagnostic.severity() {
                Severity::Error => "error",
                Severity::Warning => "warning",
            },
            message: &diagnostic.message,
            help: diagnostic.help.as_deref(),
            file: source.name(),
            bytes: Bytes {
                start: span.start,
                end: span.end,
            },
            start: source.location(span.start).into(),
            end: source.location(span.end).into(),
        };
        text.push_str(&serde_json::to_string(&object)?);
        text.push('\n');
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use katachi_image::Role;

    use super::*;
    use crate::compile;

    #[test]
    fn one_object_a_line() -> serde_json::Result<()> {
        let text = "# ä\nPattern A\n?X?\n.O\n.*.\n\n:8,-\n\nPattern \"B\"\n";
        let compiled = compile(Role::Patterns, vec![Source::new("a \"b\".db", text)]);
        let text = json(&compiled.diagnostics, &compiled.sources)?;
        let lines: Vec<serde_json::Value> =
            (text.lines().map(serde_json::from_str)).collect::<Result<_, _>>()?;
        assert_eq!(lines.len(), 2);
        let first = serde_json::json!({
            "code": "P0301",
            "severity": "error",
            "message": "expected 3 cells as in the other rows, found 2",
            "help": "all rows of a diagram are equally long; `?` stands for any point",
            "file": "a \"b\".db",
            "bytes": { "start": 19, "end": 21 },
            "start": { "line": 4, "column": 1 },
            "end": { "line": 4, "column": 3 },
        });
        assert_eq!(lines[0], first);
        assert_eq!(lines[1]["code"], "P0209");
        assert_eq!(lines[1]["severity"], "warning");
        Ok(())
    }
}
