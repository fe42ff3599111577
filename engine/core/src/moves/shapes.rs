//! Moves that the pattern databases propose.
//!
//! Entry point: [`reasons`]. A match passes these tests in order; then its action runs:
//!
//! 1. the class letters that ask for living or dead stones
//! 2. safety of the move
//! 3. the class letter `n`: the opponent could play there safely
//! 4. the constraint and the helper

use katachi_board::{Color, Outcome, Point, PointSet};
use katachi_image::{Cell, Pattern, Role};
use katachi_matcher::{Match, Question};

use super::explain::{Condition, Rejection};
use super::value::{Worth, Worths};
use super::{Candidate, Fired, LEAST_STAKE, Openings, Reason, Turn};
use katachi_strategy::host::Effect;

/// What the actions of patterns say about moves.
pub(super) struct Verdicts {
    /// Moves that must not be played.
    pub forbidden: PointSet,
    /// Moves whose value goes to another move.
    pub replaced: Vec<(Point, Point)>,
    /// Moves that count as safe whatever reading says.
    pub trusted: PointSet,
    /// The matches that passed all tests.
    pub fired: Vec<Fired>,
}

/// Adds the proposals of all databases.
pub(super) fn reasons(turn: &mut Turn<'_>, openings: Openings, worths: &mut Worths) -> Verdicts {
    let mut verdicts = Verdicts {
        forbidden: PointSet::EMPTY,
        replaced: Vec::new(),
        trusted: PointSet::EMPTY,
        fired: Vec::new(),
    };
    let size = turn.board().size();
    let wanted = |role| match role {
        Role::Fuseki => openings.fuseki,
        Role::Joseki => openings.joseki,
        _ => true,
    };
    let knowledge = turn.position.knowledge();
    for (place, general) in (knowledge.proposing()).filter(|(_, general)| wanted(general.role)) {
        for found in turn.position.matches(place, &general, turn.own) {
            let Some(pattern) = general.pattern(found.pattern as usize) else {
                continue;
            };
            let Some(point) = found.mv(&pattern, size) else {
                continue;
            };
            // A corner pattern fixes every stone of the corner, so it needs no further test.
            let is_joseki = general.role == Role::Joseki;
            if turn.stake(point) < LEAST_STAKE
                || (turn.cleanup && pattern.classes().has('F'))
                || !(is_joseki || rejection(turn, &pattern, found, point).is_none())
                || !ask(turn, pattern, found, &mut verdicts, worths)
            {
                continue;
            }
            verdicts.fired.push(Fired {
                point,
                database: place,
                found,
            });
            if pattern.classes().has('T') || (is_joseki && pattern.classes().has('N')) {
                // A trick move or a mistake: recorded so that it is not played.
                verdicts.forbidden.insert(point);
                continue;
            }
            let reason = Reason::Pattern {
                database: place,
                found,
            };
            let worth = worths.entry(point).or_default();
            worth.add_pattern(reason, &pattern, size.get());
        }
    }
    verdicts
}

/// Moves the value of candidates to others, where an action said so.
pub(super) fn replace(candidates: &mut Vec<Candidate>, replaced: &[(Point, Point)]) {
    for &(from, to) in replaced {
        let Some(place) = candidates
            .iter()
            .position(|candidate| candidate.point == from)
        else {
            continue;
        };
        let old = candidates.swap_remove(place);
        match candidates
            .iter_mut()
            .find(|candidate| candidate.point == to)
        {
            Some(new) => new.value = new.value.max(old.value),
            None => candidates.push(Candidate { point: to, ..old }),
        }
    }
}

/// The class letter or the safety rule that rejects a match, if one does.
pub(super) fn rejection(
    turn: &mut Turn<'_>,
    pattern: &Pattern<'_>,
    found: Match,
    point: Point,
) -> Option<Rejection> {
    let classes = pattern.classes();
    let own = turn.own;
    if !turn.game.board().is_legal(own, point) {
        return Some(Rejection::Illegal);
    }
    let unfit = unfit_stone(turn, pattern, found, point);
    if unfit.is_some() {
        return unfit;
    }
    if !classes.has('s') && turn.safe_move(point) != Outcome::Win {
        return Some(Rejection::Unsafe);
    }
    let reader = &mut *turn.position.readers.tactics;
    let unneeded = classes.has('n')
        && reader.safe_move(&mut turn.position.board, !own, point) == Outcome::Lose;
    unneeded.then_some(Rejection::Unneeded)
}

