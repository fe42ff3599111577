//! Handicap points and star points of every board size.
//!
//! The handicap table is that of the GTP 2 specification (section 4.1.1). Odd boards from 9 on have
//! at most nine stones; even boards from 8 on, and 7, at most four; smaller boards none. The points
//! are on the third line below 13 lines, else on the fourth. (GNU Go 3.8 differs only on 12x12,
//! where it uses the fourth line.) Drawn boards mark the same points.

use crate::{BoardSize, Point, PointSet};

/// The distance of handicap and star points from the edge, 0 on the first line.
const fn line(size: BoardSize) -> usize {
    if size.get() < 13 { 2 } else { 3 }
}

/// The largest number of fixed handicap stones on a board of this size; 0 if there are none.
pub const fn max_fixed_handicap(size: BoardSize) -> usize {
    match size.get() {
        0..=6 => 0,
        7 => 4,
        even if even % 2 == 0 => 4,
        _ => 9,
    }
}

/// The points of a fixed handicap in the order in which more stones fill them; `None` if the
/// number is below 2 or above [`max_fixed_handicap`].
pub fn fixed_handicap(size: BoardSize, stones: usize) -> Option<Vec<Point>> {
    if stones < 2 || stones > max_fixed_handicap(size) {
        return None;
    }
    let (near, far, middle) = (line(size), size.get() - 1 - line(size), size.get() / 2);
    let at = Point::at;
    let corners = [at(far, near), at(near, far), at(near, near), at(far, far)];
    let sides = [
        at(middle, near),
        at(middle, far),
        at(far, middle),
        at(near, middle),
    ];
    let mut points: Vec<Point> = corners.into_iter().chain(sides).collect();
    // Five, seven and nine stones include the centre, so one other point fewer.
    points.truncate(stones - usize::from(stones >= 5 && stones % 2 == 1));
    if points.len() < stones {
        points.push(at(middle, middle));
    }
    Some(points)
}

/// The star points that a drawn board of this size marks.
pub fn star_points(size: BoardSize) -> PointSet {
    star_points_of(size.get(), size.get()).collect()
}

/// The star points of a drawn board that need not be square; both numbers from 2 to 25.
pub(crate) fn star_points_of(columns: usize, rows: usize) -> impl Iterator<Item = Point> {
    let on_corner_line = |n: usize, x: usize| {
        let line = match n {
            0..5 => return false,
            5 => 1,
            6..13 => 2,
            _ => 3,
        };
        x == line || x == n - 1 - line
    };
    let on_middle_line = |n: usize, x: usize| n % 2 == 1 && x == n / 2;
    (0..rows)
        .flat_map(move |row| (0..columns).map(move |col| (row, col)))
        .filter(move |&(row, col)| {
            let corner = on_corner_line(rows, row) && on_corner_line(columns, col);
            let centre = on_middle_line(rows, row) && on_middle_line(columns, col);
            let side = rows >= 13 && on_middle_line(rows, row) && on_corner_line(columns, col)
                || columns >= 13 && on_middle_line(columns, col) && on_corner_line(rows, row);
            corner || centre || side
        })
        .filter_map(|(row, col)| Point::new(row, col))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(size: usize, stones: usize) -> Option<String> {
        let size = BoardSize::new(size)?;
        let mut points = fixed_handicap(size, stones)?;
        points.sort();
        let names: Vec<_> = points
            .iter()
            .map(|point| point.vertex(size).to_string())
            .collect();
        Some(names.join(" "))
    }

    #[test]
    fn nineteen_lines_as_in_the_specification() {
        let size = BoardSize::NINETEEN;
        let table = [
            (2, "D4 Q16"),
            (3, "D4 Q16 D16"),
            (4, "D4 Q16 D16 Q4"),
            (5, "D4 Q16 D16 Q4 K10"),
            (6, "D4 Q16 D16 Q4 D10 Q10"),
            (7, "D4 Q16 D16 Q4 D10 Q10 K10"),
            (8, "D4 Q16 D16 Q4 D10 Q10 K4 K16"),
            (9, "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10"),
        ];
        for (stones, expected) in table {
            let points = fixed_handicap(size, stones).unwrap();
            let text: Vec<_> = points
                .iter()
                .map(|point| point.vertex(size).to_string())
                .collect();
            assert_eq!(text.join(" "), expected);
        }
    }

    #[test]
    fn other_sizes_mirror_nineteen() {
        // The most stones and their distance from the edge, from the specification's table.
        let table = [
            (25, 9, 4),
            (24, 4, 4),
            (23, 9, 4),
            (22, 4, 4),
            (21, 9, 4),
            (20, 4, 4),
            (19, 9, 4),
            (18, 4, 4),
            (17, 9, 4),
            (16, 4, 4),
            (15, 9, 4),
            (14, 4, 4),
            (13, 9, 4),
            (12, 4, 3),
            (11, 9, 3),
            (10, 4, 3),
            (9, 9, 3),
            (8, 4, 3),
            (7, 4, 3),
            (6, 0, 0),
            (5, 0, 0),
            (4, 0, 0),
            (3, 0, 0),
            (2, 0, 0),
        ];
        for (size, most, distance) in table {
            let board = BoardSize::new(size).unwrap();
            assert_eq!(max_fixed_handicap(board), most, "{size}");
            assert_eq!(fixed_handicap(board, most + 1), None);
            assert_eq!(fixed_handicap(board, 1), None);
            if most > 0 {
                let first = fixed_handicap(board, 2).unwrap()[0];
                assert_eq!(first.col() + 1, distance, "{size}");
                let set: PointSet = fixed_handicap(board, most).unwrap().into_iter().collect();
                assert_eq!(set.len(), most);
            }
        }
        assert_eq!(names(9, 5).unwrap(), "C7 G7 E5 C3 G3");
        assert_eq!(names(19, 7).unwrap(), "D16 Q16 D10 K10 Q10 D4 Q4");
    }

    #[test]
    fn star_points_as_drawn() {
        let drawn = |size| {
            let size = BoardSize::new(size).unwrap();
            let names: Vec<_> = star_points(size)
                .iter()
                .map(|point| point.vertex(size).to_string())
                .collect();
            names.join(" ")
        };
        assert_eq!(drawn(2), "");
        assert_eq!(drawn(3), "B2");
        assert_eq!(drawn(4), "");
        assert_eq!(drawn(5), "B4 D4 C3 B2 D2");
        assert_eq!(drawn(6), "C4 D4 C3 D3");
        assert_eq!(drawn(9), "C7 G7 E5 C3 G3");
        assert_eq!(drawn(11), "C9 J9 F6 C3 J3");
        assert_eq!(drawn(12), "C10 K10 C3 K3");
        assert_eq!(drawn(19), "D16 K16 Q16 D10 K10 Q10 D4 K4 Q4");
        let oblong = star_points_of(13, 9).map(|point| (point.row(), point.col()));
        let found: Vec<_> = oblong.collect();
        assert_eq!(
            found,
            [(2, 3), (2, 6), (2, 9), (4, 6), (6, 3), (6, 6), (6, 9)]
        );
    }
}
