//! Tactics: exact answers to small questions, from the board alone.
//!
//! | module | what it answers |
//! |---|---|
//! | [`reading`] | whether a string can be captured or saved, by which move, with which ko |
//! | [`connection`] | whether two strings can be connected or cut |
//! | [`life`] | whether stones in an enclosed area live |
//! | [`race`] | which of two dragons in an enclosed area wins their race |
//! | [`unconditional`] | which stones live, and which points are territory, if a side always passes |
//!
//! Entry points: [`reading::Reader`], [`connection::ConnectionReader`], [`life::LifeReader`],
//! [`race::RaceReader`] and [`unconditional::Unconditional`]. A reader remembers its answers, each
//! with the points that it depends on, so that a move elsewhere leaves it valid; races are not
//! remembered yet.
//!
//! Readers stand on four modules of this crate: `proof` is the kernel of proof-number search,
//! `memory` keeps answers, and `trail` collects the points that an answer depends on. Where a node
//! limit must not depend on the memory, an `account` pays for remembered answers. A new kind of
//! question implements `proof::Search` and `memory::Key`.

mod account;
pub mod connection;
#[cfg(test)]
mod fringe;
pub mod life;
mod memory;
pub mod proof;
pub mod race;
pub mod reading;
mod trail;
pub mod unconditional;
