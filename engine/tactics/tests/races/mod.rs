//! Random races in a closed area, and what they prove to be when every move is tried.
//!
//! The board has nine lines. White lives to the left and Black to the right of an area of 15 points
//! at the upper edge, where a black and a white string race, with single stones beside them. None
//! of the two can connect to the walls at once. Nothing here shares code with the readers.
//!
//! A side *wins* if it captures the other dragon and keeps some of its own. A dragon that captures
//! and is captured afterwards has not won; one that is captured, but leaves a shape that kills the
//! other one, has. The codes are those of the solver: which side may retake kos at once.

use std::collections::HashMap;

use katachi_board::{Board, BoardSize, ByColor, Color, Outcome, Point, PointSet};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

/// The area: these rows, and these columns.
const ROWS: std::ops::Range<usize> = 0..3;
const COLUMNS: std::ops::Range<usize> = 2..7;
/// Strings of fewer stones make no race.
const FEW_STONES: usize = 3;

/// A race of two dragons.
#[derive(Clone, Debug)]
pub struct Drawn {
    pub board: Board,
    pub dragons: ByColor<PointSet>,
    pub area: PointSet,
}

fn is_inside(point: Point) -> bool {
    ROWS.contains(&point.row()) && COLUMNS.contains(&point.col())
}

/// The stone that stands around the area, if any.
fn around(point: Point) -> Option<Color> {
    let (row, col) = (point.row(), point.col());
    let is_left = 2 * col < COLUMNS.start + COLUMNS.end;
    let color = if is_left { Color::White } else { Color::Black };
    let is_eye = col % 8 == 0 && row % 2 == 0;
    let is_outpost = col % 4 == 2 && (row == 5 || row == 7);
    (row <= ROWS.end && !is_eye || is_outpost).then_some(color)
}

/// Grows a random string of this many stones in the area from a point, beside other stones.
fn grow(
    random: &mut Xoshiro256PlusPlus,
    start: Point,
    area: &PointSet,
    taken: &PointSet,
    size: usize,
) -> Option<PointSet> {
    let mut string = PointSet::from_iter([start]);
    while string.len() < size {
        let next = (string.neighbors() & *area) - *taken - string;
        let count = next.len();
        if count == 0 {
            return None;
        }
        string.insert(next.iter().nth(random.random_range(0..count))?);
    }
    (!string.intersects(taken)).then_some(string)
}

/// A random race; `None` if the stones make none.
pub fn draw(random: &mut Xoshiro256PlusPlus) -> Option<Drawn> {
    let size = BoardSize::new(9).expect("a size");
    let area: PointSet = size.points().filter(|point| is_inside(*point)).collect();
    // Each string begins near the walls of the other colour.
    let mut start = |columns: std::ops::Range<usize>| {
        Point::new(random.random_range(ROWS), random.random_range(columns))
    };
    let (left, right) = (start(2..4)?, start(5..7)?);
    let stones = |random: &mut Xoshiro256PlusPlus| random.random_range(FEW_STONES..7);
    let number = stones(random);
    let black = grow(random, left, &area, &PointSet::EMPTY, number)?;
    let number = stones(random);
    let white = grow(random, right, &area, &black, number)?;
    let mut stones = Vec::new();
    for point in size.points() {
        let color = if black.contains(point) {
            Some(Color::Black)
        } else if white.contains(point) {
            Some(Color::White)
        } else if is_inside(point) {
            // Single stones here and there.
            match random.random_range(0..8) {
                0 => Some(Color::Black),
                1 => Some(Color::White),
                _ => None,
            }
        } else {
            around(point)
        };
        stones.extend(color.map(|color| (color, point)));
    }
    let board = Board::with_stones(size, stones).ok()?;
    let dragons = ByColor { black, white };
    for color in Color::BOTH {
        let walls = *board.stones(color) - area;
        let string = board.chain(dragons[color].first()?)?.stone_set();
        let reach = string | (string.neighbors() & *board.empty());
        let is_apart = !(reach | reach.neighbors()).intersects(&walls);
        if string != dragons[color] || !is_apart {
            return None;
        }
    }
    Some(Drawn {
        board,
        dragons,
        area,
    })
}

/// What is still open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Phase {
    /// Both dragons are there.
    Both,
    /// The winner has captured the other one: does it live?
    OwnLeft,
    /// The winner's has been captured: does the other one die nevertheless?
    OtherLeft,
}

/// Plays a move or a pass as a trial move, where this side may retake a ko at once. Returns whether
/// it breaks a ko ban, or `None` if it is illegal.
pub fn play(
    board: &mut Board,
    mover: Color,
    point: Option<Point>,
    free: Option<Color>,
) -> Option<bool> {
    let Some(point) = point else {
        board.try_pass(mover);
        return Some(false);
    };
    let is_banned = board.is_ko(mover, point);
    let is_legal = if free == Some(mover) && is_banned {
        board.try_ko(mover, point)
    } else {
        board.try_move(mover, point)
    };
    is_legal.then_some(is_banned)
}

