//! Answers to GNU Go's questions about a record: `--decide-string` and its kin.

use std::fmt::Write;

use anyhow::{Context, bail};
use katachi_board::{Board, Color, Outcome, Point};
use katachi_files::say;
use katachi_matcher::{Hull, Surround};
use katachi_strategy::owl::{OwlReading, Witness};
use katachi_studio::words::by_ko;
use katachi_tactics::reading::Reading;

use crate::analyse::write;
use crate::cli::Question;
use crate::gtp::dragon_data;
use crate::session::Session;
use crate::speaker::complain;
use crate::terminal;
use crate::{record, set_up};

/// A dragon with a better way out is not asked about.
const MOST_ESCAPE: u32 = 6;

/// Answers a question; `tree` is a file for the variations that reading looks at.
///
/// # Errors
/// If the question does not fit the position, or the output cannot be written.
pub fn decide(
    session: &mut Session,
    question: &Question,
    tree: Option<&str>,
) -> anyhow::Result<()> {
    let begun = session.game.board().clone();
    if tree.is_some() {
        session.engine.analyst.start_trace(&begun);
    }
    let is_about_lives = matches!(
        question,
        Question::Dragon(_) | Question::Semeai(_) | Question::Position
    );
    if is_about_lives && !session.engine.analyst.knowledge().reads_lives() {
        complain(
            "the databases have no patterns of life and death: eyes and captures alone are read",
        );
    }
    if *question == Question::Combination && !session.engine.analyst.knowledge().threatens() {
        complain("the databases have no patterns of threats (aa_attackpats): none are searched");
    }
    let text = answer(session, question)?;
    say!("{text}")?;
    if let Some(file) = tree {
        let trace = session.engine.analyst.finish_trace();
        let text = record::variations(&begun, session.game.komi, trace.as_ref());
        write(file, &text)?;
    }
    Ok(())
}

fn answer(session: &mut Session, question: &Question) -> anyhow::Result<String> {
    let (option, vertices) = question.option();
    match question {
        Question::String(_) => {
            let string = stone(session, option, vertices)?;
            Ok(about_string(session, string))
        }
        Question::Connection(_) => {
            let (a, b) = two_stones(session, option, vertices, "strings")?;
            let board = session.game.board();
            if board.at(a) != board.at(b) {
                bail!("{option} {vertices}: expected strings of one color");
            }
            Ok(about_connection(session, a, b))
        }
        Question::Dragon(_) => {
            let dragon = stone(session, option, vertices)?;
            Ok(about_dragon(session, dragon))
        }
        Question::Semeai(_) | Question::TacticalSemeai(_) => {
            let (a, b) = two_stones(session, option, vertices, "dragons")?;
            let board = session.game.board();
            if board.at(a) == board.at(b) {
                bail!("{option} {vertices}: expected dragons of different colors");
            }
            let by_liberties = matches!(question, Question::TacticalSemeai(_));
            Ok(about_race(session, (a, b), by_liberties))
        }
        Question::DragonData(_) => {
            let dragon = stone(session, option, vertices)?;
            Ok(format!("Dragon at {}", dragon_data(session, dragon)))
        }
        Question::Position => Ok(about_position(session)),
        Question::Combination => Ok(about_combination(session)),
        Question::Eye(_) => {
            let point = set_up::point(session, option, vertices)?;
            Ok(about_eye(session, point))
        }
        Question::Surrounded(_) => {
            let dragon = stone(session, option, vertices)?;
            about_ring(session, dragon)
        }
    }
}

/// The stone that an option names.
fn stone(session: &Session, option: &str, vertex: &str) -> anyhow::Result<Point> {
    let point = set_up::point(session, option, vertex)?;
    if session.game.board().at(point).is_empty() {
        bail!("{option} {vertex}: expected a stone, found an empty point");
    }
    Ok(point)
}

/// The stones of the two strings or dragons that an option names.
fn two_stones(
    session: &Session,
    option: &str,
    vertices: &str,
    subjects: &str,
) -> anyhow::Result<(Point, Point)> {
    let (a, b) = (vertices.split_once('/'))
        .with_context(|| format!("{option} {vertices}: expected two {subjects}, as in D4/F4"))?;
    Ok((stone(session, option, a)?, stone(session, option, b)?))
}

