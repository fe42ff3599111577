//! Pages that the program prints about itself, and the two pages of its help.

use clap::{Args, Command};
use katachi_image::Autohelper;
use katachi_image::FORMAT_VERSION;

use crate::traces::flags;

/// Pages about the program.
#[derive(Args, Clone, Copy, Debug, Default)]
#[command(next_help_heading = "About the program")]
pub struct PageOptions {
    /// Print the licences.
    #[arg(long, global = true)]
    copyright: bool,
    /// Print what this build has and what its defaults are.
    #[arg(long = "options", global = true)]
    build_options: bool,
    /// Print the traces that --debug knows.
    #[arg(long, global = true)]
    debug_flags: bool,
}

/// A page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// The licences.
    Copyright,
    /// What the build has.
    Build,
    /// The flags of `--debug`.
    DebugFlags,
}

impl PageOptions {
    /// The page to print, if one is wanted.
    pub fn page(self) -> Option<Page> {
        let pages = [
            (self.copyright, Page::Copyright),
            (self.build_options, Page::Build),
            (self.debug_flags, Page::DebugFlags),
        ];
        let wanted = pages.into_iter().find(|(is_wanted, _)| *is_wanted);
        wanted.map(|(_, page)| page)
    }
}

impl Page {
    /// The text of the page, with its last newline.
    pub fn text(self) -> String {
        match self {
            Self::Copyright => format!(
                "Katachi is free software under either of two licences, at your option.\n\n\
                 {}\n{}",
                include_str!("../../../../LICENSE-MIT"),
                include_str!("../../../../LICENSE-APACHE")
            ),
            Self::Build => build(),
            Self::DebugFlags => flags::list(),
        }
    }
}

fn build() -> String {
    let answered = Autohelper::ALL
        .iter()
        .filter(|one| one.signature().answered)
        .count();
    format!(
        "Katachi {}\n\
         image format: {FORMAT_VERSION}\n\
         functions of the pattern language: {answered} of {}\n\
         boards: 2x2 to 25x25\n\
         resigning: allowed\n\
         default level: {}\n\
         what each level means:\n\n{}",
        env!("CARGO_PKG_VERSION"),
        Autohelper::ALL.len(),
        katachi_core::DEFAULT_LEVEL,
        katachi_core::levels::table()
    )
}

/// The headings of the second page.
const SECOND_PAGE: [&str; 3] = ["Traces", "Limits", "Questions about a record (-l)"];

/// Whether the second page is wanted: `--help debug`, as GNU Go has it.
pub fn wants_second(arguments: &[String]) -> bool {
    let is_help = |word: &str| ["-h", "--help", "help"].contains(&word);
    let mut pairs = arguments.windows(2);
    pairs.any(|pair| is_help(&pair[0]) && pair[1] == "debug")
}

/// The command line with the options of one page in its help; all are accepted.
pub fn with_help(command: Command, second: bool) -> Command {
    let command = command.mut_args(|arg| {
        let heading = arg.get_help_heading();
        let is_of_second = heading.is_some_and(|heading| SECOND_PAGE.contains(&heading));
        if is_of_second == second {
            arg
        } else {
            arg.hide(true)
        }
    });
    if second {
        command
    } else {
        command.after_help(
            "`katachi --help debug` lists traces, questions about a record, and limits of reading.",
        )
    }
}
