//! Which databases are used, and the program's messages when it leaves out the built-in ones.

use std::path::Path;
use std::process::{Command, Stdio};

use katachi_gtp::Client;
use tempfile::TempDir;

use crate::program;

const MINE: &str = "attribute_map general

Pattern Kosumi

....
.*..
..O.
....

:\\,-,value(30)
";

/// A folder with `mine.db`, from which the program is started.
fn folder() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    std::fs::write(folder.path().join("mine.db"), MINE).expect("a database");
    folder
}

fn command(folder: &Path, arguments: &[&str], variable: Option<&str>) -> Command {
    let mut command = program::katachi(folder);
    command
        .args(["gtp", "--seed", "1"])
        .args(arguments)
        .current_dir(folder)
        .env("XDG_DATA_HOME", folder)
        .stdin(Stdio::null());
    if let Some(value) = variable {
        command.env("KATACHI_PATTERNS", value);
    }
    command
}

/// The names of the databases in use, and the text on standard error.
fn used(folder: &Path, arguments: &[&str], variable: Option<&str>) -> (Vec<String>, String) {
    let output = command(folder, arguments, variable)
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let client = Client::start(&mut command(folder, arguments, variable));
    let mut client = client.expect("it starts");
    let list = client.send("katachi-list_patterns").expect("a reply");
    let names = list
        .text()
        .lines()
        .filter_map(|line| line.split(' ').next());
    (names.map(str::to_owned).collect(), said)
}

#[test]
fn leaving_out_the_built_in_databases_is_said_unless_quiet() {
    let folder = folder();
    let folder = folder.path();
    let (alone, said) = used(folder, &["--patterns", "mine.db"], None);
    assert_eq!(alone, ["mine"]);
    let expected = "katachi: the built-in databases are not used, since --patterns names others; \
        to keep them, use --add-patterns PATH instead, or --patterns builtin --patterns PATH\n";
    assert_eq!(said, expected);
    let (alone, said) = used(folder, &[], Some("mine.db"));
    assert_eq!(alone, ["mine"]);
    assert!(
        said.contains("since KATACHI_PATTERNS names others") && said.contains("=builtin:PATH"),
        "{said}"
    );
    for (arguments, variable) in [
        (&["--quiet", "--patterns", "mine.db"][..], None),
        (&["--quiet"], Some("mine.db")),
    ] {
        let (alone, said) = used(folder, arguments, variable);
        assert_eq!((alone, said), (vec!["mine".to_owned()], String::new()));
    }
}

#[test]
fn databases_can_be_added_to_the_others() {
    let folder = folder();
    let folder = folder.path();
    let (built_in, said) = used(folder, &[], None);
    assert!(built_in.len() > 5 && said.is_empty(), "{said}");
    let both = [built_in, vec!["mine".to_owned()]].concat();
    for (arguments, variable) in [
        (&["--add-patterns", "mine.db"][..], None),
        (&["--patterns", "builtin", "--patterns", "mine.db"], None),
        (
            &["--patterns", "builtin", "--add-patterns", "mine.db"],
            None,
        ),
        (
            &["--add-patterns", "mine.db", "--add-patterns", "mine.db"],
            None,
        ),
        (&[], Some("builtin:mine.db")),
    ] {
        let used = used(folder, arguments, variable);
        assert_eq!(used, (both.clone(), String::new()), "{arguments:?}");
    }
    // They are added to those that the variable names.
    std::fs::write(folder.join("other.db"), MINE).expect("a database");
    let (names, _) = used(folder, &["--add-patterns", "other.db"], Some("mine.db"));
    assert_eq!(names, ["mine", "other"]);
    let output = command(folder, &["--add-patterns", "none.db"], None).output();
    let output = output.expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        said.contains("--add-patterns: expected a folder, a .db"),
        "{said}"
    );
}

#[test]
fn a_client_can_add_databases() {
    let folder = folder();
    let client = Client::start(&mut command(folder.path(), &[], None));
    let mut client = client.expect("it starts");
    let mut lines = |command: &str| {
        let reply = client.send(command).expect("a reply");
        (reply.is_success(), reply.text().lines().count())
    };
    let (_, built_in) = lines("katachi-list_patterns");
    assert_eq!(lines("katachi-add_patterns mine.db"), (true, built_in + 1));
    assert_eq!(lines("katachi-add_patterns mine.db"), (true, built_in + 1));
    assert_eq!(lines("katachi-reload_patterns"), (true, built_in + 1));
    assert_eq!(lines("katachi-add_patterns none.db"), (false, 1));
    assert_eq!(lines("katachi-add_patterns"), (false, 1));
    assert_eq!(lines("katachi-list_patterns"), (true, built_in + 1));
}
