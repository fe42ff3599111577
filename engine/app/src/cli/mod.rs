//! The command line: our subcommands, and GNU Go's options for existing scripts and GUIs.
//!
//! Entry point: [`read`]. Options that would be ignored are errors.
//!
//! | module | what it is for |
//! |---|---|
//! | `game`, `records`, `connection`, `limits`, `questions` | options, by theme |
//! | `effects` | where each option has an effect |
//! | `refused` | options of GNU Go that have no meaning here |
//! | `mistakes` | command lines that clap cannot read, and what was meant |
//! | `pages` | pages about the program, and the two pages of its help |

mod connection;
mod effects;
mod game;
mod limits;
mod mistakes;
mod pages;
mod questions;
mod records;
mod refused;

use std::collections::BTreeSet;
use std::path::PathBuf;

use clap::parser::ValueSource;
use clap::{
    ArgAction, ArgMatches, Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum,
};

pub use connection::{Address, ConnectionOptions};
pub use effects::Kind;
pub use pages::Page;
pub use questions::Question;
pub use records::{RecordOptions, Replayed, Score};

use crate::monte_carlo::MonteCarloOptions;
use crate::time::TimeOptions;
use crate::traces::Traces;
use game::{GameOptions, OpeningOptions, RuleOptions};
use limits::LimitOptions;
use pages::PageOptions;
use questions::Questions;

/// A Go engine whose knowledge is data.
///
/// Without a subcommand: plays on the terminal, or speaks GTP when standard input is no terminal.
#[derive(Parser, Debug)]
#[command(
    name = "katachi",
    version,
    disable_version_flag = true,
    propagate_version = true,
    infer_long_args = true,
    args_override_self = true
)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// All options.
    #[command(flatten)]
    pub options: Options,
}

/// What to do.
#[derive(Subcommand, Clone, Debug, PartialEq)]
pub enum Command {
    /// Speak the Go Text Protocol on standard input and output.
    Gtp,
    /// Play on the terminal.
    Play,
    /// Step through a game on the terminal and look at what the engine sees: strings, dragons,
    /// eyes, influence, and what it would play.
    Inspect(InspectArguments),
    /// Say of each move of a game what it loses, what was better and why, and which pattern is to
    /// blame.
    Review(Box<ReviewArguments>),
    /// Let the engine play a game against itself and print it.
    Solo,
    /// Compile the databases of a folder into image files, those that have changed.
    Build(BuildArguments),
    /// Run the tests that stand beside patterns, as comments; docs/pattern-language.md says how to
    /// write them.
    Test(TestArguments),
    /// Write a pattern that shows a position of a game, with its move and a test; with
    /// --generalise, say how loose it may be. docs/studio.md has an example.
    New(Box<NewArguments>),
    /// Open the databases of a folder in the browser: a board, an editor, and what patterns do
    /// there.
    Studio(StudioArguments),
    /// Print what was found and is used: version, databases, cache, and what they may lack.
    Doctor,
    /// Measure the engine on positions of six games: speed, and a signature of all its answers.
    Bench(BenchArguments),
}

/// What to look at.
#[derive(Args, Clone, Debug, PartialEq, Eq)]
pub struct InspectArguments {
    /// The record, as with -l; an empty board if not given.
    #[arg(value_name = "FILE")]
    pub file: Option<String>,
}

/// What to review, and who judges.
#[derive(Args, Clone, Debug, PartialEq)]
pub struct ReviewArguments {
    /// The record, as with -l.
    #[arg(value_name = "FILE")]
    pub file: Option<String>,
    /// An engine that says how many points moves gain or lose: it knows `kata-raw-nn` or
    /// `kata-analyze`. Without one, the engine's own ratings judge.
    #[arg(long, value_name = "COMMAND")]
    pub teacher: Option<String>,
    /// Judge by `kata-analyze` with at least N visits, not by the raw network.
    #[arg(long, value_name = "N", requires = "teacher", value_parser = clap::value_parser!(u32).range(1..))]
    pub visits: Option<u32>,
    /// Keep the teacher's answers in this file, and do not ask again for those that it has.
    #[arg(long, value_name = "FILE", requires = "teacher")]
    pub cache: Option<PathBuf>,
    /// A move is a mistake if it loses at least this many points.
    #[arg(long, value_name = "POINTS", default_value_t = 2.0)]
    pub least: f64,
    /// The most mistakes that are printed, the worst ones.
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub top: usize,
    /// Print all moves, not only mistakes.
    #[arg(long)]
    pub all: bool,
    /// Print only moves for which this pattern is to blame.
    #[arg(long, value_name = "NAME")]
    pub blame: Option<String>,
    /// Write a page with boards to this file.
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
}

