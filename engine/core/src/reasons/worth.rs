//! What speaks for a move: its reasons, and the values that patterns give it.

use std::collections::BTreeMap;

use katachi_board::{Outcome, Point};
use katachi_image::{Attribute, Classes, Pattern};
use katachi_strategy::dragons::Dragon;

use crate::constants::{
    BOOK_DRAWN, BOOK_OTHER, CHANCE, JOSEKI_LESS_URGENT, JOSEKI_STANDARD, JOSEKI_URGENT,
    JOSEKI_URGENT_SHAPE, JOSEKI_WAITING, OPENING_CHANCE, OPENING_FACTOR, SHAPE_STEP,
};

use super::reason::{Fired, Reason, Source};

/// The candidates, in board order.
pub type Worths = BTreeMap<Point, Worth>;

/// The reasons for a move, and the values of the patterns that propose it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Worth {
    /// The reasons, each once.
    pub reasons: Vec<Reason>,
    /// Where each of the reasons comes from.
    pub sources: Vec<Vec<Source>>,
    /// The bounds of the value, in points: the largest least one, and the smallest greatest one.
    pub value: Bounds,
    /// The bounds of the territorial value, in points.
    pub territory: Bounds,
    /// What a second move here would gain, in points.
    pub follow_up: f32,
    /// What the opponent's second move would gain, which the move prevents, in points.
    pub reverse_follow_up: f32,
    /// What patterns say about the shape.
    pub shape: Shape,
    /// An addition to the usual range of chance, in points.
    more_chance: f32,
    /// Whether a pattern says that the stone may be lost.
    pub is_sacrifice: bool,
    /// Whether the move counts as safe whatever reading says.
    pub is_trusted: bool,
}

/// The least and the greatest value that patterns allow.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bounds {
    /// At least this.
    pub least: Option<f32>,
    /// At most this.
    pub most: Option<f32>,
}

impl Bounds {
    /// Raises the least value.
    pub fn raise(&mut self, value: f32) {
        self.least = Some(self.least.map_or(value, |least| least.max(value)));
    }

    /// Lowers the greatest value.
    pub fn lower(&mut self, value: f32) {
        self.most = Some(self.most.map_or(value, |most| most.min(value)));
    }
}

/// The shape values of several patterns: the best and the worst of them, and their numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Shape {
    best: f32,
    worst: f32,
    good: u32,
    bad: u32,
}

impl Shape {
    /// Adds the shape value of a pattern.
    pub fn add(&mut self, shape: f32) {
        if shape > 0.0 {
            self.best = self.best.max(shape);
            self.good += 1;
        } else if shape < 0.0 {
            self.worst = self.worst.max(-shape);
            self.bad += 1;
        }
    }

    /// The factor for the value: a step's factor to the power of good minus bad shape.
    pub fn factor(self) -> f32 {
        let good = self.best + self.good.saturating_sub(1) as f32;
        let bad = self.worst + self.bad.saturating_sub(1) as f32;
        SHAPE_STEP.powf(good - bad)
    }
}

/// The values that joseki class letters fix.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct JosekiValue {
    bounds: Bounds,
    /// A shape value in addition to the pattern's.
    shape: f32,
    /// Whether the least value already contains the pattern's shape.
    uses_shape: bool,
}

impl JosekiValue {
    /// The fixed values.
    fn new(classes: Classes, shape: f32, board_size: usize) -> Self {
        let fixed = |least| Self {
            bounds: Bounds {
                least: Some(least),
                most: None,
            },
            ..Self::default()
        };
        if classes.has('U') {
            return Self {
                shape: JOSEKI_URGENT_SHAPE,
                ..fixed(JOSEKI_URGENT)
            };
        }
        if classes.has('J') {
            return fixed(JOSEKI_STANDARD);
        }
        let base = match (classes.has('j'), classes.has('t')) {
            (true, _) => JOSEKI_LESS_URGENT,
            (_, true) => JOSEKI_WAITING,
            _ => return Self::default(),
        };
        let mut value = base * board_size as f32 / 19.0 * (1.0 + shape / 100.0);
        let mut most = None;
        if classes.has('F') && board_size >= 17 {
            value *= OPENING_FACTOR;
            most = Some(value);
        }
        Self {
            bounds: Bounds {
                least: Some(value),
                most,
            },
            uses_shape: true,
            ..Self::default()
        }
    }
}

/// The least value that a pattern asks for its move by its values and class letters, in points;
/// `None` if it asks for none.
pub fn asked_value(pattern: &Pattern<'_>, board_size: usize) -> Option<f32> {
    let shape = pattern.value(Attribute::Shape).unwrap_or(0.0);
    let mut bounds = JosekiValue::new(pattern.classes(), shape, board_size).bounds;
    if let Some(value) = pattern.value(Attribute::Value) {
        bounds.raise(value);
    }
    bounds.least
}

