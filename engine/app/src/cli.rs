//! The command line: our subcommands, and GNU Go's options for existing scripts and GUIs.

use std::path::PathBuf;

use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum};
use katachi_board::{Color, KoRule, Rules, Scoring, SuicideRule};
use katachi_core::{DEFAULT_LEVEL, MirrorGo, Openings};

use crate::monte_carlo::MonteCarloOptions;
use crate::record::NoteFlags;
use crate::time::TimeOptions;
use crate::traces::Traces;
use crate::views::Views;

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
#[derive(Subcommand, Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Speak the Go Text Protocol on standard input and output.
    Gtp,
    /// Play on the terminal.
    Play,
    /// Let the engine play a game against itself and print it.
    Solo,
    /// Compile the databases of a folder into image files, those that have changed.
    Build(BuildArguments),
    /// Print what was found and is used: version, databases, cache, and what they may lack.
    Doctor,
    /// Measure the engine on positions of six games: speed, and a signature of all its answers.
    Bench(BenchArguments),
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

/// GNU Go's name for what to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Mode {
    /// The Go Text Protocol.
    Gtp,
    /// The board on the terminal.
    Ascii,
    /// The Go Modem Protocol, which this version does not speak.
    #[value(hide = true)]
    Gmp,
    /// The simplified Go Modem Protocol, which this version does not speak.
    #[value(hide = true)]
    Sgmp,
}

/// How a loaded position is scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Score {
    /// By random games from the position.
    Estimate,
    /// After the engine has played the game to its end.
    Finish,
    /// After that, and after dead stones have been taken off.
    Aftermath,
}

