//! Worms: fields of small positions, and sizes and liberty orders against slow versions.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::solver::{Code, Position, solve};
use katachi_board::{Board, BoardSize, Color, Outcome, Point, PointSet, Scoring};
use katachi_image::{Image, Role};
use katachi_matcher::Question;
use katachi_strategy::worms::{Moves, Worms};
use katachi_strategy::{Analyst, Database, Knowledge};
use katachi_tactics::unconditional::Status;
use katachi_testkit::workspace_root;
use patc::{Source, compile};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn examine(board: &Board, knowledge: Knowledge) -> Arc<Worms> {
    let mut analyst = Analyst::new(knowledge, 10);
    analyst.position(board, 0.0, Scoring::Territory).worms()
}

fn worms(text: &str) -> (Arc<Worms>, impl Fn(&str) -> Point) {
    let board: Board = text.parse().expect("a board");
    let size = board.size();
    let at = move |name: &str| Point::from_vertex(name, size).expect("a vertex");
    (examine(&board, Knowledge::default()), at)
}

/// Our own database of this role.
fn shipped(role: Role, name: &str) -> Knowledge {
    let path = workspace_root().join(format!("patterns/{name}.db"));
    let text = std::fs::read_to_string(path).expect("our own database");
    compiled(role, name, text)
}

/// A database of this role with this text.
fn compiled(role: Role, name: &str, text: String) -> Knowledge {
    Knowledge::new(vec![database(role, name, text)])
}

fn database(role: Role, name: &str, text: String) -> Database {
    let image = compile(role, vec![Source::new(name, text)]).image;
    let image = Image::from_vec(image.expect("no errors")).expect("valid");
    Database {
        name: name.to_owned(),
        image: Arc::new(image),
    }
}

/// A board with these stones, black and white.
fn board_of(size: usize, black: &str, white: &str) -> Board {
    let size = BoardSize::new(size).expect("a size");
    let colors = [(Color::Black, black), (Color::White, white)];
    let stones = colors.into_iter().flat_map(|(color, names)| {
        let names = names.split_whitespace();
        names.map(move |name| (color, Point::from_vertex(name, size).expect("a vertex")))
    });
    Board::with_stones(size, stones).expect("a position")
}

fn points(moves: &Moves) -> Vec<Point> {
    moves.iter().map(|(point, _)| point).collect()
}

#[test]
fn the_shape_of_worms() {
    let (worms, at) = worms(
        ". X . X O
         X X X X O
         O O O O O
         . . . . .
         . . . . .",
    );
    assert_eq!(worms.iter().count(), 2);
    let black = worms.at(at("A4")).expect("a worm");
    assert_eq!(
        (black.origin, black.color, black.size()),
        (at("B5"), Color::Black, 6)
    );
    // Each eye is one part of the board; the rest is the third.
    assert_eq!(black.genus, 2);
    assert!(black.is_invincible && black.status == Status::Alive);
    assert!(black.attacks.is_empty() && black.defenses.is_empty());
    assert_eq!((black.cutstone, black.lunch), (0, None));
    // Six stones, and half of each eye.
    assert!(
        (black.effective_size - 7.0).abs() < 0.001,
        "{}",
        black.effective_size
    );
    assert_eq!(worms.at(at("E1")).map(|worm| worm.origin), None);
}

#[test]
fn strings_that_keep_others_apart() {
    let (worms, at) = worms(
        ". . . . .
         . X O . .
         . O X . .
         . . . . .
         . . . . .",
    );
    assert_eq!(worms.at(at("B4")).map(|worm| worm.cutstone), Some(2));
    let (worms, at) = self::worms(
        ". O X O .
         . . X . .
         . . O . .
         . . . . .
         . . . . .",
    );
    assert_eq!(worms.at(at("C5")).map(|worm| worm.cutstone), Some(2));
    assert_eq!(worms.at(at("C3")).map(|worm| worm.cutstone), Some(0));
    // Two neighbours that could still be joined.
    let (worms, at) = self::worms(
        ". . . . .
         . X O . .
         . O . . .
         . . . . .
         . . . . .",
    );
    assert_eq!(worms.at(at("B4")).map(|worm| worm.cutstone), Some(1));
}