/// What is said behind an answer that the limit of nodes has made uncertain.
fn doubt(is_certain: bool) -> &'static str {
    if is_certain {
        ""
    } else {
        ", uncertain: the node limit was reached"
    }
}

/// What is said behind an answer about a life that no search has found out.
fn witness(found: OwlReading) -> String {
    match found.by {
        Witness::Search => doubt(found.is_certain).to_owned(),
        Witness::Games(share) => games(share),
    }
}

/// What is said behind an answer of random games, of which this part succeed.
fn games(share: f32) -> String {
    let percent = 100.0 * share;
    format!(", uncertain: random games say so, of which {percent:.0} % succeed")
}

/// A sentence about a question that was read: `D4 can be attacked at C4 (12 variations)`.
fn sentence(session: &Session, subject: &str, done: &str, found: Reading, nodes: u64) -> String {
    let at = found
        .point
        .map_or(String::new(), |at| format!(" at {}", session.vertex(at)));
    match found.outcome {
        Outcome::Lose => format!("{subject} cannot be {done} ({nodes} variations)"),
        outcome => format!(
            "{subject} can be {done}{at}{} ({nodes} variations)",
            by_ko(outcome)
        ),
    }
}

/// Reads a string thoroughly, and counts the positions.
fn read_string(
    session: &mut Session,
    ask: impl FnOnce(&mut katachi_tactics::reading::Reader, &mut Board) -> Reading,
) -> (Reading, u64) {
    let reader = session.engine.analyst.tactics_mut();
    let (before, board) = (reader.nodes(), session.game.board_mut());
    let found = reader.thoroughly(|reader| ask(reader, board));
    (found, reader.nodes() - before)
}

/// Whether a string can be captured or saved, in sentences.
pub fn about_string(session: &mut Session, string: Point) -> String {
    let name = session.vertex(string);
    let (attack, nodes) = read_string(session, |reader, board| reader.attack(board, string));
    let first = sentence(session, &name, "attacked", attack, nodes);
    if attack.outcome == Outcome::Lose {
        return first;
    }
    let (defense, nodes) = read_string(session, |reader, board| reader.defend(board, string));
    let second = sentence(session, &name, "defended", defense, nodes);
    format!("{first}\n{second}")
}

/// Whether two strings can be connected or cut, in sentences.
pub fn about_connection(session: &mut Session, a: Point, b: Point) -> String {
    let subject = format!("{} and {}", session.vertex(a), session.vertex(b));
    let mut sentences = Vec::new();
    for done in ["connected", "disconnected"] {
        let ((found, by), nodes) = session.read_connections(|read, board| {
            let before = read.reader.nodes();
            let found = match done {
                "connected" => read.connect(board, a, b),
                _ => read.disconnect(board, a, b),
            };
            (found, read.reader.nodes() - before)
        });
        let mut text = match (found.outcome, found.point) {
            (Outcome::Win, None) => {
                format!("{subject} are {done} as it stands ({nodes} variations)")
            }
            _ => sentence(session, &subject, done, found, nodes),
        };
        if let Witness::Games(share) = by {
            text.push_str(&games(share));
        }
        sentences.push(text);
    }
    sentences.join("\n")
}

/// Whether a dragon can be killed or saved, in sentences.
pub fn about_dragon(session: &mut Session, dragon: Point) -> String {
    let name = session.vertex(dragon);
    let mut sentences = Vec::new();
    for done in ["attacked", "defended"] {
        let before = session.engine.analyst.owl_nodes();
        let mut position = session.engine.position(&session.game);
        let mut owl = position.owl();
        let found = match done {
            "attacked" => owl.attack(dragon),
            _ => owl.defend(dragon),
        };
        let nodes = session.engine.analyst.owl_nodes() - before;
        let text = sentence(session, &name, done, found.reading, nodes);
        sentences.push(text + &witness(found));
        if done == "attacked" && found.reading.outcome == Outcome::Lose {
            break;
        }
    }
    sentences.join("\n")
}

