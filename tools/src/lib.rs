//! Instruments that run engines against each other and over game records: the library behind the
//! programs `twogtp`, `gtpstat`, `sgfsheet` and `katachi-tools`.
//!
//! - A match: [`Terms`](terms::Terms) say how games are played, [`game::play`] plays one,
//!   [`Contest`](contest::Contest) plays all of them and keeps a [`ResultTable`](table::ResultTable).
//! - Its meaning: [`Standings`](summary::Standings), [`Tally`](tally::Tally) with Elo,
//!   [`Sprt`](sprt::Sprt).
//! - Questions about the positions of game records: [`Survey`](survey::Survey), with
//!   [`Query`](query::Query), [`Curve`](curve::Curve) and [`plot`] for what comes out.
//! - Many games on one page: [`Sheet`](sheet::Sheet).
//! - Databases whose values are learned from games: [`tune`].
//!
//! Engines are processes that speak GTP; every failure of theirs is a value here, never a panic.

pub mod clock;
pub mod contest;
pub mod curve;
pub mod duplicates;
pub mod engine;
pub mod game;
pub mod openings;
pub mod plot;
pub mod query;
pub mod record;
pub mod result;
pub mod rule_set;
pub mod sheet;
pub mod sprt;
pub mod summary;
pub mod survey;
pub mod table;
pub mod tally;
pub mod terms;
pub mod tune;
