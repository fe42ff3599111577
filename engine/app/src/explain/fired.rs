//! Matches that fire, and those that forbid a move or give its value to another one.

use std::fmt;

use katachi_board::Point;
use katachi_core::{Explanation, Fired, Thoughts, Veto};
use katachi_image::{Attribute, AttributeArgument, Pattern};
use katachi_matcher::Match;
use katachi_strategy::host::Effect;
use serde::Serialize;

use super::pattern_place::PatternPlace;
use super::words::classes;
use crate::session::Session;

/// A match that fires.
#[derive(Debug, Serialize)]
pub struct FiredAccount {
    #[serde(flatten)]
    place: PatternPlace,
    /// The class letters, `-` if there are none.
    classes: String,
    /// The values of the colon line, each with its argument.
    values: Vec<(&'static str, String)>,
    orientation: usize,
    anchor: String,
}

impl FiredAccount {
    /// Describes a match; `None` if its database is no longer in use.
    pub fn of(session: &Session, fired: &Fired) -> Option<Self> {
        let (databases, found) = (session.databases(), fired.found);
        let pattern = databases.pattern(fired.database, found.pattern)?;
        Some(Self {
            place: PatternPlace::of(&pattern),
            classes: classes(&pattern),
            values: values(&pattern),
            orientation: found.symmetry.number(),
            anchor: session.vertex(found.anchor),
        })
    }
}

/// The values of a colon line, each with its argument.
fn values(pattern: &Pattern<'_>) -> Vec<(&'static str, String)> {
    let general = pattern.image();
    let values = pattern.values().iter().filter_map(|value| {
        let attribute = Attribute::from_number(value.attribute)?;
        let mut keywords = general.map.keywords().iter();
        let keyword = keywords.find(|keyword| keyword.attribute == attribute);
        let argument = match keyword.map(|keyword| keyword.argument) {
            Some(AttributeArgument::Label) => {
                let label = pattern.labels().get(usize::from(value.label));
                label
                    .map_or('?', |label| char::from(label.letter))
                    .to_string()
            }
            _ => value.number.get().to_string(),
        };
        Some((attribute.name(), argument))
    });
    values.collect()
}

impl fmt::Display for FiredAccount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "pattern {} class {}", self.place, self.classes)?;
        for (name, argument) in &self.values {
            write!(f, " {name}({argument})")?;
        }
        let (orientation, anchor) = (self.orientation, &self.anchor);
        write!(f, " orientation {orientation} anchor {anchor}")
    }
}

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
