//! Words for what a diagram lacks, why a match does not fire, and what it does.

use katachi_core::{Condition, Explanation, Rejection};
use katachi_image::{Pattern, Symbol, border};
use katachi_matcher::Part;
use katachi_matcher::explain::{Fit, Misfit};
use katachi_strategy::host::Effect;

use super::names::Names;

/// The most misfits that a line names.
const MOST_MISFITS: usize = 3;

/// The letters of a pattern's classes, `-` if it has none.
pub fn classes(pattern: &Pattern<'_>) -> String {
    let letters: String = pattern.classes().letters().collect();
    if letters.is_empty() {
        "-".to_owned()
    } else {
        letters
    }
}

/// Whether a condition holds.
pub fn verdict(value: Option<bool>) -> &'static str {
    match value {
        Some(true) => "holds",
        Some(false) => "fails",
        None => "asks what this engine cannot answer",
    }
}

/// A part that does not fit, with its place in the diagram.
pub fn misfit(names: &impl Names, misfit: Misfit) -> String {
    match misfit {
        Misfit::Border(side) => format!(
            "the {} border of the diagram does not lie on an edge of the board",
            side_name(side)
        ),
        Misfit::Cell {
            row,
            col,
            cell,
            point,
            found,
        } => {
            let place = point.map_or("a point off the board".to_owned(), |point| {
                names.vertex(point)
            });
            let found = match found {
                Symbol::Empty => "it is empty",
                Symbol::Own => "there is a stone of O",
                Symbol::Opponent => "there is a stone of X",
                Symbol::Off => "nothing is there",
            };
            format!(
                "{place}, row {row} column {col} of the diagram: expected `{}` ({}), {found}",
                cell.character(),
                cell.meaning()
            )
        }
    }
}

fn side_name(side: u8) -> &'static str {
    match side {
        border::NORTH => "upper",
        border::SOUTH => "lower",
        border::WEST => "left",
        _ => "right",
    }
}

/// What a diagram lacks, in a few words: `15 of 16 points, F6 expected O`.
pub fn lack(names: &impl Names, fit: &Fit) -> String {
    let named = fit.misfits.iter().take(MOST_MISFITS);
    let mut words = vec![format!("{} of {} points", fit.fitting(), fit.elements)];
    words.extend(named.map(|&misfit| match misfit {
        Misfit::Border(side) => format!("no edge at the {} border", side_name(side)),
        Misfit::Cell { cell, point, .. } => match point {
            Some(point) => format!("{} expected {}", names.vertex(point), cell.character()),
            None => format!("off the board expected {}", cell.character()),
        },
    }));
    let more = fit.misfits.len().saturating_sub(MOST_MISFITS);
    if more > 0 {
        words.push(format!("and {more} more"));
    }
    words.join(", ")
}

/// Why a match does not fire, in a few words: `constraint: lib(a)>1 is 0, lib(a) is 1`.
pub fn objection(names: &impl Names, pattern: &Pattern<'_>, explained: &Explanation) -> String {
    if let Some(why) = explained.rejection {
        return rejection(names, why);
    }
    if let Some(name) = explained.waits_for {
        return format!("waits for {name}, which this engine cannot answer");
    }
    if explained.constraint != Some(true) {
        return format!("constraint: {}", deciding(&explained.parts));
    }
    if explained.helper != Some(true) {
        return format!("{} {}", helper_name(pattern), verdict(explained.helper));
    }
    format!("action: {}", deciding(&explained.action))
}

/// The part that was evaluated last, with the parts that it consists of.
fn deciding(parts: &[Part]) -> String {
    let Some((last, before)) = parts.split_last() else {
        return "it is 0".to_owned();
    };
    let mut inner: Vec<&Part> = Vec::new();
    for part in before.iter().filter(|part| last.text.contains(&part.text)) {
        if !inner.contains(&part) {
            inner.push(part);
        }
    }
    let named: Vec<String> = [last].into_iter().chain(inner).map(part).collect();
    named.join(", ")
}

/// A part with its value.
pub fn part(part: &Part) -> String {
    match part.value {
        Some(value) => format!("{} is {value}", part.text),
        None => format!("{} is not answered", part.text),
    }
}

/// The helper of a pattern.
pub fn helper_name(pattern: &Pattern<'_>) -> &'static str {
    let helper = pattern.helper();
    let helper = helper.and_then(|at| katachi_image::HELPERS.get(at));
    helper.map_or("the helper", |helper| helper.name)
}

/// Why the move of a match is not considered.
pub fn rejection(names: &impl Names, rejection: Rejection) -> String {
    match rejection {
        Rejection::Settled => "a side owns the point even if it always passes".to_owned(),
        Rejection::Illegal => "the move is illegal".to_owned(),
        Rejection::Unsafe => "the move can be captured, and class s does not allow that".to_owned(),
        Rejection::Unneeded => "class n: the opponent cannot safely play there".to_owned(),
        Rejection::Stone {
            letter,
            string,
            condition,
        } => {
            let condition = match condition {
                Condition::Dead => "is dead",
                Condition::Critical => "is critical",
                Condition::Alive => "is alive",
                Condition::Lost => "is captured, and the move does not change that",
            };
            let string = names.vertex(string);
            format!("class {letter}: the string of {string} {condition}")
        }
    }
}

/// What an action does, as a verb with its objects: `forbids E4`.
pub fn effect(names: &impl Names, effect: Effect) -> String {
    let name = |point| names.vertex(point);
    let both = |[a, b]: [katachi_board::Point; 2]| format!("{} and {}", name(a), name(b));
    match effect {
        Effect::Forbid(point) => format!("forbids {}", name(point)),
        Effect::Replace { from, to } => {
            format!("gives the value of {} to {}", name(from), name(to))
        }
        Effect::Trust(point) => format!("declares {} safe", name(point)),
        Effect::MinValue { point, value } => {
            format!("makes {} worth at least {value:.2} points", name(point))
        }
        Effect::FollowUp { point, value } => {
            format!("gives {} a follow-up of {value:.2} points", name(point))
        }
        Effect::ReverseFollowUp { point, value } => {
            let point = name(point);
            format!("gives {point} a reverse follow-up of {value:.2} points")
        }
        Effect::Threat { point, string } => {
            format!("finds that {} threatens {}", name(point), name(string))
        }
        Effect::Connects { point, strings } => {
            format!("finds that {} connects {}", name(point), both(strings))
        }
        Effect::Cuts { point, strings } => {
            format!("finds that {} cuts {} apart", name(point), both(strings))
        }
        Effect::OpensCut(string) => {
            format!("finds that saving {} makes a cut possible", name(string))
        }
        Effect::AttacksEither { point, strings } => {
            let (point, strings) = (name(point), both(strings));
            format!("finds that {point} captures one of {strings}")
        }
        Effect::DefendsBoth { point, strings } => {
            format!("finds that {} saves both {}", name(point), both(strings))
        }
        Effect::Joins(strings) => format!("joins the dragons of {}", both(strings)),
        Effect::DenyTerritory { color, point } => {
            format!("says that {} is no territory of {color}", name(point))
        }
    }
}
