//! Matches that forbid a move or give its value to another one.

use std::fmt;

use katachi_board::Point;
use katachi_core::{Explanation, Thoughts, Veto};
use katachi_matcher::Match;
use katachi_strategy::host::Effect;
use katachi_studio::words::PatternPlace;
use serde::Serialize;

use crate::session::Session;

/// A match that forbids a move, or gives its value to another one.
#[derive(Debug, Serialize)]
pub struct VetoAccount {
    /// The move.
    #[serde(skip)]
    pub point: Point,
    /// The move that gets its value; without one, the move is forbidden.
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<String>,
    #[serde(flatten)]
    place: PatternPlace,
    /// What does it: a call or a class.
    by: String,
}

impl VetoAccount {
    /// All that these thoughts found about moves at points that are wanted.
    pub fn all(
        session: &mut Session,
        thoughts: &Thoughts,
        wanted: impl Fn(Point) -> bool,
    ) -> Vec<Self> {
        let vetoes = thoughts.vetoes.iter().filter(|veto| wanted(veto.point));
        let mut vetoes: Vec<Veto> = vetoes.copied().collect();
        vetoes.dedup();
        let matches: Vec<(usize, Match)> =
            (vetoes.iter().map(|veto| (veto.database, veto.found))).collect();
        let wish = session.wish_of_patterns(thoughts.color);
        let explained = session.engine.explain(&session.game, &wish, &matches);
        let both = vetoes.iter().zip(explained);
        both.filter_map(|(veto, explained)| Self::of(session, veto, &explained?))
            .collect()
    }

    fn of(session: &Session, veto: &Veto, explained: &Explanation) -> Option<Self> {
        let databases = session.databases();
        let pattern = databases.pattern(veto.database, veto.found.pattern)?;
        let effect = match veto.to {
            None => Effect::Forbid(veto.point),
            Some(to) => Effect::Replace {
                from: veto.point,
                to,
            },
        };
        let deed = explained.deeds.iter().find(|deed| deed.effect == effect);
        Some(Self {
            point: veto.point,
            to: veto.to.map(|to| session.vertex(to)),
            place: PatternPlace::of(&pattern),
            by: deed.map_or_else(|| "its action".to_owned(), |deed| deed.by.clone()),
        })
    }
}

impl fmt::Display for VetoAccount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.to {
            None => write!(f, "forbidden")?,
            Some(to) => write!(f, "value goes to {to}")?,
        }
        write!(f, " by {} {}", self.place, self.by)
    }
}
