//! Reads `databases.toml`, the list of databases of a folder.
//!
//! ```toml
//! [[database]]
//! name = "shapes"          # by which people know it; unique
//! role = "patterns"        # what it is for; the name, if left out
//! sources = ["shapes.db"]  # in order; NAME.db, if left out
//! matcher = "masks"        # or "automaton"; "auto", if left out
//!
//! [[override]]
//! pattern = "Elephant"     # a pattern of the databases beside this folder, which is silenced
//! database = "shapes"      # only there; everywhere, if left out
//! with = "MyElephant"      # the pattern of this folder that replaces it; none, if left out
//! ```
//!
//! Sources are in the folder of the list or below it. A name is a file name without its ending. So
//! a list cannot name files outside its folder.

use std::ffi::OsStr;
use std::path::{Component, Path};

use katachi_image::{PROFILES, Role};
use patc::Method;
use serde::Deserialize;

/// The name of the file.
pub const FILE_NAME: &str = "databases.toml";

/// A database of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name, for people.
    pub name: String,
    /// What it is for.
    pub role: Role,
    /// How its patterns are matched.
    pub method: Method,
    /// Its sources, relative to the folder of the list, with `/` between folders.
    pub sources: Vec<String>,
}

impl Entry {
    /// The database of a single source file: its name gives name and role.
    pub(crate) fn of_file(path: &Path) -> Self {
        let text = |part: Option<&OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
        Self {
            sources: vec![text(path.file_name())],
            role: match Role::by_file(path) {
                Some(role) => role,
                None if path.extension().is_some_and(|ending| ending == "sgf") => Role::Joseki,
                None => Role::Patterns,
            },
            method: Method::Auto,
            name: text(path.file_stem()),
        }
    }
}

/// A pattern of other databases that is silenced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Override {
    /// The name of the pattern.
    pub pattern: String,
    /// The name of its database; `None` for any.
    pub database: Option<String>,
    /// The name of the pattern that replaces it, if one does.
    pub with: Option<String>,
    /// Where the list says so, for messages.
    pub place: String,
}

/// What a list says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Manifest {
    /// The databases, in order.
    pub databases: Vec<Entry>,
    /// What it changes in other databases.
    pub overrides: Vec<Override>,
}

