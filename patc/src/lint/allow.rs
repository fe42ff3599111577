//! Lets comments silence warnings.
//!
//! - `# patc: allow P0803 P0505` silences these warnings for one pattern: the one that contains the
//!   comment, or the next one if only comments lie between.
//! - `# patc: allow-file P0803` silences them for the whole file.
//!
//! Tests begin with `# patc:` too; [`testing`](crate::testing) reads them.
//!
//! The text after the codes is the author's reason. A comment that silences nothing causes a
//! warning of its own, so that none outlives its cause.

use crate::diagnostic::{Code, Diagnostic, Severity, nearest};
use crate::source::{Source, SourceId, Span};

/// The beginning of all comments that address the compiler.
pub(crate) const PREFIX: &str = "# patc:";

/// What may follow it, with the meaning.
#[cfg(feature = "program")]
pub(crate) const WORDS: [(&str, &str); 3] = [
    (TEST, "what must happen in the position that is drawn below"),
    (ALLOW, "silences warnings for one pattern"),
    (ALLOW_FILE, "silences warnings for the whole file"),
];

/// Silences for one pattern.
const ALLOW: &str = "allow";

/// Silences for the whole file.
const ALLOW_FILE: &str = "allow-file";

/// Begins a test.
const TEST: &str = "test";

/// A code in a comment.
struct Silencer {
    code: Code,
    /// Where the code stands.
    span: Span,
    /// The part of the file in which it silences.
    scope: Span,
    used: bool,
}

/// Removes the diagnostics that comments silence, and adds warnings about comments that are
/// malformed or silence nothing.
pub fn apply(sources: &[Source], diagnostics: &mut Vec<Diagnostic>) {
    for (number, source) in sources.iter().enumerate() {
        if !source.text().contains(PREFIX) {
            continue;
        }
        let id = SourceId(number);
        let mut complaints = Vec::new();
        let mut silencers = read(id, source, &mut complaints);
        // Patterns with errors are not checked completely. So in a file with errors, a silencer
        // without an effect may be right.
        let errors =
            (diagnostics.iter()).any(|d| d.source == id && d.severity() == Severity::Error);
        diagnostics.retain(|diagnostic| {
            let mut silent = false;
            for silencer in &mut silencers {
                let at = diagnostic.span.start;
                if diagnostic.source == id
                    && diagnostic.code == silencer.code
                    && (silencer.scope.start..=silencer.scope.end).contains(&at)
                {
                    silencer.used = true;
                    silent = true;
                }
            }
            !silent
        });
        diagnostics.append(&mut complaints);
        for silencer in silencers
            .iter()
            .filter(|silencer| !silencer.used && !errors)
        {
            let message = format!(
                "expected a warning {} to silence, found none",
                silencer.code
            );
            let help = "remove the code: a silencer without use hides what comes later";
            let diagnostic = Diagnostic::new(Code::IdleSilencer, id, silencer.span, message);
            let mut diagnostic = diagnostic.with_help(help);
            diagnostic.fix(removal(source, silencer.span), "");
            diagnostics.push(diagnostic);
        }
    }
}

/// What to remove with a code: the whole comment, if it has no other code.
fn removal(source: &Source, code: Span) -> Span {
    let line = source.whole_lines(code);
    let words = source.slice(line).split_ascii_whitespace();
    if words.filter(|word| looks_like_code(word)).count() == 1 {
        return line;
    }
    let before = source.slice(Span::new(line.start, code.start));
    let blanks = before.len() - before.trim_end().len();
    Span::new(code.start - blanks, code.end)
}

