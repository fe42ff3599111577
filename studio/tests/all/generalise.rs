use std::collections::BTreeSet;

use katachi_board::{Board, Color, Point, Rules, Symmetry};
use katachi_image::{Cell, Symbol, border};
use katachi_joseki::mine::{Game, fingerprint};
use katachi_studio::Games;
use katachi_studio::cut::{Draft, Picture, Region};
use katachi_studio::generalise::{Generalised, Plan};
use serde_json::Value;

use crate::common::{games, set_of, small_games};

/// The pattern that a region of a game before a move shows.
fn draft(games: &Games, before: usize, reach: usize) -> Draft {
    let record = &games.games[0];
    let mut board = Board::new(record.size);
    for &(color, at) in &record.moves[..before] {
        board.play(color, at.unwrap()).unwrap();
    }
    let (own, at) = record.moves[before];
    let at = at.unwrap();
    let region = Region::between(at, at, record.size).grown(reach);
    let picture = Picture::of(&board, own, at, region);
    Draft {
        name: "New".to_owned(),
        comment: Vec::new(),
        labels: picture.labels(),
        picture,
        classes: String::new(),
        values: Vec::new(),
        constraint: None,
        test: Draft::test(&board, own, at, region.grown(2), "fires"),
    }
}

fn generalise(draft: &Draft, games: &Games, most_false: f64, asked: usize) -> Generalised {
    let set = set_of(&[("mine.db", "attribute_map general\n")]);
    let plan = Plan {
        draft,
        games,
        set: &set,
        most_false,
        asked,
        level: 1,
    };
    plan.run(&|_, _, _| {})
}

fn json(found: &Generalised) -> Value {
    serde_json::to_value(found).unwrap()
}

/// The places of a diagram on a board: corner, and the diagram in this orientation.
fn places(picture: &Picture, size: usize) -> Vec<((usize, usize), Picture)> {
    let mut places = Vec::new();
    for symmetry in Symmetry::all() {
        let turned = picture.turned(symmetry).0;
        let has = |side: u8| turned.borders & side != 0;
        for row in 0..=size - turned.rows {
            for col in 0..=size - turned.cols {
                let fits = (!has(border::NORTH) || row == 0)
                    && (!has(border::SOUTH) || row + turned.rows == size)
                    && (!has(border::WEST) || col == 0)
                    && (!has(border::EAST) || col + turned.cols == size);
                if fits {
                    places.push(((row, col), turned.clone()));
                }
            }
        }
    }
    places
}

/// The points of a diagram at a place, with its cells.
fn cells(corner: (usize, usize), picture: &Picture) -> Vec<(Point, Cell)> {
    let all = picture.cells.iter().enumerate().map(|(number, &cell)| {
        let (row, col) = (number / picture.cols, number % picture.cols);
        (Point::new(corner.0 + row, corner.1 + col).unwrap(), cell)
    });
    all.collect()
}

fn fits(board: &Board, own: Color, cells: &[(Point, Cell)]) -> bool {
    cells.iter().all(|&(point, cell)| {
        let symbol = match board.at(point).color() {
            None => Symbol::Empty,
            Some(color) if color == own => Symbol::Own,
            Some(_) => Symbol::Opponent,
        };
        cell.symbols() & symbol.bit() != 0
    })
}

/// Hits and false hits in both halves, counted by the definition, situation by situation.
fn counted(picture: &Picture, games: &Games) -> Value {
    let mut counts = [[0, 0]; 2];
    for game in &games.games {
        let half = usize::from(fingerprint(game.size, &game.moves)[0] & 1);
        for (hits, count) in counted_in(picture, game).into_iter().enumerate() {
            counts[half][hits] += count;
        }
    }
    serde_json::json!(
        counts.map(|[hits, false_hits]| {
            serde_json::json!({"hits": hits, "false_hits": false_hits})
        })
    )
}

