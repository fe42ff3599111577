//! Break-ins: moves into large territories, if the caller wishes for them.

use katachi_board::{Board, Outcome, Point, PointSet};
use katachi_strategy::influence::Region;

use super::reason::{Reason, Source};
use super::turn::Turn;
use super::worth::{Worths, add_reason};

/// Smaller territories are not broken into.
const LEAST_TERRITORY: usize = 10;

/// The strings for which a territory is asked about, the nearest ones.
const MOST_STRINGS: usize = 5;

/// Strings farther from a territory than this do not break into it.
const FARTHEST: usize = 4;

/// Adds moves that lead a string into the middle of the opponent's territory, and those that keep
/// the opponent's strings out of one's own.
pub fn add_break_ins(turn: &mut Turn<'_>, worths: &mut Worths) {
    if !turn.reads_break_ins {
        return;
    }
    let influence = turn.position.influence(turn.own);
    for segment in influence.segments(Region::Territory) {
        let board = turn.board();
        let open = segment.points - *board.stones(segment.owner);
        let inside = inside(board, &segment.points);
        if open.len() < LEAST_TERRITORY || inside.is_empty() {
            continue;
        }
        let (intruder, safe) = (!segment.owner, *influence.safe());
        for string in nearest(board, &inside, &(safe & *board.stones(intruder))) {
            let (connections, board) = turn.connections();
            let way_in = connections.break_in(board, string, &inside);
            if way_in.outcome == Outcome::Lose {
                continue;
            }
            let found = if intruder == turn.own {
                way_in
            } else {
                let (connections, board) = turn.connections();
                connections.block_off(board, string, &inside)
            };
            if let Some(point) = found.point.filter(|_| found.outcome != Outcome::Lose) {
                add_reason(worths, point, Reason::ExpandsTerritory, Source::Reading);
            }
        }
    }
}

/// The points of a territory where an intruder has come in: with at least two neighbours there.
fn inside(board: &Board, territory: &PointSet) -> PointSet {
    let is_inside = |point: &Point| {
        let near = point.neighbors().into_iter();
        near.filter(|near| territory.contains(*near)).count() >= 2
    };
    let points = (*territory & *board.empty()).iter();
    points.filter(is_inside).collect()
}

/// The strings nearest to an area, one stone of each.
fn nearest(board: &Board, area: &PointSet, stones: &PointSet) -> Vec<Point> {
    let (mut reached, mut found) = (*area, Vec::new());
    let mut rest = *stones;
    for _ in 0..FARTHEST {
        reached |= reached.neighbors() & (*board.empty() | *stones);
        while let Some(stone) = (rest & reached).first() {
            let string = board.chain(stone).map_or(rest, |chain| chain.stone_set());
            rest = rest - string;
            found.push(stone);
        }
        if found.len() >= MOST_STRINGS {
            found.truncate(MOST_STRINGS);
            break;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use katachi_board::Color;

    fn board(text: &str) -> Board {
        text.parse().expect("a board")
    }

    fn names(board: &Board, points: impl IntoIterator<Item = Point>) -> Vec<String> {
        let named = points
            .into_iter()
            .map(|point| point.vertex(board.size()).to_string());
        named.collect()
    }

    #[test]
    fn corners_without_room_are_not_inside() {
        let board = board(". . O . .\n. . O . .\n. O O . .\n. . O . .\n. . O . .");
        let left: PointSet = (board.size().points())
            .filter(|point| point.col() < 2 && point.row() < 3)
            .collect();
        assert_eq!(
            names(&board, &inside(&board, &left)),
            ["A5", "B5", "A4", "B4", "A3"]
        );
        let tail: PointSet = ["A2", "A1"]
            .iter()
            .filter_map(|name| Point::from_vertex(name, board.size()).ok())
            .collect();
        assert!(inside(&board, &tail).is_empty());
    }

    #[test]
    fn the_nearest_strings_come_first() {
        let board =
            board(". . . . . .\n. . . . . .\n. X . . . .\n. . . . . .\nX X . . . .\n. . . . . X");
        let area: PointSet = Point::from_vertex("A6", board.size()).into_iter().collect();
        let found = nearest(&board, &area, board.stones(Color::Black));
        assert_eq!(names(&board, found), ["B4", "A2"]);
    }
}
