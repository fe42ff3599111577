//! The sources of a database in all their formats: pattern files and annotated SGF trees.

use std::path::Path;

use katachi_image::Role;
use patc::{Compiled, Method, Source};

/// The endings of source files, for folders without a list.
pub(crate) const ENDINGS: [&str; 3] = ["db", "dbz", "sgf"];

/// Whether a file name is that of a source.
pub(crate) fn is_source(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str());
    ending.is_some_and(|ending| ENDINGS.contains(&ending))
}

/// Whether a file name is that of an SGF tree.
pub(crate) fn is_tree(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "sgf")
}

/// Compiles a database from its files; SGF trees become patterns first. The fingerprint of the
/// image is that of the files.
///
/// # Errors
/// The mistakes in SGF trees, one line each. Mistakes in patterns are part of the result.
pub(crate) fn compile(
    role: Role,
    method: Method,
    files: Vec<Source>,
) -> Result<Compiled, Vec<String>> {
    let fingerprint = patc::fingerprint(role, method, &files);
    let (mut sources, mut mistakes) = (Vec::new(), Vec::new());
    for file in files {
        if !is_tree(Path::new(file.name())) {
            sources.push(file);
            continue;
        }
        match katachi_joseki::image::source_of_file(file.name(), file.bytes()) {
            Ok(source) => sources.push(source),
            Err(lines) => mistakes.extend(lines),
        }
    }
    if mistakes.is_empty() {
        Ok(patc::compile_as(role, method, sources, fingerprint))
    } else {
        Err(mistakes)
    }
}
