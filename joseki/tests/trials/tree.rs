//! Tests GNU Go's seven trees as one image: the number of matches in a position, the size of the
//! image, and real positions against the naive matcher.

use std::path::Path;

use katachi_board::{Board, BoardSize, Color, Point, Rules};
use katachi_image::general::corner_node;
use katachi_image::{Image, Role};
use katachi_joseki::{Naming, Options, compile, text};
use katachi_matcher::{Matcher, naive};
use katachi_sgf::Sequence;
use katachi_testkit::{Trial, archived, shared, trial};
use libtest_mimic::Failed;
use patc::Source;

/// The files, and GNU Go's prefixes for them.
const TREES: [(&str, &str); 7] = [
    ("gogo", "JG"),
    ("hoshi_keima", "JHK"),
    ("hoshi_other", "JHO"),
    ("komoku", "JK"),
    ("sansan", "JS"),
    ("mokuhazushi", "JM"),
    ("takamoku", "JT"),
];

pub fn trials() -> Vec<Trial> {
    let trees = || shared("peer/gnugo-3.8/patterns");
    let games = trees().and_then(|trees| Ok((trees, shared("data/games/pro19/gosei.tgz")?)));
    vec![
        trial("figures", trees(), |folder| figures(&folder)),
        trial("real_positions", games, |(folder, archive)| {
            real_positions(&folder, &archive)
        }),
    ]
}

/// A position with joseki in all four corners, by row and column from 1.
const D: [(Color, usize, usize); 6] = [
    (Color::Black, 4, 16),
    (Color::White, 3, 14),
    (Color::White, 16, 4),
    (Color::Black, 17, 6),
    (Color::Black, 4, 4),
    (Color::White, 16, 16),
];

fn image(folder: &Path) -> Result<Image, Failed> {
    let mut entries = Vec::new();
    for (name, prefix) in TREES {
        let options = Options {
            prefix: prefix.to_owned(),
            naming: Naming::Numbered,
        };
        let bytes = std::fs::read(folder.join(format!("{name}.sgf")))?;
        entries.extend(compile(&bytes, &options).entries);
    }
    let text = text::database(&entries, &[]).to_string();
    let compiled = patc::compile(Role::Joseki, vec![Source::new("joseki.db", text)]);
    let errors: Vec<_> = compiled.diagnostics.iter().take(3).collect();
    Ok(Image::from_vec(
        compiled.image.ok_or(format!("{errors:?}"))?,
    )?)
}

/// Nine matches for either side in the position. The image is no larger than that of GNU Go's
/// corner matcher: at most 8,673 nodes and 279 kB for 1,622 patterns.
fn figures(folder: &Path) -> Result<(), Failed> {
    let image = image(folder)?;
    let general = image.general().ok_or("another kind")?;
    assert_eq!(general.patterns.len(), 1622);
    let patterns = (general.corners.iter()).filter(|node| node.flags & corner_node::PATTERN != 0);
    assert_eq!(patterns.count(), 1622);
    let (nodes, bytes) = (general.corners.len(), image.bytes().len());
    assert!(
        nodes <= 8673 && bytes <= 279_000,
        "{nodes} nodes, {bytes} bytes"
    );
    let stones = D.map(|(color, row, col)| Some((color, Point::new(row - 1, col - 1)?)));
    let board = Board::with_stones(BoardSize::NINETEEN, stones.into_iter().flatten())?;
    for own in Color::BOTH {
        let found = Matcher::new(&general, board.size()).matches(&general, &board, own);
        assert_eq!(found.len(), 9, "O = {own}");
        assert_eq!(found, naive::matches(&general, &board, own));
    }
    Ok(())
}

/// Openings of real games: a position every few moves.
fn real_positions(folder: &Path, archive: &Path) -> Result<(), Failed> {
    let image = image(folder)?;
    let general = image.general().ok_or("another kind")?;
    let mut matcher = Matcher::new(&general, BoardSize::NINETEEN);
    let mut matches = 0;
    for record in archived(archive, "sgf")?.values().take(6) {
        let parsed = katachi_sgf::parse(record)?;
        let Some(root) = parsed.collection.roots().next() else {
            continue;
        };
        let game = Sequence::of_main_line(root, Rules::SIMPLE)?;
        let mut board = Board::new(BoardSize::NINETEEN);
        for (color, at) in game.moves {
            match at {
                Some(at) => board.play(color, at)?,
                None => board.pass(color)?,
            }
            let moves = board.moves().len();
            if moves % 13 == 5 {
                let own = Color::BOTH[moves % 2];
                let found = matcher.matches(&general, &board, own);
                assert_eq!(found, naive::matches(&general, &board, own), "\n{board}");
                matches += found.len();
            }
        }
    }
    assert!(matches > 10, "{matches}");
    Ok(())
}
