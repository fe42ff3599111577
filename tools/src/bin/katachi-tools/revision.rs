//! Databases on a command line: a path, or a path in a revision of a git repository.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail, ensure};
use tempfile::TempDir;

/// Where databases are.
pub(super) enum Source {
    /// In a file or folder, or built in.
    Path(PathBuf),
    /// In a copy of a revision.
    Copy {
        /// The file or folder.
        path: PathBuf,
        /// The folder that is removed at the end.
        _folder: TempDir,
    },
}

impl Source {
    /// What a word of the command line names: a path that exists, `builtin`, or `REVISION:PATH`.
    ///
    /// # Errors
    /// If git does not have the revision or the path.
    pub(super) fn of(word: &str) -> anyhow::Result<Self> {
        let path = PathBuf::from(word);
        match word.split_once(':') {
            Some((revision, inside)) if !path.exists() && !revision.is_empty() => {
                Self::copy(word, revision, inside)
            }
            _ => Ok(Self::Path(path)),
        }
    }

    /// The file or folder.
    pub(super) fn path(&self) -> &Path {
        match self {
            Self::Path(path) | Self::Copy { path, .. } => path,
        }
    }

    fn copy(word: &str, revision: &str, inside: &str) -> anyhow::Result<Self> {
        let context = || format!("--patterns {word}");
        let listed = git(&["ls-tree", "-r", "-z", "--name-only", revision, "--", inside]);
        let listed = listed.with_context(context)?;
        let names = String::from_utf8_lossy(&listed).into_owned();
        let names: Vec<&str> = names.split_terminator('\0').collect();
        ensure!(
            !names.is_empty(),
            "--patterns {word}: expected files at {inside} in {revision}, found none"
        );
        let folder = tempfile::tempdir().with_context(context)?;
        for name in names {
            let bytes = git(&["cat-file", "blob", &format!("{revision}:./{name}")]);
            let file = folder.path().join(name);
            std::fs::create_dir_all(katachi_files::folder_of(&file)).with_context(context)?;
            katachi_files::write(&file, &bytes.with_context(context)?).with_context(context)?;
        }
        Ok(Self::Copy {
            path: folder.path().join(inside),
            _folder: folder,
        })
    }
}

/// What git prints.
fn git(arguments: &[&str]) -> anyhow::Result<Vec<u8>> {
    let output = Command::new("git").args(arguments).output();
    let output = output.context("cannot start git")?;
    if !output.status.success() {
        bail!("git: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(output.stdout)
}
