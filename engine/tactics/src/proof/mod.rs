//! The kernel of proof-number search: what all such searches share.
//!
//! For readers that prove or disprove a goal by trial moves: tactical reading (the string is
//! captured), connections (the strings get connected), the lives of dragons. A reader implements
//! [`Search`]: its goal, its candidate moves, first guesses, what a move is and how it is played.
//! The kernel chooses the line to search next and says when to stop.
//!
//! The search is depth-first proof-number search (df-pn; Nagai 2002). A node has two [`Numbers`].
//! The proof number estimates how many positions must still be decided to prove the goal, the
//! disproof number how many to disprove it. At a node of the [`Side::Prover`] one good move is
//! enough, so its proof number is the least of its children's; the disproof numbers add up, as
//! every move must fail. At a node of the [`Side::Disprover`] the two change places. The search
//! always continues where least is missing. So it finds small proofs that a fixed move order would
//! miss, and leaves hopeless lines without a depth limit.
//!
//! | module | what it is for |
//! |---|---|
//! | `numbers` | proof and disproof numbers, the sides, and how a node's follow from its children's |
//! | `search` | the node loop ([`search`]) and the trait of what it searches |
//! | `table` | the transposition table of one question |
//! | `regime` | the ko regimes whose searches together make a result code |
//! | `budget` | node limit and counters |
//! | `tree` | fixed lists of children, and the ko captures of a line |
//! | `trace` | a recording of the moves that a search tries |
//!
//! What differs stays with the reader, as functions of its [`Search`]:
//!
//! | | reading | connections |
//! |---|---|---|
//! | sum of numbers | smaller ones count in part | plain |
//! | margin before the second best move gets its turn | 1 | 1, and a quarter of its number |
//! | children | fixed, a pass may be one | refutations may become moves later, others are cut |
//! | first visit of a move | a look; the node is expanded only if it is still the best | expands |
//! | repeated positions | decided, and kept out of the table | impossible: the komaster scheme |

mod budget;
mod numbers;
mod regime;
mod search;
mod table;
mod trace;
mod tree;

pub(crate) use budget::Budget;
pub use numbers::{INFINITE, Numbers, Side, Sum, weigh};
pub use regime::{Found, Regime, answer};
pub(crate) use regime::{Step, judge};
pub use search::{Entered, Search, Thresholds, search};
pub(crate) use table::{Table, mixed};
pub use trace::{Played, Trace};
pub use tree::Known;
pub(crate) use tree::{
    Block, Child, KoLine, PASSING, Scored, WAITING, add_scored, doubt, keep, known, settled,
    weigh_children,
};
