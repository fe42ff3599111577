//! Views of influence for people: `-m territory|moyo|area|influence`.
//!
//! Plain text shows `x` and `o` on points that belong to Black and White; on a terminal they have
//! colours. GNU Go's numbers for `-m` are masks: 1 territory, 2 moyo, 4 area, 0x20 numbers. Its
//! other bits say when and how it prints, and choose no view here.

use std::fmt::Write as _;

use katachi_board::{Color, Point};
use katachi_core::Game;
use katachi_strategy::influence::{Influence, Region};

use crate::terminal;

/// What to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// Points that the opponent cannot reach.
    Territory,
    /// Points that are likely to become territory.
    Moyo,
    /// Points where a side is clearly stronger.
    Area,
    /// How much more influence White has than Black, in numbers.
    Influence,
}

/// The views with their names and their bits in GNU Go's masks.
const VIEWS: [(View, &str, u32); 4] = [
    (View::Territory, "territory", 0x01),
    (View::Moyo, "moyo", 0x02),
    (View::Area, "area", 0x04),
    (View::Influence, "influence", 0x20),
];

/// The views that a word or a mask selects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Views(Vec<View>);

impl std::str::FromStr for Views {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mask = match text.strip_prefix("0x") {
            Some(digits) => u32::from_str_radix(digits, 16).ok(),
            None => text.parse().ok(),
        };
        let views: Vec<View> = (VIEWS.iter())
            .filter(|(_, name, bit)| *name == text || mask.is_some_and(|mask| mask & bit != 0))
            .map(|(view, ..)| *view)
            .collect();
        if views.is_empty() {
            let names = VIEWS.map(|(_, name, _)| name).join(", ");
            return Err(format!(
                "expected {names}, or a mask of GNU Go with one of 1, 2, 4, 0x20"
            ));
        }
        Ok(Self(views))
    }
}

impl Views {
    /// The drawings, each below its title.
    pub fn draw(&self, game: &Game, influence: &Influence, colored: bool) -> String {
        let drawn = self
            .0
            .iter()
            .map(|view| view.draw(game, influence, colored));
        drawn.collect::<Vec<_>>().join("\n\n")
    }
}

impl View {
    fn draw(self, game: &Game, influence: &Influence, colored: bool) -> String {
        let name = VIEWS.iter().find(|(view, ..)| *view == self);
        let name = name.map_or("", |(_, name, _)| name);
        let turn = game.to_move();
        let region = match self {
            Self::Territory => Region::Territory,
            Self::Moyo => Region::Moyo,
            Self::Area => Region::Area,
            Self::Influence => {
                let title = "influence, White's less Black's";
                return format!("{title}, {turn} to move\n{}", numbers(game, influence));
            }
        };
        let sign = |point: Point| {
            let owner = influence.owner(region, point)?;
            (!game.board().at(point).is(owner)).then(|| mark(owner, colored))
        };
        let points = |color| {
            let points = game.board().size().points();
            let owned = points.filter(|&point| {
                influence.owner(region, point) == Some(color) && !game.board().at(point).is(color)
            });
            owned.count()
        };
        format!(
            "{name}, {turn} to move: Black (x) {}, White (o) {}\n{}",
            points(Color::Black),
            points(Color::White),
            terminal::signed_board(game, &sign)
        )
    }
}

/// The sign of a side's point.
fn mark(owner: Color, colored: bool) -> String {
    let (letter, escape) = match owner {
        Color::Black => ('x', "\x1b[34m"),
        Color::White => ('o', "\x1b[31m"),
    };
    if colored {
        format!("{escape}{letter}\x1b[0m")
    } else {
        letter.to_string()
    }
}

/// A table of the differences, with stones as letters.
fn numbers(game: &Game, influence: &Influence) -> String {
    let (board, size) = (game.board(), game.board().size());
    let mut text = String::new();
    for point in size.points() {
        let cell = match board.at(point).color() {
            Some(Color::Black) => "X".to_owned(),
            Some(Color::White) => "O".to_owned(),
            None => {
                let (white, black) = (
                    influence.of(Color::White, point),
                    influence.of(Color::Black, point),
                );
                format!("{}", (white - black).round() as i32)
            }
        };
        // Writing to a string cannot fail.
        let _ = write!(text, "{cell:>5}");
        if point.col() + 1 == size.get() {
            text.push('\n');
        }
    }
    text.truncate(text.trim_end().len());
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_masks_select_views() {
        let views = |text: &str| text.parse::<Views>().map(|views| views.0);
        assert_eq!(views("moyo"), Ok(vec![View::Moyo]));
        assert_eq!(views("0x29"), Ok(vec![View::Territory, View::Influence]));
        assert_eq!(views("6"), Ok(vec![View::Moyo, View::Area]));
        assert!(views("8").is_err() && views("maps").is_err());
    }
}
