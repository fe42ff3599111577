//! Tests of annotated SGF trees as sources: in a folder without a list, by name, and with mistakes.

use katachi_databases::{Cache, LoadError, Place, Set, load};
use katachi_image::Role;

const TREE: &str = "(;SZ[19];B[pd]
;W[qf]MA[nh]C[J
;oplay_attack(*,A)]LB[pd:A]
;B[nc]MA[mf]C[j])
";

fn load_folder(folder: &std::path::Path) -> Result<Set, LoadError> {
    let cache = Cache::at(&folder.join("cache"));
    load(&[Place::Folder(folder.to_owned())], &cache)
}

#[test]
fn a_tree_in_a_folder_is_a_database_of_corner_patterns() {
    let folder = tempfile::TempDir::new().expect("a folder");
    std::fs::write(folder.path().join("hoshi.sgf"), TREE).expect("written");
    let text = "attribute_map general\n\nPattern P\n\nO*\n\n:8,-,value(1)\n";
    std::fs::write(folder.path().join("mine.db"), text).expect("written");
    for origin in ["compiled", "cache"] {
        let set = load_folder(folder.path()).expect("it loads");
        let [tree, other] = set.databases.as_slice() else {
            panic!("two databases");
        };
        assert_eq!((tree.name.as_str(), tree.role), ("hoshi", Role::Joseki));
        assert_eq!((tree.origin, other.role), (origin, Role::Patterns));
        let general = tree.image.general().expect("patterns");
        let places: Vec<_> = general.iter().map(|one| (one.file(), one.line())).collect();
        assert_eq!(places, [("hoshi.sgf", 2), ("hoshi.sgf", 4)]);
    }
}

#[test]
fn several_trees_make_up_one_database() {
    let folder = tempfile::TempDir::new().expect("a folder");
    std::fs::write(folder.path().join("one.sgf"), TREE).expect("written");
    std::fs::write(folder.path().join("two.sgf"), TREE).expect("written");
    let list = "[[database]]\nname = 'joseki'\nsources = ['one.sgf', 'two.sgf']\n";
    std::fs::write(folder.path().join("databases.toml"), list).expect("written");
    let set = load_folder(folder.path()).expect("it loads");
    let general = set.databases[0].image.general().expect("patterns");
    assert_eq!(general.patterns.len(), 4);
}

#[test]
fn mistakes_are_reported_with_their_places_in_the_tree() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let tree = folder.path().join("hoshi.sgf");
    let mistake = |text: &str| {
        std::fs::write(&tree, text).expect("written");
        let error = load_folder(folder.path()).expect_err("a mistake");
        error.to_string()
    };
    let place = tree.display();
    // A mistake of the tree: the point is occupied.
    let error = mistake(&TREE.replace("B[nc]", "B[pd]"));
    assert!(
        error.starts_with(&format!("{place}:4:1: error: expected a legal move")),
        "{error}"
    );
    // A mistake of a constraint.
    let error = mistake(&TREE.replace("oplay_attack", "oplay_atack"));
    assert!(
        error.starts_with(&format!("{place}:3: error[P0602]: ")),
        "{error}"
    );
}
