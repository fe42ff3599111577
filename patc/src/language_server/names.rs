//! Names of patterns: where they are given, and where comments and lists mention them. The files of
//! the folder count, too.

use std::path::Path;

use lsp_types::{DocumentSymbol, Location, SymbolKind, Uri};

use super::document::{Document, address, path};
use super::surroundings::Surroundings;
use super::text::Text;
use crate::source::Span;

/// The list of a folder, whose overrides name patterns.
const LIST: &str = "databases.toml";

/// A text that may name patterns.
struct Page {
    uri: Uri,
    text: Text,
    /// Whether names stand only in `Pattern` lines and comments.
    is_database: bool,
}

/// The open databases, and what else their folders have.
pub fn pages<'a>(
    documents: impl Iterator<Item = &'a Document>,
    around: &dyn Surroundings,
    folder: Option<&Path>,
) -> Pages {
    let mut pages: Vec<Page> = Vec::new();
    for document in documents {
        pages.push(Page {
            uri: document.uri.clone(),
            text: document.text().clone(),
            is_database: true,
        });
    }
    let files = folder.map(|folder| around.files(folder));
    for path in files.unwrap_or_default() {
        let Some(is_database) = kind(&path) else {
            continue;
        };
        let is_open = pages
            .iter()
            .any(|page| self::path(&page.uri).as_ref() == Some(&path));
        let Some(uri) = address(&path).filter(|_| !is_open) else {
            continue;
        };
        if let Some(bytes) = around.read(&path) {
            let text = Text::new(String::from_utf8_lossy(&bytes).into_owned());
            pages.push(Page {
                uri,
                text,
                is_database,
            });
        }
    }
    Pages(pages)
}

/// Whether a file is a database, or lists names; `None` if it does neither.
fn kind(path: &Path) -> Option<bool> {
    let ending = path.extension().and_then(|ending| ending.to_str());
    let name = path.file_name().and_then(|name| name.to_str());
    match (ending, name) {
        (Some("db"), _) => Some(true),
        (Some("tst"), _) | (_, Some(LIST)) => Some(false),
        _ => None,
    }
}

/// Texts that may name patterns.
pub struct Pages(Vec<Page>);

impl Pages {
    /// Where patterns of this name are.
    pub fn definitions(&self, name: &str) -> Vec<Location> {
        self.find(name, |page, line| {
            page.is_database && line.starts_with("Pattern")
        })
    }

    /// Where the name stands: in lines `Pattern NAME`, in comments, and in lists.
    pub fn mentions(&self, name: &str) -> Vec<Location> {
        self.find(name, |_, _| true)
    }

    fn find(&self, name: &str, wanted: impl Fn(&Page, &str) -> bool) -> Vec<Location> {
        let mut places = Vec::new();
        for page in &self.0 {
            for (start, line) in lines(&page.text) {
                if !wanted(page, line) {
                    continue;
                }
                let from = if page.is_database {
                    match place_of_names(line) {
                        Some(from) => from,
                        None => continue,
                    }
                } else {
                    0
                };
                for at in words(&line[from..], name) {
                    let span = Span::new(start + from + at, start + from + at + name.len());
                    places.push(Location::new(page.uri.clone(), page.text.range(span)));
                }
            }
        }
        places
    }
}

/// The name that may stand at a byte: a word of a `Pattern` line, or of a comment.
pub fn word(document: &Document, offset: usize) -> Option<String> {
    let text = document.text();
    let line = text.line(text.line_of(offset))?;
    let whole = text.slice(line);
    let at = offset.checked_sub(line.start)?;
    let from = place_of_names(whole).filter(|from| *from <= at)?;
    let before = whole.get(from..at)?;
    let after = whole.get(at..)?;
    let start = before.trim_end_matches(is_of_name).len();
    let end = after.find(|c| !is_of_name(c)).unwrap_or(after.len());
    let word = &whole[from + start..at + end];
    // A sentence may end with a name.
    let word = word.trim_end_matches('.');
    (!word.is_empty()).then(|| word.to_owned())
}

/// The patterns of a database, for the editor's list.
#[expect(deprecated, reason = "a field of the protocol that must be there")]
pub fn symbols(document: &Document) -> Vec<DocumentSymbol> {
    let named = (document.outline().parts.iter()).filter_map(|part| {
        Some((
            part,
            part.name.as_ref().filter(|one| !one.value.is_empty())?,
        ))
    });
    named
        .map(|(part, name)| DocumentSymbol {
            name: name.value.clone(),
            detail: None,
            kind: SymbolKind::OBJECT,
            tags: None,
            deprecated: None,
            range: document.text().range(part.span),
            selection_range: document.text().range(name.span),
            children: None,
        })
        .collect()
}

/// The lines of a text with their places.
fn lines(text: &Text) -> impl Iterator<Item = (usize, &str)> {
    let spans = (0..).map_while(|number| text.line(number));
    spans.map(|span| (span.start, text.slice(span)))
}

/// Where names may stand in a line of a database: behind `Pattern`, or in the comment.
fn place_of_names(line: &str) -> Option<usize> {
    if line.starts_with("Pattern") {
        Some("Pattern".len())
    } else {
        line.find('#')
    }
}

fn is_of_name(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '-' | '.')
}

/// The places of a word in a text.
fn words<'a>(text: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    text.match_indices(word)
        .map(|(at, _)| at)
        .filter(move |&at| {
            let before = text[..at].chars().next_back();
            let rest = &text[at + word.len()..];
            // The dot that ends a sentence is no part of the name.
            let rest = rest.strip_prefix('.').map_or(rest, |behind| {
                if behind.starts_with(is_of_name) {
                    rest
                } else {
                    behind
                }
            });
            !before.is_some_and(is_of_name) && !rest.starts_with(is_of_name)
        })
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn names_are_whole_words() {
        let found: Vec<usize> = words("EB1 EB12, EB1. EB1.5 xEB1 (EB1)", "EB1").collect();
        assert_eq!(found, [0, 10, 27]);
    }
}
