//! Tests that need nothing from outside, in one program.

mod build;
mod cache;
mod clients;
mod combination;
mod command_line;
mod explain;
mod gmp;
mod influence;
mod metamachine;
mod monte_carlo;
mod new;
mod openings;
mod overrides;
mod patterns;
mod places;
mod protocol;
mod reasons;
mod reload;
mod session;
mod studio;
mod terminal;
mod testing;
mod trace;
mod vetoes;
mod views;
mod watch;
