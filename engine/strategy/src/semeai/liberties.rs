//! Moves that fill the liberties of a dragon.

use katachi_board::{Board, Color, Point, PointSet};
use katachi_tactics::reading::Reader;

use super::side::is_safe;

/// The most approach moves before a liberty can be filled.
const MOST_APPROACHES: usize = 6;

/// A move that fills a liberty, or prepares to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Filling {
    pub point: Point,
    pub kind: Kind,
}

/// Which liberty a move fills.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// One of the other dragon alone.
    Outside,
    /// One that both share.
    Common,
    /// One inside an eye: the stone can be captured, but the eye becomes smaller by it.
    Inside,
}

/// The best move of a side that takes a liberty from the other dragon: a liberty outside, else a
/// common one; each directly if the stone is safe, else by an approach move.
pub(super) fn filling(
    board: &mut Board,
    reader: &mut Reader,
    color: Color,
    outside: &PointSet,
    common: &PointSet,
) -> Option<Filling> {
    for (liberties, kind) in [(outside, Kind::Outside), (common, Kind::Common)] {
        let safe = liberties
            .iter()
            .find(|point| is_safe(board, reader, color, *point));
        let point = safe.or_else(|| {
            let mut all = liberties.iter();
            all.find_map(|liberty| approach(board, reader, color, liberty))
        });
        if let Some(point) = point {
            return Some(Filling { point, kind });
        }
    }
    None
}

/// The move inside the eyes of the other dragon that has most liberties afterwards. Its stone may
/// be captured; it takes no liberty from own strings.
pub(super) fn inside(board: &Board, color: Color, outside: &PointSet) -> Option<Filling> {
    let legal = outside.iter().filter(|point| board.is_legal(color, *point));
    let point = legal.max_by_key(|point| {
        (
            board.liberty_count_after(color, *point),
            std::cmp::Reverse(*point),
        )
    })?;
    Some(Filling {
        point,
        kind: Kind::Inside,
    })
}

/// The move that makes it possible to fill a liberty which would be self-atari now: the last
/// liberty of the stone there is filled first, from behind.
fn approach(board: &mut Board, reader: &mut Reader, color: Color, liberty: Point) -> Option<Point> {
    let mut wanted = liberty;
    for _ in 0..MOST_APPROACHES {
        let after = board.liberties_after(color, wanted);
        if after.len() > 1 || board.ko_capture(color, wanted).is_some() {
            return (wanted != liberty).then_some(wanted);
        }
        let next = after.first().filter(|next| board.at(*next).is_empty())?;
        if next == liberty || !board.is_legal(color, next) {
            return None;
        }
        if is_safe(board, reader, color, next) {
            return Some(next);
        }
        wanted = next;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use katachi_tactics::reading::Limits;

    /// What White fills if B1 is the only liberty outside.
    fn filled(text: &str) -> Option<Point> {
        let mut board: Board = text.parse().expect("a board");
        let at = |vertex: &str| Point::from_vertex(vertex, board.size()).expect("a vertex");
        let outside = PointSet::from_iter([at("B1")]);
        let mut reader = Reader::new(Limits::for_level(10));
        let none = PointSet::EMPTY;
        let found = filling(&mut board, &mut reader, Color::White, &outside, &none);
        assert_eq!(board.trial_moves(), 0);
        assert!(found.is_none_or(|found| found.kind == Kind::Outside));
        found.map(|found| found.point)
    }

    #[test]
    fn a_self_atari_is_approached_from_behind() {
        let at = |vertex: &str| {
            let size = katachi_board::BoardSize::new(5).expect("a size");
            Point::from_vertex(vertex, size).expect("a vertex")
        };
        let approached = "
            . O . O .
            O O O O O
            O . X . .
            O X X . .
            . . X . .";
        let direct = "
            . O . O .
            O O O O O
            O . X . .
            O X X . .
            O . X . .";
        let hopeless = "
            . . . . .
            X X X . .
            X . X . .
            X X X . .
            . . X . .";
        assert_eq!(filled(approached), Some(at("A1")));
        assert_eq!(filled(direct), Some(at("B1")));
        assert_eq!(filled(hopeless), None);
    }
}
