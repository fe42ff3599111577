//! Tests of mining: which positions are counted, which are merged, and the resulting patterns.

use std::collections::BTreeMap;

use katachi_board::{Board, BoardSize, Color, Point, Rules, Symmetry};
use katachi_image::{Image, Role};
use katachi_joseki::image::{self, Built};
use katachi_joseki::mine::{
    Collector, FusekiCollector, FusekiSelection, Game, GameReader, Ladders, Measure, Part, Place,
    Region, Selection, Skip, Stones, Table, Tree, View, WIDEST, dbz, sgf,
};
use katachi_joseki::{Cell, Class, Compiled, Corner, Entry, Options, compile};
use patc::Source;
use proptest::prelude::*;

const VIEW: View = View {
    region: Region {
        margin: 1,
        least: 8,
        reach: 11,
    },
    near: 8,
    moves: 80,
    stones: 24,
};

const ALL: Selection = Selection {
    min_games: 1,
    min_times: 1,
    min_share: 0.0,
    cover: 0.0,
    main_share: 1.0,
    max_moves: 20,
};

const SIZE: BoardSize = BoardSize::NINETEEN;

/// Alternating moves, Black first; `-` is a pass.
fn game(moves: &str) -> Game {
    let point = |vertex: &str| Point::from_vertex(vertex, SIZE).expect("a vertex");
    let moves = moves.split_whitespace().enumerate().map(|(number, move_)| {
        let side = Color::BOTH[number % 2];
        (side, (move_ != "-").then(|| point(move_)))
    });
    Game {
        record: String::new(),
        size: SIZE,
        moves: moves.collect(),
        winner: Some(Color::Black),
        year: Some(2000),
    }
}

fn table(games: &[Game]) -> Table {
    let mut collector = Collector::new(VIEW);
    collector.add(games);
    collector.finish(1)
}

fn stones(own: &[Place], other: &[Place]) -> Stones {
    let bits = |places: &[Place]| {
        places
            .iter()
            .fold(0, |set, &(row, col)| set | 1 << (row * WIDEST + col))
    };
    Stones {
        own: bits(own),
        other: bits(other),
    }
}

fn compiled(text: &str) -> Compiled {
    let options = Options {
        prefix: "T".to_owned(),
        ..Options::default()
    };
    let compiled = compile(text.as_bytes(), &options);
    assert!(compiled.problems.is_empty(), "{:?}", compiled.problems);
    compiled
}

/// The game in all orientations and with both colours.
fn turned(game: &Game) -> Vec<Game> {
    let one = |symmetry: Symmetry, swap: bool| Game {
        record: String::new(),
        moves: (game.moves.iter())
            .map(|&(side, at)| {
                let side = if swap { !side } else { side };
                (side, at.map(|at| symmetry.apply_to_point(at, SIZE)))
            })
            .collect(),
        winner: game.winner.map(|side| if swap { !side } else { side }),
        ..game.clone()
    };
    Symmetry::all()
        .flat_map(|symmetry| [false, true].map(|swap| one(symmetry, swap)))
        .collect()
}

fn build(entries: &[Entry]) -> Built {
    image::build(&[image::Tree {
        name: "test.sgf".to_owned(),
        entries: entries.to_vec(),
    }])
}

#[test]
fn transpositions_are_one_position() {
    // The enclosure Q16 and R14 in both orders; White then takes the corner.
    let games = ["Q16 D4 R14 R17", "R14 D4 Q16 R17", "R14 D4 Q16 R17"].map(game);
    let table = table(&games);
    let position = table.get(stones(&[], &[(3, 3), (5, 2)])).expect("seen");
    assert_eq!(
        (position.local, position.turns, position.at_once),
        (3, 3, 3)
    );
    let moves: Vec<_> = (position.moves.iter())
        .map(|one| (one.times, one.won, one.decided, one.years))
        .collect();
    assert_eq!(moves, [(3, 0, 3, Some((2000, 2000)))]);
    // The tree has it once, after the more frequent order.
    let text = sgf(&Tree::grow(&table, &ALL), "");
    assert_eq!(text.matches("W[qc]").count(), 1, "{text}");
    let entries = compiled(&text).entries;
    let in_corner = entries.iter().filter(|entry| entry.mv == (2, 2));
    assert_eq!(in_corner.count(), 1);
    assert!(text.contains("goes on as after"), "{text}");
}