#[test]
fn attack_and_defense_of_a_race() {
    // White C4 and Black D4 are both in atari: to capture one saves the other.
    let (worms, at) = worms(
        ". . . . . .
         . . X O . .
         . X O X O .
         . . . . O .
         . . . . . .
         . . . . . .",
    );
    let white = worms.at(at("C4")).expect("a worm");
    let black = worms.at(at("D4")).expect("a worm");
    assert!(white.is_critical() && black.is_critical());
    assert_eq!(white.attacks.outcome_of(at("C3")), Outcome::Win);
    assert_eq!(black.attacks.outcome_of(at("D3")), Outcome::Win);
    assert!(points(&white.defenses).contains(&at("D3")));
    assert!(points(&black.defenses).contains(&at("C3")));
    // A worm next to one that can be captured.
    let north = worms.at(at("C5")).expect("a worm");
    assert_eq!(north.lunch, Some(at("C4")));
}

/// White's stone on C5 is lost, and cuts nothing.
pub const CAGE: &str = "
    . . . . . . .
    . X X X . . .
    . X O X . . .
    . X . X . . .
    . X X X . . .
    . . . . . . .
    . . . . . . .";

#[test]
fn a_lost_stone_in_a_cage_does_not_matter() {
    let (worms, at) = worms(CAGE);
    let white = worms.at(at("C5")).expect("a worm");
    assert_eq!(white.attacks.best(), Some((at("C4"), Outcome::Win)));
    assert!(white.defenses.is_empty() && !white.is_critical());
    assert_eq!(white.liberties, [1, 0, 0, 0]);
    assert!(white.is_inessential);
    let black = worms.at(at("B6")).expect("a worm");
    assert!(!black.is_inessential && black.lunch == Some(at("C5")) && black.genus == 1);
}

#[test]
fn threats_are_one_move_away_from_a_capture() {
    let board: Board = ". . . . . . .
         . . X X . . .
         . X O O . . .
         . . . . . X .
         . . . . . . .
         . . O X . . .
         . . X . . . ."
        .parse()
        .expect("a board");
    let mut analyst = Analyst::new(Knowledge::default(), 10);
    let mut position = analyst.position(&board, 0.0, Scoring::Territory);
    let (worms, threats) = (position.worms(), position.threats());
    let mut any = false;
    for (worm, moves) in threats.with(&worms) {
        assert!(moves.is_empty() || !worm.is_critical());
        for (point, outcome) in moves.iter() {
            any = true;
            assert!(outcome != Outcome::Lose);
            let mut board = board.clone();
            let is_lost = worm.is_lost();
            let mover = if is_lost { worm.color } else { !worm.color };
            assert!(board.try_move(mover, point));
            let after = examine(&board, Knowledge::default());
            let worm = after.at(worm.origin).expect("a worm");
            assert!(is_lost || !worm.attacks.is_empty());
            assert!(!is_lost || !worm.is_lost());
        }
    }
    assert!(any);
}

/// A ladder captures the stone; the database also knows a net.
#[test]
fn databases_propose_further_attacks() {
    let text = ". . . . . . . . .
                . . . O O . . . .
                . . O X . . . . .
                . . O . . . . . .
                . . . . . . . . .
                . . . . . . . . .
                . . . . . . . . .
                . . . . . . . . .
                . . . . . . . . .";
    let board: Board = text.parse().expect("a board");
    let net = Point::from_vertex("E6", board.size()).expect("a vertex");
    let stone = Point::from_vertex("D7", board.size()).expect("a vertex");
    let advised = examine(&board, shipped(Role::Attack, "attack"));
    let attacks = points(&advised.at(stone).expect("a worm").attacks);
    assert!(attacks.contains(&net) && attacks.len() > 1, "{attacks:?}");
}

/// Black C5 is in atari between White's C4 and D5. If it is saved, D4 cuts them.
#[test]
fn cuts_that_a_saved_string_could_make() {
    let count = |black: &str, white: &str, string: &str| {
        let board = board_of(9, black, white);
        let at = Point::from_vertex(string, board.size()).expect("a vertex");
        let worms = examine(&board, shipped(Role::Conn, "conn"));
        worms.at(at).map(|worm| worm.cutstone2)
    };
    let (black, white) = ("C5 B6 E3 D2", "C4 D5 C6 D6");
    assert_eq!(count(black, white, "C5"), Some(1));
    assert_eq!(count(black, white, "D5"), Some(0));
    // D6 cuts, too.
    assert_eq!(count("C5 B6 E3 D2 E7", "C4 D5 C6", "C5"), Some(2));
    // In turn: nothing attacks the string; nothing saves it; the cut would be captured; the cut is
    // closed.
    assert_eq!(count(black, "C4 D5", "C5"), Some(0));
    assert_eq!(count("C5 E3 D2", "C4 D5 C6 D6 A5 A6 A4", "C5"), Some(0));
    assert_eq!(count("C5 B6", "C4 D5 C6 D6 D3", "C5"), Some(0));
    assert_eq!(count("C5 B6 E3 D2 D4", white, "C5"), Some(0));
    // Without the database nothing is counted.
    let worms = examine(&board_of(9, black, white), Knowledge::default());
    assert!(worms.iter().all(|worm| worm.cutstone2 == 0));
}

