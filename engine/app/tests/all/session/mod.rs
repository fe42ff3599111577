//! A session with our own program.

use katachi_gtp::Client;

/// A program that plays with these databases and seed 1.
pub fn client(patterns: &str) -> Client {
    let ours = env!("CARGO_BIN_EXE_katachi");
    Client::spawn(ours, ["gtp", "--patterns", patterns, "--seed", "1"]).expect("a client")
}

/// A file of this name in a new folder, which lives as long as the first value; its path.
pub fn file(name: &str, text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    std::fs::write(&path, text).expect("a file");
    let path = path.to_str().expect("a path").to_owned();
    (folder, path)
}
