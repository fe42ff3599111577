//! Tests `regress` with engines of every behaviour: whatever they do is a result, and the next test
//! runs.
//!
//! This test program is the engine as well: it starts itself with `--engine` and the name of a
//! behaviour.

use std::io::{self, BufRead, Write};
use std::path::Path;
use std::process::{Command, ExitCode, Output};
use std::time::Duration;

use katachi_regress::{Class, Results, TestResult, Trouble};
use katachi_testkit::Trial;
use libtest_mimic::Failed;

type Test = fn(&Path) -> Result<(), Failed>;

/// Plays the engine if that is what the arguments ask for.
pub fn played() -> Option<ExitCode> {
    let arguments: Vec<String> = std::env::args().collect();
    if let [_, flag, temper] = arguments.as_slice()
        && flag == "--engine"
    {
        // If the client has gone, the engine has nothing left to do.
        let _ = engine(temper);
        return Some(ExitCode::SUCCESS);
    }
    None
}

pub fn trials() -> Vec<Trial> {
    let tests: [(&str, Test); 13] = [
        ("reports_and_serving", reports_and_serving),
        ("trouble_is_a_result", trouble_is_a_result),
        ("set_up_that_fails", set_up_that_fails),
        ("set_up_that_kills", set_up_that_kills),
        ("engines_that_do_not_start", engines_that_do_not_start),
        ("missing_suites_and_tests", missing_suites_and_tests),
        ("state_lives_through_a_suite", state_lives_through_a_suite),
        ("parts_and_their_whole", parts_and_their_whole),
        ("comparing_and_blessing", comparing_and_blessing),
        ("two_engines_in_one_run", two_engines_in_one_run),
        (
            "an_engine_dying_after_its_answer",
            an_engine_dying_after_its_answer,
        ),
        ("jobs_and_lists", jobs_and_lists),
        ("boards_are_turned", boards_are_turned),
    ];
    let trials = tests.map(|(name, test)| {
        Trial::test(name, move || {
            let dir = tempfile::tempdir().map_err(|error| error.to_string())?;
            test(dir.path())
        })
    });
    trials.into()
}

/// An engine with few commands and one number as its state.
fn engine(temper: &str) -> io::Result<()> {
    if temper == "stillborn" {
        return Ok(());
    }
    let mut out = io::stdout().lock();
    let mut number = i64::from(temper == "one ahead");
    let mut cost = 100;
    for line in io::stdin().lock().lines() {
        let line = line?;
        let (id, command) = line.split_once(' ').unwrap_or((&line, ""));
        let (name, argument) = command.split_once(' ').unwrap_or((command, ""));
        let answer = match name {
            "list_commands" if temper == "plain" => Err("unknown command".to_owned()),
            "list_commands" => Ok("get_reading_node_counter\ncputime\nname\nversion".to_owned()),
            "name" => Ok("Temper".to_owned()),
            "version" => Ok(temper.to_owned()),
            "cputime" if temper == "dies of questions" && number == 13 => return Ok(()),
            "cputime" => Ok(format!("{}.250", cost / 100)),
            "get_reading_node_counter" => Ok(cost.to_string()),
            "loadsgf" if argument.starts_with("missing") => Err("cannot open".to_owned()),
            "set" | "loadsgf" | "boardsize" => {
                number = argument.parse().unwrap_or(number);
                Ok(String::new())
            }
            "add" => {
                number += argument.parse().unwrap_or(1);
                Ok(String::new())
            }
            "say" => Ok(number.to_string()),
            "work" => {
                cost += 700;
                Ok(number.to_string())
            }
            "several" => Ok("first\nsecond".to_owned()),
            "echo" => Ok(argument.to_owned()),
            "corner" => Ok("A1".to_owned()),
            "fail" => Err("illegal move".to_owned()),
            "die" => {
                io::stderr().write_all(b"assertion failed: round\n")?;
                return Ok(());
            }
            "hang" => loop {
                std::thread::sleep(Duration::from_secs(1));
            },
            "babble" => {
                out.write_all(b"hello there\n\n")?;
                out.flush()?;
                continue;
            }
            "megabyte" => {
                out.write_all(&vec![b'x'; 1 << 20])?;
                out.flush()?;
                continue;
            }
            "quit" => return Ok(()),
            _ => Err("unknown command".to_owned()),
        };
        match answer {
            Ok(text) => write!(out, "={id} {text}\n\n")?,
            Err(text) => write!(out, "?{id} {text}\n\n")?,
        }
        out.flush()?;
    }
    Ok(())
}