/// Why a list cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {message}")]
pub struct ManifestError {
    /// The file, and where possible line and column.
    pub place: String,
    /// What was expected and found.
    pub message: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    database: Vec<toml::Spanned<Raw>>,
    #[serde(default, rename = "override")]
    overrides: Vec<toml::Spanned<RawOverride>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawOverride {
    pattern: String,
    database: Option<String>,
    with: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    name: String,
    role: Option<String>,
    matcher: Option<String>,
    sources: Option<Vec<String>>,
}

/// Reads a list.
///
/// # Errors
/// The place in the list, what was expected there and what was found.
pub fn parse(file: &str, text: &str) -> Result<Manifest, ManifestError> {
    let position = |offset: usize| position(file, text, offset);
    let fail = |offset: Option<usize>, message: String| {
        let place = offset.map_or_else(|| file.to_owned(), position);
        ManifestError { place, message }
    };
    let parsed: File = toml::from_str(text).map_err(|error| {
        fail(
            error.span().map(|span| span.start),
            error.message().to_owned(),
        )
    })?;
    let mut entries: Vec<Entry> = Vec::new();
    for raw in parsed.database {
        let at = Some(raw.span().start);
        let raw = raw.into_inner();
        let role_name = raw.role.as_deref().unwrap_or(&raw.name);
        let role = Role::by_name(role_name).ok_or_else(|| {
            let known: Vec<_> = PROFILES.iter().map(|profile| profile.name).collect();
            let known = known.join(", ");
            fail(
                at,
                format!("expected a role out of {known}, found '{role_name}'"),
            )
        })?;
        if !is_plain(&raw.name) {
            let message = format!(
                "expected a name without folders, such as 'shapes', found '{}'",
                raw.name
            );
            return Err(fail(at, message));
        }
        if entries.iter().any(|entry| entry.name == raw.name) {
            let message = format!("expected a name of its own, found '{}' again", raw.name);
            return Err(fail(at, message));
        }
        let asked = raw.matcher.as_deref().map(str::parse).transpose();
        let method = asked.and_then(|asked| Method::chosen(role, asked));
        let method = method.map_err(|message| fail(at, message))?;
        let sources = raw
            .sources
            .unwrap_or_else(|| vec![format!("{}.db", raw.name)]);
        if let Some(source) = sources.iter().find(|source| !is_inside(source)) {
            let message = format!(
                "expected a path inside the folder of this file, found '{source}'; copy the file or \
                 link to it"
            );
            return Err(fail(at, message));
        }
        entries.push(Entry {
            name: raw.name,
            role,
            method,
            sources,
        });
    }
    let overrides = parsed.overrides.into_iter().map(|raw| {
        let place = position(raw.span().start);
        let RawOverride {
            pattern,
            database,
            with,
        } = raw.into_inner();
        Override {
            pattern,
            database,
            with,
            place,
        }
    });
    Ok(Manifest {
        overrides: overrides.collect(),
        databases: entries,
    })
}

/// A place in a list: file, line and column.
fn position(file: &str, text: &str, offset: usize) -> String {
    let before = text.get(..offset).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let last = before.rsplit('\n').next();
    let column = last.map_or(0, |last| last.chars().count()) + 1;
    format!("{file}:{line}:{column}")
}

/// Whether a relative path stays in its folder.
fn is_inside(path: &str) -> bool {
    let mut parts = Path::new(path).components().peekable();
    // `\` separates folders on Windows. Refuse it everywhere, so that a list means the same
    // everywhere.
    let is_portable = !path.contains('\\');
    let stays = |part| matches!(part, Component::Normal(_) | Component::CurDir);
    is_portable && parts.peek().is_some() && parts.all(stays)
}

/// Whether a name is a file name without folders.
fn is_plain(name: &str) -> bool {
    let mut parts = Path::new(name).components();
    let first = parts.next();
    let is_name = matches!(first, Some(Component::Normal(part)) if part == name);
    is_name && parts.next().is_none() && !name.contains(['\\', '\0'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn role_and_sources_have_defaults() {
        let list = parse("d.toml", "[[database]]\nname = 'fuseki'\n").unwrap();
        let entries = list.databases;
        assert_eq!(entries[0].role, Role::Fuseki);
        assert_eq!(entries[0].sources, ["fuseki.db"]);
        assert_eq!(parse("d.toml", "").unwrap(), Manifest::default());
    }

    #[test]
    fn a_database_may_choose_its_matcher() {
        let method = |text: &str| {
            let entries = parse("d.toml", &format!("[[database]]\n{text}"));
            entries.map(|list| list.databases[0].method)
        };
        assert_eq!(method("name = 'attack'\n"), Ok(Method::Auto));
        for (name, expected) in Method::NAMES {
            let text = format!("name = 'attack'\nmatcher = '{name}'\n");
            assert_eq!(method(&text), Ok(expected));
        }
        let error = |text: &str| method(text).unwrap_err().to_string();
        let unknown = error("name = 'attack'\nmatcher = 'dfa'\n");
        assert!(
            unknown.contains("expected auto, automaton or masks, found 'dfa'"),
            "{unknown}"
        );
        let joseki = error("name = 'joseki'\nmatcher = 'masks'\n");
        assert!(
            joseki.contains("expected no matcher for the role joseki"),
            "{joseki}"
        );
    }

    #[test]
    fn patterns_of_other_databases_are_overridden() {
        let text = "[[override]]\npattern = 'A'\n\n\
                    [[override]]\npattern = 'B'\ndatabase = 'shapes'\nwith = 'C'\n";
        let found = parse("d.toml", text).unwrap().overrides;
        let silenced = Override {
            pattern: "A".to_owned(),
            database: None,
            with: None,
            place: "d.toml:1:1".to_owned(),
        };
        let replaced = Override {
            pattern: "B".to_owned(),
            database: Some("shapes".to_owned()),
            with: Some("C".to_owned()),
            place: "d.toml:4:1".to_owned(),
        };
        assert_eq!(found, [silenced, replaced]);
        let error = parse("d.toml", "[[override]]\nname = 'A'\n").unwrap_err();
        assert!(error.to_string().starts_with("d.toml:2:1: "), "{error}");
    }

    #[test]
    fn mistakes_are_located() {
        let error = |text| parse("d.toml", text).unwrap_err().to_string();
        assert!(error("[[database]]\nname = 3\n").starts_with("d.toml:2:8: "));
        assert!(error("[[database]]\nname = 'x'\nrole = 'y'\n").contains("found 'y'"));
        assert!(error("[[database]]\nname = 'attack'\nsource = []\n").contains("source"));
        let twice = "[[database]]\nname = 'attack'\n[[database]]\nname = 'attack'\n";
        assert!(error(twice).starts_with("d.toml:3:1: "));
    }

    #[test]
    fn a_list_leads_nowhere_else() {
        let source = |path: &str| {
            let text = format!("[[database]]\nname = 'attack'\nsources = ['a.db', '{path}']\n");
            parse("d.toml", &text)
        };
        for inside in ["b.db", "sub/b.db", "./sub/b.db", "..b.db", "sub/..b/c.db"] {
            assert!(source(inside).is_ok(), "{inside}");
        }
        for outside in [
            "../b.db",
            "sub/../../b.db",
            "sub/../b.db",
            "..",
            "/etc/b.db",
            "..\\b.db",
            "",
        ] {
            let error = source(outside).unwrap_err().to_string();
            assert!(
                error.starts_with("d.toml:1:1: expected a path inside"),
                "{error}"
            );
        }
        for name in [
            "../attack",
            "sub/attack",
            "..",
            ".",
            "",
            "/attack",
            "attack/",
        ] {
            let text = format!("[[database]]\nname = '{name}'\nrole = 'attack'\n");
            let error = parse("d.toml", &text).unwrap_err().to_string();
            assert!(
                error.starts_with("d.toml:1:1: expected a name without"),
                "{error}"
            );
        }
    }
}