#[test]
fn corners_mirrors_and_colours_are_merged() {
    let games = turned(&game("Q16 O17 R14 Q18 R17"));
    let table = table(&games);
    let position = table.get(stones(&[(3, 3)], &[(2, 5)])).expect("seen");
    assert_eq!(position.moves.len(), 1);
    assert_eq!(position.moves[0].times, 16);
    // The mover is Black, who wins all games, or White with swapped colours.
    assert_eq!(position.moves[0].won, 16);
    let text = sgf(&Tree::grow(&table, &ALL), "");
    let names: Vec<_> = (compiled(&text).entries.iter())
        .map(|entry| entry.mv)
        .collect();
    assert_eq!(names[0], (3, 3));
    assert_eq!(names.len(), 5, "{text}");
}

#[test]
fn a_move_elsewhere_is_tenuki() {
    // White leaves the corner, so Black plays there twice.
    let games = ["Q16 D4 R14", "Q16 D4 R14", "Q16 O17"].map(game);
    let table = table(&games);
    let position = table.get(stones(&[], &[(3, 3)])).expect("seen");
    // D4 is not answered either.
    assert_eq!((position.turns, position.at_once, position.soon), (5, 1, 1));
    assert_eq!(position.tenuki(), Some((0.8, 0.8)));
    let text = sgf(&Tree::grow(&table, &ALL), "");
    assert!(text.contains("W[]") || text.contains("W[tt]"), "{text}");
    let entries = compiled(&text).entries;
    assert!(
        entries
            .iter()
            .any(|entry| entry.mv == (2, 5) || entry.mv == (5, 2))
    );
}

#[test]
fn an_answer_may_come_a_little_later() {
    // Two exchanges elsewhere, then the answer; and an answer after Black has played again.
    let games = ["Q16 D4 D16 Q4 K10 O17", "Q16 D4 R14 O17"].map(game);
    let table = table(&games);
    let position = table.get(stones(&[], &[(3, 3)])).expect("seen");
    // Of six lone stones, only Q16 in the first game is answered.
    assert_eq!((position.turns, position.at_once, position.soon), (6, 0, 1));
}

#[test]
fn stones_from_the_sides_make_another_position() {
    // In the first game a stone is on the side next to the corner.
    let games = ["Q16 D4 K17 O17", "Q16 D4 C16 O17"].map(game);
    let table = table(&games);
    let times = |stones: Stones| {
        let position = table.get(stones).expect("seen");
        position.moves.iter().map(|one| one.times).sum::<u32>()
    };
    // The rectangle of the lone stone has eight lines, so both games show it.
    assert_eq!(times(stones(&[], &[(3, 3)])), 2);
    assert_eq!(times(stones(&[], &[(3, 3), (2, 9)])), 1);
}

#[test]
fn thresholds_select() {
    let mut games = vec![game("Q16"); 10];
    games.extend(vec![game("R16"); 3]);
    games.push(game("R17"));
    let table = table(&games);
    let moves = |selection: Selection| {
        let text = Tree::grow(&table, &selection);
        let places = text.nodes.iter().filter(|node| node.pattern.is_some());
        places.filter_map(|node| node.place).collect::<Vec<_>>()
    };
    assert_eq!(moves(ALL), [(3, 3)]);
    // Too many other moves are played, but one is the main move, so the moves are kept.
    let main = Selection {
        cover: 1.0,
        min_times: 2,
        main_share: 0.7,
        ..ALL
    };
    assert_eq!(moves(main), [(3, 3), (2, 3)]);
    assert_eq!(
        moves(Selection {
            main_share: 0.8,
            ..main
        }),
        []
    );
    assert_eq!(moves(Selection { cover: 0.9, ..ALL }), [(3, 3), (2, 3)]);
    let strict = [
        Selection {
            cover: 0.9,
            min_times: 4,
            ..ALL
        },
        Selection {
            cover: 0.9,
            min_share: 0.3,
            ..ALL
        },
        Selection {
            cover: 0.9,
            max_moves: 2,
            ..ALL
        },
        Selection {
            min_games: 15,
            ..ALL
        },
    ];
    for selection in strict {
        assert_eq!(moves(selection), [], "{selection:?}");
    }
}

