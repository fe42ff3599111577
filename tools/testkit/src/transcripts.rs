//! Transcripts in the documentation: commands and the programs' answers. Tests run each of them
//! again and compare the answers.
//!
//! The words after its fence decide whether a block of a page belongs to a transcript:
//!
//! | fence | what the block is |
//! |---|---|
//! | `console` | commands after `$ `, each with its output; a shell runs them |
//! | `gtp` | a session: `$ katachi gtp ...`, then commands with their replies; without such a line, the previous session goes on |
//! | `KIND FILE.EXT` | the text of a file, which is written at this place of the page |
//!
//! All blocks of a page share a folder, in the order of the page. Each package runs the commands of
//! its own programs, with [`trials`] in the module `transcripts` of its test `trials`, because
//! cargo gives a package's programs only to its own tests. [`check_page`] finds transcripts that no
//! test runs. With `UPDATE_DOCS=1` the pages are rewritten instead:
//!
//! ```text
//! UPDATE_DOCS=1 cargo test --profile ci --workspace --test trials transcripts::
//! ```

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use katachi_gtp::Client;
use libtest_mimic::Failed;

use crate::docs::{Fence, expect_file, fences, read_file};
use crate::gtp::said;
use crate::{Need, Trial, program, trial, workspace_root};

/// The programs of the project, each with the folder of its package.
const PROGRAMS: &[(&str, &str)] = &[
    ("katachi", "engine/app"),
    ("patc", "patc"),
    ("joseki", "joseki"),
    ("regress", "regression"),
    ("twogtp", "tools"),
    ("gtpstat", "tools"),
    ("sgfsheet", "tools"),
    ("katachi-tools", "tools"),
];

/// Names that a page may use in place of a program.
const ALIASES: &[(&str, &str)] = &[
    ("cargo run --release --quiet --", "katachi"),
    ("cargo run --release -p patc --", "patc"),
];

/// External programs that pages use. Without such a program, a page whose commands name it is
/// skipped.
const FOREIGN: &[&str] = &["gnugo"];

/// Blocks that are neither run nor files: sources and data, commands without output, and other
/// text.
const INERT: &[&str] = &[
    "db", "json", "sgf", "sh", "svg", "text", "toml", "tst", "xml", "yaml",
];

/// The most time for a command.
const LIMIT: Duration = Duration::from_mins(5);

/// The pages with transcripts, by their paths from the root: the README and all below `docs`.
///
/// # Errors
/// If a folder cannot be read.
pub fn pages() -> Result<Vec<String>, Failed> {
    fn add(root: &Path, folder: &Path, pages: &mut Vec<String>) -> Result<(), Failed> {
        for entry in std::fs::read_dir(root.join(folder))? {
            let path = folder.join(entry?.file_name());
            if root.join(&path).is_dir() {
                add(root, &path, pages)?;
            } else if path.extension().is_some_and(|ending| ending == "md") {
                pages.push(path.to_string_lossy().replace('\\', "/"));
            }
        }
        Ok(())
    }
    let mut pages = Vec::new();
    add(&workspace_root(), Path::new("docs"), &mut pages)?;
    pages.sort();
    pages.insert(0, "README.md".to_owned());
    Ok(pages)
}

/// A test for each page that has commands of these programs, which are given by name and path.
///
/// # Errors
/// If the pages cannot be read.
pub fn trials(programs: &[(&'static str, &'static str)]) -> Result<Vec<Trial>, Failed> {
    let mut trials = Vec::new();
    for page in pages()? {
        let text = read_file(&page)?;
        let commands = commands(&text);
        let runs = |name: &str| programs.iter().any(|(known, _)| *known == name);
        let ours = |line: &&String| program_of(line).is_ok_and(|name| name.is_some_and(runs));
        if !commands.iter().any(|line| ours(&line)) {
            continue;
        }
        let foreign = FOREIGN.iter().filter(|name| {
            let mut lines = commands.iter().filter(ours);
            lines.any(|line| line.contains(**name))
        });
        let need: Need<Vec<PathBuf>> = foreign.map(|name| program(name)).collect();
        let programs = programs.to_vec();
        trials.push(trial(&page.clone(), need, move |_| {
            let text = read_file(&page)?;
            let made = Page::new(&programs)?.run(&text)?;
            expect_file(&page, &made)
        }));
    }
    Ok(trials)
}

