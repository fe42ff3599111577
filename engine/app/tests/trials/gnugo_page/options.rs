//! The rows about options, tried with both programs.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use katachi_testkit::{Trial, program, shared, trial};
use libtest_mimic::Failed;

use super::page::{Page, Row, State};
use super::runs::{Example, Ran};

/// A row: an option with all its spellings.
struct OptionRow {
    names: Vec<String>,
    has_value: bool,
    state: State,
    example: Option<Example>,
    prints: Prints,
    /// What differs, or the reason of a refusal.
    remark: String,
}

/// What shows that an option works.
enum Prints {
    /// A line that matches.
    Line(String),
    /// Something else than without the option.
    Changes,
    /// Nothing that can be seen here: the program accepts it.
    Accepted,
}

impl OptionRow {
    fn of(row: &Row) -> Result<Self, Failed> {
        let spellings = row.code(0);
        let name = |spelling: &&str| spelling.split(' ').next().unwrap_or_default().to_owned();
        let state = State::of(row.text(1))?;
        let example = row.code(2).first().map(|text| Example::parse(text));
        let prints = match row.text(3) {
            "changes" => Prints::Changes,
            "accepted" => Prints::Accepted,
            "" | "–" if state == State::Refused => Prints::Accepted,
            _ => Prints::Line(row.first(3)?.to_owned()),
        };
        if example.is_none() && state != State::Refused {
            return Err(format!("docs/gnugo.md: no example: {row:?}").into());
        }
        if row.text(4).is_empty() && matches!(state, State::Differs | State::Refused) {
            return Err(format!("docs/gnugo.md: no reason: {row:?}").into());
        }
        Ok(Self {
            names: spellings.iter().map(name).collect(),
            has_value: spellings.iter().any(|spelling| spelling.contains(' ')),
            state,
            example,
            prints,
            remark: row.text(4).to_owned(),
        })
    }

    /// The example with each spelling, and without the option.
    fn examples(&self) -> Result<Vec<(Example, Example)>, Failed> {
        let example = self.example.as_ref().ok_or("no example")?;
        let first = &self.names[0];
        let used = self
            .names
            .iter()
            .find(|&name| example.arguments.contains(name));
        let used = used.ok_or_else(|| format!("docs/gnugo.md: {first} is not in its example"))?;
        let without = example.without(used, self.has_value).ok_or("no option")?;
        let spelt = |name: &String| (example.spelt(used, name), without.clone());
        Ok(self.names.iter().map(spelt).collect())
    }

    /// Whether the output with the option shows that it works.
    fn shows(
        &self,
        page: &Page,
        with: &Ran,
        without: impl Fn() -> Result<Ran, Failed>,
    ) -> Result<(), Failed> {
        let found = &with.text;
        match &self.prints {
            Prints::Changes if without()?.text == *found => {
                Err(format!("{:?} changes nothing: {found}", self.names).into())
            }
            Prints::Accepted | Prints::Changes => Ok(()),
            Prints::Line(line) => {
                let regex = page.grammar(line)?;
                if !with.has_line(&regex) {
                    return Err(
                        format!("{:?}: expected `{line}`, found {found}", self.names).into(),
                    );
                }
                if without()?.has_line(&regex) {
                    return Err(format!("{:?}: `{line}` comes without it", self.names).into());
                }
                Ok(())
            }
        }
    }

    /// Tries the row with our program.
    fn ours(&self, page: &Page) -> Result<(), Failed> {
        let katachi = Path::new(env!("CARGO_BIN_EXE_katachi"));
        if self.state == State::Refused {
            return self.is_refused(page, katachi);
        }
        if self.state == State::Missing {
            return Err(format!("{:?}: expected same, differs or refused", self.names).into());
        }
        for (with, without) in self.examples()? {
            let ran = with.run(katachi, page)?;
            if ran.status != Some(0) {
                return Err(format!("{with:?}: status {:?}, {}", ran.status, ran.text).into());
            }
            self.shows(page, &ran, || without.run(katachi, page))?;
        }
        Ok(())
    }

    fn is_refused(&self, page: &Page, katachi: &Path) -> Result<(), Failed> {
        for name in &self.names {
            let example = match &self.example {
                Some(example) => example.clone(),
                None if self.has_value => Example::parse(&format!("{name} 1")),
                None => Example::parse(name),
            };
            let ran = example.run(katachi, page)?;
            let reason = ran.text.lines().find_map(|line| {
                let (_, reason) = line.split_once("not supported by this version: ")?;
                Some(reason)
            });
            if ran.status != Some(1) || reason != Some(&self.remark) {
                let expected = &self.remark;
                return Err(format!(
                    "{name}: expected status 1 and the reason `{expected}`, found {:?}: {}",
                    ran.status, ran.text
                )
                .into());
            }
        }
        Ok(())
    }

