//! The diagram of a region, as the side to move sees it.

use katachi_board::{Board, Color, Point, Symmetry};
use katachi_image::{Cell, SYMMETRY_CODES, border};

use super::region::Region;

/// A diagram with the move at `*`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub cols: usize,
    /// The cells, row by row.
    pub cells: Vec<Cell>,
    /// Where it ends at the edge of the board, as bits of [`border`].
    pub borders: u8,
}

/// A letter for a string of a diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label {
    /// The letter: a capital one for a string of O.
    pub letter: char,
    /// The index of its first cell.
    pub cell: usize,
    /// The side.
    pub stone: Cell,
}

/// The letters for strings of O and of X. Some letters are cells, and never labels.
const LETTERS: [&str; 2] = ["ABCDEFGHIJKLMNPRSTUVWZ", "abcdefghijklmnpqrstuvwyz"];

const SIDES: [(u8, (i32, i32)); 4] = [
    (border::NORTH, (-1, 0)),
    (border::SOUTH, (1, 0)),
    (border::WEST, (0, -1)),
    (border::EAST, (0, 1)),
];

impl Picture {
    /// What a region of a board shows to the side that moves at this point of it.
    pub fn of(board: &Board, own: Color, point: Point, region: Region) -> Self {
        let places =
            (0..region.rows()).flat_map(|row| (0..region.cols()).map(move |col| (row, col)));
        let points = places.filter_map(|(row, col)| region.point(row, col));
        let cell = |at: Point| match board.at(at).color() {
            _ if at == point => Cell::Move,
            None => Cell::Empty,
            Some(color) if color == own => Cell::Own,
            Some(_) => Cell::Opponent,
        };
        Self {
            rows: region.rows(),
            cols: region.cols(),
            cells: points.map(cell).collect(),
            borders: region.borders(),
        }
    }

    /// The index of the move's cell.
    pub fn star(&self) -> usize {
        let star = self.cells.iter().position(|cell| *cell == Cell::Move);
        star.unwrap_or_default()
    }

    /// The diagram in this orientation, and for each of its cells the index of the cell before.
    pub fn turned(&self, symmetry: Symmetry) -> (Self, Vec<usize>) {
        let size = (self.rows, self.cols);
        let (rows, cols) = symmetry.size(size);
        let mut from = vec![0; self.cells.len()];
        for cell in 0..self.cells.len() {
            let (row, col) = symmetry.place((cell / self.cols, cell % self.cols), size);
            from[row * cols + col] = cell;
        }
        let sides = SIDES.iter().filter(|(side, _)| self.borders & side != 0);
        let borders = sides.fold(0, |borders, &(_, (i, j))| {
            let direction = symmetry.apply(i, j);
            let turned = SIDES.iter().find(|(_, there)| *there == direction);
            borders | turned.map_or(0, |(side, _)| *side)
        });
        let cells = from.iter().map(|&cell| self.cells[cell]).collect();
        let turned = Self {
            rows,
            cols,
            cells,
            borders,
        };
        (turned, from)
    }

    /// The symmetry code that finds each match once: the one with the fewest orientations that
    /// gives all pictures.
    pub fn symmetry(&self) -> char {
        let pictures: Vec<Self> = Symmetry::all().map(|one| self.turned(one).0).collect();
        let finds_all = |tried: u8| {
            let tried =
                (pictures.iter().enumerate()).filter(|(number, _)| tried >> number & 1 != 0);
            let tried: Vec<&Self> = tried.map(|(_, picture)| picture).collect();
            pictures.iter().all(|picture| tried.contains(&picture))
        };
        let codes = SYMMETRY_CODES.iter();
        let complete = codes.filter(|(code, tried)| self.has_symmetry(*code) && finds_all(*tried));
        let best = complete.min_by_key(|(_, tried)| tried.count_ones());
        best.map_or('8', |(code, _)| *code)
    }

    /// Whether it is equal to itself as a symmetry code says.
    fn has_symmetry(&self, code: char) -> bool {
        // The numbers of the symmetries that a code stands for.
        let numbers: &[usize] = match code {
            '|' => &[7],
            '-' => &[5],
            '/' => &[4],
            '\\' => &[6],
            '+' => &[7, 5],
            'X' => &[4, 6],
            'O' => &[2],
            _ => &[],
        };
        let mut symmetries = numbers.iter().filter_map(|&number| Symmetry::new(number));
        symmetries.all(|symmetry| self.turned(symmetry).0 == *self)
    }

