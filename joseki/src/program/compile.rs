//! `joseki compile`: compiles trees.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use katachi_files::{complain, read, say, write};
use katachi_joseki::image::{self, Built, Tree};
use katachi_joseki::{Naming, Options, Severity, compile, text};

use super::watch;

/// Compiles trees to a database for `patc`, or at once to its image.
///
/// Each node with a move and a square mark (SQ or MA) becomes a pattern: the region reaches from
/// the corner to the mark. The comment's first character is the class, lines that begin with `#`,
/// `;`, `>` and `:` are copied. See docs/joseki.md.
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
    /// Treat every warning as an error.
    #[arg(long)]
    strict: bool,
    /// Write what is good of files that are cut off or have mistakes: every error is a warning.
    #[arg(long, conflicts_with = "strict")]
    salvage: bool,
    /// Names with running numbers, as GNU Go gives them; they change when the tree is edited.
    #[arg(long)]
    numbered: bool,
    /// What names begin with; by default the letters and digits of the file's name.
    #[arg(long)]
    prefix: Option<String>,
}

/// Runs the command; returns the exit status, 0 or 1.
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
        let sources: Vec<_> = cli.files.iter().map(|file| read(file)).collect();
        Ok(u8::from(cli.once(&sources)?.is_none()))
    }
}

impl Compile {
    /// Compiles the files once; returns the number of patterns, or `None` if there are errors.
    fn once(&self, sources: &[io::Result<Vec<u8>>]) -> anyhow::Result<Option<usize>> {
        let (mut trees, mut failed) = (Vec::new(), false);
        // A failure to print must not prevent the compilation.
        let mut said = Ok(());
        for (path, source) in self.files.iter().zip(sources) {
            let bytes = match source {
                Ok(bytes) => bytes,
                Err(error) => {
                    complain!("{}: error: {}", path.display(), unreadable(path, error));
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
                complain!("{}:{problem}", path.display());
            }
            failed |= compiled.has_errors();
            let patterns = compiled.entries.len();
            said = said.and(say!("{}: {patterns} patterns", path.display()));
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let tree = Tree {
                name: name.into_owned(),
                entries: compiled.entries,
            };
            trees.push((path, tree));
        }
        failed |= has_twins(&trees);
        let (paths, mut trees): (Vec<_>, Vec<_>) = trees.into_iter().unzip();
        if failed {
            self.offer(count(&trees));
            return Ok(None);
        }
        let Some(mut built) = self.build(&paths, &trees) else {
            return Ok(None);
        };
        if built.image.is_none() {
            // Salvage: leave out the entries with errors.
            for (number, tree) in trees.iter_mut().enumerate() {
                let mut places = (0..).map(|at| (number, at));
                let is_good = |place| !built.wrong.contains(&place);
                tree.entries.retain(|_| places.next().is_some_and(is_good));
            }
            built = image::build(&trees);
        }
        if let Some(output) = &self.output {
            let bytes = match built.image {
                Some(image) if is_image(output) => image,
                None if is_image(output) => return Ok(None),
                _ => database(&trees).into_bytes(),
            };
            write(output, &bytes).with_context(|| format!("cannot write {}", output.display()))?;
        }
        said?;
        Ok(Some(count(&trees)))
    }

    /// Runs the pattern compiler on trees from these files and prints its diagnostics; `None` if
    /// there are errors that count.
    fn build(&self, paths: &[&PathBuf], trees: &[Tree]) -> Option<Built> {
        let mut built = image::build(trees);
        for (place, problem) in &mut built.problems {
            if self.strict {
                problem.severity = Severity::Error;
            } else if self.salvage && place.is_some() {
                problem.severity = Severity::Warning;
            }
            match place.and_then(|(tree, _)| paths.get(tree)) {
                Some(path) => complain!("{}:{problem}", path.display()),
                None => complain!("joseki: {problem}"),
            }
        }
        let failed = (built.problems.iter()).any(|(_, one)| one.severity == Severity::Error);
        if failed {
            self.offer(count(trees) - built.wrong.len());
        }
        (!failed).then_some(built)
    }

    /// Says how many patterns `--salvage` could save from files with errors.
    fn offer(&self, patterns: usize) {
        if self.output.is_some() && !self.strict && !self.salvage && patterns > 0 {
            complain!(
                "joseki: nothing is written; --salvage writes the {patterns} patterns that are sound"
            );
        }
    }

    fn options(&self, path: &Path) -> anyhow::Result<Options> {
        let prefix = match &self.prefix {
            Some(prefix) => prefix.clone(),
            None => image::prefix(path),
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

fn count(trees: &[Tree]) -> usize {
    trees.iter().map(|tree| tree.entries.len()).sum()
}

/// The text of a database of all trees.
fn database(trees: &[Tree]) -> String {
    let about: Vec<String> = (trees.iter())
        .map(|tree| {
            let name = &tree.name;
            format!("Made by `joseki compile` from {name}; edit that, not this.")
        })
        .collect();
    let entries = trees.iter().flat_map(|tree| &tree.entries);
    text::database(entries, &about).to_string()
}

/// Whether two files have a name in common, which is reported.
fn has_twins(trees: &[(&PathBuf, Tree)]) -> bool {
    let mut names = BTreeMap::new();
    let entries =
        (trees.iter()).flat_map(|(path, tree)| tree.entries.iter().map(move |one| (path, one)));
    for (path, entry) in entries {
        if let Some(first) = names.insert(&entry.name, path) {
            let (path, first, place) = (path.display(), first.display(), entry.location);
            complain!(
                "{path}:{place}: error: expected names that differ between the files, found {} again \
                 (it is also in {first}); compile them one by one with a --prefix each",
                entry.name
            );
            return true;
        }
    }
    false
}

fn is_image(output: &Path) -> bool {
    output.extension().is_some_and(|ending| ending == "kpat")
}

/// Why a file cannot be read, and what to do.
pub(super) fn unreadable(path: &Path, error: &io::Error) -> String {
    if path.is_dir() {
        "expected an SGF file, found a folder; name the files in it".to_owned()
    } else if error.raw_os_error().is_none() {
        // Errors without a code come from `katachi_files`, whose text already says what to do.
        error.to_string()
    } else {
        format!("expected an SGF file that can be read, found: {error}; check the name")
    }
}