    /// Tries the row with GNU Go.
    fn theirs(&self, page: &Page, gnugo: &Path) -> Result<(), Failed> {
        for (with, without) in self.examples()? {
            let ran = with.run(gnugo, page)?;
            match (self.state, &self.prints) {
                (State::Differs, Prints::Line(line)) => {
                    if ran.status == Some(0) && ran.has_line(&page.grammar(line)?) {
                        let names = &self.names;
                        return Err(format!("{names:?} does not differ: {}", ran.text).into());
                    }
                }
                (State::Differs, Prints::Accepted) => {
                    if ran.status == Some(0) {
                        return Err(format!("{:?}: GNU Go accepts it", self.names).into());
                    }
                }
                (State::Differs, _) => return Err("expected a line that differs".into()),
                _ => {
                    if ran.status != Some(0) {
                        let status = ran.status;
                        return Err(format!("{with:?}: {status:?}, {}", ran.text).into());
                    }
                    if !matches!(self.prints, Prints::Line(_)) {
                        self.shows(page, &ran, || without.run(gnugo, page))?;
                    } else if let Prints::Line(line) = &self.prints
                        && !ran.has_line(&page.grammar(line)?)
                    {
                        return Err(format!("{with:?}: expected `{line}`: {}", ran.text).into());
                    }
                }
            }
        }
        Ok(())
    }
}

/// Long options in a text: words that begin with two hyphens.
fn long_options(text: &str) -> Vec<String> {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
    let words = text.split(|letter| !is_part(letter));
    let names = words.filter(|word| word.starts_with("--") && word.len() > 3);
    names
        .map(|name| name.trim_end_matches('-').to_owned())
        .collect()
}

/// Every option of a list has a row.
fn all_have_rows(rows: &[OptionRow], options: &[String]) -> Result<(), Failed> {
    let has_row = |option: &&String| rows.iter().any(|row| row.names.contains(option));
    let missing: Vec<&String> = options.iter().filter(|option| !has_row(option)).collect();
    if options.len() < 100 {
        return Err(format!("expected 100 options or more, found {options:?}").into());
    }
    if missing.is_empty() {
        return Ok(());
    }
    Err(format!("docs/gnugo.md has no rows for {missing:?}").into())
}

/// What GNU Go's two pages of help mention.
fn of_help(gnugo: &PathBuf) -> Result<Vec<String>, Failed> {
    let mut options = Vec::new();
    for page in [&["--help"][..], &["--help", "debug"]] {
        let output = Command::new(gnugo).args(page).output()?;
        options.extend(long_options(&String::from_utf8_lossy(&output.stdout)));
    }
    Ok(options)
}

/// The options in the first column of the tables of a list.
fn of_list(file: &Path) -> Result<Vec<String>, Failed> {
    let text = std::fs::read_to_string(file)?;
    let rows = text.lines().filter(|line| line.starts_with("| `"));
    let first = rows.filter_map(|line| line.split('|').nth(1));
    Ok(first.flat_map(long_options).collect())
}

pub fn trials(page: &Arc<Page>) -> Result<Vec<Trial>, Failed> {
    let rows: Result<Vec<OptionRow>, Failed> =
        page.tables("Options")?.iter().map(OptionRow::of).collect();
    let rows = Arc::new(rows?);
    let mut trials = Vec::new();
    for place in 0..rows.len() {
        let row = &rows[place];
        let name = match (row.names.last(), &row.example) {
            // The modes have rows of their own.
            (Some(name), Some(example)) if name == "--mode" => example.arguments.join(" "),
            (name, _) => name.cloned().unwrap_or_default(),
        };
        let (page, of_ours) = (Arc::clone(page), Arc::clone(&rows));
        let title = format!("option {name}");
        trials.push(Trial::test(&*title, {
            let page = Arc::clone(&page);
            move || of_ours[place].ours(&page)
        }));
        // What GNU Go does with sockets depends on the machine.
        let is_socket = row.names[0].starts_with("--gtp-");
        if row.state != State::Refused && !is_socket {
            let rows = Arc::clone(&rows);
            let title = format!("option {name} of GNU Go");
            trials.push(trial(&title, program("gnugo"), move |gnugo| {
                rows[place].theirs(&page, &gnugo)
            }));
        }
    }
    let (of_help_rows, of_list_rows) = (Arc::clone(&rows), rows);
    trials.push(trial(
        "all options of GNU Go's help",
        program("gnugo"),
        move |gnugo| all_have_rows(&of_help_rows, &of_help(&gnugo)?),
    ));
    let list = shared("spec/cli-options.md");
    trials.push(trial("all options of the list", list, move |list| {
        all_have_rows(&of_list_rows, &of_list(&list)?)
    }));
    Ok(trials)
}
