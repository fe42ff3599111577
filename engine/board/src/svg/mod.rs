//! Boards as SVG: grid, star points, coordinates, stones, marks on points, shares of ownership,
//! frames around groups.
//!
//! Entry points: [`Drawing`], a board, and [`Plate`], boards with headings, legends and tables.
//! Either displays as one `<svg>` element, by itself or inside a page. It has a background, so it
//! looks the same on light and dark pages. It needs no style sheet, font or script, and has no
//! identifiers that could clash with those of another board. The same drawing always gives the same
//! text. No meaning depends on colour alone: right is a tick, wrong a cross, a played move is
//! filled.
//!
//! ```
//! use katachi_board::svg::{Drawing, Mark};
//! use katachi_board::{Board, BoardSize, Color, Point};
//!
//! let size = BoardSize::new(9).ok_or("no such board")?;
//! let mut board = Board::new(size);
//! let (stone, answer) = (Point::from_vertex("E5", size)?, Point::from_vertex("E6", size)?);
//! board.play(Color::Black, stone)?;
//! let mut drawing = Drawing::of(&board);
//! drawing.title("attack E5").mark(stone, Mark::Question).mark(answer, Mark::PlayedRight);
//! assert!(drawing.to_string().starts_with("<svg "));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod drawing;
mod group;
mod mark;
mod plate;
mod style;

pub use drawing::Drawing;
pub use mark::Mark;
pub use plate::{Figure, Plate};
pub use style::{Rgb, escape};
