//! Moves that the pattern databases propose.
//!
//! Entry points: [`add_pattern_moves`] and [`add_endgame_moves`]. A match passes these tests in
//! order; then its action runs:
//!
//! 1. the class letters that ask for living or dead stones
//! 2. safety of the move
//! 3. the class letter `n`: the opponent could play there safely
//! 4. the constraint and the helper

use std::time::Instant;

use katachi_board::{Point, PointSet};
use katachi_image::{Pattern, Role};
use katachi_matcher::{Match, Question};

use crate::constants::WEAK_CONNECTION_SHAPE;

use super::classes::class_reasons;
use super::profile::Progress;
use super::reason::{Fired, Reason, Source};
use super::rejection::rejection;
use super::turn::Turn;
use super::worth::{Worth, Worths};
use katachi_strategy::host::Effect;

/// What the actions of patterns say about moves.
pub struct Verdicts {
    /// The matches that forbid moves, or give their value to others.
    pub vetoes: Vec<Veto>,
    /// The matches that passed all tests.
    pub fired: Vec<Fired>,
}

/// A match that forbids a move, or gives its value to another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Veto {
    /// The move.
    pub point: Point,
    /// The move that gets its value; `None` if it is forbidden.
    pub to: Option<Point>,
    /// The index of the database in the engine's knowledge.
    pub database: usize,
    /// The match.
    pub found: Match,
}

impl Verdicts {
    /// Moves that must not be played.
    pub fn forbidden(&self) -> PointSet {
        let vetoes = self.vetoes.iter().filter(|veto| veto.to.is_none());
        vetoes.map(|veto| veto.point).collect()
    }

    fn veto(&mut self, point: Point, to: Option<Point>, (database, found): (usize, Match)) {
        self.vetoes.push(Veto {
            point,
            to,
            database,
            found,
        });
    }
}

/// Adds the proposals of all databases but those of the endgame.
pub fn add_pattern_moves(turn: &mut Turn<'_>, worths: &mut Worths) -> Verdicts {
    let mut verdicts = Verdicts {
        vetoes: Vec::new(),
        fired: Vec::new(),
    };
    let openings = turn.openings;
    let wanted = |role| match role {
        Role::Fuseki => openings.fuseki,
        Role::Joseki => openings.joseki,
        Role::Endgame => false,
        _ => true,
    };
    add_moves(turn, wanted, &mut verdicts, worths);
    verdicts
}

/// Adds the proposals of the endgame databases.
pub fn add_endgame_moves(turn: &mut Turn<'_>, verdicts: &mut Verdicts, worths: &mut Worths) {
    add_moves(turn, |role| role == Role::Endgame, verdicts, worths);
}

/// Adds the proposals of the databases of these roles.
fn add_moves(
    turn: &mut Turn<'_>,
    wanted: impl Fn(Role) -> bool,
    verdicts: &mut Verdicts,
    worths: &mut Worths,
) {
    matches_of(turn, wanted, |turn, pattern, fired| {
        let began = turn.profile.is_some().then(Instant::now);
        let progress = consider(turn, pattern, fired, verdicts, worths);
        if let (Some(profile), Some(began)) = (&mut turn.profile, began) {
            let Fired {
                database, found, ..
            } = fired;
            profile.add(database, found.pattern, progress, began.elapsed());
        }
    });
}

/// Calls `each` with every match of a database that proposes moves, in the order of databases and
/// matches.
pub fn for_each_match(turn: &mut Turn<'_>, each: impl FnMut(&mut Turn<'_>, &Pattern<'_>, Fired)) {
    matches_of(turn, |_| true, each);
}

/// The same for databases of these roles.
fn matches_of(
    turn: &mut Turn<'_>,
    wanted: impl Fn(Role) -> bool,
    mut each: impl FnMut(&mut Turn<'_>, &Pattern<'_>, Fired),
) {
    let size = turn.board().size();
    let knowledge = turn.position.knowledge();
    for (database, general) in knowledge
        .proposing()
        .filter(|(_, general)| wanted(general.role))
    {
        for found in turn.position.matches(database, &general, turn.own) {
            if turn.silenced.contains(&(database, found.pattern)) {
                continue;
            }
            let Some(pattern) = general.pattern(found.pattern as usize) else {
                continue;
            };
            let Some(point) = found.mv(&pattern, size) else {
                continue;
            };
            let fired = Fired {
                point,
                database,
                found,
            };
            each(turn, &pattern, fired);
        }
    }
}

