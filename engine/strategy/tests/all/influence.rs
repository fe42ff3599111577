//! Influence as a stage: what patterns do to it, and that nothing stale remains.

use std::sync::Arc;

use katachi_board::{Board, BoardSize, Color, Point, Scoring};
use katachi_image::{Image, Role};
use katachi_matcher::InfluenceQuestions as _;
use katachi_strategy::influence::{Form, Influence, MoveEffect, Region, Stones, Style};
use katachi_strategy::{Analyst, Database, Knowledge, Position};
use patc::{Source, compile};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const BLACK: Color = Color::Black;
const WHITE: Color = Color::White;

fn knowledge(databases: &[(Role, &str)]) -> Knowledge {
    let databases = databases.iter().map(|&(role, text)| {
        let name = role.profile().name;
        let compiled = compile(role, vec![Source::new(name, text)]);
        let image = compiled
            .image
            .unwrap_or_else(|| panic!("{:?}", compiled.diagnostics));
        Database {
            name: name.to_owned(),
            image: Arc::new(Image::from_vec(image).expect("valid")),
        }
    });
    Knowledge::new(databases.collect())
}

fn at(name: &str, board: &Board) -> Point {
    Point::from_vertex(name, board.size()).expect("a vertex")
}

/// All numbers of a run.
fn numbers(influence: &Influence) -> Vec<f32> {
    let points = influence.board_size().points();
    points
        .flat_map(|point| {
            let sides = Color::BOTH.map(|color| {
                [
                    influence.of(color, point),
                    influence.strength(color, point),
                    influence.permeability(color, point),
                ]
            });
            let [black, white] = sides;
            [black, white]
                .into_iter()
                .flatten()
                .chain([influence.territory(point)])
        })
        .collect()
}

const WALL: &str = "
    . . . . . . .
    . . . . . . .
    X X X . O O O
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .";

/// The run of a position with these databases.
fn run(board: &Board, databases: &[(Role, &str)], form: Form, to_move: Option<Color>) -> Influence {
    let mut analyst = Analyst::new(knowledge(databases), 10);
    let mut position = analyst.position(board, 0.0, Scoring::Territory);
    let stones = Stones::lively(&position.worms(), WHITE);
    position.field(&stones, form, to_move).spread()
}

#[test]
fn barriers_hold_up_influence_for_the_side_to_move() {
    let board: Board = WALL.parse().expect("a board");
    let text = "attribute_map value_only\n\nPattern B1\n\nO,\n\n:-,sD\n\n\
                Pattern B2\n\nX!\n\n:-,sA\n";
    let barriers = [(Role::Barriers, text)];
    let plain = run(&board, &[], Form::Territory, Some(WHITE));
    let held = run(&board, &barriers, Form::Territory, Some(WHITE));
    // White is O: beside its stones no black influence passes, beside Black's less white.
    let gap = at("D5", &board);
    assert!(plain.permeability(BLACK, gap) > 0.0);
    assert!(held.permeability(BLACK, gap) == 0.0);
    let ratio = held.permeability(WHITE, gap) / plain.permeability(WHITE, gap);
    assert!((ratio - 0.7).abs() < 0.001, "{ratio}");
    let nobody = run(&board, &barriers, Form::Territory, None);
    assert_eq!(numbers(&nobody), numbers(&plain));
    let escape = run(&board, &barriers, Form::Escape, None);
    assert!(escape.of(WHITE, at("E4", &board)) < plain.of(WHITE, at("E4", &board)));
}

/// The cosmic style reaches further and makes the centre territory, as long as the board is empty.
#[test]
fn the_cosmic_style_prefers_the_centre() {
    let size = BoardSize::new(19).expect("a size");
    let mut stones: Vec<(Color, Point)> = Vec::new();
    for name in ["D10", "Q10", "K16", "K4", "D16", "Q16", "D4", "Q4"] {
        stones.push((BLACK, Point::from_vertex(name, size).expect("a vertex")));
    }
    let lead = |stones: &[(Color, Point)], style| {
        let board = Board::with_stones(size, stones.iter().copied()).expect("a board");
        let mut analyst = Analyst::new(Knowledge::default(), 10);
        analyst.style = style;
        let mut position = analyst.position(&board, 0.0, Scoring::Territory);
        let influence = position.first_influence(WHITE);
        let at = |name| Point::from_vertex(name, size).expect("a vertex");
        ["K10", "A1"].map(|name| {
            (
                influence.of(BLACK, at(name)),
                influence.territory_of(BLACK, at(name)),
            )
        })
    };
    let [usual, cosmic] = [Style::Usual, Style::Cosmic].map(|style| lead(&stones, style));
    assert!(
        cosmic[0].0 > usual[0].0 && cosmic[0].1 > usual[0].1,
        "{cosmic:?} {usual:?}"
    );
    // On a full board it has faded.
    let rows = (0..10).flat_map(|row| (0..18).filter_map(move |col| Point::new(row, col)));
    let full: Vec<(Color, Point)> = rows.map(|point| (BLACK, point)).collect();
    assert_eq!(lead(&full, Style::Usual), lead(&full, Style::Cosmic));
}

