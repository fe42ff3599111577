//! `patc diff`: what differs between two databases, as sources or as images.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use katachi_files::say;
use katachi_image::{Image, MAGIC, Role};
use patc::inspect::Difference;
use patc::{Severity, Source, compile};

use super::input::role;

/// Print what was added, removed and changed from one database to another, and how.
///
/// Each is a source or an image; a source is compiled first. Patterns, eye shapes and positions are
/// compared by their names, Monte Carlo weights by their neighbourhoods. Layout, comments and the
/// places of patterns in their sources do not count. The status is 1 if something differs.
///
/// With --git it is a diff driver of git: `git config diff.patc.command 'patc diff --git'` and a
/// line `*.db diff=patc` in .gitattributes let `git diff` show what changed in patterns.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  patc diff before.db after.db                what an edit changed
  patc diff before.kpat after.kpat            the same with images
  patc diff before.kpat after.kpat | tail -1  how many patterns it changed")]
pub struct Diff {
    /// The old database and the new one; with --git the seven arguments that git gives.
    #[arg(value_name = "DATABASE", required = true, num_args = 1..=9)]
    databases: Vec<PathBuf>,
    /// What the databases are for, such as `fuseki`; by default what the new file is called, or
    /// `patterns`.
    #[arg(long, value_name = "NAME")]
    role: Option<String>,
    /// Read the arguments that git gives to a diff driver, and never fail because something
    /// differs.
    #[arg(long)]
    git: bool,
}

impl Diff {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        if self.git {
            return self.run_for_git();
        }
        let [old, new] = self.databases.as_slice() else {
            bail!(
                "expected two databases, the old one and the new one, found {}",
                self.databases.len()
            );
        };
        let role = role(self.role.as_deref(), Some(new))?;
        let (old, new) = (read(old, old, role)?, read(new, new, role)?);
        let difference = Difference::between(&old, &new)?;
        say!("{difference}")?;
        Ok(ExitCode::from(u8::from(!difference.is_empty())))
    }

    /// Git gives the path in its tree, then file, hash and mode of the old version, then those of
    /// the new one; after a renaming, two more. A version that does not exist is `/dev/null`.
    fn run_for_git(self) -> anyhow::Result<ExitCode> {
        let path = self.databases.first().context("expected a path")?;
        let (Some(old), Some(new)) = (self.databases.get(1), self.databases.get(4)) else {
            say!("{}: not merged", path.display())?;
            return Ok(ExitCode::SUCCESS);
        };
        let role = role(self.role.as_deref(), Some(path))?;
        say!("{}", path.display())?;
        let versions = [("old", old), ("new", new)].map(|(which, file)| {
            let image = read(file, path, role);
            image.with_context(|| format!("the {which} version cannot be compared"))
        });
        // What is wrong with a version is no reason for git to stop.
        match versions {
            [Ok(old), Ok(new)] => say!("{}", Difference::between(&old, &new)?)?,
            versions => {
                for error in versions.into_iter().filter_map(Result::err) {
                    say!("{error:#}")?;
                }
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The image in a file, or that of the source in it. `name` is for messages and places.
fn read(file: &Path, name: &Path, role: Role) -> anyhow::Result<Image> {
    let nothing = file == Path::new("/dev/null");
    let bytes = if nothing {
        Ok(Vec::new())
    } else {
        katachi_files::read(file)
    };
    let bytes = bytes.with_context(|| format!("cannot read {}", file.display()))?;
    if bytes.starts_with(&MAGIC) {
        return Ok(Image::from_vec(bytes)?);
    }
    // A version that does not exist is a database without patterns.
    let bytes = if nothing { b"#\n".to_vec() } else { bytes };
    let compiled = compile(role, vec![Source::new(name.to_string_lossy(), bytes)]);
    let first = compiled.diagnostics.iter();
    let first = first.filter(|one| one.severity() == Severity::Error);
    match (compiled.image, first.clone().next()) {
        (Some(image), _) => Ok(Image::from_vec(image)?),
        (None, Some(error)) => bail!("{}", error.short(&compiled.sources)),
        (None, None) => bail!("{}: it cannot be compiled", name.display()),
    }
}
