//! The values of moves in random games, loaded from a database.

use std::collections::HashMap;

use katachi_board::Color;
use katachi_board::playout::Prospects;
use katachi_image::monte_carlo::{MonteCarlo, Neighborhood, Situation, WeightRow};

/// A database of 3x3 patterns, arranged so that each point needs a single look-up.
#[derive(Clone, Debug)]
pub struct Values {
    /// The row of each neighbourhood as Black sees it.
    rows: Vec<u16>,
    /// The rows: values by the number of [`Prospects`].
    table: Vec<[Value; Prospects::COUNT]>,
}

/// The values of both sides' moves on a point, Black's first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Value {
    /// The values far from the last move.
    pub far: [u32; 2],
    /// The values near the last move.
    pub near: [u32; 2],
}

impl Values {
    /// The values of a database; suicide has the value 0.
    pub fn new(image: &MonteCarlo<'_>) -> Self {
        // Row 0 is for neighbourhoods that no board has: no move is played there.
        let mut table = vec![[Value::default(); Prospects::COUNT]];
        let mut numbers = HashMap::new();
        let rows = (0..=u16::MAX).map(Neighborhood).map(|seen| {
            let pair = [seen, seen.swapped()].map(|seen| image.row(seen));
            let [Some(black), Some(white)] = pair else {
                return 0;
            };
            let key = [seen, seen.swapped()].map(|seen| image.row_number(seen));
            *numbers.entry(key).or_insert_with(|| {
                table.push(row(image, [black, white]));
                (table.len() - 1) as u16
            })
        });
        let rows = rows.collect();
        Self { rows, table }
    }

    /// The values for this neighbourhood, as Black sees it, and these prospects of a move.
    #[inline]
    pub fn of(&self, neighborhood: u16, prospects: Prospects) -> Value {
        let row = self.rows[usize::from(neighborhood)];
        self.table[usize::from(row)][prospects.number()]
    }
}

/// The row of a neighbourhood, from its weights for Black and for White.
fn row(image: &MonteCarlo<'_>, weights: [&WeightRow; 2]) -> [Value; Prospects::COUNT] {
    let mut row = [Value::default(); Prospects::COUNT];
    for (side, (color, places)) in Color::BOTH.into_iter().zip(weights).enumerate() {
        let weight = |situation: Situation| {
            let place = places[usize::from(situation.number())].get();
            (image.weights.get(usize::from(place))).map_or(0, |weight| weight.get())
        };
        for (value, prospects) in row.iter_mut().zip(Prospects::all()) {
            let [own, opponent] = prospects.of(color);
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
            value.far[side] = weight(far);
            value.near[side] = weight(Situation { near: true, ..far });
        }
    }
    row
}
