//! Explains each code with examples: the sections of `docs/diagnostics.md`, which is part of the
//! program.

use crate::diagnostic::Code;

/// The whole document; `explain` shows single sections.
pub const DIAGNOSTICS: &str = include_str!("../docs/diagnostics.md");

/// The beginning of a section's title.
const SECTION: &str = "\n## ";

/// The section about a code, in Markdown: its title, its meaning, a wrong example and the repaired
/// one. `None` if there is no section; a test makes sure that every code has one.
pub fn explain(code: Code) -> Option<&'static str> {
    sections()
        .find(|section| section.split_whitespace().nth(1) == Some(code.id()))
        .map(str::trim_end)
}

/// The sections in order, each with its title.
pub fn sections() -> impl Iterator<Item = &'static str> {
    let mut rest = DIAGNOSTICS;
    std::iter::from_fn(move || {
        let start = rest.find(SECTION)? + 1;
        let section = rest.get(start..)?;
        let end = section.find(SECTION).map_or(section.len(), |end| end + 1);
        rest = section.get(end.saturating_sub(1)..)?;
        section.get(..end)
    })
}
