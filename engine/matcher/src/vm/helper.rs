//! Helpers of colon lines, as questions to the host.

use katachi_board::{Color, Outcome, Point};
use katachi_image::{HELPERS, Offset};

use super::Question;
use crate::host::{Answer, Host};

impl Question<'_> {
    /// Whether the helper of the colon line accepts the match, `true` if there is none; `None` if
    /// it asks something that the host cannot answer.
    pub fn helper_holds(&self, host: &mut impl Host) -> Option<bool> {
        let Some(helper) = self.pattern.helper() else {
            return Some(true);
        };
        let (o, x) = (self.own, !self.own);
        match HELPERS.get(helper)?.name {
            "jump_out_helper" => self.jumps_out(host),
            "jump_out_far_helper" => {
                Some(self.jumps_out(host)? && !host.dominates_area(x, self.mv()?, x)?)
            }
            "throw_in_atari_helper" => self.throws_in(host),
            "high_handicap_helper" => Some(!host.is_scoring()? && host.stone_count(x)? == 0),
            "reinforce_helper" => Some(
                !host.is_scoring()?
                    && !host.has_lively_dragon(x)?
                    && host.safe_move(o, self.mv()?)? != Outcome::Lose,
            ),
            "thrash_around_helper" => Some(
                o == Color::White
                    && host.uses_fuseki()?
                    && !host.is_scoring()?
                    && !host.has_lively_dragon(o)?
                    && self.is_much_open(host)?,
            ),
            "cutstone2_helper" => {
                let (string, flanks) = (
                    self.beside(-1, -1)?,
                    [self.beside(-1, 0)?, self.beside(0, -1)?],
                );
                host.count_potential_cut(self.mv()?, string, flanks)?;
                // This helper only counts cuts.
                Some(false)
            }
            _ => None,
        }
    }

    /// The point this many rows below and columns right of the move, in the diagram as written.
    fn beside(&self, rows: i8, cols: i8) -> Option<Point> {
        let mv = self.pattern.mv()?;
        let at = Offset {
            row: mv.row.checked_add(rows)?,
            col: mv.col.checked_add(cols)?,
        };
        self.found.point(at, self.size)
    }

    /// Whether the move lies neither in the own area nor in the own eye space.
    fn jumps_out(&self, host: &mut impl Host) -> Answer<bool> {
        let (own, mv) = (self.own, self.mv()?);
        Some(!host.dominates_area(own, mv, !own)? && !host.is_eye_space(own, mv)?)
    }

    /// Whether a throw-in next to the string right of the move works. The threat counts either way.
    fn throws_in(&self, host: &mut impl Host) -> Answer<bool> {
        let (mv, string) = (self.mv()?, self.beside(0, 1)?);
        let value = 2.0 * host.string_effective_size(string)?;
        host.set_follow_up(mv, value)?;
        let flanks = [self.beside(-1, 1), self.beside(1, 1)];
        host.throw_in_works(self.own, mv, string, flanks)
    }

    /// Whether stones cover at most two fifths of the board, or own stones at most one fifth.
    fn is_much_open(&self, host: &mut impl Host) -> Answer<bool> {
        let points = self.size.get() * self.size.get();
        let own = host.stone_count(self.own)?;
        let stones = own + host.stone_count(!self.own)?;
        Some(5 * stones <= 2 * points || 5 * own <= points)
    }
}
