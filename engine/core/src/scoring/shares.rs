//! Who owns the empty points of a position whose dead stones are known.
//!
//! A region that only one colour surrounds is its territory. A region between both colours is
//! divided: each point belongs to the colour that reaches it first from its own stones, and to
//! nobody if both do. So a gap in a border does not open the whole territory behind it.

use katachi_board::{Board, ByColor, Color, PointSet, Region, Scoring, regions};

/// Who owns the empty points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shares {
    /// The territory of each side, with the points of dead stones in it.
    pub territory: ByColor<PointSet>,
}

/// No points of either side.
pub(super) const NOTHING: ByColor<PointSet> = ByColor {
    black: PointSet::EMPTY,
    white: PointSet::EMPTY,
};

impl Shares {
    /// The shares when these stones are dead.
    pub fn of(board: &Board, dead: &PointSet) -> Self {
        let mut territory = NOTHING;
        for Region {
            points, borders, ..
        } in regions(board, dead)
        {
            match (borders.black, borders.white) {
                (false, false) => {}
                (true, false) => territory.black |= points,
                (false, true) => territory.white |= points,
                (true, true) => {
                    let reach = |color| reach(board, dead, &points, color);
                    let divided = divide(points, reach(Color::Black), reach(Color::White));
                    territory.black |= divided.black;
                    territory.white |= divided.white;
                }
            }
        }
        Self { territory }
    }

    /// The empty points of nobody.
    pub fn neutral(&self, board: &Board) -> PointSet {
        *board.empty() - self.territory.black - self.territory.white
    }

    /// Black's points minus White's, with the stones captured so far.
    pub fn balance(&self, board: &Board, dead: &PointSet, scoring: Scoring) -> i32 {
        let side = |color: Color| {
            let territory = self.territory[color].len();
            let points = match scoring {
                Scoring::Area => territory + (*board.stones(color) - *dead).len(),
                Scoring::Territory => {
                    let prisoners = (*board.stones(!color) & *dead).len();
                    territory + prisoners + board.captures(color) as usize
                }
            };
            points as i32
        };
        side(Color::Black) - side(Color::White)
    }
}

/// The points of a region that the living stones of a colour touch.
fn reach(board: &Board, dead: &PointSet, region: &PointSet, color: Color) -> PointSet {
    *region & (*board.stones(color) - *dead).neighbors()
}

/// The open border in a region: the points that stones of both sides touch, and neighbours of which
/// each side touches one. `None` if the sides meet farther from their stones as well, so that there
/// is no border yet.
pub(super) fn border(board: &Board, dead: &PointSet, region: &PointSet) -> Option<PointSet> {
    let empty = *region & *board.empty();
    let [by_black, by_white] = Color::BOTH.map(|color| reach(board, dead, &empty, color));
    let ByColor { black, white } = divide(empty, by_black, by_white);
    let nobodys = empty - black - white;
    let met = (by_black & by_white)
        | ((black | nobodys) & white.neighbors())
        | ((white | nobodys) & black.neighbors());
    (met - by_black - by_white).is_empty().then_some(met)
}

/// Divides a region, in which both sides reach some points first, by the number of steps.
fn divide(region: PointSet, mut black: PointSet, mut white: PointSet) -> ByColor<PointSet> {
    let mut owned = NOTHING;
    let mut free = region;
    while !(black.is_empty() && white.is_empty()) {
        free = free - (black | white);
        let (first_black, first_white) = (black - white, white - black);
        owned.black |= first_black;
        owned.white |= first_white;
        black = first_black.neighbors() & free;
        white = first_white.neighbors() & free;
    }
    owned
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of points of the border of the only region of an empty part of this board.
    fn points(text: &str) -> Option<usize> {
        let board: Board = text.parse().expect("a board");
        let dead = PointSet::EMPTY;
        border(&board, &dead, board.empty()).map(|border| border.len())
    }

    #[test]
    fn a_gap_is_a_short_border_and_an_open_board_has_none() {
        let gap = "
            . . X O . .
            . . X O . .
            . . X O . .
            . . X O . .
            . . X O . .
            . . . . . .";
        assert_eq!(points(gap), Some(2));
        let far = "
            X . . . O
            X . . . O
            X . . . O
            X . . . O
            X . . . O";
        assert_eq!(points(far), None);
    }
}