/// What to measure.
#[derive(Args, Clone, Copy, Debug, PartialEq, Eq)]
pub struct BenchArguments {
    /// Moves between two positions of a game: more of them, fewer positions.
    #[arg(long, value_name = "MOVES", default_value_t = 12, value_parser = clap::value_parser!(u16).range(1..))]
    pub step: u16,
}

/// What to build.
#[derive(Args, Clone, Debug, PartialEq, Eq)]
pub struct BuildArguments {
    /// The folder with databases.toml, or with sources that are databases by their names.
    #[arg(value_name = "FOLDER", default_value = ".")]
    pub folder: PathBuf,
    /// The folder for the images, NAME.kpat each; the sources' folder if not given.
    #[arg(long = "into", value_name = "FOLDER")]
    pub output: Option<PathBuf>,
    /// Databases compiled at a time; 0 for as many as the machine has cores.
    #[arg(short, long, value_name = "NUMBER", default_value_t = 0, value_parser = clap::value_parser!(u16).range(..=1024))]
    pub jobs: u16,
    /// Compile everything, changed or not.
    #[arg(short, long)]
    pub force: bool,
}

/// What to edit.
#[derive(Args, Clone, Debug, PartialEq, Eq)]
pub struct StudioArguments {
    /// The folder with databases.toml, or with sources that are databases by their names. They are
    /// used in place of the built-in ones; `--add-patterns builtin` keeps these as well.
    #[arg(value_name = "FOLDER", default_value = ".")]
    pub folder: PathBuf,
    /// Records for census and comparison: SGF files, folders of them, or .tgz archives. The folder
    /// itself if not given. May be given more than once.
    #[arg(long, value_name = "PATH", action = ArgAction::Append)]
    pub games: Vec<PathBuf>,
    /// The port of 127.0.0.1; 0 for any that is free.
    #[arg(long, value_name = "PORT", default_value_t = 0)]
    pub port: u16,
}

/// What to test.
#[derive(Args, Clone, Debug, PartialEq, Eq)]
pub struct TestArguments {
    /// Databases, or folders of databases.
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Run the tests of this pattern only; may be given several times.
    #[arg(long, value_name = "PATTERN")]
    pub only: Vec<String>,
    /// Name the patterns whose tests pass, too.
    #[arg(long)]
    pub all: bool,
    /// Print a JSON object for each expectation, on a line of its own.
    #[arg(long)]
    pub json: bool,
    /// Write a report to a file, in the XML format of `JUnit`.
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
}

/// The pattern to write.
#[derive(Args, Clone, Debug, PartialEq)]
pub struct NewArguments {
    /// The record: a game, or one position. Its main line counts.
    #[arg(long, value_name = "FILE")]
    pub from: String,
    /// The number of the move, from 1: the pattern shows the position before it, and plays it.
    #[arg(long = "move", value_name = "N")]
    pub number: Option<usize>,
    /// The move of the pattern, if it is another one than that of the record, such as D5. Without
    /// --move the pattern shows the last position of the record.
    #[arg(long, value_name = "VERTEX")]
    pub at: Option<String>,
    /// What the pattern shows: two opposite corners of a rectangle, such as C3:G7. Default: the
    /// smallest square around the move that has stones of both sides, of 5 to 9 lines.
    #[arg(long, value_name = "CORNERS")]
    pub region: Option<String>,
    /// The name of the pattern.
    #[arg(long, value_name = "NAME")]
    pub name: String,
    /// Its class letters. Default: none, or `s` if the opponent can capture the stone.
    #[arg(long, value_name = "LETTERS", allow_hyphen_values = true)]
    pub class: Option<String>,
    /// The least value of the move, in points.
    #[arg(long, value_name = "POINTS")]
    pub value: Option<f32>,
    /// Its constraint, such as `lib(a)>1`; strings have the letters that a first run shows.
    #[arg(long, value_name = "EXPRESSION")]
    pub constraint: Option<String>,
    /// Add it to the end of this file, which may be new, instead of printing it.
    #[arg(long, value_name = "FILE.db")]
    pub into: Option<PathBuf>,
    /// What the database that is printed is for, such as `fuseki`; a file of --into has its own.
    #[arg(long, value_name = "NAME", conflicts_with = "into")]
    pub role: Option<String>,
    /// Loosen the diagram as far as these games allow, and look for a constraint: SGF files,
    /// folders of them, or .tgz archives.
    #[arg(long, value_name = "GAMES", num_args = 1..)]
    pub generalise: Vec<PathBuf>,
    /// The share of false hits, in percent, that a looser cell may add to the matches it adds.
    #[arg(
        long,
        value_name = "PERCENT",
        requires = "generalise",
        default_value_t = 0.0
    )]
    pub most_false: f64,
    /// The most matches of each kind in which the engine is asked about constraints.
    #[arg(long, value_name = "N", requires = "generalise", default_value_t = 200)]
    pub asked: usize,
    /// Print a JSON object with the pattern and everything that was counted.
    #[arg(long)]
    pub json: bool,
}

