//! Worms: fields by hand positions, sizes and liberty orders against slow twins.

use std::collections::BTreeMap;
use std::sync::Arc;

use katachi_board::{Board, BoardSize, Color, Point, PointSet};
use katachi_core::unconditional::Status;
use katachi_core::worms::{Moves, Worms};
use katachi_core::{Database, Engine, Game, Knowledge};
use katachi_image::{Image, Role};
use katachi_matcher::Outcome;
use katachi_testkit::workspace_root;
use patc::{Source, compile};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn examine(board: Board, knowledge: Knowledge) -> Arc<Worms> {
    let mut game = Game::new(board.size());
    game.set_board(board);
    Engine::new(knowledge).worms(&game)
}

fn worms(text: &str) -> (Arc<Worms>, impl Fn(&str) -> Point) {
    let board: Board = text.parse().expect("a board");
    let size = board.size();
    let at = move |name: &str| Point::from_vertex(name, size).expect("a vertex");
    (examine(board, Knowledge::default()), at)
}

/// Our own database of this role.
fn shipped(role: Role, name: &str) -> Knowledge {
    let path = workspace_root().join(format!("patterns/{name}.db"));
    let text = std::fs::read(path).expect("our own database");
    let image = compile(role, vec![Source::new(name, text)]).image;
    let image = Image::from_vec(image.expect("no errors")).expect("valid");
    Knowledge::new(vec![Database {
        name: name.to_owned(),
        image: Arc::new(image),
    }])
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
    // The eyes are parts of the board by themselves; the rest is the third.
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
    assert!(white.attack_threats.is_empty() && white.defense_threats.is_empty());
    // A worm beside one that can be taken.
    let north = worms.at(at("C5")).expect("a worm");
    assert_eq!(north.lunch, Some(at("C4")));
}

#[test]
fn a_lost_stone_in_a_cage_does_not_matter() {
    let (worms, at) = worms(
        ". . . . . . .
         . X X X . . .
         . X O X . . .
         . X . X . . .
         . X X X . . .
         . . . . . . .
         . . . . . . .",
    );
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
    let (worms, at) = worms(
        ". . . . . . .
         . . X . . . .
         . X O . . . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . . . . . .",
    );
    let white = worms.at(at("C5")).expect("a worm");
    if white.attacks.is_empty() {
        assert!(!white.attack_threats.is_empty());
        for (point, outcome) in white.attack_threats.iter() {
            assert!(worms.at(point).is_none() && outcome != Outcome::Lose);
        }
    } else {
        assert!(white.attack_threats.is_empty());
    }
}

/// A stone that a ladder captures: the database knows the net, too.
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
    let advised = examine(board, shipped(Role::Attack, "attack"));
    let attacks = points(&advised.at(stone).expect("a worm").attacks);
    assert!(attacks.contains(&net) && attacks.len() > 1, "{attacks:?}");
}

/// The databases only add: what reading finds alone stays, at least as good.
#[test]
fn databases_take_nothing_away() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
    for _ in 0..6 {
        let board = random_position(&mut rng, 9, 60);
        let alone = examine(board.clone(), Knowledge::default());
        for (role, name) in [(Role::Attack, "attack"), (Role::Defense, "defense")] {
            let advised = examine(board.clone(), shipped(role, name));
            for (before, after) in alone.iter().zip(advised.iter()) {
                assert!(after.attacks.outcome() >= before.attacks.outcome());
                assert!(after.defenses.outcome() >= before.defenses.outcome());
            }
        }
    }
}

#[test]
fn worms_are_remembered_until_something_changes() {
    let mut engine = Engine::new(Knowledge::default());
    let mut game = Game::new(BoardSize::new(9).expect("a size"));
    let point = Point::from_vertex("E5", game.board().size()).expect("a vertex");
    game.play(Color::Black, Some(point)).expect("legal");
    let first = engine.worms(&game);
    assert!(Arc::ptr_eq(&first, &engine.worms(&game)));
    engine.set_level(3);
    assert!(!Arc::ptr_eq(&first, &engine.worms(&game)));
    let third = engine.worms(&game);
    game.play(Color::White, None).expect("legal");
    let point = Point::from_vertex("C3", game.board().size()).expect("a vertex");
    game.play(Color::Black, Some(point)).expect("legal");
    assert!(!Arc::ptr_eq(&third, &engine.worms(&game)));
    assert_eq!(engine.worms(&game).iter().count(), 2);
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

/// Half of each empty point, divided among the worms that a walk from it meets first.
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

/// The cost of joining each empty point to a string, by relaxing until nothing gets cheaper.
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
        for worm in &*examine(board.clone(), Knowledge::default()) {
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
