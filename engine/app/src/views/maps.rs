//! Influence as pictures: regions, and tables of numbers.

use std::collections::BTreeMap;

use katachi_board::{Color, Point};
use katachi_core::Game;
use katachi_strategy::influence::{Influence, Region};

use super::picture::{Content, Form, Key, Paint, Picture, Sign};

/// The points of a region, with how much they are worth.
pub fn region(name: &str, region: Region, game: &Game, influence: &Influence) -> Picture {
    let signs = owned(game, influence, |point| {
        let owner = influence.owner(region, point)?;
        let (letter, paint) = match owner {
            Color::Black => ('x', Paint::Blue),
            Color::White => ('o', Paint::Red),
        };
        Some((owner, [letter; 2], paint))
    });
    let points = |color| {
        let owners = signs.values().filter_map(|sign| sign.share);
        owners.filter(|(owner, _)| *owner == color).count()
    };
    let title = format!(
        "{name}, {} to move: Black (x) {}, White (o) {}",
        game.to_move(),
        points(Color::Black),
        points(Color::White),
    );
    with_shares(title, signs)
}

/// The surest region of each point.
pub fn regions(game: &Game, influence: &Influence) -> Picture {
    // The letters of Black's points, the colours of GNU Go.
    const KINDS: [(Region, char, Paint); 3] = [
        (Region::Territory, 't', Paint::Cyan),
        (Region::Moyo, 'm', Paint::Yellow),
        (Region::Area, 'a', Paint::Red),
    ];
    let signs = owned(game, influence, |point| {
        let mut owned = KINDS.into_iter().filter_map(|(region, letter, paint)| {
            Some((influence.owner(region, point)?, letter, paint))
        });
        let (owner, letter, paint) = owned.next()?;
        let letters = match owner {
            Color::Black => [letter, 'x'],
            Color::White => [letter.to_ascii_uppercase(), 'o'],
        };
        Some((owner, letters, paint))
    });
    let title = format!(
        "regions, {} to move: territory, moyo, area; Black t m a, White T M A",
        game.to_move()
    );
    with_shares(title, signs)
}

/// A sign on each point that somebody owns, except on the owner's stones: `look` gives the owner,
/// the letters in plain text and with colours, and the colour.
fn owned(
    game: &Game,
    influence: &Influence,
    look: impl Fn(Point) -> Option<(Color, [char; 2], Paint)>,
) -> BTreeMap<Point, Sign> {
    let board = game.board();
    let sign = |point| {
        let (owner, [letter, painted], paint) = look(point)?;
        let sign = Sign {
            letter,
            painted,
            paint,
            share: Some((owner, share(influence, owner, point))),
        };
        (!board.at(point).is(owner)).then_some((point, sign))
    };
    board.size().points().filter_map(sign).collect()
}

/// A picture of points that their owners own in part.
fn with_shares(title: String, signs: BTreeMap<Point, Sign>) -> Picture {
    Picture {
        keys: shares(),
        ..Picture::new(title, Content::Signs(signs, Vec::new()))
    }
}

/// How much of a point counts as its owner's.
fn share(influence: &Influence, owner: Color, point: Point) -> f32 {
    influence.territory_of(owner, point).clamp(0.0, 1.0)
}

fn shares() -> Vec<Key> {
    let key = |color: Color, share: f32, what: &str| {
        let name = match color {
            Color::Black => "Black",
            Color::White => "White",
        };
        Key::Share(color, share, format!("{name}'s point, {what}"))
    };
    let keys = Color::BOTH.map(|color| {
        [
            key(color, 1.0, "worth a point of territory"),
            key(color, 0.25, "worth a quarter"),
        ]
    });
    keys.into_iter().flatten().collect()
}

/// The numbers of a table for a side.
type OfSide = fn(&Influence, Color, Point) -> f32;

/// What both sides' influence comes to, and the influence of each.
pub fn influence(game: &Game, influence: &Influence) -> Vec<Picture> {
    let form = Form {
        decimals: 0,
        fewest_decimals: 0,
        width: 5,
        has_stones: true,
        has_coordinates: false,
        most: Some(100.0),
    };
    let title = format!(
        "influence, White's less Black's, {} to move",
        game.to_move()
    );
    let lead = |point| influence.of(Color::White, point) - influence.of(Color::Black, point);
    let mut pictures = vec![table(title, form, game, &lead)];
    let form = Form {
        decimals: 1,
        width: 6,
        has_coordinates: true,
        most: None,
        ..form
    };
    pictures.extend(by_side("influence", form, game, influence, Influence::of));
    pictures
}

/// The part of each side's influence that passes each point.
pub fn permeability(game: &Game, influence: &Influence) -> Vec<Picture> {
    let numbers: OfSide = Influence::permeability;
    by_side("permeability", plain(1, 1, 4), game, influence, numbers)
}

/// The strength of each side's sources.
pub fn strength(game: &Game, influence: &Influence) -> Vec<Picture> {
    let numbers: OfSide = Influence::strength;
    by_side("strength", plain(1, 0, 6), game, influence, numbers)
}

/// What the influence of each side's sources is divided by with each step.
pub fn attenuation(game: &Game, influence: &Influence) -> Vec<Picture> {
    let numbers: OfSide = Influence::attenuation;
    by_side("attenuation", plain(2, 1, 5), game, influence, numbers)
}

/// What each point is worth as territory.
pub fn value(game: &Game, influence: &Influence) -> Picture {
    let form = Form {
        has_stones: true,
        most: Some(1.0),
        ..plain(2, 1, 6)
    };
    let title = format!(
        "territorial value, White's positive, {} to move",
        game.to_move()
    );
    table(title, form, game, &|point| influence.territory(point))
}

/// Numbers without shades: digits behind the point, fewer in a drawing, and the width in text.
fn plain(decimals: usize, fewest_decimals: usize, width: usize) -> Form {
    Form {
        decimals,
        fewest_decimals,
        width,
        has_stones: false,
        has_coordinates: true,
        most: None,
    }
}

fn by_side(
    name: &str,
    form: Form,
    game: &Game,
    influence: &Influence,
    numbers: OfSide,
) -> Vec<Picture> {
    let of = |color: Color| {
        let title = format!("{color} {name}, {} to move", game.to_move());
        table(title, form, game, &|point| numbers(influence, color, point))
    };
    vec![of(Color::White), of(Color::Black)]
}

fn table(title: String, form: Form, game: &Game, number: &dyn Fn(Point) -> f32) -> Picture {
    let points = game.board().size().points();
    let numbers = points.map(|point| (point, number(point))).collect();
    Picture::new(title, Content::Numbers(numbers, form))
}
