//! The reasons for a move, in words: its value, the patterns that propose it, and reading.

use katachi_board::{Outcome, Point, PointSet};
use katachi_core::{
    Candidate, DECISIVE_VALUE, Decision, Reason, Review, Searched, Terms, Thoughts,
};
use katachi_strategy::combination::Combination;

use super::fired::FiredAccount;
use super::names::Names;
use super::place::PatternPlace;

/// All reasons for a move that patterns decided about. The first line has the value; the next one
/// has the search, if one had to decide. Then each pattern that fires and each other reason has a
/// line.
pub fn about_move(names: &impl Names, thoughts: &Thoughts, point: Point) -> Vec<String> {
    let candidate = candidate(thoughts, point);
    let mut lines = vec![heading(names, thoughts, point, value(candidate))];
    lines.extend(searched(names, thoughts, candidate));
    lines.extend(reasons(names, thoughts, point));
    lines
}

/// All reasons for a move, whatever decided. The first line has its value and the result of a
/// search. Then each pattern that fires and each other reason has a line.
pub fn for_move(names: &impl Names, thoughts: &Thoughts, point: Point) -> Vec<String> {
    let candidate = candidate(thoughts, point);
    let found = candidate.and_then(|candidate| candidate.searched);
    let worth = value(candidate).into_iter().chain(found.map(tried));
    let mut lines = vec![heading(names, thoughts, point, worth)];
    lines.extend(reasons(names, thoughts, point));
    lines
}

/// A move and what it is worth, in one line.
fn heading(
    names: &impl Names,
    thoughts: &Thoughts,
    point: Point,
    worth: impl IntoIterator<Item = String>,
) -> String {
    let mut worth: Vec<String> = worth.into_iter().collect();
    if worth.is_empty() {
        worth.push("not a candidate".to_owned());
    }
    let (name, color) = (names.vertex(point), thoughts.color);
    format!("{name} for {color}: {}", worth.join(", "))
}

/// The value of a candidate in points, if it has one.
fn value(candidate: Option<&Candidate>) -> Option<String> {
    let value = candidate.filter(|candidate| candidate.value > 0.0)?.value;
    Some(format!("{value:.2} points"))
}

fn candidate(thoughts: &Thoughts, point: Point) -> Option<&Candidate> {
    let mut candidates = thoughts.candidates.iter();
    candidates.find(|candidate| candidate.point == point)
}

/// A line for each pattern that fires for a move, and for each other reason.
fn reasons(names: &impl Names, thoughts: &Thoughts, point: Point) -> Vec<String> {
    let candidate = candidate(thoughts, point);
    let terms = candidate.and_then(|candidate| terms(&candidate.terms));
    let fired = thoughts.fired.iter().filter(|fired| fired.point == point);
    let fired = fired.filter_map(|fired| FiredAccount::of(names, fired));
    let others = candidate.iter().flat_map(|candidate| &candidate.reasons);
    terms
        .into_iter()
        .chain(fired.map(|fired| fired.to_string()))
        .chain(others.filter_map(|reason| other_reason(names, reason)))
        .chain(in_the_game(names, thoughts, point))
        .collect()
}

/// What the last move, combinations, and moves that were played ahead say about a move.
pub fn in_the_game(
    names: &impl Names,
    thoughts: &Thoughts,
    point: Point,
) -> impl Iterator<Item = String> {
    against_thrashing(names, thoughts, point)
        .chain(in_combinations(names, &thoughts.review, point))
        .chain(ahead(names, thoughts, point))
}

/// What combinations say about a move.
fn in_combinations(names: &impl Names, review: &Review, point: Point) -> Vec<String> {
    let gain = |one: Combination| {
        let (first, size) = (names.vertex(one.point), one.size);
        format!("a combination of {size} points that begins at {first}")
    };
    let begins = review.own.filter(|own| own.point == point);
    let begins = begins.map(|own| format!("begins a combination of {} points", own.size));
    let prevents = review.threat.filter(|_| review.defenses.contains(point));
    let prevents = prevents.map(|threat| format!("prevents {}", gain(threat)));
    let allowed = |point: Point| {
        let mut all = review.allowed.iter();
        let found = all.find(|(one, _)| *one == point);
        found.map(|(_, allowed)| format!("allows {}", gain(*allowed)))
    };
    let prepares = review.prepared.filter(|[first, _]| *first == point);
    let prepares = prepares.and_then(|[_, then]| {
        let (vertex, allows) = (names.vertex(then), allowed(then)?);
        Some(format!("prepares {vertex}, which {allows} now"))
    });
    let all = [begins, prevents, prepares, allowed(point)];
    all.into_iter().flatten().collect()
}

/// What makes an attack on a dead dragon worth something: the opponent still plays with it.
fn against_thrashing(
    names: &impl Names,
    thoughts: &Thoughts,
    point: Point,
) -> impl Iterator<Item = String> {
    let stones = (thoughts.thrashing.as_ref()).map_or(PointSet::EMPTY, |one| one.stones);
    let reasons = candidate(thoughts, point).into_iter();
    let reasons = reasons.flat_map(|candidate| &candidate.reasons);
    reasons.filter_map(move |reason| match reason {
        Reason::AttacksDragon { dragon } if stones.contains(*dragon) => Some(format!(
            "{} is dead, but counts as unsettled: the opponent has just played with it",
            names.vertex(*dragon)
        )),
        _ => None,
    })
}

