//! Whole positions: the look-up by hash in comparison with a test of every entry, in every
//! orientation, against every point of the board.

use std::fmt::Write;
use std::path::Path;

use crate::games::{games, position};
use katachi_board::{Board, BoardSize, Color, Point, PointState, Symmetry};
use katachi_image::full_board::{EntryRecord, FullBoardTables, PositionHasher, Stone, StoneRecord};
use katachi_image::general::Run;
use katachi_image::{Fingerprint, Image, Role};
use katachi_matcher::{FullBoardMatch, FullBoardMatcher};
use katachi_testkit::{Trial, shared, trial};
use libtest_mimic::Failed;
use patc::book::{Book, BookEntry};
use patc::{Model, Source, compile};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

type Rng = Xoshiro256PlusPlus;
type Stones = Vec<(Color, Point)>;

/// A match, with the name of its entry.
type Found = (String, Symmetry, Point);

/// A position from the view of the side to move: each point is empty, own, or the opponent's.
type Grid = Vec<u8>;

/// A book as in its source, and its image.
struct Both {
    book: Book,
    /// The position of each entry.
    grids: Vec<Grid>,
    image: Image,
}

impl Both {
    fn new(name: &str, text: Vec<u8>) -> Result<Self, Failed> {
        let compiled = compile(Role::Book, vec![Source::new(name, text)]);
        let messages: Vec<_> = (compiled.diagnostics.iter())
            .map(|diagnostic| diagnostic.short(&compiled.sources))
            .collect();
        let image = (compiled.image).ok_or_else(|| messages.join("\n"))?;
        let Model::Book(book) = compiled.model else {
            return Err("another kind".into());
        };
        let grid = |entry: &BookEntry| {
            let size = usize::from(entry.size);
            let mut grid = vec![0; size * size];
            for stone in book.stones(entry) {
                let place = usize::from(stone.row) * size + usize::from(stone.col);
                grid[place] = 2 - u8::from(stone.own);
            }
            grid
        };
        Ok(Self {
            grids: book.entries.iter().map(grid).collect(),
            book,
            image: Image::from_vec(image)?,
        })
    }

    fn naive(&self, board: &Board, own: Color) -> Vec<Found> {
        let size = board.size();
        let mut found = Vec::new();
        for symmetry in Symmetry::all() {
            // What an entry must hold so that it equals the board in this orientation.
            let wanted: Grid = (size.points())
                .map(
                    |point| match board.at(symmetry.apply_to_point(point, size)) {
                        PointState::Empty => 0,
                        stone => 2 - u8::from(stone.is(own)),
                    },
                )
                .collect();
            for (entry, grid) in self.book.entries.iter().zip(&self.grids) {
                if size.get() % 2 == 1 && usize::from(entry.size) == size.get() && *grid == wanted {
                    let mv = symmetry.apply_to_point(point(entry.mv), size);
                    found.push((entry.name.clone(), symmetry, mv));
                }
            }
        }
        found.sort();
        found
    }

    /// The matches, which must equal those of the naive search.
    fn matches(&self, board: &Board, own: Color) -> Vec<Found> {
        let book = self.image.full_board().expect("a book");
        let matches = FullBoardMatcher::new(board.size()).matches(&book, board, own);
        assert!(matches.is_sorted(), "by entry and symmetry");
        let mut found: Vec<Found> = (matches.iter())
            .map(|one| {
                let entry = &book.entries[one.entry as usize];
                (book.name(entry).to_owned(), one.symmetry, one.mv)
            })
            .collect();
        found.sort();
        assert_eq!(found, self.naive(board, own), "{own}\n{board}");
        found
    }
}

fn point((row, col): (u8, u8)) -> Point {
    Point::new(row.into(), col.into()).expect("a point")
}

/// The stones of an entry in some orientation, with this side to move.
fn stones(book: &Book, entry: &BookEntry, own: Color, symmetry: Symmetry) -> Stones {
    let size = BoardSize::new(entry.size.into()).expect("a size");
    (book.stones(entry).iter())
        .map(|stone| {
            let color = if stone.own { own } else { !own };
            let at = symmetry.apply_to_point(point((stone.row, stone.col)), size);
            (color, at)
        })
        .collect()
}