/// The first string under the pattern whose condition contradicts a class letter.
///
/// Random games stand in for an analysis of dragons: a string is dead if it hardly ever survives,
/// alive if it nearly always does, and critical in between.
fn unfit_stone(
    turn: &mut Turn<'_>,
    pattern: &Pattern<'_>,
    found: Match,
    point: Point,
) -> Option<Rejection> {
    let classes = pattern.classes();
    if !"OoXx".chars().any(|letter| classes.has(letter)) {
        return None;
    }
    let own = turn.own;
    let mut seen: Vec<Point> = Vec::new();
    for cell in pattern.cells() {
        let Some(stone) = found.point(cell.at, turn.board().size()) else {
            continue;
        };
        let Some(chain) = turn.board().chain(stone) else {
            continue;
        };
        let (color, string) = (chain.color(), chain.origin());
        if seen.contains(&string) {
            continue;
        }
        seen.push(string);
        let survival = turn.ownership.survival(turn.board(), string);
        let dead = turn.ownership.is_dead(turn.board(), string);
        let alive = survival > 1.0 - ALIVE_MARGIN;
        let exact = Cell::from_number(cell.cell).is_some_and(Cell::is_stone);
        let (living, dying) = if color == own { ('O', 'o') } else { ('X', 'x') };
        let unfit = if classes.has(living) && dead {
            Some((living, Condition::Dead))
        } else if classes.has(dying) && alive {
            Some((dying, Condition::Alive))
        } else if color == own && exact && classes.has(living) && is_lost(turn, string, point) {
            Some((living, Condition::Lost))
        } else {
            None
        };
        if let Some((letter, condition)) = unfit {
            return Some(Rejection::Stone {
                letter,
                string: stone,
                condition,
            });
        }
    }
    None
}

/// A string is alive if it survives in all but this share of the random games.
const ALIVE_MARGIN: f32 = 0.1;

/// Whether an own string is captured despite this move.
fn is_lost(turn: &mut Turn<'_>, string: Point, point: Point) -> bool {
    if turn.attack(string) != Outcome::Win {
        return false;
    }
    let own: Color = turn.own;
    if !turn.position.board.try_move(own, point) {
        return true;
    }
    let lost = turn.attack(string) == Outcome::Win;
    turn.position.board.take_back();
    lost
}

/// Evaluates constraint and helper and, if they hold, the action.
///
/// Effects that helpers and constraints have on moves are kept even if they do not hold.
fn ask(
    turn: &mut Turn<'_>,
    pattern: Pattern<'_>,
    found: Match,
    verdicts: &mut Verdicts,
    worths: &mut Worths,
) -> bool {
    let question = Question::new(pattern, found, turn.own, turn.board().size());
    let mut host = turn.position.host();
    let holds = question.accepts(&mut host) && question.act(&mut host).is_some();
    for effect in host.effects {
        apply(effect, turn, verdicts, worths);
    }
    holds
}

/// Applies one effect of an action.
fn apply(effect: Effect, turn: &Turn<'_>, verdicts: &mut Verdicts, worths: &mut Worths) {
    fn worth(worths: &mut Worths, point: Point) -> &mut Worth {
        worths.entry(point).or_default()
    }
    // The side that loses one of two strings keeps the larger one.
    let smaller = |[a, b]: [Point; 2]| turn.string_value(a).min(turn.string_value(b));
    match effect {
        Effect::Forbid(point) => verdicts.forbidden.insert(point),
        Effect::Replace { from, to } => verdicts.replaced.push((from, to)),
        Effect::Trust(point) => verdicts.trusted.insert(point),
        Effect::MinValue { point, value } => worth(worths, point).raise_least(value),
        Effect::FollowUp { point, value } => worth(worths, point).raise_follow_up(value),
        Effect::ReverseFollowUp { point, value } => {
            worth(worths, point).raise_reverse_follow_up(value);
        }
        Effect::Threat { point, string } => {
            worth(worths, point).raise_follow_up(turn.string_value(string));
        }
        Effect::Connects { point, strings } => {
            worth(worths, point).add(Reason::Connects { strings });
        }
        // A cut between own strings is a move of the opponent.
        Effect::Cuts { point, strings } => {
            if turn.board().at(strings[0]).is(!turn.own) {
                worth(worths, point).add(Reason::Cuts { strings });
            }
        }
        // Only connection patterns count cuts, and they propose no moves.
        Effect::OpensCut(_) => {}
        Effect::AttacksEither { point, strings } => {
            let value = smaller(strings);
            worth(worths, point).add(Reason::CapturesEither { strings, value });
        }
        Effect::DefendsBoth { point, strings } => {
            let value = smaller(strings);
            worth(worths, point).add(Reason::SavesBoth { strings, value });
        }
    }
}
