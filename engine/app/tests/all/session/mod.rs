//! A session with our own program.

use katachi_gtp::Client;

/// A program that plays with these databases and seed 1.
pub fn client(patterns: &str) -> Client {
    let ours = env!("CARGO_BIN_EXE_katachi");
    Client::spawn(ours, ["gtp", "--patterns", patterns, "--seed", "1"]).expect("a client")
}