/// Patterns that propose moves ask for the same cuts.
#[test]
fn patterns_ask_whether_a_string_is_a_cutting_stone() {
    let text = "Pattern Extend\n\n*OX\n?X?\n\n:8,-\n\n*aX\n?X?\n\n;potential_cutstone(a)\n";
    let asking = database(Role::Patterns, "asking", text.to_owned());
    let conn = shipped(Role::Conn, "conn").databases()[0].clone();
    let fires = |databases: &[Database], black: &str, white: &str| {
        let board = board_of(9, black, white);
        let string = Point::from_vertex("C5", board.size()).expect("a vertex");
        let mut analyst = Analyst::new(Knowledge::new(databases.to_vec()), 10);
        let mut position = analyst.position(&board, 0.0, Scoring::Territory);
        let asking = position.knowledge().general(0).expect("patterns");
        (position.matches(0, &asking, Color::Black).into_iter()).any(|found| {
            let pattern = asking.pattern(found.pattern as usize).expect("a pattern");
            let point = found.mv(&pattern, board.size()).expect("a move");
            let question = Question::new(pattern, found, Color::Black, board.size());
            point.neighbors().contains(&string)
                && question.accepts(&mut position.host_for(&pattern))
        })
    };
    let both = [asking, conn];
    // C5 would cut twice, then once; without the database nothing is counted.
    assert!(fires(&both, "C5 B6 E3 D2 E7", "C4 D5 C6"));
    assert!(!fires(&both, "C5 B6 E3 D2", "C4 D5 C6 D6"));
    assert!(!fires(&both[..1], "C5 B6 E3 D2 E7", "C4 D5 C6"));
}

/// Databases only add: what reading finds alone remains, with a result at least as good.
#[test]
fn databases_take_nothing_away() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
    for _ in 0..6 {
        let board = random_position(&mut rng, 9, 60);
        let alone = examine(&board, Knowledge::default());
        for (role, name) in [(Role::Attack, "attack"), (Role::Defense, "defense")] {
            let advised = examine(&board, shipped(role, name));
            for (before, after) in alone.iter().zip(advised.iter()) {
                assert!(after.attacks.outcome() >= before.attacks.outcome());
                assert!(after.defenses.outcome() >= before.defenses.outcome());
            }
        }
    }
}

/// A pattern, a size, black and white stones, a string, and a move for or against it that the
/// pattern adds.
type Case = (
    &'static str,
    usize,
    &'static str,
    &'static str,
    &'static str,
    &'static str,
);

/// Positions of games without stones that do not matter. Reading alone does not find the move; a
/// pattern without such a position is of no use.
const ATTACKS: &[Case] = &[
    ("BellyAttack", 9, "C4 C3", "C6 C5 D4 D3 C2 D2", "C4", "B3"),
    ("CapHead", 19, "H5 J5 K8 L7 K6 L6", "J6 K7", "K7", "G7"),
    ("ClampBelow", 9, "B5 C5", "B6 C6 D5 C4 C2", "B5", "A5"),
    ("HaneAhead", 9, "H6 H5 J4", "J6 J5", "J6", "J8"),
    ("LooseNet", 9, "F8 F7 D6 E6", "E7", "E7", "C8"),
    ("NetOne", 9, "F8 F7 D6 E6", "E7", "E7", "D8"),
    ("NetTwo", 9, "G5 F4 H4 H3", "G4 G3", "G4", "F2"),
    ("SlideUnder", 9, "B5 C5", "B6 C6 D5 D4 C3", "B5", "A5"),
    ("ThrowInBelow", 9, "B4 B3 A2", "A5 B5 C3 B2 C1", "A2", "A4"),
    (
        "ThrowInEdge",
        19,
        "M6 L8 L7 N7 M10 M9 Q9 Q8 O11 N10 P10",
        "N6 M7 M8 N8 P8 N9 P9 O10",
        "O10",
        "O8",
    ),
    ("TwoOne", 9, "A8 B8 C8", "D8 B7 C7 D7 B5", "A8", "B9"),
];