    /// A letter for each string: of those stones that the diagram shows together.
    pub fn labels(&self) -> Vec<Label> {
        self.labels_in(self)
    }

    /// The letters of its strings in a looser form of it, where they are stones still.
    pub fn labels_in(&self, looser: &Self) -> Vec<Label> {
        let mut seen = vec![false; self.cells.len()];
        let mut letters = LETTERS.map(str::chars);
        let mut labels = Vec::new();
        for cell in 0..self.cells.len() {
            let stone = self.cells[cell];
            if seen[cell] || !stone.is_stone() {
                continue;
            }
            let mut string = vec![cell];
            let mut next = 0;
            seen[cell] = true;
            while let Some(&cell) = string.get(next) {
                next += 1;
                for neighbor in self.neighbors(cell) {
                    if self.cells[neighbor] == stone && !seen[neighbor] {
                        seen[neighbor] = true;
                        string.push(neighbor);
                    }
                }
            }
            let letter = letters[usize::from(stone == Cell::Opponent)].next();
            let is_left = |cell: &usize| looser.cells.get(*cell) == Some(&stone);
            let shown = string.into_iter().filter(is_left).min();
            labels.extend(letter.zip(shown).map(|(letter, cell)| Label {
                letter,
                cell,
                stone,
            }));
        }
        labels
    }

    fn neighbors(&self, cell: usize) -> impl Iterator<Item = usize> {
        let (rows, cols) = (self.rows, self.cols);
        let (row, col) = (cell / cols, cell % cols);
        let four = [
            (row > 0).then(|| cell - cols),
            (row + 1 < rows).then_some(cell + cols),
            (col > 0).then(|| cell - 1),
            (col + 1 < cols).then_some(cell + 1),
        ];
        four.into_iter().flatten()
    }

    /// Its lines with these labels, borders included.
    pub fn lines(&self, labels: &[Label]) -> Vec<String> {
        let has = |side: u8| self.borders & side != 0;
        let (west, east) = (has(border::WEST), has(border::EAST));
        let edge = || {
            let sign = |there: bool| if there { "+" } else { "" };
            format!("{}{}{}", sign(west), "-".repeat(self.cols), sign(east))
        };
        let letter = |cell: usize| {
            let label = labels.iter().find(|label| label.cell == cell);
            label.map_or(self.cells[cell].character(), |label| label.letter)
        };
        let side = |there: bool| if there { "|" } else { "" };
        let row = |row: usize| {
            let cells = (row * self.cols..(row + 1) * self.cols).map(letter);
            let cells: String = cells.collect();
            format!("{}{cells}{}", side(west), side(east))
        };
        let mut lines: Vec<String> = has(border::NORTH).then(edge).into_iter().collect();
        lines.extend((0..self.rows).map(row));
        lines.extend(has(border::SOUTH).then(edge));
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(rows: &[&str], borders: u8) -> Picture {
        let text = rows.concat();
        let cells = text.chars().map(|one| Cell::from_char(one).unwrap());
        Picture {
            rows: rows.len(),
            cols: rows[0].len(),
            cells: cells.collect(),
            borders,
        }
    }

    #[test]
    fn symmetries_are_declared() {
        for (rows, borders, code) in [
            (&["X*X", "?O?"][..], 0, '|'),
            (&["X?", "*O", "X?"], 0, '-'),
            (&["OX*", "X.X"], 0, '8'),
            (&["O.", "*O"], 0, '/'),
            (&["*O", "O."], 0, '\\'),
            (&["O.O", ".*.", "O.O"], 0, '+'),
            (&["O.X", ".*.", "X.O"], 0, 'X'),
            (&["O..", ".*.", "..O"], 0, 'X'),
            (&["OX.", ".*.", ".XO"], 0, 'O'),
            (&["O.O", ".*.", "O.O"], border::SOUTH, '|'),
            (&["O.O", ".*.", "O.O"], border::SOUTH | border::WEST, '/'),
        ] {
            assert_eq!(picture(rows, borders).symmetry(), code, "{rows:?}");
        }
    }

    #[test]
    fn each_string_has_a_letter() {
        let shown = picture(&["XX.O", ".*.O", "X.O."], border::SOUTH | border::EAST);
        let lines = shown.lines(&shown.labels());
        assert_eq!(lines, ["aX.A|", ".*.O|", "b.B.|", "----+"]);
    }
}