/// White's stone on D4 is captured even if White moves first. A dead stone has no strength, so the
/// patterns are lenient (class `s`).
const DEAD: &str = "
    . . . . . . .
    . . . . . . .
    . . . X . . .
    . . X O X . .
    . X . . X . .
    . . X X . . .
    . . . . . . .";

/// Class `O` asks for living dragons of the side to move, class `X` of the other; letters that ask
/// for dead ones hold. Before dragons are known nothing is refused.
#[test]
fn class_letters_ask_for_the_condition_of_dragons() {
    let board: Board = DEAD.parse().expect("a board");
    let below = at("D3", &board);
    let text = |classes: &str| {
        format!("attribute_map value_only\n\nPattern B1\n\nO\n,\n\n:|,s{classes}\n")
    };
    // Who is O, the classes, and whether White's (Black's) stone may hold up the other side at D3.
    for (to_move, classes, holds) in [
        (WHITE, "D", true),
        (WHITE, "OD", false),
        (WHITE, "oD", true),
        (WHITE, "XD", true),
    ] {
        let text = text(classes);
        let databases = [(Role::Barriers, text.as_str())];
        let mut analyst = Analyst::new(knowledge(&databases), 10);
        let mut position = analyst.position(&board, 0.0, Scoring::Territory);
        let dragons = position.dragons();
        let status = dragons.at(at("D4", &board)).expect("a dragon").status();
        assert_eq!(status.name(), "dead", "{dragons:?}");
        let held = |influence: &Influence| influence.permeability(!to_move, below) == 0.0;
        assert_eq!(held(&position.influence(to_move)), holds, "{classes}");
        assert!(held(&position.first_influence(to_move)), "{classes}");
    }
    // The same from the other side: a barrier that Black's stone makes against O, if it lives.
    for (classes, holds) in [("A", true), ("XA", false), ("OA", true)] {
        let text = format!("attribute_map value_only\n\nPattern B1\n\nX\n,\n\n:|,s{classes}\n");
        let databases = [(Role::Barriers, text.as_str())];
        let mut analyst = Analyst::new(knowledge(&databases), 10);
        let mut position = analyst.position(&board, 0.0, Scoring::Territory);
        let influence = position.influence(BLACK);
        let held = influence.permeability(BLACK, below) == 0.0;
        assert_eq!(held, holds, "{classes}");
    }
}

#[test]
#[expect(clippy::float_cmp, reason = "these numbers are set, not computed")]
fn invasions_and_enhancements_are_sources() {
    let board: Board = WALL.parse().expect("a board");
    let text = "attribute_map value_only\n\nPattern I1\n\nO\n.\n*\n\n:|,I,value(20)\n\n\
                Pattern E1\n\nO\n.\n.\n*\n\n:|,E,value(30)\n\n\
                Pattern I2\n\nO\n.\n*\n-\n\n:|,sIe,value(3)\n";
    let sources = [(Role::Influence, text)];
    let two_below = |name: &str| at(name, &board);
    let territory = run(&board, &sources, Form::Territory, Some(WHITE));
    // White moves, so it may invade below Black's stones, not below its own.
    assert_eq!(territory.strength(WHITE, two_below("A3")), 20.0);
    assert_eq!(territory.strength(BLACK, two_below("A3")), 0.0);
    assert_eq!(territory.strength(BLACK, two_below("E3")), 0.0);
    assert_eq!(territory.strength(WHITE, two_below("E2")), 0.0);
    let escape = run(&board, &sources, Form::Escape, None);
    for color in Color::BOTH {
        assert_eq!(escape.strength(color, two_below("A3")), 20.0);
        assert_eq!(escape.attenuation(color, two_below("A3")), 1.5);
    }
    assert_eq!(escape.strength(WHITE, two_below("E2")), 30.0);
    assert_eq!(escape.strength(BLACK, two_below("E2")), 0.0);
    assert_eq!(escape.attenuation(WHITE, two_below("E2")), 3.0);
}

