//! The game: board, komi, handicap, level, rules, openings.

use clap::Args;
use katachi_board::{Color, KoRule, Rules, Scoring, SuicideRule};
use katachi_core::{DEFAULT_LEVEL, MirrorGo, Openings};
use katachi_strategy::influence::Style;

/// The game to play.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Game")]
pub struct GameOptions {
    /// The size of the board, 2 to 25.
    #[arg(long, global = true, value_name = "SIZE")]
    pub boardsize: Option<usize>,
    /// The komi; 5.5 on the terminal (0.5 with a handicap), 0 in GTP, if not given.
    #[arg(
        long,
        global = true,
        value_name = "POINTS",
        allow_negative_numbers = true,
        value_parser = katachi_board::parse_komi
    )]
    pub komi: Option<f64>,
    /// Handicap stones for Black on their usual points.
    #[arg(long, global = true, value_name = "STONES")]
    pub handicap: Option<usize>,
    /// The color you play on the terminal; with -l, the side to find a move for.
    #[arg(long, global = true, value_name = "COLOR", value_parser = parse_color)]
    pub color: Option<Color>,
    /// How hard the engine looks.
    #[arg(long, global = true, value_name = "NUMBER", default_value_t = DEFAULT_LEVEL, allow_negative_numbers = true)]
    pub level: i32,
    /// Play the best candidates some moves ahead, and choose the one behind which the score is
    /// best.
    #[arg(long, global = true)]
    pub metamachine: bool,
    /// The random seed: the same seed gives the same moves. From the clock if not given.
    #[arg(short = 'r', long, global = true, value_name = "NUMBER")]
    pub seed: Option<u64>,
}

/// The rules.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Rules")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the command line"
)]
pub struct RuleOptions {
    /// Count territory and prisoners (the default).
    #[arg(long, global = true, overrides_with = "chinese_rules")]
    pub japanese_rules: bool,
    /// Count area.
    #[arg(long, global = true)]
    pub chinese_rules: bool,
    /// No suicide (the default).
    #[arg(long, global = true, overrides_with_all = ["allow_suicide", "allow_all_suicide"])]
    pub forbid_suicide: bool,
    /// Suicide of two or more stones is legal.
    #[arg(long, global = true, overrides_with = "allow_all_suicide")]
    pub allow_suicide: bool,
    /// All suicide is legal.
    #[arg(long, global = true)]
    pub allow_all_suicide: bool,
    /// A ko may not be retaken at once (the default).
    #[arg(long, global = true, overrides_with_all = ["no_ko", "positional_superko", "situational_superko"])]
    pub simple_ko: bool,
    /// Everything may be repeated.
    #[arg(long, global = true, overrides_with_all = ["positional_superko", "situational_superko"])]
    pub no_ko: bool,
    /// No position may be repeated.
    #[arg(long, global = true, overrides_with = "situational_superko")]
    pub positional_superko: bool,
    /// No position may be repeated with the same side to move.
    #[arg(long, global = true)]
    pub situational_superko: bool,
    /// The engine may resign lost games (the default).
    #[arg(long, global = true, overrides_with = "never_resign")]
    pub resign_allowed: bool,
    /// The engine never resigns.
    #[arg(long, global = true)]
    pub never_resign: bool,
    /// Before it passes, the engine settles its stones and territory, so that nothing is left to
    /// agree on.
    #[arg(long, global = true)]
    pub play_out_aftermath: bool,
    /// Stones left on the board count as alive: the engine takes dead ones off before it passes.
    #[arg(long, global = true)]
    pub capture_all_dead: bool,
}

/// What the engine plays in the opening.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Opening")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the command line"
)]
pub struct OpeningOptions {
    /// Do not draw moves from books of whole positions.
    #[arg(long, global = true)]
    pub nofusekidb: bool,
    /// No books and no databases of opening patterns.
    #[arg(long, global = true)]
    pub nofuseki: bool,
    /// No databases of corner patterns.
    #[arg(long, global = true)]
    pub nojosekidb: bool,
    /// Prefer the centre, on boards from 13x13: influence reaches further, and less of it makes
    /// territory there. It fades as the board fills.
    #[arg(long, global = true, overrides_with = "no_cosmic_gnugo")]
    pub cosmic_gnugo: bool,
    /// Do not prefer the centre (the default).
    #[arg(long, global = true)]
    pub no_cosmic_gnugo: bool,
    /// Read which strings break into territories of ten points or more, and how to keep them out.
    #[arg(long, global = true, overrides_with = "without_break_in")]
    pub with_break_in: bool,
    /// Leave break-ins to patterns (the default).
    #[arg(long, global = true)]
    pub without_break_in: bool,
    /// No search for captures on a large scale (the default).
    #[arg(long, global = true)]
    pub no_large_scale: bool,
    /// Answer each move with the opposite point while the board stays its mirror image.
    #[arg(long, global = true)]
    pub mirror: bool,
    /// Play mirror go until this many stones are on the board.
    #[arg(long, global = true, value_name = "STONES", requires = "mirror")]
    pub mirror_limit: Option<usize>,
}

fn parse_color(word: &str) -> Result<Color, String> {
    match katachi_gtp::parse_color(word) {
        Some(katachi_gtp::GtpColor::Black) => Ok(Color::Black),
        Some(katachi_gtp::GtpColor::White) => Ok(Color::White),
        None => Err("expected black or white".to_owned()),
    }
}

impl RuleOptions {
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

    /// How the game is counted.
    pub fn scoring(&self) -> Scoring {
        if self.chinese_rules {
            Scoring::Area
        } else {
            Scoring::Territory
        }
    }
}

impl OpeningOptions {
    /// The opening knowledge in use.
    pub fn openings(&self) -> Openings {
        Openings {
            books: !(self.nofusekidb || self.nofuseki),
            fuseki: !self.nofuseki,
            joseki: !self.nojosekidb,
        }
    }

    /// What influence prefers.
    pub fn style(&self) -> Style {
        if self.cosmic_gnugo {
            Style::Cosmic
        } else {
            Style::Usual
        }
    }

    /// Whether and how long the engine plays mirror go.
    pub fn mirror_go(&self) -> Option<MirrorGo> {
        self.mirror.then_some(MirrorGo {
            limit: self.mirror_limit,
        })
    }
}