/// Runs `regress` in a folder.
fn regress(dir: &Path, arguments: &[&str]) -> Result<Output, Failed> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_regress"));
    Ok(command.args(arguments).current_dir(dir).output()?)
}

/// The command line of an engine with this behaviour.
fn temper(temper: &str) -> Result<String, Failed> {
    let program = std::env::current_exe()?;
    Ok(format!("'{}' --engine '{temper}'", program.display()))
}

/// Runs a suite through the engine; returns the exit status and the results.
fn run(dir: &Path, text: &str, more: &[&str]) -> Result<(i32, Vec<TestResult>, String), Failed> {
    std::fs::write(dir.join("x.tst"), text)?;
    let engine = temper("good")?;
    let mut arguments = vec![
        "--engine",
        &engine,
        "--json",
        "x.jsonl",
        "--timeout",
        "2",
        "x.tst",
    ];
    arguments.extend(more);
    let output = regress(dir, &arguments)?;
    let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    let results =
        Results::read(&dir.join("x.jsonl")).map_err(|error| format!("{error}\n{said}"))?;
    Ok((
        output.status.code().unwrap_or(-1),
        results.tests,
        said.into_owned(),
    ))
}

fn check(good: bool, what: impl Into<String>) -> Result<(), Failed> {
    if good {
        Ok(())
    } else {
        Err(what.into().into())
    }
}

fn classes(tested: &[TestResult]) -> Vec<(u64, &'static str, Option<Trouble>)> {
    let class = |one: &TestResult| {
        let trouble = one.trouble.as_ref().map(|(trouble, _)| *trouble);
        (one.id, one.class().name(), trouble)
    };
    tested.iter().map(class).collect()
}

fn trouble_is_a_result(dir: &Path) -> Result<(), Failed> {
    let text = "\
set 5
1 say
#? [5]
2 die
#? [5]
3 say
#? [5]
add 2
4 hang
#? [5]*
5 say
#? [7]
6 babble
#? [x]
7 megabyte
#? [x]
8 say
#? [7]
9 several
#? [first]
10 fail
#? [illegal move]
11 work
#? [7]
12 die
#? [0]&
13 say
#? [8]
";
    let (status, tested, said) = run(dir, text, &[])?;
    let expected = [
        (1, "passed", None),
        (2, "FAILED", Some(Trouble::Crash)),
        (3, "passed", None),
        (4, "FAILED", Some(Trouble::Timeout)),
        (5, "passed", None),
        (6, "FAILED", Some(Trouble::Garbage)),
        (7, "FAILED", Some(Trouble::Garbage)),
        (8, "passed", None),
        (9, "passed", None),
        (10, "passed", None),
        (11, "passed", None),
        (12, "ignored", Some(Trouble::Crash)),
        (13, "FAILED", None),
    ];
    check(classes(&tested) == expected, format!("{tested:#?}"))?;
    check(status == 2, said.clone())?;
    check(tested[1].shown().contains("ended"), tested[1].shown())?;
    let why = &tested[1].trouble.as_ref().expect("trouble").1;
    check(why.contains("assertion failed: round"), why.as_str())?;
    check(
        tested[10].cost.reading == Some(700),
        format!("{:?}", tested[10].cost),
    )?;
    check(
        tested[10].cost.cpu == Some(7.0),
        format!("{:?}", tested[10].cost),
    )?;
    check(tested[10].cost.owl.is_none(), "no such counter")?;
    check(
        said.contains("x:13 FAILED: Correct '8', got '7'"),
        said.clone(),
    )?;
    check(
        said.contains("Summary: 7/12 passes. 0 unexpected passes, 5 unexpected failures"),
        said,
    )
}

