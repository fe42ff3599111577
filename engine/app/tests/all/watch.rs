//! `--watch`: the engine notices every change of the sources and of their folders.
#![cfg(unix)]

use std::os::unix::fs::symlink;
use std::path::Path;
use std::time::{Duration, Instant};

use katachi_gtp::Client;
use katachi_testkit::process::fifo;
use tempfile::TempDir;

fn pattern(value: u32) -> String {
    format!("attribute_map general\n\nPattern A\n\nXO*\n\n:8,-,value({value})\n")
}

fn write(path: &Path, text: &str) {
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    std::fs::write(path, text).expect("written");
}

/// An engine that watches the folder `sources`.
struct Watching {
    folder: TempDir,
    client: Client,
}

impl Watching {
    fn start(prepare: impl Fn(&Path)) -> Self {
        let folder = TempDir::new().expect("a folder");
        prepare(folder.path());
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_katachi"));
        command.args(["gtp", "--seed", "1", "--watch", "--patterns"]);
        command.arg(folder.path().join("sources"));
        command.env("KATACHI_CACHE", folder.path().join("cache"));
        let mut client = Client::start(&mut command).expect("the engine starts");
        client.set_time_limit(Duration::from_mins(1));
        let mut watching = Self { folder, client };
        // It watches before it answers.
        watching.list();
        watching
    }

    fn write(&self, name: &str, text: &str) {
        write(&self.folder.path().join(name), text);
    }

    fn list(&mut self) -> String {
        let reply = self
            .client
            .send("katachi-list_patterns")
            .expect("an answer");
        assert!(reply.is_success(), "{}", reply.text());
        reply.text().to_owned()
    }

    /// Does something, and waits until the engine has other databases.
    fn changes(&mut self, what: &str, act: impl Fn(&Self)) {
        let before = self.list();
        act(self);
        let begin = Instant::now();
        while self.list() == before {
            assert!(
                begin.elapsed() < Duration::from_secs(30),
                "{what}: not seen"
            );
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

const LIST: &str = "[[database]]\nname = 'patterns'\nsources = ['one.db', 'sub/er/two.db']\n";

#[test]
fn sources_in_subfolders() {
    let mut watching = Watching::start(|folder| {
        write(&folder.join("sources/databases.toml"), LIST);
        write(&folder.join("sources/one.db"), &pattern(1));
        write(
            &folder.join("sources/sub/er/two.db"),
            "Pattern B\n\nXXO*\n\n:8,-\n",
        );
    });
    watching.changes("a source below", |here| {
        here.write("sources/sub/er/two.db", "Pattern B\n\nXXXO*\n\n:8,-\n");
    });
    watching.changes("the list itself", |here| {
        here.write("sources/databases.toml", &LIST.replace("'one.db', ", ""));
    });
    watching.changes("what the new list names", |here| {
        here.write("sources/sub/er/two.db", "Pattern B\n\nXOO*\n\n:8,-\n");
    });
}

#[test]
fn sources_that_are_links() {
    let mut watching = Watching::start(|folder| {
        write(&folder.join("elsewhere/mine.db"), &pattern(1));
        write(&folder.join("third/mine.db"), &pattern(2));
        std::fs::create_dir(folder.join("sources")).expect("a folder");
        symlink("../elsewhere/mine.db", folder.join("sources/mine.db")).expect("a link");
    });
    watching.changes("the target", |here| {
        here.write("elsewhere/mine.db", &pattern(3));
    });
    watching.changes("the link", |here| {
        let link = here.folder.path().join("sources/mine.db");
        std::fs::remove_file(&link).expect("removed");
        symlink("../third/mine.db", &link).expect("a link");
    });
    watching.changes("the new target", |here| {
        here.write("third/mine.db", &pattern(4));
    });
}

#[test]
fn a_folder_that_goes_and_comes() {
    let mut watching = Watching::start(|folder| {
        write(&folder.join("sources/mine.db"), &pattern(0));
    });
    for value in 1..4 {
        watching.changes("the folder that is made again", |here| {
            std::fs::remove_dir_all(here.folder.path().join("sources")).expect("removed");
            // Every other time, wait until the engine has noticed that it is missing.
            std::thread::sleep(Duration::from_millis(u64::from(value % 2) * 1500));
            here.write("sources/mine.db", &pattern(10 * value));
        });
        watching.changes("a change in the new folder", |here| {
            here.write("sources/mine.db", &pattern(10 * value + 1));
        });
    }
}

#[test]
fn a_pipe_among_the_sources() {
    let mut watching = Watching::start(|folder| {
        write(&folder.join("sources/mine.db"), &pattern(1));
    });
    let pipe = watching.folder.path().join("sources/pipe.db");
    fifo(&pipe);
    std::thread::sleep(Duration::from_millis(1500));
    // It is refused, and the old databases stay.
    assert_eq!(watching.list().lines().count(), 1);
    std::fs::remove_file(&pipe).expect("removed");
    watching.changes("a source after that", |here| {
        here.write("sources/mine.db", &pattern(2));
    });
}
