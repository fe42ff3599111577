//! Mines joseki from game records.
//!
//! 1. [`GameReader`] reads games.
//! 2. A [`Collector`] counts the positions and moves of each corner; the result is a [`Table`].
//! 3. [`Tree::grow`] makes a tree of the moves that pass a [`Selection`].
//! 4. [`Ladders`] adds constraints to moves that need a ladder.
//! 5. [`sgf`] writes the tree for [`compile`](crate::compile).
//!
//! The order of the games decides everything, not that of threads, so the same records give the
//! same bytes.
//!
//! [`FusekiCollector`] makes a book of whole-board openings. [`Measure`] says how well patterns
//! predict the moves of games.

mod fuseki;
mod games;
mod ladders;
mod measure;
mod observe;
mod select;
mod stones;
mod table;
mod tree;
mod write;

pub use fuseki::{BookMove, FusekiCollector, FusekiSelection, dbz};
pub use games::{Census, Game, GameReader, Part, Skip, fingerprint};
pub use ladders::Ladders;
pub use measure::{Figures, Measure};
pub use observe::View;
pub use select::{Selection, classify};
pub use stones::{Place, Region, Stones, WIDEST};
pub use table::{Collector, Counts, Move, Table};
pub use tree::{Node, Proposal, Tree};
pub use write::sgf;
