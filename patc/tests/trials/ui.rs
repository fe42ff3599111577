//! Tests the diagnostics of patc word for word: all diagnostics of every `tests/ui/*.db` and
//! `*.dbz`.
//!
//! The expected diagnostics are comments at the end of the file itself:
//!
//! ```text
//! #~ 6:1-6:4 error P0301 expected 4 cells as in the other rows, found 3
//! #~   help: all rows of a diagram are equally long; `?` stands for any point
//! ```
//!
//! These are the place of the first character and of the one after the last, severity, code,
//! message, help. A line `#~ role conn` there makes the file a database of the role `conn`; the
//! default is `patterns`. Files that comments would change (CR LF, Latin-1, empty, …) have the same
//! lines, without `#~ `, in a neighbouring `.expected` file.
//!
//! `UPDATE_UI=1 cargo test -p patc --test trials ui::` writes the current diagnostics; read the
//! difference before you commit it.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use katachi_image::Role;
use katachi_testkit::Trial;
use libtest_mimic::Failed;
use patc::{Code, Compiled, Severity, Source, compile};

/// Marks an expected diagnostic.
const MARK: &str = "#~ ";

/// Codes that no source can cause, as far as we know.
const UNPROVOKED: [Code; 1] = [Code::Internal];

/// A source and its expected diagnostics.
struct Case {
    path: PathBuf,
    bytes: Vec<u8>,
    role: Role,
    /// The lines with the expected diagnostics.
    expected: String,
    /// Whether these lines are in the source itself.
    inline: bool,
}

impl Case {
    fn read(path: &Path) -> Result<Self, Failed> {
        let bytes = std::fs::read(path)?;
        let inline = holds_comments(&bytes);
        let beside = path.with_extension("expected");
        let lines = if inline {
            let text = String::from_utf8(bytes.clone())?;
            let lines = text.lines().filter_map(|line| line.strip_prefix(MARK));
            lines.map(str::to_owned).collect()
        } else if beside.exists() {
            let text = std::fs::read_to_string(&beside)?;
            text.lines().map(str::to_owned).collect()
        } else {
            Vec::new()
        };
        let mut role = Role::Patterns;
        let mut expected = String::new();
        for line in lines {
            match line.strip_prefix("role ") {
                Some(name) => role = Role::by_name(name).ok_or("an unknown role")?,
                None => writeln!(expected, "{line}")?,
            }
        }
        Ok(Self {
            path: path.to_path_buf(),
            bytes,
            role,
            expected,
            inline,
        })
    }

    fn compile(&self) -> Compiled {
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        compile(self.role, vec![Source::new(name, self.bytes.clone())])
    }

    /// Replaces the expected diagnostics by the ones found.
    fn update(&self, found: &str) -> Result<(), Failed> {
        let role = match self.role {
            Role::Patterns => String::new(),
            role => format!("role {}\n", role.profile().name),
        };
        let lines = role + found;
        if !self.inline {
            std::fs::write(self.path.with_extension("expected"), lines)?;
            return Ok(());
        }
        let mut text = String::from_utf8(self.bytes.clone())?;
        if let Some(at) = text.find(&format!("\n{MARK}")) {
            text.truncate(at);
        }
        let mut text = text.trim_end().to_owned() + "\n";
        for (number, line) in lines.lines().enumerate() {
            let blank = if number == 0 { "\n" } else { "" };
            writeln!(text, "{blank}{MARK}{line}")?;
        }
        std::fs::write(&self.path, text)?;
        Ok(())
    }
}

/// Whether a file stays the same case if comments are added to it.
fn holds_comments(bytes: &[u8]) -> bool {
    let text = std::str::from_utf8(bytes).unwrap_or_default();
    text.ends_with('\n') && !text.trim().is_empty() && !text.contains(['\r', '\0'])
}

