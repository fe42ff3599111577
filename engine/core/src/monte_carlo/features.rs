//! What the tree sees of a candidate move before it is tried: its features, each with a number.
//!
//! Entry point: [`each_candidate`]. [`GROUPS`] are the features that are numbers; the shapes around
//! a move come from [`PlayoutBoard::surroundings`](katachi_board::playout::PlayoutBoard).

use katachi_board::playout::{Cells, PlayoutBoard, Prospect};
use katachi_board::{Color, Point};

use super::playout::{PASS, Playout};

/// A group of features: a candidate has one of each group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// Its name in a file of strengths.
    pub name: &'static str,
    /// How many values each of its numbers has; a feature is a combination of values from 0 on.
    pub sizes: &'static [usize],
}

impl Group {
    /// The number of features.
    pub const fn len(&self) -> usize {
        let (mut all, mut number) = (1, 0);
        while number < self.sizes.len() {
            all *= self.sizes[number];
            number += 1;
        }
        all
    }

    /// Whether it has no features.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The kinds of a [`Prospect`]: captures none, one, two, three or more, each as self-atari (even
/// numbers) or safe (odd ones); suicide.
const KINDS: usize = 9;

/// The lines from the edge that are distinguished, and those between a point and a stone.
const LINES: usize = 10;
const FAR: usize = 8;

/// A move's distance from another: rows and columns, and the greater of both once more. All
/// beyond the last value are the same; 0 stands for no other move.
const DISTANCES: usize = 18;

/// A move at most this far from the last one is near it.
const NEAR: usize = 4;

/// The ends of the phases of a game, as shares of the board with stones, in hundredths.
const PHASES: [usize; 5] = [5, 12, 23, 39, 56];

/// From this size on a board is large.
const LARGE: usize = 13;

/// The groups of features. docs/monte-carlo.md says what their numbers mean.
pub const GROUPS: [Group; 6] = [
    Group {
        name: "captures",
        sizes: &[KINDS, KINDS, 4],
    },
    Group {
        name: "contact",
        sizes: &[6, 4, 4, 3, 2],
    },
    Group {
        name: "last",
        sizes: &[DISTANCES],
    },
    Group {
        name: "before",
        sizes: &[DISTANCES],
    },
    Group {
        name: "line",
        sizes: &[LINES, PHASES.len() + 1, 2],
    },
    Group {
        name: "stones",
        sizes: &[FAR, FAR, PHASES.len().div_ceil(2)],
    },
];

/// The first place of each group in a list of all features, and the end.
pub const PLACES: [usize; GROUPS.len() + 1] = {
    let mut places = [0; GROUPS.len() + 1];
    let mut group = 0;
    while group < GROUPS.len() {
        places[group + 1] = places[group] + GROUPS[group].len();
        group += 1;
    }
    places
};

/// A candidate move with its features.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Its cell.
    pub cell: u16,
    /// The twenty points around it as its side sees them: own stones are 1, the opponent's 2.
    pub surroundings: u64,
    /// Whether it is near the last move.
    pub is_near: bool,
    /// Its feature of each of the [`GROUPS`], as places in a list of all.
    pub features: [u16; GROUPS.len()],
}

/// Exchanges the sides: what is black becomes white.
const fn exchanged(surroundings: u64) -> u64 {
    const BLACK: u64 = 0x55_5555_5555;
    (surroundings & BLACK) << 1 | surroundings >> 1 & BLACK
}

const fn kind(prospect: Prospect) -> usize {
    if prospect.suicide {
        KINDS - 1
    } else {
        2 * prospect.captures as usize + prospect.safe as usize
    }
}

/// The place of a group's feature with these numbers.
fn place<const COUNT: usize>(group: usize, numbers: [usize; COUNT]) -> u16 {
    let sizes = GROUPS[group].sizes.iter();
    let feature = (sizes.zip(numbers)).fold(0, |sum, (size, number)| sum * size + number);
    (PLACES[group] + feature) as u16
}

/// Calls `action` for each legal move of this side on these empty cells that fills no own one-point
/// eye. `lasts` are the cells of the last move and of the one before it.
pub fn each_candidate<const WORDS: usize>(
    position: &Playout<WORDS>,
    among: &Cells<WORDS>,
    color: Color,
    lasts: [Option<u16>; 2],
    mut action: impl FnMut(Candidate),
) {
    let board = position.board();
    let size = board.size();
    let phase = phase(board);
    let is_large = usize::from(size.get() >= LARGE);
    let lasts = lasts.map(|cell| {
        let cell = cell.filter(|&cell| cell != PASS)?;
        Some(board.point(cell.into()))
    });
    let [own, other] = [color, !color].map(|side| board.distances(side, FAR as u8));
    among.each(|cell| {
        let [does, opponent] = board.prospects(cell).of(color);
        if does.suicide || board.ko() == Some(cell) || position.neighborhood(color, cell).is_eye() {
            return;
        }
        let surroundings = match color {
            Color::Black => board.surroundings(cell),
            Color::White => exchanged(board.surroundings(cell)),
        };
        let point = board.point(cell);
        let [last, before] = lasts.map(|from| distance(from, point));
        let is_near = (1..=NEAR).contains(&last);
        let contacts = board.contacts(color, cell);
        let far = |from: &[[u8; 64]; WORDS]| usize::from(from.as_flattened()[cell] - 1);
        action(Candidate {
            cell: cell as u16,
            surroundings,
            is_near,
            features: [
                place(
                    0,
                    [
                        kind(does),
                        kind(opponent),
                        contacts.threatened.min(3).into(),
                    ],
                ),
                place(
                    1,
                    [
                        contacts.liberties.into(),
                        contacts.own.into(),
                        contacts.opponent.into(),
                        contacts.joined.min(2).into(),
                        is_near.into(),
                    ],
                ),
                place(2, [last]),
                place(3, [before]),
                place(
                    4,
                    [size.edge_distance(point).min(LINES - 1), phase, is_large],
                ),
                place(5, [far(&own), far(&other), phase / 2]),
            ],
        });
    });
}

fn phase<const WORDS: usize>(board: &PlayoutBoard<WORDS>) -> usize {
    let area = board.size().area();
    let share = 100 * (area - board.empty().len()) / area;
    PHASES.iter().filter(|&&end| share >= end).count()
}

fn distance(from: Option<Point>, to: Point) -> usize {
    from.map_or(0, |from| {
        let (rows, cols) = (to.row().abs_diff(from.row()), to.col().abs_diff(from.col()));
        (rows + cols + rows.max(cols)).min(DISTANCES - 1)
    })
}
