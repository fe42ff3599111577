//! Joseki out of game records.
//!
//! [`GameReader`] reads games, a [`Collector`] counts what they show of each corner ([`Table`]);
//! [`Tree::grow`] makes a tree of what passes a [`Selection`], and [`sgf`] writes it down for
//! [`compile`](crate::compile). [`Ladders`] finds moves that need a ladder. [`FusekiCollector`] does it for the whole board. [`Measure`] says how well patterns foretell what is played.

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
pub use games::{Census, Game, GameReader, Part, Skip};
pub use ladders::Ladders;
pub use measure::{Figures, Measure};
pub use observe::View;
pub use select::{Selection, classify};
pub use stones::{Place, Region, Stones, WIDEST};
pub use table::{Collector, Move, Position, Table};
pub use tree::{Node, Proposal, Tree};
pub use write::sgf;
