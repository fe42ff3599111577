//! Sets of neighbourhoods and situations as bits, so that the rules of a database are evaluated
//! quickly.
//!
//! A picture selects a set of neighbourhoods, a property a set of situations. A database that was
//! learned from games has thousands of rules, and the engine loads it between two moves.

use std::sync::LazyLock;

use katachi_image::monte_carlo::{
    NEIGHBOR_CELLS, NEIGHBORHOODS, Neighborhood, PROPERTIES, SITUATIONS,
};

/// A set of indices into [`Neighborhood::all`].
pub(super) type Places = [u64; NEIGHBORHOODS.div_ceil(64)];

/// A set of situations, by number.
pub(super) type Situations = [u64; SITUATIONS / 64];

/// The members of a set, in order.
pub(super) fn members<const WORDS: usize>(set: [u64; WORDS]) -> impl Iterator<Item = usize> {
    set.into_iter().enumerate().flat_map(|(number, mut word)| {
        std::iter::from_fn(move || {
            let bit = word.trailing_zeros() as usize;
            (word != 0).then(|| {
                word &= word - 1;
                64 * number + bit
            })
        })
    })
}

fn insert(set: &mut [u64], member: usize) {
    set[member / 64] |= 1 << (member % 64);
}

/// An index of all neighbourhoods that boards can have, by the symbols at their points.
pub(super) struct Atlas {
    /// The neighbourhoods, one orientation of each.
    pub neighborhoods: Vec<Neighborhood>,
    /// For each orientation, point and symbol: the neighbourhoods with that symbol there.
    with: [[[Places; 4]; 8]; 8],
    /// For each of [`PROPERTIES`]: the situations in which it holds.
    holding: Vec<Situations>,
}

/// The only atlas; it is built when first used.
pub(super) static ATLAS: LazyLock<Atlas> = LazyLock::new(|| {
    let neighborhoods: Vec<_> = Neighborhood::all().collect();
    let mut with = [[[Places::default(); 4]; 8]; 8];
    for (place, neighborhood) in neighborhoods.iter().enumerate() {
        for (turned, with) in neighborhood.turned().iter().zip(&mut with) {
            for (point, with) in with.iter_mut().enumerate() {
                insert(&mut with[usize::from(turned.symbol(point))], place);
            }
        }
    }
    let holding = PROPERTIES.iter().map(|property| {
        let mut set = Situations::default();
        (0..=u8::MAX)
            .filter(|&situation| property.holds(situation))
            .for_each(|situation| insert(&mut set, situation.into()));
        set
    });
    Atlas {
        neighborhoods,
        with,
        holding: holding.collect(),
    }
});

/// The symbols that a cell allows, as a bit mask.
pub(super) fn allowed(cell: char) -> u8 {
    (NEIGHBOR_CELLS.iter())
        .find(|(c, _)| *c == cell)
        .map_or(0, |&(_, symbols)| symbols)
}

impl Atlas {
    /// The neighbourhoods that a picture shows in some orientation.
    pub fn shown(&self, picture: [char; 8]) -> Places {
        let masks = picture.map(allowed);
        let mut shown = Places::default();
        for with in &self.with {
            let mut here: Places = [u64::MAX; NEIGHBORHOODS.div_ceil(64)];
            for (mask, with) in masks.iter().zip(with) {
                let mut either = Places::default();
                for (symbol, with) in with.iter().enumerate() {
                    if mask >> symbol & 1 != 0 {
                        either
                            .iter_mut()
                            .zip(with)
                            .for_each(|(to, from)| *to |= from);
                    }
                }
                here.iter_mut()
                    .zip(either)
                    .for_each(|(to, from)| *to &= from);
            }
            shown
                .iter_mut()
                .zip(here)
                .for_each(|(to, from)| *to |= from);
        }
        shown
    }

    /// The situations in which all of these properties hold.
    pub fn situations(&self, properties: &[usize]) -> Situations {
        let mut set = [u64::MAX; SITUATIONS / 64];
        for &property in properties {
            let holding = &self.holding[property];
            set.iter_mut()
                .zip(holding)
                .for_each(|(to, from)| *to &= from);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn sets_are_what_one_by_one_finds(
            cells in proptest::array::uniform8(0..NEIGHBOR_CELLS.len()),
            properties in proptest::collection::vec(0..PROPERTIES.len(), 0..4),
        ) {
            let picture = cells.map(|cell| NEIGHBOR_CELLS[cell].0);
            let shows = |turned: &Neighborhood| {
                (0..8).all(|point| allowed(picture[point]) >> turned.symbol(point) & 1 != 0)
            };
            let expected: Vec<usize> = (ATLAS.neighborhoods.iter().enumerate())
                .filter(|(_, one)| one.turned().iter().any(shows))
                .map(|(place, _)| place)
                .collect();
            prop_assert_eq!(members(ATLAS.shown(picture)).collect::<Vec<_>>(), expected);
            let expected: Vec<usize> = (0..=u8::MAX)
                .filter(|&situation| properties.iter().all(|&at| PROPERTIES[at].holds(situation)))
                .map(usize::from)
                .collect();
            prop_assert_eq!(members(ATLAS.situations(&properties)).collect::<Vec<_>>(), expected);
        }
    }
}
