//! The value of a move in points, from its reasons.
//!
//! Entry point: [`Worth::value`]. The rules for patterns are in `docs/pattern-language.md`.

use std::collections::BTreeMap;

use katachi_board::Point;
use katachi_image::{Attribute, Classes, Pattern};

use super::reason::Reason;

/// The least value, in points, of a move that is played.
pub const LEAST_VALUE: f32 = 1.0;

/// The candidates, in board order.
pub type Worths = BTreeMap<Point, Worth>;

/// The reasons for a move, with what its value is computed from.
#[derive(Clone, Debug, Default)]
pub struct Worth {
    /// The reasons.
    pub reasons: Vec<Reason>,
    /// The points from reading.
    tactical: f32,
    /// The greatest and the sum of the class values, in points: see [`class_value`].
    class_best: f32,
    class_sum: f32,
    least: Option<f32>,
    most: Option<f32>,
    follow_up: f32,
    reverse_follow_up: f32,
    shape: Shape,
    /// An addition to the usual range of chance, in points.
    more_chance: f32,
    /// Whether a pattern says that the stone may be lost.
    pub is_sacrifice: bool,
    /// Whether reading says that the move captures something, at least by force.
    pub captures_by_force: bool,
    /// Whether reading says that the move saves something.
    pub saves_by_force: bool,
}

/// The shape values of several patterns: the best and the worst of them, and their numbers.
#[derive(Clone, Copy, Debug, Default)]
struct Shape {
    best: f32,
    worst: f32,
    good: u32,
    bad: u32,
}

impl Shape {
    fn add(&mut self, shape: f32) {
        if shape > 0.0 {
            self.best = self.best.max(shape);
            self.good += 1;
        } else if shape < 0.0 {
            self.worst = self.worst.max(-shape);
            self.bad += 1;
        }
    }

    /// The factor for the value: 1.05 to the power of good minus bad shape.
    fn factor(self) -> f32 {
        let good = self.best + self.good.saturating_sub(1) as f32;
        let bad = self.worst + self.bad.saturating_sub(1) as f32;
        1.05f32.powf(good - bad)
    }
}

/// The values of a usual cut and a usual connection, in points; estimates.
const CUT: f32 = 8.0;
const CONNECTION: f32 = 8.0;

/// The value of the first class letter that has one, in points. These are estimates of a usual move
/// of the class, as the engine does not measure territory yet.
fn class_value(classes: Classes) -> f32 {
    let estimates = [
        ('B', CUT),
        ('C', CONNECTION),
        ('I', 6.0),
        ('a', 5.0),
        ('d', 5.0),
        ('E', 5.0),
        ('e', 4.0),
        ('c', 3.0),
        ('W', 0.5),
    ];
    estimates
        .into_iter()
        .find(|(letter, _)| classes.has(*letter))
        .map_or(0.0, |(_, value)| value)
}

/// The values that joseki class letters fix.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct JosekiValue {
    least: Option<f32>,
    most: Option<f32>,
    /// A shape value in addition to the pattern's.
    shape: f32,
    /// Whether the least value already contains the pattern's shape.
    uses_shape: bool,
}

/// The range of chance, in points.
const CHANCE: f32 = 0.01;
/// The range for opening moves of less urgency, of which there are often several.
const OPENING_CHANCE: f32 = 0.05;

impl JosekiValue {
    /// The fixed values. The classes `U` and `J` also give reasons (defence, attack, territory);
    /// these need dragons and are left out.
    fn new(classes: Classes, shape: f32, board_size: usize) -> Self {
        let fixed = |least| Self {
            least: Some(least),
            ..Self::default()
        };
        if classes.has('U') {
            return Self {
                shape: 15.0,
                ..fixed(40.0)
            };
        }
        if classes.has('J') {
            return fixed(35.0);
        }
        let base = match (classes.has('j'), classes.has('t')) {
            (true, _) => 24.0,
            (_, true) => 16.0,
            _ => return Self::default(),
        };
        let value = base * board_size as f32 / 19.0 * (1.0 + shape / 100.0);
        if classes.has('F') && board_size >= 17 {
            let value = value * 1.005;
            return Self {
                most: Some(value),
                uses_shape: true,
                ..fixed(value)
            };
        }
        Self {
            uses_shape: true,
            ..fixed(value)
        }
    }
}

