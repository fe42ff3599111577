//! What the shape of the stones alone says about strings, without reading.

use katachi_board::{Board, Chain, Color, Point, PointSet};

/// An empty point further away than this belongs to no worm.
const REACH: usize = 4;

/// The weight of an empty point, in stones.
const EMPTY_POINT: f32 = 0.5;

/// The effective size of each string, in the order of origins: its stones and half the empty points
/// around it.
///
/// An empty point belongs to the nearest worm, measured over empty points, at most four steps away.
/// Worms at the same distance share it.
pub fn effective_sizes(board: &Board) -> Vec<f32> {
    let mut sizes = Vec::new();
    let mut layer: Vec<(Point, usize)> = Vec::new();
    for (worm, chain) in board.chains().enumerate() {
        sizes.push(chain.len() as f32);
        layer.extend(chain.stones().map(|stone| (stone, worm)));
    }
    let mut open = *board.empty();
    for _ in 0..REACH {
        let mut next: Vec<(Point, usize)> = Vec::new();
        for &(point, worm) in &layer {
            let near = point.neighbors().into_iter();
            next.extend(
                near.filter(|near| open.contains(*near))
                    .map(|near| (near, worm)),
            );
        }
        next.sort_unstable();
        next.dedup();
        for shared in next.chunk_by(|a, b| a.0 == b.0) {
            for &(point, worm) in shared {
                sizes[worm] += EMPTY_POINT / shared.len() as f32;
                open.remove(point);
            }
        }
        layer = next;
    }
    sizes
}

/// The number of liberties of order 1 to 4.
///
/// A liberty of order n is connected to the string by n stones and no fewer. A lone stone on a
/// large board:
///
/// ```text
/// 4 3 2 3 4
/// 3 2 1 2 3
/// 2 1 X 1 2
/// 3 2 1 2 3
/// 4 3 2 3 4
/// ```
///
/// From order 2 on, the stones may not touch an opponent's stone; own strings on the way cost
/// nothing. A first liberty between two opponent stones, or between one and the edge, leads no
/// further, and neither does a point where either side could take a ko.
pub fn liberty_orders(board: &Board, chain: &Chain<'_>) -> [usize; 4] {
    let color = chain.color();
    let (own, others) = (*board.stones(color), *board.stones(!color));
    let beside_others = others.neighbors();
    let mut joined = chain.stone_set();
    let mut last = chain.liberties();
    let mut seen = last;
    let mut orders = [last.len(), 0, 0, 0];
    let is_wall = |near: Point| others.contains(near) || !board.size().contains(near);
    let squeezed = |point: Point| {
        let [below, right, above, left] = point.neighbors().map(is_wall);
        (below && above) || (left && right)
    };
    let without_kos = |points: PointSet| -> PointSet {
        points
            .iter()
            .filter(|&point| !board.is_ko_point(point))
            .collect()
    };
    last = (last.iter()).filter(|&point| !squeezed(point)).collect();
    last = without_kos(last);
    for order in &mut orders[1..] {
        let around = last.neighbors();
        let mut next = around;
        let mut friends = (around & own) - joined;
        while let Some(friend) = friends.first().and_then(|stone| board.chain(stone)) {
            let stones = friend.stone_set();
            joined |= stones;
            friends = friends - stones;
            next |= friend.liberties();
        }
        last = (next & *board.empty()) - seen - beside_others;
        seen |= last;
        *order = last.len();
        last = without_kos(last);
    }
    orders
}

/// How well a string cuts.
///
/// - 2: it touches two opponent strings without a common liberty, like `O` on the left
/// - 1: all opponent strings that it touches have common liberties, like `O` on the right
/// - 0: it touches fewer than two
///
/// ```text
/// . . . . .     . . . .
/// . X O X .     . X O .
/// . . . . .     . . X .
/// ```
pub fn cutting(chain: &Chain<'_>) -> u8 {
    let neighbors: Vec<Chain<'_>> = chain.neighbors().collect();
    let mut pairs = (neighbors.iter().enumerate())
        .flat_map(|(place, a)| neighbors[..place].iter().map(move |b| (a, b)));
    match neighbors.len() {
        0 | 1 => 0,
        _ if pairs.any(|(a, b)| !a.shares_liberty(b)) => 2,
        _ => 1,
    }
}

/// The number of connected parts of the board without the string, minus one.
pub fn genus(board: &Board, stones: &PointSet) -> usize {
    let all: PointSet = board.size().points().collect();
    let mut rest = all - *stones;
    let mut parts: usize = 0;
    while let Some(first) = rest.first() {
        rest = rest - rest.part(first);
        parts += 1;
    }
    parts.saturating_sub(1)
}

/// Whether a captured string leaves a closed hole: its stones, with the empty points that open into
/// them, touch opponent stones only and have fewer than three points on the edge.
pub fn leaves_closed_hole(board: &Board, chain: &Chain<'_>) -> bool {
    let stones = chain.stone_set();
    let color: Color = chain.color();
    let Some(first) = stones.first() else {
        return false;
    };
    let hole = (stones | *board.empty()).part(first);
    let own = *board.stones(color) - stones;
    let on_edge = hole.iter().filter(|&point| board.size().is_edge(point));
    !hole.neighbors().intersects(&own) && on_edge.count() < 3
}
