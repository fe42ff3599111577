//! Which of its modes the program is asked for.
//!
//! Entry point: [`Job::of`].

use std::io::IsTerminal;

use anyhow::bail;

use crate::cli::{
    BenchArguments, BuildArguments, Cli, Command, Kind, Mode, NewArguments, Options, Page,
    Question, Replayed, ReviewArguments, Score, StudioArguments, TestArguments,
};
use crate::gmp::Dialect;
use crate::views::Views;

/// What the program does.
pub enum Job {
    /// Speak GTP.
    Gtp,
    /// Speak the Go Modem Protocol, in its full or simplified form.
    Gmp(Dialect),
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
    /// Write a pattern that shows a position.
    New(Box<NewArguments>),
    /// Show and edit databases in the browser.
    Studio(StudioArguments),
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
        if let Some(page) = options.pages.page() {
            return Ok(Self::Page(page));
        }
        if options.monte_carlo.mc_list_patterns {
            return Ok(Self::List);
        }
        let Some(command) = &cli.command else {
            return Ok(match mode {
                Some(Mode::Gtp) => Self::Gtp,
                Some(Mode::Gmp) => Self::Gmp(Dialect::Full),
                Some(Mode::Sgmp) => Self::Gmp(Dialect::Simplified),
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
            Command::New(arguments) => Self::New(arguments.clone()),
            Command::Studio(arguments) => Self::Studio(arguments.clone()),
        };
        let contradicts = match (mode, &job) {
            (Some(Mode::Gtp), Self::Play) => Some("play` and --mode gtp"),
            (Some(Mode::Ascii), Self::Gtp) => Some("gtp` and --mode ascii"),
            (Some(Mode::Gmp), Self::Gtp) => Some("gtp` and --mode gmp"),
            (Some(Mode::Gmp), Self::Play) => Some("play` and --mode gmp"),
            (Some(Mode::Sgmp), Self::Gtp) => Some("gtp` and --mode sgmp"),
            (Some(Mode::Sgmp), Self::Play) => Some("play` and --mode sgmp"),
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
            Self::Gmp(Dialect::Full) => Kind::Gmp,
            Self::Gmp(Dialect::Simplified) => Kind::Sgmp,
            Self::Play => Kind::Play,
            Self::Inspect => Kind::Inspect,
            Self::Review(_) => Kind::Review,
            Self::Solo => Kind::Solo,
            Self::Doctor => Kind::Doctor,
            Self::Bench(_) => Kind::Bench,
            Self::Build(_) => Kind::Build,
            Self::Test(_) => Kind::Test,
            Self::New(_) => Kind::New,
            Self::Studio(_) => Kind::Studio,
            Self::Move => Kind::Move,
            Self::Score(Score::Estimate) => Kind::Estimate,
            Self::Score(_) => Kind::Finish,
            Self::View(_) => Kind::View,
            Self::Position(_) => Kind::Position,
            Self::Replay(_) => Kind::Replay,
            Self::Decide(question) => question.kind(),
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

    /// A command line for each mode of the program, with its kind of job; those of options come
    /// from the definition of the command line.
    fn modes() -> Vec<(Kind, Vec<String>)> {
        let fixed: [(Kind, &[&str]); 18] = [
            (Kind::Gtp, &["gtp"]),
            (Kind::Gtp, &["--mode", "gtp"]),
            (Kind::Gmp, &["--mode", "gmp"]),
            (Kind::Sgmp, &["--mode", "sgmp"]),
            (Kind::Play, &["play"]),
            (Kind::Play, &["--mode", "ascii"]),
            (Kind::Inspect, &["inspect"]),
            (Kind::Review, &["review", "-l", "x.sgf"]),
            (Kind::Solo, &["solo"]),
            (Kind::Move, &["-l", "x.sgf"]),
            (Kind::Bench, &["bench"]),
            (Kind::Doctor, &["doctor"]),
            (Kind::Build, &["build"]),
            (Kind::Test, &["test", "x.db"]),
            (Kind::New, &["new", "--from", "x.sgf", "--name", "X"]),
            (Kind::Studio, &["studio"]),
            (Kind::List, &["--mc-list-patterns"]),
            (Kind::Benchmark, &["-b", "1"]),
        ];
        let fixed = fixed.map(|(kind, line)| (kind, joined(&[], line)));
        let mut modes = fixed.to_vec();
        let asks = ["score", "replay", "moyo", "printsgf", "decide_"];
        for arg in arguments() {
            let name = arg.get_id().as_str();
            let long = format!("--{}", arg.get_long().unwrap_or_default());
            let only = effects_of(name).and_then(Kinds::only);
            let (record, kind) = match only {
                Some(Kind::Page) => (&[][..], Kind::Page),
                _ if asks.iter().any(|begin| name.starts_with(begin)) => {
                    (&["-l", "x.sgf"][..], only.unwrap_or(Kind::View))
                }
                _ => continue,
            };
            let values = arg.get_possible_values();
            let mut words: Vec<String> = values.iter().map(|one| one.get_name().into()).collect();
            if words.is_empty() {
                words.extend(sample(name).get(1).cloned());
            }
            let kind_of = |value: &str| match (name, value) {
                ("score", "estimate") => Kind::Estimate,
                ("score", _) => Kind::Finish,
                _ => kind,
            };
            let line = |words: &[&str]| joined(record, words);
            if words.is_empty() || !arg.get_action().takes_values() {
                modes.push((kind, line(&[&long])));
            } else {
                let lines = words
                    .iter()
                    .map(|word| (kind_of(word), line(&[&long, word])));
                modes.extend(lines);
            }
        }
        modes
    }

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

    /// What an option needs in a kind of job, as options with values.
    fn needed(name: &str, kind: Kind) -> Vec<Vec<String>> {
        let of = |need: &&Need| need.options.contains(&name) && !need.except.has(kind);
        let needs = needs().iter().filter(of);
        needs.map(|need| sample(need.one_of[0])).collect()
    }

    fn joined(line: &[&str], more: &[&str]) -> Vec<String> {
        line.iter()
            .chain(more)
            .map(|&word| word.to_owned())
            .collect()
    }

    #[test]
    fn modes_have_their_kinds() {
        let modes = modes();
        for (kind, line) in &modes {
            assert_eq!(outcome(line), Ok(*kind), "{line:?}");
        }
        for (kind, name) in Kind::ALL {
            assert!(
                modes.iter().any(|mode| mode.0 == kind),
                "no line for {name}"
            );
        }
        assert!(modes.len() > 30, "{}", modes.len());
    }

    /// Every option with every mode: either it works there by the table, or the program refuses
    /// the command line, names an option of it, and says why.
    #[test]
    fn no_option_is_ignored() {
        let names: Vec<String> = (arguments().iter())
            .map(|arg| arg.get_id().to_string())
            .filter(|name| !["help", "version"].contains(&name.as_str()))
            .collect();
        assert!(names.len() > 90, "{}", names.len());
        let reasons = [
            "has no effect",
            "cannot be used with",
            "expected one mode",
            "expected one record",
        ];
        let (mut works, mut refused) = (0, 0);
        for name in &names {
            let kinds = effects_of(name);
            let kinds = kinds.unwrap_or_else(|| panic!("{name} has no row in the table"));
            for (kind, line) in modes() {
                let mut more = sample(name);
                for words in needed(name, kind) {
                    let is_record = words[0] == "--infile";
                    let short = if is_record { "-l" } else { &words[0] };
                    if !line.iter().any(|word| *word == words[0] || word == short) {
                        more.extend(words);
                    }
                }
                let all: Vec<String> = line.iter().chain(&more).cloned().collect();
                match outcome(&all) {
                    // The option may be what makes the mode.
                    Ok(found) => {
                        assert!(kinds.has(found), "{all:?}");
                        works += 1;
                    }
                    Err(message) => {
                        // A mode that is replaced may be what has no effect.
                        let named = all.iter().filter(|word| word.starts_with('-'));
                        let mut named = named.filter(|word| message.contains(word.as_str()));
                        let is_named = named.next().is_some() || message.contains("--infile");
                        let has_reason = reasons.iter().any(|reason| message.contains(reason));
                        assert!(is_named && has_reason, "{all:?}: {message}");
                        // Where the table has it, another option excludes it.
                        let excluded = ["has its own", "cannot be used", "decides", "one mode"];
                        let is_excluded = excluded.iter().any(|why| message.contains(why));
                        assert!(!kinds.has(kind) || is_excluded, "{all:?}: {message}");
                        refused += 1;
                    }
                }
            }
        }
        assert!(works > 1000 && refused > 1000, "{works} {refused}");
    }

    /// An option is refused where what it needs is missing.
    #[test]
    fn needs_are_checked() {
        for need in needs() {
            for option in need.options {
                let mut tried = 0;
                for (kind, line) in modes() {
                    let has = |kinds: Kinds| kinds.has(kind) && !need.except.has(kind);
                    let has_record = line.iter().any(|word| word == "-l");
                    let is_there = need.one_of.contains(&"infile") && has_record;
                    if is_there || !effects_of(option).is_some_and(has) {
                        continue;
                    }
                    let all: Vec<String> = line.into_iter().chain(sample(option)).collect();
                    let message = outcome(&all).unwrap_err();
                    assert!(message.contains("has no effect"), "{all:?}: {message}");
                    tried += 1;
                }
                let alone = outcome(&sample(option));
                assert!(tried > 0 || alone.is_err(), "{option}");
            }
        }
    }
}
