//! Tests mining on real records, if they are available.

use std::path::Path;

use katachi_board::BoardSize;
use katachi_image::Image;
use katachi_joseki::mine::{
    Collector, GameReader, Measure, Part, Region, Selection, Tree, View, sgf,
};
use katachi_joseki::{Options, compile, image};
use katachi_testkit::{Trial, shared, trial};
use libtest_mimic::Failed;

pub fn trials() -> Vec<Trial> {
    let archive = shared("data/games/pro19/gosei.tgz");
    vec![trial("gosei", archive, |archive| mined(&archive))]
}

/// The games of a title: bad records are skipped, and the patterns of nine tenths predict moves of
/// the rest.
fn mined(archive: &Path) -> Result<(), Failed> {
    let size = BoardSize::NINETEEN;
    let read = |part| {
        let mut games = Vec::new();
        let paths = [archive.to_path_buf()];
        let reader = GameReader {
            size: Some(size),
            part,
        };
        let census = reader.read(&paths, |batch, _| {
            games.extend_from_slice(batch);
        });
        (census, games)
    };
    let (census, games) = read(Part::Mined(10));
    let skipped: usize = census.skipped.values().sum();
    if census.games < 2000 || census.games + skipped + census.held_back != census.files {
        return Err(format!("{census}").into());
    }
    let region = Region {
        margin: 1,
        least: 8,
        reach: 11,
    };
    let mut collector = Collector::new(View {
        region,
        near: 8,
        moves: 80,
        stones: 24,
    });
    collector.add(&games);
    let selection = Selection {
        min_games: 15,
        min_times: 3,
        min_share: 0.05,
        cover: 0.85,
        main_share: 0.2,
        max_moves: 6,
    };
    let tree = Tree::grow(&collector.finish(3), &selection);
    let options = Options {
        prefix: "T".to_owned(),
        ..Options::default()
    };
    let compiled = compile(sgf(&tree, "Test.").as_bytes(), &options);
    if let Some(problem) = compiled.problems.first() {
        return Err(problem.to_string().into());
    }
    let built = image::build(&[image::Tree {
        name: "gosei.sgf".to_owned(),
        entries: compiled.entries,
    }]);
    if let Some((_, problem)) = built.problems.first() {
        return Err(problem.to_string().into());
    }
    let image = Image::from_vec(built.image.ok_or("no image")?)?;
    let general = image.general().ok_or("no patterns")?;
    let (_, held_back) = read(Part::HeldBack(10));
    let figures = Measure { moves: 40, near: 8 }.figures(&general, size, &held_back);
    let share = |part: usize, of: usize| part as f64 / of as f64;
    let is_good = share(figures.covered, figures.corner_moves) >= 0.4
        && share(figures.hits, figures.covered) >= 0.8
        && share(figures.proposals, figures.covered) <= 3.0;
    if is_good {
        Ok(())
    } else {
        Err(format!("{} patterns\n{figures}", general.patterns.len()).into())
    }
}