/// The diagnostics in the form of the files.
fn say(compiled: &Compiled) -> Result<String, Failed> {
    let mut text = String::new();
    for diagnostic in &compiled.diagnostics {
        let source = compiled
            .sources
            .get(diagnostic.source.0)
            .ok_or("no source")?;
        let (start, end) = (diagnostic.span.start, diagnostic.span.end);
        assert!(
            start <= end && end <= source.bytes().len(),
            "{diagnostic:?}"
        );
        let severity = match diagnostic.severity() {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        writeln!(
            text,
            "{}-{} {severity} {} {}",
            source.location(start),
            source.location(end),
            diagnostic.code,
            diagnostic.message
        )?;
        if let Some(help) = &diagnostic.help {
            writeln!(text, "  help: {help}")?;
        }
    }
    Ok(text)
}

/// Each fix removes its diagnostic: there are fewer of its code, or the next one is elsewhere.
fn check_fixes(case: &Case, compiled: &Compiled) -> Result<(), Failed> {
    for diagnostic in &compiled.diagnostics {
        let Some(fix) = &diagnostic.fix else {
            continue;
        };
        let mut bytes = case.bytes.clone();
        bytes.splice(fix.span.start..fix.span.end, fix.text.bytes());
        let fixed = Case {
            path: case.path.clone(),
            bytes,
            role: case.role,
            expected: String::new(),
            inline: case.inline,
        };
        let again = fixed.compile();
        let same = |one: &&patc::Diagnostic| one.code == diagnostic.code;
        let (before, after) = (&compiled.diagnostics, &again.diagnostics);
        let fewer = after.iter().filter(same).count() < before.iter().filter(same).count();
        let remains = after.iter().any(|one| {
            one.code == diagnostic.code
                && one.span.start == diagnostic.span.start
                && one.message == diagnostic.message
        });
        if remains && !fewer {
            let found = say(&again)?;
            return Err(format!("the fix {fix:?} of {diagnostic:?} leaves\n{found}").into());
        }
    }
    Ok(())
}

fn check(path: &Path) -> Result<(), Failed> {
    let case = Case::read(path)?;
    let compiled = case.compile();
    check_fixes(&case, &compiled)?;
    let found = say(&compiled)?;
    if std::env::var_os("UPDATE_UI").is_some() {
        return case.update(&found);
    }
    if found != case.expected {
        let message = format!(
            "expected\n{}\nfound\n{found}\n(UPDATE_UI=1 writes what was found)",
            case.expected
        );
        return Err(message.into());
    }
    Ok(())
}

/// Checks that every code has an example here.
fn every_code_is_provoked(paths: &[PathBuf]) -> Result<(), Failed> {
    let mut missing: BTreeSet<Code> = Code::ALL.iter().copied().collect();
    for path in paths {
        for diagnostic in Case::read(path)?.compile().diagnostics {
            missing.remove(&diagnostic.code);
        }
    }
    for code in UNPROVOKED {
        assert!(missing.remove(&code), "{code} is provoked after all");
    }
    let missing: Vec<_> = missing.into_iter().map(Code::id).collect();
    assert!(
        missing.is_empty(),
        "write a file in patc/tests/ui for {}, and run this test with UPDATE_UI=1",
        missing.join(", ")
    );
    Ok(())
}

/// Ten mistakes cause ten diagnostics, no more and no less.
fn ten_mistakes(folder: &Path) -> Result<(), Failed> {
    let compiled = Case::read(&folder.join("ten_mistakes.db"))?.compile();
    let codes: BTreeSet<Code> = compiled.diagnostics.iter().map(|d| d.code).collect();
    assert_eq!((compiled.diagnostics.len(), codes.len()), (10, 10));
    Ok(())
}

pub fn trials() -> Result<Vec<Trial>, Failed> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ui");
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(&folder)? {
        let path = entry?.path();
        if path
            .extension()
            .is_some_and(|ending| ending == "db" || ending == "dbz")
        {
            paths.push(path);
        }
    }
    paths.sort();
    let mut trials = Vec::new();
    for path in &paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let name = name.trim_end_matches(".db");
        let path = path.clone();
        trials.push(Trial::test(name, move || check(&path)));
    }
    trials.push(Trial::test("every_code_is_provoked", move || {
        every_code_is_provoked(&paths)
    }));
    trials.push(Trial::test("ten_mistakes_ten_diagnostics", move || {
        ten_mistakes(&folder)
    }));
    Ok(trials)
}
