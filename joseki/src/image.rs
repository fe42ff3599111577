//! Passes trees to the pattern compiler, and translates its diagnostics to places in the trees.

use std::collections::BTreeSet;
use std::path::Path;

use katachi_image::Role;
use katachi_sgf::Location;
use patc::{Code, Severity as PatcSeverity, Source};

use crate::compile::{Options, compile};
use crate::entry::Entry;
use crate::problem::{Problem, Severity};
use crate::text;

/// A file with its entries.
#[derive(Clone, Debug)]
pub struct Tree {
    /// The file's name, which images store.
    pub name: String,
    /// Its patterns.
    pub entries: Vec<Entry>,
}

/// The index of a tree, and the index of one of its entries.
pub type Place = (usize, usize);

/// The result of the pattern compiler.
#[derive(Clone, Debug)]
pub struct Built {
    /// The image; `None` if there are errors.
    pub image: Option<Vec<u8>>,
    /// Errors and warnings, each with the entry that it concerns, if any.
    pub problems: Vec<(Option<Place>, Problem)>,
    /// The entries with errors.
    pub wrong: BTreeSet<Place>,
}

/// Compiles one database of these trees.
pub fn build(trees: &[Tree]) -> Built {
    let sources = trees.iter().map(source).collect();
    let compiled = patc::compile(Role::Joseki, sources);
    let patterns = compiled.sources.iter().map(|source| {
        let patterns = source.text().match_indices("\nPattern ");
        patterns.map(|(start, _)| start).collect::<Vec<_>>()
    });
    let patterns: Vec<_> = patterns.collect();
    let problems = compiled.diagnostics.iter().map(|one| {
        let place = patterns.get(one.source.0).and_then(|starts| {
            let before = starts.partition_point(|&start| start < one.span.start);
            Some((one.source.0, before.checked_sub(1)?))
        });
        let found = place.and_then(|(tree, entry)| trees.get(tree)?.entries.get(entry));
        let source = compiled.sources.get(one.source.0);
        let help = sgf_help(one.code).or(one.help.as_deref());
        let help = help.map(|help| format!("; {help}"));
        let problem = Problem {
            severity: match one.severity() {
                PatcSeverity::Error => Severity::Error,
                PatcSeverity::Warning => Severity::Warning,
            },
            location: (found.zip(source))
                .map(|(entry, source)| location(entry, source, one.span.start))
                .unwrap_or_default(),
            node: found.map_or_else(String::new, |entry| format!("of pattern {}", entry.name)),
            message: format!("{}: {}{}", one.code, one.message, help.unwrap_or_default()),
        };
        (place, problem)
    });
    let problems: Vec<_> = problems.collect();
    let errors = (problems.iter()).filter(|(_, one)| one.severity == Severity::Error);
    Built {
        wrong: errors.filter_map(|(place, _)| *place).collect(),
        problems,
        image: compiled.image,
    }
}

/// Where a place of a generated pattern is in the tree: in the comment's own line, or else at the
/// node.
fn location(entry: &Entry, source: &Source, offset: usize) -> Location {
    let at = source.location(offset);
    let line = source.slice(source.line_span(at.line));
    if let Some(place) = entry.place_of(line) {
        return Location {
            line: place.line,
            column: place.column + at.column as u32 - 1,
        };
    }
    // What authors add to colon lines stands behind the class in the generated ones.
    let extra = entry.extra.iter().filter(|_| line.starts_with(':'));
    let places = extra.filter_map(|extra| entry.place_of(&format!(":{extra}")));
    places.into_iter().next().unwrap_or(entry.location)
}

/// What to do about a mistake, in terms of the tree, where the compiler's advice is about the text
/// of a database.
fn sgf_help(code: Code) -> Option<&'static str> {
    Some(match code {
        Code::UnknownLabel => "label the point in this node, such as `LB[pd:a]`",
        Code::UnusedLabel => "remove the label (LB), or name it in a comment line with `;`",
        Code::UnusedConstraintDiagram => {
            "remove the labels (LB), or add a comment line such as `;lib(a)>1`"
        }
        Code::BadLabel | Code::ConstraintCell => {
            "labels (LB) are letters that are no cells: `a` to `n`, `p` to `w`, `A` to `N` and others"
        }
        Code::TwoStrings | Code::LabelClash => "each string needs a label (LB) of its own",
        Code::UnknownClass => {
            "class letters come first in a comment line with `:`, as in `:C,shape(3)`"
        }
        Code::CornerStones => "move the square mark (SQ) towards the corner",
        Code::DuplicateName | Code::LongName | Code::BadName => "change the node's name (N)",
        Code::DuplicatePattern => "remove the square mark (SQ) from one of the nodes",
        _ => return None,
    })
}

/// A tree as a source of the pattern compiler; the lines of its patterns are those of their nodes,
/// or of the comment's lines.
pub fn source(tree: &Tree) -> Source {
    let mut text = text::database([], &[]).to_string();
    let mut lines = vec![1; text.lines().count()];
    for entry in &tree.entries {
        let pattern = text::separated(entry).to_string();
        lines.extend(pattern.lines().map(|line| {
            let place = entry.place_of(line).filter(|_| !line.is_empty());
            place.unwrap_or(entry.location).line
        }));
        text.push_str(&pattern);
    }
    Source::new(tree.name.as_str(), text).made_from(lines)
}

/// A tree from the bytes of its file, for programs that compile databases of several kinds. Names
/// begin with the letters and digits of the file's name.
///
/// # Errors
/// The mistakes in the tree, one line each, with file and location.
pub fn source_of_file(name: &str, bytes: &[u8]) -> Result<Source, Vec<String>> {
    let options = Options {
        prefix: prefix(Path::new(name)),
        ..Options::default()
    };
    let compiled = compile(bytes, &options);
    if compiled.has_errors() {
        let errors = compiled.problems.iter();
        let errors = errors.filter(|one| one.severity == Severity::Error);
        return Err(errors.map(|one| format!("{name}:{one}")).collect());
    }
    Ok(source(&Tree {
        name: name.to_owned(),
        entries: compiled.entries,
    }))
}

/// The default prefix for the names of a file's patterns: the letters and digits of the file's
/// name, without its ending.
pub fn prefix(path: &Path) -> String {
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    name.chars().filter(char::is_ascii_alphanumeric).collect()
}