/// All options; each works with and without a subcommand.
#[derive(Args, Clone, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the command line"
)]
pub struct Options {
    /// gtp or ascii; the same as the subcommands `gtp` and `play`.
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
    /// Do not draw moves from books of whole positions.
    #[arg(long, global = true, help_heading = "Opening")]
    pub nofusekidb: bool,
    /// No books and no databases of opening patterns.
    #[arg(long, global = true, help_heading = "Opening")]
    pub nofuseki: bool,
    /// No databases of corner patterns.
    #[arg(long, global = true, help_heading = "Opening")]
    pub nojosekidb: bool,
    /// Influence and values as they are, not those of a style that prefers the centre (the
    /// default).
    #[arg(long, global = true, help_heading = "Opening")]
    pub no_cosmic_gnugo: bool,
    /// Answer each move with the opposite point while the board stays its mirror image.
    #[arg(long, global = true, help_heading = "Opening")]
    pub mirror: bool,
    /// Play mirror go until this many stones are on the board.
    #[arg(
        long,
        global = true,
        value_name = "STONES",
        requires = "mirror",
        help_heading = "Opening"
    )]
    pub mirror_limit: Option<usize>,
    /// No banner and no informational text.
    #[arg(long, alias = "silent", global = true)]
    pub quiet: bool,

    /// The size of the board, 2 to 25.
    #[arg(long, global = true, value_name = "SIZE", help_heading = "Game")]
    pub boardsize: Option<usize>,
    /// The komi; 5.5 on the terminal (0.5 with a handicap), 0 in GTP, if not given.
    #[arg(
        long,
        global = true,
        value_name = "POINTS",
        allow_negative_numbers = true,
        value_parser = katachi_board::parse_komi,
        help_heading = "Game"
    )]
    pub komi: Option<f64>,
    /// Handicap stones for Black on their usual points.
    #[arg(long, global = true, value_name = "STONES", help_heading = "Game")]
    pub handicap: Option<usize>,
    /// The color you play on the terminal; with -l, the side to find a move for.
    #[arg(long, global = true, value_name = "COLOR", value_parser = parse_color, help_heading = "Game")]
    pub color: Option<Color>,
    /// How hard the engine looks.
    #[arg(long, global = true, value_name = "NUMBER", default_value_t = DEFAULT_LEVEL, allow_negative_numbers = true, help_heading = "Game")]
    pub level: i32,
    /// The clock and the range of levels.
    #[command(flatten)]
    pub time: TimeOptions,
    /// The random seed: the same seed gives the same moves. From the clock if not given.
    #[arg(
        short = 'r',
        long,
        global = true,
        value_name = "NUMBER",
        help_heading = "Game"
    )]
    pub seed: Option<u64>,
    /// Count territory and prisoners (the default).
    #[arg(
        long,
        global = true,
        overrides_with = "chinese_rules",
        help_heading = "Rules"
    )]
    pub japanese_rules: bool,
    /// Count area.
    #[arg(long, global = true, help_heading = "Rules")]
    pub chinese_rules: bool,
    /// No suicide (the default).
    #[arg(long, global = true, overrides_with_all = ["allow_suicide", "allow_all_suicide"], help_heading = "Rules")]
    pub forbid_suicide: bool,
    /// Suicide of two or more stones is legal.
    #[arg(
        long,
        global = true,
        overrides_with = "allow_all_suicide",
        help_heading = "Rules"
    )]
    pub allow_suicide: bool,
    /// All suicide is legal.
    #[arg(long, global = true, help_heading = "Rules")]
    pub allow_all_suicide: bool,
    /// A ko may not be retaken at once (the default).
    #[arg(long, global = true, overrides_with_all = ["no_ko", "positional_superko", "situational_superko"], help_heading = "Rules")]
    pub simple_ko: bool,
    /// Everything may be repeated.
    #[arg(long, global = true, overrides_with_all = ["positional_superko", "situational_superko"], help_heading = "Rules")]
    pub no_ko: bool,
    /// No position may be repeated.
    #[arg(
        long,
        global = true,
        overrides_with = "situational_superko",
        help_heading = "Rules"
    )]
    pub positional_superko: bool,
    /// No position may be repeated with the same side to move.
    #[arg(long, global = true, help_heading = "Rules")]
    pub situational_superko: bool,
    /// The engine may resign lost games (the default).
    #[arg(
        long,
        global = true,
        overrides_with = "never_resign",
        help_heading = "Rules"
    )]
    pub resign_allowed: bool,
    /// The engine never resigns.
    #[arg(long, global = true, help_heading = "Rules")]
    pub never_resign: bool,
    /// Stones left on the board count as alive: the engine takes dead ones off before it passes.
    #[arg(long, global = true, help_heading = "Rules")]
    pub capture_all_dead: bool,

    /// Load a game record; `-` is standard input. Without a mode: print one move for it.
    #[arg(
        short = 'l',
        long,
        global = true,
        value_name = "FILE",
        help_heading = "Records"
    )]
    pub infile: Option<String>,
    /// Load only the moves before this move number, or before the first move on this vertex.
    #[arg(
        short = 'L',
        long,
        global = true,
        value_name = "MOVE",
        help_heading = "Records"
    )]
    pub until: Option<String>,
    /// Write the game to this file; `-` is standard output.
    #[arg(
        short = 'o',
        long,
        global = true,
        value_name = "FILE",
        help_heading = "Records"
    )]
    pub outfile: Option<PathBuf>,
    /// Note in that file before each move of the engine: d dead (MA) and critical (SQ) dragons, v
    /// the values of considered moves.
    #[arg(
        short = 'O',
        long,
        global = true,
        value_name = "FLAGS",
        help_heading = "Records"
    )]
    pub output_flags: Option<NoteFlags>,
    /// With -l: who is ahead.
    #[arg(
        long,
        global = true,
        value_enum,
        value_name = "HOW",
        help_heading = "Records"
    )]
    pub score: Option<Score>,
    /// With -l: what the engine sees: territory, moyo, area, regions, dragons; in numbers:
    /// influence, permeability, strength, attenuation, value; or a mask of GNU Go.
    #[arg(
        short = 'm',
        long,
        global = true,
        value_name = "WHAT",
        help_heading = "Records"
    )]
    pub moyo: Option<Views>,
    /// With -m: draw it as SVG in this file; `-` is standard output.
    #[arg(
        long,
        global = true,
        value_name = "FILE",
        requires = "moyo",
        help_heading = "Records"
    )]
    pub svg: Option<String>,
    /// With -l: write the position as a record of one node; `-` is standard output.
    #[arg(long, global = true, value_name = "FILE", help_heading = "Records")]
    pub printsgf: Option<String>,

    /// Traces on standard error.
    #[command(flatten)]
    pub traces: Traces,

    /// Monte Carlo play.
    #[command(flatten)]
    pub monte_carlo: MonteCarloOptions,

    /// Print the version.
    #[arg(short = 'v', long, global = true, action = ArgAction::Version)]
    version: Option<bool>,
}

