//! The `patc` program.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::{Parser, Subcommand, ValueEnum};
use katachi_image::{Role, write_atomically};
use patc::stats::Stats;
use patc::{Compiled, Severity, Source, compile, render};

/// Compiles pattern databases (.db) into images (.kpat).
#[derive(Parser)]
#[command(version, propagate_version = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Compile one database, from one or more sources, into an image.
    Build {
        #[command(flatten)]
        input: Input,
        /// The image to write; by default the first source with the ending .kpat.
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Look for mistakes without writing anything.
    Check {
        #[command(flatten)]
        input: Input,
    },
    /// Print numbers: patterns, constraints, patterns that can never match, size of the image.
    Stats {
        #[command(flatten)]
        input: Input,
    },
}

#[derive(clap::Args)]
struct Input {
    /// The sources of the database, in order.
    #[arg(required = true, value_name = "FILE.db")]
    sources: Vec<PathBuf>,
    /// What the database is for, such as `fuseki`; by default what the first source is called, or `patterns`.
    #[arg(long, value_name = "NAME")]
    role: Option<String>,
    /// How to print mistakes and warnings.
    #[arg(long, value_enum, default_value_t = MessageFormat::Text)]
    message_format: MessageFormat,
    /// Do not print warnings.
    #[arg(short, long)]
    quiet: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum MessageFormat {
    /// With the source line and the mistake underlined.
    Text,
    /// One line each, `file:line:column: message`.
    Short,
}

impl Input {
    fn role(&self) -> anyhow::Result<Role> {
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
    #[expect(clippy::print_stderr, reason = "diagnostics of a program")]
    fn compile(&self) -> anyhow::Result<Compiled> {
        let role = self.role()?;
        let sources: Vec<Source> = self
            .sources
            .iter()
            .map(|path| read(path))
            .collect::<Result<_, _>>()?;
        let mut compiled = compile(role, sources);
        if self.quiet {
            compiled
                .diagnostics
                .retain(|d| d.severity() == Severity::Error);
        }
        match self.message_format {
            MessageFormat::Text => {
                let color = std::io::IsTerminal::is_terminal(&std::io::stderr());
                eprint!(
                    "{}",
                    render(&compiled.diagnostics, &compiled.sources, color)
                );
            }
            MessageFormat::Short => {
                for diagnostic in &compiled.diagnostics {
                    eprintln!("{}", diagnostic.short(&compiled.sources));
                }
            }
        }
        Ok(compiled)
    }
}

fn read(path: &Path) -> anyhow::Result<Source> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(Source::new(path.to_string_lossy(), bytes))
}

#[expect(clippy::print_stdout, reason = "the answers of a program")]
fn run() -> anyhow::Result<ExitCode> {
    let compiled = match Arguments::parse().command {
        Command::Build { input, output } => {
            let compiled = input.compile()?;
            if let Some(image) = &compiled.image {
                let output = output.unwrap_or_else(|| input.sources[0].with_extension("kpat"));
                write_atomically(&output, image)?;
                println!(
                    "{}: {} patterns, {} bytes",
                    output.display(),
                    compiled.database.patterns.len(),
                    image.len()
                );
            }
            compiled
        }
        Command::Check { input } => {
            let compiled = input.compile()?;
            println!(
                "{} patterns, {} errors, {} warnings",
                compiled.database.patterns.len(),
                compiled.count(Severity::Error),
                compiled.count(Severity::Warning)
            );
            compiled
        }
        Command::Stats { input } => {
            let compiled = input.compile()?;
            if compiled.image.is_some() {
                println!("{}", Stats::of(&compiled));
            }
            compiled
        }
    };
    Ok(ExitCode::from(u8::from(compiled.has_errors())))
}

#[expect(clippy::print_stderr, reason = "errors of a program")]
fn main() -> ExitCode {
    match run() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("patc: {error:#}");
            ExitCode::from(2)
        }
    }
}
