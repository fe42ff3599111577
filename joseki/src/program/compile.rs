//! `joseki compile`.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use katachi_joseki::{Naming, Options, compile, text};

/// Compiles trees to a database for `patc`.
///
/// Each node with a move and a square mark (SQ or MA) becomes a pattern: the region reaches from the
/// corner to the mark. The comment's first character is the class, lines that begin with `#`, `;`,
/// `>` and `:` are copied. See docs/joseki.md.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  joseki compile hoshi.sgf komoku.sgf -o joseki.db
  joseki compile --check hoshi.sgf              only say what is wrong
  joseki compile --numbered --prefix JK komoku.sgf -o JK.db")]
pub(super) struct Compile {
    /// The trees, in order.
    #[arg(required = true, value_name = "FILE.sgf")]
    files: Vec<PathBuf>,
    /// The database; its name ends in `.db`.
    #[arg(long, short, value_name = "NAME.db", required_unless_present = "check")]
    output: Option<PathBuf>,
    /// Only report what is wrong; nothing is written.
    #[arg(long, conflicts_with = "output")]
    check: bool,
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
        && output.extension().is_none_or(|ending| ending != "db")
    {
        bail!(
            "expected the name of a database that ends in .db, found {}; images of corner patterns \
             are not made yet",
            output.display()
        );
    }
    let (mut entries, mut about, mut failed) = (Vec::new(), Vec::new(), false);
    for path in &cli.files {
        let bytes =
            std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        let prefix = match &cli.prefix {
            Some(prefix) => prefix.clone(),
            None => letters(path),
        };
        if prefix.is_empty() || !prefix.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            bail!(
                "expected a prefix of letters and digits, found `{prefix}`; give one with --prefix"
            );
        }
        let naming = if cli.numbered {
            Naming::Numbered
        } else {
            Naming::Path
        };
        let compiled = compile(&bytes, &Options { prefix, naming });
        for problem in &compiled.problems {
            eprintln!("{}:{problem}", path.display());
        }
        failed |= compiled.has_errors();
        println!("{}: {} patterns", path.display(), compiled.entries.len());
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        about.push(format!(
            "Made by `joseki compile` from {name}; edit that, not this."
        ));
        entries.extend(compiled.entries);
    }
    let mut names = std::collections::BTreeSet::new();
    if let Some(twice) = entries.iter().find(|entry| !names.insert(&entry.name)) {
        bail!(
            "expected names that differ between the files, found {} twice; compile them one by one \
             with prefixes of their own",
            twice.name
        );
    }
    if failed {
        return Ok(1);
    }
    if let Some(output) = &cli.output {
        let text = text::database(&entries, &about).to_string();
        katachi_image::write_atomically(output, text.as_bytes())
            .with_context(|| format!("cannot write {}", output.display()))?;
    }
    Ok(0)
}

/// The letters and digits of a file's name, without its ending.
fn letters(path: &Path) -> String {
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    name.chars().filter(char::is_ascii_alphanumeric).collect()
}
