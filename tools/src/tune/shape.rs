//! The shape of a candidate move ([`Shape`]): its neighbourhood and its situation. Situations are
//! grouped into classes.

use std::sync::LazyLock;

use katachi_image::Symbol;
use katachi_image::monte_carlo::{Neighborhood, PROPERTIES, SITUATIONS};

/// A neighbourhood, by its index in [`Neighborhood::all`], and the number of a situation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shape(u32);

impl Shape {
    /// The shape with this neighbourhood and this situation.
    pub fn new(neighborhood: u16, situation: u8) -> Self {
        Self(u32::from(neighborhood) * SITUATIONS as u32 + u32::from(situation))
    }

    /// The index of its neighbourhood.
    pub fn neighborhood(self) -> u16 {
        (self.0 / SITUATIONS as u32) as u16
    }

    /// The number of its situation.
    pub fn situation(self) -> u8 {
        (self.0 % SITUATIONS as u32) as u8
    }
}

/// All neighbourhoods that boards can have, in order, and their indices.
pub struct Neighborhoods {
    all: Vec<Neighborhood>,
    places: Vec<u16>,
}

/// The only instance.
pub static NEIGHBORHOODS: LazyLock<Neighborhoods> = LazyLock::new(|| {
    let all: Vec<Neighborhood> = Neighborhood::all().collect();
    let mut places = vec![u16::MAX; 1 << 16];
    for (place, one) in all.iter().enumerate() {
        for turned in one.turned() {
            places[usize::from(turned.0)] = place as u16;
        }
    }
    Neighborhoods { all, places }
});

impl Neighborhoods {
    /// The index of a neighbourhood in any orientation.
    pub fn place(&self, neighborhood: Neighborhood) -> u16 {
        self.places[usize::from(neighborhood.0)]
    }

    /// The neighbourhood with this index.
    pub fn at(&self, place: u16) -> Neighborhood {
        self.all[usize::from(place)]
    }

    /// The range of indices.
    pub fn places(&self) -> std::ops::Range<u16> {
        0..self.all.len() as u16
    }
}

/// The classes of situations, by the properties that define them. Each situation has one class.
pub const CLASSES: [&[&str]; 15] = [
    &["ocap3", "xcap1+"],
    &["ocap3", "xcap0"],
    &["ocap2", "xcap1+"],
    &["ocap2", "xcap0"],
    &["ocap1", "xcap1+"],
    &["ocap1", "osafe", "xcap0"],
    &["ocap1", "ounsafe", "xcap0"],
    &["ocap0", "osafe", "xcap3"],
    &["ocap0", "osafe", "xcap2"],
    &["ocap0", "osafe", "xcap1"],
    &["ocap0", "ounsafe", "xcap1+"],
    &["ocap0", "ounsafe", "xcap0"],
    &["ocap0", "osafe", "xcap0", "xsuicide"],
    &["ocap0", "osafe", "xcap0", "xunsafe", "xnosuicide"],
    &["ocap0", "osafe", "xcap0", "xsafe"],
];

/// Whether the property of this name holds.
///
/// # Panics
/// If the language has no such property.
pub fn holds(name: &str, situation: u8) -> bool {
    let property = PROPERTIES.iter().find(|property| property.name == name);
    property.expect("a property").holds(situation)
}

/// The class of each situation.
static CLASS_OF: LazyLock<[u8; SITUATIONS]> = LazyLock::new(|| {
    std::array::from_fn(|situation| {
        let fits = |class: &&[&str]| class.iter().all(|name| holds(name, situation as u8));
        let class = CLASSES.iter().position(fits);
        // No class fits an opponent's suicide that captures, but such situations do not occur.
        class.unwrap_or(CLASSES.len() - 1) as u8
    })
});

/// The class of a situation.
pub fn class(situation: u8) -> usize {
    CLASS_OF[usize::from(situation)].into()
}

/// Whether the previous move has touched the point.
pub fn is_near(situation: u8) -> bool {
    holds("near", situation)
}

/// Whether the situation can occur in the neighbourhood, as far as the two alone can show.
pub fn is_possible(neighborhood: Neighborhood, situation: u8) -> bool {
    let (own, opponent, empty) = (
        neighborhood.beside(Symbol::Own),
        neighborhood.beside(Symbol::Opponent),
        neighborhood.beside(Symbol::Empty),
    );
    let holds = |name| holds(name, situation);
    let takes = holds("ocap1+");
    let loses = holds("xcap1+");
    let freedom = |captures: bool| empty + usize::from(captures);
    !(takes && opponent == 0
        || loses && own == 0
        || holds("xsuicide") && (loses || empty > 0 || holds("xsafe"))
        || freedom(takes) >= 2 && holds("ounsafe")
        || freedom(loses) >= 2 && holds("xunsafe")
        // The move must not be suicide.
        || empty == 0 && own == 0 && !takes
        || empty == 0 && opponent == 0 && !loses && !holds("xsuicide"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_disjoint_and_leave_nothing_out() {
        for situation in 0..=u8::MAX {
            let fits = |class: &&&[&str]| class.iter().all(|name| holds(name, situation));
            let count = CLASSES.iter().filter(fits).count();
            let one = usize::from(!(holds("xsuicide", situation) && holds("xsafe", situation)));
            assert!(count == 1 || one == 0, "{situation}: {count}");
        }
    }

    #[test]
    fn shapes_come_apart_again() {
        let shape = Shape::new(1106, 255);
        assert_eq!((shape.neighborhood(), shape.situation()), (1106, 255));
        for place in NEIGHBORHOODS.places() {
            for turned in NEIGHBORHOODS.at(place).turned() {
                assert_eq!(NEIGHBORHOODS.place(turned), place);
            }
        }
    }
}
