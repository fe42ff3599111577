//! The Go board: points, colours, strings with liberties, captures, ko, undo, hashes.
//!
//! Entry point: [`Board`], for sizes from 2x2 to 25x25. [`Point`] explains the grid. [`playout`]
//! has the faster board for random games. [`naive::NaiveBoard`] is the slow twin that tests compare
//! everything with.
//!
//! ```
//! use katachi_board::{Board, BoardSize, Color, Point};
//!
//! let size = BoardSize::new(9).ok_or("no such board")?;
//! let mut board = Board::new(size);
//! let point = Point::from_vertex("E5", size)?;
//! board.play(Color::Black, point)?;
//! assert_eq!(board.liberty_count(point), 4);
//! assert_eq!(board.undo(), Some((Color::Black, Some(point))));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod chain;
mod color;
mod diagram;
mod handicap;
mod komaster;
mod komi;
mod links;
pub mod naive;
mod outcome;
mod outlook;
mod past;
pub mod playout;
mod point;
mod point_set;
mod record;
mod region;
mod rules;
mod strings;
mod superstring;
pub mod svg;
mod symmetry;
mod trial;
mod vertex;
mod zobrist;

pub use board::{Board, NoLiberty};
pub use chain::Chain;
pub use color::{ByColor, Color, PointState};
pub use diagram::DiagramError;
pub use handicap::{fixed_handicap, max_fixed_handicap, star_points};
pub use komaster::{Komaster, Tried};
pub use komi::{MAX_KOMI, NotKomi, check_komi, parse_komi};
pub use links::{Chains, Neighbors};
pub use outcome::{BreakThrough, Outcome};
pub use point::{BoardSize, Point};
pub use point_set::{Common, PointSet};
pub use region::{Region, is_eye, is_surrounded, regions};
pub use rules::{IllegalMove, KoRule, MAX_STRINGS, Rules, Scoring, SuicideRule};
pub use superstring::Superstring;
pub use symmetry::Symmetry;
pub use vertex::{NotAVertex, Vertex, column_letter};
