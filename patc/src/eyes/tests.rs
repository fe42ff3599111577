use katachi_image::eyes::EyeCell;
use proptest::prelude::*;

use super::EyeShapes;
use crate::{Code, Diagnostic, Source, SourceId};

fn read(text: &[u8]) -> (EyeShapes, Vec<Diagnostic>, Source) {
    let mut diagnostics = Vec::new();
    let source = [Source::new("eyes.db", text)];
    let shapes = super::compile(&source, &mut diagnostics);
    let [source] = source;
    (shapes, diagnostics, source)
}

/// Code, line, column and text of each diagnostic that is not about the computed value, which the
/// shapes of these tests mostly do not have.
fn found(text: &str) -> Vec<String> {
    let (_, mut diagnostics, source) = read(text.as_bytes());
    diagnostics.retain(|diagnostic| diagnostic.code != Code::WrongEyeValue);
    diagnostics.sort_by_key(|diagnostic| (diagnostic.span, diagnostic.code));
    (diagnostics.iter())
        .map(|d| {
            let at = source.location(d.span.start);
            format!("{} {at} `{}`", d.code, source.display(d.span))
        })
        .collect()
}

/// The meaning of shapes, without their places in the source.
fn meaning(shapes: &EyeShapes) -> Vec<impl PartialEq + std::fmt::Debug + use<>> {
    let shapes = shapes.shapes.iter();
    shapes
        .map(|s| (s.number, s.vertices.clone(), s.value))
        .collect()
}

#[test]
fn a_picture_becomes_a_graph() {
    let text = "Pattern 7\n\n+--\n|.!\n# between rows\n|X\n\n:1111\n";
    let (shapes, diagnostics, _) = read(text.as_bytes());
    assert_eq!(diagnostics, []);
    let [shape] = shapes.shapes.as_slice() else {
        panic!("one shape")
    };
    let points: Vec<_> = (shape.vertices.iter())
        .map(|v| (v.row, v.col, v.edge_level(), v.cell.character()))
        .collect();
    let expected = [
        (0, 0, 2, Some('.')),
        (0, 1, 1, Some('!')),
        (1, 0, 1, Some('X')),
    ];
    assert_eq!(points, expected);
    assert_eq!(shape.neighbors(), [0b110, 0b001, 0b001]);
    assert_eq!(shape.marginals(), 1);
    assert_eq!(shape.number, 7);
}

#[test]
fn a_file_keeps_to_one_rule_of_marking() {
    // Threats are marked in two of three shapes.
    let marked = "Pattern 1\n.>\n:1112\nPattern 2\n..>\n:1112\n";
    assert!(found(marked).is_empty());
    let mixed = format!("{marked}Pattern 3\n....\n:1112\n");
    assert_eq!(found(&mixed), ["P1051 7:9 `3`"]);
    let bare = "Pattern 1\n..\n:1112\nPattern 2\n...\n:1112\nPattern 3\n>...\n:1112\n";
    assert_eq!(found(bare), ["P1051 7:9 `3`"]);
    assert_eq!(found("Pattern 1\n.>\n:1111\n"), ["P1050 3:2 `1111`"]);
}

#[test]
fn shapes_that_are_never_found_are_reported() {
    // Four points in a row, and the same bent: the same graph.
    let text = "Pattern 1\n.x..\n:1111\nPattern 2\n..\n ..\n:2222\n";
    assert_eq!(found(text), ["P1052 4:9 `2`"]);
    // The first needs an edge.
    let text = "Pattern 1\n....\n-\n:1111\nPattern 2\n..\n ..\n:2222\n";
    assert!(found(text).is_empty());
}

#[test]
fn values_are_compared_with_computed_ones() {
    let wrong = |text: &str| -> Vec<String> {
        let (_, diagnostics, _) = read(text.as_bytes());
        let wrong = diagnostics.iter().filter(|d| d.code == Code::WrongEyeValue);
        wrong.map(|d| d.message.clone()).collect()
    };
    // Four in a row live, unless the attacker moves twice.
    assert_eq!(wrong("Pattern 1\n....\n:1222\n"), [""; 0]);
    let message = "expected the computed value 1222, found 1112";
    assert_eq!(wrong("Pattern 1\n..>.\n:1112\n"), [message]);
    // The second shape is left with the middle of three that an attacker holds.
    let text = "Pattern 1\n.*.\n:1122\nPattern 2\n.x.\n:1111\n";
    assert_eq!(wrong(text), [""; 0]);
    // Stones without liberties are not judged.
    assert_eq!(wrong("Pattern 1\nXXXX\n:2222\n"), [""; 0]);
}

#[test]
fn the_order_of_contrary_shapes_is_reported() {
    let text = "Pattern 1\nx.*.\n:1122\nPattern 2\n.x..\n:1222\n";
    assert_eq!(found(text), ["P1054 4:9 `2`"]);
    // A special case comes first.
    let text = "Pattern 1\n..*.\n:1122\nPattern 2\n.x..\n:1222\n";
    assert_eq!(found(text), [""; 0]);
}

proptest! {
    #[test]
    fn any_bytes_are_read(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let _ = read(&bytes);
    }

    #[test]
    fn any_lines_are_read(
        text in "((Pattern [0-9]{1,3}|Patern|[.xX*<>!@()$ +|-]{1,9}|:[0-3]{3,5}|#.|)\n){0,30}",
    ) {
        let (shapes, _, _) = read(text.as_bytes());
        // Printing the shapes and reading them again keeps their meaning.
        let (again, diagnostics, _) = read(shapes.to_string().as_bytes());
        let is_empty = shapes.shapes.is_empty();
        prop_assert!(is_empty || diagnostics.iter().all(|d| d.severity() != crate::Severity::Error));
        prop_assert_eq!(meaning(&shapes), meaning(&again), "{}", shapes);
    }

    #[test]
    fn printing_and_reading_changes_nothing(
        cells in proptest::collection::vec((0..11usize, 0..3usize, 0..3usize), 1..12),
        borders in proptest::collection::vec((0..7usize, 0..7usize, any::<bool>()), 0..6),
    ) {
        // A random walk over a grid, so that most pictures are connected.
        let mut grid = [[' '; 9]; 9];
        let (mut row, mut col) = (4usize, 4usize);
        for (cell, down, right) in cells {
            grid[row][col] = EyeCell::CHARACTERS[cell].0;
            (row, col) = ((row + down).clamp(3, 7) - 1, (col + right).clamp(3, 7) - 1);
        }
        for (row, col, across) in borders {
            if grid[row][col] == ' ' {
                grid[row][col] = if across { '-' } else { '|' };
            }
        }
        let picture: Vec<String> = grid.iter().map(|row| row.iter().collect()).collect();
        // The first line of a picture may not be blank.
        let text = format!("Pattern 1\n{}\n:1111\n", picture.join("\n"));
        let (shapes, _, _) = read(text.as_bytes());
        let (again, _, _) = read(shapes.to_string().as_bytes());
        prop_assert_eq!(meaning(&shapes), meaning(&again), "{}\n{}", text, shapes);
    }
}

#[test]
fn sources_are_one_list() {
    let sources = ["Pattern 1\n.\n:1111\n", "Pattern 1\n..\n:1111\n"];
    let sources = sources.map(|text| Source::new("x.db", text));
    let mut diagnostics = Vec::new();
    super::compile(&sources, &mut diagnostics);
    assert_eq!(diagnostics.len(), 1);
    assert_eq!(diagnostics[0].source, SourceId(1));
}
