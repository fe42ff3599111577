//! Statistics of random games: who owns each point, and which strings survive.

mod playout;

use katachi_board::{Board, Color, Point, PointSet, regions};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use playout::RandomGame;

/// Who owns each point at the end of random games from a position.
///
/// The games play uniformly random legal moves. They fill no eyes, answer most ataris, and are
/// counted by area when both sides have only eyes left (Brügmann, "Monte Carlo Go", 1993).
#[derive(Clone, Debug)]
pub struct Ownership {
    games: u32,
    /// For each point: the games in which Black owns it minus those in which White does.
    balance: Vec<i32>,
    /// For each stone: the games that it survives.
    survived: Vec<u32>,
}

/// A string that survives in a smaller share of the games counts as dead.
const DEAD_BELOW: f32 = 0.25;

/// A point is disputed if its ownership is closer to 0 than this (1 is Black's in all games, -1
/// White's).
const DISPUTED: f32 = 0.8;

/// Territory is settled only up to this share of the board; larger areas can be invaded.
const SETTLED_REGION: f32 = 0.25;

/// Territory is settled only if the strings around it survive in at least this share of the games.
/// A weaker string may still need eyes inside.
const SAFE_FROM: f32 = 0.8;

impl Ownership {
    /// Plays this many random games with this side to move. The seed decides all moves.
    pub fn estimate(board: &Board, to_move: Color, games: u32, seed: u64) -> Self {
        let mut ownership = Self {
            games: games.max(1),
            balance: vec![0; Point::LIMIT],
            survived: vec![0; Point::LIMIT],
        };
        let mut playout = RandomGame::new(board, Xoshiro256PlusPlus::seed_from_u64(seed));
        for game in 0..ownership.games {
            // Both sides begin equally often, so that the right to move does not tip the balance.
            let first = if game % 2 == 0 { to_move } else { !to_move };
            let end = playout.play(first);
            for point in board.size().points() {
                match playout::owner(end, point) {
                    Some(Color::Black) => ownership.balance[point.index()] += 1,
                    Some(Color::White) => ownership.balance[point.index()] -= 1,
                    None => {}
                }
                if end.at(point) == board.at(point) {
                    ownership.survived[point.index()] += 1;
                }
            }
        }
        ownership
    }

    /// The ownership of a point: 1 if Black owns it in all games, -1 if White does.
    pub fn of(&self, point: Point) -> f32 {
        self.balance[point.index()] as f32 / self.games as f32
    }

    /// The share of games, 0 to 1, that the string of this stone survives.
    pub fn survival(&self, board: &Board, stone: Point) -> f32 {
        let Some(chain) = board.chain(stone) else {
            return 0.0;
        };
        let survived: u32 = chain
            .stones()
            .map(|stone| self.survived[stone.index()])
            .sum();
        survived as f32 / (chain.len() as u32 * self.games) as f32
    }

    /// Whether the string of this stone counts as dead.
    pub fn is_dead(&self, board: &Board, stone: Point) -> bool {
        self.survival(board, stone) < DEAD_BELOW
    }

    /// Whether a point that is not settled is disputed.
    pub fn is_open(&self, board: &Board) -> bool {
        let settled = self.settled(board);
        let disputed = |point| self.of(point).abs() < DISPUTED && !settled.contains(point);
        board.size().points().any(disputed)
    }

    /// All stones of dead strings.
    pub fn dead_stones(&self, board: &Board) -> PointSet {
        board
            .chains()
            .filter(|chain| self.is_dead(board, chain.origin()))
            .flat_map(|chain| chain.stones().collect::<Vec<_>>())
            .collect()
    }

    /// Black's area minus White's, in points, on average over the games.
    pub fn area_balance(&self, board: &Board) -> f32 {
        board.size().points().map(|point| self.of(point)).sum()
    }

    /// The points where nothing is left to gain.
    ///
    /// They form areas that only one colour surrounds, once dead stones are removed. The
    /// surrounding strings are safe, and the areas are too small to be invaded.
    pub fn settled(&self, board: &Board) -> PointSet {
        let dead = self.dead_stones(board);
        let limit = (board.size().area() as f32 * SETTLED_REGION) as usize;
        let mut settled = PointSet::EMPTY;
        for region in regions(board, &dead) {
            let one_color = region.borders.black != region.borders.white;
            let small = region.points.len() <= limit.max(1);
            let safe = |stone: Point| self.survival(board, stone) >= SAFE_FROM;
            if one_color && small && region.walls.iter().all(safe) {
                settled |= region.points;
            }
        }
        settled
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Black owns the left, White the right; a white stone is dead, a black group has two eyes.
    const POSITION: &str = "
        . X . X O . O
        X X X X O O .
        . . . X O O O
        . O . X X O .
        . . . . X O O
        . . . . X O .
        . . . . X O .";

    fn estimate() -> (Board, Ownership) {
        let board: Board = POSITION.parse().expect("a board");
        let ownership = Ownership::estimate(&board, Color::Black, 200, 1);
        (board, ownership)
    }

    #[test]
    fn owners_and_dead_stones_are_found() {
        let (board, ownership) = estimate();
        let at = |name: &str| Point::from_vertex(name, board.size()).expect("a vertex");
        assert!(ownership.of(at("A1")) > 0.7, "{}", ownership.of(at("A1")));
        assert!(ownership.of(at("G7")) < -0.7);
        assert!(ownership.is_dead(&board, at("B4")));
        assert_eq!(ownership.dead_stones(&board).len(), 1);
        assert!(ownership.survival(&board, at("A6")) > 0.9);
    }

    #[test]
    fn the_seed_decides() {
        let (board, ownership) = estimate();
        let again = Ownership::estimate(&board, Color::Black, 200, 1);
        assert_eq!(ownership.balance, again.balance);
        let other = Ownership::estimate(&board, Color::Black, 200, 2);
        assert_ne!(ownership.balance, other.balance);
    }
}
