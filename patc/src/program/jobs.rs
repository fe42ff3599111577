//! The databases of a command line. All its files of one role together are one database; each file
//! in a folder is one of its own.

use std::path::{Path, PathBuf};

use anyhow::Context;
use indicatif::ProgressBar;
use katachi_image::{Kind, Role};
use patc::{Compiled, Method, Source, compile_for};

use super::input::{Input, read, role};
use super::matcher::method;

/// The databases of a command line.
#[derive(clap::Args)]
pub struct Databases {
    #[command(flatten)]
    pub input: Input,
    /// Compile each file as a database of its own. By default files whose names say different roles
    /// are different databases; in a folder, each .db and .dbz file is one.
    #[arg(short, long)]
    each: bool,
}

/// A database to compile.
pub struct Job {
    /// What the database is for.
    pub role: Role,
    /// Its sources in order.
    pub sources: Vec<PathBuf>,
}

impl Databases {
    /// The databases: first those of the files, in their order, then those of the folders by name.
    pub fn jobs(&self) -> anyhow::Result<Vec<Job>> {
        let paths = &self.input.sources;
        let (folders, files): (Vec<_>, Vec<_>) = paths.iter().cloned().partition(|p| p.is_dir());
        let mut groups = self.groups(files);
        for folder in folders {
            groups.extend(sources_in(&folder)?.into_iter().map(|file| vec![file]));
        }
        let job = |sources: Vec<PathBuf>| {
            let role = role(self.input.role.as_deref(), sources.first())?;
            Ok(Job { role, sources })
        };
        groups.into_iter().map(job).collect()
    }

    /// The files of each database: those of one role belong together, unless each stands for
    /// itself. Eye shapes, Monte Carlo rules and books are never continued in another file.
    fn groups(&self, files: Vec<PathBuf>) -> Vec<Vec<PathBuf>> {
        let mut groups: Vec<(Role, Vec<PathBuf>)> = Vec::new();
        for file in files {
            let role = match (&self.input.role, Role::by_file(&file)) {
                (None, Some(Role::Patterns2)) => Role::Patterns,
                (None, Some(role)) => role,
                _ => Role::Patterns,
            };
            let is_one = self.each || role.profile().kind != Kind::General;
            match groups.iter_mut().find(|(other, _)| *other == role) {
                Some((_, group)) if !is_one => group.push(file),
                _ => groups.push((role, vec![file])),
            }
        }
        groups.into_iter().map(|(_, group)| group).collect()
    }

    /// Whether there may be several databases, so that each answer must name its own.
    pub fn are_several(&self) -> bool {
        let (folders, files): (Vec<_>, Vec<_>) =
            (self.input.sources.iter().cloned()).partition(|path| path.is_dir());
        self.each || !folders.is_empty() || self.groups(files).len() > 1
    }

    /// Compiles them one after the other, to be matched by the method that the user asked for;
    /// prints the diagnostics of each, and hands it to `done`.
    ///
    /// With several databases, a bar on the terminal shows the progress.
    pub fn compile(
        &self,
        asked: Option<Method>,
        mut done: impl FnMut(&Job, Compiled) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let jobs = self.jobs()?;
        for job in &jobs {
            // If one of them has no choice, nothing is written.
            method(job.role, asked)?;
        }
        let bar = match jobs.len() {
            0 | 1 => ProgressBar::hidden(),
            several => {
                let jobs = Some(several as u64);
                katachi_program::progress(jobs, "{bar:30} {pos}/{len} {msg}")
            }
        };
        for job in &jobs {
            bar.set_message(job.name());
            let mut compiled = job.compile(method(job.role, asked)?)?;
            self.input.levels.apply(&mut compiled);
            bar.suspend(|| {
                let messages = &self.input.messages;
                messages.print(&compiled.diagnostics, &compiled.sources);
                done(job, compiled)
            })?;
            bar.inc(1);
        }
        bar.finish_and_clear();
        Ok(())
    }
}

impl Job {
    /// The names of its files, for people.
    pub fn name(&self) -> String {
        let names = self.sources.iter().map(|path| path.display().to_string());
        names.collect::<Vec<_>>().join(" + ")
    }

    /// Reads its sources.
    pub fn read(&self) -> anyhow::Result<Vec<Source>> {
        self.sources.iter().map(|path| read(path)).collect()
    }

    /// Compiles it.
    pub fn compile(&self, method: Method) -> anyhow::Result<Compiled> {
        Ok(compile_for(self.role, method, self.read()?))
    }
}

/// Whether a file looks like the source of a database, by its name.
fn is_source(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    matches!(extension, Some("db" | "dbz"))
}

/// The sources in a folder, ordered by name.
pub fn sources_in(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let read = || -> std::io::Result<Vec<PathBuf>> {
        let entries = std::fs::read_dir(folder)?;
        let paths = entries.map(|entry| Ok(entry?.path()));
        paths.collect()
    };
    let paths = read().with_context(|| format!("cannot read {}", folder.display()))?;
    let mut sources: Vec<PathBuf> = (paths.into_iter())
        .filter(|path| is_source(path) && path.is_file())
        .collect();
    sources.sort();
    Ok(sources)
}
