//! The author's loop in one GTP session: edit a database, load it again, see the move change. Also
//! everything that can be wrong with databases; play must go on.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use katachi_gtp::Client;
use katachi_testkit::gtp::{fails, ok};
use tempfile::TempDir;

use crate::program;

/// A database with one opening move on the 4-4 points of a 9x9 board or larger.
fn database(move_row: &str) -> String {
    format!(
        "attribute_map general

Pattern Corner

# an empty corner
|?????
|.....
|.....
{move_row}
|.....
+-----

:8,-,value(20)
"
    )
}

const THIRD: &str = "|..*..";
const SECOND: &str = "|...*.";

fn engine(arguments: &[&str], folder: &Path) -> Client {
    let mut command = program::katachi(folder);
    command.args(["gtp", "--seed", "1"]).args(arguments);
    Client::start(&mut command).expect("the engine starts")
}

fn folder() -> (TempDir, PathBuf) {
    let folder = TempDir::new().expect("a temporary folder");
    let source = folder.path().join("mine.db");
    std::fs::write(&source, database(THIRD)).expect("a source");
    (folder, source)
}

#[test]
fn an_edited_pattern_changes_the_move_in_the_same_connection() {
    let (folder, source) = folder();
    let mut client = engine(
        &["--patterns", source.to_str().expect("text")],
        folder.path(),
    );
    ok(&mut client, "boardsize 9");
    let before = ok(&mut client, "reg_genmove b");
    assert_ne!(before, "PASS");
    let listed = ok(&mut client, &format!("katachi-matches b {before}"));
    assert!(
        listed.contains("pattern Corner mine.db:3 class - value(20)"),
        "{listed}"
    );

    std::fs::write(&source, database(SECOND)).expect("an edit");
    assert_eq!(ok(&mut client, "reg_genmove b"), before, "not yet loaded");
    let report = ok(&mut client, "katachi-reload_patterns");
    assert!(report.contains("mine role patterns patterns 1"), "{report}");
    let after = ok(&mut client, "reg_genmove b");
    assert_ne!(after, before);
    assert_ne!(after, "PASS");
    // The game went on.
    assert_eq!(ok(&mut client, "query_boardsize"), "9");
}

#[test]
fn a_source_with_mistakes_leaves_the_old_database_active() {
    let (folder, source) = folder();
    let mut client = engine(
        &["--patterns", source.to_str().expect("text")],
        folder.path(),
    );
    ok(&mut client, "boardsize 9");
    ok(&mut client, "play w e5");
    let before = ok(&mut client, "reg_genmove b");
    let broken = database(THIRD)
        .replace("value(20)", "valeu(20)")
        .replace("|.....\n+", "|....\n+");
    std::fs::write(&source, broken).expect("an edit");
    let message = fails(&mut client, "katachi-reload_patterns");
    assert!(!message.contains('\n'), "{message}");
    let place = |at: &str| format!("{}:{at}", source.display());
    let first = format!("cannot use databases: {}", place("10:2: error[P0301]"));
    assert!(message.starts_with(&first), "{message}");
    let second = format!("; {}", place("13:6: error[P0404]"));
    let (_, second) = message.split_once(&second).expect("a second mistake");
    assert!(second.contains("did you mean `value`"), "{message}");
    assert_eq!(ok(&mut client, "reg_genmove b"), before);
    assert_eq!(ok(&mut client, "color e5"), "white");
}

#[test]
fn folders_sources_images_and_the_built_in_set_can_be_loaded() {
    let (folder, source) = folder();
    let image = folder.path().join("mine.kpat");
    let compiled = patc::compile(
        katachi_image::Role::Patterns,
        vec![patc::Source::new("mine.db", database(SECOND))],
    );
    std::fs::write(&image, compiled.image.expect("an image")).expect("written");
    let mut client = engine(&[], folder.path());
    ok(&mut client, "boardsize 9");
    let built_in = ok(&mut client, "katachi-list_patterns");
    for path in [&source, &image, &folder.path().to_owned()] {
        let report = ok(
            &mut client,
            &format!("katachi-load_patterns {}", path.display()),
        );
        assert!(
            report.starts_with("mine role patterns patterns 1"),
            "{report}"
        );
    }
    let both = format!("katachi-load_patterns builtin {}", source.display());
    assert_eq!(
        ok(&mut client, &both).lines().count(),
        built_in.lines().count() + 1
    );
    assert_eq!(ok(&mut client, "katachi-load_patterns builtin"), built_in);
}

