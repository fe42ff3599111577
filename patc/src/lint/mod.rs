//! Lints: warnings about valid patterns that their author hardly meant.
//!
//! Entry point: [`check`]. It runs all lints on the checked model, which lacks patterns with
//! errors. Each lint has a module, and `docs/lints.md` explains it to authors. [`allow`] lets
//! comments in the source silence warnings.

pub mod allow;
mod canonical;
mod constant;
mod geometry;
mod impossible;
mod points;
mod subject;
mod symmetry;
mod twins;
mod warnings;

use self::subject::Subject;
use self::warnings::Warnings;
use crate::diagnostic::Diagnostic;
use crate::model::Database;
use crate::source::Source;
use crate::syntax::pattern::Item;

/// Runs all lints.
pub fn check(
    database: &Database,
    items: &[Item],
    sources: &[Source],
    diagnostics: &mut Vec<Diagnostic>,
) {
    let subjects = subjects(database, items, sources);
    let mut warnings = Warnings {
        sources,
        diagnostics,
    };
    for subject in &subjects {
        symmetry::check(subject, &mut warnings);
        constant::check(subject, &mut warnings);
        impossible::check(subject, &mut warnings);
        points::check(subject, &mut warnings);
    }
    twins::check(&subjects, &mut warnings);
}

/// Pairs the patterns with their syntax. Both lists are in source order.
fn subjects<'a>(
    database: &'a Database,
    items: &'a [Item],
    sources: &'a [Source],
) -> Vec<Subject<'a>> {
    let mut written = items.iter().filter_map(|item| match item {
        Item::Pattern(pattern) => Some(&**pattern),
        Item::Directive(_) => None,
    });
    (database.patterns.iter())
        .filter_map(|pattern| {
            let place = (pattern.source, pattern.span);
            let syntax = written.find(|syntax| (syntax.source, syntax.name.span) == place)?;
            let source = sources.get(pattern.source.0)?;
            Some(Subject::new(database.role, pattern, syntax, source))
        })
        .collect()
}