/// Tests a match and adds what it says about its move; returns how far it came.
fn consider(
    turn: &mut Turn<'_>,
    pattern: &Pattern<'_>,
    fired: Fired,
    verdicts: &mut Verdicts,
    worths: &mut Worths,
) -> Progress {
    let Fired {
        point,
        database,
        found,
    } = fired;
    // A corner pattern fixes every stone of the corner, so it needs no further test.
    let is_joseki = pattern.image().role == Role::Joseki;
    if turn.is_settled(point)
        || (turn.cleanup && pattern.classes().has('F'))
        || !(is_joseki || rejection(turn, pattern, found, point).is_none())
    {
        return Progress::Rejected;
    }
    if !ask(turn, pattern, (database, found), verdicts, worths) {
        return Progress::Asked;
    }
    verdicts.fired.push(fired);
    if forbidding_class(pattern).is_some() {
        verdicts.veto(point, None, (database, found));
        return Progress::Fired;
    }
    let reasons = class_reasons(turn, pattern, found, point);
    let size = turn.board().size().get();
    let worth = worths.entry(point).or_default();
    worth.add_pattern(fired, pattern, size);
    if pattern.classes().has('c') {
        // A weak connection is good shape.
        worth.shape.add(WEAK_CONNECTION_SHAPE);
    }
    for reason in reasons {
        worth.add(reason, Source::Pattern { database, found });
    }
    Progress::Fired
}

/// The class letter by which a pattern forbids its move, if it does: a trick move, or a mistake in
/// a corner.
pub(super) fn forbidding_class(pattern: &Pattern<'_>) -> Option<char> {
    let is_joseki = pattern.image().role == Role::Joseki;
    let letters = if is_joseki { "TN" } else { "T" };
    letters
        .chars()
        .find(|&letter| pattern.classes().has(letter))
}

/// Evaluates constraint and helper and, if they hold, the action.
///
/// Effects that helpers and constraints have on moves are kept even if they do not hold.
fn ask(
    turn: &mut Turn<'_>,
    pattern: &Pattern<'_>,
    (database, found): (usize, Match),
    verdicts: &mut Verdicts,
    worths: &mut Worths,
) -> bool {
    let question = Question::new(*pattern, found, turn.own, turn.board().size());
    let mut host = turn.host_for(pattern);
    let holds = question.accepts(&mut host) && question.act(&mut host).is_some();
    for effect in host.effects {
        apply(effect, (database, found), turn, verdicts, worths);
    }
    holds
}

/// Applies one effect of an action.
fn apply(
    effect: Effect,
    (database, found): (usize, Match),
    turn: &mut Turn<'_>,
    verdicts: &mut Verdicts,
    worths: &mut Worths,
) {
    fn worth(worths: &mut Worths, point: Point) -> &mut Worth {
        worths.entry(point).or_default()
    }
    let source = Source::Pattern { database, found };
    match effect {
        Effect::Forbid(point) => verdicts.veto(point, None, (database, found)),
        Effect::Replace { from, to } => verdicts.veto(from, Some(to), (database, found)),
        Effect::Trust(point) => worth(worths, point).is_trusted = true,
        Effect::MinValue { point, value } => worth(worths, point).value.raise(value),
        Effect::FollowUp { point, value } => worth(worths, point).raise_follow_up(value),
        Effect::ReverseFollowUp { point, value } => {
            worth(worths, point).raise_reverse_follow_up(value);
        }
        Effect::Threat { point, string } => {
            worth(worths, point).raise_follow_up(turn.string_value(string));
        }
        Effect::Connects { point, strings } => {
            worth(worths, point).add(Reason::Connects { strings }, source);
        }
        // A cut between own strings is a move of the opponent.
        Effect::Cuts { point, strings } => {
            if turn.board().at(strings[0]).is(!turn.own) {
                worth(worths, point).add(Reason::Cuts { strings }, source);
            }
        }
        // Only patterns of connections and influence say so, and they propose no moves.
        Effect::OpensCut(_) | Effect::Joins(_) | Effect::DenyTerritory { .. } => {}
        Effect::AttacksEither { point, strings } => {
            worth(worths, point).add(Reason::CapturesEither { strings }, source);
        }
        Effect::DefendsBoth { point, strings } => {
            worth(worths, point).add(Reason::SavesBoth { strings }, source);
        }
    }
}
