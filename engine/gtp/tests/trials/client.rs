//! Tests the client with engines of every behaviour.
//!
//! This test program is the engine as well: it starts itself with the argument `--engine` and the
//! name of a behaviour, so no other program is needed. (That is why it has its own `main`.) The
//! well-behaved engine uses `serve`, so both ends meet over real pipes.

use std::io::{self, Read, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use katachi_gtp::{
    Answer, Client, ClientError, Command, Handler, Listener, NoReply, Reply, Stream, serve,
};
use libtest_mimic::{Failed, Trial};

/// Short enough for a test, long enough for a busy machine that should answer.
const SHORT: Duration = Duration::from_millis(300);
const LONG: Duration = Duration::from_secs(20);

type Test = fn() -> Result<(), ClientError>;

/// Plays the engine if that is what the arguments ask for.
pub fn played() -> Option<ExitCode> {
    let arguments: Vec<String> = std::env::args().collect();
    if let [_, flag, behaviour] = arguments.as_slice()
        && flag == "--engine"
    {
        return Some(engine(behaviour).map_or(ExitCode::from(9), ExitCode::from));
    }
    None
}

pub fn trials() -> Vec<Trial> {
    let trials: [(&str, Test); 13] = [
        ("replies_come_back", replies_come_back),
        ("tricky_texts_come_back", tricky_texts_come_back),
        ("long_commands_and_replies", long_commands_and_replies),
        ("texts_that_are_no_command", texts_that_are_no_command),
        ("command_lines", command_lines),
        ("a_reply_without_end_is_ended", a_reply_without_end_is_ended),
        ("death_is_reported", death_is_reported),
        ("hanging_times_out", hanging_times_out),
        ("garbage_is_reported", garbage_is_reported),
        ("a_wrong_id_is_reported", a_wrong_id_is_reported),
        ("endless_output_is_cut", endless_output_is_cut),
        ("quitting", quitting),
        ("dropping_kills", dropping_kills),
    ];
    let trials = trials.map(|(name, test)| {
        Trial::test(format!("client::{name}"), move || {
            test().map_err(Failed::from)
        })
    });
    trials.into()
}

/// Runs the engine with this behaviour; returns its exit status.
fn engine(behaviour: &str) -> io::Result<u8> {
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let mut say = |text: &[u8]| output.write_all(text).and_then(|()| output.flush());
    match behaviour {
        "good" => {
            serve(input, output, &mut good_engine)?;
            return Ok(0);
        }
        "streaming" => {
            // The listener reads in a thread of its own.
            drop(input);
            serve(Listener::new(io::stdin())?, output, &mut Streaming)?;
            return Ok(0);
        }
        "dying" => {
            input.read_exact(&mut [0])?;
            io::stderr().write_all(&b"trace\n".repeat(100))?;
            io::stderr().write_all(b"assertion failed:\n  the board is round")?;
            return Ok(7);
        }
        "babbling" => say(b"Welcome to Babble\n\n= \n\n")?,
        "misnumbered" => say(b"=77 \n\n")?,
        "unnumbered" => say(b"= \n\n")?,
        "megabyte" => say(&b"x".repeat(1 << 20))?,
        "endless-line" => {
            say(b"=1 a")?;
            while say(b"nd so on").is_ok() {}
        }
        "endless-reply" => {
            say(b"=1 a")?;
            while say(b"nd so on\n").is_ok() {}
        }
        "endless-blanks" => while say(&b"\n".repeat(4096)).is_ok() {},
        // Does not even read its input.
        _ => {}
    }
    std::thread::sleep(2 * LONG);
    Ok(0)
}

fn good_engine(command: &Command) -> Answer {
    let mut args = command.args();
    match command.name() {
        "echo" => Reply::success(args.rest()).into(),
        "lines" => Reply::success(args.rest().replace('/', "\n")).into(),
        "length" => Reply::success(args.rest().len().to_string()).into(),
        "repeat" => {
            let count = args.integer().and_then(|count| usize::try_from(count).ok());
            Reply::success("A line of text\n".repeat(count.unwrap_or(0))).into()
        }
        "quit" => Answer::Quit(Reply::success("")),
        _ => Reply::failure("unknown command").into(),
    }
}

/// Counts on `count` until the next command arrives.
struct Streaming;

impl Handler for Streaming {
    fn handle(&mut self, command: &Command, stream: &mut Stream<'_>) -> Answer {
        if command.name() != "count" {
            return good_engine(command);
        }
        let mut number = 0;
        while !stream.is_interrupted() {
            number += 1;
            stream.line(&format!("number {number}"));
            std::thread::sleep(Duration::from_millis(1));
        }
        Answer::Streamed
    }
}

fn start(behaviour: &str) -> Result<Client, ClientError> {
    let program = std::env::current_exe().expect("the test program has a path");
    let mut client = Client::spawn(program, ["--engine", behaviour])?;
    client.set_time_limit(LONG);
    Ok(client)
}

/// What the engine does instead of answering, and the message about it.
fn failure(behaviour: &str, limit: Duration) -> Result<(NoReply, String), ClientError> {
    let mut client = start(behaviour)?;
    client.set_time_limit(limit);
    let error = client
        .send("name")
        .expect_err("this engine does not answer");
    let message = error.to_string();
    assert!(message.contains("did not answer `name`: "), "{message}");
    let mut reason = |error| match error {
        ClientError::NoReply { reason, .. } => reason,
        other => panic!("expected no reply, found {other}"),
    };
    let again = client.send("name").map_err(&mut reason);
    assert!(matches!(again, Err(NoReply::Stopped)), "{again:?}");
    Ok((reason(error), message))
}

fn replies_come_back() -> Result<(), ClientError> {
    let mut client = start("good")?;
    assert_eq!(client.send("echo a  b")?, Reply::success("a  b"));
    assert_eq!(
        client.send("NAME # not a name")?,
        Reply::failure("unknown command")
    );
    assert_eq!(client.send("echo")?, Reply::success(""));
    Ok(())
}

fn tricky_texts_come_back() -> Result<(), ClientError> {
    let mut client = start("good")?;
    for text in [
        "/= 1/? 2",
        "a//b///c//",
        "12 x",
        "=12",
        "é\u{a0}形",
        "/ A B/ 2 . .",
        " ",
    ] {
        let reply = client.send(&format!("lines {text}"))?;
        assert_eq!(
            reply,
            Reply::success(text.trim_start().replace('/', "\n")),
            "{text}"
        );
    }
    Ok(())
}

fn long_commands_and_replies() -> Result<(), ClientError> {
    let mut client = start("good")?;
    assert_eq!(
        client
            .send(&format!("length {}", "x".repeat(1 << 20)))?
            .text(),
        "1048576"
    );
    let reply = client.send("repeat 100000")?;
    assert_eq!(reply.text().lines().count(), 100_000);
    // Nor can an engine that does not read block the controller.
    let mut client = start("hanging")?;
    client.set_time_limit(SHORT);
    let error = client.send(&format!("length {}", "x".repeat(1 << 20)));
    let error = error
        .err()
        .map(|error| error.to_string())
        .unwrap_or_default();
    assert!(error.contains("it was not ready within 300ms"), "{error}");
    Ok(())
}

fn texts_that_are_no_command() -> Result<(), ClientError> {
    let mut client = start("good")?;
    for text in ["", "  ", "# comment", "name\nname", "name\n"] {
        let error = client.send(text);
        assert!(
            matches!(error, Err(ClientError::NotACommand { .. })),
            "{text:?}: {error:?}"
        );
    }
    assert_eq!(client.send("echo still here")?.text(), "still here");
    Ok(())
}

fn a_reply_without_end_is_ended() -> Result<(), ClientError> {
    let mut client = start("streaming")?;
    for _ in 0..2 {
        let mut seen = Vec::new();
        let reply = client.send_until("count", |line| {
            seen.push(line.to_owned());
            line == "number 3"
        })?;
        assert!(
            reply.is_success() && reply.text().starts_with("\nnumber 1\n"),
            "{reply:?}"
        );
        assert!(seen.len() >= 4 && seen[3] == "number 3", "{seen:?}");
        // The command that ended the reply has been answered, and the conversation goes on.
        assert_eq!(client.send("echo a")?, Reply::success("a"));
    }
    // A reply that ends by itself is not waited for.
    let refused = client.send_until("fly", |_| false)?;
    assert_eq!(refused, Reply::failure("unknown command"));
    assert_eq!(client.send_until("echo a", |_| true)?, Reply::success("a"));
    assert_eq!(client.send("echo b")?, Reply::success("b"));
    client.set_time_limit(SHORT);
    let endless = client.send_until("count", |_| false);
    let error = endless.expect_err("nobody ends it").to_string();
    assert!(
        error.contains("did not answer `count`: it was not ready within"),
        "{error}"
    );
    Ok(())
}

fn command_lines() -> Result<(), ClientError> {
    let program = std::env::current_exe().expect("the test program has a path");
    let mut client = Client::spawn_line(&format!("'{}' \"--engine\" go'o'd", program.display()))?;
    assert_eq!(client.send("echo a")?.text(), "a");
    for line in ["", "  ", "gnugo 'half"] {
        let error = Client::spawn_line(line).err();
        assert!(
            matches!(error, Some(ClientError::CommandLine { .. })),
            "{line:?}: {error:?}"
        );
    }
    let message = Client::spawn_line("/no/such/engine --mode gtp")
        .err()
        .map(|error| error.to_string());
    let start = "could not start the engine `/no/such/engine`: ";
    assert!(
        message
            .as_ref()
            .is_some_and(|message| message.starts_with(start)),
        "{message:?}"
    );
    Ok(())
}

fn death_is_reported() -> Result<(), ClientError> {
    let (NoReply::Died { status, stderr }, message) = failure("dying", LONG)? else {
        panic!("it died");
    };
    assert_eq!((status.code(), stderr.len()), (Some(7), 20));
    assert!(message.contains("status: 7"), "{message}");
    assert!(
        message.ends_with("trace\nassertion failed:\n  the board is round"),
        "{message}"
    );
    Ok(())
}

fn hanging_times_out() -> Result<(), ClientError> {
    for behaviour in ["hanging", "endless-blanks"] {
        let begin = Instant::now();
        let (reason, _) = failure(behaviour, SHORT)?;
        let expected = matches!(reason, NoReply::TimedOut { limit: SHORT });
        assert!(expected, "{behaviour}: {reason}");
        assert!((SHORT..LONG).contains(&begin.elapsed()));
    }
    Ok(())
}

fn garbage_is_reported() -> Result<(), ClientError> {
    let (reason, _) = failure("babbling", LONG)?;
    let expected = "Welcome to Babble";
    assert!(
        matches!(&reason, NoReply::Garbage { line } if line == expected),
        "{reason}"
    );
    Ok(())
}

fn a_wrong_id_is_reported() -> Result<(), ClientError> {
    let (_, message) = failure("misnumbered", LONG)?;
    assert!(
        message.contains("expected reply number 1, found 77;"),
        "{message}"
    );
    let (_, message) = failure("unnumbered", LONG)?;
    assert!(message.contains("found one without a number;"), "{message}");
    Ok(())
}

fn endless_output_is_cut() -> Result<(), ClientError> {
    for behaviour in ["megabyte", "endless-line", "endless-reply"] {
        let (reason, _) = failure(behaviour, LONG)?;
        assert!(matches!(reason, NoReply::TooLong), "{behaviour}: {reason}");
    }
    Ok(())
}

fn quitting() -> Result<(), ClientError> {
    let quit = |client: Client, grace| client.quit(grace).expect("the process can be waited for");
    assert!(quit(start("good")?, LONG).success());
    let mut client = start("dying")?;
    assert!(client.send("name").is_err());
    assert_eq!(quit(client, LONG).code(), Some(7));
    // Neither silence nor endless output outlasts the grace period.
    for behaviour in ["hanging", "endless-reply", "endless-blanks"] {
        let begin = Instant::now();
        assert!(!quit(start(behaviour)?, SHORT).success());
        assert!(begin.elapsed() < LONG);
    }
    Ok(())
}

fn dropping_kills() -> Result<(), ClientError> {
    let begin = Instant::now();
    drop(start("hanging")?);
    assert!(begin.elapsed() < LONG);
    Ok(())
}
