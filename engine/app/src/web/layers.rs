//! What the board of the studio shows, as layers of which one is visible at a time.
//!
//! Entry point: [`view`]. Every layer says in words what its points show, for those who do not see
//! the board.

use std::collections::BTreeMap;

use anyhow::{Context, bail};
use katachi_board::Point;
use katachi_board::svg::{Drawing, Mark, Rgb};
use katachi_core::{Decision, Fired, QuickResult};
use katachi_image::{General, Image};
use katachi_studio::words::matches as words;
use katachi_studio::words::{FiredAccount, Names, PatternPlace, against, breakdown};

use super::ask::{Layer, Look, View};
use super::board::vertex;
use super::desk::Desk;
use crate::explain::{Account, Placed, Subject};
use crate::session::Session;
use crate::views::Views;

/// The layers, in the order of their keys.
pub const LAYERS: [Layer; 10] = [
    layer("stones", "the stones alone"),
    layer("fits", "where diagrams fit, and what stops them"),
    layer("fires", "the patterns that fire"),
    layer("values", "the values of moves, in points"),
    layer("near", "where the pattern in the editor nearly fits"),
    layer("reasons", "why the move at the cursor is worth what it is"),
    layer("regions", "influence: territory, moyo, area"),
    layer("influence", "influence in numbers, White's less Black's"),
    layer("dragons", "the dragons and their status"),
    layer("eyes", "the eye spaces"),
];

const fn layer(name: &'static str, shows: &'static str) -> Layer {
    Layer { name, shows }
}

/// The most cells that a near miss lacks: a quarter of the diagram, but no more than these.
const MOST_MISFITS: usize = 3;

/// The most lines beside the board.
const MOST_LINES: usize = 60;

/// Under moves that patterns propose, and under the best of them.
const GREEN: Rgb = Rgb(0x8f, 0xc9, 0x8a);
const GOLD: Rgb = Rgb(0xf5, 0xd0, 0x3c);

/// A board, and words for its points.
struct Sheet {
    title: String,
    drawing: Drawing,
    points: BTreeMap<Point, Vec<String>>,
    lines: Vec<String>,
}

impl Sheet {
    /// The stones, the last move marked.
    fn of(desk: &Desk, title: impl Into<String>) -> Self {
        let board = desk.session.game.board();
        let mut drawing = Drawing::of(board);
        if let Some((_, Some(point))) = board.last_move()
            && board.at(point).color().is_some()
        {
            drawing.mark(point, Mark::Last);
        }
        Self {
            title: title.into(),
            drawing,
            points: BTreeMap::new(),
            lines: Vec::new(),
        }
    }

    fn say(&mut self, point: Point, text: String) {
        self.points.entry(point).or_default().push(text);
    }
}

/// What the board shows.
///
/// # Errors
/// If there is no such layer, or no such point.
pub fn view(desk: &mut Desk, look: &Look) -> anyhow::Result<View> {
    let sheet = match look.layer.as_str() {
        "stones" => Sheet::of(desk, "the stones"),
        "fits" => fits(desk),
        "fires" => fires(desk),
        "values" => values(desk),
        "near" => near(desk, look),
        "reasons" => reasons(desk, look)?,
        name => of_position(desk, name)?,
    };
    let Sheet {
        title,
        mut drawing,
        points,
        mut lines,
    } = sheet;
    drawing.title(title.clone());
    let more = lines.len().saturating_sub(MOST_LINES);
    if more > 0 {
        lines.truncate(MOST_LINES);
        lines.push(format!("and {more} more"));
    }
    let points = points.into_iter();
    Ok(View {
        layer: look.layer.clone(),
        title,
        svg: drawing.to_string(),
        points: points
            .map(|(point, texts)| (desk.session.vertex(point), texts))
            .collect(),
        lines,
        thought: false,
        milliseconds: 0.0,
    })
}

/// The views of the position: influence, dragons, eyes.
fn of_position(desk: &mut Desk, name: &str) -> anyhow::Result<Sheet> {
    let known = LAYERS.iter().any(|layer| layer.name == name);
    let views = name.parse::<Views>().ok().filter(|_| known);
    let (game, engine) = (&desk.session.game, &mut desk.session.engine);
    let Some(shown) = views.and_then(|views| views.shown(game, engine)) else {
        let names = LAYERS.map(|layer| layer.name).join(", ");
        bail!("expected a layer out of {names}, found {name}");
    };
    let points = shown.points.into_iter();
    Ok(Sheet {
        title: shown.title,
        drawing: shown.drawing,
        points: points.map(|(point, text)| (point, vec![text])).collect(),
        lines: shown.lines,
    })
}

