//! Eye spaces as a picture: a sign for each of their points, and a table of what they are worth.

use std::collections::BTreeMap;

use katachi_board::{Color, Point};
use katachi_core::Game;
use katachi_strategy::eyes::{EyeSpace, Eyes};

use super::picture::{Content, Paint, Picture, Row, Sign};

/// The columns of the table.
const COLUMNS: [&str; 6] = ["origin", "color", "points", "value", "attack", "defense"];

/// The eye spaces of both sides. Letters on stones say whose eye space they lie in.
pub fn eyes(game: &Game, eyes: &Eyes) -> Picture {
    let points = game.board().size().points();
    let signs: BTreeMap<Point, Sign> = points
        .filter_map(|point| Some((point, sign(eyes, point)?)))
        .collect();
    let mut table = vec![Row {
        cells: COLUMNS.map(str::to_owned).to_vec(),
        paint: None,
    }];
    table.extend(eyes.spaces().map(|space| row(game, space)));
    let title = "eye spaces: Black x, White o, marginal !, of both sides =".to_owned();
    Picture {
        table,
        ..Picture::new(title, Content::Signs(signs, Vec::new()))
    }
}

/// The sign of a point, if it lies in an eye space.
fn sign(eyes: &Eyes, point: Point) -> Option<Sign> {
    let [black, white] = Color::BOTH.map(|color| eyes.space(color, point));
    let (letter, paint) = match (black, white) {
        (None, None) => return None,
        (Some(_), Some(_)) => ('=', Paint::Yellow),
        (Some(space), None) => (letter(space, point, 'x'), Paint::Red),
        (None, Some(space)) => (letter(space, point, 'o'), Paint::Green),
    };
    Some(Sign {
        letter,
        painted: letter,
        paint,
        share: None,
    })
}

fn letter(space: &EyeSpace, point: Point, proper: char) -> char {
    if space.margins.contains(point) {
        '!'
    } else {
        proper
    }
}

fn row(game: &Game, space: &EyeSpace) -> Row {
    let size = game.board().size();
    let name =
        |point: Option<Point>| point.map_or("-".to_owned(), |at| at.vertex(size).to_string());
    let cells = vec![
        name(Some(space.origin)),
        space.color.to_string(),
        space.points.len().to_string(),
        space.value.to_string(),
        name(space.attack),
        name(space.defense),
    ];
    Row { cells, paint: None }
}
