//! Runs of a program with a command line of the page.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use libtest_mimic::Failed;
use tempfile::TempDir;

use super::page::Page;

/// The most time for a program to end, or to open its port.
const PATIENCE: Duration = Duration::from_mins(1);

/// What a program did.
pub struct Ran {
    pub status: Option<i32>,
    /// Standard output, standard error, the files that it wrote, and what it sent over TCP.
    pub text: String,
}

impl Ran {
    /// Whether a line matches.
    pub fn has_line(&self, regex: &regex::Regex) -> bool {
        self.text.lines().any(|line| regex.is_match(line))
    }
}

/// An example: arguments, and lines for standard input.
#[derive(Clone, Debug)]
pub struct Example {
    pub arguments: Vec<String>,
    input: String,
}

impl Example {
    /// Reads `--komi 5 <<< 'boardsize 9; get_komi'`.
    pub fn parse(text: &str) -> Self {
        let (line, input) = text.split_once(" <<< ").unwrap_or((text, ""));
        let words = line.split_whitespace().map(str::to_owned);
        let commands = input.trim_matches('\'').split("; ");
        Self {
            arguments: words.collect(),
            input: commands.flat_map(|command| [command, "\n"]).collect(),
        }
    }

    /// The same with another spelling of an option.
    pub fn spelt(&self, name: &str, other: &str) -> Self {
        let spell = |word: &String| if word == name { other } else { word }.to_owned();
        Self {
            arguments: self.arguments.iter().map(spell).collect(),
            input: self.input.clone(),
        }
    }

    /// The same without an option and its value; `None` if it has no such option.
    pub fn without(&self, name: &str, has_value: bool) -> Option<Self> {
        let at = self.arguments.iter().position(|word| word == name)?;
        let mut arguments = self.arguments.clone();
        arguments.drain(at..=at + usize::from(has_value));
        Some(Self {
            arguments,
            input: self.input.clone(),
        })
    }

    /// Runs a program with it, in a new folder with the files of the page. Our program uses its
    /// built-in databases.
    pub fn run(&self, program: &Path, page: &Page) -> Result<Ran, Failed> {
        let folder = TempDir::new()?;
        page.write_files(folder.path())?;
        let input = folder.path().join("input");
        std::fs::write(&input, &self.input)?;
        let peer = Peer::of(&self.arguments)?;
        let port = peer
            .as_ref()
            .map_or(String::new(), |peer| peer.port.to_string());
        let arguments = self.arguments.iter();
        let mut child = Command::new(program)
            .args(arguments.map(|word| word.replace("PORT", &port)))
            .current_dir(folder.path())
            .env("KATACHI_PATTERNS", "builtin")
            .stdin(std::fs::File::open(&input)?)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let sent = peer.map(|peer| peer.talk(&self.input)).transpose();
        if sent.is_err() {
            child.kill()?;
        }
        let output = child.wait_with_output()?;
        let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
        text.push_str(&String::from_utf8_lossy(&output.stderr));
        for file in written(folder.path())? {
            text.push_str(&String::from_utf8_lossy(&std::fs::read(file)?));
        }
        text.push_str(&sent?.unwrap_or_default());
        Ok(Ran {
            status: output.status.code(),
            text,
        })
    }
}

/// The files in a folder whose names begin with `out`.
fn written(folder: &Path) -> Result<Vec<PathBuf>, Failed> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name().to_string_lossy().starts_with("out") {
            files.push(entry.path());
        }
    }
    Ok(files)
}

/// The other end of a TCP connection.
struct Peer {
    port: u16,
    /// Where the program connects to; `None` if it listens itself.
    listener: Option<TcpListener>,
}

impl Peer {
    /// The other end that a command line with the word `PORT` needs.
    fn of(arguments: &[String]) -> Result<Option<Self>, Failed> {
        if !arguments.iter().any(|word| word == "PORT") {
            return Ok(None);
        }
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let port = listener.local_addr()?.port();
        let listens = arguments.iter().any(|word| word == "--gtp-listen");
        Ok(Some(Self {
            port,
            // A port that was just free is hardly taken by somebody else.
            listener: (!listens).then_some(listener),
        }))
    }

    /// Sends commands and returns the lines that come back, with `tcp ` in front.
    fn talk(self, commands: &str) -> Result<String, Failed> {
        let mut stream = match self.listener {
            Some(listener) => accept(&listener)?,
            None => connect(self.port)?,
        };
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.write_all(commands.as_bytes())?;
        stream.write_all(b"quit\n")?;
        // Programs that read on to the end of the input find it.
        stream.shutdown(Shutdown::Write)?;
        let mut replies = String::new();
        stream.read_to_string(&mut replies)?;
        let lines = replies.lines().map(|line| format!("tcp {line}\n"));
        Ok(lines.collect())
    }
}

/// Waits for the program to connect.
fn accept(listener: &TcpListener) -> Result<TcpStream, Failed> {
    listener.set_nonblocking(true)?;
    let stream = patiently(|| Ok(listener.accept()?.0))?;
    stream.set_nonblocking(false)?;
    Ok(stream)
}

/// Waits for the program to listen.
fn connect(port: u16) -> Result<TcpStream, Failed> {
    patiently(|| TcpStream::connect(("127.0.0.1", port)))
}

fn patiently(mut attempt: impl FnMut() -> std::io::Result<TcpStream>) -> Result<TcpStream, Failed> {
    let began = Instant::now();
    loop {
        match attempt() {
            Ok(stream) => return Ok(stream),
            Err(error) if began.elapsed() > PATIENCE => return Err(error.into()),
            Err(_) => std::thread::sleep(Duration::from_millis(20)),
        }
    }
}
