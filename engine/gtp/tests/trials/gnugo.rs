//! Compares the framing of our engine loop with that of the installed GNU Go, byte by byte, on
//! lines that engines read differently.
//!
//! Each input is a trial. Without GNU Go, the trials count as ignored, with that reason.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{self, Stdio};

use katachi_gtp::{Answer, Command, Reply, serve};
use libtest_mimic::{Failed, Trial};

/// Inputs with equal answers.
const SAME: &[&[u8]] = &[
    b"",
    b"\n",
    b"name\n",
    b"name",
    b"version\nname",
    b"quit\nname\n",
    b"3 quit x\nname\n",
    // blanks, tabs and control characters
    b"   \n\t\n",
    b"  name  \n",
    b"known_command\tname\n",
    b"na\tme\n",
    b"1\t2name\n",
    b"name\r\nversion\r\n",
    b"\r\n",
    b"na\x07me\n",
    b"\x0b\x0c name\n",
    b"\x01n\x02a\x03m\x1fe\x7f\n",
    b"1\x072name\n",
    // comments
    b"#\n# name\n",
    b"name#abc\n",
    b"na#me\n",
    b"12a#\n",
    b"5#foo\n 12 # x\nname\n",
    b"known_command \"name # x\"\n",
    // ids
    b"12\n-5\nname\n",
    b"12 name\n",
    b" 12 name\n",
    b"7name\n",
    b"12abc\n",
    b"007 name\n",
    b"0 name\n",
    b"+5 name\n",
    b"-5 name\n",
    b"-5name\n",
    b"-0 name\n",
    b"- name\n",
    b"-\n",
    b"--5 name\n",
    b"+ 5 name\n",
    b"5-name\n",
    b"5 -name\n",
    b"1 2 name\n",
    b"2147483647 name\n",
    // names, arguments, replies
    b"NAME\n12 Name\n",
    b"name extra junk\n",
    b"nonsense\n1 nonsense\nname\n",
    b"clear_board\n12 clear_board\n",
    b"echo\n2 echo   \n",
    b"known_command\n3 known_command nonsense\n4 known_command quit x\n",
    b"\xe9\n1 na\xc3\xa9me\n\xa0name\n",
];

/// Inputs with deliberate differences: the input, our output, GNU Go's output.
const DIFFERENT: &[(&[u8], &str, &str)] = &[
    // Our ids are not counted modulo 2^32.
    (
        b"2147483648 name\n",
        "=2147483648 GNU Go\n\n",
        "= GNU Go\n\n",
    ),
    (
        b"4294967297 name\n",
        "=4294967297 GNU Go\n\n",
        "=1 GNU Go\n\n",
    ),
    (b"-4294967295 name\n", "= GNU Go\n\n", "=1 GNU Go\n\n"),
    // We treat a zero byte like other control characters.
    (b"na\0me\n", "= GNU Go\n\n", "? unknown command\n\n"),
    // Our replies end with two newlines, whatever their text.
    (b"1 echo a  b  \n", "=1 a  b  \n\n", "=1 a  b  \n\n\n"),
];

pub fn trials() -> Vec<Trial> {
    let gnugo = find_gnugo();
    let trial =
        |name: String, input: &'static [u8], outputs: Option<(&'static str, &'static str)>| {
            let found = gnugo.clone();
            let trial = Trial::test(format!("gnugo::{name}"), move || {
                compare(found.as_deref(), input, outputs)
            });
            match gnugo {
                Some(_) => trial.with_kind("GNU Go"),
                None => trial
                    .with_kind("GNU Go is not installed")
                    .with_ignored_flag(true),
            }
        };
    let quoted = |input: &[u8]| format!("\"{}\"", input.escape_ascii());
    let mut trials = Vec::new();
    trials.extend(SAME.iter().map(|input| trial(quoted(input), input, None)));
    trials.extend(
        DIFFERENT
            .iter()
            .map(|(input, ours, theirs)| trial(quoted(input), input, Some((ours, theirs)))),
    );
    // GNU Go reads lines in pieces of 999 bytes.
    let long = [b"name ".as_slice(), &[b'x'; 1200], b"\n"].concat().leak();
    let outputs = ("= GNU Go\n\n", "= GNU Go\n\n? unknown command\n\n");
    trials.push(trial(
        "a line of 1200 bytes".to_owned(),
        long,
        Some(outputs),
    ));
    trials
}

/// GNU Go on the search path, or where Debian puts games.
fn find_gnugo() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from("/usr/games")]);
    folders
        .map(|folder| folder.join("gnugo"))
        .find(|program| program.is_file())
}

/// Compares the outputs with each other or, where they are meant to differ, with the expected ones.
fn compare(
    gnugo: Option<&Path>,
    input: &[u8],
    outputs: Option<(&str, &str)>,
) -> Result<(), Failed> {
    let gnugo =
        gnugo.ok_or("GNU Go is not installed; install it, or leave the ignored trials out")?;
    let (ours, theirs) = (our_output(input)?, their_output(gnugo, input)?);
    let as_meant = match outputs {
        None => ours == theirs,
        Some(meant) => {
            (ours.as_slice(), theirs.as_slice()) == (meant.0.as_bytes(), meant.1.as_bytes())
        }
    };
    if as_meant {
        return Ok(());
    }
    let (ours, theirs) = (ours.escape_ascii(), theirs.escape_ascii());
    let expected = outputs.map_or("the same of both".to_owned(), |meant| format!("{meant:?}"));
    Err(format!("expected {expected}\n    ours: {ours}\nGNU Go's: {theirs}").into())
}

fn our_output(input: &[u8]) -> io::Result<Vec<u8>> {
    const COMMANDS: [&str; 6] = [
        "name",
        "version",
        "echo",
        "clear_board",
        "known_command",
        "quit",
    ];
    let mut engine = |command: &Command| -> Answer {
        let mut args = command.args();
        match command.name() {
            "name" => Reply::success("GNU Go").into(),
            "version" => Reply::success("3.8").into(),
            "echo" => Reply::success(args.rest()).into(),
            "clear_board" => Reply::success("").into(),
            "known_command" => {
                let known = args.word().is_some_and(|name| COMMANDS.contains(&name));
                Reply::success(known.to_string()).into()
            }
            "quit" => Answer::Quit(Reply::success("")),
            _ => Reply::failure("unknown command").into(),
        }
    };
    let mut output = Vec::new();
    serve(input, &mut output, &mut engine)?;
    Ok(output)
}

fn their_output(gnugo: &Path, input: &[u8]) -> io::Result<Vec<u8>> {
    let mut child = process::Command::new(gnugo)
        .args(["--mode", "gtp", "--quiet"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        // After `quit` the engine may not read the rest.
        let _ = stdin.write_all(input);
    }
    Ok(child.wait_with_output()?.stdout)
}
