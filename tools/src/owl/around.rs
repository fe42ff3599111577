//! What surrounds a point: 28 points in four rings, seen by the side that moves.

use std::sync::LazyLock;

use katachi_board::{Board, Color, Point};

/// The rings by the distance rows + columns + the greater of the two: up to 3, 4, 5, 6. This
/// distance is that of D. Stern, R. Herbrich, T. Graepel, "Bayesian pattern ranking for move
/// prediction in the game of Go" (ICML 2006), and of others before.
pub const RINGS: [usize; 4] = [8, 12, 20, 28];

/// The points of all rings, as rows and columns from the point in the middle, ring by ring.
pub static PLACES: LazyLock<Vec<(i32, i32)>> = LazyLock::new(|| {
    let mut places: Vec<(i32, i32)> = (-3..=3)
        .flat_map(|row| (-3..=3).map(move |col| (row, col)))
        .filter(|&place| place != (0, 0) && distance(place) <= 6)
        .collect();
    places.sort_by_key(|&place| (distance(place), place));
    places
});

fn distance((row, col): (i32, i32)) -> i32 {
    let (row, col) = (row.abs(), col.abs());
    row + col + row.max(col)
}

/// For each symmetry of the board the place from which each place comes.
static TURNS: LazyLock<Vec<Vec<usize>>> = LazyLock::new(|| {
    let turns = (0..8).map(|turn: u8| {
        let from = PLACES.iter().map(|&(row, col)| {
            let (row, col) = if turn & 1 == 0 {
                (row, col)
            } else {
                (col, row)
            };
            let row = if turn & 2 == 0 { row } else { -row };
            let col = if turn & 4 == 0 { col } else { -col };
            let place = PLACES.iter().position(|&place| place == (row, col));
            place.unwrap_or_default()
        });
        from.collect()
    });
    turns.collect()
});

/// What is on a point, for the side that moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbol {
    /// No stone.
    Empty,
    /// A stone of the side that moves.
    Own,
    /// A stone of the other side.
    Other,
    /// No point of the board.
    Off,
}

/// The surroundings of a point: two bits for each place, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Around(pub u64);

impl Around {
    /// What surrounds a point, seen by this side.
    pub fn of(board: &Board, point: Point, own: Color) -> Self {
        let mut bits = 0;
        for (place, &(row, col)) in PLACES.iter().enumerate() {
            let symbol = match point.offset(row, col, board.size()) {
                None => Symbol::Off,
                Some(at) => match board.at(at).color() {
                    None => Symbol::Empty,
                    Some(color) if color == own => Symbol::Own,
                    Some(_) => Symbol::Other,
                },
            };
            bits |= (symbol as u64) << (2 * place);
        }
        Self(bits)
    }

    /// What is on a place.
    pub fn at(self, place: usize) -> Symbol {
        match self.0 >> (2 * place) & 3 {
            0 => Symbol::Empty,
            1 => Symbol::Own,
            2 => Symbol::Other,
            _ => Symbol::Off,
        }
    }

    /// Its inner rings, in the orientation with the smallest number, so that what is equal but for
    /// turning and mirroring has the same.
    #[must_use]
    pub fn within(self, ring: usize) -> Self {
        let places = RINGS[ring];
        let turned = TURNS.iter().map(|turn| {
            let from = &turn[..places];
            let bits = from.iter().enumerate();
            bits.fold(0, |bits, (to, from)| {
                bits | (self.0 >> (2 * from) & 3) << (2 * to)
            })
        });
        Self(turned.min().unwrap_or_default())
    }

    /// The symmetry of these rings, as the pattern language writes it.
    pub fn symmetry(self, ring: usize) -> char {
        let same = |turn: usize| {
            let from = &TURNS[turn][..RINGS[ring]];
            (from.iter().enumerate()).all(|(to, &from)| self.at(to) == self.at(from))
        };
        // The numbers of the turns: 1 exchanges rows and columns, 2 mirrors rows, 4 columns.
        match [same(2), same(4), same(1), same(7), same(6)] {
            [true, true, ..] => '+',
            [_, _, true, true, _] => 'X',
            [_, true, ..] => '|',
            [true, ..] => '-',
            [_, _, true, ..] => '\\',
            [_, _, _, true, _] => '/',
            [.., true] => 'O',
            _ => '8',
        }
    }
}
