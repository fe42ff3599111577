//! The rows about GTP commands, asked in positions of real games, next to GNU Go.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use katachi_board::BoardSize;
use katachi_gtp::{Client, Reply};
use katachi_testkit::{Need, Trial, archived, program, shared, trial};
use libtest_mimic::Failed;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use regex::Regex;
use tempfile::TempDir;

use super::page::{Page, Row, State};
use crate::comparison::fail_alike;

/// Commands that play a game to its end: asked in each fourth position on a small board.
const LONG: &[&str] = &[
    "final_score",
    "final_status",
    "final_status_list",
    "kgs-genmove_cleanup",
];
/// Commands that play random games: asked in each fifth position.
const SLOW: &[&str] = &["estimate_score", "new_score", "experimental_score"];

/// The positions: this many of games on 9x9, then of games on 19x19.
const SMALL: usize = 8;
const LARGE: usize = 4;

/// The most time for an answer.
const PATIENCE: Duration = Duration::from_secs(20);
/// The same where GNU Go answers at once or never.
const LITTLE_PATIENCE: Duration = Duration::from_secs(5);
const AT_ONCE: &[&str] = &["all_move_values"];

/// A row.
struct CommandRow {
    name: String,
    /// Lines to send; the last one asks the command.
    tries: Vec<String>,
    ours: Regex,
    theirs: Regex,
    state: State,
}

impl CommandRow {
    fn of(page: &Page, row: &Row) -> Result<Self, Failed> {
        let name = row.first(0)?.to_owned();
        let line = |tried: &&str| {
            if tried.contains("; ") {
                (*tried).to_owned()
            } else {
                format!("{name} {tried}")
            }
        };
        let mut tries: Vec<String> = row.code(1).iter().map(line).collect();
        if row.text(1).contains('–') {
            tries.push(name.clone());
        }
        if tries.is_empty() {
            return Err(format!("docs/gnugo.md: `{name}` has nothing to try").into());
        }
        let answers = row.code(2);
        let ours = page.grammar(answers.first().copied().unwrap_or_default())?;
        let theirs = match answers.get(1) {
            Some(theirs) => page.grammar(theirs)?,
            None => ours.clone(),
        };
        Ok(Self {
            tries,
            ours,
            theirs,
            state: State::of(row.text(3))?,
            name,
        })
    }

    /// Whether to ask it in a position.
    fn fits(&self, number: usize) -> bool {
        let name = self.name.as_str();
        !(LONG.contains(&name) && (number >= SMALL || !number.is_multiple_of(4))
            || SLOW.contains(&name) && !number.is_multiple_of(5))
    }
}

fn rows(page: &Page) -> Result<Vec<CommandRow>, Failed> {
    let rows = page.tables("GTP commands")?;
    rows.iter().map(|row| CommandRow::of(page, row)).collect()
}

/// A program, and how to start it again if it ends.
struct Engine {
    program: PathBuf,
    arguments: &'static [&'static str],
    client: Client,
}

impl Engine {
    fn start(program: &Path, arguments: &'static [&'static str]) -> Result<Self, Failed> {
        Ok(Self {
            program: program.to_owned(),
            arguments,
            client: Client::spawn(program, arguments)?,
        })
    }

    fn ours() -> Result<Self, Failed> {
        let katachi = Path::new(env!("CARGO_BIN_EXE_katachi"));
        let arguments = &[
            "gtp",
            "--patterns",
            "builtin",
            "--seed",
            "1",
            "--level",
            "1",
        ];
        Self::start(katachi, arguments)
    }

    fn theirs(gnugo: &Path) -> Result<Self, Failed> {
        Self::start(
            gnugo,
            &["--mode", "gtp", "--quiet", "--seed", "1", "--level", "1"],
        )
    }

    /// Sends lines; returns the last reply, or `None` if the program ends or falls silent, and is
    /// started again.
    fn ask(&mut self, lines: &str) -> Result<Option<Reply>, Failed> {
        let mut last = None;
        for line in lines.split("; ") {
            let line = line.trim();
            self.client.set_time_limit(if AT_ONCE.contains(&line) {
                LITTLE_PATIENCE
            } else {
                PATIENCE
            });
            let Ok(reply) = self.client.send(line) else {
                self.client = Client::spawn(&self.program, self.arguments)?;
                return Ok(None);
            };
            last = Some(reply);
        }
        Ok(last)
    }

    /// Ends trial moves and turns, and loads the position.
    fn reset(&mut self, load: &str) -> Result<String, Failed> {
        let lines = format!(
            "popgo; popgo; report_uncertainty off; reset_search_mask; limit_search 0; \
             orientation 0; {load}"
        );
        // After `quit` the program is started again.
        let reply = match self.ask(&lines)? {
            Some(reply) => Some(reply),
            None => self.ask(&lines)?,
        };
        let reply = reply.ok_or("the program has ended")?;
        Ok(reply.text().to_owned())
    }

    fn words(&mut self, line: &str) -> Result<Vec<String>, Failed> {
        let reply = self
            .ask(line)?
            .ok_or_else(|| format!("{line} ends the program"))?;
        Ok(reply.text().split_whitespace().map(str::to_owned).collect())
    }
}

