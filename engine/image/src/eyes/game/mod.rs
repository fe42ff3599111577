//! The abstract game of eye shapes: how many eyes an eye space is worth, computed.
//!
//! Entry point: [`value`]. It plays out every line of the game on a graph and returns the four
//! digits of an [`EyeValue`](super::EyeValue) with the vital points. [`values`] does the same for
//! several fillings of one graph with stones, which costs little more than one. `position.rs` has
//! the moves, `search.rs` the values. The game follows the chapter "Eyes and Half Eyes" of GNU Go's
//! manual; where the manual leaves something open, the answers of its command `analyze_eyegraph`
//! decided. docs/eyes.md lists where the results and GNU Go's database differ.
//!
//! # The graph
//!
//! The *defender* owns the eye space, the *attacker* wants it to have few eyes. Each vertex is a
//! point: empty or with an attacker's stone, inner or *marginal*. A marginal point touches the
//! attacker's side: the attacker's stones there are connected to living stones. Everything around
//! the space is the *wall*, the defender's stones. The wall cannot be captured. Two kinds of points
//! do not touch it: those with all neighbours in the space, where a defender's stone is cut off
//! until it is connected, and points that were captured.
//!
//! # Moves
//!
//! - The defender plays on an empty point. It is no longer part of the space. Chains of attackers
//!   without liberties are captured: their points are empty again. A stone that touches the wall
//!   belongs to it; a stone that does not can be captured.
//! - The attacker plays on an empty inner point. The stone belongs to the space. Defenders that are
//!   cut off and without liberties are captured. If the stone's chain has no liberty, then it is
//!   suicide: the chain is removed (one stone alone may not do that).
//! - The attacker plays on an empty marginal point. The point is lost, the chains of attackers that
//!   touch it are saved, and the empty points next to all these become marginal.
//! - A stone that took in a ko may not be taken back at once. A line that never ends gains nothing
//!   for the attacker.
//! - Both sides may pass. Two passes end the game, except that the first pass in a ko only allows
//!   the other side to go on.
//!
//! A stone on a marginal point (`$`) has no liberties outside and can be captured; then its point
//! is marginal and empty.
//!
//! An edge or a corner takes neighbours away from a point, so that a defender's stone may be cut
//! off there; nothing else. The wall has liberties outside: the attacker's last move into an eye is
//! suicide.
//!
//! # Eyes at the end
//!
//! A connected part of the space with a marginal point is no eye. Another part is one eye if at
//! most one of its points is empty. With more empty points it counts as two: the attacker, who
//! passed, has not shown that he can reduce it. So `.XX.` is one eye, since the attacker goes on
//! with `XXX.`, is captured, and plays in the middle of three; `.XXX.` is two, since capturing four
//! leaves two eyes.
//!
//! # Digits
//!
//! The second digit is the result if the attacker begins, the third if the defender begins. The
//! first is the result if the attacker begins and the defender must once leave a move unanswered.
//! He may put that off, but only by moves that the attacker has to answer, so that the result
//! differs if he does not; and the attacker may begin only with a move that would be as good if it
//! were answered. The fourth digit is the same with the sides exchanged. These rules make
//! `XX.!.` with a further stone above it worth 1122: after the attacker's capture of the margin the
//! defender takes three stones with sente.

mod graph;
mod line;
mod position;
mod search;

pub use graph::{EyeGraph, EyeVertex, MAX_GRAPH};
pub use line::{Step, line};
pub use search::{Side, Solved};

use position::Position;
use search::Game;

/// The value of an eye space by the rules of this module, exactly; `None` if the game has more than
/// this number of positions.
pub fn value(graph: &EyeGraph, nodes: usize) -> Option<Solved> {
    values(graph, &[graph.stones()], nodes)?.pop()
}

/// The values of an eye space for several sets of attacker's stones in it, as bit masks of
/// vertices. The positions of all of them together are limited.
pub fn values(graph: &EyeGraph, fillings: &[u32], nodes: usize) -> Option<Vec<Solved>> {
    let starts = fillings
        .iter()
        .map(|&stones| Position::start(graph, stones));
    let game = Game::explore(graph, starts, nodes)?;
    Some((0..fillings.len()).map(|at| game.solved(at)).collect())
}