fn counted_in(picture: &Picture, game: &Game) -> [u32; 2] {
    let mut board = Board::new(game.size);
    board.set_rules(Rules::SIMPLE);
    let mut boards = vec![board.clone()];
    for &(color, at) in &game.moves {
        board.play(color, at.unwrap()).unwrap();
        boards.push(board.clone());
    }
    // A situation: its points, the move, the side, its beginning and its end.
    let mut seen: BTreeSet<(Vec<usize>, usize, bool, usize, usize)> = BTreeSet::new();
    let mut counts = [0, 0];
    for (corner, turned) in places(picture, game.size.get()) {
        let cells = cells(corner, &turned);
        let star = cells
            .iter()
            .find(|(_, cell)| *cell == Cell::Move)
            .unwrap()
            .0;
        let points: Vec<usize> = cells.iter().map(|(point, _)| point.index()).collect();
        let content = |board: &Board| -> Vec<Option<Color>> {
            cells
                .iter()
                .map(|&(point, _)| board.at(point).color())
                .collect()
        };
        let mut began = 0;
        for (number, &(mover, at)) in game.moves.iter().enumerate() {
            let (before, after) = (&boards[number], &boards[number + 1]);
            let at = at.unwrap();
            if points.contains(&at.index()) {
                for own in Color::BOTH {
                    let has_turn = game.moves[began..=number]
                        .iter()
                        .any(|&(side, _)| side == own);
                    let is_hit = at == star && mover == own;
                    let is_false = at != star;
                    if !has_turn || !(is_hit || is_false) || !fits(before, own, &cells) {
                        continue;
                    }
                    let is_black = own == Color::Black;
                    let key = (points.clone(), star.index(), is_black, began, number);
                    let mut sorted = key.clone();
                    sorted.0.sort_unstable();
                    if seen.insert(sorted) {
                        counts[usize::from(is_false)] += 1;
                    }
                }
            }
            if content(before) != content(after) {
                began = number + 1;
            }
        }
    }
    counts
}

#[test]
fn counts_are_those_of_the_definition() {
    let (real, small) = (games(), small_games(30));
    for (games, before, reach) in [
        (&real, 41, 1),
        (&real, 90, 1),
        (&small, 7, 1),
        (&small, 3, 2),
    ] {
        let draft = draft(games, before, reach);
        let found = json(&generalise(&draft, games, 0.0, 0));
        assert_eq!(found["before"], counted(&draft.picture, games), "{before}");
        for cell in found["cells"].as_array().unwrap() {
            let place = |name: &str| cell[name].as_u64().unwrap() as usize - 1;
            let index = place("row") * draft.picture.cols + place("column");
            for adds in cell["adds"].as_array().unwrap() {
                let becomes = adds[0].as_str().unwrap().chars().next().unwrap();
                let mut looser = draft.picture.clone();
                looser.cells[index] = Cell::from_char(becomes).unwrap();
                let all = counted(&looser, games);
                for half in 0..2 {
                    for kind in ["hits", "false_hits"] {
                        let number = |of: &Value| of[half][kind].as_u64().unwrap();
                        let sum = number(&found["before"]) + number(&adds[1]);
                        assert_eq!(sum, number(&all), "{index} {becomes} {kind}");
                    }
                }
            }
        }
    }
}

#[test]
fn steps_add_no_false_hits_unless_they_may() {
    let games = small_games(60);
    let draft = draft(&games, 5, 1);
    let strict = json(&generalise(&draft, &games, 0.0, 0));
    for half in 0..2 {
        assert_eq!(
            strict["before"][half]["false_hits"],
            strict["after"][half]["false_hits"]
        );
    }
    let loose = generalise(&draft, &games, 1.0, 0);
    let hits = |of: &Value| of["after"][0]["hits"].as_u64().unwrap();
    assert!(hits(&json(&loose)) > hits(&strict), "{loose:?}");
    // Steps lead to what the diagram fits.
    assert_eq!(json(&loose)["after"], counted(&loose.picture, &games));
    let again = rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .build()
        .unwrap();
    let again = again.install(|| generalise(&draft, &games, 1.0, 0));
    assert_eq!(json(&again), json(&loose), "threads change nothing");
}

#[test]
fn constraints_are_reported_with_what_they_keep() {
    let games = games();
    let draft = draft(&games, 41, 1);
    let found = generalise(&draft, &games, 1.0, 6);
    let found = json(&found);
    let asked = &found["asked"];
    for one in found["constraints"].as_array().unwrap() {
        for half in 0..2 {
            for kind in ["hits", "false_hits"] {
                let number = |of: &Value| of[half][kind].as_u64().unwrap();
                assert!(number(&one["keeps"]) <= number(asked), "{one}");
                assert!(number(asked) <= 3, "{asked}");
            }
        }
    }
}
