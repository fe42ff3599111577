//! Compares the corner matcher with slates on the same patterns: GNU Go's seven trees, if they are
//! available. The positions come from twenty real games, every tenth move up to 100, with one side
//! to move. Divan's figures are for all positions of a list; the item rate counts whole boards.

use divan::Bencher;
use divan::counter::ItemsCount;
use katachi_board::{Board, BoardSize, Color, Rules};
use katachi_image::{Image, Role};
use katachi_joseki::{Options, compile, text};
use katachi_matcher::Matcher;
use katachi_sgf::Sequence;
use katachi_testkit::{archived, shared_dir};
use patc::Source;

fn main() {
    divan::main();
}

const TREES: [&str; 7] = [
    "gogo",
    "hoshi_keima",
    "hoshi_other",
    "komoku",
    "sansan",
    "mokuhazushi",
    "takamoku",
];

fn image(role: Role) -> Option<Image> {
    let folder = shared_dir()?.join("peer/gnugo-3.8/patterns");
    let mut entries = Vec::new();
    for name in TREES {
        let bytes = std::fs::read(folder.join(format!("{name}.sgf"))).ok()?;
        let options = Options {
            prefix: name.replace('_', ""),
            ..Options::default()
        };
        entries.extend(compile(&bytes, &options).entries);
    }
    let text = text::database(&entries, &[]).to_string();
    let compiled = patc::compile(role, vec![Source::new("joseki.db", text)]);
    Image::from_vec(compiled.image?).ok()
}

/// Positions after 10, 20, ... moves; `None` without the games.
fn positions() -> Option<Vec<Board>> {
    let archive = shared_dir()?.join("data/games/pro19/gosei.tgz");
    let mut positions = Vec::new();
    for record in archived(&archive, "sgf").ok()?.values().take(20) {
        let parsed = katachi_sgf::parse(record).ok()?;
        let root = parsed.collection.roots().next()?;
        let game = Sequence::of_main_line(root, Rules::SIMPLE).ok()?;
        let mut board = Board::new(BoardSize::NINETEEN);
        for (color, at) in game.moves {
            match at {
                Some(at) => board.play(color, at).ok()?,
                None => board.pass(color).ok()?,
            }
            let moves = board.moves().len();
            if moves.is_multiple_of(10) && (10..=100).contains(&moves) {
                positions.push(board.clone());
            }
        }
    }
    Some(positions)
}

#[divan::bench(args = ["tree", "slates"])]
fn whole_board(bencher: Bencher, by: &str) {
    let role = if by == "tree" {
        Role::Joseki
    } else {
        Role::Fuseki
    };
    let (Some(image), Some(positions)) = (image(role), positions()) else {
        return;
    };
    let general = image.general().expect("patterns");
    let mut matcher = Matcher::new(&general, BoardSize::NINETEEN);
    bencher
        .counter(ItemsCount::new(positions.len()))
        .bench_local(|| {
            let found = positions.iter().map(|board| {
                matcher
                    .matches(&general, divan::black_box(board), Color::Black)
                    .len()
            });
            found.sum::<usize>()
        });
}