/// A position from which arguments are drawn.
struct Position {
    load: String,
    turn: String,
    black: Vec<String>,
    white: Vec<String>,
    empty: Vec<String>,
    /// Where the side to move may play.
    legal: Vec<String>,
    /// A file that commands may write.
    file: String,
    rng: Xoshiro256PlusPlus,
}

impl Position {
    fn of(engine: &mut Engine, load: String, file: &Path, seed: u64) -> Result<Self, Failed> {
        let turn = engine.reset(&load)?;
        let black = engine.words("list_stones black")?;
        let white = engine.words("list_stones white")?;
        let legal = engine.words(&format!("all_legal {turn}"))?;
        let size: usize = engine.words("query_boardsize")?.concat().parse()?;
        let size = BoardSize::new(size).ok_or("a size of a board")?;
        let vertices = size.points().map(|point| point.vertex(size).to_string());
        let is_empty = |vertex: &String| !black.contains(vertex) && !white.contains(vertex);
        Ok(Self {
            empty: vertices.filter(is_empty).collect(),
            load,
            turn,
            black,
            white,
            legal,
            file: file.display().to_string(),
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
        })
    }

    /// Draws arguments; `None` if the position has no such points.
    fn fill(&mut self, lines: &str) -> Option<String> {
        let own_is_black = self.rng.random_bool(0.5);
        let (own, other) = if own_is_black {
            (&self.black, &self.white)
        } else {
            (&self.white, &self.black)
        };
        let words = lines.split(' ').map(|word| {
            let (word, end) = match word.strip_suffix(';') {
                Some(word) => (word, ";"),
                None => (word, ""),
            };
            let drawn = match word {
                "STONE" => own.choose(&mut self.rng)?.as_str(),
                "OTHER" => other.choose(&mut self.rng)?.as_str(),
                "LEGAL" => self.legal.choose(&mut self.rng)?.as_str(),
                "EMPTY" => self.empty.choose(&mut self.rng)?.as_str(),
                "COLOR" => ["black", "white"][usize::from(self.rng.random_bool(0.5))],
                "TURN" => self.turn.as_str(),
                "FILE" => self.file.as_str(),
                word => word,
            };
            Some(format!("{drawn}{end}"))
        });
        Some(words.collect::<Option<Vec<_>>>()?.join(" "))
    }
}

/// A record, and the number of moves to load.
type Loaded = (Vec<u8>, usize);

/// The games of the positions.
fn games() -> Need<&'static [Loaded]> {
    static GAMES: OnceLock<Need<Vec<Loaded>>> = OnceLock::new();
    let drawn = GAMES.get_or_init(|| {
        let draw = |path: &str, positions: usize, (first, step): (usize, usize)| {
            let games = archived(&shared(path)?, "sgf").map_err(|error| error.to_string())?;
            let every = (games.len() / positions).max(1);
            let drawn = games.into_values().step_by(every).take(positions);
            let at = |place| first + step * place;
            Ok::<_, String>(
                drawn
                    .enumerate()
                    .map(|(place, game)| (game, at(place)))
                    .collect::<Vec<_>>(),
            )
        };
        let mut games = draw("data/games/dan9/ogs-dan-9x9.tgz", SMALL, (6, 3))?;
        games.extend(draw("data/games/pro19/kisei.tgz", LARGE, (20, 35))?);
        Ok(games)
    });
    drawn.as_deref().map_err(Clone::clone)
}

/// What is wrong with a reply; `None` if nothing is.
fn complaint(who: &str, line: &str, reply: Option<&Reply>, grammar: &Regex) -> Option<String> {
    let Some(reply) = reply else {
        return Some(format!("{line}: {who} has ended"));
    };
    if reply.is_success() && grammar.is_match(reply.text()) {
        return None;
    }
    let text = reply.text();
    Some(format!(
        "{line}: {who} answered `{text}`, expected {grammar}"
    ))
}