/// GNU Go's name for what to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Mode {
    /// The Go Text Protocol.
    Gtp,
    /// The board on the terminal.
    Ascii,
    /// The Go Modem Protocol, on standard input and output.
    Gmp,
    /// The simplified Go Modem Protocol: the other side is not asked for size and rules.
    Sgmp,
}

/// All options; each works with and without a subcommand.
#[derive(Args, Clone, Debug)]
pub struct Options {
    /// What concerns the whole program.
    #[command(flatten)]
    pub general: GeneralOptions,
    /// The game to play.
    #[command(flatten)]
    pub game: GameOptions,
    /// The clock and the range of levels.
    #[command(flatten)]
    pub time: TimeOptions,
    /// The rules.
    #[command(flatten)]
    pub rules: RuleOptions,
    /// What the engine plays in the opening.
    #[command(flatten)]
    pub opening: OpeningOptions,
    /// Records.
    #[command(flatten)]
    pub records: RecordOptions,
    /// Where GTP commands come from.
    #[command(flatten)]
    pub connection: ConnectionOptions,
    /// Monte Carlo play.
    #[command(flatten)]
    pub monte_carlo: MonteCarloOptions,
    /// Pages about the program.
    #[command(flatten)]
    pub pages: PageOptions,
    /// Traces on standard error.
    #[command(flatten)]
    pub traces: Traces,
    /// Questions about a record.
    #[command(flatten)]
    pub questions: Questions,
    /// Limits of reading.
    #[command(flatten)]
    pub limits: LimitOptions,
}

/// What concerns the whole program.
#[derive(Args, Clone, Debug)]
pub struct GeneralOptions {
    /// gtp or ascii, the same as the subcommands `gtp` and `play`; gmp, the Go Modem Protocol.
    #[arg(long, global = true, value_enum, value_name = "MODE")]
    pub mode: Option<Mode>,
    /// Databases to use in place of the built-in ones: a folder, a .db, .dbz, .sgf or .kpat file,
    /// or `builtin`. May be given more than once.
    #[arg(long, global = true, value_name = "PATH", action = ArgAction::Append)]
    pub patterns: Vec<PathBuf>,
    /// Databases to use beside those that are used without this option. May be given more than
    /// once.
    #[arg(long, global = true, value_name = "PATH", action = ArgAction::Append)]
    pub add_patterns: Vec<PathBuf>,
    /// Load the databases again whenever a source changes.
    #[arg(long, global = true)]
    pub watch: bool,
    /// No banner and no informational text.
    #[arg(long, alias = "silent", global = true)]
    pub quiet: bool,
    /// Print the version.
    #[arg(short = 'v', long, global = true, action = ArgAction::Version)]
    version: Option<bool>,
}

/// A command line that has been read.
pub enum Read {
    /// What to do, and the names of all arguments that are given.
    Run(Box<Cli>, BTreeSet<String>),
    /// Help, the version, or a mistake, for clap to print.
    Print(clap::Error),
    /// An option of GNU Go that has no meaning here, in one line.
    Refused(String),
}