#[test]
fn patterns_ask_who_owns_the_moyo() {
    let board: Board = "
        . . . . . . .
        . . . . . . .
        X X X X X X X
        . . . . . . .
        O O O O O O O
        . . . . . . .
        . . . . . . ."
        .parse()
        .expect("a board");
    let mut analyst = Analyst::new(Knowledge::default(), 10);
    let mut position = analyst.position(&board, 0.0, Scoring::Territory);
    let (top, middle, bottom) = (at("D7", &board), at("D4", &board), at("D1", &board));
    let mut host = position.host();
    for to_move in Color::BOTH {
        assert_eq!(host.owns_territory(BLACK, top, to_move), Some(true));
        assert_eq!(host.owns_moyo(BLACK, top, to_move), Some(true));
        assert_eq!(host.dominates_area(WHITE, bottom, to_move), Some(true));
        assert_eq!(host.owns_moyo(WHITE, top, to_move), Some(false));
        assert_eq!(host.dominates_area(WHITE, middle, to_move), Some(false));
    }
    drop(host);
    let influence = position.first_influence(BLACK);
    assert_eq!(influence.to_move(), Some(BLACK));
    assert_eq!(influence.owner(Region::Territory, top), Some(BLACK));
    assert_eq!(influence.owner(Region::Moyo, middle), None);
    // The same stage is the same one.
    assert!(Arc::ptr_eq(&influence, &position.first_influence(BLACK)));
    assert!(Arc::ptr_eq(
        &position.escape_influence(WHITE),
        &position.escape_influence(WHITE)
    ));
}

/// Reading deeper would only take longer.
const LEVEL: i32 = 3;

/// A database whose constraints ask much.
const QUESTIONS: &str = "\
attribute_map value_only

Pattern Q1

O,
.O

:8,D

ab
cO

;lib(a)>2 && !oplay_attack(b,a)

Pattern Q2

X!
.O

:8,A

ab
cd

;oplay_attack_either(b,a,a) || !xplay_defend_both(c,a,a)

Pattern Q3

QX
!.

:8,B,value(30)

ab
cd

;safe_omove(c) && attack(b)<5

Pattern Q4

OX
..

:8,t

ab
cd

>if (safe_xmove(c)) non_oterritory(d);
>if (oplay_attack(d,b)) non_xterritory(c);
";

#[test]
fn what_is_remembered_is_what_would_be_found() {
    let databases = [(Role::Barriers, QUESTIONS)];
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut denied = 0;
    for size in [5, 7, 9] {
        let size = BoardSize::new(size).expect("a size");
        let mut board = Board::new(size);
        let mut warm = Analyst::new(knowledge(&databases), LEVEL);
        let mut color = BLACK;
        for _ in 0..50 {
            // Now and then a move is taken back.
            if random.random_range(0..8) == 0 {
                board.undo();
            }
            let points: Vec<Point> = board.empty().iter().collect();
            let point = points[random.random_range(0..points.len())];
            if board.play(color, point).is_err() {
                continue;
            }
            color = !color;
            let mut fresh = Analyst::new(knowledge(&databases), LEVEL);
            for to_move in Color::BOTH {
                let [warm, fresh] = [&mut warm, &mut fresh].map(|analyst| {
                    let mut position = analyst.position(&board, 0.0, Scoring::Territory);
                    position.first_influence(to_move)
                });
                assert_eq!(numbers(&warm), numbers(&fresh), "{board}");
                let is_denied = |point| Color::BOTH.map(|color| warm.is_denied(color, point));
                denied += size
                    .points()
                    .filter(|&at| is_denied(at) != [false; 2])
                    .count();
            }
        }
    }
    assert!(denied > 0, "no action denied anything");
}

#[test]
fn every_position_has_an_answer() {
    let databases = [(Role::Barriers, QUESTIONS)];
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut analyst = Analyst::new(knowledge(&databases), LEVEL);
    for _ in 0..100 {
        let size = BoardSize::new(random.random_range(2..=25)).expect("a size");
        let share = random.random_range(1..6);
        let stones = size.points().filter_map(|point| {
            let color = Color::BOTH[random.random_range(0..2usize)];
            (random.random_range(0..share) == 0).then_some((color, point))
        });
        let Ok(board) = Board::with_stones(size, stones.collect::<Vec<_>>()) else {
            continue;
        };
        let mut position = analyst.position(&board, 0.0, Scoring::Territory);
        let runs = [
            position.first_influence(BLACK),
            position.first_influence(WHITE),
            position.escape_influence(BLACK),
        ];
        let estimate = position.estimate(WHITE);
        assert!(estimate.area().abs() <= size.area() as f32);
        for point in size.points() {
            let owner = estimate.owner(point);
            assert!((-1.0..=1.0).contains(&owner), "{owner}\n{board}");
        }
        for influence in runs {
            for point in size.points() {
                let value = influence.territory(point);
                assert!((-2.0..=2.0).contains(&value), "{value}\n{board}");
                for color in Color::BOTH {
                    let sum = influence.of(color, point);
                    assert!(sum >= 0.0 && sum.is_finite(), "{sum}\n{board}");
                }
            }
        }
    }
}