#[test]
fn classes_follow_from_frequencies() {
    // Black pushes, and White always answers at the same point; the first stone is never answered.
    let games = vec![game("Q16 D4 O17 Q4 P17 Q17"); 12];
    let tree = Tree::grow(&table(&games), &ALL);
    let class = |place: Place| {
        let mut found = tree.nodes.iter().filter(|node| node.place == Some(place));
        found
            .find_map(|node| node.pattern.as_ref())
            .map(|one| one.class)
    };
    assert_eq!(class((3, 3)), Some(Class::Standard));
    // P17 and Q17, or their mirror image.
    let answer = class((2, 3)).or(class((3, 2)));
    assert_eq!(answer, Some(Class::Urgent));
}

/// Black captures P15 in a ladder that runs to the far corner.
const LADDER: &str = "P16 P15 Q15 - O16 - P14";

#[test]
fn a_move_that_a_ladder_decides_gets_a_constraint() {
    let games: Vec<Game> = vec![game(LADDER); 12];
    let mut tree = Tree::grow(&table(&games), &ALL);
    let mut ladders = Ladders::of(&tree);
    ladders.observe(&games, &VIEW);
    ladders.annotate(&mut tree);
    let text = sgf(&tree, "");
    let entries = compiled(&text).entries;
    let constraint: Vec<&String> = entries.iter().flat_map(|entry| &entry.constraint).collect();
    assert_eq!(constraint, [";!oplay_defend(*,A)"], "{text}");
    let built = build(&entries);
    assert!(built.problems.is_empty(), "{:?}", built.problems);
    // If it was played with bad ladders too, it does not need a good one.
    let broken = "P16 P15 Q15 D4 O16 D5 P14";
    let mut mixed = games;
    mixed.extend(vec![game(broken); 12]);
    let mut tree = Tree::grow(&table(&mixed), &ALL);
    let mut ladders = Ladders::of(&tree);
    ladders.observe(&mixed, &VIEW);
    ladders.annotate(&mut tree);
    let here = |tree: &Tree| {
        let needy = tree.nodes.iter().filter_map(|node| node.pattern.as_ref());
        needy.filter(|one| one.constraint.is_some()).count()
    };
    assert_eq!(here(&tree), 0);
}

#[test]
fn bad_records_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    let records: [(&str, &[u8]); 9] = [
        (
            "good.sgf",
            b"(;SZ[19]DT[1999-01-02]RE[W+2.5];B[pd];W[dp])(;SZ[19];B[dd])",
        ),
        ("again.sgf", b"(;SZ[19];B[dd])"),
        ("none.sgf", b"no record"),
        ("small.sgf", b"(;SZ[9];B[ee])"),
        ("empty.sgf", b"(;SZ[19])"),
        ("handicap.sgf", b"(;SZ[19]AB[pd][dp];W[dd])"),
        ("illegal.sgf", b"(;SZ[19];B[dd];W[dd])"),
        ("value.sgf", b"(;SZ[19];B[zz])"),
        ("late.sgf", b"(;SZ[19];B[dd];AB[pp])"),
    ];
    for (name, bytes) in records {
        std::fs::write(folder.path().join(name), bytes).unwrap();
    }
    let mut games = Vec::new();
    let reader = GameReader {
        size: Some(SIZE),
        part: Part::All,
    };
    let mut paths = vec![folder.path().to_path_buf()];
    paths.push(folder.path().join("missing.sgf"));
    let census = reader.read(&paths, |batch, _| games.extend_from_slice(batch));
    assert_eq!((census.files, census.games, games.len()), (10, 2, 2));
    // `again.sgf` is first.
    assert_eq!(
        (games[1].winner, games[1].year),
        (Some(Color::White), Some(1999))
    );
    let expected = BTreeMap::from([
        (Skip::Unreadable, 1),
        (Skip::NotSgf, 1),
        (Skip::Size, 1),
        (Skip::BadValue, 1),
        (Skip::SetUp, 2),
        (Skip::Illegal, 1),
        (Skip::Empty, 1),
        (Skip::Repeated, 1),
    ]);
    assert_eq!(census.skipped, expected);
    assert!(census.examples[&Skip::Illegal].contains("illegal.sgf"));
}

