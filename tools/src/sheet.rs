//! A contact sheet: the first moves of many games as small boards on one page.

use std::fmt::Write;

use katachi_board::svg::Drawing;
use katachi_board::{Board, BoardSize, Rules};
use katachi_sgf::Sequence;

/// The width of a board on the page, in pixels.
const BOARD: usize = 240;
const MARGIN: usize = 12;
/// The height of the line below a board.
const LINE: usize = 18;

/// A page of boards, filled one by one.
#[derive(Debug)]
pub struct Sheet {
    moves: usize,
    columns: usize,
    tiles: Vec<(String, Drawing)>,
}

impl Sheet {
    /// A page that shows so many moves of each game, with so many boards in a row (at least one).
    pub fn new(moves: usize, columns: usize) -> Self {
        Self {
            moves,
            columns: columns.max(1),
            tiles: Vec::new(),
        }
    }

    /// The number of boards.
    pub fn len(&self) -> usize {
        self.tiles.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.tiles.is_empty()
    }

    /// Adds a game. Moves are numbered; a stone that was taken and played again shows its last number.
    pub fn add(&mut self, name: &str, size: BoardSize, game: &Sequence) {
        let Ok(mut board) = Board::with_stones(size, game.stones.iter().copied()) else {
            return;
        };
        board.set_rules(Rules::SIMPLE);
        let moves = game.moves.iter().take(self.moves).enumerate();
        let mut numbers = Vec::new();
        for (number, &(color, at)) in moves {
            let Some(at) = at else { continue };
            // Sequences have been checked on a board.
            if board.play(color, at).is_err() {
                break;
            }
            numbers.push((at, number + 1));
        }
        let mut drawing = Drawing::of(&board);
        drawing.title(name).coordinates(false);
        numbers.reverse();
        let mut seen = Vec::new();
        for (at, number) in numbers {
            if board.at(at).color().is_some() && !seen.contains(&at) {
                drawing.label(at, number);
                seen.push(at);
            }
        }
        self.tiles.push((name.to_owned(), drawing));
    }

    /// The page.
    pub fn svg(&self) -> String {
        let (wide, high) = (BOARD + MARGIN, BOARD + LINE + MARGIN);
        let rows = self.tiles.len().div_ceil(self.columns);
        let width = MARGIN + self.columns.min(self.tiles.len()).max(1) * wide;
        let height = MARGIN + rows * high;
        let mut text = format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12" fill="#2b2118">
<rect width="100%" height="100%" fill="#ffffff"/>
"##
        );
        for (number, (name, board)) in self.tiles.iter().enumerate() {
            let x = MARGIN + number % self.columns * wide;
            let y = MARGIN + number / self.columns * high;
            // Writing to a string cannot fail.
            let (natural_width, natural_height) = board.extent();
            let _ = writeln!(
                text,
                r#"<svg x="{x}" y="{y}" width="{BOARD}" height="{BOARD}" viewBox="0 0 {natural_width} {natural_height}">
{board}</svg>
<text x="{x}" y="{}">{}</text>"#,
                y + BOARD + LINE - 4,
                escaped(name)
            );
        }
        text.push_str("</svg>\n");
        text
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