/// Reads a command line, the name of the program first.
pub fn read(arguments: &[String]) -> Read {
    let second = pages::wants_second(arguments);
    let command = Cli::command().args(refused::arguments());
    let command = command.mut_args(|arg| {
        // So that -1 is a wrong value, not an unknown option.
        let takes_value = arg.get_action().takes_values() && !arg.is_positional();
        arg.allow_negative_numbers(takes_value)
    });
    let mut command = pages::with_help(command, second);
    let all: &[String] = if second {
        &["katachi".to_owned(), "--help".to_owned()]
    } else {
        arguments
    };
    let matches = match command.clone().try_get_matches_from(all) {
        Ok(matches) => matches,
        Err(error) => {
            if let Some(with_option) = mistakes::record_without_option(arguments, &error) {
                return read(&with_option);
            }
            let explained = mistakes::explained(&command, &error);
            return explained.map_or(Read::Print(error), Read::Refused);
        }
    };
    if let Some(message) = refused::find(&matches) {
        return Read::Refused(message);
    }
    match Cli::from_arg_matches(&matches) {
        Ok(mut cli) => {
            let mut given = given(&command, &matches);
            let file = match &cli.command {
                Some(Command::Inspect(InspectArguments { file })) => file.as_ref(),
                Some(Command::Review(review)) => review.file.as_ref(),
                _ => None,
            };
            if let Some(file) = file {
                // The record may stand with or without -l.
                if let Some(other) = &cli.options.records.infile {
                    let message = format!("expected one record, found {file} and -l {other}");
                    return Read::Refused(message);
                }
                given.insert("infile".to_owned());
                cli.options.records.infile = Some(file.clone());
            }
            Read::Run(Box::new(cli), given)
        }
        Err(error) => Read::Print(error.format(&mut command)),
    }
}

/// The names of the arguments that the command line gives.
fn given(command: &clap::Command, matches: &ArgMatches) -> BTreeSet<String> {
    let names = command.get_arguments().map(|arg| arg.get_id().as_str());
    let is_given = |name: &&str| {
        let known = matches.try_contains_id(name).is_ok();
        known && matches.value_source(name) == Some(ValueSource::CommandLine)
    };
    names.filter(is_given).map(str::to_owned).collect()
}

/// How users spell an argument.
fn spelt(name: &str) -> String {
    let command = Cli::command();
    let arg = command.get_arguments().find(|arg| arg.get_id() == name);
    let long = arg.and_then(clap::Arg::get_long);
    long.map_or_else(|| name.to_owned(), |long| format!("--{long}"))
}

/// Why one of these arguments would be ignored by this kind of job.
pub fn refusal(kind: Kind, given: &BTreeSet<String>) -> Option<String> {
    effects::refusal(kind, given, &spelt)
}

#[cfg(test)]
pub use for_tests::*;

/// What tests want to know about the command line.
#[cfg(test)]
mod for_tests {
    pub use super::effects::{Kinds, NEEDS, Need};
    use super::{Cli, CommandFactory, effects};

    /// All arguments.
    pub fn arguments() -> Vec<clap::Arg> {
        Cli::command().get_arguments().cloned().collect()
    }

    /// The kinds of jobs in which an argument has an effect.
    pub fn effects_of(name: &str) -> Option<Kinds> {
        let mut rows = effects::EFFECTS.iter();
        Some(rows.find(|(names, _)| names.contains(&name))?.1)
    }

    /// What options need.
    pub fn needs() -> &'static [Need] {
        NEEDS
    }
}

#[cfg(test)]
mod tests {
    use katachi_board::{KoRule, Scoring};

    use super::*;

    fn run(arguments: &[&str]) -> Read {
        let all = ["katachi"].iter().chain(arguments);
        read(&all.map(|&word| word.to_owned()).collect::<Vec<_>>())
    }

    fn options(arguments: &[&str]) -> Options {
        match run(arguments) {
            Read::Run(cli, _) => cli.options,
            Read::Print(error) => panic!("{error}"),
            Read::Refused(message) => panic!("{message}"),
        }
    }

    #[test]
    fn the_definition_is_sound() {
        let command = Cli::command().args(refused::arguments());
        pages::with_help(command, true).debug_assert();
    }

