//! A move's value step by step, and its reasons with where they come from: `katachi-reasons`.

use katachi_board::Point;
use katachi_core::{Candidate, Obstacle, Reason, Source, Terms, Thoughts};

use super::fired::FiredAccount;
use super::names::Names;
use super::reasons::{in_the_game, other_reason, pattern_place, tried};

/// Everything that speaks for and against a move, a line for each step and reason.
pub fn breakdown(names: &impl Names, thoughts: &Thoughts, point: Point) -> Vec<String> {
    let candidate = thoughts.candidates.iter().find(|one| one.point == point);
    let dropped = thoughts.dropped.iter().find(|(one, _)| one.point == point);
    let against = dropped.map(|(_, obstacle)| against(names, *obstacle));
    let head = match (candidate, against) {
        (Some(candidate), _) => worth(candidate),
        (None, Some(against)) => format!("not a candidate: {against}"),
        (None, None) => "not a candidate: no reason speaks for it".to_owned(),
    };
    let (name, color) = (names.vertex(point), thoughts.color);
    let mut lines = vec![format!("{name} for {color}: {head}")];
    if let Some(known) = candidate.or(dropped.map(|(one, _)| one)) {
        lines.extend(steps(names, &known.terms));
        lines.extend(reasons(names, known));
    }
    let fired = thoughts.fired.iter().filter(|fired| fired.point == point);
    let fired = fired.filter_map(|fired| FiredAccount::of(names, fired));
    lines.extend(fired.map(|fired| fired.to_string()));
    lines.extend(in_the_game(names, thoughts, point));
    lines
}

/// The value of a candidate, and the result of a search for it.
fn worth(candidate: &Candidate) -> String {
    let value = format!("{:.2} points", candidate.value);
    match candidate.searched {
        None => value,
        Some(searched) => format!("{value}, {}", tried(searched)),
    }
}

/// What speaks against a move.
pub fn against(names: &impl Names, obstacle: Obstacle) -> String {
    match obstacle {
        Obstacle::Forbidden => "a pattern forbids it".to_owned(),
        Obstacle::Excluded => "it is not among the allowed moves".to_owned(),
        Obstacle::Illegal => "it is illegal".to_owned(),
        Obstacle::Repetition => "it leads in a circle".to_owned(),
        Obstacle::Eye => "it fills an own eye".to_owned(),
        Obstacle::SelfAtari => "it is a self-atari without a reason".to_owned(),
        Obstacle::Replaced { by } => format!("its value goes to {}", names.vertex(by)),
        Obstacle::Worthless => "its value is not above 0".to_owned(),
    }
}

/// The steps of a value that change it, each with what it consists of.
fn steps(names: &impl Names, terms: &Terms) -> Vec<String> {
    let steps = terms.sum.steps().into_iter();
    let steps = steps.filter(|(_, points)| *points != 0.0);
    let lines = steps.map(|(name, points)| {
        let parts = parts(names, terms, name);
        let colon = if parts.is_empty() { "" } else { ": " };
        format!("  {name} {points:+.2}{colon}{}", parts.join(", "))
    });
    lines.collect()
}

/// What a step consists of.
fn parts(names: &impl Names, terms: &Terms, step: &str) -> Vec<String> {
    let mut parts = Vec::new();
    let mut add = |name: &str, points: f32| {
        if points != 0.0 {
            parts.push(format!("{name} {points:.2}"));
        }
    };
    match step {
        "territory" => {
            add("influence", terms.influence);
            add("kos", terms.kos);
            add("bounds", terms.territory - terms.influence - terms.kos);
        }
        "strategy" => {
            for &(dragon, gain) in &terms.strategy.dragons {
                add(&format!("dragon {}", names.vertex(dragon)), gain);
            }
            add("cuts", terms.strategy.alone);
            add("invasion", -terms.strategy.invasion);
        }
        "follow-ups" => {
            add("follow-up", terms.follow_up);
            add("reverse follow-up", terms.reverse_follow_up);
        }
        "secondary" => add("strings", terms.secondary),
        "shape" => add("factor", terms.shape),
        "bounds" => {
            add("at least", terms.bounds.least.unwrap_or(0.0));
            add("at most", terms.bounds.most.unwrap_or(0.0));
        }
        _ => {}
    }
    parts
}

/// A line for each reason that is not a pattern itself, with where it comes from.
fn reasons(names: &impl Names, candidate: &Candidate) -> Vec<String> {
    let reasons = candidate.explained();
    let lines = reasons.filter_map(|(reason, sources)| {
        let text = other_reason(names, reason)?;
        if matches!(reason, Reason::Book { .. }) {
            return Some(text);
        }
        let sources: Vec<String> = sources.iter().map(|source| named(names, *source)).collect();
        let is_discarded = candidate.terms.discarded.contains(reason);
        let note = if is_discarded { "; does not count" } else { "" };
        Some(format!("{text}, by {}{note}", sources.join(", ")))
    });
    lines.collect()
}

fn named(names: &impl Names, source: Source) -> String {
    match source {
        Source::Reading => "reading".to_owned(),
        Source::Dragons => "the status of dragons".to_owned(),
        Source::Book => "a book".to_owned(),
        Source::Opening => "the opening".to_owned(),
        Source::Pattern { database, found } => {
            let place = pattern_place(names, database, found.pattern);
            place.unwrap_or_else(|| "a pattern".to_owned())
        }
    }
}