/// The same with one stone removed, recoloured, moved, or added.
fn changed(stones: &Stones, size: BoardSize, rng: &mut Rng) -> Stones {
    let mut changed = stones.clone();
    let free: Vec<Point> = (size.points())
        .filter(|point| stones.iter().all(|(_, stone)| stone != point))
        .collect();
    let elsewhere = free[rng.random_range(0..free.len())];
    let color = Color::BOTH[rng.random_range(0..2)];
    match (rng.random_range(0..4), changed.is_empty()) {
        (0, _) | (_, true) => changed.push((color, elsewhere)),
        (how, _) => {
            let one = rng.random_range(0..changed.len());
            match how {
                1 => changed[one].0 = !changed[one].0,
                2 => changed[one].1 = elsewhere,
                _ => drop(changed.swap_remove(one)),
            }
        }
    }
    changed
}

/// Takes positions of a book at regular intervals, in all orientations and with changes.
fn positions_of_the_book(both: &Both, every: usize, rng: &mut Rng) {
    for entry in both.book.entries.iter().step_by(every) {
        let size = BoardSize::new(entry.size.into()).expect("a size");
        let own = Color::BOTH[rng.random_range(0..2)];
        let symmetry = Symmetry::new(rng.random_range(0..8)).expect("a symmetry");
        let stones = stones(&both.book, entry, own, symmetry);
        let board = Board::with_stones(size, stones.clone()).expect("liberties");
        let expected = (
            entry.name.clone(),
            symmetry,
            symmetry.apply_to_point(point(entry.mv), size),
        );
        let found = both.matches(&board, own);
        if size.get() % 2 == 1 {
            assert!(found.contains(&expected), "{expected:?}");
        }
        both.matches(&board, !own);
        if let Ok(board) = Board::with_stones(size, changed(&stones, size, rng)) {
            both.matches(&board, own);
        }
    }
}

fn peer(path: &Path) -> Result<Both, Failed> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    Both::new(&name, std::fs::read(path)?)
}

/// An entry of a random position; `None` if some string has no liberty.
fn random_entry(number: usize, size: BoardSize, rng: &mut Rng) -> Option<String> {
    let mut points: Vec<Point> = size.points().collect();
    let mut draw = |rng: &mut Rng| points.swap_remove(rng.random_range(0..points.len()));
    let letters = |point: Point| {
        let letter = |line: usize| char::from(b'a' + line as u8);
        format!("{}{}", letter(point.col()), letter(point.row()))
    };
    let mut text = format!("E{number} {} {}", 1 + number % 9, letters(draw(rng)));
    let mut stones = Stones::new();
    // Stones of the opponent and own ones alternate.
    for number in 0..rng.random_range(0..=3) {
        if rng.random_range(0..4) == 0 {
            text += "tt";
        } else {
            let stone = draw(rng);
            text += &letters(stone);
            stones.push((Color::BOTH[number % 2], stone));
        }
    }
    Board::with_stones(size, stones).is_ok().then_some(text)
}

/// Books of all sizes in one image, with so few stones that positions occur several times.
fn random_books() -> Result<(), Failed> {
    let mut matches = [0; 2];
    for seed in 0..12 {
        let mut rng = Rng::seed_from_u64(seed);
        let mut text = String::new();
        for size in [3, 4, 5, 7, 25] {
            let _ = writeln!(text, "board_size {size}");
            let size = BoardSize::new(size).ok_or("no size")?;
            for number in 0..150 {
                let number = 1000 * size.get() + number;
                if let Some(entry) = random_entry(number, size, &mut rng) {
                    text += &entry;
                    text.push('\n');
                }
            }
        }
        // The board size shows the meaning of letters beyond `s`, and of the filler.
        let text = text.lines().filter(|line| {
            let large = line.starts_with("E25");
            !large || !line.contains("tt")
        });
        let text = text.collect::<Vec<_>>().join("\n");
        let both = Both::new("random.dbz", text.into_bytes())?;
        positions_of_the_book(&both, 1, &mut rng);
        for size in [3, 4, 5, 7] {
            let size = BoardSize::new(size).ok_or("no size")?;
            let points: Vec<Point> = size.points().collect();
            for _ in 0..40 {
                let stones: Stones = (0..rng.random_range(0..4))
                    .map(|_| {
                        let color = Color::BOTH[rng.random_range(0..2)];
                        (color, points[rng.random_range(0..points.len())])
                    })
                    .collect();
                if let Ok(board) = Board::with_stones(size, stones) {
                    let found = both.matches(&board, Color::White).len();
                    matches[size.get() % 2] += found;
                }
            }
        }
    }
    // The book has positions of even boards, but they never match.
    assert!(matches[0] == 0 && matches[1] > 50_000, "{matches:?}");
    Ok(())
}

