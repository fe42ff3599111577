use proptest::prelude::*;

use super::Book;
use crate::{Diagnostic, Source};

fn read(name: &str, text: &[u8]) -> (Book, Vec<Diagnostic>, Source) {
    let mut diagnostics = Vec::new();
    let source = [Source::new(name, text)];
    let book = super::compile(&source, &mut diagnostics);
    let [source] = source;
    (book, diagnostics, source)
}

/// All that a book means but where its entries stand.
fn meaning(book: &Book) -> Vec<impl PartialEq + std::fmt::Debug + use<>> {
    let entries = book.entries.iter();
    entries
        .map(|entry| {
            let mut stones = book.stones(entry).to_vec();
            stones.sort_unstable();
            (
                entry.name.clone(),
                entry.size,
                entry.mv,
                entry.weight,
                stones,
            )
        })
        .collect()
}

#[test]
fn both_forms_mean_the_same() {
    let compressed = "# openings\nboard_size 5\nA 3 cc\r\nB 12 bdccttdb\n";
    let (book, diagnostics, _) = read("small.dbz", compressed.as_bytes());
    assert_eq!(diagnostics, []);
    let readable = "attribute_map value_only\n
Pattern A

+-----+
|.....|
|.....|
|..*..|
|.....|
|.....|
+-----+

:8,-,value(3)

Pattern B

+-----+
|.....|
|...X.|
|..X..|
|.*...|
|.....|
+-----+

:8,-,value(12)
";
    assert_eq!(book.to_string(), readable);
    let (again, diagnostics, _) = read("small.db", readable.as_bytes());
    assert_eq!(diagnostics, []);
    assert_eq!(meaning(&book), meaning(&again));
}

proptest! {
    #[test]
    fn any_bytes_are_read(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let _ = read("book9.dbz", &bytes);
        let _ = read("book9.db", &bytes);
    }

    #[test]
    fn printing_and_reading_changes_nothing(
        text in "(([a-z]{1,3} [0-9]{1,7} ([a-e]{2}){1,5}(tt)?|board_size [0-9]{1,2}|#.|)\n){0,12}",
    ) {
        let (book, _, _) = read("book5.dbz", text.as_bytes());
        let (again, _, _) = read("book.db", book.to_string().as_bytes());
        prop_assert_eq!(meaning(&book), meaning(&again));
    }
}
