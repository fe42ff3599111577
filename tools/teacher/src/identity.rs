//! What an engine is: its command line, its version, and the files that its command line names.
//!
//! Answers in a file belong to an identity. So an engine that was built again, or whose databases
//! or network have changed, is asked again.

use std::path::{Path, PathBuf};

use crate::engine::EngineCommand;

/// A hash of the command line, of a label such as `GNU Go:3.8`, and of the bytes of all files that
/// the command line names: the program, and files and folders among the arguments (`--option FILE`
/// or `--option=FILE`; of a folder, the files directly in it).
pub fn identity(command: &EngineCommand, label: &str) -> String {
    let mut hasher = blake3::Hasher::new();
    let words = shlex::split(command.line()).unwrap_or_default();
    hasher.update(command.line().as_bytes()).update(b"\0");
    hasher.update(label.as_bytes()).update(b"\0");
    let program = words.first().and_then(|name| program(name));
    let arguments = words.iter().skip(1);
    let paths = arguments.flat_map(|word| {
        let value = word.split_once('=').map(|(_, value)| value);
        [Some(word.as_str()), value]
            .into_iter()
            .flatten()
            .map(PathBuf::from)
    });
    for path in program.into_iter().chain(paths) {
        if path.is_dir() {
            for file in files_in(&path) {
                add(&mut hasher, &file);
            }
        } else {
            add(&mut hasher, &path);
        }
    }
    hasher.finalize().to_hex()[..16].to_owned()
}

/// The file of a program, as the system finds it.
fn program(name: &str) -> Option<PathBuf> {
    if name.contains(std::path::is_separator) {
        return Some(name.into());
    }
    let path = std::env::var_os("PATH")?;
    let mut places = std::env::split_paths(&path).map(|folder| folder.join(name));
    places.find(|place| place.is_file())
}

fn files_in(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let mut files: Vec<PathBuf> = (entries.flatten().map(|entry| entry.path()))
        .filter(|path| path.is_file())
        .collect();
    files.sort();
    files
}

/// Adds the bytes of a regular file. What cannot be read is no part of the identity.
fn add(hasher: &mut blake3::Hasher, path: &Path) {
    if path.is_file()
        && let Ok(file) = katachi_files::open_now(path)
    {
        let _ = hasher.update_reader(file);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_the_command_line_count() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        std::fs::create_dir(&data).unwrap();
        let (model, db) = (folder.path().join("model"), data.join("a.db"));
        std::fs::write(&model, "1").unwrap();
        let line = format!("engine --data={} -m {}", data.display(), model.display());
        let of = |label: &str| identity(&EngineCommand::new(line.as_str()), label);
        let mut seen = vec![of("A:1")];
        assert_eq!(of("A:1"), seen[0]);
        seen.push(of("A:2"));
        std::fs::write(&model, "2").unwrap();
        seen.push(of("A:1"));
        std::fs::write(&db, "pattern").unwrap();
        seen.push(of("A:1"));
        std::fs::write(&db, "another").unwrap();
        seen.push(of("A:1"));
        let number = seen.len();
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), number);
    }
}