/// A symmetric position matches in several orientations, and so do its moves.
fn symmetric_positions() -> Result<(), Failed> {
    let text = "board_size 5\nEMPTY 1 bb\nCENTRE 2 bcccddtt\nDIAGONAL 3 aattbb\n";
    let both = Both::new("small.dbz", text.as_bytes().to_vec())?;
    let size = BoardSize::new(5).ok_or("no size")?;
    let mut counts = Vec::new();
    for vertices in [&[][..], &["C3"], &["D4"], &["C3", "D2"], &["C3", "D3"]] {
        let mut board = Board::new(size);
        for (number, vertex) in vertices.iter().enumerate() {
            let at = Point::from_vertex(vertex, size)?;
            board.play(Color::BOTH[number % 2], at)?;
        }
        let found = both.matches(&board, Color::White);
        let mut moves: Vec<Point> = found.iter().map(|&(_, _, mv)| mv).collect();
        moves.sort();
        moves.dedup();
        counts.push((found.len(), moves.len()));
    }
    let asked_by_the_other = Board::new(size);
    counts.push((both.matches(&asked_by_the_other, Color::Black).len(), 0));
    assert_eq!(counts, [(8, 4), (0, 0), (0, 0), (2, 2), (0, 0), (8, 0)]);
    Ok(())
}

/// If two positions have the same hash, the stones distinguish them.
fn stones_are_compared() -> Result<(), Failed> {
    let hasher = PositionHasher::new(5).ok_or("no size")?;
    let stone = |row, col, own| Stone { row, col, own };
    let on_the_board = [stone(1, 1, true), stone(3, 2, false)];
    let (hash, _) = hasher.symmetric(on_the_board);
    let same = on_the_board.map(StoneRecord::from);
    let elsewhere = [stone(1, 1, true), stone(3, 3, false)].map(StoneRecord::from);
    let recoloured = [stone(1, 1, false), stone(3, 2, true)].map(StoneRecord::from);
    let fewer = [StoneRecord::from(stone(1, 1, true))];
    let mut tables = FullBoardTables {
        text: "b".to_owned(),
        files: vec![Run::between(0, 1)],
        ..FullBoardTables::default()
    };
    for stones in [&elsewhere[..], &same, &recoloured, &fewer] {
        let first = tables.stones.len();
        tables.stones.extend(stones);
        tables.entries.push(EntryRecord {
            hash: hash.into(),
            size: 5,
            row: 4,
            col: 0,
            weight: 1.into(),
            name: Run::between(0, 1),
            line: 1.into(),
            stones: Run::between(first, tables.stones.len()),
            ..EntryRecord::default()
        });
    }
    let fingerprint = Fingerprint::of("book", std::iter::empty());
    let image = Image::from_vec(tables.encode(Role::Book, fingerprint)?)?;
    let book = image.full_board().ok_or("another kind")?;
    let stones = on_the_board.map(|stone| {
        let color = if stone.own {
            Color::Black
        } else {
            Color::White
        };
        (color, point((stone.row, stone.col)))
    });
    let size = BoardSize::new(5).ok_or("no size")?;
    let board = Board::with_stones(size, stones)?;
    let found = FullBoardMatcher::new(size).matches(&book, &board, Color::Black);
    let expected = FullBoardMatch {
        entry: 1,
        symmetry: Symmetry::IDENTITY,
        mv: point((4, 0)),
    };
    assert_eq!(found, [expected]);
    Ok(())
}

pub fn trials() -> Vec<Trial> {
    let mut trials = vec![
        trial("random_books", Ok(()), |()| random_books()),
        trial("stones_are_compared", Ok(()), |()| stones_are_compared()),
        trial("symmetric_positions", Ok(()), |()| symmetric_positions()),
    ];
    for (name, every) in [("fuseki9", 5), ("fuseki13", 5), ("fuseki19", 250)] {
        let path = shared(&format!("peer/gnugo-3.8/patterns/{name}.dbz"));
        trials.push(trial(name, path, move |path| {
            positions_of_the_book(&peer(&path)?, every, &mut Rng::seed_from_u64(1));
            Ok(())
        }));
    }
    let need = shared("peer/gnugo-3.8/patterns/fuseki19.dbz")
        .and_then(|book| Ok((book, shared("data/games/pro19/gosei.tgz")?)));
    trials.push(trial("openings_of_games", need, |(book, archive)| {
        let both = peer(&book)?;
        let mut matches = [0; 2];
        for game in games(&archive, 40, 150)? {
            for moves in 0..10 {
                let board = position(&game, moves);
                let own = game[moves].0;
                matches[0] += both.matches(&board, own).len();
                matches[1] += usize::from(!both.matches(&board, !own).is_empty());
            }
        }
        assert!(matches[0] > 2000 && matches[1] > 50, "{matches:?}");
        Ok(())
    }));
    trials
}
