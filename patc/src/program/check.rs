//! `patc check`: mistakes and warnings, nothing written.

use std::process::ExitCode;

use anyhow::bail;
use katachi_files::say;
use katachi_files::stream::print;
use patc::{Compiled, Severity};

use super::jobs::Databases;

/// Look for mistakes without writing anything.
///
/// All mistakes of all files are printed in one run, each with its code and its place. The status
/// is 1 if there are errors; warnings do not count. After many of them, a table says how many there
/// are of each code.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  patc check mine.db                         one database
  patc check patterns.db patterns2.db        one database of two files, as the engine reads them
  patc check *.db                            files of different roles are databases of their own
  patc check patterns/                       each file of a folder
  patc check --role fuseki -                 standard input
  patc check --each --quiet a.db b.db        two databases, errors only
  patc check --message-format short mine.db  one line for each mistake, for editors")]
pub struct Check {
    #[command(flatten)]
    databases: Databases,
}

/// The numbers of errors and warnings of a database, in one line.
pub fn summary(compiled: &Compiled) -> String {
    format!(
        "{} {}, {} errors, {} warnings",
        compiled.model.len(),
        compiled.model.things(),
        compiled.count(Severity::Error),
        compiled.count(Severity::Warning)
    )
}

impl Check {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let several = self.databases.are_several();
        let (mut databases, mut errors, mut warnings) = (0, 0, 0);
        let mut found = Vec::new();
        self.databases.compile(None, |job, compiled| {
            databases += 1;
            errors += compiled.count(Severity::Error);
            warnings += compiled.count(Severity::Warning);
            let summary = summary(&compiled);
            found.extend(compiled.diagnostics);
            if several {
                say!("{}: {summary}", job.name())?;
            } else {
                say!("{summary}")?;
            }
            Ok(())
        })?;
        if databases == 0 {
            bail!("expected files that end in .db or .dbz, found none");
        }
        if several {
            say!("{databases} databases, {errors} errors, {warnings} warnings")?;
        }
        let table = self.databases.input.messages.summary(&found);
        print(&table)?;
        Ok(ExitCode::from(u8::from(errors > 0)))
    }
}
