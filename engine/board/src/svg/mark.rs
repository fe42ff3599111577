//! Marks on points.

use super::style::{BLACK, INK, RADIUS, STEP, WOOD, contrast, letter};
use crate::Color;

/// A mark on a point. Several marks on a point are drawn in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// The last move: a ring on its stone.
    Last,
    /// The point in question: a blue frame, with a question mark if the point is free.
    Question,
    /// An answer known to be right: a green ring with a tick.
    Right,
    /// An answer known to be wrong: a magenta ring with a cross.
    Wrong,
    /// A played answer that is not judged: filled, grey, with a dot.
    Played,
    /// A played answer that is right: filled, blue-green, with a tick.
    PlayedRight,
    /// A played answer that is wrong: filled, red, with a cross.
    PlayedWrong,
}

impl Mark {
    /// All marks, in the order in which they are drawn.
    pub const ALL: [Self; 7] = [
        Self::Last,
        Self::Question,
        Self::Right,
        Self::Wrong,
        Self::Played,
        Self::PlayedRight,
        Self::PlayedWrong,
    ];

    /// What the mark means, in a few words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Last => "last move",
            Self::Question => "in question",
            Self::Right => "known right",
            Self::Wrong => "known wrong",
            Self::Played => "played",
            Self::PlayedRight => "played and right",
            Self::PlayedWrong => "played and wrong",
        }
    }

    /// The mark as a small drawing of its own, for a legend.
    pub fn symbol(self) -> String {
        let half = STEP / 2;
        // On a stone if the mark is meant for one, else on wood.
        let ground = match self {
            Self::Last => format!(r#"<circle r="{RADIUS}" fill="{BLACK}"/>"#),
            _ => format!(
                r#"<rect x="-{half}" y="-{half}" width="{STEP}" height="{STEP}" fill="{WOOD}"/>"#
            ),
        };
        let sign = match self {
            Self::Question => letter("?", INK),
            _ => String::new(),
        };
        let shape = self.shape(Some(Color::Black).filter(|_| self == Self::Last));
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" class="go-mark" viewBox="-{half} -{half} {STEP} {STEP}" width="{STEP}" height="{STEP}" role="img" font-family="sans-serif" text-anchor="middle"><title>{}</title>{ground}{shape}{sign}</svg>"#,
            self.name()
        )
    }

    /// Whether the mark is a disc, which leaves no room for a letter.
    pub const fn fills_point(self) -> bool {
        !matches!(self, Self::Last | Self::Question)
    }

    /// The shape around the origin, on a stone of this colour or on an empty point.
    pub fn shape(self, stone: Option<Color>) -> String {
        const TICK: &str = "M-4.5 .5L-1.5 4L4.5 -3.5";
        const CROSS: &str = "M-3.5 -3.5L3.5 3.5M-3.5 3.5L3.5 -3.5";
        let disc = |fill: &str, stroke: &str, sign: &str, ink: &str| {
            format!(
                r#"<circle r="8.5" fill="{fill}" stroke="{stroke}" stroke-width="2"/><path d="{sign}" fill="none" stroke="{ink}" stroke-width="2.5"/>"#
            )
        };
        match self {
            Self::Last => {
                let ink = contrast(stone);
                format!(r#"<circle r="5.5" fill="none" stroke="{ink}" stroke-width="1.5"/>"#)
            }
            Self::Question => {
                r##"<rect x="-10.5" y="-10.5" width="21" height="21" rx="3" fill="none" stroke="#1767d2" stroke-width="2.5"/>"##.to_owned()
            }
            Self::Right => disc("#eaf7e6", "#15803d", TICK, "#15803d"),
            Self::Wrong => disc("#fbeaf8", "#a81c92", CROSS, "#a81c92"),
            Self::Played => {
                r##"<circle r="9.5" fill="#526070"/><circle r="3" fill="#ffffff"/>"##.to_owned()
            }
            Self::PlayedRight => disc("#067f95", "#045a6a", TICK, "#ffffff"),
            Self::PlayedWrong => disc("#d3261c", "#96170f", CROSS, "#ffffff"),
        }
    }
}
