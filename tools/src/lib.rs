//! Runs engines against each other and over game records: the library behind the programs `twogtp`,
//! `gtpstat`, `sgfsheet` and `katachi-tools`.
//!
//! - Matches: [`Terms`](terms::Terms) decide how games are played, [`game::play`] plays one,
//!   [`Contest`](contest::Contest) plays all of them and keeps a
//!   [`ResultTable`](table::ResultTable).
//! - Results of matches: [`Standings`](summary::Standings), [`Tally`](tally::Tally) with Elo,
//!   [`Sprt`](sprt::Sprt).
//! - Questions about the positions of game records: [`Survey`](survey::Survey) asks a
//!   [`Query`](query::Query), [`Curve`](curve::Curve) averages the answers, [`plot`] draws them.
//! - Points that engines lose per move, judged by a teacher: [`quality`].
//! - Right first moves of Go problems: [`problems`].
//! - Many games on one page: [`Sheet`](sheet::Sheet).
//! - Databases with values learned from games: [`tune`]; with computed values: [`eyes`]; with
//!   patterns of life and death: [`owl`].
//!
//! Engines are processes that speak GTP. Their failures are values here, never panics.

pub mod clock;
pub mod contest;
pub mod curve;
pub mod duplicates;
pub mod eyes;
pub mod game;
pub mod openings;
pub mod owl;
pub mod plot;
pub mod problems;
pub mod quality;
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
