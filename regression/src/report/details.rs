//! Parses what engines say about dragons, worms and candidate moves, in GNU Go's formats, from the
//! answers that [`Details`](crate::Details) keeps. Lenient: missing parts stay empty.

use std::collections::BTreeMap;

use katachi_board::svg::Rgb;
use katachi_board::{BoardSize, Point};

use super::position::vertices;
use crate::Details;

/// A block of an answer such as `dragon_data`: a vertex, then fields with names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Block {
    /// The vertex that it describes.
    pub vertex: String,
    fields: BTreeMap<String, String>,
}

impl Block {
    /// The value of a field; empty if the engine does not report it.
    pub fn get(&self, field: &str) -> &str {
        self.fields.get(field).map_or("", String::as_str)
    }
}

/// A dragon and its letter on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Dragon {
    /// `A`, `B` … in the order of the answer.
    pub letter: String,
    /// Its stones, if the engine lists them; else its origin.
    pub stones: Vec<Point>,
    /// The engine's data about it.
    pub data: Block,
}

impl Dragon {
    /// Its status in one word.
    pub fn status(&self) -> &str {
        match self.data.get("status") {
            "" => self.data.get("crude_status"),
            status => status,
        }
    }
}

/// The statuses that have a colour, with GNU Go's choice of colours.
pub(super) const STATUSES: [(&str, Rgb); 5] = [
    ("alive", Rgb(0x4c, 0xb0, 0x50)),
    ("dead", Rgb(0x3f, 0xb8, 0xd0)),
    ("critical", Rgb(0xe2, 0x4a, 0x3b)),
    ("unknown", Rgb(0xff, 0xf2, 0x1f)),
    ("unchecked", Rgb(0xc8, 0x5f, 0xc4)),
];

/// The colour of a status, if it has one.
pub(super) fn tint(status: &str) -> Option<Rgb> {
    (STATUSES.iter())
        .find(|(name, _)| *name == status)
        .map(|&(_, color)| color)
}

/// The blocks of an answer: `B18:`, then lines of a name and a value.
fn blocks(answer: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    for line in answer.lines() {
        let line = line.trim_start_matches("= ").trim();
        if let Some(vertex) = line.strip_suffix(':')
            && !vertex.contains(' ')
        {
            blocks.push(Block {
                vertex: vertex.to_owned(),
                ..Block::default()
            });
        } else if let Some(block) = blocks.last_mut()
            && let Some((name, value)) = line.split_once(char::is_whitespace)
        {
            (block.fields).insert(name.to_owned(), value.trim().to_owned());
        }
    }
    blocks
}

/// The dragons from `dragon_data` and `dragon_stones`; either may be missing.
pub(super) fn dragons(details: &Details, size: BoardSize) -> Vec<Dragon> {
    let answer = |command: &str| details.data.get(command).map_or("", String::as_str);
    let mut data = blocks(answer("dragon_data"));
    let mut dragons: Vec<Dragon> = Vec::new();
    let stones = answer("dragon_stones").lines();
    for stones in stones.map(|line| vertices(line, size)) {
        if stones.is_empty() {
            continue;
        }
        let here = |block: &Block| stones.contains(&origin(block, size)?).then_some(());
        let place = data.iter().position(|block| here(block).is_some());
        dragons.push(Dragon {
            letter: letter(dragons.len()),
            data: place.map(|place| data.remove(place)).unwrap_or_default(),
            stones,
        });
    }
    for block in data {
        // For an empty point, the answer has a line instead of fields.
        if let Some(origin) = origin(&block, size).filter(|_| !block.fields.is_empty()) {
            dragons.push(Dragon {
                letter: letter(dragons.len()),
                stones: vec![origin],
                data: block,
            });
        }
    }
    dragons
}

