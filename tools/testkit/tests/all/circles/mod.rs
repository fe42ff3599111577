//! A test that the modules of a crate do not use each other in a circle.
//!
//! - A module **uses** another if a path in its code leads to an item that the other one defines.
//!   Paths stand in `use` declarations, types, expressions, patterns, attributes and the arguments
//!   of macros. They are followed through `use` and `pub use` to the definition: `use super::Thing`
//!   is a use of the sibling that defines `Thing`, if the parent only hands it on.
//! - A module that hands on items of the modules inside it (`pub use inside::Thing`) does not use
//!   them, nor does a path that leads to a module only (`use super::tokens;`).
//! - Not seen are calls of methods, links in the documentation, and tests (`#[cfg(test)]`,
//!   `#[test]`).
//!
//! For each module, the test makes a graph: the nodes are its child modules, each with all that
//! lies inside it, and the module itself without them. The graph must have no circle
//! ([`Strictness::Family`]). Then the graph of the single modules has none either, for the modules
//! of a circle have a common parent, in whose graph they would lie in a circle, too.

mod graph;
mod tree;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use katachi_testkit::workspace_root;
use serde_json::Value;

use graph::{Strictness, circles, edges};
use tree::Tree;

/// The roots of the crates of the workspace, tests and benches among them, from the root of the
/// workspace.
fn roots() -> Vec<PathBuf> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--offline", "--format-version=1"])
        .current_dir(workspace_root())
        .output()
        .expect("cargo runs");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    let targets = (packages.iter()).filter_map(|package| package["targets"].as_array());
    let path = |target: &Value| {
        let path = PathBuf::from(target["src_path"].as_str().expect("a path"));
        let path = path.strip_prefix(workspace_root());
        path.expect("below the root").to_path_buf()
    };
    targets.flatten().map(path).collect()
}

/// The circles of a crate as text; empty if there are none.
fn found(root: &Path, strictness: Strictness) -> (usize, String) {
    let read = |file: &Path| std::fs::read_to_string(workspace_root().join(file)).ok();
    let tree = Tree::read(root, &read);
    let mut text = String::new();
    for (number, circle) in circles(&tree, strictness).iter().enumerate() {
        let (root, lines) = (root.display(), circle.join("\n  "));
        writeln!(text, "{root}, circle {}:\n  {lines}", number + 1).expect("a string");
    }
    (tree.modules.len(), text)
}

#[test]
fn no_crate_has_a_circle() {
    let (mut modules, mut wrong) = (0, String::new());
    for root in roots() {
        let (number, circles) = found(&root, Strictness::Family);
        modules += number;
        wrong += &circles;
    }
    assert!(modules > 400, "only {modules} modules");
    assert!(wrong.is_empty(), "expected no circles, found\n{wrong}");
}

/// A crate of these files; the first is the root.
fn tree(files: &[(&str, &str)]) -> Tree {
    let read = |file: &Path| {
        let found = files.iter().find(|(name, _)| Path::new(name) == file);
        found.map(|(_, text)| (*text).to_owned())
    };
    Tree::read(Path::new(files[0].0), &read)
}

/// How many circles there are: among siblings, among files, in families.
fn count(files: &[(&str, &str)]) -> [usize; 3] {
    let tree = tree(files);
    [Strictness::Siblings, Strictness::Files, Strictness::Family]
        .map(|strictness| circles(&tree, strictness).len())
}

/// The uses in a crate, such as `a::b -> c`.
fn uses(files: &[(&str, &str)]) -> Vec<String> {
    let tree = tree(files);
    let name = |module: usize| tree.modules[module].path.replacen("crate::", "", 1);
    let edges = edges(&tree).into_iter();
    edges
        .map(|edge| format!("{} -> {}", name(edge.from), name(edge.to)))
        .collect()
}

