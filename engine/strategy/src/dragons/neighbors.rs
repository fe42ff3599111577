//! Neighbours: dragons whose surroundings touch.

use katachi_board::{Board, Color, Point};

use crate::influence::clockwise;

/// How far a dragon's surroundings reach.
const REACH: usize = 5;

/// The most neighbours that a dragon lists.
const MOST: usize = 10;

/// Who lives on a point while the surroundings grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Claim {
    Open,
    /// A dragon reached it after this number of steps.
    Dragon(usize, usize),
    /// Several dragons reached it at the same time.
    Contested,
}

/// The neighbours of each dragon, in the order in which they are found, at most ten.
///
/// Every dragon grows around its stones, step by step, all at the same pace. The first step is
/// free; later steps lead from its own area to points that are not in the opponent's area. Where
/// the growth of two dragons meets, they are neighbours.
///
/// `dragons` gives the colour of each dragon, `at` the dragon of each stone, and `area` the side
/// that dominates a point when a colour moves next.
pub fn neighbors(
    board: &Board,
    dragons: &[Color],
    at: impl Fn(Point) -> usize,
    area: impl Fn(Color, Point) -> Option<Color>,
) -> Vec<Vec<usize>> {
    let size = board.size();
    let mut claims = vec![Claim::Open; Point::LIMIT];
    for (_, stone) in board.all_stones() {
        claims[stone.index()] = Claim::Dragon(at(stone), 0);
    }
    for step in 1..=REACH {
        for from in size.points() {
            let Claim::Dragon(dragon, before) = claims[from.index()] else {
                continue;
            };
            let color = dragons[dragon];
            if before != step - 1 || step > 1 && area(color, from) != Some(color) {
                continue;
            }
            for to in from.neighbors() {
                if !size.contains(to) || step > 1 && area(color, to) == Some(!color) {
                    continue;
                }
                let claim = &mut claims[to.index()];
                match *claim {
                    Claim::Open => *claim = Claim::Dragon(dragon, step),
                    Claim::Dragon(other, when) if when == step && other != dragon => {
                        *claim = Claim::Contested;
                    }
                    _ => {}
                }
            }
        }
    }
    let mut found = vec![Vec::new(); dragons.len()];
    let claim = |point: Point| claims[point.index()];
    for point in size.points() {
        match claim(point) {
            Claim::Open => {}
            Claim::Contested => {
                let around = clockwise(point).map(claim);
                for (place, &a) in around.iter().enumerate() {
                    for &b in &around[place + 1..] {
                        meet(&mut found, a, b);
                    }
                }
            }
            here @ Claim::Dragon(..) => {
                let [_, right, above, _] = point.neighbors();
                meet(&mut found, here, claim(above));
                meet(&mut found, here, claim(right));
            }
        }
    }
    found
}

/// Makes two different dragons neighbours of each other.
fn meet(found: &mut [Vec<usize>], a: Claim, b: Claim) {
    let (Claim::Dragon(a, _), Claim::Dragon(b, _)) = (a, b) else {
        return;
    };
    if a == b {
        return;
    }
    for (one, other) in [(a, b), (b, a)] {
        if found[one].len() < MOST && !found[one].contains(&other) {
            found[one].push(other);
        }
    }
}
