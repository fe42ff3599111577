//! The table of levels in the documentation is that of the code. `UPDATE_DOCS=1` rewrites it.

use katachi_core::levels::table;
use katachi_testkit::docs::{expect_file, read_file, replace_parts};

const PAGE: &str = "docs/levels.md";

#[test]
fn the_table_is_that_of_the_code() {
    let text = read_file(PAGE).expect("the page");
    let marks = ("<!-- levels:", "-->", "<!-- end levels -->");
    let mut parts = 0;
    let new = replace_parts(&text, marks, |_| {
        parts += 1;
        Ok(format!("\n{}\n", table()))
    })
    .expect("parts");
    assert_eq!(parts, 1);
    expect_file(PAGE, &new).expect("the table of the code");
}