/// The problems with the blocks of a page: unknown kinds, and transcripts that no test runs.
pub fn check_page(page: &str, text: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    for fence in fences(text) {
        let line = text[..fence.body.start].lines().count();
        let mut complain = |what: String| wrong.push(format!("{page}:{line}: {what}"));
        let body = &text[fence.body.clone()];
        let kind = fence.info.split_whitespace().next().unwrap_or_default();
        match kind {
            "console" | "gtp" => {
                if !body.lines().any(is_command) && kind == "console" {
                    complain("expected a command behind `$ `, found none".to_owned());
                }
                for command in commands_of(body) {
                    if let Err(problem) = program_of(&command) {
                        complain(problem);
                    }
                }
            }
            _ if INERT.contains(&kind) => {
                let is_answer = |line: &str| line.starts_with(['=', '?']) && line.contains(' ');
                let is_text = file_of(&fence).is_none() && ["sh", "text"].contains(&kind);
                let mut lines = body.lines();
                if lines.any(|line| is_command(line) || is_text && is_answer(line)) {
                    complain(format!(
                        "expected no transcript in a block `{kind}`, found one; make it `console` or `gtp`"
                    ));
                }
            }
            _ => complain(format!(
                "expected one of console, gtp, {} behind the fence, found `{kind}`",
                INERT.join(", ")
            )),
        }
    }
    wrong
}

/// The packages whose programs pages may run, each with the file of its test.
pub fn test_files() -> impl Iterator<Item = (&'static str, PathBuf)> {
    (PROGRAMS.iter()).map(|(name, folder)| {
        let file = workspace_root()
            .join(folder)
            .join("tests/trials/transcripts.rs");
        (*name, file)
    })
}

fn is_command(line: &str) -> bool {
    line.starts_with("$ ")
}

/// The name of the file whose text a block contains, if any.
fn file_of(fence: &Fence) -> Option<&str> {
    let name = fence.info.split_whitespace().nth(1)?;
    name.contains('.').then_some(name)
}

/// The commands of all transcripts of a page.
fn commands(text: &str) -> Vec<String> {
    let fences = fences(text);
    let transcripts = fences.iter().filter(|fence| is_transcript(fence));
    transcripts
        .flat_map(|fence| commands_of(&text[fence.body.clone()]))
        .collect()
}

fn is_transcript(fence: &Fence) -> bool {
    ["console", "gtp"].contains(&fence.info.as_str())
}

/// The commands of a block, as they are written; a backslash at the end of a line continues the
/// command on the next line.
fn commands_of(body: &str) -> Vec<String> {
    let mut commands: Vec<String> = Vec::new();
    let mut goes_on = false;
    for line in body.lines() {
        if goes_on && let Some(command) = commands.last_mut() {
            command.push('\n');
            command.push_str(line);
        } else if is_command(line) {
            commands.push(line[2..].to_owned());
        } else {
            continue;
        }
        goes_on = line.ends_with('\\');
    }
    commands
}

/// A command with the programs' names in place of their aliases.
fn plain(command: &str) -> String {
    (ALIASES.iter()).fold(command.to_owned(), |text, (alias, name)| {
        text.replace(alias, name)
    })
}

/// The project's program that a command runs, if any.
fn program_of(command: &str) -> Result<Option<&'static str>, String> {
    let command = plain(command);
    let mut found: Vec<(&str, &str)> = Vec::new();
    let mut first = true;
    for word in command.split_whitespace() {
        if first {
            found.extend(PROGRAMS.iter().filter(|(name, _)| *name == word));
        }
        first = ["|", "&&", "||", ";"].contains(&word);
    }
    let folders = found.iter().map(|(_, folder)| folder);
    if folders
        .clone()
        .any(|folder| Some(folder) != folders.clone().next())
    {
        return Err(format!(
            "expected programs of one package in a command, found `{command}`"
        ));
    }
    let name = found.first().map(|(name, _)| *name);
    let tools = ["touch", "printf", "sed", "cat", "ls", "cp", "rm", "mkdir"];
    let word = command.split_whitespace().next().unwrap_or_default();
    if name.is_none() && !tools.contains(&word) {
        return Err(format!(
            "expected a command of the project's programs, found `{command}`; no test runs that"
        ));
    }
    Ok(name)
}

/// A page in progress.
struct Page {
    /// The folder of its files.
    folder: tempfile::TempDir,
    /// The folder with links to the programs.
    programs: tempfile::TempDir,
    names: Vec<&'static str>,
    session: Option<Client>,
    /// Whether the session belongs to a program of another package, whose tests play it.
    is_elsewhere: bool,
}