fn read(id: SourceId, source: &Source, complaints: &mut Vec<Diagnostic>) -> Vec<Silencer> {
    let mut silencers: Vec<Silencer> = Vec::new();
    // The silencers from `waiting` on stand in a comment that may precede a pattern; they belong to
    // that pattern if it follows directly.
    let mut waiting = 0;
    let mut pattern = Span::new(0, 0);
    let whole = Span::new(0, source.text().len());
    let mut start = 0;
    for line in source.text().split_inclusive('\n') {
        let span = Span::new(start, start + line.len());
        start = span.end;
        if line.starts_with("Pattern") {
            // Everything up to here belongs to the previous pattern.
            let scope = Span::new(span.start, whole.end);
            close(&mut silencers, waiting, pattern, span.start);
            for silencer in &mut silencers[waiting..] {
                if silencer.scope != whole {
                    silencer.scope = scope;
                }
            }
            pattern = scope;
        }
        if !line.starts_with('#') {
            waiting = silencers.len();
            continue;
        }
        let Some(words) = line.strip_prefix(PREFIX) else {
            continue;
        };
        comment(
            id,
            span.part(PREFIX.len(), words.len()),
            source,
            complaints,
            |code, place, file| {
                silencers.push(Silencer {
                    code,
                    span: place,
                    scope: if file { whole } else { pattern },
                    used: false,
                });
            },
        );
    }
    silencers
}

/// Ends a pattern's scope where the next one begins.
fn close(silencers: &mut [Silencer], waiting: usize, pattern: Span, end: usize) {
    for silencer in &mut silencers[..waiting] {
        if silencer.scope == pattern {
            silencer.scope.end = end;
        }
    }
}

/// Reads a comment after the prefix: a verb, codes, then free text.
fn comment(
    id: SourceId,
    words: Span,
    source: &Source,
    complaints: &mut Vec<Diagnostic>,
    mut found: impl FnMut(Code, Span, bool),
) {
    let mut complain = |span: Span, message: String, help: String| {
        let diagnostic = Diagnostic::new(Code::UnknownSilencer, id, span, message);
        complaints.push(diagnostic.with_help(help));
    };
    let mut words = split(source, words);
    let usage = format!("such as `{PREFIX} {ALLOW} P0804`");
    let (file, verb) = match words.next() {
        Some((ALLOW, span)) => (false, span),
        Some((ALLOW_FILE, span)) => (true, span),
        Some((TEST, _)) | None => return,
        Some((other, span)) => {
            let near = nearest(other, [ALLOW, ALLOW_FILE, TEST]);
            let help = near.map_or(usage, |near| format!("did you mean `{near}`?"));
            let message =
                format!("expected `{ALLOW}`, `{ALLOW_FILE}` or `{TEST}`, found `{other}`");
            complain(span, message, help);
            return;
        }
    };
    let mut any = false;
    for (word, span) in words {
        let word = word.trim_end_matches([',', ':']);
        // The author's reason begins with the first word that does not look like a code.
        if !looks_like_code(word) {
            break;
        }
        any = true;
        match Code::ALL.iter().find(|code| code.id() == word) {
            Some(code) if code.severity() == Severity::Warning => found(*code, span, file),
            Some(_) => {
                let message = format!("expected the code of a warning, found the error {word}");
                complain(span, message, "errors cannot be silenced".to_owned());
            }
            None => {
                let warnings = Code::ALL
                    .iter()
                    .filter(|code| code.severity() == Severity::Warning);
                let near = nearest(word, warnings.map(|code| code.id()));
                let help =
                    near.map_or_else(|| usage.clone(), |near| format!("did you mean `{near}`?"));
                complain(span, format!("expected a known code, found `{word}`"), help);
            }
        }
    }
    if !any {
        let message = "expected codes, found none".to_owned();
        complain(verb, message, usage);
    }
}

fn looks_like_code(word: &str) -> bool {
    word.strip_prefix(['P', 'p'])
        .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The words of a range with their places.
fn split(source: &Source, span: Span) -> impl Iterator<Item = (&str, Span)> {
    let text = source.slice(span);
    text.split_ascii_whitespace().map(move |word| {
        let from = word.as_ptr() as usize - text.as_ptr() as usize;
        (word, span.part(from, word.len()))
    })
}
