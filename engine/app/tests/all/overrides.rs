//! `[[override]]`: a folder of one's own silences patterns of other databases, or replaces them.

use std::path::Path;

use katachi_gtp::Client;
use katachi_testkit::gtp::{ask, ok};

/// The databases of somebody else.
const SHAPES: &str = "\
attribute_map general

Pattern Push

OX
.*

:8,-,value(30)


Pattern Other

XXX
O*O

:8,-,value(2)
";

/// A pattern of one's own.
const MINE: &str = "\
attribute_map general

Pattern MyPush

OX
.*

:8,-,value(4)
";

fn write(path: &Path, text: &str) {
    let folder = path.parent().expect("a folder");
    std::fs::create_dir_all(folder).expect("a folder");
    std::fs::write(path, text).expect("written");
}

/// A session with the databases of somebody else and a folder of one's own beside them.
fn with_overlay(list: &str) -> (tempfile::TempDir, Client) {
    let folder = tempfile::tempdir().expect("a folder");
    write(&folder.path().join("shapes.db"), SHAPES);
    write(&folder.path().join("own/mine.db"), MINE);
    let all = format!("[[database]]\nname = 'mine'\nrole = 'patterns'\n\n{list}");
    write(&folder.path().join("own/databases.toml"), &all);
    let client = start(folder.path());
    (folder, client)
}

fn start(folder: &Path) -> Client {
    let path = |name: &str| folder.join(name).display().to_string();
    let (others, own) = (path("shapes.db"), path("own"));
    let arguments = [
        "gtp",
        "--patterns",
        &others,
        "--add-patterns",
        &own,
        "--seed",
        "1",
    ];
    let mut client = Client::spawn(env!("CARGO_BIN_EXE_katachi"), arguments).expect("a client");
    for command in ["boardsize 9", "play b E5", "play w F5"] {
        assert_eq!(ask(&mut client, command), Ok(String::new()));
    }
    client
}

/// The patterns that propose F4 for Black.
fn proposing(client: &mut Client) -> Vec<String> {
    let text = ok(client, "katachi-matches b F4");
    let names = text
        .lines()
        .filter_map(|line| line.strip_prefix("pattern "));
    let names = names.filter_map(|line| line.split_whitespace().next());
    names.map(str::to_owned).collect()
}

#[test]
fn without_overrides_all_patterns_fire() {
    let (_folder, mut client) = with_overlay("");
    assert_eq!(proposing(&mut client), ["Push", "MyPush"]);
}

#[test]
fn a_pattern_is_silenced_or_replaced() {
    let (folder, mut client) = with_overlay("[[override]]\npattern = 'Push'\nwith = 'MyPush'\n");
    assert_eq!(proposing(&mut client), ["MyPush"]);
    let answer = ok(&mut client, "katachi-fires Push b F4");
    let list = folder
        .path()
        .join("own/databases.toml")
        .display()
        .to_string();
    let silenced = format!("silenced by the override at {list}:5:1");
    assert_eq!(answer, format!("does not fire: {silenced}"));
    let account = ok(&mut client, "katachi-explain Push b F4");
    assert!(
        account.ends_with(&format!("\n{silenced}\ndoes not fire")),
        "{account}"
    );
    let listed = ok(&mut client, "katachi-list_patterns");
    let first = listed.lines().next().unwrap_or_default();
    assert!(
        first.starts_with("shapes ") && first.ends_with(", 1 silenced by overrides"),
        "{listed}"
    );
    // The engine plays by its own pattern's value.
    let reasons = ok(&mut client, "katachi-reasons b F4");
    assert!(
        reasons.contains("MyPush") && !reasons.contains(" Push "),
        "{reasons}"
    );

    // An edited list counts at the next reload.
    let own = folder.path().join("own/databases.toml");
    write(&own, "[[database]]\nname = 'mine'\nrole = 'patterns'\n");
    ok(&mut client, "katachi-reload_patterns");
    assert_eq!(proposing(&mut client), ["Push", "MyPush"]);
}

#[test]
fn only_the_named_database_is_meant() {
    let (_folder, mut client) = with_overlay("[[override]]\npattern = 'Push'\ndatabase = 'edge'\n");
    assert_eq!(proposing(&mut client), ["Push", "MyPush"]);
    let (_folder, mut client) =
        with_overlay("[[override]]\npattern = 'Push'\ndatabase = 'shapes'\n");
    assert_eq!(proposing(&mut client), ["MyPush"]);
    // One's own patterns are never meant.
    let (_folder, mut client) = with_overlay("[[override]]\npattern = 'MyPush'\n");
    assert_eq!(proposing(&mut client), ["Push", "MyPush"]);
}

#[test]
fn overrides_of_nothing_are_noticed() {
    let (_folder, mut client) = with_overlay("[[override]]\npattern = 'Othr'\n");
    let notes = ok(&mut client, "katachi-list_patterns");
    let expected = "databases.toml:5:1: expected a pattern of the databases beside this folder, found \
                    none called 'Othr'; did you mean 'Other'?";
    assert!(notes.ends_with(expected), "{notes}");
    let (folder, _client) = with_overlay("");
    let list = "[[override]]\npattern = 'Push'\nwith = 'Missing'\n";
    write(&folder.path().join("own/databases.toml"), list);
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_katachi"))
        .args(["doctor", "--add-patterns"])
        .arg(folder.path().join("own"))
        .output()
        .expect("katachi starts");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    let expected = "databases.toml:1:1: expected a pattern of this folder that replaces 'Push', found \
                    none called 'Missing'";
    assert!(message.contains(expected), "{message}");
    assert!(!output.status.success());
}

/// A folder with overrides alone, beside the built-in databases.
#[test]
fn shipped_patterns_can_be_silenced() {
    let folder = tempfile::tempdir().expect("a folder");
    let list = "[[override]]\npattern = 'Elephant'\n";
    write(&folder.path().join("databases.toml"), list);
    let own = folder.path().display().to_string();
    let ours = env!("CARGO_BIN_EXE_katachi");
    let mut client = Client::spawn(ours, ["gtp", "--add-patterns", &own]).expect("a client");
    let listed = ok(&mut client, "katachi-list_patterns");
    let silenced = listed
        .lines()
        .filter(|line| line.contains("1 silenced by overrides"));
    assert_eq!(silenced.count(), 1, "{listed}");
    let answer = ok(&mut client, "katachi-fires Elephant b D4");
    assert!(
        answer.starts_with("does not fire: silenced by the override at "),
        "{answer}"
    );
}
