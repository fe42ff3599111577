//! Runs a program with a list of GTP commands and measures the cost.

use std::io::{BufRead, BufReader, Write};
use std::ops::Sub;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use katachi_gtp::Client;

/// A program that speaks GTP.
pub struct Engine {
    pub name: &'static str,
    pub program: PathBuf,
    pub arguments: &'static [&'static str],
}

/// The cost of commands.
#[derive(Clone, Copy)]
pub struct Cost {
    /// Processor time, as the program reports it.
    pub processor: Duration,
    /// From the first command to the last reply.
    pub clock: Duration,
    /// Trial moves of reading, as the program reports them.
    pub trial_moves: u64,
}

impl Sub for Cost {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self {
            processor: self.processor.saturating_sub(other.processor),
            clock: self.clock.saturating_sub(other.clock),
            trial_moves: self.trial_moves.saturating_sub(other.trial_moves),
        }
    }
}

impl Cost {
    /// The median of each part.
    pub fn median(costs: &[Self]) -> Self {
        fn of<T: Copy + Ord>(costs: &[Cost], part: impl Fn(&Cost) -> T) -> T {
            let mut parts: Vec<T> = costs.iter().map(part).collect();
            parts.sort();
            parts[parts.len() / 2]
        }
        Self {
            processor: of(costs, |cost| cost.processor),
            clock: of(costs, |cost| cost.clock),
            trial_moves: of(costs, |cost| cost.trial_moves),
        }
    }
}

/// The replies to commands, with their cost.
pub struct Said {
    pub replies: Vec<String>,
    pub cost: Cost,
}

impl Engine {
    fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(self.arguments).stderr(Stdio::null());
        command
    }

    /// Sends all commands to a new process without waiting for replies.
    pub fn run(&self, commands: &[String]) -> Said {
        let mut child = (self.command().stdin(Stdio::piped()).stdout(Stdio::piped()))
            .spawn()
            .unwrap_or_else(|error| panic!("{}: {error}", self.program.display()));
        let mut input = child.stdin.take().expect("a pipe");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let text = commands.join("\n");
        let text = format!("cputime\n{text}\ncputime\nget_trymove_counter\nquit\n");
        let began = Instant::now();
        let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
        let mut replies = replies(output, commands.len() + 4);
        let clock = began.elapsed();
        writer.join().expect("no panic").expect("it reads");
        child.wait().expect("it ends");

        let all = (["cputime"]
            .into_iter()
            .chain(commands.iter().map(String::as_str)))
        .chain(["cputime", "get_trymove_counter", "quit"]);
        for (command, reply) in all.zip(&mut replies) {
            *reply = self.success(command, reply).to_owned();
        }
        let number = |reply: Option<String>| -> f64 {
            let text = reply.unwrap_or_default();
            (text.parse()).unwrap_or_else(|_| panic!("{}: found `{text}`, no number", self.name))
        };
        replies.pop();
        let trial_moves = number(replies.pop()) as u64;
        let end = number(replies.pop());
        let begin = number(Some(replies.remove(0)));
        Said {
            replies,
            cost: Cost {
                processor: Duration::from_secs_f64((end - begin).max(0.0)),
                clock,
                trial_moves,
            },
        }
    }

    /// Sends one command after the other to a new process and measures these questions: the index
    /// of each, and its time.
    pub fn times(&self, commands: &[String], questions: &[&str]) -> Vec<(usize, Duration)> {
        let mut client = Client::start(&mut self.command()).expect("it starts");
        let mut times = Vec::new();
        for (number, command) in commands.iter().enumerate() {
            let began = Instant::now();
            let reply = client.send(command).expect("a reply");
            let time = began.elapsed();
            assert!(reply.is_success(), "{command}: {}", reply.text());
            if questions
                .iter()
                .any(|question| command.starts_with(question))
            {
                times.push((number, time));
            }
        }
        let _ = client.send("quit");
        times
    }

    fn success<'a>(&self, command: &str, reply: &'a str) -> &'a str {
        let text = reply.strip_prefix('=').map(str::trim);
        text.unwrap_or_else(|| panic!("{}: {command}: found `{reply}`", self.name))
    }
}

/// Reads this many replies; each ends with an empty line.
fn replies(output: impl BufRead, count: usize) -> Vec<String> {
    let (mut replies, mut reply) = (Vec::new(), String::new());
    for line in output.lines() {
        let line = line.expect("text");
        if !line.is_empty() {
            if !reply.is_empty() {
                reply.push('\n');
            }
            reply += &line;
        } else if !reply.is_empty() {
            replies.push(std::mem::take(&mut reply));
            if replies.len() == count {
                break;
            }
        }
    }
    assert_eq!(replies.len(), count, "the program ended early");
    replies
}
