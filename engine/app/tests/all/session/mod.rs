//! A session with our own program.

use katachi_gtp::Client;

/// A program that plays with these databases and seed 1.
pub fn client(patterns: &str) -> Client {
    let ours = env!("CARGO_BIN_EXE_katachi");
    Client::spawn(ours, ["gtp", "--patterns", patterns, "--seed", "1"]).expect("a client")
}

/// What it answers to a command.
pub fn ask(client: &mut Client, command: &str) -> Result<String, String> {
    let reply = client.send(command).expect("a reply");
    let text = reply.text().to_owned();
    if reply.is_success() {
        Ok(text)
    } else {
        Err(text)
    }
}