impl Worth {
    /// Adds a reason of reading, or a reason without a value of its own.
    pub fn add(&mut self, reason: Reason) {
        match &reason {
            Reason::Captures { value, .. } => {
                self.tactical += value;
                self.captures_by_force = true;
            }
            Reason::Saves { value, .. } => {
                self.tactical += value;
                self.saves_by_force = true;
            }
            Reason::CapturesEither { value, .. } | Reason::SavesBoth { value, .. } => {
                self.tactical += value;
            }
            // The value of the pattern class that connects or cuts.
            Reason::Connects { .. } => self.add_class_value(CONNECTION),
            Reason::Cuts { .. } => self.add_class_value(CUT),
            Reason::Atari { value, .. } => self.tactical = self.tactical.max(*value),
            Reason::Dame => self.tactical = self.tactical.max(LEAST_VALUE),
            Reason::Cleanup { .. } => self.tactical = self.tactical.max(2.0 * LEAST_VALUE),
            Reason::Pattern { .. } | Reason::Book { .. } => {}
        }
        self.reasons.push(reason);
    }

    /// Adds an estimate for a kind of move, in points.
    fn add_class_value(&mut self, value: f32) {
        self.class_best = self.class_best.max(value);
        self.class_sum += value;
    }

    /// Raises the least value, in points.
    pub fn raise_least(&mut self, value: f32) {
        self.least = Some(self.least.map_or(value, |least| least.max(value)));
    }

    /// Raises the follow-up value: what a second move here would gain, in points.
    pub fn raise_follow_up(&mut self, value: f32) {
        self.follow_up = self.follow_up.max(value);
    }

    /// Raises the reverse follow-up value: the opponent's follow-up that the move prevents.
    pub fn raise_reverse_follow_up(&mut self, value: f32) {
        self.reverse_follow_up = self.reverse_follow_up.max(value);
    }

    /// Adds a match whose constraint holds.
    pub fn add_pattern(&mut self, reason: Reason, pattern: &Pattern<'_>, board_size: usize) {
        let lower = |old: Option<f32>, new: f32| Some(old.map_or(new, |old| old.min(new)));
        let classes = pattern.classes();
        self.add_class_value(class_value(classes));
        let shape = pattern.value(Attribute::Shape).unwrap_or(0.0);
        let joseki = JosekiValue::new(classes, shape, board_size);
        if let Some(least) = joseki.least {
            self.raise_least(least);
        }
        if let Some(most) = joseki.most {
            self.most = lower(self.most, most);
            self.more_chance = OPENING_CHANCE - CHANCE;
        }
        self.shape.add(joseki.shape);
        for value in pattern.values() {
            let number = value.number.get();
            match Attribute::from_number(value.attribute) {
                Some(Attribute::Value) => self.raise_least(number),
                Some(Attribute::MaxValue) => self.most = lower(self.most, number),
                // Territory counts like a class value: the engine does not measure it yet.
                Some(Attribute::Territory) => self.add_class_value(number),
                Some(Attribute::FollowUp) => self.raise_follow_up(number),
                Some(Attribute::ReverseFollowUp) => self.raise_reverse_follow_up(number),
                Some(Attribute::Shape) if joseki.uses_shape => {}
                Some(Attribute::Shape) => self.shape.add(number),
                Some(
                    Attribute::MaxTerritory
                    | Attribute::ThreatensToCapture
                    | Attribute::ThreatensEye
                    | Attribute::ReverseSente,
                )
                | None => {}
            }
        }
        self.is_sacrifice |= classes.has('s');
        self.reasons.push(reason);
    }

    /// The range of chance, in points: far less than any difference that matters.
    pub fn chance(&self) -> f32 {
        CHANCE + self.more_chance
    }

    /// Adds a move of a book. The move that was drawn precedes everything else.
    pub fn add_book(&mut self, reason: Reason, drawn: bool) {
        let value = if drawn { 75.0 } else { 74.0 };
        self.raise_least(value);
        // On a symmetric board several orientations of an entry may give the same point.
        if !self.reasons.contains(&reason) {
            self.reasons.push(reason);
        }
    }

    /// The value, in points.
    ///
    /// 1. Values from reading add up. Of class values the greatest counts, plus a tenth of the
    ///    rest.
    /// 2. Follow-up and reverse follow-up values add half of each, within limits.
    /// 3. Shape multiplies the sum.
    /// 4. The least and the greatest value of the patterns limit the result.
    pub fn value(&self) -> f32 {
        let mut total = self.tactical + self.class_best + 0.1 * (self.class_sum - self.class_best);
        if total >= 0.5 {
            let (follow_up, reverse) = (self.follow_up, self.reverse_follow_up);
            total += (0.5 * follow_up + 0.5 * reverse)
                .min(total + follow_up)
                .min(1.1 * total + reverse);
        }
        total *= self.shape.factor();
        let least = self.least.unwrap_or(0.0);
        // If the limits contradict each other, the least value wins.
        total = total.min(self.most.unwrap_or(f32::MAX)).max(least);
        if total <= least {
            // Among equal least values, better shape and more reasons decide.
            total += 0.05 * self.shape.factor() + 0.005 * self.class_sum;
        }
        if self.least.is_none() && self.tactical == 0.0 && self.class_sum == 0.0 {
            // Shape alone is no reason to play.
            return 0.0;
        }
        total
    }
}
