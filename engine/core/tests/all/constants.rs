//! The table of constants in the documentation is that of the code. `UPDATE_DOCS=1` rewrites it.

use std::fmt::Write;

use katachi_core::CONSTANTS;
use katachi_testkit::docs::{expect_file, read_file, replace_parts};

const PAGE: &str = "docs/pattern-language.md";

#[test]
fn the_table_is_that_of_the_code() {
    let mut table = "\n| constant | value | what for |\n|---|---|---|\n".to_owned();
    for constant in CONSTANTS {
        let (name, value, meaning) = (constant.name, constant.value, constant.meaning);
        writeln!(
            table,
            "| `{name}` | {value} | {} |",
            meaning.trim_end_matches('.')
        )
        .expect("a string");
    }
    table.push('\n');
    let text = read_file(PAGE).expect("the page");
    let marks = ("<!-- constants:", "-->", "<!-- end constants -->");
    let mut parts = 0;
    let new = replace_parts(&text, marks, |_| {
        parts += 1;
        Ok(table.clone())
    })
    .expect("parts");
    assert_eq!(parts, 1);
    expect_file(PAGE, &new).expect("the table of the code");
}
