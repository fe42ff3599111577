//! Final scores of professional games (territory scoring) and of games by dan players on 9x9 (area
//! scoring) that ended by counting, in comparison with their results and with GNU Go's count, both
//! with GNU Go's databases: which scores agree, which strings are dead in the eyes of both, and the
//! slowest call.
//!
//! GNU Go's suite of final scores is asked, too.
//!
//! The games come from a hash of their names, in two halves, so that changes can be tuned on the
//! first and reported on the second. The usual run counts a few. The long run prints a table:
//!
//! ```text
//! KATACHI_SCORE_GAMES=500 cargo test --profile ci -p katachi --test trials scores:: -- --nocapture
//! ```

#![allow(
    clippy::print_stdout,
    reason = "the figures are what the long run is for"
)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use katachi_gtp::Client;
use katachi_testkit::{Need, Trial, archived, program, shared, trial};
use libtest_mimic::Failed;
use tempfile::TempDir;

use crate::comparison::{self, Engine};

/// How long GNU Go may count a game.
const PATIENCE: Duration = Duration::from_secs(100);

/// The longest that we may take, in the whole program and beside other work.
const SLOWEST: Duration = Duration::from_secs(5);

/// The least share of games, in percent, whose score is within a point of the record's.
const FLOORS: &[(&str, f64)] = &[("ours within a point", 60.0), ("stones", 95.0)];

/// The count of a game.
struct Count {
    score: f32,
    dead: BTreeSet<String>,
    took: Duration,
}

fn count(engine: &mut Engine, file: &Path) -> Result<Count, Failed> {
    engine.load(file, 1000)?;
    let began = Instant::now();
    let score = engine.client.send("final_score")?;
    let took = began.elapsed();
    let dead = engine.client.send("final_status_list dead")?;
    Ok(Count {
        score: points(score.text()).ok_or("no score")?,
        dead: dead.text().split_whitespace().map(str::to_owned).collect(),
        took,
    })
}

/// The points by which Black wins, as `B+3.5` says; `None` if nobody counted.
fn points(result: &str) -> Option<f32> {
    if result == "0" {
        return Some(0.0);
    }
    let (winner, margin) = result.split_once('+')?;
    let margin: f32 = margin.parse().ok()?;
    match winner {
        "B" => Some(margin),
        "W" => Some(-margin),
        _ => None,
    }
}

/// Games of one kind.
struct Kind {
    /// The usual number of games.
    usual: usize,
    /// The fewest moves of Black.
    least: usize,
    /// The rules that records name, if that matters.
    rules: &'static str,
    /// The options that give both programs these rules.
    options: &'static [&'static str],
}

const PROFESSIONAL: Kind = Kind {
    usual: 2,
    least: 75,
    rules: "",
    options: &[],
};

const DAN: Kind = Kind {
    usual: 4,
    least: 15,
    rules: "RU[Chinese]",
    options: &["--chinese-rules"],
};

/// The result of a record of this kind that ended by counting.
fn counted(record: &[u8], kind: &Kind) -> Option<f32> {
    let text = String::from_utf8_lossy(record);
    let is_long = text.matches(";B[").count() >= kind.least && text.contains(kind.rules);
    let result = text.split_once("RE[")?.1.split_once(']')?.0;
    (is_long && !text.contains("HA["))
        .then(|| points(result))
        .flatten()
}

/// What agrees in one half of the games.
#[derive(Default)]
struct Tally {
    games: usize,
    /// Games whose score is the record's, ours and GNU Go's.
    exact: [usize; 2],
    /// The same within a point.
    near: [usize; 2],
    alike: usize,
    stones: usize,
    differing: usize,
}

impl Tally {
    fn add(&mut self, result: f32, stones: usize, counts: [&Count; 2]) {
        self.games += 1;
        for (side, count) in counts.into_iter().enumerate() {
            let error = (count.score - result).abs();
            self.exact[side] += usize::from(error < 0.1);
            self.near[side] += usize::from(error < 1.1);
        }
        let [ours, theirs] = counts;
        self.alike += usize::from((ours.score - theirs.score).abs() < 0.1);
        self.stones += stones;
        self.differing += ours.dead.symmetric_difference(&theirs.dead).count();
    }

    fn share(&self, field: &str) -> f64 {
        let percent = |part: usize, whole: usize| 100.0 * part as f64 / whole.max(1) as f64;
        match field {
            "ours" => percent(self.exact[0], self.games),
            "GNU Go's" => percent(self.exact[1], self.games),
            "ours within a point" => percent(self.near[0], self.games),
            "GNU Go's within a point" => percent(self.near[1], self.games),
            "both alike" => percent(self.alike, self.games),
            _ => 100.0 - percent(self.differing, self.stones),
        }
    }
}

const FIELDS: &[&str] = &[
    "ours",
    "GNU Go's",
    "ours within a point",
    "GNU Go's within a point",
    "both alike",
    "stones",
];

