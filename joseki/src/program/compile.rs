//! `joseki compile`.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use katachi_joseki::image::{self, Built};
use katachi_joseki::{Entry, Naming, Options, Severity, compile};

use super::watch;

/// Compiles trees to a database for `patc`, or at once to its image.
///
/// Each node with a move and a square mark (SQ or MA) becomes a pattern: the region reaches from the
/// corner to the mark. The comment's first character is the class, lines that begin with `#`, `;`,
/// `>` and `:` are copied. See docs/joseki.md.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  joseki compile hoshi.sgf komoku.sgf -o joseki.db
  joseki compile hoshi.sgf komoku.sgf -o joseki.kpat
  joseki compile --check hoshi.sgf              only say what is wrong
  joseki compile --watch hoshi.sgf -o joseki.db again whenever the tree is saved
  joseki compile --numbered --prefix JK komoku.sgf -o JK.db")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of the command line"
)]
pub(super) struct Compile {
    /// The trees, in order.
    #[arg(required = true, value_name = "FILE.sgf")]
    files: Vec<PathBuf>,
    /// The database (`NAME.db`) or its image (`NAME.kpat`).
    #[arg(long, short, value_name = "NAME.db", required_unless_present = "check")]
    output: Option<PathBuf>,
    /// Only report what is wrong; nothing is written.
    #[arg(long, conflicts_with = "output")]
    check: bool,
    /// Compile again whenever a tree is saved, until Ctrl-C. A tree with errors changes nothing.
    #[arg(long)]
    watch: bool,
    /// Refuse what is odd, too: every warning is an error.
    #[arg(long)]
    strict: bool,
    /// Write what can be saved of files that break off or hold mistakes: every error is a warning.
    #[arg(long, conflicts_with = "strict")]
    salvage: bool,
    /// Names with running numbers, as GNU Go gives them; they change when the tree is edited.
    #[arg(long)]
    numbered: bool,
    /// What names begin with; by default the letters and digits of the file's name.
    #[arg(long)]
    prefix: Option<String>,
}

/// Does it; the exit status, 0 or 1.
pub(super) fn run(cli: &Compile) -> anyhow::Result<u8> {
    if let Some(output) = &cli.output
        && !is_image(output)
        && output.extension().is_none_or(|ending| ending != "db")
    {
        bail!(
            "expected the name of a database that ends in .db, or of an image that ends in .kpat, \
             found {}",
            output.display()
        );
    }
    if cli.watch {
        watch::run(&cli.files, |sources| cli.once(sources))
    } else {
        let sources: Vec<_> = cli.files.iter().map(std::fs::read).collect();
        Ok(u8::from(cli.once(&sources)?.is_none()))
    }
}

impl Compile {
    /// Compiles what the files hold; the number of patterns, `None` if there are errors.
    fn once(&self, sources: &[io::Result<Vec<u8>>]) -> anyhow::Result<Option<usize>> {
        let (mut entries, mut about, mut failed) = (Vec::new(), Vec::new(), false);
        for (path, source) in self.files.iter().zip(sources) {
            let bytes = match source {
                Ok(bytes) => bytes,
                Err(error) => {
                    eprintln!("{}: error: {}", path.display(), unreadable(path, error));
                    failed = true;
                    continue;
                }
            };
            let mut compiled = compile(bytes, &self.options(path)?);
            if self.strict {
                compiled.deny_warnings();
            }
            if self.salvage {
                compiled.forgive();
            }
            for problem in &compiled.problems {
                eprintln!("{}:{problem}", path.display());
            }
            failed |= compiled.has_errors();
            println!("{}: {} patterns", path.display(), compiled.entries.len());
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            about.push(format!(
                "Made by `joseki compile` from {name}; edit that, not this."
            ));
            entries.extend(compiled.entries.into_iter().map(|entry| (path, entry)));
        }
        let mut names = BTreeMap::new();
        for (path, entry) in &entries {
            if let Some(first) = names.insert(&entry.name, path) {
                let (path, first, place) = (path.display(), first.display(), entry.location);
                eprintln!(
                    "{path}:{place}: error: expected names that differ between the files, found {} \
                     again (it is also in {first}); compile them one by one with a --prefix each",
                    entry.name
                );
                failed = true;
                break;
            }
        }
        if failed {
            self.offer(entries.len());
            return Ok(None);
        }
        let (paths, mut entries): (Vec<_>, Vec<_>) = entries.into_iter().unzip();
        let Some(mut built) = self.build(&paths, &entries, &about) else {
            return Ok(None);
        };
        if built.image.is_none() {
            // To be salvaged: without what is wrong.
            let mut place = 0_usize..;
            entries.retain(|_| place.next().is_some_and(|at| !built.wrong.contains(&at)));
            built = image::build(&self.source_name(), &entries, &about);
        }
        if let Some(output) = &self.output {
            let bytes = if is_image(output) {
                built.image.unwrap_or_default()
            } else {
                built.text.into_bytes()
            };
            katachi_image::write_atomically(output, &bytes)
                .with_context(|| format!("cannot write {}", output.display()))?;
        }
        Ok(Some(entries.len()))
    }

    /// Lets the pattern compiler look at the entries, which come from these files, and tells what it
    /// has to say; `None` if there are errors that count.
    fn build(&self, paths: &[&PathBuf], entries: &[Entry], about: &[String]) -> Option<Built> {
        let mut built = image::build(&self.source_name(), entries, about);
        for (entry, problem) in &mut built.problems {
            if self.strict {
                problem.severity = Severity::Error;
            } else if self.salvage && entry.is_some() {
                problem.severity = Severity::Warning;
            }
            match entry.and_then(|entry| paths.get(entry)) {
                Some(path) => eprintln!("{}:{problem}", path.display()),
                None => eprintln!("joseki: {problem}"),
            }
        }
        let failed = (built.problems.iter()).any(|(_, one)| one.severity == Severity::Error);
        if failed {
            self.offer(entries.len() - built.wrong.len());
        }
        (!failed).then_some(built)
    }

    /// Says what could be saved of files with errors.
    fn offer(&self, patterns: usize) {
        if self.output.is_some() && !self.strict && !self.salvage && patterns > 0 {
            eprintln!(
                "joseki: nothing is written; --salvage writes the {patterns} patterns that are sound"
            );
        }
    }

    /// What an image calls the text that it was compiled from.
    fn source_name(&self) -> String {
        let output = self.output.as_deref().unwrap_or(Path::new("joseki.db"));
        let name = output.with_extension("db");
        let name = name.file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    }

    fn options(&self, path: &Path) -> anyhow::Result<Options> {
        let prefix = match &self.prefix {
            Some(prefix) => prefix.clone(),
            None => letters(path),
        };
        if prefix.is_empty() || !prefix.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            bail!(
                "expected a prefix of letters and digits, found `{prefix}`; give one with --prefix"
            );
        }
        let naming = if self.numbered {
            Naming::Numbered
        } else {
            Naming::Path
        };
        Ok(Options { prefix, naming })
    }
}

fn is_image(output: &Path) -> bool {
    output.extension().is_some_and(|ending| ending == "kpat")
}

/// Why a file cannot be read, and what to do.
pub(super) fn unreadable(path: &Path, error: &io::Error) -> String {
    if path.is_dir() {
        "expected an SGF file, found a folder; name the files in it".to_owned()
    } else {
        format!("expected an SGF file that can be read, found: {error}; check the name")
    }
}

/// The letters and digits of a file's name, without its ending.
pub(super) fn letters(path: &Path) -> String {
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    name.chars().filter(char::is_ascii_alphanumeric).collect()
}
