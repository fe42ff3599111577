//! What most commands take: sources, a role, and how to print what there is to say about them.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::ValueEnum;
use katachi_image::Role;
use patc::{Compiled, Diagnostic, Severity, Source, compile, render};

/// The sources of a database.
#[derive(clap::Args)]
pub struct Input {
    /// The sources of the database, in order.
    #[arg(required = true, value_name = "FILE.db")]
    pub sources: Vec<PathBuf>,
    /// What the database is for, such as `fuseki`; by default what the first source is called, or `patterns`.
    #[arg(long, value_name = "NAME")]
    role: Option<String>,
    #[command(flatten)]
    messages: Messages,
}

/// How mistakes and warnings are printed, to standard error.
#[derive(clap::Args)]
pub struct Messages {
    /// How to print mistakes and warnings.
    #[arg(long, value_enum, default_value_t = MessageFormat::Text)]
    message_format: MessageFormat,
    /// Do not print warnings.
    #[arg(short, long)]
    quiet: bool,
}

impl Messages {
    /// Prints what there is to say.
    #[expect(clippy::print_stderr, reason = "diagnostics of a program")]
    pub fn print(&self, diagnostics: &[Diagnostic], sources: &[Source]) {
        let wanted =
            |diagnostic: &&Diagnostic| !self.quiet || diagnostic.severity() == Severity::Error;
        let diagnostics: Vec<_> = diagnostics.iter().filter(wanted).cloned().collect();
        match self.message_format {
            MessageFormat::Text => {
                let color = std::io::IsTerminal::is_terminal(&std::io::stderr());
                eprint!("{}", render(&diagnostics, sources, color));
            }
            MessageFormat::Short => {
                for diagnostic in &diagnostics {
                    eprintln!("{}", diagnostic.short(sources));
                }
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum MessageFormat {
    /// With the source line and the mistake underlined.
    Text,
    /// One line each, `file:line:column: message`.
    Short,
}

impl Input {
    /// What the database is for: as asked, or as its first source is called.
    pub fn role(&self) -> anyhow::Result<Role> {
        let Some(name) = &self.role else {
            let stem = self.sources.first().and_then(|path| path.file_stem());
            let role = stem.and_then(|stem| Role::by_name(&stem.to_string_lossy()));
            return Ok(role.unwrap_or(Role::Patterns));
        };
        let Some(role) = Role::by_name(name) else {
            let known: Vec<_> = katachi_image::PROFILES.iter().map(|p| p.name).collect();
            bail!(
                "expected a role out of {}, found '{name}'",
                known.join(", ")
            );
        };
        Ok(role)
    }

    /// Compiles and prints what there is to say.
    pub fn compile(&self) -> anyhow::Result<Compiled> {
        let role = self.role()?;
        let sources: Vec<Source> = self
            .sources
            .iter()
            .map(|path| read(path))
            .collect::<Result<_, _>>()?;
        let compiled = compile(role, sources);
        self.messages
            .print(&compiled.diagnostics, &compiled.sources);
        Ok(compiled)
    }
}

/// Reads a source file.
pub fn read(path: &Path) -> anyhow::Result<Source> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(Source::new(path.to_string_lossy(), bytes))
}
