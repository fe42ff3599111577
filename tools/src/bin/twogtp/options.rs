//! The command line of `twogtp`, and the match that it describes.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use clap::Parser;
use katachi_board::BoardSize;
use katachi_teacher::engine::EngineCommand;
use katachi_tools::clock::{TimeSettings, parse_duration};
use katachi_tools::contest::Contest;
use katachi_tools::openings::Openings;
use katachi_tools::rule_set::RuleSet;
use katachi_tools::sprt::Sprt;
use katachi_tools::terms::Terms;

const EXAMPLES: &str = "\
Examples:
  200 games on 9x9, colours alternating, two at a time; %n gives each game a seed of its own:
    twogtp --black 'katachi gtp --seed %n' --white 'gnugo --mode gtp --level 1 --seed %n' \\
        --size 9 --games 200 --alternate --jobs 2 --prefix katachi-gnugo
  The same command again goes on where an interrupted match stopped.
  Is a change worth 5 Elo? Stops as soon as that is decided:
    twogtp --black new/katachi --white old/katachi --size 9 --games 20000 --alternate \\
        --openings openings/9x9_4moves.sgf --sprt 0,5 --prefix change
";

/// Lets two GTP engines play a match.
///
/// Writes PREFIX.dat, a table with a row for each game, and a record PREFIX-N.sgf of each game.
/// A match that was stopped, by whatever, goes on when the same command is given again.
#[derive(Parser, Debug)]
#[command(name = "twogtp", version, after_help = EXAMPLES)]
pub struct Options {
    /// The first engine, which has Black unless colours alternate; `%n` stands for the game's
    /// number.
    #[arg(long, value_name = "COMMAND")]
    black: String,
    /// The second engine.
    #[arg(long, value_name = "COMMAND")]
    white: String,
    /// An engine that scores finished games; without it the players' scores count where they agree.
    #[arg(long, value_name = "COMMAND")]
    referee: Option<String>,
    /// The number of games; a finished match goes on if it is raised.
    #[arg(short, long, value_name = "NUMBER", default_value_t = 1)]
    games: usize,
    /// The beginning of all file names, such as `matches/first`.
    #[arg(short, long, value_name = "PREFIX")]
    prefix: PathBuf,
    /// Games played at a time, each with engines of its own.
    #[arg(short, long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: u16,

    /// The size of the board, 2 to 25.
    #[arg(short, long, default_value_t = 19, help_heading = "Game")]
    size: usize,
    /// White's points for moving second.
    #[arg(
        short,
        long,
        value_name = "POINTS",
        default_value_t = 6.5,
        allow_negative_numbers = true,
        value_parser = katachi_board::parse_komi,
        help_heading = "Game"
    )]
    komi: f64,
    /// Handicap stones for Black, on the usual points.
    #[arg(
        long,
        value_name = "STONES",
        default_value_t = 0,
        help_heading = "Game"
    )]
    handicap: usize,
    /// Let the engine with Black choose where its handicap stones stand.
    #[arg(long, requires = "handicap", help_heading = "Game")]
    free: bool,
    /// Exchange colours after each game.
    #[arg(short, long, help_heading = "Game")]
    alternate: bool,
    /// Start from these positions: SGF files, each way through their variations, or folders of such
    /// files. Used in order; with --alternate each twice.
    #[arg(
        long,
        value_name = "PATH",
        num_args = 1..,
        conflicts_with = "handicap",
        help_heading = "Game"
    )]
    openings: Vec<PathBuf>,
    /// Rules for the legality of moves, also sent to engines that know kata-set-rules or kgs-rules;
    /// without this option simple ko, no suicide, and the engines count as they like.
    #[arg(long, value_enum, value_name = "RULES", help_heading = "Game")]
    rules: Option<RuleSet>,
    /// Time for each side: `10m`, or with Canadian overtime `10m+30s/5`.
    #[arg(short, long, value_name = "TIME", help_heading = "Game")]
    time: Option<TimeSettings>,
    /// The longest game; one that reaches it has no result. 3 moves for each point if not given.
    #[arg(long, value_name = "MOVES", help_heading = "Game")]
    maxmoves: Option<usize>,
    /// The longest that a move may take without --time.
    #[arg(long, value_name = "TIME", value_parser = parse_duration, default_value = "10m", help_heading = "Game")]
    move_timeout: Duration,
    /// The longest that any other command may take, such as `final_score`.
    #[arg(long, value_name = "TIME", value_parser = parse_duration, default_value = "10m", help_heading = "Game")]
    command_timeout: Duration,

    /// Stop when a sequential probability ratio test has decided between these two differences in
    /// Elo of the first engine.
    #[arg(
        long,
        value_name = "ELO0,ELO1",
        allow_hyphen_values = true,
        value_parser = parse_hypotheses,
        help_heading = "Test"
    )]
    sprt: Option<(f64, f64)>,
    /// How often the test may accept ELO1 wrongly.
    #[arg(long, value_parser = parse_probability, default_value = "0.05", help_heading = "Test")]
    alpha: f64,
    /// How often the test may accept ELO0 wrongly.
    #[arg(long, value_parser = parse_probability, default_value = "0.05", help_heading = "Test")]
    beta: f64,
}

