//! The `patc` program: its command line. Each command is a module of `program`.

mod program;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use katachi_program::{Completions, Man};
use program::build::Build;
use program::check::Check;
use program::diff::Diff;
use program::dump::Dump;
use program::explain::Explain;
use program::fmt::Fmt;
use program::lsp::Lsp;
use program::new::New;
use program::show::Show;
use program::stats::PrintStats;
use program::tables::Tables;
use program::test::Test;
use program::turn::{Mirror, Rotate};
use program::verify::Verify;
use program::watch::Watch;

/// Compiles pattern databases (.db) into images (.kpat).
///
/// A database is a text file of patterns; docs/pattern-language.md says how to write one. What a
/// database is for, its role, follows from its name (`fuseki.db`) or from --role.
///
/// The status is 0 if all is well, 1 if there are errors in a database, 2 if patc cannot do what
/// was asked.
#[derive(Parser)]
#[command(
    version,
    propagate_version = true,
    after_help = "Examples:
  patc check mine.db          what is wrong with a database
  patc watch mine.db          the same whenever it is saved
  patc fmt mine.db            lay it out in the one style
  patc test mine.db           run the tests beside its patterns
  patc show Hane mine.db      see a pattern in all orientations
  patc build mine.db          write mine.kpat for the engine"
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Build(Build),
    Check(Check),
    #[command(after_help = "Examples:
  patc completions bash > ~/.local/share/bash-completion/completions/patc
  patc completions zsh > ~/.zfunc/_patc
  patc completions fish > ~/.config/fish/completions/patc.fish")]
    Completions(Completions),
    Diff(Diff),
    Dump(Dump),
    Explain(Explain),
    Fmt(Fmt),
    Lsp(Lsp),
    #[command(after_help = "Examples:
  patc man | man -l -                   read the page of the program
  patc man ~/.local/share/man/man1      install the pages of all commands")]
    Man(Man),
    Mirror(Mirror),
    New(New),
    Rotate(Rotate),
    Show(Show),
    Stats(PrintStats),
    Tables(Tables),
    Test(Test),
    Verify(Verify),
    Watch(Watch),
}

fn run() -> anyhow::Result<ExitCode> {
    match Arguments::parse().command {
        Command::Build(build) => build.run(),
        Command::Check(check) => check.run(),
        Command::Completions(completions) => {
            completions.run(Arguments::command())?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Diff(diff) => diff.run(),
        Command::Dump(dump) => dump.run(),
        Command::Explain(explain) => explain.run(),
        Command::Fmt(fmt) => fmt.run(),
        Command::Lsp(lsp) => lsp.run(),
        Command::Man(man) => {
            man.run(Arguments::command())?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Mirror(mirror) => mirror.run(),
        Command::New(new) => new.run(),
        Command::Rotate(rotate) => rotate.run(),
        Command::Show(show) => show.run(),
        Command::Stats(stats) => stats.run(),
        Command::Tables(tables) => tables.run(),
        Command::Test(test) => test.run(),
        Command::Verify(verify) => verify.run(),
        Command::Watch(watch) => watch.run(),
    }
}

fn main() -> ExitCode {
    // When the reader of a pipe stops, as in `patc show '*' mine.db | head`, end without a message.
    sigpipe::reset();
    katachi_program::end("patc", 2, run())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }

    /// Splits an example into words as a shell does.
    fn words(example: &str) -> Vec<String> {
        let mut words = Vec::new();
        for word in example.split_whitespace() {
            match word {
                ">" | "<" | "|" => break,
                word => words.push(word.trim_matches('\'').to_owned()),
            }
        }
        words
    }

    #[test]
    fn every_command_has_examples_that_work() {
        let program = Arguments::command();
        let commands = std::iter::once(&program).chain(program.get_subcommands());
        for command in commands {
            let help = command.get_after_help().map(ToString::to_string);
            let help = help.unwrap_or_default();
            let examples: Vec<&str> = (help.lines())
                .filter_map(|line| line.strip_prefix("  "))
                // Two spaces separate an example from its description.
                .map(|line| line.split("  ").next().unwrap_or(line))
                .collect();
            assert!(
                !examples.is_empty(),
                "{} has no examples",
                command.get_name()
            );
            for example in examples {
                let found = Arguments::try_parse_from(words(example));
                assert!(found.is_ok(), "{example}: {:?}", found.err());
            }
            assert!(command.get_about().is_some(), "{}", command.get_name());
        }
    }
}