/// The same for defences.
const DEFENSES: &[Case] = &[
    (
        "HaneOut",
        19,
        "N5 M4 L6 L3 H4 H3 J3 K3",
        "F5 M5 G4 L4 H5 K4 J4",
        "J4",
        "K7",
    ),
    ("JumpOnSecond", 9, "B7 C7 C6", "B3 D6 D5 C5 B6", "B6", "A4"),
    ("JumpOut", 9, "E4 F3", "F4 G4 G3", "F3", "D2"),
    (
        "KnightOut",
        19,
        "J8 G9 H9 F8",
        "G4 D9 E9 F6 F9 H8 G8",
        "G8",
        "H5",
    ),
    ("MonkeyLink", 9, "E8 E7 E6 B7 B8", "C5 D7 C8 C7", "B8", "D9"),
    ("NetCutter", 9, "E8 G4 F7 E6 E5 G5", "E7 G6 F6", "F6", "G8"),
    (
        "SlideOnFirst",
        19,
        "B11 C11 C8 B8",
        "F8 F7 D7 C9 B7 C7",
        "B8",
        "A9",
    ),
    (
        "ThrowInCutter",
        19,
        "E18 E17 D16 E16 D19 C19 A18 C18 B19",
        "G19 F18 E19 A16 C16 A17 C17 D17 B18",
        "B19",
        "B16",
    ),
];

/// Each pattern by itself adds its move to what reading finds, and the solver agrees.
#[test]
fn each_pattern_adds_a_move() {
    let mut named = Vec::new();
    let mut all = Vec::new();
    for (role, file, cases) in [
        (Role::Attack, "attack", ATTACKS),
        (Role::Defense, "defense", DEFENSES),
    ] {
        let path = workspace_root().join(format!("patterns/{file}.db"));
        let text = std::fs::read_to_string(path).expect("our own database");
        let (head, patterns) = text.split_once("\nPattern ").expect("patterns");
        let patterns: BTreeMap<&str, &str> = (patterns.split("\nPattern "))
            .map(|pattern| pattern.split_once('\n').expect("a name"))
            .collect();
        all.extend(patterns.keys().map(|name| (*name).to_owned()));
        for &(name, size, black, white, string, point) in cases {
            let alone = format!("{head}\nPattern {name}\n{}\n", patterns[name]);
            let board = board_of(size, black, white);
            let at = |name: &str| Point::from_vertex(name, board.size()).expect("a vertex");
            let finds = |knowledge: Knowledge| {
                let worms = examine(&board, knowledge);
                let worm = worms.at(at(string)).expect("a worm");
                let moves = match role {
                    Role::Attack => &worm.attacks,
                    _ => &worm.defenses,
                };
                moves.outcome_of(at(point)) != Outcome::Lose
            };
            assert!(!finds(Knowledge::default()), "{name} adds nothing");
            assert!(finds(compiled(role, file, alone)), "{name} does not fire");
            let owner = board.at(at(string)).color().expect("a string");
            let mover = match role {
                Role::Attack => !owner,
                _ => owner,
            };
            let settles = settles(&board, mover, at(point), at(string));
            assert!(settles, "{name}: not proven to work");
            named.push(name);
        }
    }
    named.sort_unstable();
    all.sort_unstable();
    assert_eq!(named, all);
}

/// Whether it is proven that the other side can do nothing about a string after this move: save it
/// after the opponent's move, or capture it after the owner's.
fn settles(board: &Board, mover: Color, point: Point, string: Point) -> bool {
    const BUDGET: usize = 300_000;
    let mut after = board.clone();
    after.play(mover, point).expect("a legal move");
    let position = Position::new(board.size(), after.all_stones(), !mover);
    solve(&position, string, BUDGET).is_some_and(|answer| answer.code == Code::Lose)
}

#[test]
fn worms_are_remembered_until_something_changes() {
    let mut analyst = Analyst::new(Knowledge::default(), 10);
    let mut worms = |board: &Board, komi, level| {
        analyst.set_level(level);
        analyst.position(board, komi, Scoring::Territory).worms()
    };
    let mut board = Board::new(BoardSize::new(9).expect("a size"));
    let at = |name: &str| Point::from_vertex(name, board.size()).expect("a vertex");
    let (first, second) = (at("E5"), at("C3"));
    board.play(Color::Black, first).expect("legal");
    let known = worms(&board, 0.0, 10);
    assert!(Arc::ptr_eq(&known, &worms(&board, 0.0, 10)));
    assert!(!Arc::ptr_eq(&known, &worms(&board, 0.0, 3)));
    let known = worms(&board, 0.0, 3);
    assert!(!Arc::ptr_eq(&known, &worms(&board, 6.5, 3)));
    let known = worms(&board, 6.5, 3);
    board.pass(Color::White).expect("a pass");
    board.play(Color::Black, second).expect("legal");
    assert!(!Arc::ptr_eq(&known, &worms(&board, 6.5, 3)));
    assert_eq!(worms(&board, 6.5, 3).iter().count(), 2);
}