/// The worms from `worm_data`, one for each origin; GNU Go lists every point.
pub(super) fn worms(details: &Details) -> Vec<Block> {
    let answer = details.data.get("worm_data").map_or("", String::as_str);
    let mut blocks = blocks(answer);
    blocks.retain(|block| {
        let stone = !matches!(block.get("color"), "" | "empty");
        let origin = block.get("origin");
        stone && (matches!(origin, "" | "PASS") || origin == block.vertex)
    });
    blocks
}

/// The candidate moves with their values as written, from `top_moves`, best first.
pub(super) fn top_moves(details: &Details, size: BoardSize) -> Vec<(Point, String)> {
    let answer = details.data.get("top_moves").map_or("", String::as_str);
    let words: Vec<&str> = answer.split_ascii_whitespace().collect();
    (words.windows(2))
        .filter_map(|pair| match vertices(pair[0], size)[..] {
            [point] if pair[1].parse::<f64>().is_ok() => Some((point, pair[1].to_owned())),
            _ => None,
        })
        .collect()
}

fn origin(block: &Block, size: BoardSize) -> Option<Point> {
    let named = match block.get("origin") {
        "" => &block.vertex,
        origin => origin,
    };
    vertices(named, size).first().copied()
}

/// `A` to `Z`, `a` to `z`, then `A1`, `B1` and so on.
fn letter(index: usize) -> String {
    let letter = |index: usize| {
        let first = if index < 26 { b'A' } else { b'a' - 26 };
        char::from(first + index as u8)
    };
    match index / 52 {
        0 => letter(index).to_string(),
        more => format!("{}{more}", letter(index % 52)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn details(data: &[(&str, &str)]) -> Details {
        Details {
            data: (data.iter())
                .map(|&(command, answer)| (command.to_owned(), answer.to_owned()))
                .collect(),
            ..Details::default()
        }
    }

    #[test]
    fn dragons_get_their_stones_and_letters() {
        let data = "B18:\ncolor  black\norigin  B19\nstatus  critical\n\
                    C3:\ncolor  white\norigin  C3\nstatus  alive in seki\nA1 empty\n";
        let stones = "C3 D3 \nB19 B18 \nE5 \n";
        let size = BoardSize::NINETEEN;
        let found = dragons(
            &details(&[("dragon_data", data), ("dragon_stones", stones)]),
            size,
        );
        let shown: Vec<_> = (found.iter())
            .map(|dragon| (dragon.letter.as_str(), dragon.stones.len(), dragon.status()))
            .collect();
        assert_eq!(
            shown,
            [
                ("A", 2, "alive in seki"),
                ("B", 2, "critical"),
                ("C", 1, "")
            ]
        );
        let alone = dragons(&details(&[("dragon_data", data)]), size);
        assert_eq!(alone.len(), 2);
        assert!(dragons(&Details::default(), size).is_empty());
        assert!(tint("critical").is_some() && tint("alive in seki").is_none());
    }

    #[test]
    fn worms_are_listed_once() {
        let data = "A1:\norigin PASS\ncolor empty\nB7:\norigin B7\ncolor black\nliberties 3\n\
                    C7:\norigin B7\ncolor black\nliberties 3\n";
        let found = worms(&details(&[("worm_data", data)]));
        assert_eq!(found.len(), 1);
        assert_eq!(
            (found[0].vertex.as_str(), found[0].get("liberties")),
            ("B7", "3")
        );
    }

    #[test]
    fn candidates_and_letters() {
        let found = top_moves(
            &details(&[("top_moves", "F1 3.54 F3 -3.15 B8 0.19 ")]),
            BoardSize::NINETEEN,
        );
        let values: Vec<&str> = found.iter().map(|(_, value)| value.as_str()).collect();
        assert_eq!(values, ["3.54", "-3.15", "0.19"]);
        let letters: Vec<String> = [0, 25, 26, 51, 52, 104].map(letter).into();
        assert_eq!(letters, ["A", "Z", "a", "z", "A1", "A2"]);
    }
}
