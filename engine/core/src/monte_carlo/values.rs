//! The values of moves in random games, from a database.

use katachi_board::Color;
use katachi_board::playout::Prospects;
use katachi_image::monte_carlo::{MonteCarlo, Neighborhood, Situation};

/// A database of 3x3 patterns, laid out for one look-up a move.
#[derive(Clone, Debug)]
pub struct Values {
    /// For each neighbourhood the number of its row.
    rows: Vec<u16>,
    /// For each number of [`Prospects`] its values; the last row is that of neighbourhoods that no board has.
    table: Vec<[Value; 256]>,
}

/// The value of a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Value {
    /// If the point is far from the last move.
    pub far: u32,
    /// If it is near.
    pub near: u32,
}

impl Values {
    /// The values of a database; suicide has none.
    pub fn new(image: &MonteCarlo<'_>) -> Self {
        let impossible = image.rows.len();
        let number = |code| usize::from(image.row_number(Neighborhood(code))).min(impossible);
        let mut table = vec![[Value::default(); 256]; impossible + 1];
        for (row, places) in table.iter_mut().zip(image.rows) {
            let weight = |situation: Situation| {
                let place = places[usize::from(situation.number())].get();
                (image.weights.get(usize::from(place))).map_or(0, |weight| weight.get())
            };
            for prospects in Prospects::all() {
                let [own, opponent] = prospects.of(Color::Black);
                if own.suicide {
                    continue;
                }
                let far = Situation {
                    near: false,
                    own_captures: own.captures,
                    opponent_captures: opponent.captures,
                    own_safe: own.safe,
                    opponent_safe: opponent.safe,
                    opponent_suicide: opponent.suicide,
                };
                row[usize::from(prospects.seen_by(Color::Black))] = Value {
                    far: weight(far),
                    near: weight(Situation { near: true, ..far }),
                };
            }
        }
        Self {
            rows: (0..=u16::MAX).map(|code| number(code) as u16).collect(),
            table,
        }
    }

    /// The values of a move with this neighbourhood, where [`Prospects`] have this number.
    #[inline]
    pub fn of(&self, neighborhood: u16, prospects: u8) -> Value {
        let row = self.rows[usize::from(neighborhood)];
        self.table[usize::from(row)][usize::from(prospects)]
    }
}
