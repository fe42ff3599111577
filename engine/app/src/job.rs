//! Which of its modes the program is asked for.
//!
//! Entry point: [`Job::of`].

use std::io::IsTerminal;

use anyhow::bail;

use crate::cli::{
    self, BenchArguments, BuildArguments, Cli, Command, Kind, Mode, Options, Page, Question,
    Replayed, ReviewArguments, Score, TestArguments,
};
use crate::views::Views;

/// What the program does.
pub enum Job {
    /// Speak GTP.
    Gtp,
    /// Play on the terminal.
    Play,
    /// Step through a game on the terminal.
    Inspect,
    /// Review a game.
    Review(Box<ReviewArguments>),
    /// Play against itself.
    Solo,
    /// Report what was found.
    Doctor,
    /// Measure the engine.
    Bench(BenchArguments),
    /// Compile databases.
    Build(BuildArguments),
    /// Run the tests beside patterns.
    Test(TestArguments),
    /// Find one move for a record.
    Move,
    /// Score a record.
    Score(Score),
    /// Show what the engine sees in a record.
    View(Views),
    /// Write the position of a record to this file.
    Position(String),
    /// Compare moves of a record with those of the engine.
    Replay(Replayed),
    /// Answer a question about a record.
    Decide(Question),
    /// Play this many games against itself, and say how long they took.
    Benchmark(u32),
    /// List the databases for random games.
    List,
    /// Print a page about the program.
    Page(Page),
}

impl Job {
    /// The job that the command line asks for.
    ///
    /// # Errors
    /// If it asks for a mode that this version does not have, or for two modes.
    pub fn of(cli: &Cli) -> anyhow::Result<Self> {
        let options = &cli.options;
        let mode = options.general.mode;
        if let Some(message) = mode.and_then(cli::missing_mode) {
            bail!(message);
        }
        if let Some(page) = options.pages.page() {
            return Ok(Self::Page(page));
        }
        if options.monte_carlo.mc_list_patterns {
            return Ok(Self::List);
        }
        let Some(command) = &cli.command else {
            return Ok(match mode {
                Some(Mode::Gtp) => Self::Gtp,
                Some(_) => Self::Play,
                None => asked(options).unwrap_or_else(|| usual(options)),
            });
        };
        let job = match command {
            Command::Gtp => Self::Gtp,
            Command::Play => Self::Play,
            Command::Inspect(_) => Self::Inspect,
            Command::Review(arguments) => Self::Review(arguments.clone()),
            Command::Solo => Self::Solo,
            Command::Doctor => Self::Doctor,
            Command::Bench(arguments) => Self::Bench(*arguments),
            Command::Build(arguments) => Self::Build(arguments.clone()),
            Command::Test(arguments) => Self::Test(arguments.clone()),
        };
        let contradicts = match (mode, &job) {
            (Some(Mode::Gtp), Self::Play) => Some("play` and --mode gtp"),
            (Some(Mode::Ascii), Self::Gtp) => Some("gtp` and --mode ascii"),
            _ => None,
        };
        if let Some(both) = contradicts {
            bail!("expected one mode, found `katachi {both}");
        }
        Ok(job)
    }

    /// Its kind, as far as options are concerned.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Gtp => Kind::Gtp,
            Self::Play => Kind::Play,
            Self::Inspect => Kind::Inspect,
            Self::Review(_) => Kind::Review,
            Self::Solo => Kind::Solo,
            Self::Doctor => Kind::Doctor,
            Self::Bench(_) => Kind::Bench,
            Self::Build(_) => Kind::Build,
            Self::Test(_) => Kind::Test,
            Self::Move => Kind::Move,
            Self::Score(Score::Estimate) => Kind::Estimate,
            Self::Score(_) => Kind::Finish,
            Self::View(_) => Kind::View,
            Self::Position(_) => Kind::Position,
            Self::Replay(_) => Kind::Replay,
            Self::Decide(question) if question.is_read() => Kind::Reading,
            Self::Decide(_) => Kind::Facts,
            Self::Benchmark(_) => Kind::Benchmark,
            Self::List => Kind::List,
            Self::Page(_) => Kind::Page,
        }
    }
}

/// What options ask about a record, or for a benchmark.
fn asked(options: &Options) -> Option<Job> {
    let records = &options.records;
    let asked = [
        records.benchmark.map(Job::Benchmark),
        records.replay.map(Job::Replay),
        records.score.map(Job::Score),
        records.printsgf.clone().map(Job::Position),
        options.questions.question().map(Job::Decide),
    ];
    asked.into_iter().flatten().next()
}

