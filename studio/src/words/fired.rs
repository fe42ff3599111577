//! Matches that fire.

use std::fmt;

use katachi_core::Fired;
use katachi_image::{Attribute, AttributeArgument, Pattern};
use serde::Serialize;

use super::matches::classes;
use super::names::Names;
use super::place::PatternPlace;

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
    pub fn of(names: &impl Names, fired: &Fired) -> Option<Self> {
        let found = fired.found;
        let pattern = names.pattern(fired.database, found.pattern)?;
        Some(Self {
            place: PatternPlace::of(&pattern),
            classes: classes(&pattern),
            values: values(&pattern),
            orientation: found.symmetry.number(),
            anchor: names.vertex(found.anchor),
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