fn parse_color(word: &str) -> Result<Color, String> {
    match katachi_gtp::parse_color(word) {
        Some(katachi_gtp::GtpColor::Black) => Ok(Color::Black),
        Some(katachi_gtp::GtpColor::White) => Ok(Color::White),
        None => Err("expected black or white".to_owned()),
    }
}

impl Options {
    /// The rules that the options select.
    pub fn rules(&self) -> Rules {
        let ko = if self.situational_superko {
            KoRule::SituationalSuperko
        } else if self.positional_superko {
            KoRule::PositionalSuperko
        } else if self.no_ko {
            KoRule::None
        } else {
            KoRule::Simple
        };
        let suicide = if self.allow_all_suicide {
            SuicideRule::All
        } else if self.allow_suicide {
            SuicideRule::Multiple
        } else {
            SuicideRule::Forbidden
        };
        Rules { ko, suicide }
    }

    /// The opening knowledge in use.
    pub fn openings(&self) -> Openings {
        Openings {
            books: !(self.nofusekidb || self.nofuseki),
            fuseki: !self.nofuseki,
            joseki: !self.nojosekidb,
        }
    }

    /// Whether and how long the engine plays mirror go.
    pub fn mirror_go(&self) -> Option<MirrorGo> {
        self.mirror.then_some(MirrorGo {
            limit: self.mirror_limit,
        })
    }

    /// How the game is counted.
    pub fn scoring(&self) -> Scoring {
        if self.chinese_rules {
            Scoring::Area
        } else {
            Scoring::Territory
        }
    }
}

/// An option of GNU Go that this version does not have.
struct Missing {
    names: &'static [&'static str],
    because: &'static str,
}

const OTHER_PROTOCOL: &str = "it speaks GTP only";
const NO_DEPTHS: &str = "its reading has no such depth; --level sets how far it reads";
const NO_MODULE: &str = "it has no such part yet";
const NO_TRACE: &str = "it has no such trace; katachi-matches over GTP says why a move is played";
const NO_QUESTION: &str = "it does not answer such questions about a position yet";

/// GNU Go's options that this version does not have: they are refused rather than ignored.
const MISSING: &[Missing] = &[
    Missing {
        names: &[
            "--gtp-input",
            "--gtp-connect",
            "--gtp-listen",
            "--gtp-dump-commands",
            "--gtp-version",
        ],
        because: "it speaks GTP on standard input and output only",
    },
    Missing {
        names: &["--gtp-initial-orientation", "--orientation"],
        because: "use the GTP command orientation",
    },
    Missing {
        names: &["--play-out-aftermath"],
        because: "it settles only what --capture-all-dead settles",
    },
    Missing {
        names: &["--cosmic-gnugo"],
        because: "it has one style, the default one (--no-cosmic-gnugo)",
    },
    Missing {
        names: &[
            "-D",
            "--depth",
            "-B",
            "--backfill-depth",
            "--backfill2-depth",
            "-F",
            "--fourlib-depth",
            "-K",
            "--ko-depth",
            "--branch-depth",
            "--break-chain-depth",
            "--superstring-depth",
            "--aa-depth",
            "--owl-distrust",
            "--owl-branch",
            "--owl-reading",
            "--owl-node-limit",
            "--semeai-node-limit",
            "-M",
            "--cache-size",
            "--limit-search",
        ],
        because: NO_DEPTHS,
    },
    Missing {
        names: &[
            "--with-break-in",
            "--without-break-in",
            "--large-scale",
            "--no-large-scale",
            "--alternate-connections",
            "--experimental-connections",
            "--standard-connections",
            "--experimental-owl-ext",
            "--experimental-semeai",
            "--standard-semeai",
            "--oracle",
            "--metamachine",
            "--options",
        ],
        because: NO_MODULE,
    },
    Missing {
        names: &[
            "--decide-string",
            "--decide-connection",
            "--decide-owl",
            "--decide-dragon",
            "--decide-dragon-data",
            "--decide-semeai",
            "--decide-tactical-semeai",
            "--decide-position",
            "--decide-eye",
            "--decide-combination",
            "--decide-surrounded",
            "--decide-oracle",
            "--replay",
        ],
        because: NO_QUESTION,
    },
    Missing {
        names: &[
            "-T",
            "--printboard",
            "-E",
            "--printeyes",
            "-d",
            "--debug",
            "--debug-flags",
            "--debug-influence",
            "-b",
            "--benchmark",
            "-S",
            "--statistics",
            "--showtime",
            "--showscore",
        ],
        because: NO_TRACE,
    },
    Missing {
        names: &["--copyright"],
        because: "see the files LICENSE-MIT and LICENSE-APACHE",
    },
];

