//! Matchers for the engine's databases. Each is built on first use, and kept until the board size
//! changes.

use std::collections::BTreeSet;
use std::sync::Arc;

use katachi_board::{Board, BoardSize, Color, PointSet};
use katachi_image::{General, Pattern, Role};
use katachi_matcher::{LiveMatcher, Match, Matcher, Wanted};

use crate::knowledge::Knowledge;

/// The matchers of one set of databases, for one board size.
#[derive(Clone, Debug, Default)]
pub struct Matchers {
    size: Option<BoardSize>,
    /// The matchers, by the index of their database.
    list: Vec<Option<LiveMatcher>>,
    /// The matchers of searches, which look around a goal only.
    around: Vec<Option<Matcher>>,
    /// The patterns whose matches are left out: index of the database, number of the pattern.
    silenced: Arc<BTreeSet<(usize, u32)>>,
}

impl Matchers {
    /// Matchers for these databases.
    pub fn new(knowledge: &Knowledge) -> Self {
        Self {
            silenced: Arc::clone(knowledge.silenced()),
            ..Self::default()
        }
    }

    /// The matches of the database with this index, with this side as O.
    pub fn matches(
        &mut self,
        (place, general): (usize, &General<'_>),
        board: &Board,
        own: Color,
    ) -> impl Iterator<Item = Match> + use<'_> {
        let size = board.size();
        self.set_size(size);
        if self.list.len() <= place {
            self.list.resize(place + 1, None);
        }
        let matcher = self.list[place].get_or_insert_with(|| LiveMatcher::new(general, size));
        let silenced = &self.silenced;
        let matches = matcher.matches(general, board, own);
        matches.filter(move |found| is_heard(silenced, place, *found))
    }

    fn set_size(&mut self, size: BoardSize) {
        if self.size != Some(size) {
            self.list.clear();
            self.around.clear();
            self.size = Some(size);
        }
    }

    /// The matches of the database with this index, with this side as O, that have a stone of the
    /// goal.
    pub fn around(
        &mut self,
        (place, general): (usize, &General<'_>),
        board: &Board,
        own: Color,
        goal: &PointSet,
    ) -> Vec<Match> {
        let size = board.size();
        self.set_size(size);
        if self.around.len() <= place {
            self.around.resize(place + 1, None);
        }
        let matcher = self.around[place].get_or_insert_with(|| Matcher::new(general, size));
        let wanted = Wanted {
            goal: Some(goal),
            ..Wanted::default()
        };
        let mut found = matcher.wanted_matches(general, board, own, &wanted);
        if !self.silenced.is_empty() {
            found.retain(|found| is_heard(&self.silenced, place, *found));
        }
        found
    }

    /// The matches of all databases of a role with either side as O, each with that side and its
    /// pattern.
    pub fn of_role<'k>(
        &mut self,
        knowledge: &'k Knowledge,
        role: Role,
        board: &Board,
    ) -> Vec<(Color, Pattern<'k>, Match)> {
        let mut all = Vec::new();
        for (place, general) in knowledge.of_role(role) {
            for own in Color::BOTH {
                let matches = self.matches((place, &general), board, own);
                all.extend(matches.filter_map(|found| {
                    let pattern = general.pattern(found.pattern as usize)?;
                    Some((own, pattern, found))
                }));
            }
        }
        all
    }
}

/// Whether a match of this database counts.
fn is_heard(silenced: &BTreeSet<(usize, u32)>, place: usize, found: Match) -> bool {
    silenced.is_empty() || !silenced.contains(&(place, found.pattern))
}
