//! Views of a position for people: `-m territory|moyo|area|influence|dragons|eyes|...`.
//!
//! [`Views`] says what to show. `maps`, `dragons` and `eyes` make pictures of it, `text` and
//! `drawing` show them: as text, coloured on a terminal, or as SVG; `gfx` for `GoGui`.
//!
//! GNU Go's numbers for `-m` are masks of views. Its bit 8 says when it prints them, and alone asks
//! for influence in numbers. All views are those of the dragon influence with the side to move.

mod dragons;
mod drawing;
mod eyes;
mod gfx;
mod maps;
mod picture;
mod shown;
mod text;

use katachi_board::svg::Plate;
use katachi_board::{Color, Point};
use katachi_core::{Engine, Game};
use katachi_matcher::DragonStatus;
use katachi_strategy::influence::{Influence, Region};

use crate::masks::mask;
use picture::Picture;
pub use shown::Shown;

/// What to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// Points that the opponent cannot reach.
    Territory,
    /// Points that are likely to become territory.
    Moyo,
    /// Points where a side is clearly stronger.
    Area,
    /// These three in one.
    Regions,
    /// How much more influence White has than Black, and what each has, in numbers.
    Influence,
    /// The part of each side's influence that passes a point.
    Permeability,
    /// The strength of the sources of influence.
    Strength,
    /// What influence is divided by with each step.
    Attenuation,
    /// What each point is worth as territory, in numbers.
    Value,
    /// The dragons.
    Dragons,
    /// The eye spaces.
    Eyes,
}

/// The views with their names and their bits in GNU Go's masks.
const VIEWS: [(View, &str, u32); 11] = [
    (View::Territory, "territory", 0x01),
    (View::Moyo, "moyo", 0x02),
    (View::Area, "area", 0x04),
    (View::Influence, "influence", 0x20),
    (View::Regions, "regions", 0x10),
    (View::Permeability, "permeability", 0x40),
    (View::Strength, "strength", 0x80),
    (View::Attenuation, "attenuation", 0x100),
    (View::Value, "value", 0x200),
    (View::Dragons, "dragons", 0),
    (View::Eyes, "eyes", 0),
];

/// The views that a word or a mask selects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Views(Vec<View>);

impl std::str::FromStr for Views {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mask = mask(text);
        // The bit says when GNU Go shows its influence; alone it asks for the numbers.
        let mask = mask.map(|mask| if mask == 8 { 0x20 } else { mask });
        let views: Vec<View> = (VIEWS.iter())
            .filter(|(_, name, bit)| *name == text || mask.is_some_and(|mask| mask & bit != 0))
            .map(|(view, ..)| *view)
            .collect();
        if views.is_empty() {
            let names = names().join(", ");
            let bits = VIEWS.iter().filter(|(.., bit)| *bit != 0);
            let bits: Vec<String> = bits.map(|(.., bit)| format!("{bit:#x}")).collect();
            return Err(format!(
                "expected {names}, or a mask of GNU Go with one of {}",
                bits.join(", ")
            ));
        }
        Ok(Self(views))
    }
}

/// The colour in which `GoGui` draws dragons of a status.
pub fn color_of(status: DragonStatus) -> &'static str {
    gfx::color(dragons::paint(status))
}

/// The names of all views.
pub fn names() -> [&'static str; 11] {
    VIEWS.map(|(_, name, _)| name)
}

impl From<View> for Views {
    fn from(view: View) -> Self {
        Self(vec![view])
    }
}

impl Views {
    /// The views as text, each below its title.
    pub fn text(&self, game: &Game, engine: &mut Engine, colored: bool) -> String {
        let pictures = self.pictures(game, engine);
        let texts = pictures.iter().map(|one| text::text(one, game, colored));
        texts.collect::<Vec<_>>().join("\n\n")
    }