/// Whatever is wrong, a message names the file, and play goes on with the old databases.
#[test]
fn what_cannot_be_loaded_is_said_and_changes_nothing() {
    let (folder, source) = folder();
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).expect("written");
        path.display().to_string()
    };
    let text = database(THIRD);
    let compiled = patc::compile(
        katachi_image::Role::Patterns,
        vec![patc::Source::new("mine.db", text.as_str())],
    );
    let image = compiled.image.expect("an image");
    let mut flipped = image.clone();
    flipped[200] ^= 0x10;
    let mut other_version = image.clone();
    other_version[4] = 99;
    let empty_folder = folder.path().join("empty");
    std::fs::create_dir(&empty_folder).expect("a folder");
    let cases: Vec<(String, &str)> = vec![
        (file("empty.db", b""), "empty.db:1:1: error[P0105]"),
        (file("blank.db", b" \n\n"), "error[P0105]"),
        (file("binary.db", b"Pattern\0\x01\x02"), "error[P0101]"),
        (
            file("missing.db.bak", b"x"),
            "expected a folder, a .db, .dbz, .sgf or .kpat file",
        ),
        (
            folder.path().join("nowhere.db").display().to_string(),
            "nothing there",
        ),
        (
            empty_folder.display().to_string(),
            "expected databases.toml, .db, .dbz, .sgf or .kpat files",
        ),
        (
            file("truncated.kpat", &image[..image.len() - 7]),
            "incomplete or damaged",
        ),
        (file("short.kpat", &image[..20]), "incomplete or damaged"),
        (file("nothing.kpat", b""), "expected a .kpat image"),
        (file("flipped.kpat", &flipped), "the checksum does not fit"),
        (
            file("version.kpat", &other_version),
            "expected image format 4, found format 99",
        ),
        (
            file("source.kpat", text.as_bytes()),
            "expected a .kpat image",
        ),
    ];
    let mut client = engine(
        &["--patterns", source.to_str().expect("text")],
        folder.path(),
    );
    ok(&mut client, "boardsize 9");
    ok(&mut client, "play b e5");
    let before = ok(&mut client, "katachi-list_patterns");
    let mv = ok(&mut client, "reg_genmove w");
    for (path, expected) in cases {
        let message = fails(&mut client, &format!("katachi-load_patterns {path}"));
        assert!(message.contains(expected), "{path}: {message}");
        assert_eq!(ok(&mut client, "katachi-list_patterns"), before);
        assert_eq!(ok(&mut client, "reg_genmove w"), mv);
    }
    fails(&mut client, "katachi-load_patterns");
    assert_eq!(ok(&mut client, "color e5"), "black");
}

#[cfg(unix)]
#[test]
fn a_folder_that_may_not_be_read_is_said() {
    use std::os::unix::fs::PermissionsExt;

    let (folder, source) = folder();
    let locked = folder.path().join("locked");
    std::fs::create_dir(&locked).expect("a folder");
    let lock = |mode| {
        let permissions = std::fs::Permissions::from_mode(mode);
        std::fs::set_permissions(&locked, permissions).expect("permissions");
    };
    lock(0o000);
    // The superuser may read everything.
    let may_read = std::fs::read_dir(&locked).is_ok();
    let mut client = engine(
        &["--patterns", source.to_str().expect("text")],
        folder.path(),
    );
    let message = fails(
        &mut client,
        &format!("katachi-load_patterns {}", locked.display()),
    );
    let expected = if may_read {
        "expected databases.toml"
    } else {
        "cannot read"
    };
    assert!(message.contains(expected), "{message}");
    lock(0o700);
}