/// Adds a reason for a move, with its source.
pub fn add_reason(worths: &mut Worths, point: Point, reason: Reason, source: Source) {
    worths.entry(point).or_default().add(reason, source);
}

impl Worth {
    /// Adds a reason, unless it is there, and its source.
    pub fn add(&mut self, reason: Reason, source: Source) {
        let known = self.reasons.iter().position(|known| *known == reason);
        let place = known.unwrap_or_else(|| {
            self.reasons.push(reason);
            self.sources.push(Vec::new());
            self.reasons.len() - 1
        });
        if let Some(sources) = self.sources.get_mut(place)
            && !sources.contains(&source)
        {
            sources.push(source);
        }
    }

    /// Removes such reasons, with their sources.
    pub fn remove(&mut self, unwanted: impl Fn(&Reason) -> bool) {
        while let Some(place) = self.reasons.iter().position(&unwanted) {
            self.reasons.remove(place);
            self.sources.remove(place);
        }
    }

    /// Whether one of the reasons is such a one.
    pub fn has(&self, wanted: impl Fn(&Reason) -> bool) -> bool {
        self.reasons.iter().any(wanted)
    }

    /// Whether it kills or saves this dragon.
    pub fn decides(&self, dragon: &Dragon) -> bool {
        self.life_of(dragon).is_some()
    }

    /// How surely it kills or saves this dragon; `None` if it does neither.
    pub fn life_of(&self, dragon: &Dragon) -> Option<Outcome> {
        self.reasons.iter().find_map(|reason| match reason {
            Reason::KillsDragon {
                dragon: one,
                outcome,
                ..
            }
            | Reason::SavesDragon {
                dragon: one,
                outcome,
                ..
            } => dragon.stones.contains(*one).then_some(*outcome),
            _ => None,
        })
    }

    /// Raises the follow-up value: what a second move here would gain, in points.
    pub fn raise_follow_up(&mut self, value: f32) {
        self.follow_up = self.follow_up.max(value);
    }

    /// Raises the reverse follow-up value: the opponent's follow-up that the move prevents.
    pub fn raise_reverse_follow_up(&mut self, value: f32) {
        self.reverse_follow_up = self.reverse_follow_up.max(value);
    }

    /// Adds the values of a match whose constraint holds.
    pub fn add_pattern(&mut self, fired: Fired, pattern: &Pattern<'_>, board_size: usize) {
        let classes = pattern.classes();
        let shape = pattern.value(Attribute::Shape).unwrap_or(0.0);
        let joseki = JosekiValue::new(classes, shape, board_size);
        if let Some(least) = joseki.bounds.least {
            self.value.raise(least);
        }
        if let Some(most) = joseki.bounds.most {
            self.value.lower(most);
            self.more_chance = OPENING_CHANCE - CHANCE;
        }
        self.shape.add(joseki.shape);
        for value in pattern.values() {
            let number = value.number.get();
            match Attribute::from_number(value.attribute) {
                Some(Attribute::Value) => self.value.raise(number),
                Some(Attribute::MaxValue) => self.value.lower(number),
                Some(Attribute::Territory) => self.territory.raise(number),
                Some(Attribute::MaxTerritory) => self.territory.lower(number),
                Some(Attribute::FollowUp) => self.raise_follow_up(number),
                Some(Attribute::ReverseFollowUp) => self.raise_reverse_follow_up(number),
                Some(Attribute::Shape) if joseki.uses_shape => {}
                Some(Attribute::Shape) => self.shape.add(number),
                Some(
                    Attribute::ThreatensToCapture
                    | Attribute::ThreatensEye
                    | Attribute::ReverseSente,
                )
                | None => {}
            }
        }
        self.is_sacrifice |= classes.has('s');
        let Fired {
            database, found, ..
        } = fired;
        self.add(
            Reason::Pattern { database, found },
            Source::Pattern { database, found },
        );
    }

    /// The range of chance, in points: far less than any difference that matters.
    pub fn chance(&self) -> f32 {
        CHANCE + self.more_chance
    }

    /// Adds a move of a book. The move that was drawn precedes everything else.
    pub fn add_book(&mut self, reason: Reason, drawn: bool) {
        self.value
            .raise(if drawn { BOOK_DRAWN } else { BOOK_OTHER });
        // On a symmetric board several orientations of an entry may give the same point.
        self.add(reason, Source::Book);
    }
}
