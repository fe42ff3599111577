//! Situations: how the content of a rectangle of the board came about in a game, and how it ended.

use std::collections::BTreeMap;

use katachi_board::{Board, BoardSize, Color, Point, Rules, Symmetry};
use katachi_image::{Cell, Symbol};
use katachi_joseki::mine::Game;
use katachi_matcher::symbol;

use crate::cut::{Picture, Region};

/// The most cells that may differ from the diagram.
pub const REACH: usize = 3;

/// A cell and what is on its point: four times the index of the cell, and the number of the symbol.
pub type Lack = u16;

/// No further difference.
pub const NONE: Lack = Lack::MAX;

/// How a content differs from a diagram: the differences in rising order, then [`NONE`].
pub type Signature = [Lack; REACH];

/// No difference: the diagram fits.
pub const FITS: Signature = [NONE; REACH];

/// How a situation ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// With the pattern's move.
    Hit,
    /// With another move in the rectangle.
    FalseHit,
}

/// A situation that differs little from the diagram.
pub struct Situation<'a> {
    /// The side that is O.
    pub own: Color,
    /// The point of the move.
    pub point: Point,
    /// The last position in it with O to move: the number of moves before.
    pub before: usize,
    /// How it ends.
    pub end: End,
    /// How it differs from the diagram, in each orientation of those that show the same points.
    pub signatures: &'a [Signature],
}

/// A diagram in orientations that show the same points around the move.
struct Frame {
    rows: usize,
    cols: usize,
    /// Row and column of the move.
    star: (usize, usize),
    variants: Vec<Variant>,
}

/// A diagram in one orientation.
#[derive(PartialEq)]
struct Variant {
    borders: u8,
    /// The cells in the order of reading: row, column, cell, allowed symbols.
    cells: Vec<(u8, u8, u8, u8)>,
}

/// The diagram of a pattern, ready to be looked for.
pub struct Scanner {
    frames: Vec<Frame>,
}

impl Scanner {
    /// A scanner for a diagram.
    pub fn new(picture: &Picture) -> Self {
        let mut frames: BTreeMap<(usize, usize, usize), Frame> = BTreeMap::new();
        for symmetry in Symmetry::all() {
            let (turned, from) = picture.turned(symmetry);
            let star = turned.star();
            let key = (turned.rows, turned.cols, star);
            let frame = frames.entry(key).or_insert_with(|| Frame {
                rows: turned.rows,
                cols: turned.cols,
                star: (star / turned.cols, star % turned.cols),
                variants: Vec::new(),
            });
            let cells = turned.cells.iter().zip(&from).enumerate();
            let cells = cells.filter(|(_, (cell, _))| !matches!(cell, Cell::Any | Cell::Move));
            let mut cells: Vec<(u8, u8, u8, u8)> = cells
                .map(|(place, (cell, &from))| {
                    let (row, col) = (place / turned.cols, place % turned.cols);
                    (row as u8, col as u8, from as u8, cell.symbols())
                })
                .collect();
            // Stones differ more often than empty points do.
            cells.sort_by_key(|&(row, col, _, symbols)| (symbols & Symbol::Empty.bit(), row, col));
            let borders = turned.borders;
            let variant = Variant { borders, cells };
            if !frame.variants.contains(&variant) {
                frame.variants.push(variant);
            }
        }
        Self {
            frames: frames.into_values().collect(),
        }
    }

    /// Finds the situations of a game that differ from the diagram in few cells, in the order in
    /// which they end. Those at the end of the game have none.
    pub fn scan(&self, game: &Game, each: &mut dyn FnMut(&Situation<'_>)) {
        let size = game.size;
        let mut board = Board::new(size);
        board.set_rules(Rules::SIMPLE);
        // For each frame and place of its corner the number of moves before the last change there.
        let mut since = vec![vec![0u32; size.area()]; self.frames.len()];
        let movers: Vec<Color> = game.moves.iter().map(|&(color, _)| color).collect();
        for (number, &(color, at)) in game.moves.iter().enumerate() {
            let Some(at) = at else {
                if board.pass(color).is_err() {
                    return;
                }
                continue;
            };
            for (frame, since) in self.frames.iter().zip(&since) {
                frame.corners(at, size, |row, col| {
                    let began = since[row * size.get() + col] as usize;
                    let own_turns = |own: Color| {
                        let turns = (began..=number).rev();
                        let mut turns = turns;
                        turns.find(|&turn| movers.get(turn) == Some(&own))
                    };
                    frame.close(&board, (row, col), (color, at), &own_turns, each);
                });
            }
            let opponent = *board.stones(!color);
            if board.play(color, at).is_err() {
                return;
            }
            let captured = opponent - *board.stones(!color);
            for point in captured.iter().chain([at]) {
                for (frame, since) in self.frames.iter().zip(&mut since) {
                    frame.corners(point, size, |row, col| {
                        since[row * size.get() + col] = number as u32 + 1;
                    });
                }
            }
        }
    }
}

impl Frame {
    /// The upper left corners of all its places on the board that contain a point.
    fn corners(&self, point: Point, size: BoardSize, mut each: impl FnMut(usize, usize)) {
        let lines = size.get();
        if self.rows > lines || self.cols > lines {
            return;
        }
        let span =
            |at: usize, length: usize| at.saturating_sub(length - 1)..=at.min(lines - length);
        for row in span(point.row(), self.rows) {
            for col in span(point.col(), self.cols) {
                each(row, col);
            }
        }
    }

    /// Reports the situations of both sides at a place that a move ends.
    fn close(
        &self,
        board: &Board,
        (row, col): (usize, usize),
        (mover, at): (Color, Point),
        own_turn: &dyn Fn(Color) -> Option<usize>,
        each: &mut dyn FnMut(&Situation<'_>),
    ) {
        let Some(point) = Point::new(row + self.star.0, col + self.star.1) else {
            return;
        };
        let edges = Region::at((row, col), self.rows, self.cols, board.size()).borders();
        let fits = |variant: &&Variant| variant.borders & !edges == 0;
        let mut variants = self.variants.iter().filter(fits).peekable();
        if !board.at(point).is_empty() || variants.peek().is_none() {
            return;
        }
        for own in Color::BOTH {
            let end = match (at == point, mover == own) {
                (true, true) => End::Hit,
                (true, false) => continue,
                (false, _) => End::FalseHit,
            };
            let mut found: Vec<Signature> = Vec::new();
            for variant in variants.clone() {
                if let Some(signature) = signature(board, own, (row, col), &variant.cells)
                    && !found.contains(&signature)
                {
                    found.push(signature);
                }
            }
            if found.is_empty() {
                continue;
            }
            let Some(before) = own_turn(own) else {
                continue;
            };
            found.sort_unstable();
            each(&Situation {
                own,
                point,
                before,
                end,
                signatures: &found,
            });
        }
    }
}

/// How the content of a place differs from the diagram; `None` if in too many cells.
fn signature(
    board: &Board,
    own: Color,
    (row, col): (usize, usize),
    cells: &[(u8, u8, u8, u8)],
) -> Option<Signature> {
    let mut signature = FITS;
    let mut count = 0;
    for &(down, right, cell, allowed) in cells {
        let point = Point::new(row + usize::from(down), col + usize::from(right))?;
        let symbol = symbol(board.at(point), own);
        if allowed & symbol.bit() == 0 {
            *signature.get_mut(count)? = Lack::from(cell) << 2 | symbol as Lack;
            count += 1;
        }
    }
    signature.sort_unstable();
    Some(signature)
}