fn random_position(rng: &mut Xoshiro256PlusPlus, size: usize, moves: usize) -> Board {
    let size = BoardSize::new(size).expect("a size");
    let points: Vec<Point> = size.points().collect();
    let mut board = Board::new(size);
    let mut color = Color::Black;
    for _ in 0..moves {
        if board
            .play(color, points[rng.random_range(0..points.len())])
            .is_ok()
        {
            color = !color;
        }
    }
    board
}

fn near(board: &Board, point: Point) -> impl Iterator<Item = Point> {
    let size = board.size();
    let on_board = move |near: &Point| size.contains(*near);
    point.neighbors().into_iter().filter(on_board)
}

/// Half of each empty point, shared by the worms that a walk from it reaches first.
fn slow_effective_sizes(board: &Board) -> BTreeMap<Point, f32> {
    let mut sizes: BTreeMap<Point, f32> = BTreeMap::new();
    for chain in board.chains() {
        sizes.insert(chain.origin(), chain.len() as f32);
    }
    for start in board.empty() {
        let mut seen = vec![start];
        let mut edge = vec![start];
        for _ in 0..4 {
            let mut met: Vec<Point> = edge
                .iter()
                .flat_map(|&point| near(board, point))
                .filter_map(|point| board.chain(point).map(|chain| chain.origin()))
                .collect();
            met.sort_unstable();
            met.dedup();
            if !met.is_empty() {
                for origin in &met {
                    *sizes.entry(*origin).or_default() += 0.5 / met.len() as f32;
                }
                break;
            }
            edge = (edge.iter().flat_map(|&point| near(board, point)))
                .filter(|point| board.at(*point).is_empty() && !seen.contains(point))
                .collect();
            seen.extend(&edge);
        }
    }
    sizes
}

/// The cost of joining each empty point to a string, by relaxation until nothing gets cheaper.
fn slow_orders(board: &Board, origin: Point) -> [usize; 4] {
    const FAR: usize = 99;
    let chain = board.chain(origin).expect("a string");
    let color = chain.color();
    let mut costs: BTreeMap<Point, usize> = board.size().points().map(|p| (p, FAR)).collect();
    for stone in chain.stones() {
        costs.insert(stone, 0);
    }
    let touches = |point: Point| near(board, point).any(|near| board.at(near).is(!color));
    let wall = |point: Point, rows: i32, cols: i32| {
        (point.offset(rows, cols, board.size())).is_none_or(|near| board.at(near).is(!color))
    };
    let leads_on = |point: Point, cost: usize| {
        let squeezed =
            (wall(point, -1, 0) && wall(point, 1, 0)) || (wall(point, 0, -1) && wall(point, 0, 1));
        !board.is_ko_point(point) && (cost > 1 || !squeezed)
    };
    loop {
        let before = costs.clone();
        for point in board.size().points() {
            let cheapest = near(board, point)
                .map(|near| {
                    let cost = costs[&near];
                    let blocked = board.at(near).is_empty() && !leads_on(near, cost);
                    if cost == FAR || blocked { FAR } else { cost }
                })
                .min()
                .unwrap_or(FAR);
            if board.at(point).is_empty() {
                let cost = (cheapest + 1).min(FAR);
                if cost == 1 || !touches(point) {
                    costs.insert(point, cost.min(costs[&point]));
                }
            } else if board.at(point).is(color) && cheapest < costs[&point] {
                for stone in board.chain(point).expect("a stone").stones() {
                    costs.insert(stone, cheapest);
                }
            }
        }
        if before == costs {
            break;
        }
    }
    [1, 2, 3, 4].map(|order| {
        let empty = board.empty().iter();
        empty.filter(|point| costs[point] == order).count()
    })
}

#[test]
fn sizes_and_orders_agree_with_the_twins() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    for round in 0..60 {
        let board = random_position(&mut rng, [5, 9, 13][round % 3], 10 + 3 * round);
        let sizes = slow_effective_sizes(&board);
        let mut stones = PointSet::EMPTY;
        for worm in &*examine(&board, Knowledge::default()) {
            let expected = sizes[&worm.origin];
            assert!(
                (worm.effective_size - expected).abs() < 0.001,
                "{:?}: {} for {expected}\n{board}",
                worm.origin,
                worm.effective_size
            );
            let orders = slow_orders(&board, worm.origin);
            assert_eq!(worm.liberties, orders, "{:?}\n{board}", worm.origin);
            stones.extend(&worm.stones);
        }
        assert_eq!(stones.len(), board.all_stones().count());
    }
}