fn parse_hypotheses(text: &str) -> Result<(f64, f64), String> {
    let fail =
        || format!("expected two differences, the first smaller, as in `0,5`; found `{text}`");
    let (elo0, elo1) = text.split_once(',').ok_or_else(fail)?;
    let number = |text: &str| {
        text.trim()
            .parse::<f64>()
            .ok()
            .filter(|elo| elo.abs() <= 1000.0)
    };
    let (elo0, elo1) = number(elo0).zip(number(elo1)).ok_or_else(fail)?;
    if elo0 < elo1 {
        Ok((elo0, elo1))
    } else {
        Err(fail())
    }
}

fn parse_probability(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|p| *p > 0.0 && *p < 0.5);
    number.ok_or_else(|| format!("expected a probability above 0 and below 0.5, found `{text}`"))
}

impl Options {
    /// The match that the options describe.
    ///
    /// # Errors
    /// If the options contradict each other, or the openings cannot be read.
    pub fn contest(&self) -> anyhow::Result<Contest> {
        let Some(size) = BoardSize::new(self.size) else {
            bail!("--size: expected 2 to 25, found {}", self.size);
        };
        ensure!(
            self.handicap != 1,
            "--handicap: expected at least 2 stones, found 1; one stone is Black's first move"
        );
        let legality = self
            .rules
            .map_or(katachi_board::Rules::SIMPLE, RuleSet::legality);
        let openings = Openings::read(&self.openings, size, legality)?;
        if let Some(folder) = self.prefix.parent()
            && !folder.as_os_str().is_empty()
        {
            std::fs::create_dir_all(folder)
                .with_context(|| format!("--prefix: cannot create {}", folder.display()))?;
        }
        let terms = Terms {
            black: EngineCommand::new(&self.black),
            white: EngineCommand::new(&self.white),
            referee: self.referee.as_ref().map(EngineCommand::new),
            size,
            komi: self.komi,
            handicap: self.handicap,
            free_handicap: self.free,
            alternate: self.alternate,
            openings,
            rules: self.rules,
            time: self.time,
            max_moves: self.maxmoves.unwrap_or(3 * size.area()),
            move_timeout: self.move_timeout,
            command_timeout: self.command_timeout,
        };
        let sprt = self.sprt.map(|(elo0, elo1)| Sprt {
            elo0,
            elo1,
            alpha: self.alpha,
            beta: self.beta,
        });
        Ok(Contest {
            terms,
            games: self.games,
            jobs: self.jobs.into(),
            prefix: self.prefix.clone(),
            sprt,
            date: time::OffsetDateTime::now_utc().date().to_string(),
        })
    }
}
