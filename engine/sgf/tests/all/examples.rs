//! The example of this crate does what it says.

#[allow(dead_code, reason = "`main` runs as a program only")]
#[path = "../../examples/edit_tree.rs"]
mod edit_tree;

#[test]
fn a_tree_is_edited() {
    let text = edit_tree::edited().expect("a record");
    assert!(text.contains("(;W[ee]C[the centre; 3 moves were played instead]N[variation])"));
    assert!(
        text.find(";W[ee]") < text.find(";W[cc]"),
        "the main line: {text}"
    );
    assert!(!text.contains("too close"), "{text}");
}
