//! `joseki show`: draws trees and databases.

use std::path::PathBuf;

use anyhow::{Context, bail};
use katachi_files::{complain, say, stream};
use katachi_joseki::show::{Limits, MAX_PICTURES, Tree, svg, text};
use katachi_joseki::{Naming, Options, decompile};

use super::{compile, decompile as database};

/// Show a joseki tree, or a database of corner patterns, as pictures.
///
/// Each branch is a diagram of its corner with numbered moves and the region of its last pattern.
/// Below it are each move's class and region, and the pattern's name, comments and constraint.
/// Points are those of the file.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  joseki show hoshi.sgf
  joseki show hoshi.sgf --depth 3                      the first three moves of each branch
  joseki show hoshi.sgf --node 'B Q16, W O17'          what follows these moves
  joseki show joseki.db --pattern hoshi2cfh2vxs9p8     the line that leads to a pattern
  joseki show hoshi.sgf --svg > hoshi.svg              a drawing for the browser")]
pub(super) struct Show {
    /// A tree, or a database.
    #[arg(value_name = "FILE.sgf|NAME.db")]
    file: PathBuf,
    /// Only what follows these moves, with or without colours: 'B Q16, W O17'.
    #[arg(long, value_name = "MOVES", conflicts_with = "pattern")]
    node: Option<String>,
    /// Only the line that leads to this pattern.
    #[arg(long, value_name = "NAME", conflicts_with = "depth")]
    pattern: Option<String>,
    /// The most moves to show, counted from the root or from the node.
    #[arg(long, value_name = "MOVES")]
    depth: Option<usize>,
    /// Write a drawing (SVG) to standard output.
    #[arg(long)]
    svg: bool,
    /// What names begin with; by default the letters and digits of the file's name.
    #[arg(long)]
    prefix: Option<String>,
}

/// Runs the command; returns the exit status, 0 or 1.
pub(super) fn run(cli: &Show) -> anyhow::Result<u8> {
    let path = cli.file.display();
    let is_database =
        (cli.file.extension()).is_some_and(|ending| ending == "db" || ending == "kpat");
    let (bytes, mut failed) = if is_database {
        let (database, failed) = database::read(std::slice::from_ref(&cli.file));
        let decompiled = decompile::decompile(&database);
        database::tell(&database, &decompiled);
        let failed = failed || !decompiled.problems.is_empty();
        (decompiled.sgf.into_bytes(), failed)
    } else {
        let bytes = katachi_files::read(&cli.file);
        let bytes = bytes.map_err(|error| anyhow::anyhow!(compile::unreadable(&cli.file, &error)));
        (bytes.with_context(|| path.to_string())?, false)
    };
    let prefix = cli.prefix.clone();
    let options = Options {
        prefix: prefix.unwrap_or_else(|| katachi_joseki::image::prefix(&cli.file)),
        naming: Naming::Path,
    };
    let (tree, compiled) = Tree::read(&bytes, &options);
    if !is_database {
        for problem in &compiled.problems {
            complain!("{path}:{problem}");
        }
        failed |= compiled.has_errors();
    }
    let limits = Limits { depth: cli.depth };
    let branches = match (&cli.node, &cli.pattern) {
        (Some(moves), _) => {
            let branches = tree.branches_of_path(moves, limits);
            branches.with_context(|| path.to_string())?
        }
        (None, Some(name)) => {
            let Some(branch) = tree.branch_of_pattern(name) else {
                let names = compiled.entries.iter().map(|entry| entry.name.as_str());
                let near = patc::nearest(name, names);
                let hint = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
                bail!("{path}: expected the name of a pattern, found `{name}`{hint}");
            };
            vec![branch]
        }
        (None, None) => tree.branches(limits),
    };
    if cli.svg {
        if branches.len() > MAX_PICTURES {
            bail!(
                "{path}: expected at most {MAX_PICTURES} branches for a drawing, found {}; choose some with \
                 --node, --pattern or --depth",
                branches.len()
            );
        }
        stream::print(svg(&tree, &branches))?;
    } else {
        stream::print(text(&tree, &branches))?;
        say!("\n{path}: {}", tree.summary(&branches))?;
    }
    Ok(u8::from(failed))
}
