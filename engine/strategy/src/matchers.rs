//! Matchers for the engine's databases. Each is built on first use, and kept until the board size
//! changes.

use katachi_board::{Board, BoardSize, Color};
use katachi_image::{General, Pattern, Role};
use katachi_matcher::{LiveMatcher, Match};

use crate::knowledge::Knowledge;

/// The matchers of one set of databases, for one board size.
#[derive(Clone, Debug, Default)]
pub struct Matchers {
    size: Option<BoardSize>,
    /// The matchers, by the index of their database.
    list: Vec<Option<LiveMatcher>>,
}

impl Matchers {
    /// The matches of the database with this index, with this side as O.
    pub fn matches(
        &mut self,
        (place, general): (usize, &General<'_>),
        board: &Board,
        own: Color,
    ) -> impl Iterator<Item = Match> + use<'_> {
        let size = board.size();
        if self.size != Some(size) {
            self.list.clear();
            self.size = Some(size);
        }
        if self.list.len() <= place {
            self.list.resize(place + 1, None);
        }
        let matcher = self.list[place].get_or_insert_with(|| LiveMatcher::new(general, size));
        matcher.matches(general, board, own)
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