/// The safe stones of a run, with their strengths.
fn stones_of(influence: &Influence, board: &Board) -> Stones {
    let mut stones = Stones::new();
    for (color, stone) in board.all_stones() {
        let one = [stone].into_iter().collect();
        let strength = influence.strength(color, stone);
        if strength > 0.0 {
            stones.add(&one, (100.0 - strength) / 30.0);
        } else if influence.safe().contains(stone) {
            stones.add_inessential(&one);
        }
    }
    stones
}

#[test]
fn a_move_has_the_influence_of_the_board_after_it() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(8);
    for round in 0..60 {
        let size = BoardSize::new(rng.random_range(3..=13)).expect("a size");
        let mut board = Board::new(size);
        let points: Vec<Point> = size.points().collect();
        let mut pick = |count| points[rng.random_range(0..count)];
        for number in 0..size.area() / 2 {
            let _ = board.play(Color::BOTH[number % 2], pick(points.len()));
        }
        let (color, point) = (Color::BOTH[round % 2], pick(points.len()));
        let set = |point: Point| board.chain(point).map(|chain| chain.stone_set());
        let effect = MoveEffect {
            lost: set(pick(points.len())).unwrap_or_default(),
            saved: set(pick(points.len())).unwrap_or_default(),
            ..MoveEffect::of(color, point, round % 3 > 0)
        };
        let mut analyst = Analyst::new(Knowledge::default(), 10);
        let mut position = analyst.position(&board, 0.0, Scoring::Territory);
        let before = position.influence(!color);
        let found = position.move_influence(&effect);
        assert_eq!(position.board.trial_moves(), 0);
        let mut after = board.clone();
        if !after.try_ko(color, point) {
            assert!(found.is_none());
            continue;
        }
        let found = found.expect("a legal move");
        let stones = stones_of(&before, &board).after(&effect);
        let mut twin = Analyst::new(Knowledge::default(), 10);
        let expected = (twin.position(&after, 0.0, Scoring::Territory))
            .field(&stones, Form::Territory, Some(!color))
            .spread();
        for (a, b) in numbers(found.after()).iter().zip(numbers(&expected)) {
            assert!((a - b).abs() < 0.01, "{a} {b}\n{board}\n{effect:?}");
        }
        // Without patterns nothing follows.
        assert!(found.follow_up_gain().abs() < 0.001);
        let sum = |run: &Influence| points.iter().map(|&one| run.territory(one)).sum::<f32>();
        let change = sum(&expected) - sum(&before);
        let change = if color == WHITE { change } else { -change };
        let taken = after.captures(color) - board.captures(color);
        let expected = change + taken as f32;
        assert!((found.gain(&before) - expected).abs() < 0.05);
    }
}

#[test]
fn after_a_move_its_side_could_push_in() {
    let board: Board = WALL.parse().expect("a board");
    let text = "attribute_map value_only\n\nPattern B1\n\nQ!\n\n:-,sB,value(30)\n";
    let mut analyst = Analyst::new(knowledge(&[(Role::Barriers, text)]), 10);
    let mut position = analyst.position(&board, 0.0, Scoring::Territory);
    let follow_up = |position: &mut Position<'_>, is_safe| {
        let effect = MoveEffect::of(BLACK, at("D3", &board), is_safe);
        let found = position.move_influence(&effect).expect("a legal move");
        let new = |run: &Influence| run.strength(BLACK, at("E3", &board));
        (
            new(found.after()),
            new(found.follow_up()),
            found.follow_up_gain(),
        )
    };
    let (after, then, gain) = follow_up(&mut position, true);
    // It can push in on four sides, which share its strength.
    assert_eq!((after, then), (0.0, 25.0));
    assert!(gain > 0.0, "{gain}");
    // A stone that is lost is no place to push in from.
    let (_, then, gain) = follow_up(&mut position, false);
    assert_eq!((then, gain), (0.0, 0.0));
}