    /// The influence after a move as text, in those of the views that show influence. `None` if the
    /// move is illegal.
    pub fn after_move(
        &self,
        game: &Game,
        engine: &mut Engine,
        (color, at): (Color, Point),
        colored: bool,
    ) -> Option<String> {
        let influence = engine.move_influence(game, color, at)?;
        let mut game = game.clone();
        game.play(color, Some(at)).ok()?;
        let views = self.0.iter();
        let pictures = views.flat_map(|view| view.of_influence(&game, influence.after()));
        let texts = pictures.map(|one| text::text(&one, &game, colored));
        Some(texts.collect::<Vec<_>>().join("\n\n"))
    }

    /// The views as lines that `GoGui` draws; `name` gives the vertex of a point.
    pub fn gfx(
        &self,
        game: &Game,
        engine: &mut Engine,
        name: &dyn Fn(Point) -> String,
    ) -> Vec<String> {
        // One board has room for one picture: the first says most.
        let pictures = self.pictures(game, engine);
        let first = pictures.iter().take(1);
        first.flat_map(|one| gfx::lines(one, name)).collect()
    }

    /// The views as SVG, below each other.
    pub fn svg(&self, game: &Game, engine: &mut Engine) -> String {
        let mut plate = Plate::default();
        for picture in self.pictures(game, engine) {
            plate.push(drawing::figure(&picture, game));
        }
        plate.to_string()
    }

    /// The first of the views for a page.
    pub fn shown(&self, game: &Game, engine: &mut Engine) -> Option<Shown> {
        let pictures = self.pictures(game, engine);
        pictures.first().map(|picture| Shown::of(picture, game))
    }

    fn pictures(&self, game: &Game, engine: &mut Engine) -> Vec<Picture> {
        let mut position = engine.position(game);
        let mut pictures = Vec::new();
        for view in &self.0 {
            match view {
                View::Dragons => pictures.push(dragons::dragons(game, &position.dragons())),
                View::Eyes => pictures.push(eyes::eyes(game, &position.eyes())),
                _ => {
                    let influence = position.influence(game.to_move());
                    pictures.extend(view.of_influence(game, &influence));
                }
            }
        }
        pictures
    }
}

impl View {
    /// Its name in the command line.
    fn name(self) -> &'static str {
        let named = VIEWS.iter().find(|(view, ..)| *view == self);
        named.map_or("", |(_, name, _)| name)
    }

    /// The pictures of a view that shows nothing but influence.
    fn of_influence(self, game: &Game, influence: &Influence) -> Vec<Picture> {
        let region = |region| vec![maps::region(self.name(), region, game, influence)];
        match self {
            Self::Territory => region(Region::Territory),
            Self::Moyo => region(Region::Moyo),
            Self::Area => region(Region::Area),
            Self::Regions => vec![maps::regions(game, influence)],
            Self::Influence => maps::influence(game, influence),
            Self::Permeability => maps::permeability(game, influence),
            Self::Strength => maps::strength(game, influence),
            Self::Attenuation => maps::attenuation(game, influence),
            Self::Value => vec![maps::value(game, influence)],
            Self::Dragons | Self::Eyes => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_masks_select_views() {
        let views = |text: &str| text.parse::<Views>().map(|views| views.0);
        assert_eq!(views("moyo"), Ok(vec![View::Moyo]));
        assert_eq!(views("dragons"), Ok(vec![View::Dragons]));
        assert_eq!(views("0x29"), Ok(vec![View::Territory, View::Influence]));
        assert_eq!(views("6"), Ok(vec![View::Moyo, View::Area]));
        assert_eq!(views("0x210"), Ok(vec![View::Regions, View::Value]));
        assert_eq!(views("0x3ff").map(|views| views.len()), Ok(9));
        assert_eq!(views("8"), Ok(vec![View::Influence]));
        assert_eq!(views("eyes"), Ok(vec![View::Eyes]));
        assert!(views("0").is_err() && views("maps").is_err());
    }
}
