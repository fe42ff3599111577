//! GNU Go's databases on four positions: our bit-parallel and our naive matcher find as many
//! geometric matches as GNU Go and an independent brute-force matcher.

use katachi_board::{Board, BoardSize, Color, Point};
use katachi_image::{Image, Role};
use katachi_matcher::{Matcher, naive};
use katachi_testkit::{Trial, shared, trial};
use libtest_mimic::Failed;
use patc::{Source, compile};

const A: &str = "
.........
..O.....O
..X.X.X..
O...O.OX.
....OO.OX
....XXO..
.....XO.X
...OO..X.
...XX.XO.
";
const B: &str = "
...........O.
.......XOX...
........XX...
...X..OXXO...
.X....X..X...
O.....O.OXX..
.O..OX.OXX..X
OO......XO.O.
.OXO...OOOXO.
.O.X..OOOO...
......X.XXX..
.X.....X.O...
.............
";
const C: &str = "
...O...X.....X.....
........X.OXOX...X.
..X.XXO.XX.X.X.O.O.
...X.OOX.O.XO..O...
...OOX..XXOOOO.XXO.
....XXOOXOO.OXXXO.O
.........OXO.X..OX.
.....OOX....X...X..
...................
....O..............
...........O.......
...................
.............O.....
...................
........O.....X....
...XXXOX.......O..O
...OOX.O.O.......X.
...XX.OX.X....O..O.
.......X.......O...
";

/// The expected counts for each database, with O = Black and O = White, on positions A to D.
const COUNTS: [(&str, [[usize; 2]; 4]); 15] = [
    ("patterns", [[75, 83], [170, 140], [454, 464], [273, 273]]),
    ("patterns2", [[158, 127], [290, 224], [438, 489], [40, 40]]),
    ("fuseki", [[0, 0], [0, 0], [0, 0], [55, 55]]),
    ("endgame", [[42, 54], [84, 86], [163, 153], [0, 0]]),
    ("attack", [[0, 0], [1, 3], [2, 3], [0, 0]]),
    ("defense", [[19, 21], [39, 28], [59, 49], [2, 2]]),
    ("conn", [[28, 27], [47, 32], [74, 77], [0, 0]]),
    ("influence", [[0, 0], [1, 0], [3, 3], [33, 33]]),
    (
        "barriers",
        [[309, 325], [595, 580], [1011, 1029], [131, 131]],
    ),
    ("aa_attackpats", [[30, 35], [61, 78], [119, 109], [12, 12]]),
    (
        "owl_attackpats",
        [[83, 92], [167, 225], [442, 331], [50, 50]],
    ),
    (
        "owl_vital_apats",
        [[105, 102], [168, 191], [339, 322], [36, 36]],
    ),
    (
        "owl_defendpats",
        [[238, 230], [522, 451], [869, 965], [110, 110]],
    ),
    ("handicap", [[0, 0], [4, 0], [4, 26], [42, 42]]),
    ("oracle", [[0, 0], [0, 0], [0, 0], [0, 0]]),
];

/// Position D: a few stones on an empty board, by row and column from 1.
const D: [(Color, usize, usize); 6] = [
    (Color::Black, 4, 16),
    (Color::White, 3, 14),
    (Color::White, 16, 4),
    (Color::Black, 17, 6),
    (Color::Black, 4, 4),
    (Color::White, 16, 16),
];

fn positions() -> Result<[Board; 4], Failed> {
    let d = D.map(|(color, row, col)| Some((color, Point::new(row - 1, col - 1)?)));
    let d = Board::with_stones(BoardSize::NINETEEN, d.into_iter().flatten())?;
    Ok([A.parse()?, B.parse()?, C.parse()?, d])
}

fn counts(path: &std::path::Path, name: &str, expected: [[usize; 2]; 4]) -> Result<(), Failed> {
    let source = Source::new(format!("{name}.db"), std::fs::read(path)?);
    let role = Role::by_name(name).ok_or("an unknown role")?;
    let compiled = compile(role, vec![source]);
    let image = Image::from_vec(compiled.image.ok_or("errors in the source")?)?;
    let general = image.general().ok_or("another kind")?;
    for (board, expected) in positions()?.iter().zip(expected) {
        for (own, expected) in Color::BOTH.into_iter().zip(expected) {
            let found = Matcher::new(&general, board.size()).matches(&general, board, own);
            assert_eq!(found.len(), expected, "{name}, O = {own}\n{board}");
            assert_eq!(
                found,
                naive::matches(&general, board, own),
                "{name}, O = {own}"
            );
        }
    }
    Ok(())
}

pub fn trials() -> Vec<Trial> {
    let trials = COUNTS.map(|(name, expected)| {
        let need = shared(&format!("peer/gnugo-3.8/patterns/{name}.db"));
        trial(&format!("conformance_{name}"), need, move |path| {
            counts(&path, name, expected)
        })
    });
    trials.into()
}
