//! Weakness and crude status: what eyes, room and ways out say about a dragon's life.
//!
//! The curves and the rules are those of GNU Go 3.8.

use katachi_board::Point;
use katachi_image::eyes::EyeValue;
use katachi_matcher::DragonStatus;

/// What is known about a dragon before anybody reads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prospects {
    /// The eyes of the spaces that no other dragon shares.
    pub genus: EyeValue,
    /// The opponent string next to it that it can capture.
    pub lunch: Option<Lunch>,
    /// The sum of the values of the points in reach.
    pub escape_route: u32,
    /// The points of its moyo, in whole points.
    pub moyo_size: usize,
    /// The value of its moyo in points.
    pub moyo_value: f32,
    /// Whether it is a single string that can be captured even if its owner moves first.
    pub is_lost: bool,
}

/// A string that a dragon can capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lunch {
    /// The first of its stones in board order.
    pub origin: Point,
    /// The number of its stones.
    pub size: usize,
    /// How well it cuts: 0 to 2.
    pub cutstone: u8,
}

impl Prospects {
    /// Twice the number of its eyes: the least and the most added.
    fn eyes(&self) -> u8 {
        let [_, least, most, _] = self.genus.0;
        least + most
    }

    /// The rough estimate.
    pub fn crude_status(&self) -> DragonStatus {
        let eyes = self.eyes();
        if eyes > 3 {
            return DragonStatus::Alive;
        }
        if self.is_lost && eyes < 3 {
            return DragonStatus::Dead;
        }
        if let Some(lunch) = self.lunch {
            if eyes < 3 && self.escape_route < 5 && (eyes == 2 || lunch.size > 2) {
                return DragonStatus::Critical;
            }
            if eyes >= 3 {
                return DragonStatus::Alive;
            }
        }
        if self.lunch.is_none_or(|lunch| lunch.cutstone < 2) {
            if eyes < 3 && self.escape_route == 0 && self.moyo_size < 5 {
                return DragonStatus::Dead;
            }
            if eyes == 3 && self.escape_route < 5 {
                return DragonStatus::Critical;
            }
        }
        if self.moyo_value > 9.99 {
            return DragonStatus::Alive;
        }
        DragonStatus::Unknown
    }

    /// The weakness from 0, strong, to 1.
    ///
    /// Moyo, escape and eyes each give a number. A dragon that is strong in one of them is strong.
    pub fn weakness(&self) -> f32 {
        let lunch = f32::from(u8::from(self.lunch.is_some()));
        let mut parts = [
            interpolate(self.moyo_value / 3.0, &BY_MOYO),
            interpolate(self.escape_route as f32 / 5.0, &BY_ESCAPE),
            interpolate(f32::from(self.eyes()) + lunch, &BY_EYES),
        ];
        parts.sort_by(f32::total_cmp);
        let [least, second, _] = parts;
        (0.7 * least + 0.3 * second).min(1.3 * least)
    }
}

/// For moyos of 0, 3, 6, … points.
const BY_MOYO: [f32; 6] = [1.0, 0.65, 0.3, 0.15, 0.05, 0.0];
/// For escape routes of 0, 5, 10, …
const BY_ESCAPE: [f32; 6] = [1.0, 0.6, 0.3, 0.1, 0.05, 0.0];
/// For 0, ½, 1, … eyes.
const BY_EYES: [f32; 7] = [1.0, 0.95, 0.8, 0.5, 0.2, 0.1, 0.0];

/// The value of a curve between the numbers that it has at 0, 1, 2, …; beyond the ends it is
/// constant.
fn interpolate(at: f32, curve: &[f32]) -> f32 {
    let at = at.clamp(0.0, (curve.len() - 1) as f32);
    let place = (at as usize).min(curve.len() - 2);
    let part = at - place as f32;
    curve[place] * (1.0 - part) + curve[place + 1] * part
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prospects(genus: [u8; 4], escape_route: u32, moyo: (usize, f32)) -> Prospects {
        Prospects {
            genus: EyeValue(genus),
            lunch: None,
            escape_route,
            moyo_size: moyo.0,
            moyo_value: moyo.1,
            is_lost: false,
        }
    }

    #[test]
    fn a_lone_stone_in_the_center_of_a_small_board_is_as_weak_as_gnu_go_says() {
        let alone = prospects([2, 2, 2, 2], 8, (8, 1.87));
        assert!(
            (alone.weakness() - 0.26).abs() < 0.005,
            "{}",
            alone.weakness()
        );
        assert_eq!(alone.crude_status(), DragonStatus::Alive);
    }

    #[test]
    fn half_an_eye_without_a_way_out_is_critical() {
        let half = prospects([1, 1, 2, 2], 0, (0, 0.0));
        assert_eq!(half.crude_status(), DragonStatus::Critical);
        assert!((half.weakness() - 0.65).abs() < 0.005);
        let none = prospects([0, 0, 1, 1], 0, (0, 0.0));
        assert_eq!(none.crude_status(), DragonStatus::Dead);
        assert_eq!(
            Prospects {
                escape_route: 7,
                ..none
            }
            .crude_status(),
            DragonStatus::Unknown
        );
    }

    #[test]
    fn a_lunch_helps() {
        let lunch = Some(Lunch {
            origin: Point::new(0, 0).expect("a point"),
            size: 3,
            cutstone: 2,
        });
        let fed = Prospects {
            lunch,
            ..prospects([0, 0, 1, 1], 0, (0, 0.0))
        };
        assert_eq!(fed.crude_status(), DragonStatus::Critical);
        let fed = Prospects {
            lunch,
            ..prospects([1, 1, 2, 2], 0, (0, 0.0))
        };
        assert_eq!(fed.crude_status(), DragonStatus::Alive);
    }
}