fn compare(
    (gnugo, archive, databases): (PathBuf, PathBuf, PathBuf),
    kind: &Kind,
) -> Result<(), Failed> {
    let wanted = comparison::positions("KATACHI_SCORE_GAMES", kind.usual);
    let databases = databases.to_string_lossy();
    let [mut ours, mut theirs] = Engine::both_with(&databases, &gnugo, kind.options)?;
    let games = archived(&archive, "sgf")?;
    let mut games: Vec<_> = (games.iter())
        .filter_map(|(path, bytes)| {
            let name = path.to_string_lossy();
            Some((katachi_testkit::hash(&name), counted(bytes, kind)?, bytes))
        })
        .collect();
    games.sort_by_key(|&(hash, ..)| hash);
    let folder = TempDir::new()?;
    let file = folder.path().join("game.sgf");
    let mut halves = [Tally::default(), Tally::default()];
    let mut slowest = [Duration::ZERO; 2];
    for (number, &(_, result, bytes)) in games.iter().take(wanted).enumerate() {
        std::fs::write(&file, bytes)?;
        let us = count(&mut ours, &file)?;
        let stones: usize = ["black", "white"]
            .into_iter()
            .map(|color| ours.client.send(&format!("list_stones {color}")))
            .map(|reply| reply.map_or(0, |reply| reply.text().split_whitespace().count()))
            .sum();
        slowest[0] = slowest[0].max(us.took);
        let Some(them) = theirs.within(PATIENCE, |theirs| count(theirs, &file))? else {
            println!("left out: GNU Go is too slow in game {number}");
            continue;
        };
        slowest[1] = slowest[1].max(them.took);
        halves[number % 2].add(result, stones, [&us, &them]);
    }
    for field in FIELDS {
        let [tuned, held] = halves.each_ref().map(|half| half.share(field));
        println!("{field:<24} {tuned:6.2} % {held:6.2} %");
    }
    let [tuned, held] = halves.each_ref().map(|half| half.games);
    println!(
        "{tuned} and {held} games; slowest: ours {:?}, GNU Go's {:?}",
        slowest[0], slowest[1]
    );
    assert!(slowest[0] < SLOWEST, "{:?}", slowest[0]);
    comparison::expect(FLOORS, |field| halves[0].share(field));
    Ok(())
}

/// GNU Go's suite of final scores: for each game its file, and its result.
fn suite(text: &str) -> Vec<(&str, String)> {
    let mut tests = Vec::new();
    let (mut game, mut asks) = ("", false);
    for line in text.lines() {
        if let Some(file) = line.strip_prefix("loadsgf ") {
            game = file.trim();
        } else if let Some(expected) = line.strip_prefix("#? [")
            && let Some((result, _)) = expected.split_once(']')
            && asks
        {
            tests.push((game, result.replace('\\', "")));
        }
        asks = line.ends_with(" final_score");
    }
    tests
}

/// Of the suite at most this many may fail.
const MOST_FAILURES: usize = 1;

fn public_scores((folder, patterns): (PathBuf, PathBuf)) -> Result<(), Failed> {
    let katachi = Path::new(env!("CARGO_BIN_EXE_katachi"));
    let patterns = patterns.to_string_lossy();
    let mut client = Client::spawn(katachi, ["gtp", "--seed", "1", "--patterns", &patterns])?;
    let text = std::fs::read_to_string(folder.join("score.tst"))?;
    let tests = suite(&text);
    assert!(tests.len() >= 10, "{tests:?}");
    let mut failures = Vec::new();
    for (game, expected) in tests {
        client.send(&format!("loadsgf {}", folder.join(game).display()))?;
        let found = client.send("final_score")?;
        if found.text() != expected {
            failures.push(format!(
                "{game}: expected {expected}, found {}",
                found.text()
            ));
        }
    }
    assert!(failures.len() <= MOST_FAILURES, "{failures:#?}");
    Ok(())
}

fn dan_games() -> Need<(PathBuf, PathBuf, PathBuf)> {
    Ok((
        program("gnugo")?,
        shared("data/games/dan9/ogs-dan-9x9.tgz")?,
        shared("peer/gnugo-3.8/patterns")?,
    ))
}

fn public() -> Need<(PathBuf, PathBuf)> {
    Ok((
        shared("peer/gnugo-3.8/regression")?,
        shared("peer/gnugo-3.8/patterns")?,
    ))
}

pub fn trials() -> Vec<Trial> {
    vec![
        trial("final_scores_of_real_games", comparison::peer(), |needed| {
            compare(needed, &PROFESSIONAL)
        }),
        trial("final_scores_of_dan_games", dan_games(), |needed| {
            compare(needed, &DAN)
        }),
        trial("final_scores_of_the_public_suite", public(), public_scores),
    ]
}
