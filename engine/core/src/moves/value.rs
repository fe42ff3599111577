//! From reasons to a value in points.

use std::collections::BTreeMap;

use katachi_board::Point;
use katachi_image::{Attribute, Classes, Pattern};

use super::Reason;

/// The candidates in board order.
pub(super) type Worths = BTreeMap<Point, Worth>;

/// What speaks for a move.
#[derive(Clone, Debug, Default)]
pub struct Worth {
    /// Why it is a candidate.
    pub reasons: Vec<Reason>,
    /// Points that reading gives it.
    tactical: f32,
    /// The best and the sum of the values that classes of patterns stand for, in points.
    class_best: f32,
    class_sum: f32,
    least: Option<f32>,
    most: Option<f32>,
    follow_up: f32,
    reverse_follow_up: f32,
    shape: Shape,
    /// How much more than usual chance may add, in points.
    more_chance: f32,
    /// A pattern says that the stone may be lost.
    pub(super) is_sacrifice: bool,
    /// Reading says that it captures something, at least by force.
    pub(super) captures_by_force: bool,
    /// Reading says that it saves something.
    pub(super) saves_by_force: bool,
}

/// Good and bad shape of several patterns: the best and the worst count, and how many there are.
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

    /// The factor 1.05 to the power of the balance (the rule of the pattern language, 4.2).
    fn factor(self) -> f32 {
        let good = self.best + self.good.saturating_sub(1) as f32;
        let bad = self.worst + self.bad.saturating_sub(1) as f32;
        1.05f32.powf(good - bad)
    }
}

/// Estimates of a usual cut and a usual connection, in points.
const CUT: f32 = 8.0;
const CONNECTION: f32 = 8.0;

/// What the class letters of a pattern stand for, in points, until the engine can measure it:
/// estimates of a usual move of their kind.
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

/// What the joseki letters fix, by the rules of the pattern language (fact sheet, 5.1, 10).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct JosekiValue {
    least: Option<f32>,
    most: Option<f32>,
    /// More shape than the pattern gives.
    shape: f32,
    /// The pattern's shape is in the least value already.
    uses_shape: bool,
}

/// How much chance may add, in points.
const CHANCE: f32 = 0.01;
/// The same for opening moves of less urgency, of which there are several.
const OPENING_CHANCE: f32 = 0.05;

impl JosekiValue {
    /// The reasons behind `U` and `J`, defence, attack and territory, wait for an engine that knows
    /// dragons; what is fixed is here.
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
    /// Adds a reason of reading, or one without a value of its own.
    pub(super) fn add(&mut self, reason: Reason) {
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
            // As much as the class of patterns that do so.
            Reason::Connects { .. } => self.add_class_value(CONNECTION),
            Reason::Cuts { .. } => self.add_class_value(CUT),
            Reason::Atari { value, .. } => self.tactical = self.tactical.max(*value),
            Reason::Dame => self.tactical = self.tactical.max(super::LEAST_VALUE),
            Reason::Cleanup { .. } => self.tactical = self.tactical.max(2.0 * super::LEAST_VALUE),
            Reason::Pattern { .. } | Reason::Book { .. } => {}
        }
        self.reasons.push(reason);
    }

    /// Adds points that are an estimate for a kind of move.
    fn add_class_value(&mut self, value: f32) {
        self.class_best = self.class_best.max(value);
        self.class_sum += value;
    }

    /// The move is worth at least so many points.
    pub(super) fn raise_least(&mut self, value: f32) {
        self.least = Some(self.least.map_or(value, |least| least.max(value)));
    }

    /// The move threatens to gain so many points.
    pub(super) fn raise_follow_up(&mut self, value: f32) {
        self.follow_up = self.follow_up.max(value);
    }

    /// The move keeps the opponent from threatening to gain so many points.
    pub(super) fn raise_reverse_follow_up(&mut self, value: f32) {
        self.reverse_follow_up = self.reverse_follow_up.max(value);
    }

    /// Adds a match whose constraint holds.
    pub(super) fn add_pattern(&mut self, reason: Reason, pattern: &Pattern<'_>, board_size: usize) {
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
                // Territory is not told from other value yet.
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

    /// How much chance may add, in points: far less than the difference between any two moves that
    /// matter.
    pub(super) fn chance(&self) -> f32 {
        CHANCE + self.more_chance
    }

    /// Adds a move of a book: what is drawn goes before everything else.
    pub(super) fn add_book(&mut self, reason: Reason, drawn: bool) {
        let value = if drawn { 75.0 } else { 74.0 };
        self.raise_least(value);
        // On a symmetric board an entry may fit in several orientations and mean the same point.
        if !self.reasons.contains(&reason) {
            self.reasons.push(reason);
        }
    }

    /// The value, in points.
    ///
    /// Reading adds up; of the patterns' classes the best counts, with a tenth of the others.
    /// Follow-ups, shape, least and greatest values as the pattern language says (fact sheet, 4.2
    /// and the engine's sheet, 18).
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
        // A clash is settled in favour of the least value.
        total = total.min(self.most.unwrap_or(f32::MAX)).max(least);
        if total <= least {
            // Among equal least values, better shape and more reasons decide.
            total += 0.05 * self.shape.factor() + 0.005 * self.class_sum;
        }
        if self.least.is_none() && self.tactical == 0.0 && self.class_sum == 0.0 {
            // Shape alone is no reason.
            return 0.0;
        }
        total
    }
}
