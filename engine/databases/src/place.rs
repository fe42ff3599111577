//! Finds the places of databases: those that the user names, or else the default ones.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::manifest;
use crate::source::is_source;

/// The environment variable that names databases.
pub const VARIABLE: &str = "KATACHI_PATTERNS";

/// The option that names databases.
const OPTION: &str = "--patterns";

/// The option that names additional databases.
const ADDING: &str = "--add-patterns";

/// The word for the built-in databases.
pub const BUILT_IN: &str = "builtin";

/// A place where databases are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A folder of databases.
    Folder(PathBuf),
    /// A source file.
    Source(PathBuf),
    /// A compiled image.
    Image(PathBuf),
    /// The program itself.
    BuiltIn,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder(path) | Self::Source(path) | Self::Image(path) => {
                fmt::Display::fmt(&path.display(), f)
            }
            Self::BuiltIn => f.write_str("built in"),
        }
    }
}

/// A place that the search examined, and the result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Looked {
    /// Who named the place, in words.
    pub by: &'static str,
    /// The place, or what would name it.
    pub at: String,
    /// What was found there.
    pub found: String,
}

/// The error for databases that the user named and that do not exist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{by}: expected a folder, a .db, .dbz, .sgf or .kpat file, found {found}: {path}")]
pub struct NotThere {
    by: String,
    found: &'static str,
    path: String,
}

/// The result of a search: the places to use, and all that were examined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    /// The places, in order.
    pub places: Vec<Place>,
    /// The examined places, in order.
    pub looked: Vec<Looked>,
    /// Who named the places: `--patterns` or the environment variable; `None` if nobody did.
    pub named_by: Option<&'static str>,
}

impl Search {
    /// Explains that other databases were named in place of the built-in ones, and how to keep
    /// both.
    pub fn left_out(&self) -> Option<String> {
        let by = self.named_by?;
        if self.places.contains(&Place::BuiltIn) {
            return None;
        }
        let both = if by == VARIABLE {
            let both = std::env::join_paths([BUILT_IN, "PATH"]).unwrap_or_default();
            format!("{VARIABLE}={}", both.display())
        } else {
            format!("{OPTION} {BUILT_IN} {OPTION} PATH")
        };
        Some(format!(
            "the built-in databases are not used, since {by} names others; to keep them, use \
             {ADDING} PATH instead, or {both}"
        ))
    }
}

/// The place that a path or the word `builtin` names. `by` says who named it, for messages.
///
/// # Errors
/// If there are no databases; says what is there instead.
pub fn named(path: &Path, by: &str) -> Result<Place, NotThere> {
    let missing = |found| NotThere {
        by: by.to_owned(),
        found,
        path: path.display().to_string(),
    };
    if path == Path::new(BUILT_IN) && !path.exists() {
        return Ok(Place::BuiltIn);
    }
    if path.as_os_str().is_empty() {
        return Err(missing("nothing"));
    }
    let about = path.metadata().map_err(|error| match error.kind() {
        std::io::ErrorKind::PermissionDenied => missing("something that may not be read"),
        _ => missing("nothing there"),
    })?;
    if about.is_dir() {
        return Ok(Place::Folder(path.to_owned()));
    }
    if is_source(path) {
        Ok(Place::Source(path.to_owned()))
    } else if path.extension().is_some_and(|ending| ending == "kpat") {
        Ok(Place::Image(path.to_owned()))
    } else {
        Err(missing("a file of another kind"))
    }
}

/// Looks for databases. The first of these places that has any is used:
///
/// 1. the paths in `explicit`
/// 2. the environment variable [`VARIABLE`]
/// 3. a folder next to the program
/// 4. the user's data folder
/// 5. the built-in databases
///
/// The places in `added` are used as well.
///
/// # Errors
/// If the databases that the caller or the variable names do not exist; no other place replaces
/// them.
pub fn search(explicit: &[PathBuf], added: &[PathBuf]) -> Result<Search, NotThere> {
    let mut search = first_found(explicit)?;
    for path in added {
        let place = named(path, ADDING)?;
        search.looked.push(Looked {
            by: ADDING,
            at: path.display().to_string(),
            found: "used".to_owned(),
        });
        if !search.places.contains(&place) {
            search.places.push(place);
        }
    }
    Ok(search)
}

/// The first place that has databases.
fn first_found(explicit: &[PathBuf]) -> Result<Search, NotThere> {
    let mut search = Search {
        places: Vec::new(),
        looked: Vec::new(),
        named_by: None,
    };
    let mut note = |by, at: String, found: &str| {
        search.looked.push(Looked {
            by,
            at,
            found: found.to_owned(),
        });
    };
    if explicit.is_empty() {
        note(OPTION, "not given".to_owned(), "-");
    } else {
        for path in explicit {
            let place = named(path, OPTION)?;
            note(OPTION, path.display().to_string(), "used");
            search.places.push(place);
        }
        search.named_by = Some(OPTION);
        return Ok(search);
    }
    match std::env::var_os(VARIABLE).filter(|value| !value.is_empty()) {
        None => note(VARIABLE, "not set".to_owned(), "-"),
        Some(value) => {
            for path in std::env::split_paths(&value) {
                let place = named(&path, VARIABLE)?;
                note(VARIABLE, path.display().to_string(), "used");
                search.places.push(place);
            }
            search.named_by = Some(VARIABLE);
            return Ok(search);
        }
    }
    let beside = std::env::current_exe()
        .ok()
        .and_then(|program| Some(program.parent()?.join("patterns")));
    let data = dirs::data_dir().map(|data| data.join("katachi").join("patterns"));
    for (by, folder) in [("next to the program", beside), ("user data folder", data)] {
        let Some(folder) = folder else {
            note(by, "unknown".to_owned(), "-");
            continue;
        };
        let there = folder.join(manifest::FILE_NAME).is_file();
        note(
            by,
            folder.display().to_string(),
            if there { "used" } else { "not there" },
        );
        if there {
            search.places.push(Place::Folder(folder));
            return Ok(search);
        }
    }
    note("built in", env!("CARGO_PKG_VERSION").to_owned(), "used");
    search.places.push(Place::BuiltIn);
    Ok(search)
}
