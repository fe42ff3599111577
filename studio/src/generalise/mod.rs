//! How loose the diagram of a pattern may be, and which constraint would help.
//!
//! Entry point: [`Plan::run`]. Games are cut into *situations*: a place for the diagram, from the
//! move that made its content until the next move there (module `scan`). A situation is a *hit* if
//! that move is the pattern's, a *false hit* if it is another one. The games are in two halves:
//! module `weaken` loosens cells by the first half, and the second one has a veto; module
//! `constraint` asks the engine about the matches that remain.

mod constraint;
mod count;
mod plan;
mod report;
mod scan;
mod weaken;

pub use constraint::Separation;
pub use count::{Count, Counts};
pub use plan::Plan;
pub use report::Generalised;
pub use weaken::{CellReport, Looser, Step};

impl Plan<'_> {
    /// Counts, loosens, and asks the engine. `watch` gets what is under way, how much of it is
    /// done, and how much there is.
    pub fn run(&self, watch: &(dyn Fn(&str, u64, u64) + Sync)) -> Generalised {
        let loosened = weaken::loosen(&self.draft.picture, self.games, self.most_false, &|done| {
            watch("games", done, self.games.games.len() as u64);
        });
        let draft = self.draft.loosened(loosened.picture().clone());
        let watch = |done, all| watch("positions", done, all);
        let separations = constraint::separate(self, &draft, &watch);
        Generalised::new(self, &loosened, separations)
    }
}
