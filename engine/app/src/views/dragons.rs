//! Dragons as a picture: a letter for each, and a table of what is known about them.

use std::collections::BTreeMap;

use katachi_board::Color;
use katachi_core::Game;
use katachi_matcher::DragonStatus;
use katachi_strategy::dragons::{Dragon, Dragons};

use super::picture::{Content, Key, Paint, Picture, Row, Sign};

/// The colours of GNU Go's display of dragons, with what they mean.
const STATUSES: [(DragonStatus, Paint); 4] = [
    (DragonStatus::Alive, Paint::Green),
    (DragonStatus::Critical, Paint::Red),
    (DragonStatus::Dead, Paint::Cyan),
    (DragonStatus::Unknown, Paint::Yellow),
];

/// The columns of the table, as `dragon_data` names them.
const COLUMNS: [&str; 10] = [
    "",
    "color",
    "origin",
    "size",
    "status",
    "safety",
    "genus",
    "escape_route",
    "moyo_size",
    "weakness",
];

/// The column with the status.
const STATUS: usize = 4;

/// The dragons of a position.
pub fn dragons(game: &Game, dragons: &Dragons) -> Picture {
    let (mut signs, mut groups) = (BTreeMap::new(), Vec::new());
    let names = COLUMNS.map(str::to_owned).to_vec();
    let mut table = vec![Row {
        cells: names,
        paint: None,
    }];
    for color in Color::BOTH {
        let own = dragons.iter().filter(|dragon| dragon.color == color);
        for (number, dragon) in own.enumerate() {
            let (letter, paint) = (letter(color, number), paint(dragon.status()));
            for stone in &dragon.stones {
                let sign = Sign {
                    letter,
                    painted: letter,
                    paint,
                    share: None,
                };
                signs.insert(stone, sign);
            }
            groups.push((dragon.stones, paint));
            table.push(row(game, dragon, letter, paint));
        }
    }
    let number = |color| {
        dragons
            .iter()
            .filter(|dragon| dragon.color == color)
            .count()
    };
    let title = format!(
        "dragons: Black (A, B, ...) {}, White (z, y, ...) {}",
        number(Color::Black),
        number(Color::White)
    );
    let keys = STATUSES.into_iter().filter_map(|(status, paint)| {
        let is_shown = dragons.iter().any(|dragon| dragon.status() == status);
        is_shown.then_some(Key::Frame(paint, status.name()))
    });
    Picture {
        keys: keys.collect(),
        table,
        ..Picture::new(title, Content::Signs(signs, groups))
    }
}

/// The letter of a side's dragon: Black's from A on, White's from z downwards, as in GNU Go. After
/// 26 follow digits, then `#`.
fn letter(color: Color, number: usize) -> char {
    let letters: &[u8] = match color {
        Color::Black => b"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
        Color::White => b"zyxwvutsrqponmlkjihgfedcba0123456789",
    };
    letters.get(number).map_or('#', |&letter| letter.into())
}

/// The colour of a status.
pub fn paint(status: DragonStatus) -> Paint {
    let of = STATUSES.iter().find(|(other, _)| *other == status);
    of.map_or(Paint::Yellow, |(_, paint)| *paint)
}

fn row(game: &Game, dragon: &Dragon, letter: char, paint: Paint) -> Row {
    let cells = vec![
        letter.to_string(),
        dragon.color.to_string(),
        dragon.origin.vertex(game.board().size()).to_string(),
        dragon.size().to_string(),
        dragon.status().name().to_owned(),
        dragon.safety.name().to_owned(),
        dragon.genus.to_string(),
        dragon.escape_route.to_string(),
        dragon.moyo_size.to_string(),
        format!("{:.2}", dragon.weakness),
    ];
    Row {
        cells,
        paint: Some((STATUS, paint)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_have_letters_from_both_ends() {
        assert_eq!(letter(Color::Black, 0), 'A');
        assert_eq!(letter(Color::White, 1), 'y');
        assert_eq!(letter(Color::White, 26), '0');
        assert_eq!(letter(Color::Black, 99), '#');
    }
}