fn set_up_that_fails(dir: &Path) -> Result<(), Failed> {
    let text = "\
loadsgf 4
1 say
#? [4]
loadsgf missing.sgf
2 say
#? [4]
nonsense
loadsgf 6
3 say
#? [6]
";
    let (status, tested, said) = run(dir, text, &[])?;
    let expected = [
        (1, "passed", None),
        (2, "FAILED", Some(Trouble::Setup)),
        (3, "passed", None),
    ];
    check(classes(&tested) == expected, format!("{tested:#?}"))?;
    check(status == 2, said.clone())?;
    let expected = "x.tst:4: the engine refuses `loadsgf missing.sgf`: cannot open";
    check(
        said.contains(expected) && said.contains("x.tst:7: the engine refuses `nonsense`"),
        said,
    )?;
    let shown = tested[1].shown();
    check(
        shown == "setup: line 4: `loadsgf missing.sgf`: cannot open",
        shown,
    )
}

fn set_up_that_kills(dir: &Path) -> Result<(), Failed> {
    let text = "\
boardsize 3
add 1
die
1 say
#? [4]
2 say
#? [4]
boardsize 8
add 1
3 say
#? [9]
4 die
#? [9]
5 say
#? [9]
";
    let (status, tested, said) = run(dir, text, &[])?;
    let expected = [
        (1, "FAILED", Some(Trouble::Setup)),
        (2, "FAILED", Some(Trouble::Setup)),
        (3, "passed", None),
        (4, "FAILED", Some(Trouble::Crash)),
        (5, "passed", None),
    ];
    check(classes(&tested) == expected, format!("{tested:#?}"))?;
    check(
        tested[4].setup == ["boardsize 8", "add 1"],
        format!("{:?}", tested[4].setup),
    )?;
    check(status == 2 && said.contains("x.tst:3: "), said)
}

fn engines_that_do_not_start(dir: &Path) -> Result<(), Failed> {
    std::fs::write(dir.join("x.tst"), "1 say\n#? [0]\n")?;
    for (engine, words) in [
        (
            "no-such-engine --x".to_owned(),
            "could not start the engine `no-such-engine`",
        ),
        (temper("stillborn")?, "it ended"),
        ("'".to_owned(), "close every quote"),
    ] {
        let output = regress(dir, &["--engine", &engine, "x.tst"])?;
        let said = String::from_utf8_lossy(&output.stderr);
        check(
            output.status.code() == Some(2) && said.contains(words),
            said,
        )?;
    }
    Ok(())
}

fn missing_suites_and_tests(dir: &Path) -> Result<(), Failed> {
    let text = "1 say\n#? [0]\n5 say\n#? [0]\n9 say\n#? [0]\n";
    let (status, tested, said) = run(dir, text, &["y.tst"])?;
    check(status == 2 && tested.len() == 3, said.clone())?;
    check(
        said.contains("expected a suite, found neither `y.tst` nor"),
        said,
    )?;

    let engine = temper("good")?;
    let ids = |selection: &[&str]| -> Result<Vec<u64>, Failed> {
        let mut arguments = vec!["--engine", &engine, "--json", "y.jsonl"];
        arguments.extend(selection);
        regress(dir, &arguments)?;
        let results = Results::read(&dir.join("y.jsonl"))?;
        Ok(results.tests.iter().map(|one| one.id).collect())
    };
    let output = regress(dir, &["--engine", &engine, "x:3,9"])?;
    let said = String::from_utf8_lossy(&output.stderr);
    let expected = "expected a test with a number in 3-3, found none; its tests go from 1 to 9";
    check(
        output.status.code() == Some(2) && said.contains(expected),
        said,
    )?;
    check(ids(&["x:1,9"])? == [1, 9], "x:1,9")?;
    check(ids(&["x.tst:4-9"])? == [5, 9], "x.tst:4-9")?;
    check(ids(&["x:9 x:1"])? == [1, 9], "x:9 x:1")?;
    check(ids(&["x:9", "x"])? == [1, 5, 9], "x:9 x")?;
    check(ids(&["."])? == [1, 5, 9], ".")?;
    check(ids(&["--folder", "."])? == [1, 5, 9], "--folder .")?;
    check(ids(&["x", "--only", "work"])?.is_empty(), "--only work")?;
    for wrong in ["x:1-", "x:a", "x:9-1", "x:"] {
        let output = regress(dir, &["--engine", &engine, wrong])?;
        let said = String::from_utf8_lossy(&output.stderr);
        check(
            output.status.code() == Some(2) && said.contains("numbers and ranges"),
            said,
        )?;
    }
    Ok(())
}