    #[test]
    fn spellings_of_gnu_go_work() {
        let parsed = options(&["--mode", "gtp", "--level=5", "--quiet", "--komi=-3.5"]);
        let general = &parsed.general;
        assert_eq!((general.mode, parsed.game.level), (Some(Mode::Gtp), 5));
        assert!(general.quiet && options(&["--silent"]).general.quiet);
        assert_eq!(parsed.game.komi, Some(-3.5));
        assert!(
            options(&["--chin"]).rules.chinese_rules,
            "long names may be shortened"
        );
        assert_eq!(options(&["-r", "7"]).game.seed, Some(7));
        let after = options(&["gtp", "--boardsize", "9"]);
        assert_eq!(after.game.boardsize, Some(9));
        let short = options(&["-D5", "-B", "6", "-F7", "-K8", "-M9", "-r3"]);
        let limits = &short.limits;
        assert_eq!((limits.depth, limits.backfill_depth), (Some(5), Some(6)));
        assert_eq!((limits.fourlib_depth, limits.ko_depth), (Some(7), Some(8)));
        assert_eq!((limits.cache_size, short.game.seed), (Some(9), Some(3)));
        assert!(options(&["-m0x08"]).records.moyo.is_some());
        let traces = options(&["-ttaTTwE", "-d0x1"]).traces;
        assert_eq!((traces.trace, traces.printboard), (2, 2));
        assert!(traces.allpats && traces.worms && traces.printeyes);
        let limits = options(&["--break_chain-depth", "3", "--owl-n=9"]).limits;
        assert_eq!(limits.break_chain_depth, Some(3));
        assert_eq!(limits.owl_node_limit, Some(9));
    }

    #[test]
    fn the_last_of_contradicting_rules_counts() {
        let last = options(&["--chinese-rules", "--japanese-rules"]).rules;
        assert_eq!(last.scoring(), Scoring::Territory);
        let last = options(&["--simple-ko", "--positional-superko"]).rules;
        assert_eq!(last.rules().ko, KoRule::PositionalSuperko);
        let last = options(&["--positional-superko", "--simple-ko"]).rules;
        assert_eq!(last.rules().ko, KoRule::Simple);
    }

    #[test]
    fn what_gnu_go_has_and_we_lack_is_refused_by_name() {
        for refused in refused::REFUSED {
            let (long, name) = (format!("--{}", refused.name), refused.name);
            let value = format!("{long}=D4");
            let message = [long.as_str(), &value]
                .into_iter()
                .find_map(|word| match run(&[word]) {
                    Read::Refused(message) => Some(message),
                    _ => None,
                });
            let message = message.unwrap_or_else(|| panic!("{name} is not refused"));
            assert!(
                message.starts_with(&format!("--{name} is not")),
                "{message}"
            );
            assert!(message.contains(refused.because));
            // An option that we have must not be refused.
            let own = Cli::command();
            assert!(own.get_arguments().all(|arg| arg.get_long() != Some(name)));
        }
        let Read::Refused(message) = run(&["gtp", "--decide-or"]) else {
            panic!("abbreviations are refused, too");
        };
        assert!(message.contains("--decide-oracle is not"), "{message}");
    }

    #[test]
    fn a_record_needs_no_option() {
        let parsed = options(&["--level", "3", "a game.sgf", "--seed", "1"]);
        assert_eq!(parsed.records.infile.as_deref(), Some("a game.sgf"));
        assert_eq!((parsed.game.level, parsed.game.seed), (3, Some(1)));
        assert!(matches!(run(&["nonsense"]), Read::Print(_)));
        assert!(matches!(run(&["gtp", "a.sgf"]), Read::Print(_)));
    }

    #[test]
    fn an_ambiguous_abbreviation_says_what_it_could_mean() {
        let Read::Refused(message) = run(&["--decide-d", "E5"]) else {
            panic!("it is refused");
        };
        assert_eq!(
            message,
            "--decide-d is ambiguous: --decide-dragon or --decide-dragon-data"
        );
        assert!(matches!(run(&["--nonsense"]), Read::Print(_)));
        assert!(matches!(run(&["--hash", "8"]), Read::Refused(_)));
        assert_eq!(options(&["--ha", "4"]).game.handicap, Some(4));
    }

    #[test]
    fn help_has_two_pages() {
        let page = |arguments: &[&str]| match run(arguments) {
            Read::Print(error) => error.to_string(),
            _ => panic!("no help"),
        };
        let (first, second) = (page(&["--help"]), page(&["--help", "debug"]));
        for (option, is_on_second) in [
            ("--komi", false),
            ("--infile", false),
            ("--mc-patterns", false),
            ("--gtp-listen", false),
            ("--decide-string", true),
            ("--trace", true),
            ("--owl-reading", true),
        ] {
            assert_eq!(second.contains(option), is_on_second, "{option}");
            assert_eq!(first.contains(option), !is_on_second, "{option}");
        }
        assert!(first.contains("--help debug"));
        assert!(first.starts_with("A Go engine") && second.starts_with("A Go engine"));
    }
}
