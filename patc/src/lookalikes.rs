//! Explains mistakes at characters that cannot be seen, or that look like others.

use crate::characters::{code_point, odd};
use crate::diagnostic::Diagnostic;
use crate::source::{Source, Span};

/// The most bytes of a mistake's place that are looked at.
const LOOKED_AT: usize = 200;

/// Says in the help of a mistake that its place has a character that is not what it seems, and adds
/// the fix if there is none.
pub(crate) fn explain(sources: &[Source], diagnostics: &mut [Diagnostic]) {
    for diagnostic in diagnostics {
        let Some(source) = sources.get(diagnostic.source.0) else {
            continue;
        };
        let Span { start, end } = diagnostic.span;
        let end = end.min(start + LOOKED_AT);
        if source
            .text()
            .get(start..end)
            .is_none_or(|text| !text.contains(Source::OTHER))
        {
            continue;
        }
        let mut at = start;
        while at < end {
            let place = source.character(at);
            at = place.end.max(at + 1);
            let text = source.excerpt(place);
            let Some((character, odd)) =
                (text.chars().next()).and_then(|character| Some((character, odd(character)?)))
            else {
                continue;
            };
            let (code, kind) = (code_point(character), odd.kind);
            let what = if odd.hidden {
                format!("{code} is {kind}")
            } else {
                format!("`{character}` is {code}, {kind}")
            };
            diagnostic.help = Some(match odd.meant {
                Some(' ') => format!("{what}: write a blank"),
                Some(meant) => format!("{what}: write `{meant}`"),
                None => format!("{what}: remove it"),
            });
            let meant = odd.meant.map_or_else(String::new, String::from);
            diagnostic.fix(place, meant);
            break;
        }
    }
}
