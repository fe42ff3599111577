//! Tests of `patc::turn`: turned patterns look as they should, match where the old ones matched,
//! and turning them back restores them.

use std::collections::BTreeSet;
use std::path::Path;

use katachi_board::{Board, BoardSize, Color, Point, Symmetry};
use katachi_image::{Image, Role};
use katachi_matcher::Matcher;
use katachi_testkit::{Trial, shared, trial};
use libtest_mimic::Failed;
use patc::model::Database;
use patc::orientation::symmetry_code;
use patc::turn::turn;
use patc::{Compiled, Source, compile};

fn compiled(role: Role, text: &[u8]) -> Compiled {
    let compiled = compile(role, vec![Source::new("x.db", text)]);
    assert!(!compiled.has_errors(), "{:?}", compiled.diagnostics);
    compiled
}

fn database(compiled: &Compiled) -> Result<&Database, Failed> {
    Ok(compiled.model.general().ok_or("another dialect")?)
}

fn turned(role: Role, text: &[u8], orientation: Symmetry) -> Result<(Vec<u8>, usize), Failed> {
    let turned = turn(role, &Source::new("x.db", text), orientation, |_| true);
    let turned = turned.map_err(|found| format!("{found:?}"))?;
    Ok((turned.text, turned.patterns))
}

/// A board after random moves, the same each time.
fn board(moves: usize, mut seed: u64) -> Board {
    let mut board = Board::new(BoardSize::new(19).expect("a size"));
    let points: Vec<Point> = board.size().points().collect();
    for _ in 0..moves {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let high = (seed >> 33) as usize;
        let color = if high & 1 == 0 {
            Color::Black
        } else {
            Color::White
        };
        // Illegal moves are skipped.
        let _ = board.play(color, points[(high >> 1) % points.len()]);
    }
    board
}

/// All matches: pattern, move, and for patterns without symmetry the labels by letter.
type Found = BTreeSet<(usize, Option<Point>, Vec<(u8, Option<Point>)>)>;

fn matches(compiled: &Compiled, board: &Board) -> Result<Found, Failed> {
    let image = Image::from_vec(compiled.image.clone().ok_or("no image")?)?;
    let general = image.general().ok_or("another kind")?;
    let mut matcher = Matcher::new(&general, board.size());
    let mut found = Found::new();
    for one in matcher.matches(&general, board, Color::Black) {
        let pattern = general.pattern(one.pattern as usize).ok_or("no pattern")?;
        let mut labels = Vec::new();
        if pattern.record.symmetry == b'8' {
            let points = pattern.labels().iter();
            labels.extend(points.map(|label| (label.letter, one.point(label.at, board.size()))));
            labels.sort_unstable();
        }
        found.insert((pattern.number(), one.mv(&pattern, board.size()), labels));
    }
    Ok(found)
}

fn turns(path: &Path, role: Role) -> Result<(), Failed> {
    let before = std::fs::read(path)?;
    let original = compiled(role, &before);
    let boards = [board(40, 1), board(120, 2), board(250, 3)];
    let expected: Vec<Found> = (boards.iter())
        .map(|board| matches(&original, board))
        .collect::<Result<_, _>>()?;
    for orientation in Symmetry::all().skip(1) {
        let (text, count) = turned(role, &before, orientation)?;
        let laid = compiled(role, &text);
        let (was, is) = (database(&original)?, database(&laid)?);
        assert_eq!(count, was.patterns.len());
        for (one, two) in was.patterns.iter().zip(&is.patterns) {
            assert_eq!(one.diagram.turned(orientation), two.diagram, "{}", one.name);
            assert_eq!(symmetry_code(orientation, one.symmetry), two.symmetry);
            let mut labels: Vec<_> = (one.labels.iter())
                .map(|label| label.turned(orientation, &one.diagram))
                .collect();
            labels.sort_by_key(|label| (label.row, label.col));
            assert_eq!(labels, two.labels, "{}", one.name);
        }
        for (board, expected) in boards.iter().zip(&expected) {
            let found = matches(&laid, board)?;
            assert!(*expected == found, "{orientation:?}");
        }
        let (back, _) = turned(role, &text, orientation.inverse())?;
        let back = compiled(role, &back);
        for (one, two) in was.patterns.iter().zip(&database(&back)?.patterns) {
            assert!(one.means(two), "{one:#?}\nbecame\n{two:#?}");
        }
    }
    Ok(())
}

/// Comments, line ends and unwanted patterns stay as they are; side comments without a row go
/// below.
fn keeps_the_rest() -> Result<(), Failed> {
    let text = "attribute_map general\r\n# head\r\n\r\nPattern A  side\r\n\r\nO*  one\r\n.x\r\nXo  three\r\n--  four\r\n\r\n:| ,-,shape(1)\r\n\r\na*\r\n.a\r\nXo\r\n--\r\n\r\n;lib(a)>1\r\n\r\nPattern B\r\n\r\nO*\r\n\r\n:8,-\r\n";
    let source = Source::new("x.db", text);
    let clockwise = turn(Role::Patterns, &source, Symmetry::turns(1), |name| {
        name == "A"
    });
    let clockwise = clockwise.map_err(|found| format!("{found:?}"))?;
    assert_eq!((clockwise.patterns, clockwise.dropped), (1, 0));
    let expected = "attribute_map general\r\n# head\r\n\r\nPattern A  side\r\n\r\n|X.O    one\r\n|ox*    three\r\n# four\r\n\r\n:- ,-,shape(1)\r\n\r\n|X.a\r\n|oa*\r\n\r\n;lib(a)>1\r\n\r\nPattern B\r\n\r\nO*\r\n\r\n:8,-\r\n";
    assert_eq!(String::from_utf8_lossy(&clockwise.text), expected);
    // The label means the upper cell; after a half turn, the other cell comes first.
    let half = turn(Role::Patterns, &source, Symmetry::turns(2), |name| {
        name == "A"
    });
    let half = half.map_err(|found| format!("{found:?}"))?;
    assert_eq!(half.dropped, 1);
    let text = String::from_utf8_lossy(&half.text).into_owned();
    assert!(text.contains("--\r\noX\r\nx.\r\n*a\r\n"), "{text}");
    Ok(())
}

pub fn trials() -> Vec<Trial> {
    let mut trials = vec![trial("keeps_the_rest", Ok(()), |()| keeps_the_rest())];
    for (name, path) in crate::ours::ours() {
        trials.push(trial(&format!("ours_{name}"), Ok(path), |path| {
            turns(&path, Role::by_name(name).unwrap_or(Role::Patterns))
        }));
    }
    for name in ["patterns", "conn", "barriers", "owl_attackpats", "handicap"] {
        let need = || {
            let path = shared(&format!("peer/gnugo-3.8/patterns/{name}.db"))?;
            let role = Role::by_name(name).ok_or("an unknown role")?;
            Ok((path, role))
        };
        trials.push(trial(&format!("gnugo_{name}"), need(), |(path, role)| {
            turns(&path, role)
        }));
    }
    trials
}
