//! Dumps of random eye shapes, Monte Carlo rules and books compile to the same records.

use katachi_image::eyes::EyeCell;
use katachi_image::monte_carlo::{NEIGHBOR_CELLS, PROPERTIES};
use katachi_image::{Image, Role};
use patc::inspect::{self, Difference};
use patc::{Source, compile};
use proptest::prelude::*;
use proptest::sample::select;

/// The image of a text; `None` if it has mistakes.
fn image(role: Role, name: &str, text: &str) -> Option<Image> {
    let compiled = compile(role, vec![Source::new(name, text)]);
    Some(Image::from_vec(compiled.image?).expect("a valid image"))
}

/// Compiles the dump of an image and checks that the two images do not differ.
fn again(image: &Image) -> Image {
    let text = inspect::dump(image).expect("written by patc").to_string();
    let again = self::image(image.role(), "dump.db", &text);
    let again = again.unwrap_or_else(|| panic!("mistakes in the dump\n{text}"));
    let difference = Difference::between(image, &again).expect("the same kind");
    assert!(difference.is_empty(), "{difference}\n{text}");
    again
}

/// A picture of connected points: a random walk, each step of which starts at one of the points so
/// far. Some free places next to points get a border.
fn picture() -> impl Strategy<Value = String> {
    let cells: Vec<char> = EyeCell::CHARACTERS.iter().map(|(c, _)| *c).collect();
    let steps = prop::collection::vec((0usize..20, 0usize..4, select(cells)), 0..12);
    let signs = prop::collection::vec((0usize..20, 0usize..4), 0..6);
    (steps, signs).prop_map(|(steps, signs)| {
        const SIDES: [(usize, usize); 4] = [(0, 1), (2, 1), (1, 0), (1, 2)];
        let beside = |(row, col): (usize, usize), side: usize| {
            let (down, right) = SIDES[side];
            (row + down - 1, col + right - 1)
        };
        let mut picture = [[' '; 30]; 30];
        let mut points = vec![(14, 14)];
        picture[14][14] = '.';
        for (from, side, cell) in steps {
            let (row, col) = beside(points[from % points.len()], side);
            if picture[row][col] == ' ' {
                points.push((row, col));
            }
            picture[row][col] = cell;
        }
        // Signs can precede points only in the first row and column.
        let top = points.iter().map(|point| point.0).min().unwrap_or(14);
        let left = points.iter().map(|point| point.1).min().unwrap_or(14);
        for (from, side) in signs {
            let point = points[from % points.len()];
            let (row, col) = beside(point, side);
            let stands =
                side % 2 == 1 || row + 1 == top && side == 0 || col + 1 == left && side == 2;
            if picture[row][col] == ' ' && stands {
                picture[row][col] = if side < 2 { '-' } else { '|' };
            }
        }
        let first = |line: &[char; 30]| line.iter().any(|c| *c != ' ');
        let top = picture.iter().position(first).unwrap_or(0);
        let mut columns = 0..30;
        let left = columns.find(|&col| picture.iter().any(|line| line[col] != ' '));
        let lines = picture[top..].iter().filter(|line| first(line));
        let lines: Vec<String> = lines
            .map(|line| line[left.unwrap_or(0)..].iter().collect::<String>())
            .map(|line| line.trim_end().to_owned())
            .collect();
        lines.join("\n")
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn eye_shapes(pictures in prop::collection::vec(picture(), 1..4)) {
        let pictures = pictures.iter().enumerate();
        // A value that needs no marks.
        let shapes: Vec<String> = pictures
            .map(|(number, picture)| format!("Pattern {number}\n\n{picture}\n\n:1111\n\n"))
            .collect();
        let text = shapes.concat();
        let image = image(Role::Eyes, "eyes.db", &text);
        let image = image.ok_or_else(|| TestCaseError::fail(text))?;
        let again = again(&image);
        let (Some(before), Some(after)) = (image.eyes(), again.eyes()) else {
            panic!("eye shapes");
        };
        for (one, two) in before.shapes.iter().zip(after.shapes) {
            prop_assert_eq!((one.number, one.value, one.marginals), (two.number, two.value, two.marginals));
            let points = [before.vertices(one), after.vertices(two)];
            let [one, two] = points.map(|points| {
                points.iter().map(|v| (v.cell, v.edge, v.neighbors.get())).collect::<Vec<_>>()
            });
            prop_assert_eq!(one, two);
        }
    }

    #[test]
    fn books(
        text in "([a-z]{1,3} [1-9][0-9]{0,5} ([a-e]{2}){1,5}(tt)?\n){1,12}",
    ) {
        if let Some(image) = image(Role::Book, "book5.dbz", &text) {
            let again = again(&image);
            let (Some(before), Some(after)) = (image.full_board(), again.full_board()) else {
                panic!("books");
            };
            let records = [before, after].map(|book| {
                let entry = |one: &katachi_image::full_board::EntryRecord| {
                    let stones: Vec<_> = book.stones(one).collect();
                    (book.name(one).to_owned(), one.hash, one.row, one.col, one.weight, stones)
                };
                book.entries.iter().map(entry).collect::<Vec<_>>()
            });
            prop_assert_eq!(&records[0], &records[1]);
        }
    }
}

/// A few rules, each with its own picture.
fn rules() -> impl Strategy<Value = String> {
    let cells: Vec<char> = NEIGHBOR_CELLS.iter().map(|(c, _)| *c).collect();
    let cells: Vec<char> = cells.into_iter().filter(|c| !"|-+".contains(*c)).collect();
    let picture = prop::collection::vec(select(cells), 8);
    let names: Vec<&str> = PROPERTIES.iter().map(|property| property.name).collect();
    let count = names.len();
    let properties = prop::sample::subsequence(names, 0..count.min(4));
    let rule = (picture, 0u32..5, properties).prop_map(|(p, weight, properties)| {
        let row = |from: usize| p[from..from + 3].iter().collect::<String>();
        let rule = [
            vec![format!(":{weight}")],
            properties.iter().map(ToString::to_string).collect(),
        ];
        let rule = rule.concat().join(",");
        format!("{}\n{}*{}\n{}\n\n{rule}\n\n", row(0), p[3], p[4], row(5))
    });
    prop::collection::vec(rule, 1..6).prop_map(|rules| rules.concat())
}

proptest! {
    // Few cases, since each compiles pictures of all neighbourhoods.
    #![proptest_config(ProptestConfig::with_cases(20))]

    #[test]
    fn monte_carlo(text in rules()) {
        let image = image(Role::MonteCarlo, "mc.db", &text);
        let image = image.ok_or_else(|| TestCaseError::fail(text))?;
        let again = again(&image);
        let (Some(before), Some(after)) = (image.monte_carlo(), again.monte_carlo()) else {
            panic!("weights");
        };
        prop_assert_eq!(inspect::weights(before).unwrap(), inspect::weights(after).unwrap());
    }
}

/// A small source of each kind.
const SMALL: [(Role, &str, &str); 4] = [
    (
        Role::Patterns,
        "a.db",
        "Pattern A\nXO*\n:8,-\nab*\n;lib(a)>1\n>if (lib(b)==2) antisuji(*); else replace(*,b);\n",
    ),
    (
        Role::Eyes,
        "eyes.db",
        "Pattern 1\n+--\n|.!\n|X\n:1111\nPattern 2\n x\n<.>\n-\n:0112\n",
    ),
    (
        Role::MonteCarlo,
        "mc.db",
        "?X%\n?*%\n%%%\n:7,ocap1+,near\n:0,far\n",
    ),
    (Role::Book, "book5.dbz", "A 3 cc\nB 12 bdccttdb\n"),
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn damaged_images_are_looked_into_or_refused(
        kind in 0..SMALL.len(),
        damages in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
        at_the_end in any::<bool>(),
    ) {
        let (role, name, text) = SMALL[kind];
        let sound = image(role, name, text).expect("no mistakes");
        let mut bytes = sound.bytes().to_vec();
        // The tables of Monte Carlo images are large; the small parts are at both ends.
        let from = if at_the_end { bytes.len().saturating_sub(2000) } else { 0 };
        let end = bytes.len().min(from + 2000);
        for (place, damage) in damages {
            let place = from + place.index(end - from);
            bytes[place] ^= damage;
        }
        katachi_image::container::seal(&mut bytes);
        if let Ok(damaged) = Image::from_vec(bytes) {
            if let Ok(text) = inspect::dump(&damaged) {
                prop_assert!(text.to_string().starts_with("# "));
            }
            if let Ok(difference) = Difference::between(&sound, &damaged) {
                drop(difference.to_string());
            }
            drop(inspect::numbers(&damaged));
        }
    }
}