#[test]
fn circles_of_siblings_are_found_through_the_parent() {
    let root = ("lib.rs", "mod a; mod b; pub use b::Thing;");
    let a = ("a.rs", "use super::Thing; pub fn make() -> Thing { Thing }");
    let circle = [
        root,
        a,
        ("b.rs", "pub struct Thing; fn f() { crate::a::make(); }"),
    ];
    assert_eq!(count(&circle), [1, 1, 1]);
    let found = circles(&tree(&circle), Strictness::Siblings);
    let lines = [
        "crate::a -> crate::b, at a.rs:1: super::Thing",
        "crate::b -> crate::a, at b.rs:1: crate::a::make",
    ];
    assert_eq!(found, [lines]);
    let none = [root, a, ("b.rs", "pub struct Thing;")];
    assert_eq!(count(&none), [0, 0, 0]);
    assert_eq!(uses(&none), ["a -> b"]);
}

#[test]
fn circles_of_a_module_and_its_child_are_found() {
    let child = ("a.rs", "use super::Thing; pub fn f(_: Thing) {}");
    let root = "mod a; pub struct Thing; fn g() { a::f(Thing) }";
    assert_eq!(count(&[("lib.rs", root), child]), [0, 1, 1]);
    // A module that only hands on what its child defines does not use it.
    let root = "mod a; pub use a::f; pub struct Thing;";
    assert_eq!(count(&[("lib.rs", root), child]), [0, 0, 0]);
}

#[test]
fn circles_of_folders_without_one_of_files_are_found() {
    let root = "mod a { pub mod x { use crate::b::y::f; } pub mod w { pub fn g() {} } }
                mod b { pub mod y { pub fn f() {} } pub mod z { use crate::a::w::g; } }";
    assert_eq!(count(&[("lib.rs", root)]), [1, 0, 1]);
    // The root of the folder uses a child of another one.
    let root = "mod a; mod b;";
    let a = "mod c; pub struct Own; fn f() { c::f() }";
    let files = [
        ("src/main.rs", root),
        ("src/a.rs", a),
        ("src/a/c.rs", "mod d { use crate::a::Own; } pub fn f() {}"),
        ("src/b/mod.rs", ""),
    ];
    assert_eq!(count(&files), [0, 0, 1]);
}

#[test]
fn paths_are_followed_wherever_they_stand() {
    for (code, is_use) in [
        ("use crate::b::{self, Enum as E};", true),
        ("fn f() -> crate::b::Enum { todo!() }", true),
        ("fn f(e: X) { match e { crate::b::Enum::One => {} } }", true),
        ("fn f() { use crate::b::f; }", true),
        ("fn f() { println!(\"{}\", crate::b::f()) }", true),
        ("use crate::b; fn f() { b::f() }", true),
        ("use crate::b as c; fn f() { c::f() }", true),
        ("use crate::b::*; fn f() { f2() }", true),
        ("use crate::b::Enum::*;", true),
        ("#[derive(X)] #[x(with = crate::b::f)] struct S;", true),
        ("impl crate::b::Trait for S {}", true),
        ("crate::exported!();", true),
        ("mod inside { use super::super::b::f; }", true),
        ("#[path = \"other.rs\"] mod inside;", true),
        // A module alone, something else of the same name, tests, documentation.
        ("use crate::b;", false),
        ("use std::b::f;", false),
        ("fn f() { b::f(); let f2 = 1; f2 }", false),
        ("#[cfg(test)] mod tests { use crate::b::f; }", false),
        ("#[cfg(test)] use crate::b::f;", false),
        ("#[test] fn f() { crate::b::f() }", false),
        ("/// [`crate::b::f`]\nfn f() {}", false),
        ("pub(in crate::b) fn f() {}", false),
    ] {
        let b = "pub enum Enum { One } pub trait Trait {} pub fn f() {} pub fn f2() {}
                 #[macro_export] macro_rules! exported { () => {} }";
        let other = ("other.rs", "use crate::b::f;");
        let found = uses(&[
            ("lib.rs", "mod a; mod b;"),
            ("a.rs", code),
            ("b.rs", b),
            other,
        ]);
        let found = found
            .iter()
            .any(|edge| edge.starts_with('a') && edge.ends_with("-> b"));
        assert_eq!(found, is_use, "{code}");
    }
}

#[test]
fn declarations_in_a_circle_end() {
    let root = "mod a { pub use crate::b::X; } mod b { pub use crate::a::X; use crate::a::*; }";
    assert_eq!(uses(&[("lib.rs", root)]), [""; 0]);
}