#[test]
fn what_is_held_back_depends_on_the_name_alone() {
    let names: Vec<String> = (0..1000).map(|i| format!("Title/{i}/game.sgf")).collect();
    let held_back = names
        .iter()
        .filter(|name| Part::HeldBack(10).has(name))
        .count();
    assert!((70..130).contains(&held_back), "{held_back}");
    for name in &names {
        assert!(Part::Mined(10).has(name) != Part::HeldBack(10).has(name));
        assert!(Part::All.has(name));
    }
}

#[test]
fn measuring_counts_corners() {
    let games = vec![game("Q16 D4 R14 R17"); 4];
    let text = sgf(&Tree::grow(&table(&games), &ALL), "");
    let built = build(&compiled(&text).entries);
    assert!(built.problems.is_empty(), "{:?}", built.problems);
    let image = Image::from_vec(built.image.unwrap()).unwrap();
    let measure = Measure { moves: 3, near: 8 };
    let figures = measure.figures(&image.general().unwrap(), SIZE, &games);
    assert_eq!((figures.games, figures.moves), (4, 12));
    // All moves are proposed; the other corners propose 4-4.
    assert_eq!(
        (figures.corner_moves, figures.covered, figures.hits),
        (12, 12, 12)
    );
    // Before the third move: two empty corners, and Black's enclosure in both forms.
    assert!(figures.corners >= figures.covered);
    // R14 and its mirror image.
    assert_eq!(figures.proposals, 4 + 4 + 8);
}

#[test]
fn openings_are_merged_over_symmetries_and_colours() {
    let mut collector = FusekiCollector::new(SIZE, 3);
    collector.add(&turned(&game("Q16 D4 Q3 D16")));
    collector.add(&[game("Q16 D4 C16")]);
    let selection = FusekiSelection {
        min_times: 2,
        min_share: 0.0,
    };
    let book = collector.finish(&selection);
    let seen: Vec<_> = (book.iter())
        .map(|one| (one.own.len(), one.other.len(), one.times))
        .collect();
    assert_eq!(seen, [(0, 0, 17), (0, 1, 17), (1, 1, 17)]);
    let text = dbz(SIZE, &book, &["Test.".to_owned()]);
    assert!(
        text.starts_with("# Test.\nboard_size 19\nF19-H0-1 17 "),
        "{text}"
    );
    let compiled = patc::compile(Role::Book, vec![Source::new("openings.dbz", text)]);
    assert!(
        compiled.diagnostics.is_empty(),
        "{:?}",
        compiled.diagnostics
    );
    assert!(compiled.image.is_some());
}

#[test]
fn a_symmetric_position_has_each_move_once() {
    // After the centre of 9x9, all four sides are symmetric.
    let nine = BoardSize::new(9).unwrap();
    let centre = Point::new(4, 4).unwrap();
    let games: Vec<Game> = [(2, 4), (4, 2), (6, 4), (4, 6)]
        .map(|(row, col)| Game {
            record: String::new(),
            size: nine,
            moves: vec![
                (Color::Black, Some(centre)),
                (Color::White, Point::new(row, col)),
            ],
            winner: None,
            year: None,
        })
        .into();
    let mut collector = FusekiCollector::new(nine, 10);
    collector.add(&games);
    let book = collector.finish(&FusekiSelection {
        min_times: 1,
        min_share: 0.0,
    });
    let times: Vec<u32> = book.iter().map(|one| one.times).collect();
    assert_eq!(times, [4, 4]);
}

/// Games of random moves near the upper right corner and elsewhere.
fn games() -> impl Strategy<Value = Vec<Game>> {
    let place = prop_oneof![
        4 => (1..6_usize, 13..18_usize),
        1 => (0..19_usize, 0..19_usize),
    ];
    let moves = prop::collection::vec(place, 1..20);
    let game = moves.prop_map(|places| {
        let mut board = Board::new(SIZE);
        board.set_rules(Rules::SIMPLE);
        let mut moves = Vec::new();
        let mut side = Color::Black;
        for (row, col) in places {
            let at = Point::new(row, col).expect("on the board");
            if board.play(side, at).is_ok() {
                moves.push((side, Some(at)));
                side = !side;
            }
        }
        Game {
            record: String::new(),
            size: SIZE,
            moves,
            winner: None,
            year: None,
        }
    });
    prop::collection::vec(game, 1..12)
}