/// Refuses an option of GNU Go that this version does not have, and says what to do instead.
pub fn missing(arguments: impl IntoIterator<Item = String>) -> Option<String> {
    arguments
        .into_iter()
        .skip(1)
        .take_while(|argument| argument != "--")
        .find_map(|argument| {
            let name = argument.split('=').next().unwrap_or_default();
            let missing = MISSING
                .iter()
                .find(|missing| missing.names.contains(&name))?;
            Some(format!(
                "{name} is not supported by this version: {}",
                missing.because
            ))
        })
}

/// Refuses a mode that this version does not have.
pub fn missing_mode(mode: Mode) -> Option<String> {
    matches!(mode, Mode::Gmp | Mode::Sgmp)
        .then(|| format!("this mode is not supported by this version: {OTHER_PROTOCOL}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    fn options(arguments: &[&str]) -> Options {
        let all = ["katachi"].iter().chain(arguments);
        Cli::try_parse_from(all).expect("valid arguments").options
    }

    #[test]
    fn the_definition_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn spellings_of_gnu_go_work() {
        let parsed = options(&["--mode", "gtp", "--level=5", "--quiet", "--komi=-3.5"]);
        assert_eq!(
            (parsed.mode, parsed.level, parsed.quiet),
            (Some(Mode::Gtp), 5, true)
        );
        assert_eq!(parsed.komi, Some(-3.5));
        assert!(options(&["--silent"]).quiet);
        assert!(
            options(&["--chin"]).chinese_rules,
            "long names may be shortened"
        );
        assert_eq!(options(&["-r", "7"]).seed, Some(7));
        assert_eq!(options(&["gtp", "--boardsize", "9"]).boardsize, Some(9));
    }

    #[test]
    fn the_last_of_contradicting_rules_counts() {
        let last = options(&["--chinese-rules", "--japanese-rules"]);
        assert_eq!(last.scoring(), Scoring::Territory);
        let last = options(&["--simple-ko", "--positional-superko"]);
        assert_eq!(last.rules().ko, KoRule::PositionalSuperko);
        let last = options(&["--positional-superko", "--simple-ko"]);
        assert_eq!(last.rules().ko, KoRule::Simple);
    }

    #[test]
    fn what_gnu_go_has_and_we_lack_is_refused_by_name() {
        let say = |arguments: &[&str]| {
            let all = ["katachi"].iter().chain(arguments).map(|&s| s.to_owned());
            missing(all)
        };
        assert!(
            say(&["--decide-string=D4"])
                .unwrap()
                .contains("--decide-string is not")
        );
        assert_eq!(say(&["--level", "5"]), None);
        assert!(missing_mode(Mode::Gmp).is_some() && missing_mode(Mode::Gtp).is_none());
        // An option that we have must not be listed as missing.
        let own = Cli::command();
        let names = MISSING.iter().flat_map(|missing| missing.names);
        for name in names {
            let long = name.trim_start_matches('-');
            let known = own.get_arguments().any(|a| a.get_long() == Some(long));
            assert!(!known, "{name}");
        }
    }
}