/// What the program does if nobody says.
fn usual(options: &Options) -> Job {
    let records = &options.records;
    let views = records.moyo.clone().map(Job::View);
    if options.connection.is_given() {
        return Job::Gtp;
    }
    if records.infile.is_some() {
        return views.unwrap_or(Job::Move);
    }
    if std::io::stdin().is_terminal() {
        Job::Play
    } else {
        Job::Gtp
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::{Kinds, Need, Read, arguments, effects_of, needs, read, refusal};

    /// A command line for each kind of job.
    const LINES: [(Kind, &[&str]); 19] = [
        (Kind::Gtp, &["gtp"]),
        (Kind::Play, &["play"]),
        (Kind::Inspect, &["inspect"]),
        (Kind::Review, &["review", "-l", "x.sgf"]),
        (Kind::Solo, &["solo"]),
        (Kind::Move, &["-l", "x.sgf"]),
        (Kind::Estimate, &["-l", "x.sgf", "--score", "estimate"]),
        (Kind::Finish, &["-l", "x.sgf", "--score", "finish"]),
        (Kind::Replay, &["-l", "x.sgf", "--replay", "both"]),
        (Kind::Benchmark, &["-b", "1"]),
        (Kind::View, &["-l", "x.sgf", "-m", "moyo"]),
        (Kind::Position, &["-l", "x.sgf", "--printsgf", "-"]),
        (Kind::Reading, &["-l", "x.sgf", "--decide-string", "A1"]),
        (Kind::Facts, &["-l", "x.sgf", "--decide-eye", "A1"]),
        (Kind::Bench, &["bench"]),
        (Kind::Doctor, &["doctor"]),
        (Kind::List, &["--mc-list-patterns"]),
        (Kind::Build, &["build"]),
        (Kind::Test, &["test", "x.db"]),
        (Kind::Page, &["--copyright"]),
    ];

    /// The kind of job that a command line asks for, or why it is refused.
    fn outcome(line: &[String]) -> Result<Kind, String> {
        let all: Vec<String> = ["katachi".to_owned()].iter().chain(line).cloned().collect();
        match read(&all) {
            Read::Run(cli, given) => {
                let job = Job::of(&cli).map_err(|error| error.to_string())?;
                refusal(job.kind(), &given).map_or(Ok(job.kind()), Err)
            }
            Read::Print(error) => Err(error.to_string()),
            Read::Refused(message) => Err(message),
        }
    }

    /// An option with a value that it accepts, and the options that it cannot do without.
    fn sample(name: &str) -> Vec<String> {
        let arg = arguments().into_iter().find(|arg| arg.get_id() == name);
        let arg = arg.expect("an option");
        let mut words = vec![format!("--{}", arg.get_long().expect("a long name"))];
        if arg.get_action().takes_values() {
            let value = match name {
                "mode" => "gtp",
                "color" | "replay" => "black",
                "score" => "estimate",
                "output_flags" => "d",
                "moyo" => "moyo",
                "decide_connection" => "A1/B1",
                "limit_search" | "debug_influence" => "A1",
                _ => "1",
            };
            words.push(value.to_owned());
        }
        let companion = match name {
            "byo_time" => "byo_period",
            "byo_period" => "byo_time",
            "mirror_limit" => "mirror",
            "svg" => "moyo",
            _ => return words,
        };
        let companion = arguments()
            .into_iter()
            .find(|arg| arg.get_id() == companion);
        let companion = companion.expect("an option");
        words.push(format!("--{}", companion.get_long().expect("a name")));
        if companion.get_action().takes_values() {
            words.push(if name == "svg" { "moyo" } else { "1" }.to_owned());
        }
        words
    }

    /// The needs of an option, as options with values.
    fn needed(name: &str) -> Vec<String> {
        let of = |need: &&Need| need.options.contains(&name);
        let needs = needs().iter().filter(of);
        needs.flat_map(|need| sample(need.one_of[0])).collect()
    }

    fn joined(line: &[&str], more: &[String]) -> Vec<String> {
        let line = line.iter().map(|&word| word.to_owned());
        line.chain(more.iter().cloned()).collect()
    }

    #[test]
    fn lines_have_their_kinds() {
        for (kind, line) in LINES {
            assert_eq!(outcome(&joined(line, &[])), Ok(kind), "{line:?}");
        }
    }

    /// Every option with every kind of job: either it works there by the table, or the program
    /// refuses the command line and names an option of it.
    #[test]
    fn no_option_is_ignored() {
        let names: Vec<String> = (arguments().iter())
            .map(|arg| arg.get_id().to_string())
            .filter(|name| !["help", "version"].contains(&name.as_str()))
            .collect();
        assert!(names.len() > 90, "{}", names.len());
        let (mut works, mut refused) = (0, 0);
        for name in &names {
            let kinds = effects_of(name);
            let kinds = kinds.unwrap_or_else(|| panic!("{name} has no row in the table"));
            for (_, line) in LINES {
                let mut more = sample(name);
                for word in needed(name) {
                    if !line.contains(&word.as_str()) {
                        more.push(word);
                    }
                }
                match outcome(&joined(line, &more)) {
                    Ok(kind) => {
                        assert!(kinds.has(kind), "{line:?} {more:?}");
                        works += 1;
                    }
                    Err(message) => {
                        assert!(message.contains("--"), "{line:?} {more:?}: {message}");
                        refused += 1;
                    }
                }
            }
        }
        assert!(works > 400 && refused > 600, "{works} {refused}");
    }

    /// An option is refused where what it needs is missing.
    #[test]
    fn needs_are_checked() {
        for need in needs() {
            for option in need.options {
                let mut tried = 0;
                for (kind, line) in LINES {
                    let has = |kinds: Kinds| kinds.has(kind) && !need.except.has(kind);
                    let is_there = need.one_of.contains(&"infile") && line.contains(&"-l");
                    if is_there || !effects_of(option).is_some_and(has) {
                        continue;
                    }
                    let message = outcome(&joined(line, &sample(option))).unwrap_err();
                    assert!(
                        message.contains("has no effect"),
                        "{line:?} {option}: {message}"
                    );
                    tried += 1;
                }
                let alone = outcome(&sample(option));
                assert!(tried > 0 || alone.is_err(), "{option}");
            }
        }
    }
}