/// The content of a rectangle at a corner, read point by point: 0 empty, 1 own, 2 opponent.
fn content(board: &Board, corner: Corner, mirror: bool, side: Color, size: Place) -> Vec<u8> {
    let cells = (0..size.0).flat_map(|row| (0..size.1).map(move |col| (row, col)));
    cells
        .map(|(row, col)| {
            let place = if mirror { (col, row) } else { (row, col) };
            let at = corner.point(place, SIZE).expect("on the board");
            match board.at(at).color() {
                None => 0,
                Some(color) if color == side => 1,
                Some(_) => 2,
            }
        })
        .collect()
}

/// How often a move was played with exactly this content of its rectangle, counted naively.
fn recount(games: &[Game], wanted: Stones, mv: Place) -> u32 {
    let outermost = |line: fn(&Place) -> usize| {
        let stones = (0..WIDEST * WIDEST)
            .filter(|&bit| wanted.all() >> bit & 1 != 0)
            .map(|bit| (bit / WIDEST, bit % WIDEST))
            .chain([mv]);
        stones.map(|place| line(&place)).max().unwrap_or(0)
    };
    let lines = |outermost: usize| (outermost + 2).clamp(8, 11);
    let size = (lines(outermost(|one| one.0)), lines(outermost(|one| one.1)));
    let cells: Vec<u8> = (0..size.0)
        .flat_map(|row| (0..size.1).map(move |col| row * WIDEST + col))
        .map(
            |bit| match (wanted.own >> bit & 1, wanted.other >> bit & 1) {
                (0, 0) => 0,
                (1, _) => 1,
                _ => 2,
            },
        )
        .collect();
    let mut times = 0;
    for game in games {
        let mut board = Board::new(SIZE);
        board.set_rules(Rules::SIMPLE);
        for &(side, at) in &game.moves {
            for corner in Corner::ALL {
                // A move on the diagonal of a symmetric position is one occurrence, though found
                // twice.
                let is_seen = [false, true].into_iter().any(|mirror| {
                    let place = if mirror { (mv.1, mv.0) } else { mv };
                    at.is_some()
                        && corner.point(place, SIZE) == at
                        && content(&board, corner, mirror, side, size) == cells
                });
                times += u32::from(is_seen);
            }
            let _ = match at {
                Some(at) => board.play(side, at),
                None => board.pass(side),
            };
        }
    }
    times
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn counts_equal_a_naive_recount(games in games()) {
        let table = table(&games);
        for (stones, position) in table.positions() {
            for one in &position.moves {
                prop_assert_eq!(one.times, recount(&games, stones, one.place));
            }
        }
    }

    #[test]
    fn what_is_written_compiles_and_matches(games in games()) {
        let tree = Tree::grow(&table(&games), &ALL);
        // Games that begin outside of the corners give no patterns, which is an error of a tree.
        prop_assume!(tree.nodes.iter().any(|node| node.pattern.is_some()));
        let text = sgf(&tree, "Test.");
        let entries = compiled(&text).entries;
        // The compiler gives the mined patterns: the same corner, region and move.
        let mut mined: Vec<_> = (tree.nodes.iter())
            .filter_map(|node| Some((node.pattern.as_ref()?.region, node.place?, node.stones.all())))
            .collect();
        let mut found: Vec<_> = (entries.iter())
            .map(|entry| {
                let cells = (0..entry.rows).flat_map(|row| (0..entry.cols).map(move |col| (row, col)));
                let stones = cells.filter(|&at| entry.cell(at) != Cell::Empty);
                let stones = stones.fold(0_u128, |set, (row, col)| set | 1 << (row * WIDEST + col));
                ((entry.rows, entry.cols), entry.mv, stones)
            })
            .collect();
        mined.sort_unstable();
        found.sort_unstable();
        prop_assert_eq!(mined, found);
        let built = build(&entries);
        prop_assert!(built.problems.is_empty(), "{:?}", built.problems);
    }

    #[test]
    fn threads_do_not_matter(games in games()) {
        let with = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                let mut tree = Tree::grow(&table(&games), &ALL);
                let mut ladders = Ladders::of(&tree);
                ladders.observe(&games, &VIEW);
                ladders.annotate(&mut tree);
                sgf(&tree, "Test.")
            })
        };
        prop_assert_eq!(with(1), with(3));
    }
}