/// A race with each side moving first.
fn about_race(session: &mut Session, (a, b): (Point, Point), by_liberties: bool) -> String {
    let mut texts = Vec::new();
    for (own, other) in [(a, b), (b, a)] {
        let before = session.engine.analyst.owl_nodes();
        let mut position = session.engine.position(&session.game);
        let mut races = position.semeai();
        let found = if by_liberties {
            races.analyze_strings(own, other)
        } else {
            races.analyze(own, other)
        };
        let nodes = session.engine.analyst.owl_nodes() - before;
        let mover = match session.game.board().at(own).color() {
            Some(Color::White) => "White",
            _ => "Black",
        };
        let at = found
            .point
            .map_or("PASS".to_owned(), |at| session.vertex(at));
        let result = |outcome| match outcome {
            Outcome::Lose => "LOSS",
            Outcome::KoB => "KO_B",
            Outcome::KoA => "KO_A",
            Outcome::Win => "WIN",
        };
        let doubt = doubt(found.is_certain());
        texts.push(format!(
            "{mover} moves first\nSemeai defense of {}: result {} {at}\n\
             Semeai attack of {}: result {} {at}\n{nodes} nodes{doubt}",
            session.vertex(own),
            result(found.defense),
            session.vertex(other),
            result(found.attack),
        ));
    }
    texts.join("\n\n")
}

fn about_position(session: &mut Session) -> String {
    let dragons = session.engine.position(&session.game).groups();
    let mut texts = Vec::new();
    for dragon in dragons.iter().filter(|one| one.escape_route < MOST_ESCAPE) {
        let about = about_dragon(session, dragon.origin);
        texts.push(format!(
            "analyzing {}\nstatus={}, escape={}\n{about}",
            session.vertex(dragon.origin),
            dragon.crude_status.name(),
            dragon.escape_route,
        ));
    }
    if texts.is_empty() {
        return "all dragons have a way out".to_owned();
    }
    texts.join("\n\n")
}

fn about_combination(session: &mut Session) -> String {
    let attacker = session.game.to_move();
    let mut position = session.engine.position(&session.game);
    let mut combinations = position.combinations();
    let Some(found) = combinations.attack(attacker) else {
        return format!("No Combination attack for {attacker}");
    };
    let defenses = combinations.defenses(attacker).unwrap_or_default();
    let names = defenses.iter().map(|point| session.vertex(point));
    let answers = match names.collect::<Vec<_>>().join(", ") {
        none if none.is_empty() => "no defense".to_owned(),
        names => format!("defense at {names}"),
    };
    let at = session.vertex(found.point);
    format!("Combination attack for {attacker} at {at}, {answers}")
}

fn about_eye(session: &mut Session, point: Point) -> String {
    let eyes = session.engine.position(&session.game).eyes();
    let spaces: Vec<_> = Color::BOTH
        .into_iter()
        .filter_map(|color| eyes.space(color, point))
        .collect();
    let name = session.vertex(point);
    let [space] = spaces[..] else {
        return match spaces.len() {
            0 => format!("There is no eye space at {name}."),
            _ => format!("The eye at {name} is not of a single color."),
        };
    };
    let color = match space.color {
        Color::Black => "Black",
        Color::White => "White",
    };
    let mut text = format!("{color} eyespace at {name}: {}", space.value);
    if space.value.is_urgent() {
        for (what, at) in [("attack", space.attack), ("defense", space.defense)] {
            if let Some(at) = at {
                // Writing to a string cannot fail.
                let _ = write!(text, "\n{what} point: {}", session.vertex(at));
            }
        }
    }
    text
}

fn about_ring(session: &mut Session, stone: Point) -> anyhow::Result<String> {
    let dragons = session.engine.position(&session.game).groups();
    let dragon = dragons.at(stone).context("expected a dragon")?;
    let board = session.game.board();
    let sign = |point: Point| {
        let is_free = board.at(point).is_empty();
        let sign = match dragon.hull(point) {
            Hull::Inside if is_free => "*",
            Hull::Rim if is_free => "!",
            _ => return None,
        };
        Some(sign.to_owned())
    };
    let drawn = terminal::signed_board(&session.game, &sign);
    let how = match dragon.surround() {
        Surround::Open => "not surrounded.",
        Surround::Fully => "SURROUNDED!",
        Surround::Weakly => "WEAKLY SURROUNDED!",
    };
    let name = session.vertex(stone);
    Ok(format!(
        "{drawn}\n* inside the hull of the neighbours, ! on its rim\nthe dragon at {name} is {how}"
    ))
}