fn state_lives_through_a_suite(dir: &Path) -> Result<(), Failed> {
    let text = "set 1\n1 add\n#? []\n2 say\n#? [2]\n";
    let (status, tested, said) = run(dir, text, &[])?;
    check(status == 0 && tested.len() == 2, said)?;
    // A single test sees the effects of unnumbered lines, but not of other tests.
    let (status, _, said) = run(dir, text, &["--quiet"])?;
    check(status == 0, said)?;
    let engine = temper("good")?;
    let output = regress(dir, &["--engine", &engine, "--verbose", "x:2"])?;
    let said = String::from_utf8_lossy(&output.stdout);
    check(said.contains("x:2 FAILED: Correct '2', got '1'"), said)?;
    check(output.status.code() == Some(1), "a failure")
}

fn parts_and_their_whole(dir: &Path) -> Result<(), Failed> {
    for (name, tests) in [("a", 3), ("b", 1), ("c", 5)] {
        let lines = (1..=tests).map(|id| format!("{id} say\n#? [0]\n"));
        std::fs::write(dir.join(format!("{name}.tst")), lines.collect::<String>())?;
    }
    let engine = temper("good")?;
    let go = |arguments: &[&str]| regress(dir, &[&["--engine", &engine], arguments].concat());
    go(&["--json", "whole.jsonl", "."])?;
    go(&["--json", "1.jsonl", "--shard", "1/2", "."])?;
    go(&["--json", "2.jsonl", "--shard", "2/2", "."])?;
    let merged = regress(dir, &["merge", "-o", "merged.jsonl", "2.jsonl", "1.jsonl"])?;
    let said = String::from_utf8_lossy(&merged.stdout);
    check(
        merged.status.code() == Some(0) && said.contains("Summary: 9/9 passes."),
        said,
    )?;
    let compared = regress(dir, &["compare", "whole.jsonl", "merged.jsonl"])?;
    let said = String::from_utf8_lossy(&compared.stdout);
    check(
        compared.status.code() == Some(0) && said.contains("same 9, gone 0, new 0"),
        said,
    )?;

    let half = regress(dir, &["merge", "-o", "half.jsonl", "1.jsonl"])?;
    let said = String::from_utf8_lossy(&half.stderr);
    check(
        half.status.code() == Some(2) && said.contains("expected part 2/2"),
        said,
    )?;
    let twice = regress(dir, &["merge", "-o", "twice.jsonl", "1.jsonl", "1.jsonl"])?;
    let said = String::from_utf8_lossy(&twice.stderr);
    check(
        twice.status.code() == Some(2) && said.contains("again"),
        said,
    )?;
    check(!dir.join("twice.jsonl").exists(), "nothing is written")
}

fn boards_are_turned(dir: &Path) -> Result<(), Failed> {
    let text = "1 echo C2\n#? [C2]\n2 corner\n#? [A1]\n";
    std::fs::write(dir.join("x.tst"), text)?;
    let engine = temper("good")?;
    for (turned, corner) in [(None, "A1"), (Some("1"), "T1"), (Some("5"), "A19")] {
        let mut arguments = vec!["--engine", &engine, "--json", "x.jsonl"];
        arguments.extend(turned.iter().flat_map(|number| ["--turned", number]));
        regress(dir, &[&arguments[..], &["x.tst"]].concat())?;
        let results = Results::read(&dir.join("x.jsonl"))?;
        let answers: Vec<&str> = results.tests.iter().map(|one| &*one.answer).collect();
        check(answers == ["C2", corner], format!("{answers:?}"))?;
        let number = results.run.map(|run| run.turned.to_string());
        check(number.as_deref() == turned.or(Some("0")), "the run says it")?;
    }
    let output = regress(dir, &["--engine", &engine, "--turned", "8", "x.tst"])?;
    let said = String::from_utf8_lossy(&output.stderr);
    check(
        output.status.code() == Some(2) && said.contains("expected the number of a symmetry"),
        said,
    )
}