impl Page {
    fn new(programs: &[(&'static str, &'static str)]) -> Result<Self, Failed> {
        let folder = tempfile::tempdir()?;
        for (name, path) in programs {
            let name = format!("{name}{}", std::env::consts::EXE_SUFFIX);
            link(Path::new(path), &folder.path().join(name))?;
        }
        Ok(Self {
            folder: tempfile::tempdir()?,
            programs: folder,
            names: programs.iter().map(|(name, _)| *name).collect(),
            session: None,
            is_elsewhere: false,
        })
    }

    /// The page with the actual output in its transcripts.
    fn run(mut self, text: &str) -> Result<String, Failed> {
        let (mut new, mut copied) = (String::new(), 0);
        for fence in fences(text) {
            let body = &text[fence.body.clone()];
            if let Some(file) = file_of(&fence) {
                std::fs::write(self.folder.path().join(file), body)?;
            }
            let made = match fence.info.as_str() {
                "console" => self.console(body),
                "gtp" => self.gtp(body),
                _ => continue,
            };
            let line = text[..fence.body.start].lines().count();
            let made = made.map_err(|error| {
                let reason = error.message().unwrap_or("it fails").to_owned();
                format!("the transcript at line {line}: {reason}")
            })?;
            new.push_str(&text[copied..fence.body.start]);
            new.push_str(&made);
            copied = fence.body.end;
        }
        new.push_str(&text[copied..]);
        Ok(new)
    }

    /// Whether this test runs a command: one of its own programs', or of the system's.
    fn is_mine(&self, command: &str) -> Result<bool, String> {
        let name = program_of(command)?;
        Ok(name.is_none_or(|name| self.names.contains(&name)))
    }

    /// Runs the commands of a block; commands of other tests stay as they are.
    fn console(&self, body: &str) -> Result<String, Failed> {
        let mut new = String::new();
        let mut keeps = true;
        let mut commands = commands_of(body).into_iter();
        let mut parts = 0;
        for line in body.lines() {
            if parts > 0 {
                // A continuation of the command above.
                parts -= 1;
                continue;
            }
            if !is_command(line) {
                if keeps {
                    writeln!(new, "{line}")?;
                }
                continue;
            }
            let command = commands.next().ok_or("no command")?;
            parts = command.lines().count() - 1;
            writeln!(new, "$ {command}")?;
            keeps = !self.is_mine(&command)?;
            if !keeps {
                new.push_str(&self.shell(&command)?);
            }
        }
        Ok(new)
    }

    /// Runs a command; returns its output on both streams.
    fn shell(&self, command: &str) -> Result<String, Failed> {
        let mut shell = Command::new("sh");
        shell
            .arg("-c")
            .arg(format!("{{ {}\n}} 2>&1", plain(command)));
        let output = self.surround(&mut shell).stdin(Stdio::null()).output()?;
        let mut text = String::from_utf8(output.stdout)?;
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        Ok(text)
    }

    /// Prepares a command: it runs in the folder of the page, finds our programs, and sees none of
    /// the user's settings.
    fn surround<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let places = std::iter::once(self.programs.path().to_owned())
            .chain(std::env::split_paths(&path))
            .chain([PathBuf::from("/usr/games")]);
        let path = std::env::join_paths(places).unwrap_or(path);
        let private = self.programs.path();
        command
            .current_dir(self.folder.path())
            .env("PATH", path)
            .env("HOME", private)
            .env("XDG_DATA_HOME", private)
            .env("KATACHI_CACHE", private.join("cache"))
            .env("LC_ALL", "C.UTF-8")
            .env("NO_COLOR", "1")
            .env_remove("KATACHI_PATTERNS")
            .env_remove("RUST_BACKTRACE")
    }

    /// Plays a session, or continues the previous one.
    fn gtp(&mut self, body: &str) -> Result<String, Failed> {
        let mut new = String::new();
        let mut in_reply = false;
        let lines: Vec<&str> = body.lines().collect();
        for (number, &line) in lines.iter().enumerate() {
            if let Some(command) = line.strip_prefix("$ ") {
                self.session = None;
                self.is_elsewhere = !self.is_mine(command)?;
                if self.is_elsewhere {
                    return Ok(body.to_owned());
                }
                self.session = Some(self.start(command)?);
                writeln!(new, "{line}")?;
                continue;
            }
            in_reply = (in_reply || line.starts_with(['=', '?'])) && !line.is_empty();
            if in_reply || line.is_empty() || line.starts_with(SAID) {
                continue;
            }
            if self.is_elsewhere {
                return Ok(body.to_owned());
            }
            let session = self.session.as_mut().ok_or("no session has begun")?;
            let reply = session.send(line)?;
            let sign = if reply.is_success() { '=' } else { '?' };
            let answer = format!("{sign} {}", reply.text());
            writeln!(new, "{line}")?;
            // Lines on standard error come before the reply.
            let after = lines[number + 1..].iter();
            let expected = after.take_while(|line| line.starts_with(SAID)).count();
            for said in said(session, expected) {
                writeln!(new, "{said}")?;
            }
            writeln!(new, "{}\n", answer.trim_end())?;
        }
        if self.session.is_none() {
            return Ok(body.to_owned());
        }
        new.truncate(new.trim_end().len());
        new.push('\n');
        Ok(new)
    }

    fn start(&self, command: &str) -> Result<Client, Failed> {
        let words = shlex::split(&plain(command)).ok_or("an open quotation mark")?;
        let [program, arguments @ ..] = words.as_slice() else {
            return Err("no program".into());
        };
        let mut command = Command::new(self.programs.path().join(program));
        command.args(arguments);
        let mut client = Client::start(self.surround(&mut command))?;
        client.set_time_limit(LIMIT);
        client.keep_stderr(100);
        Ok(client)
    }
}

