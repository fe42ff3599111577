//! Views as SVG.

use katachi_board::Color;
use katachi_board::svg::{Drawing, Figure, Rgb};
use katachi_core::Game;

use super::picture::{Content, Key, Paint, Picture};
use super::text::{lines, number};

/// The view as a drawing with its legend.
pub fn figure(picture: &Picture, game: &Game) -> Figure {
    let mut figure = Figure::new(&*picture.title, board(picture, game));
    for key in &picture.keys {
        match key {
            Key::Share(owner, share, text) => figure.explain_share(*owner, *share, text),
            Key::Frame(paint, text) => figure.explain_group(color(*paint), text),
        };
    }
    for line in lines(&picture.table, false) {
        figure.line(line);
    }
    figure
}

/// The view as a drawing without its legend.
pub fn board(picture: &Picture, game: &Game) -> Drawing {
    let mut drawing = Drawing::of(game.board());
    drawing.title(&*picture.title);
    match &picture.content {
        Content::Signs(signs, groups) => {
            for (stones, paint) in groups {
                drawing.group(stones, color(*paint));
            }
            for (&point, sign) in signs {
                match sign.share {
                    Some((owner, share)) => drawing.share(point, owner, share),
                    None => drawing.label(point, sign.letter),
                };
            }
        }
        Content::Numbers(values, form) => {
            for (&point, &value) in values {
                if form.has_stones && !game.board().at(point).is_empty() {
                    continue;
                }
                if let Some(most) = form.most {
                    drawing.tint(point, shade(value / most));
                }
                drawing.number(point, number(value, form.fewest_decimals));
            }
        }
    }
    drawing
}

/// The colours on wood and paper.
const fn color(paint: Paint) -> Rgb {
    match paint {
        Paint::Red => Rgb(0xd3, 0x26, 0x1c),
        Paint::Green => Rgb(0x15, 0x80, 0x3d),
        Paint::Yellow => Rgb(0xa1, 0x5c, 0x00),
        Paint::Blue => Rgb(0x17, 0x67, 0xd2),
        Paint::Cyan => Rgb(0x4b, 0x55, 0x63),
    }
}

/// From Black's colour (-1) over wood to White's (1).
fn shade(share: f32) -> Rgb {
    const WOOD: [f32; 3] = [236.0, 201.0, 131.0];
    let [red, green, blue] = match if share < 0.0 {
        Color::Black
    } else {
        Color::White
    } {
        Color::Black => [58.0, 62.0, 72.0],
        Color::White => [255.0, 255.0, 255.0],
    };
    let part = share.abs().min(1.0);
    let mixed = |wood: f32, full: f32| (wood + part * (full - wood)).round() as u8;
    let [r, g, b] = WOOD;
    Rgb(mixed(r, red), mixed(g, green), mixed(b, blue))
}