/// The terms of a value that are not 0.
fn terms(terms: &Terms) -> Option<String> {
    let named = [
        ("territory", terms.territory),
        ("strategy", terms.strategy.total()),
        ("follow-up", terms.follow_up),
        ("reverse follow-up", terms.reverse_follow_up),
        ("secondary", terms.secondary),
        ("danger", -terms.danger),
    ];
    let counting = named.into_iter().filter(|(_, value)| *value != 0.0);
    let mut words: Vec<String> = counting
        .map(|(name, value)| format!("{name} {value:.2}"))
        .collect();
    if terms.shape > 0.0 && (terms.shape - 1.0).abs() > 0.005 {
        words.push(format!("times {:.2} for shape", terms.shape));
    }
    (!words.is_empty()).then(|| words.join(", "))
}

/// The result of a search for a move.
pub fn tried(searched: Searched) -> String {
    let (visits, percent) = (searched.visits, 100.0 * searched.winrate);
    let rating = searched.rating;
    format!("tried {visits} times, {percent:.0} % won, rated {rating:.2}")
}

/// The result of the search for a move, if a search took part in the decision.
fn searched(
    names: &impl Names,
    thoughts: &Thoughts,
    candidate: Option<&Candidate>,
) -> Option<String> {
    let report = thoughts.report.as_ref()?;
    let found = candidate.and_then(|candidate| candidate.searched);
    let tried = found.map_or("not tried".to_owned(), tried);
    let choice = match thoughts.decision {
        Decision::Play(point) => format!("{} is played", names.vertex(point)),
        Decision::Pass => "it passes".to_owned(),
        Decision::Resign => "it resigns".to_owned(),
    };
    let visits = report.visits;
    Some(format!(
        "no pattern asks for {DECISIVE_VALUE} points, so a search of {visits} playouts \
         takes part: {tried}; {choice}"
    ))
}

/// A pattern by its database and its number: its name and its place in the source.
pub fn pattern_place(names: &impl Names, database: usize, number: u32) -> Option<String> {
    let pattern = names.pattern(database, number)?;
    Some(format!("pattern {}", PatternPlace::of(&pattern)))
}

/// What the metamachine found behind a move, if it played it ahead.
pub fn ahead(names: &impl Names, thoughts: &Thoughts, point: Point) -> Option<String> {
    let line = thoughts.line(point)?;
    let name = |at: &Option<Point>| at.map_or("pass".to_owned(), |at| names.vertex(at));
    let moves: Vec<String> = line.moves.iter().map(name).collect();
    let (moves, score) = (moves.join(" "), line.score);
    Some(format!("played ahead: {moves}, then {score:+.1} points"))
}

/// How a ko decides, if one does.
pub fn by_ko(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::KoA => " by a ko that it takes first",
        Outcome::KoB => " by a ko that needs a threat",
        Outcome::Win | Outcome::Lose => "",
    }
}

/// A reason in words; `None` for a pattern, which [`FiredAccount`] shows.
pub fn other_reason(names: &impl Names, reason: &Reason) -> Option<String> {
    let name = |point| names.vertex(point);
    let both = |[a, b]: [Point; 2]| format!("{} and {}", name(a), name(b));
    match reason {
        Reason::Captures {
            string,
            stones,
            outcome,
        } => Some(format!(
            "captures {} ({stones} stones){}",
            name(*string),
            by_ko(*outcome)
        )),
        Reason::Saves {
            string,
            stones,
            outcome,
        } => Some(format!(
            "saves {} ({stones} stones){}",
            name(*string),
            by_ko(*outcome)
        )),
        Reason::KillsDragon {
            dragon,
            stones,
            outcome,
        } => Some(format!(
            "kills the dragon {} ({stones} stones){}",
            name(*dragon),
            by_ko(*outcome)
        )),
        Reason::SavesDragon {
            dragon,
            stones,
            outcome,
        } => Some(format!(
            "saves the dragon {} ({stones} stones){}",
            name(*dragon),
            by_ko(*outcome)
        )),
        Reason::ThreatensToCapture { string } => {
            Some(format!("threatens to capture {}", name(*string)))
        }
        Reason::ThreatensToSave { string } => Some(format!("threatens to save {}", name(*string))),
        Reason::CapturesEither { strings } => Some(format!("captures one of {}", both(*strings))),
        Reason::SavesBoth { strings } => Some(format!("saves both {}", both(*strings))),
        Reason::ExpandsTerritory => Some("expands territory".to_owned()),
        Reason::ExpandsMoyo => Some("expands a moyo".to_owned()),
        Reason::Invades => Some("invades".to_owned()),
        Reason::AttacksDragon { dragon } => Some(format!("attacks the dragon {}", name(*dragon))),
        Reason::DefendsDragon { dragon } => Some(format!("defends the dragon {}", name(*dragon))),
        Reason::Connects { strings } => Some(format!("connects {}", both(*strings))),
        Reason::Cuts { strings } => Some(format!("cuts {} apart", both(*strings))),
        Reason::Opening => Some("takes an empty corner, or the centre".to_owned()),
        Reason::Dame => Some("takes a neutral point".to_owned()),
        Reason::Backfill { dame } => Some(format!("makes {} safe for a stone", name(*dame))),
        Reason::Cleanup { string } => Some(format!("helps to take {} off", name(*string))),
        Reason::Book {
            database,
            entry,
            weight,
        } => {
            let database = names.knowledge().databases().get(*database)?;
            let book = database.image.full_board()?;
            let entry = book.entries.get(*entry as usize)?;
            Some(format!(
                "book {} {}:{} weight {weight}",
                book.name(entry),
                book.file(entry),
                entry.line
            ))
        }
        Reason::Pattern { .. } => None,
    }
}