/// Links a program to another place. (A copy could not be started while another thread starts a
/// process, which then holds the copy open.)
fn link(program: &Path, place: &Path) -> std::io::Result<()> {
    #[cfg(unix)]
    return std::os::unix::fs::symlink(program, place);
    #[cfg(not(unix))]
    std::fs::copy(program, place).map(drop)
}

/// The beginning of the engine's lines on standard error.
const SAID: &str = "katachi: ";

#[cfg(test)]
mod tests {
    use super::*;

    fn page(programs: &[(&'static str, &'static str)]) -> Page {
        let Ok(page) = Page::new(programs) else {
            panic!("no folder")
        };
        page
    }

    #[test]
    fn commands_are_run_in_the_folder_of_the_page() {
        let text = "```text a.txt\none\n```\nwords\n```console\n$ cat a.txt\nold\n$ printf 'x\\n' | \\\n  sed s/x/y/\nold\nold\n```\nend\n";
        let Ok(made) = page(&[]).run(text) else {
            panic!("it fails")
        };
        let expected = "```text a.txt\none\n```\nwords\n```console\n$ cat a.txt\none\n$ printf 'x\\n' | \\\n  sed s/x/y/\ny\n```\nend\n";
        assert_eq!(made, expected);
    }

    #[test]
    fn what_other_packages_run_stays() {
        let text = "```console\n$ patc check a.db\nas it is\n$ printf 'x\\n'\nold\n$ joseki show a.sgf\nkept\n```\n```gtp\n$ katachi gtp\nname\n= Katachi\n\n```\n";
        let Ok(made) = page(&[]).run(text) else {
            panic!("it fails")
        };
        assert_eq!(made, text.replace("old", "x"));
    }

    #[test]
    fn programs_stand_where_commands_begin() {
        for (command, program) in [
            ("patc check x.db", Ok(Some("patc"))),
            ("printf 'a' | katachi --seed 1", Ok(Some("katachi"))),
            (
                "printf 'a' | cargo run --release --quiet -- x",
                Ok(Some("katachi")),
            ),
            ("touch patc", Ok(None)),
            ("twogtp --black 'katachi gtp'", Ok(Some("twogtp"))),
            ("twogtp x && gtpstat y", Ok(Some("twogtp"))),
            ("patc x && joseki y", Err(())),
            ("curl x", Err(())),
        ] {
            assert_eq!(program_of(command).map_err(drop), program, "{command}");
        }
    }

    #[test]
    fn blocks_that_nobody_runs_are_found() {
        for (block, expected) in [
            ("```console\n$ patc check x.db\nfine\n```\n", None),
            ("```gtp\n$ katachi gtp\nname\n= x\n```\n", None),
            ("```db\n$ cells\n```\n", Some("found one")),
            ("```sh\npatc check x.db\n```\n", None),
            ("```sh\n$ patc check x.db\n```\n", Some("found one")),
            ("```text\nname\n= Katachi\n```\n", Some("found one")),
            ("```console\npatc check x.db\n```\n", Some("found none")),
            ("```console\n$ curl x\n```\n", Some("no test runs that")),
            ("```\nsomething\n```\n", Some("behind the fence, found ``")),
            ("```rust\nsomething\n```\n", Some("found `rust`")),
        ] {
            let wrong = check_page("x.md", block);
            assert_eq!(
                wrong.len(),
                usize::from(expected.is_some()),
                "{block}: {wrong:?}"
            );
            if let Some(expected) = expected {
                assert!(
                    wrong[0].starts_with("x.md:1: ") && wrong[0].contains(expected),
                    "{wrong:?}"
                );
            }
        }
    }
}
