//! Diagnostics: errors and warnings, each with a stable code and an exact place.

mod codes;

pub use codes::Code;

use crate::source::{Source, SourceId, Span};

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The database can be used.
    Warning,
    /// There is no image.
    Error,
}

/// A change of the source that repairs a mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What to replace; empty to insert.
    pub span: Span,
    /// The new text.
    pub text: String,
}

/// A mistake or a warning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// What kind it is.
    pub code: Code,
    /// The file.
    pub source: SourceId,
    /// The place in the file.
    pub span: Span,
    /// What was expected and what was found.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
    /// The change that repairs it, if there is only one that makes sense.
    pub fix: Option<Fix>,
    /// A warning that counts as an error.
    denied: bool,
}

impl Diagnostic {
    /// A diagnostic without help.
    pub fn new(code: Code, source: SourceId, span: Span, message: impl Into<String>) -> Self {
        Self {
            code,
            source,
            span,
            message: message.into(),
            help: None,
            fix: None,
            denied: false,
        }
    }

    /// The diagnostic with advice.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same mistake as one of another kind.
    #[must_use]
    pub(crate) fn with_code(self, code: Code) -> Self {
        Self { code, ..self }
    }

    /// Adds the change that repairs it.
    pub fn fix(&mut self, span: Span, text: impl Into<String>) {
        let text = text.into();
        self.fix = Some(Fix { span, text });
    }

    /// How bad it is.
    pub fn severity(&self) -> Severity {
        if self.denied {
            Severity::Error
        } else {
            self.code.severity()
        }
    }

    /// Lets a warning count as an error.
    pub(crate) fn deny(&mut self) {
        self.denied = true;
    }

    /// One line: `file:line:column: error[P0301]: message`.
    pub fn short(&self, sources: &[Source]) -> String {
        let place = sources
            .get(self.source.0)
            .map_or_else(String::new, |source| {
                format!("{}:{}: ", source.name(), source.place(self.span.start))
            });
        let severity = match self.severity() {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let help = self.help.as_deref();
        let help = help.map_or_else(String::new, |help| format!(" ({help})"));
        format!("{place}{severity}[{}]: {}{help}", self.code, self.message)
    }
}

/// The entry of `words` that looks most like `word`; `None` if none is close enough.
pub fn nearest<'a>(word: &str, words: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // Words that are much longer or shorter than an entry cannot be close to it, so only as many
    // letters are compared as could make a difference.
    let length = word.chars().count();
    words
        .into_iter()
        .filter(|candidate| length.abs_diff(candidate.chars().count()) <= farthest(candidate))
        .map(|candidate| (strsim::damerau_levenshtein(word, candidate), candidate))
        .min()
        .filter(|(distance, candidate)| *distance <= farthest(candidate))
        .map(|(_, candidate)| candidate)
}

/// The number of wrong letters that a misspelling of this word may have.
fn farthest(candidate: &str) -> usize {
    candidate.len().max(3) / 3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_misses_are_found_and_far_ones_are_not() {
        let words = ["oplay_attack", "xplay_attack", "lib"];
        assert_eq!(nearest("oplay_atack", words), Some("oplay_attack"));
        assert_eq!(nearest("libs", words), Some("lib"));
        assert_eq!(nearest("connected", words), None);
        // Without the cut, the distance alone would take some 10^13 steps.
        assert_eq!(nearest(&"x".repeat(1_000_000), words), None);
        let long = "x".repeat(1_000_000);
        assert_eq!(nearest("lib", [long.as_str(), "lbi"]), Some("lbi"));
    }
}
