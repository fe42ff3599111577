//! A contact sheet: the first moves of many games as small boards on one page, with the data of
//! each game below its board.

use std::fmt::Write;

use katachi_board::svg::Drawing;
use katachi_board::{Board, BoardSize, Rules};
use katachi_sgf::{GameInfo, Sequence};

/// The width of a board on the page, in pixels.
const BOARD: usize = 240;
const MARGIN: usize = 12;
/// The height of a line below a board.
const LINE: usize = 16;
/// The lines below a board: the name of the game; players and result; moves without a stone.
const LINES: usize = 3;

/// A page to which boards are added one by one.
#[derive(Debug)]
pub struct Sheet {
    moves: usize,
    columns: usize,
    tiles: Vec<Tile>,
}

/// A game on the page.
#[derive(Debug)]
struct Tile {
    /// The key by which games are sorted.
    key: String,
    board: Drawing,
    lines: [String; LINES],
}

impl Sheet {
    /// A page with this many moves of each game and this many boards in a row (at least one).
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

    /// Whether the page is empty.
    pub fn is_empty(&self) -> bool {
        self.tiles.is_empty()
    }

    /// Adds a game. Moves are numbered; a point that was played several times shows the last
    /// number. Passes are listed below the board. Games are sorted by their keys in natural order
    /// (2 before 10), equal keys in the order of their addition.
    pub fn add(
        &mut self,
        (key, name): (&str, &str),
        size: BoardSize,
        info: &GameInfo,
        game: &Sequence,
    ) {
        let Ok(mut board) = Board::with_stones(size, game.stones.iter().copied()) else {
            return;
        };
        board.set_rules(Rules::SIMPLE);
        let moves = game.moves.iter().take(self.moves).enumerate();
        let (mut numbers, mut passes) = (Vec::new(), Vec::new());
        for (number, &(color, at)) in moves {
            let Some(at) = at else {
                passes.push((number + 1).to_string());
                continue;
            };
            // Never fails: sequences have been checked on a board.
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
        let passes = match passes.as_slice() {
            [] => String::new(),
            [one] => format!("pass: {one}"),
            many => format!("passes: {}", many.join(", ")),
        };
        let lines = [name.to_owned(), about(info), passes];
        let key = key.to_owned();
        self.tiles.push(Tile {
            key,
            board: drawing,
            lines,
        });
    }

    /// The page as SVG.
    pub fn svg(&self) -> String {
        let mut tiles: Vec<&Tile> = self.tiles.iter().collect();
        tiles.sort_by(|a, b| alphanumeric_sort::compare_str(&a.key, &b.key));
        let below = LINES * LINE + 4;
        let (wide, high) = (BOARD + MARGIN, BOARD + below + MARGIN);
        let rows = self.tiles.len().div_ceil(self.columns);
        let width = MARGIN + self.columns.min(self.tiles.len()).max(1) * wide;
        let height = MARGIN + rows * high;
        let mut text = format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12" fill="#2b2118">
<rect width="100%" height="100%" fill="#ffffff"/>
"##
        );
        for (number, Tile { board, lines, .. }) in tiles.into_iter().enumerate() {
            let x = MARGIN + number % self.columns * wide;
            let y = MARGIN + number / self.columns * high;
            // Writing to a string cannot fail.
            let (natural_width, natural_height) = board.extent();
            let _ = writeln!(
                text,
                r#"<svg x="{x}" y="{y}" width="{BOARD}" height="{BOARD}" viewBox="0 0 {natural_width} {natural_height}">
{board}</svg>
<svg x="{x}" y="{}" width="{BOARD}" height="{below}">"#,
                y + BOARD
            );
            for (line, content) in lines.iter().enumerate() {
                let y = (line + 1) * LINE;
                if !content.is_empty() {
                    let _ = writeln!(text, r#"<text y="{y}">{}</text>"#, escaped(content));
                }
            }
            text.push_str("</svg>\n");
        }
        text.push_str("</svg>\n");
        text
    }
}

/// The players and the result, as far as the record has them.
fn about(info: &GameInfo) -> String {
    let name = |name: &Option<String>, color: &str| {
        name.clone()
            .filter(|name| !name.is_empty())
            .unwrap_or(color.to_owned())
    };
    let result = info.result.as_deref().filter(|result| !result.is_empty());
    let mut parts = Vec::new();
    parts.extend(result.map(str::to_owned));
    if info.black.is_some() || info.white.is_some() {
        let (black, white) = (name(&info.black, "Black"), name(&info.white, "White"));
        parts.push(format!("{black} – {white}"));
    }
    parts.join("  ")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