fn comparing_and_blessing(dir: &Path) -> Result<(), Failed> {
    let text = "1 say\n#? [0]\n2 say\n#? [1]\n3 say\n#? [0]*\n";
    run(dir, text, &[])?;
    // The permissions of the suite stay.
    #[cfg(unix)]
    let mode = {
        use std::os::unix::fs::PermissionsExt;
        let suite = dir.join("x.tst");
        std::fs::set_permissions(&suite, PermissionsExt::from_mode(0o664))?;
        move || Ok::<_, Failed>(suite.metadata()?.permissions().mode() & 0o777)
    };
    let blessed = regress(dir, &["bless", "x.jsonl", "x.tst"])?;
    #[cfg(unix)]
    if mode()? != 0o664 {
        return Err(format!("expected mode 664, found {:o}", mode()?).into());
    }
    let said = String::from_utf8_lossy(&blessed.stdout);
    check(said.contains("2 changed: 2,3"), said)?;
    let now = std::fs::read_to_string(dir.join("x.tst"))?;
    check(
        now == "1 say\n#? [0]\n2 say\n#? [1]*\n3 say\n#? [0]\n",
        now.as_str(),
    )?;
    std::fs::rename(dir.join("x.jsonl"), dir.join("old.jsonl"))?;
    let (status, _, said) = run(dir, &now, &[])?;
    check(status == 0, said)?;

    let (status, ..) = run(dir, "1 say\n#? [7]\n2 say\n#? [0]\n3 say\n#? [0]\n", &[])?;
    check(status == 1, "a failure")?;
    let compared = regress(dir, &["compare", "old.jsonl", "x.jsonl"])?;
    let said = String::from_utf8_lossy(&compared.stdout);
    check(compared.status.code() == Some(1), said.clone())?;
    check(
        said.contains("better    x:2") && said.contains("worse     x:1"),
        said,
    )
}

/// The differences between two engines go to a file, which keeps the text that people add.
fn two_engines_in_one_run(dir: &Path) -> Result<(), Failed> {
    let peer = temper("one ahead")?;
    let file = dir.join("d.txt");
    let run = |text: &str| {
        let more = ["--against", &peer, "--differences", "d.txt"];
        let (status, _, said) = run(dir, text, &more)?;
        Ok::<_, Failed>((status, said, std::fs::read_to_string(&file)?))
    };
    let suite = "1 say\n#? [0]\n2 say\n#? [1]*\n3 say\n#? [7]\n4 several a b c d\n#? [first]\n";
    let (status, said, written) = run(suite)?;
    check(status == 1, said.as_str())?;
    check(said.contains("2 differences, 2 not explained"), said)?;
    for part in [
        "\nx                     4            2                 2\nall ",
        "\n## Only Temper one ahead is right: 1\nx:2  say  expected [1]*  found 0  peer 1\n    why:\n",
        "\n## Only Temper good is right: 1\nx:1  say  expected [0]  found 0  peer 1\n    why:\n",
    ] {
        check(written.contains(part), written.as_str())?;
    }

    std::fs::write(&file, written.replace("    why:", "    why: it counts"))?;
    let (status, said, again) = run(suite)?;
    check(status == 0, said)?;
    check(
        again == written.replace("    why:", "    why: it counts"),
        again,
    )?;

    // An explanation of other answers does not count until somebody has confirmed it.
    let other = suite.replace("[0]", "[(0|5)]");
    for _ in 0..2 {
        let (status, said, written) = run(&other)?;
        check(status == 1 && said.contains("1 not explained"), said)?;
        let part = "x:1  say  expected [(0|5)]  found 0  peer 1\n    was: it counts\n";
        check(written.contains(part), written)?;
    }
    Ok(())
}

