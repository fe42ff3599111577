//! The values of moves in random games, from a database.

use katachi_board::playout::Prospect;
use katachi_image::monte_carlo::{MonteCarlo, Neighborhood, SITUATIONS, Situation};

/// A database of 3x3 patterns, laid out for one look-up a move.
#[derive(Clone, Debug)]
pub struct Values {
    /// For each neighbourhood the number of its row.
    rows: Vec<u16>,
    /// For each situation its values; the last row is that of neighbourhoods that no board has.
    table: Vec<[Value; PLACES]>,
}

/// The situations, near and far counted as one.
const PLACES: usize = SITUATIONS / 2;

/// The value of a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Value {
    /// If the point is far from the last move.
    pub far: u32,
    /// If it is near.
    pub near: u32,
}

impl Values {
    /// The values of a database.
    pub fn new(image: &MonteCarlo<'_>) -> Self {
        let impossible = image.rows.len();
        let number = |code| usize::from(image.row_number(Neighborhood(code))).min(impossible);
        let mut table = vec![[Value::default(); PLACES]; impossible + 1];
        for (row, places) in table.iter_mut().zip(image.rows) {
            let weight = |situation: Situation| {
                let place = places[usize::from(situation.number())].get();
                image
                    .weights
                    .get(usize::from(place))
                    .map_or(0, |weight| weight.get())
            };
            for far in situations() {
                let near = Situation { near: true, ..far };
                row[place(far)] = Value {
                    far: weight(far),
                    near: weight(near),
                };
            }
        }
        Self {
            rows: (0..=u16::MAX).map(|code| number(code) as u16).collect(),
            table,
        }
    }

    /// The values of one side's move with this neighbourhood, which does so much itself, and so much if the opponent plays it.
    #[inline]
    pub fn of(&self, neighborhood: u16, own: Prospect, opponent: Prospect) -> Value {
        if own.suicide {
            return Value::default();
        }
        let situation = Situation {
            near: false,
            own_captures: own.captures,
            opponent_captures: opponent.captures,
            own_safe: own.safe,
            opponent_safe: opponent.safe,
            opponent_suicide: opponent.suicide,
        };
        let row = self.rows[usize::from(neighborhood)];
        self.table[usize::from(row)][place(situation)]
    }
}

/// The place of a situation in a row, near or far.
#[inline]
fn place(situation: Situation) -> usize {
    const FAR: Situation = Situation {
        near: false,
        own_captures: 0,
        opponent_captures: 0,
        own_safe: false,
        opponent_safe: false,
        opponent_suicide: false,
    };
    // Near is the lowest bit of a situation's number.
    const { assert!(Situation { near: true, ..FAR }.number() ^ FAR.number() == 1) };
    usize::from(situation.number() / 2)
}

/// All situations far from the last move.
fn situations() -> impl Iterator<Item = Situation> {
    let captures = (0..4).flat_map(|own| (0..4).map(move |opponent| (own, opponent)));
    captures.flat_map(|(own_captures, opponent_captures)| {
        (0..8).map(move |bits| Situation {
            near: false,
            own_captures,
            opponent_captures,
            own_safe: bits & 1 != 0,
            opponent_safe: bits & 2 != 0,
            opponent_suicide: bits & 4 != 0,
        })
    })
}
