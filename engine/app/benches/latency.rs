//! Times as a user of the program sees them, from outside, medians over many rounds: from start to
//! the first GTP reply, ours and GNU Go's in turn; and from `katachi-reload_patterns` to its
//! reply after one pattern of the shipped databases has been edited.
//!
//! `cargo bench -p katachi --bench latency`
#![allow(clippy::print_stdout, reason = "it prints its measurements")]

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use katachi_gtp::Client;
use katachi_testkit::{program, workspace_root};

const ROUNDS: usize = 60;

fn main() {
    let ours = Path::new(env!("CARGO_BIN_EXE_katachi"));
    let gnugo = program("gnugo");
    let (mut we, mut they) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        we.push(first_reply(ours, &["gtp"]));
        if let Ok(gnugo) = &gnugo {
            they.push(first_reply(gnugo, &["--mode", "gtp", "--quiet"]));
        }
    }
    report("start to first reply", &mut we);
    match gnugo {
        Ok(_) => {
            report("  gnugo 3.8", &mut they);
            println!("  ratio of medians    {:.2}", median(&we) / median(&they));
        }
        Err(reason) => println!("  gnugo 3.8           not measured: {reason}"),
    }
    report("edited pattern, reload", &mut reloads());
}

fn first_reply(program: &Path, arguments: &[&str]) -> f64 {
    let began = Instant::now();
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(b"name\n").expect("it reads");
    let mut line = String::new();
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    output.read_line(&mut line).expect("it answers");
    let time = began.elapsed();
    assert!(line.starts_with('='), "{line}");
    drop(input);
    child.wait().expect("it ends");
    millis(time)
}

/// Copies the shipped databases, edits a value in each round, and times the command.
fn reloads() -> Vec<f64> {
    let folder = tempfile::TempDir::new().expect("a folder");
    for file in std::fs::read_dir(workspace_root().join("patterns")).expect("patterns") {
        let file = file.expect("a file").path();
        let name = file.file_name().expect("a name");
        std::fs::copy(&file, folder.path().join(name)).expect("copied");
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_katachi"));
    command.args(["gtp", "--patterns"]).arg(folder.path());
    command.env("KATACHI_CACHE", folder.path().join("cache"));
    let mut client = Client::start(&mut command).expect("it starts");
    let source = folder.path().join("shapes.db");
    let text = std::fs::read_to_string(&source).expect("a source");
    (0..ROUNDS)
        .map(|round| {
            let edited = text.replacen("value(", &format!("value({}", 1 + round % 9), 1);
            std::fs::write(&source, format!("{edited}\n# {round}\n")).expect("an edit");
            let began = Instant::now();
            let reply = client.send("katachi-reload_patterns").expect("a reply");
            let time = began.elapsed();
            assert!(reply.is_success(), "{}", reply.text());
            millis(time)
        })
        .collect()
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

fn median(times: &[f64]) -> f64 {
    let mut sorted = times.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(f64::NAN)
}

fn report(what: &str, times: &mut [f64]) {
    times.sort_by(f64::total_cmp);
    let at = |share: usize| {
        times
            .get((times.len() - 1) * share / 100)
            .copied()
            .unwrap_or(f64::NAN)
    };
    println!(
        "{what:<22} median {:6.2} ms   fastest {:6.2}   slowest {:6.2}   ({} rounds)",
        median(times),
        at(0),
        at(100),
        times.len()
    );
}