/// Where diagrams fit, as far as that is known quickly.
fn fits(desk: &mut Desk) -> Sheet {
    let session = &mut desk.session;
    let color = session.game.to_move();
    let mut found: Vec<(Fired, QuickResult)> = Vec::new();
    session
        .engine
        .test_quickly(&session.game, color, |fired, result, _| {
            found.push((fired, result));
        });
    let passes = |result| matches!(result, QuickResult::Holds | QuickResult::Open);
    let passing = found.iter().filter(|(_, result)| passes(*result)).count();
    let title = format!(
        "diagrams for {color}: {} fit; {passing} pass what is quickly tested",
        found.len()
    );
    let mut sheet = Sheet::of(desk, title);
    let mut counts: BTreeMap<Point, usize> = BTreeMap::new();
    for (fired, result) in &found {
        *counts.entry(fired.point).or_default() += usize::from(passes(*result));
        let verdict = match result {
            QuickResult::Holds => "passes",
            QuickResult::Open => "asks about groups, which takes longer",
            QuickResult::Rejected => "the move is rejected",
            QuickResult::Refused => "the constraint fails",
        };
        if let Some(place) = place_of(&desk.session, fired) {
            sheet.say(fired.point, format!("{place}: {verdict}"));
        }
    }
    for (&point, &count) in &counts {
        if count == 0 {
            sheet.drawing.label(point, "–");
        } else {
            sheet.drawing.tint(point, GREEN).label(point, count);
        }
    }
    sheet.lines =
        vec!["numbers: patterns that pass; –: diagrams fit, but no pattern passes".to_owned()];
    sheet
}

fn place_of(session: &Session, fired: &Fired) -> Option<PatternPlace> {
    let pattern = session.pattern(fired.database, fired.found.pattern)?;
    Some(PatternPlace::of(&pattern))
}

/// The patterns that fire.
fn fires(desk: &mut Desk) -> Sheet {
    let thoughts = desk.thoughts().clone();
    let title = format!(
        "patterns that fire for {}: {}; candidates: {}",
        thoughts.color,
        thoughts.fired.len(),
        thoughts.candidates.len()
    );
    let mut sheet = Sheet::of(desk, title);
    let mut counts: BTreeMap<Point, usize> = BTreeMap::new();
    for fired in &thoughts.fired {
        *counts.entry(fired.point).or_default() += 1;
        if let Some(account) = FiredAccount::of(&desk.session, fired) {
            sheet.say(fired.point, account.to_string());
        }
    }
    for (point, count) in counts {
        sheet.drawing.tint(point, GREEN).label(point, count);
    }
    for (candidate, obstacle) in &thoughts.dropped {
        let why = against(&desk.session, *obstacle);
        sheet.say(candidate.point, format!("not a candidate: {why}"));
    }
    mark_decision(&mut sheet, thoughts.decision);
    sheet.lines = vec!["numbers: patterns that fire; tick: the engine's move".to_owned()];
    let mut lines = Vec::new();
    for (&point, texts) in &sheet.points {
        let name = desk.session.vertex(point);
        lines.extend(texts.iter().map(|text| format!("{name:<4}{text}")));
    }
    sheet.lines.extend(lines);
    sheet
}

/// The values of moves.
fn values(desk: &mut Desk) -> Sheet {
    let thoughts = desk.thoughts().clone();
    let choice = match thoughts.decision {
        Decision::Play(point) => desk.session.vertex(point),
        Decision::Pass => "a pass".to_owned(),
        Decision::Resign => "resigning".to_owned(),
    };
    let title = format!(
        "candidates for {}: {}; patterns and reading choose {choice}",
        thoughts.color,
        thoughts.candidates.len()
    );
    let mut sheet = Sheet::of(desk, title);
    for (rank, candidate) in thoughts.candidates.iter().enumerate() {
        let (point, value) = (candidate.point, candidate.value);
        sheet
            .drawing
            .tint(point, if rank == 0 { GOLD } else { GREEN });
        sheet.drawing.label(point, format!("{value:.1}"));
        let name = desk.session.vertex(point);
        sheet.say(point, format!("{value:.2} points, rank {}", rank + 1));
        sheet.lines.push(format!("{name:<4}{value:>7.2}"));
    }
    for (candidate, obstacle) in &thoughts.dropped {
        let why = against(&desk.session, *obstacle);
        sheet.say(candidate.point, format!("not a candidate: {why}"));
    }
    sheet
}

fn mark_decision(sheet: &mut Sheet, decision: Decision) {
    if let Decision::Play(point) = decision {
        sheet.drawing.mark(point, Mark::Right);
    }
}

/// The pattern in the editor: its database, the image, and its number.
struct Edited {
    database: usize,
    image: std::sync::Arc<Image>,
    number: usize,
}