/// Asks all commands in a position.
fn compare(page: &Page, gnugo: &Path, number: usize) -> Result<(), Failed> {
    let folder = TempDir::new()?;
    let record = folder.path().join("game.sgf");
    let (game, moves) = &games()?[number];
    std::fs::write(&record, game)?;
    let load = format!("loadsgf {} {moves}", record.display());
    let (mut ours, mut theirs) = (Engine::ours()?, Engine::theirs(gnugo)?);
    let out = folder.path().join("out.sgf");
    let mut position = Position::of(&mut theirs, load.clone(), &out, number as u64)?;
    let mut complaints = Vec::new();
    for row in rows(page)?.iter().filter(|row| row.fits(number)) {
        for try_ in &row.tries {
            let Some(line) = position.fill(try_) else {
                continue;
            };
            let turn = [ours.reset(&load)?, theirs.reset(&load)?];
            assert_eq!(turn, [position.turn.clone(), position.turn.clone()]);
            let answers = [ours.ask(&line)?, theirs.ask(&line)?];
            complaints.extend(judge(row, &line, &answers));
        }
    }
    if complaints.is_empty() {
        return Ok(());
    }
    Err(complaints.join("\n").into())
}

/// What is wrong with the answers of both programs to a line.
fn judge(row: &CommandRow, line: &str, [ours, theirs]: &[Option<Reply>; 2]) -> Vec<String> {
    let mut complaints: Vec<String> = Vec::new();
    // A command may fail, if it fails in both programs with the same words.
    if let (Some(ours), Some(theirs)) = (ours, theirs)
        && !theirs.is_success()
        && row.state != State::Missing
        && row.state != State::Refused
    {
        if !fail_alike(ours, theirs) {
            let (ours, theirs) = (ours.text(), theirs.text());
            complaints.push(format!(
                "{line}: GNU Go fails with `{theirs}`, we answer `{ours}`"
            ));
        }
        return complaints;
    }
    // Where the programs differ, GNU Go may end or fall silent.
    if theirs.is_some() || row.state != State::Differs {
        complaints.extend(complaint("GNU Go", line, theirs.as_ref(), &row.theirs));
    }
    match (row.state, ours) {
        (State::Missing | State::Refused, Some(reply)) => {
            if reply.is_success() || reply.text() != "unknown command" {
                complaints.push(format!(
                    "{}: expected an unknown command, since docs/gnugo.md says so; if it has come, \
                     write `same` there",
                    row.name
                ));
            }
        }
        _ => complaints.extend(complaint("Katachi", line, ours.as_ref(), &row.ours)),
    }
    complaints
}

/// Our answers alone, in the position of the page.
fn ours_alone(page: &Page) -> Result<(), Failed> {
    let folder = TempDir::new()?;
    page.write_files(folder.path())?;
    let load = format!("loadsgf {}", folder.path().join("game.sgf").display());
    let mut ours = Engine::ours()?;
    let out = folder.path().join("out.sgf");
    let mut position = Position::of(&mut ours, load.clone(), &out, 1)?;
    let mut complaints = Vec::new();
    for row in rows(page)? {
        for try_ in &row.tries {
            let line = position.fill(try_).ok_or("a board with stones")?;
            ours.reset(&position.load)?;
            let answer = ours.ask(&line)?;
            match row.state {
                State::Missing | State::Refused => {}
                // A point may be drawn that the command refuses.
                _ if answer.as_ref().is_some_and(|reply| !reply.is_success()) => {}
                _ => complaints.extend(complaint("Katachi", &line, answer.as_ref(), &row.ours)),
            }
        }
    }
    if complaints.is_empty() {
        return Ok(());
    }
    Err(complaints.join("\n").into())
}

/// Every command of a list has a row.
fn all_have_rows(rows: &[CommandRow], commands: &[String]) -> Result<(), Failed> {
    let has_row = |name: &&String| rows.iter().any(|row| row.name == **name);
    let missing: Vec<&String> = commands.iter().filter(|name| !has_row(name)).collect();
    if missing.is_empty() && commands.len() == rows.len() {
        return Ok(());
    }
    let (found, expected) = (rows.len(), commands.len());
    Err(format!("docs/gnugo.md: {found} rows for {expected} commands, none for {missing:?}").into())
}

/// The commands in the first column of the tables of section 5 of a list.
fn of_list(file: &Path) -> Result<Vec<String>, Failed> {
    let text = std::fs::read_to_string(file)?;
    let from = text.find("## 5.").ok_or("no section 5")?;
    let to = text.find("## 6.").ok_or("no section 6")?;
    let rows = text[from..to].lines().filter(|line| line.starts_with("| "));
    let first = rows.filter_map(|line| line.split('|').nth(1));
    let words = first
        .flat_map(|cell| cell.split('/'))
        .map(|word| word.trim().to_owned());
    Ok(words.filter(|word| word != "command").collect())
}

