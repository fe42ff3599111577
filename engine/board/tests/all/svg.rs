//! Drawings, compared word for word with the files beside this one, which a browser can show.
//! `UPDATE_DOCS=1` rewrites them; check them in a browser then.

use katachi_board::svg::{Drawing, Figure, Mark, Plate, Rgb};
use katachi_board::{Board, BoardSize, Color, Point};
use katachi_testkit::docs::expect_file;

fn at(vertex: &str, size: BoardSize) -> Point {
    Point::from_vertex(vertex, size).unwrap()
}

fn expect(name: &str, drawing: &dyn std::fmt::Display) {
    let path = format!("engine/board/tests/svg/{name}.svg");
    if let Err(failed) = expect_file(&path, &format!("{drawing}\n")) {
        panic!("{}", failed.message().unwrap_or_default());
    }
}

#[test]
fn everything_on_one_board() {
    let size = BoardSize::new(9).unwrap();
    let mut board = Board::new(size);
    let moves = ["E5", "D5", "E6", "D6", "G3", "C3"];
    let mut drawing = Drawing::new(9, 9).unwrap();
    for (number, (vertex, color)) in moves
        .iter()
        .zip(Color::BOTH.into_iter().cycle())
        .enumerate()
    {
        board.play(color, at(vertex, size)).unwrap();
        drawing
            .stone(at(vertex, size), color)
            .label(at(vertex, size), number + 1);
    }
    drawing.title("marks, labels & colours");
    for (vertex, mark) in [
        ("B8", Mark::Question),
        ("C8", Mark::Right),
        ("D8", Mark::Wrong),
        ("E8", Mark::Played),
        ("F8", Mark::PlayedRight),
        ("G8", Mark::PlayedWrong),
        ("B7", Mark::Last),
        ("C7", Mark::Question),
        ("C7", Mark::PlayedRight),
        ("D7", Mark::Question),
        ("D7", Mark::Last),
    ] {
        drawing.mark(at(vertex, size), mark);
    }
    drawing
        .stone(at("B7", size), Color::Black)
        .stone(at("D7", size), Color::White)
        .stone(at("B2", size), Color::Black)
        .stone(at("H2", size), Color::White)
        .label(at("D2", size), "A")
        .label(at("E2", size), "b")
        .label(at("F2", size), "long")
        .label(at("B2", size), "A")
        .label(at("H2", size), "123")
        .caption(at("C8", size), "12.5")
        .caption(at("H2", size), "<3")
        .caption(at("J9", size), "0.4");
    for (vertex, color) in [
        ("B2", Rgb(40, 160, 60)),
        ("A1", Rgb(40, 160, 60)),
        ("H2", Rgb(200, 40, 40)),
    ] {
        drawing.tint(at(vertex, size), color);
    }
    expect("marks", &drawing);
}

#[test]
fn a_board_with_its_stones() {
    let board: Board = "\
        . X O . .
        X . X O .
        O X + . .
        . O . . .
        . . . . ."
        .parse()
        .unwrap();
    let mut drawing = Drawing::of(&board);
    drawing.coordinates(false);
    expect("plain", &drawing);
}

/// Two figures below each other: frames around groups with a legend and a table, then shares and
/// numbers on tints.
#[test]
fn figures_on_a_plate() {
    let board: Board = "\
        . X O . .
        X . X O .
        O X + . O
        . O . . .
        X . . . X"
        .parse()
        .unwrap();
    let size = board.size();
    let mut drawing = Drawing::of(&board);
    drawing
        .group(board.stones(Color::Black), Rgb(20, 130, 60))
        .group(&[at("C5", size)].into_iter().collect(), Rgb(200, 40, 30));
    let mut groups = Figure::new("Groups & frames", drawing);
    groups
        .explain_group(Rgb(20, 130, 60), "alive")
        .explain_group(Rgb(200, 40, 30), "critical")
        .line("A  alive      4")
        .line("b  critical  <1");
    let mut drawing = Drawing::of(&board);
    drawing
        .share(at("D5", size), Color::White, 1.0)
        .share(at("B4", size), Color::Black, 0.5)
        .share(at("E1", size), Color::White, 0.1)
        .tint(at("C3", size), Rgb(60, 60, 70))
        .number(at("C3", size), -120)
        .number(at("C2", size), 7);
    let mut shares = Figure::new("Shares", drawing);
    shares
        .explain_share(Color::Black, 1.0, "Black's")
        .explain_share(Color::White, 0.25, "a quarter White's");
    expect("plate", Plate::default().push(groups).push(shares));
}

#[test]
fn a_board_that_is_not_square() {
    expect("oblong", &Drawing::new(13, 9).unwrap());
}

#[test]
fn the_largest_board() {
    let size = BoardSize::new(25).unwrap();
    let text = Drawing::of(&Board::new(size)).to_string();
    assert!(text.contains(">ABCDEFGHJKLMNOPQRSTUVWXYZ</text>"));
    assert!(text.contains(">25</text>"));
    assert_eq!(text, Drawing::new(25, 25).unwrap().to_string());
}