impl Edited {
    /// The pattern that begins at the cursor's line, or above it.
    fn at(session: &Session, look: &Look) -> Option<Self> {
        let (file, line) = (look.file.as_deref()?, look.line?);
        let loaded = session.databases().loaded().iter().enumerate();
        let mut best: Option<(u32, Self)> = None;
        for (database, loaded) in loaded {
            let general = loaded.image.general();
            let patterns = general.iter().flat_map(General::iter);
            let here = patterns.filter(|one| one.file() == file && one.line() <= line);
            let Some(pattern) = here.max_by_key(katachi_image::Pattern::line) else {
                continue;
            };
            if best.as_ref().is_none_or(|(line, _)| pattern.line() > *line) {
                let edited = Self {
                    database,
                    image: loaded.image.clone(),
                    number: pattern.number(),
                };
                best = Some((pattern.line(), edited));
            }
        }
        best.map(|(_, edited)| edited)
    }

    /// Calls a function with the pattern at a point, for the side to move.
    fn with<T>(
        &self,
        session: &mut Session,
        point: Point,
        call: impl FnOnce(&mut Session, &Subject<'_>) -> T,
    ) -> Option<T> {
        let general = self.image.general()?;
        let subject = Subject {
            database: self.database,
            pattern: general.pattern(self.number)?,
            color: session.game.to_move(),
            point,
        };
        Some(call(session, &subject))
    }

    fn has_move(&self) -> bool {
        let general = self.image.general();
        let pattern = general
            .as_ref()
            .and_then(|general| general.pattern(self.number));
        pattern.is_some_and(|pattern| pattern.mv().is_some())
    }

    fn place(&self) -> Option<PatternPlace> {
        let general = self.image.general()?;
        Some(PatternPlace::of(&general.pattern(self.number)?))
    }
}

/// Where the pattern in the editor nearly fits.
fn near(desk: &mut Desk, look: &Look) -> Sheet {
    let Some(edited) = Edited::at(&desk.session, look) else {
        return Sheet::of(desk, "near misses: no pattern at the cursor of the editor");
    };
    let place = edited
        .place()
        .map_or_else(String::new, |one| one.to_string());
    let mut sheet = Sheet::of(desk, String::new());
    let mut misses: Vec<(usize, Point, String)> = Vec::new();
    let mut fitting = 0;
    for point in desk.session.game.board().size().points() {
        // A pattern with a move is tried where it moves, another one at its anchor.
        let is_empty = desk.session.game.board().at(point).is_empty();
        if edited.has_move() != is_empty {
            continue;
        }
        let placed = edited.with(&mut desk.session, point, |session, subject| {
            match subject.placed(session.game.board()) {
                Placed::Misses(_, fit) => {
                    let most = (fit.elements / 4).clamp(1, MOST_MISFITS);
                    let lacking = fit.misfits.len();
                    Err((lacking <= most).then(|| (lacking, words::lack(session, &fit))))
                }
                Placed::Fits(_) => Ok(subject.objection(session)),
            }
        });
        match placed {
            Some(Ok(objection)) => {
                fitting += 1;
                let mark = if objection.is_none() {
                    Mark::Right
                } else {
                    Mark::Question
                };
                sheet.drawing.tint(point, GREEN).mark(point, mark);
                sheet.say(point, objection.unwrap_or_else(|| "fires".to_owned()));
            }
            Some(Err(Some((lacking, why)))) => misses.push((lacking, point, why)),
            Some(Err(None)) | None => {}
        }
    }
    misses.sort();
    sheet.title = format!(
        "{place} for {}: points where it fits: {fitting}; where it nearly fits: {}",
        desk.session.game.to_move(),
        misses.len()
    );
    for (lacking, point, why) in misses {
        let name = desk.session.vertex(point);
        sheet.drawing.label(point, lacking);
        sheet.lines.push(format!("{name}: {why}"));
        sheet.say(point, why);
    }
    sheet
}

/// Why the move at the cursor is worth what it is, and what the pattern in the editor does there.
fn reasons(desk: &mut Desk, look: &Look) -> anyhow::Result<Sheet> {
    let mut sheet = values(desk);
    sheet.lines.clear();
    let Some(at) = look.at.as_deref() else {
        "reasons: choose a point of the board".clone_into(&mut sheet.title);
        return Ok(sheet);
    };
    let point = vertex(&desk.session.game, at).context("reasons")?;
    let edited = Edited::at(&desk.session, look);
    let (session, thoughts) = desk.thinking();
    sheet.title = format!("reasons for {} at {at}", thoughts.color);
    sheet.drawing.mark(point, Mark::Question);
    sheet.lines = breakdown(session, &thoughts, point);
    if let Some(edited) = edited {
        let database = session.databases().loaded().get(edited.database);
        let database = database.map_or_else(String::new, |loaded| loaded.name.clone());
        let account = edited.with(session, point, |session, subject| {
            Account::of(session, subject, &database).to_string()
        });
        let account = account.unwrap_or_default();
        sheet.lines.push(String::new());
        sheet.lines.extend(account.lines().map(str::to_owned));
    }
    Ok(sheet)
}
