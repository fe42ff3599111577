//! Tests of images of eye shapes, Monte Carlo rules and books: they contain what the sources say,
//! they are reproducible, and damaged ones are refused or harmless.

use std::sync::LazyLock;

use katachi_image::container::seal;
use katachi_image::eyes::EyeCell;
use katachi_image::full_board::PositionHasher;
use katachi_image::monte_carlo::{NEIGHBOR_CELLS, Neighborhood, PROPERTIES, Situation};
use katachi_image::{Image, Role};
use patc::{Compiled, Model, Source, compile};
use proptest::prelude::*;

const EYES: &str = "Pattern 1\n|.*.\n+---\n:0011\nPattern 2\n!.x\n  X\n:1112\n";
const RULES: &str =
    "?X?\n?*?\n???\n:5,near,osafe\n:3,near\n|O.\n|*.\n+--\n:0\n%%%\n%*%\n%%%\n:7,xcap2+\n";
const BOOK: &str = "board_size 9\nA 3 ee\nB 2 eeccgg\nboard_size 5\nC 1 ccaattbb\nD 9 aabbccdd\n";

fn compiled(role: Role) -> Compiled {
    let source = match role {
        Role::Eyes => Source::new("eyes.db", EYES),
        Role::MonteCarlo => Source::new("mc_x.db", RULES),
        _ => Source::new("book.dbz", BOOK),
    };
    compile(role, vec![source])
}

/// Reads everything in an image; returns whether it opens.
fn exercise(bytes: Vec<u8>) -> bool {
    let Ok(image) = Image::from_vec(bytes) else {
        return false;
    };
    if let Some(eyes) = image.eyes() {
        for shape in eyes.shapes {
            let points = eyes.vertices(shape);
            let known = |cell: u8| EyeCell(cell).character().is_some();
            assert!(!points.is_empty() && points.iter().all(|point| known(point.cell)));
            assert!(!eyes.file(shape).contains('\0') || eyes.file(shape).len() < 100);
        }
    }
    if let Some(weights) = image.monte_carlo() {
        for code in 0..=u16::MAX {
            let _ = weights.weight(Neighborhood(code), Situation::default());
        }
        let _ = weights.file();
    }
    if let Some(book) = image.full_board() {
        for entry in book.entries {
            let found = book.find(entry.size, entry.hash.get());
            assert!(!found.is_empty());
            assert!(book.stones(entry).all(|stone| stone.row < entry.size));
            assert!(!book.name(entry).is_empty());
            let _ = book.file(entry);
        }
    }
    true
}

const ROLES: [Role; 3] = [Role::Eyes, Role::MonteCarlo, Role::Book];

#[test]
fn the_same_sources_give_the_same_bytes() {
    for role in ROLES {
        let image = compiled(role).image.expect("an image");
        assert_eq!(Some(&image), compiled(role).image.as_ref());
        assert_eq!(Image::from_vec(image.clone()).expect("opens").role(), role);
        assert!(exercise(image));
    }
}

#[test]
fn eye_shapes_are_as_in_the_source() {
    let compiled = compiled(Role::Eyes);
    let Model::Eyes(model) = &compiled.model else {
        panic!("another dialect")
    };
    let image = Image::from_vec(compiled.image.clone().expect("an image")).expect("opens");
    let eyes = image.eyes().expect("eye shapes");
    assert_eq!(eyes.shapes.len(), model.shapes.len());
    for (record, shape) in eyes.shapes.iter().zip(&model.shapes) {
        assert_eq!(record.value, shape.value.0);
        assert_eq!(record.number.get(), shape.number);
        let points = eyes.vertices(record);
        let masks: Vec<u32> = points.iter().map(|point| point.neighbors.get()).collect();
        assert_eq!(masks, shape.neighbors());
        for (point, vertex) in points.iter().zip(&shape.vertices) {
            assert_eq!(
                (point.cell, point.edge),
                (vertex.cell.0, vertex.edge_level())
            );
        }
    }
}

/// Compares the look-up with the rules, evaluated one by one.
#[test]
fn weights_are_those_of_the_first_rule_that_fits() {
    let compiled = compiled(Role::MonteCarlo);
    let Model::MonteCarlo(model) = &compiled.model else {
        panic!("another dialect")
    };
    let image = Image::from_vec(compiled.image.clone().expect("an image")).expect("opens");
    let weights = image.monte_carlo().expect("weights");
    for code in (0..=u16::MAX).map(Neighborhood) {
        let Some(row) = weights.row(code) else {
            assert!(!code.is_possible());
            continue;
        };
        assert!(code.is_possible());
        let turned = code.turned();
        for situation in 0..=u8::MAX {
            let first = model.rules.iter().find(|rule| {
                let holds = |place: &usize| PROPERTIES[*place].holds(situation);
                rule.properties.iter().all(holds)
                    && turned.iter().any(|one| shows(rule.picture, *one))
            });
            let place = usize::from(row[usize::from(situation)].get());
            let expected = first.map_or(1, |rule| rule.weight);
            assert_eq!(weights.weights[place].get(), expected);
        }
    }
}

#[test]
fn entries_are_found_by_the_hash_of_their_stones() {
    let image = Image::from_vec(compiled(Role::Book).image.expect("an image")).expect("opens");
    let book = image.full_board().expect("positions");
    assert_eq!(book.entries.len(), 4);
    for (place, entry) in book.entries.iter().enumerate() {
        let hasher = PositionHasher::new(entry.size).expect("a size");
        let (hash, _) = hasher.symmetric(book.stones(entry));
        assert!(book.find(entry.size, hash).contains(&place));
    }
    assert!(book.find(19, 0).is_empty());
}

/// An image of each kind except the general one.
static IMAGES: LazyLock<[Vec<u8>; 3]> =
    LazyLock::new(|| ROLES.map(|role| compiled(role).image.expect("an image")));

proptest! {
    // Ten thousand cases for each kind.
    #![proptest_config(ProptestConfig::with_cases(30_000))]
    #[test]
    fn damaged_images_are_refused_or_harmless(
        role in 0..3usize,
        cut in proptest::option::weighted(0.3, any::<proptest::sample::Index>()),
        bytes in proptest::collection::vec((any::<proptest::sample::Index>(), any::<u8>()), 0..6),
        near in any::<bool>(),
    ) {
        let mut image = IMAGES[role].clone();
        for (at, byte) in bytes {
            // Most of a weight table is uniform, so half of the damage goes to the first bytes.
            let length = if near { image.len().min(400) } else { image.len() };
            let at = at.index(length);
            image[at] = byte;
        }
        if let Some(cut) = cut {
            image.truncate(cut.index(image.len()));
        }
        seal(&mut image);
        exercise(image);
    }
}

/// Whether a picture shows this neighbourhood, without turning it.
fn shows(picture: [char; 8], neighborhood: Neighborhood) -> bool {
    picture.iter().enumerate().all(|(place, cell)| {
        let known = NEIGHBOR_CELLS.iter().find(|(known, _)| known == cell);
        known.is_some_and(|(_, symbols)| symbols >> neighborhood.symbol(place) & 1 != 0)
    })
}