fn an_engine_dying_after_its_answer(dir: &Path) -> Result<(), Failed> {
    std::fs::write(dir.join("x.tst"), "set 12\n1 add\n#? []\n2 say\n#? [12]\n")?;
    let engine = temper("dies of questions")?;
    let output = regress(dir, &["--engine", &engine, "--json", "x.jsonl", "x.tst"])?;
    let results = Results::read(&dir.join("x.jsonl"))?;
    let classes: Vec<Class> = results.tests.iter().map(TestResult::class).collect();
    check(
        classes == [Class::Passed; 2],
        format!("{:#?}", results.tests),
    )?;
    check(output.status.code() == Some(0), "both were answered")
}

fn reports_and_serving(dir: &Path) -> Result<(), Failed> {
    std::fs::write(
        dir.join("x.tst"),
        "boardsize 9\n1 say\n#? [9]\n2 say\n#? [8]\n",
    )?;
    let engine = temper("good")?;
    let arguments = [
        "--engine", &engine, "--json", "x.jsonl", "--report", "pages", "x.tst",
    ];
    let output = regress(dir, &arguments)?;
    let said = String::from_utf8_lossy(&output.stdout);
    check(
        output.status.code() == Some(1) && said.contains("Report: "),
        said,
    )?;
    check(dir.join("pages/index.html").is_file(), "an index")?;
    let output = regress(dir, &["report", "x.jsonl", "again"])?;
    check(output.status.code() == Some(0), "from results")?;
    let pages = |name: &str| Ok::<_, Failed>(std::fs::read_dir(dir.join(name))?.count());
    check(pages("again")? == pages("pages")?, "the same pages")?;
    // A folder with other contents stays as it is.
    let output = regress(dir, &["report", "x.jsonl", "."])?;
    check(
        output.status.code() == Some(2),
        String::from_utf8_lossy(&output.stderr),
    )?;

    let mut server = Command::new(env!("CARGO_BIN_EXE_regress"))
        .args(["serve", "x.jsonl", "--port", "0"])
        .current_dir(dir)
        .stdout(std::process::Stdio::piped())
        .spawn()?;
    let mut url = String::new();
    if let Some(stdout) = server.stdout.take() {
        io::BufReader::new(stdout).read_line(&mut url)?;
    }
    let address = url
        .trim()
        .trim_start_matches("http://")
        .trim_end_matches('/');
    let answer = std::net::TcpStream::connect(address).and_then(|mut stream| {
        write!(
            stream,
            "GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"
        )?;
        io::read_to_string(stream)
    });
    server.kill()?;
    server.wait()?;
    let answer = answer?;
    check(
        answer.starts_with("HTTP/1.1 200") && answer.contains("x.html"),
        answer,
    )
}

fn jobs_and_lists(dir: &Path) -> Result<(), Failed> {
    for name in ["a", "b", "c", "d"] {
        std::fs::write(
            dir.join(format!("{name}.tst")),
            "set 3\n1 work\n#? [3]\n2 say\n#? [3]\n",
        )?;
    }
    std::fs::write(dir.join("list"), "# all\nd:2 a\n\nc b # and more\n")?;
    let engine = temper("plain")?;
    let arguments = [
        "--engine", &engine, "--jobs", "3", "--list", "list", "--json", "x.jsonl",
    ];
    let output = regress(dir, &arguments)?;
    let names: Vec<String> = (Results::read(&dir.join("x.jsonl"))?.tests.iter())
        .map(TestResult::name)
        .collect();
    check(
        names == ["d:2", "a:1", "a:2", "c:1", "c:2", "b:1", "b:2"],
        format!("{names:?}"),
    )?;
    check(
        output.status.code() == Some(0),
        String::from_utf8_lossy(&output.stderr),
    )
}
