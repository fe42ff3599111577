//! The arguments that most commands share: sources, a role, and how to print diagnostics.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::ValueEnum;
use katachi_files::{complain, stream};
use katachi_image::{Kind, Role};
use patc::{
    Code, Compiled, Diagnostic, Method, Severity, Source, compile_for, json, nearest, render,
};

use super::matcher::method;

/// The sources of a database.
#[derive(clap::Args)]
pub struct Input {
    /// The sources of the database, in order; `-` stands for standard input.
    #[arg(required = true, value_name = "FILE")]
    pub sources: Vec<PathBuf>,
    /// What the database is for, such as `fuseki`; by default what the first source is called, or
    /// `patterns`.
    #[arg(long, value_name = "NAME")]
    pub role: Option<String>,
    #[command(flatten)]
    pub messages: Messages,
    #[command(flatten)]
    pub levels: Levels,
}

/// Which warnings matter. Comments in a file can silence warnings too, see docs/lints.md.
#[derive(clap::Args)]
pub struct Levels {
    /// Drop the warnings of this code, such as P0804. May be repeated.
    #[arg(long, value_name = "CODE", value_parser = warning)]
    allow: Vec<Code>,
    /// Turn the warnings of this code into errors. May be repeated.
    #[arg(long, value_name = "CODE", value_parser = warning)]
    deny: Vec<Code>,
}

impl Levels {
    /// Drops the allowed warnings and raises the denied ones.
    pub fn apply(&self, compiled: &mut Compiled) {
        compiled.relevel(&self.allow, &self.deny);
    }
}

/// Parses the code of a warning.
fn warning(id: &str) -> Result<Code, String> {
    let warnings = || (Code::ALL.iter()).filter(|code| code.severity() == Severity::Warning);
    if let Some(code) = warnings().find(|code| code.id() == id) {
        return Ok(*code);
    }
    let near = nearest(id, warnings().map(|code| code.id()));
    let near = near.map_or_else(String::new, |near| format!(": did you mean {near}?"));
    Err(format!(
        "expected the code of a warning, found '{id}'{near}"
    ))
}

/// The number of diagnostics from which on they are summed up.
const MANY: usize = 20;

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
    /// After many diagnostics, the number of those of each code, for people; the most frequent code
    /// comes first.
    pub fn summary(&self, diagnostics: &[Diagnostic]) -> String {
        let mut counts: BTreeMap<Code, usize> = BTreeMap::new();
        for diagnostic in diagnostics.iter().filter(|one| self.wants(one)) {
            *counts.entry(diagnostic.code).or_default() += 1;
        }
        let all: usize = counts.values().sum();
        if self.message_format == MessageFormat::Json || all < MANY || counts.len() < 2 {
            return String::new();
        }
        let mut counts: Vec<(Code, usize)> = counts.into_iter().collect();
        counts.sort_by_key(|&(_, count)| Reverse(count));
        let line = |(code, count): (Code, usize)| format!("{count:6} {code} {}\n", code.title());
        counts.into_iter().map(line).collect()
    }

    /// Whether a diagnostic is printed.
    fn wants(&self, diagnostic: &Diagnostic) -> bool {
        !self.quiet || diagnostic.severity() == Severity::Error
    }

    /// Prints the diagnostics to standard error.
    pub fn print(&self, diagnostics: &[Diagnostic], sources: &[Source]) {
        let wanted = diagnostics.iter().filter(|one| self.wants(one));
        let diagnostics: Vec<_> = wanted.cloned().collect();
        match self.message_format {
            MessageFormat::Text => {
                let color = std::io::IsTerminal::is_terminal(&std::io::stderr());
                stream::complain(render(&diagnostics, sources, color));
            }
            MessageFormat::Short => {
                for diagnostic in &diagnostics {
                    complain!("{}", diagnostic.short(sources));
                }
            }
            MessageFormat::Json => match json(&diagnostics, sources) {
                Ok(text) => stream::complain(text),
                Err(error) => complain!("patc: {error}"),
            },
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum MessageFormat {
    /// With the source line and the mistake underlined.
    Text,
    /// One line each, `file:line:column: message`.
    Short,
    /// One JSON object a line: code, severity, message, help, file, bytes, start, end.
    Json,
}

impl Input {
    /// The role of the database.
    pub fn role(&self) -> anyhow::Result<Role> {
        role(self.role.as_deref(), self.sources.first())
    }

    /// Compiles, to be matched by the method that the user asked for, and prints errors, but not
    /// warnings.
    pub fn compile_quietly(mut self, asked: Option<Method>) -> anyhow::Result<Compiled> {
        self.messages.quiet = true;
        self.compile(asked)
    }

    /// Compiles, to be matched by the method that the user asked for, and prints errors and
    /// warnings.
    pub fn compile(&self, asked: Option<Method>) -> anyhow::Result<Compiled> {
        let role = self.role()?;
        let method = method(role, asked)?;
        let sources: Vec<Source> = self
            .sources
            .iter()
            .map(|path| read(path))
            .collect::<Result<_, _>>()?;
        let mut compiled = compile_for(role, method, sources);
        self.levels.apply(&mut compiled);
        self.messages
            .print(&compiled.diagnostics, &compiled.sources);
        Ok(compiled)
    }
}

/// The role of a database: the given one, or that of the name of its first source.
pub fn role(asked: Option<&str>, first: Option<&PathBuf>) -> anyhow::Result<Role> {
    let Some(name) = asked else {
        let role = first.and_then(|path| Role::by_file(path));
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

/// Reads a source file, or standard input if the path is `-`.
pub fn read(path: &Path) -> anyhow::Result<Source> {
    if path == Path::new("-") {
        return Ok(Source::new(
            "<stdin>",
            katachi_files::read_standard_input()?,
        ));
    }
    source(path, katachi_files::read(path))
}

/// A source with this path and these bytes; an error if they could not be read.
pub fn source(path: &Path, bytes: std::io::Result<Vec<u8>>) -> anyhow::Result<Source> {
    let bytes = bytes.with_context(|| format!("cannot read {}", path.display()))?;
    Ok(Source::new(path.to_string_lossy(), bytes))
}

/// Writes a file.
pub fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    katachi_files::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

/// Reads a source in a text dialect, from standard input if the path is `-`. Compressed books are
/// an error: they have no layout.
pub fn laid_out(path: &Path) -> anyhow::Result<Source> {
    if path.extension().is_some_and(|extension| extension == "dbz") {
        bail!(
            "expected a database that people write, found {}: a compressed book has one position in each line and no other layout",
            path.display()
        );
    }
    read(path)
}

/// Reads a source of the general dialect, from standard input if the path is `-`.
pub fn general(path: &Path) -> anyhow::Result<Source> {
    let is_readable = path.extension().is_none_or(|extension| extension != "dbz");
    let is_general = match Role::by_file(path).map(|role| role.profile().kind) {
        None | Some(Kind::General) => true,
        Some(Kind::FullBoard) => is_readable,
        Some(Kind::Eyes | Kind::MonteCarlo) => false,
    };
    if !is_general {
        bail!(
            "expected a database of patterns, found {}: eye shapes, Monte Carlo rules and compressed books have other layouts",
            path.display()
        );
    }
    read(path)
}
