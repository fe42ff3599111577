//! Races in enclosed areas, by search: who wins a semeai of two dragons that lie side by side.
//!
//! Entry point: [`RaceReader::wins`]. A side wins if it captures the other dragon and lives. Life
//! alone ([`life`](crate::life)) does not decide that: a dragon may capture the other one and die
//! by it, since only a dead shape of its eye space is left (nakade). Nobody begins such a capture,
//! so it is a seki. And a dragon that has been captured may leave such a shape, and so win.
//!
//! Example. Black can capture three stones at `a` and `b`, and would then have one eye. White
//! cannot play at either point without giving Black four stones and two eyes. A seki.
//!
//! ```text
//! O O O O O O
//! O X X X X .
//! . X a O X X
//! O X X O O b
//! ```
//!
//! Both sides may play on every point of the area; the side that wants a seki may pass. Once one
//! of the dragons is gone, the rest is a question of life.
//!
//! | module | what it is for |
//! |---|---|
//! | `area` | a race, and where both sides may play |
//! | `moves` | the candidate moves, in order |
//! | `search` | what the proof kernel has to know |

mod area;
mod moves;
mod search;

pub use area::Race;

use katachi_board::{Board, Color};

use crate::proof::{Side, answer};
use crate::reading::Reading;
use area::Area;
use search::{Searcher, Terms};

/// An area with more empty points is open.
const MOST_POINTS: usize = 18;

/// Reads races on a board by trial moves, all of which it takes back.
pub struct RaceReader {
    nodes: u32,
    searcher: Searcher,
}

impl std::fmt::Debug for RaceReader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RaceReader")
            .field("nodes", &self.nodes)
            .finish_non_exhaustive()
    }
}

impl RaceReader {
    /// A reader that searches at most this many positions under each ko regime.
    pub fn new(nodes: u32) -> Self {
        Self {
            nodes,
            searcher: Searcher::new(),
        }
    }

    /// The number of positions searched so far.
    pub fn nodes(&self) -> u64 {
        self.searcher.budget.nodes
    }

    /// Whether this winner captures the other dragon and lives, or, if the other side moves,
    /// whether that can be prevented: the answer is for the side to move. A success without a
    /// point needs no move. `None` if the dragons do not lie in a closed area, or if the search
    /// reaches a limit.
    pub fn wins(
        &mut self,
        board: &mut Board,
        race: &Race,
        (winner, mover): (Color, Color),
    ) -> Option<Reading> {
        let area = Area::of(board, race, MOST_POINTS)?;
        let side = if mover == winner {
            Side::Prover
        } else {
            Side::Disprover
        };
        self.searcher.begin();
        let (outcome, point) = answer(side, |regime| {
            let terms = Terms {
                race,
                winner,
                area,
                regime,
                nodes: self.nodes,
            };
            self.searcher.search(board, &terms, side)
        })?;
        Some(Reading { outcome, point })
    }
}