/// Tries every move of both sides. A pass ends a ko ban.
///
/// One side has to get on, by the phase. Where the other one may retake every ko at once, it passes
/// only if it gets its way even if ko bans bind both sides: the first one chooses the time of a ko
/// that the other cannot end, and may wait for it.
struct Twin<'a> {
    /// Where a side may retake every ko: the same question where nobody may.
    after_pass: Option<Box<Twin<'a>>>,
    drawn: &'a Drawn,
    winner: Color,
    /// The side that may retake a ko at once.
    free: Option<Color>,
    /// The positions of the present line, and whether the move to each broke a ko ban.
    line: Vec<((u64, Color, Phase), bool)>,
    known: HashMap<(u64, Color, Phase), bool>,
    /// Whether the present line met a repetition, so that its result holds only here.
    has_repeated: bool,
    nodes: u32,
}

impl<'a> Twin<'a> {
    const MOST_NODES: u32 = 100_000;

    fn new(drawn: &'a Drawn, winner: Color, free: Option<Color>) -> Self {
        Self {
            after_pass: free.map(|_| Box::new(Self::new(drawn, winner, None))),
            drawn,
            winner,
            free,
            line: Vec::new(),
            known: HashMap::new(),
            has_repeated: false,
            nodes: 0,
        }
    }

    fn left(&self, board: &Board, color: Color) -> PointSet {
        self.drawn.dragons[color] & *board.stones(color)
    }

    /// Whether nobody can ever capture the string: it has a liberty where nobody plays.
    fn is_out(&self, board: &Board, stones: &PointSet) -> bool {
        let mut strings = board.chains_at(stones);
        strings.any(|string| !(string.liberties() - self.drawn.area).is_empty())
    }

    /// Whether the winner wins. `None` if it takes too long.
    fn wins(
        &mut self,
        board: &mut Board,
        mover: Color,
        phase: Phase,
        breaks_ban: bool,
    ) -> Option<bool> {
        let (own, other) = (
            self.left(board, self.winner),
            self.left(board, !self.winner),
        );
        match phase {
            Phase::Both if other.is_empty() => {
                return self.wins(board, mover, Phase::OwnLeft, breaks_ban);
            }
            Phase::Both if own.is_empty() => {
                return self.wins(board, mover, Phase::OtherLeft, breaks_ban);
            }
            Phase::Both | Phase::OtherLeft if self.is_out(board, &other) => return Some(false),
            Phase::OwnLeft if own.is_empty() => return Some(false),
            Phase::OwnLeft if self.is_out(board, &own) => return Some(true),
            Phase::OtherLeft if other.is_empty() => return Some(true),
            _ => {}
        }
        // The side that has to get on; nothing is captured by repeating.
        let attacker = match phase {
            Phase::OwnLeft => !self.winner,
            _ => self.winner,
        };
        let stalled = attacker != self.winner;
        let key = (board.hash(), mover, phase);
        if let Some(known) = self.known.get(&key) {
            return Some(*known);
        }
        if let Some(again) = self.line.iter().position(|(position, _)| *position == key) {
            self.has_repeated = true;
            // Whoever breaks bans on the way needs threats without end.
            let since = &self.line[again + 1..];
            let is_broken = breaks_ban || since.iter().any(|(_, breaks_ban)| *breaks_ban);
            return Some(stalled != (is_broken && self.free == Some(!attacker)));
        }
        self.nodes += 1;
        if self.nodes > Self::MOST_NODES {
            return None;
        }
        let has_passed =
            board.trial_moves() > 0 && board.last_move().is_some_and(|(_, at)| at.is_none());
        let outside = std::mem::take(&mut self.has_repeated);
        self.line.push((key, breaks_ban));
        let open = self.drawn.area & *board.empty();
        let mut moves: Vec<Option<Point>> = open.iter().map(Some).collect();
        let banned = board.ko().is_some_and(|ko| board.is_ko(attacker, ko));
        let waits = self.free == Some(!attacker) && !has_passed;
        if mover != attacker || banned || waits {
            moves.push(None);
        }
        let wanted = mover == self.winner;
        let mut result = !wanted;
        for one in moves {
            let Some(breaks_ban) = play(board, mover, one, self.free) else {
                continue;
            };
            let lives_on = one.is_none() && mover != attacker && self.free == Some(mover);
            let found = match self.after_pass.as_mut().filter(|_| lives_on) {
                Some(twin) => twin.wins(board, !mover, phase, false),
                None => self.wins(board, !mover, phase, breaks_ban),
            };
            board.take_back();
            if found? == wanted {
                result = wanted;
                break;
            }
        }
        self.line.pop();
        if !self.has_repeated {
            self.known.insert(key, result);
        }
        self.has_repeated |= outside;
        Some(result)
    }
}

impl Drawn {
    /// What the side to move reaches: that the winner wins, or that it does not. `None` if that
    /// takes too long.
    pub fn wins(&self, winner: Color, mover: Color) -> Option<Outcome> {
        let mut board = self.board.clone();
        let mut succeeds = |free| {
            let mut twin = Twin::new(self, winner, free);
            let wins = twin.wins(&mut board, mover, Phase::Both, false)?;
            Some(wins == (mover == winner))
        };
        if succeeds(Some(!mover))? {
            return Some(Outcome::Win);
        }
        if !succeeds(Some(mover))? {
            return Some(Outcome::Lose);
        }
        let even = succeeds(None)?;
        Some(if even { Outcome::KoA } else { Outcome::KoB })
    }
}