#[test]
fn a_damaged_cache_is_made_anew() {
    let (folder, source) = folder();
    let path = source.to_str().expect("text").to_owned();
    let list = |folder: &Path| {
        let mut client = engine(&["--patterns", &path], folder);
        ok(&mut client, "katachi-list_patterns")
    };
    assert!(list(folder.path()).ends_with("(compiled)"));
    assert!(list(folder.path()).ends_with("(cache)"));
    let cached = std::fs::read_dir(folder.path().join("cache"))
        .expect("a cache")
        .next()
        .expect("an image")
        .expect("readable")
        .path();
    std::fs::write(&cached, b"KPAT and then nothing").expect("damaged");
    assert!(list(folder.path()).ends_with("(compiled)"));
    assert!(list(folder.path()).ends_with("(cache)"));
}

#[test]
fn watching_loads_what_is_saved() {
    let (folder, source) = folder();
    let arguments = ["--watch", "--patterns", source.to_str().expect("text")];
    let mut client = engine(&arguments, folder.path());
    ok(&mut client, "boardsize 9");
    let fingerprint = |client: &mut Client| {
        let list = ok(client, "katachi-list_patterns");
        let after = list
            .split("fingerprint ")
            .nth(1)
            .and_then(|rest| rest.split(' ').next());
        after.unwrap_or_default().to_owned()
    };
    let first = fingerprint(&mut client);
    let wait = |client: &mut Client, expected: bool| {
        let began = Instant::now();
        loop {
            let now = fingerprint(client);
            if (now != first) == expected || began.elapsed() > Duration::from_secs(10) {
                return now;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    };
    std::fs::write(&source, database(SECOND)).expect("an edit");
    assert_ne!(wait(&mut client, true), first);
    // Editors replace files instead of writing into them.
    let aside = folder.path().join("mine.db~");
    std::fs::write(&aside, database(THIRD)).expect("an edit");
    std::fs::rename(&aside, &source).expect("replaced");
    assert_eq!(wait(&mut client, false), first);
    // A mistake changes nothing.
    std::fs::write(&source, "nonsense").expect("an edit");
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(fingerprint(&mut client), first);
}

/// A place that the user names must exist; a default place may be missing.
#[test]
fn the_places_are_looked_at_in_order() {
    let (folder, source) = folder();
    let run = |arguments: &[&str], variable: Option<&Path>| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_katachi"));
        command.arg("doctor").args(arguments);
        command.env("KATACHI_CACHE", folder.path().join("cache"));
        command.env("XDG_DATA_HOME", folder.path().join("data"));
        match variable {
            Some(path) => command.env("KATACHI_PATTERNS", path),
            None => command.env_remove("KATACHI_PATTERNS"),
        };
        let output = command.output().expect("it runs");
        (
            output.status.success(),
            String::from_utf8_lossy(&output.stdout).into_owned(),
            String::from_utf8_lossy(&output.stderr).into_owned(),
        )
    };
    let built_in = run(&[], None);
    assert!(
        built_in.0 && built_in.1.contains("(built in)"),
        "{}",
        built_in.1
    );

    let data = folder.path().join("data/katachi/patterns");
    std::fs::create_dir_all(&data).expect("a folder");
    std::fs::write(
        data.join("databases.toml"),
        "[[database]]\nname='ours'\nrole='fuseki'\n",
    )
    .expect("");
    std::fs::write(data.join("ours.db"), database(THIRD)).expect("");
    let (good, text, _) = run(&[], None);
    assert!(good && text.contains("ours role fuseki"), "{text}");

    let (good, text, _) = run(&[], Some(&source));
    assert!(good && text.contains("mine role patterns"), "{text}");

    let (good, text, _) = run(&["--patterns", "builtin"], Some(&source));
    assert!(
        good && text.contains("(built in)") && !text.contains("mine role"),
        "{text}"
    );

    let nowhere = folder.path().join("nowhere");
    let (good, _, error) = run(&[], Some(&nowhere));
    assert!(
        !good && error.contains("KATACHI_PATTERNS") && error.contains("nowhere"),
        "{error}"
    );

    // A broken default folder does not keep the engine from playing.
    std::fs::write(data.join("ours.db"), "nonsense").expect("");
    let (good, text, error) = run(&[], None);
    assert!(good && text.contains("(built in)"), "{text}");
    assert!(
        error.contains("the built-in databases are used instead"),
        "{error}"
    );
}
