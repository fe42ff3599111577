//! `joseki decompile`: turns databases into trees.

use std::path::PathBuf;

use anyhow::{Context, bail};
use katachi_files::{complain, say, stream, write};
use katachi_image::Role;
use katachi_joseki::decompile::{Decompiled, Unfit, decompile};
use patc::{Severity, Source};

/// Makes a tree from a database of corner patterns.
///
/// The tree compiles to the same patterns, under their names and in their order. Patterns that
/// continue one another become lines of play; stones without moves are set up. What a tree cannot
/// express is an error, with its place.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  joseki decompile joseki.db > joseki.sgf
  joseki decompile old.db more.db -o joseki.sgf   one tree of two files")]
pub(super) struct Decompile {
    /// The files of the database, in order.
    #[arg(required = true, value_name = "NAME.db")]
    files: Vec<PathBuf>,
    /// The tree; its name ends in `.sgf`. By default it goes to standard output.
    #[arg(long, short, value_name = "NAME.sgf")]
    output: Option<PathBuf>,
}

/// Runs the command; returns the exit status, 0 or 1.
pub(super) fn run(cli: &Decompile) -> anyhow::Result<u8> {
    if let Some(output) = &cli.output
        && output.extension().is_none_or(|ending| ending != "sgf")
    {
        bail!(
            "expected the name of a tree that ends in .sgf, found {}",
            output.display()
        );
    }
    let (database, mut failed) = read(&cli.files);
    let decompiled = decompile(&database);
    tell(&database, &decompiled);
    failed |= !decompiled.problems.is_empty();
    if failed {
        return Ok(1);
    }
    match &cli.output {
        None => stream::print(decompiled.sgf)?,
        Some(output) => {
            write(output, decompiled.sgf.as_bytes())
                .with_context(|| format!("cannot write {}", output.display()))?;
            say!(
                "{}: {} patterns",
                output.display(),
                decompiled.entries.len()
            )?;
        }
    }
    Ok(0)
}

/// Reports the patterns that a tree cannot express.
pub(super) fn tell(database: &patc::Compiled, decompiled: &Decompiled) {
    for unfit in &decompiled.problems {
        if let Some(source) = database.sources.get(unfit.source) {
            let (name, place) = (source.name(), source.location(unfit.at));
            let Unfit {
                message,
                name: pattern,
                ..
            } = unfit;
            complain!("{name}:{place}: error: {message} (pattern {pattern})");
        }
    }
}

/// Compiles these files as one database and prints the errors; returns whether there are any.
pub(super) fn read(files: &[PathBuf]) -> (patc::Compiled, bool) {
    let mut sources = Vec::new();
    let mut failed = false;
    for path in files {
        if path.extension().is_some_and(|ending| ending == "kpat") {
            let path = path.display();
            complain!(
                "{path}: error: expected a database as text, found an image; `patc dump {path}` writes it \
                 as text"
            );
            failed = true;
            continue;
        }
        match katachi_files::read(path) {
            Ok(bytes) => sources.push(Source::new(path.display().to_string(), bytes)),
            // Errors without a code come from `katachi_files`, whose text already says what to do.
            Err(error) if !path.is_dir() && error.raw_os_error().is_none() => {
                complain!("{}: error: {error}", path.display());
                failed = true;
            }
            Err(error) => {
                let found = if path.is_dir() {
                    "a folder; name the files in it".to_owned()
                } else {
                    format!("{error}; check the name")
                };
                complain!(
                    "{}: error: expected a database that can be read, found {found}",
                    path.display()
                );
                failed = true;
            }
        }
    }
    let database = patc::analyze(Role::Patterns, sources);
    for diagnostic in &database.diagnostics {
        if diagnostic.severity() == Severity::Error {
            complain!("{}", diagnostic.short(&database.sources));
            failed = true;
        }
    }
    (database, failed)
}
