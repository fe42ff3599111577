//! Views for a page: the board alone, with what stands on its points as text.

use std::collections::BTreeMap;

use katachi_board::Point;
use katachi_board::svg::Drawing;
use katachi_core::Game;

use super::drawing;
use super::picture::{Content, Key, Paint, Picture};
use super::text::{lines, number};

/// A view for a page.
pub struct Shown {
    /// What it shows.
    pub title: String,
    /// The board.
    pub drawing: Drawing,
    /// What each point shows, in words.
    pub points: BTreeMap<Point, String>,
    /// What signs mean, and the table.
    pub lines: Vec<String>,
}

impl Shown {
    /// The view of this picture.
    pub fn of(picture: &Picture, game: &Game) -> Self {
        let keys = picture.keys.iter().map(|key| match key {
            Key::Share(owner, share, text) => {
                format!("{owner} square of size {share}: {text}")
            }
            Key::Frame(paint, text) => format!("{} frame: {text}", name(*paint)),
        });
        Self {
            title: picture.title.clone(),
            drawing: drawing::board(picture, game),
            points: points(&picture.content),
            lines: keys.chain(lines(&picture.table, false)).collect(),
        }
    }
}

fn points(content: &Content) -> BTreeMap<Point, String> {
    match content {
        Content::Signs(signs, _) => {
            let words = signs.iter().map(|(&point, sign)| {
                let words = match sign.share {
                    Some((owner, share)) => format!("{owner} {share:.2}"),
                    None => sign.letter.to_string(),
                };
                (point, words)
            });
            words.collect()
        }
        Content::Numbers(values, form) => {
            let words = values.iter();
            words
                .map(|(&point, &value)| (point, number(value, form.decimals)))
                .collect()
        }
    }
}

/// The colour of a frame on wood.
fn name(paint: Paint) -> &'static str {
    match paint {
        Paint::Red => "red",
        Paint::Green => "green",
        Paint::Yellow => "brown",
        Paint::Blue => "blue",
        Paint::Cyan => "grey",
    }
}
