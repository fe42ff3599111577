//! `databases.toml`: the list of databases of a folder.
//!
//! ```toml
//! [[database]]
//! name = "shapes"          # by which people know it; unique
//! role = "patterns"        # what it is for; the name, if left out
//! sources = ["shapes.db"]  # in order; NAME.db, if left out
//! ```

use std::path::Path;

use katachi_image::{PROFILES, Role};
use serde::Deserialize;

/// The name of the file.
pub const FILE_NAME: &str = "databases.toml";

/// A database of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name by which people know it.
    pub name: String,
    /// What it is for.
    pub role: Role,
    /// Its sources, relative to the folder of the list, with `/` between folders.
    pub sources: Vec<String>,
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
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    name: String,
    role: Option<String>,
    sources: Option<Vec<String>>,
}

/// Reads a list.
///
/// # Errors
/// Says where it is wrong, what was expected and what was found.
pub fn parse(file: &str, text: &str) -> Result<Vec<Entry>, ManifestError> {
    let fail = |offset: Option<usize>, message: String| {
        let before = offset.and_then(|offset| text.get(..offset));
        let place = before.map_or_else(
            || file.to_owned(),
            |before| {
                let line = before.matches('\n').count() + 1;
                let column = before
                    .rsplit('\n')
                    .next()
                    .map_or(0, |last| last.chars().count())
                    + 1;
                format!("{file}:{line}:{column}")
            },
        );
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
        if entries.iter().any(|entry| entry.name == raw.name) {
            let message = format!("expected a name of its own, found '{}' again", raw.name);
            return Err(fail(at, message));
        }
        let sources = raw
            .sources
            .unwrap_or_else(|| vec![format!("{}.db", raw.name)]);
        let outside = |source: &&String| Path::new(source.as_str()).is_absolute();
        if let Some(source) = sources.iter().find(outside) {
            let message = format!("expected a path relative to this file, found '{source}'");
            return Err(fail(at, message));
        }
        entries.push(Entry {
            name: raw.name,
            role,
            sources,
        });
    }
    Ok(entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn role_and_sources_have_defaults() {
        let entries = parse("d.toml", "[[database]]\nname = 'fuseki'\n").unwrap();
        assert_eq!(entries[0].role, Role::Fuseki);
        assert_eq!(entries[0].sources, ["fuseki.db"]);
        assert_eq!(parse("d.toml", "").unwrap(), []);
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
}