/// A session in which the programs differ: commands, GNU Go's last reply, and ours.
struct Difference {
    command: String,
    session: String,
    theirs: String,
    ours: String,
}

fn differences(page: &Page) -> Result<Vec<Difference>, Failed> {
    let rows = page.tables("Differences of commands")?;
    let difference = |row: &Row| {
        Ok(Difference {
            command: row.first(0)?.to_owned(),
            session: row.first(1)?.to_owned(),
            theirs: row.first(2)?.to_owned(),
            ours: row.first(3)?.to_owned(),
        })
    };
    rows.iter().map(difference).collect()
}

impl Difference {
    /// Plays the session in an engine; the reply must fit one text and not the other.
    fn play(&self, page: &Page, engine: &mut Engine, is_ours: bool) -> Result<(), Failed> {
        let folder = TempDir::new()?;
        page.write_files(folder.path())?;
        let out = folder.path().join("out.sgf").display().to_string();
        let record = folder.path().join("game.sgf").display().to_string();
        let session = self.session.replace("FILE", &out);
        let session = session.replace("game.sgf", &record);
        let reply = match engine.ask(&session)? {
            None => "ends".to_owned(),
            Some(reply) if reply.is_success() => format!("= {}", reply.text()),
            Some(reply) => format!("? {}", reply.text()),
        };
        let (wanted, other) = if is_ours {
            (&self.ours, &self.theirs)
        } else {
            (&self.theirs, &self.ours)
        };
        let session = &self.session;
        if !page.grammar(wanted)?.is_match(&reply) {
            return Err(format!("{session}: expected `{wanted}`, found `{reply}`").into());
        }
        if page.grammar(other)?.is_match(&reply) {
            return Err(format!("{session}: no difference, both answer `{reply}`").into());
        }
        Ok(())
    }
}

/// A command has sessions that show a difference if its row says so.
fn differences_are_shown(page: &Page) -> Result<(), Failed> {
    let differences = differences(page)?;
    for row in rows(page)? {
        let name = &row.name;
        let is_shown = differences.iter().any(|one| one.command == *name);
        if is_shown != (row.state == State::Differs) {
            let state = row.state;
            return Err(format!("{name}: {state:?}, but a difference is shown: {is_shown}").into());
        }
    }
    for one in &differences {
        let last = one.session.rsplit("; ").next().unwrap_or_default();
        if !one.session.contains(&one.command) {
            return Err(format!("`{last}` does not use {}", one.command).into());
        }
    }
    Ok(())
}

pub fn trials(page: &Arc<Page>) -> Result<Vec<Trial>, Failed> {
    let mut trials = Vec::new();
    for number in 0..SMALL + LARGE {
        let page = Arc::clone(page);
        let need = program("gnugo").and_then(|gnugo| games().map(|_| gnugo));
        let name = format!("commands in position {number}");
        trials.push(trial(&name, need, move |gnugo| {
            compare(&page, &gnugo, number)
        }));
    }
    for (place, one) in differences(page)?.iter().enumerate() {
        let name = format!("difference {} {}", place + 1, one.command);
        let shared_page = Arc::clone(page);
        trials.push(Trial::test(&*name, move || {
            differences(&shared_page)?[place].play(&shared_page, &mut Engine::ours()?, true)
        }));
        let shared_page = Arc::clone(page);
        let name = format!("{name} of GNU Go");
        trials.push(trial(&name, program("gnugo"), move |gnugo| {
            let mut theirs = Engine::theirs(&gnugo)?;
            differences(&shared_page)?[place].play(&shared_page, &mut theirs, false)
        }));
    }
    let shared_page = Arc::clone(page);
    trials.push(Trial::test("differences have sessions", move || {
        differences_are_shown(&shared_page)
    }));
    let shared_page = Arc::clone(page);
    trials.push(Trial::test("commands of Katachi alone", move || {
        ours_alone(&shared_page)
    }));
    let shared_page = Arc::clone(page);
    let list = shared("spec/gtp-commands.md");
    trials.push(trial("all commands of the list", list, move |list| {
        all_have_rows(&rows(&shared_page)?, &of_list(&list)?)
    }));
    let shared_page = Arc::clone(page);
    trials.push(trial(
        "all commands of GNU Go",
        program("gnugo"),
        move |gnugo| {
            let mut theirs = Engine::theirs(&gnugo)?;
            all_have_rows(&rows(&shared_page)?, &theirs.words("list_commands")?)
        },
    ));
    Ok(trials)
}
