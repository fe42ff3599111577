//! Tests of the report in a browser, over HTTP, and with GNU Go's positions.
//!
//! `KATACHI_PICTURES=DIR` makes the browser test write pictures of all pages to DIR.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use katachi_regress::report::{self, Server};
use katachi_regress::{Cost, Details, Dialect, Results, Run, Suite, TestResult, Trouble};
use katachi_testkit::{Trial, browser, program, shared, trial, workspace_root};
use libtest_mimic::Failed;

pub fn trials() -> Vec<Trial> {
    let peer = shared("peer/gnugo-3.8/regression")
        .and_then(|suites| program("gnugo").map(|gnugo| (suites, gnugo)));
    vec![
        trial(
            "readers_click_through",
            browser(),
            |(packages, chromium)| readers_click_through(&packages, &chromium),
        ),
        trial("positions_are_those_of_gnu_go", peer, |(suites, gnugo)| {
            positions_are_those_of_gnu_go(&suites, &gnugo)
        }),
        Trial::test("only_our_pages_run_tests", only_our_pages_run_tests),
    ]
}

fn result(suite: &str, id: u64, command: &str) -> TestResult {
    TestResult {
        suite: suite.to_owned(),
        id,
        line: 0,
        command: command.to_owned(),
        answer: String::new(),
        success: true,
        expected: String::new(),
        mark: String::new(),
        pass: None,
        class: None,
        trouble: None,
        cost: Cost::default(),
        setup: Vec::new(),
        notes: Vec::new(),
        details: None,
    }
}

/// Four tests of one suite: right with all details, wrong, without an answer, and wrong though
/// expected to be right. Their texts are long and contain HTML.
fn sample(folder: &Path) -> Result<Results, Failed> {
    fs::create_dir_all(folder.join("games"))?;
    let record = "(;SZ[19]AB[cc][qd]AW[dd];B[pp];W[dp])";
    fs::write(folder.join("games/position.sgf"), record)?;
    let setup = vec!["loadsgf games/position.sgf 1".to_owned()];
    let dragon = |at: &str, color: &str, status: &str| {
        format!("{at}:\ncolor {color}\norigin {at}\nsize 1\nstatus {status}\nowl_status {status}\n")
    };
    let data = [
        (
            "dragon_data",
            dragon("C17", "black", "critical")
                + &dragon("D16", "white", "alive")
                + &dragon("R16", "black", "unknown"),
        ),
        ("dragon_stones", "C17 \nD16 \nR16 ".to_owned()),
        ("top_moves", "C3 12.50 Q4 11.20 R11 -0.75 ".to_owned()),
        (
            "worm_data",
            "C17:\norigin C17\ncolor black\nsize 1\nliberties 4\nattack_code 5\nattack_point C16\n"
                .to_owned(),
        ),
        ("worm_stones", "C17 D16 R16".to_owned()),
    ];
    let data = data.map(|(command, answer)| (command.to_owned(), answer));
    let long = "W".repeat(400);
    let right = TestResult {
        answer: "C3".to_owned(),
        expected: "C3|Q4".to_owned(),
        pass: Some(true),
        line: 4,
        setup: setup.clone(),
        cost: Cost {
            wall: 1.25,
            cpu: Some(1.125),
            reading: Some(123_456),
            owl: Some(1_234),
            connection: Some(77),
            trymove: Some(1_234_567),
            uncertainty: Some(0.5),
        },
        notes: vec![(
            "DESCRIPTION".to_owned(),
            format!("Long words must not stretch the page: {long}"),
        )],
        details: Some(Details {
            trace: vec!["<b>reading</b> \"C3\" & more".to_owned(), long.clone()],
            data: BTreeMap::from(data),
        }),
        ..result("sample", 1, "reg_genmove black")
    };
    let wrong = TestResult {
        answer: "0".to_owned(),
        expected: "1 (C16|C18)".to_owned(),
        pass: Some(false),
        line: 9,
        setup: setup.clone(),
        notes: vec![
            ("CATEGORY".to_owned(), "KO_READING".to_owned()),
            ("SEVERITY".to_owned(), "7".to_owned()),
        ],
        ..result("sample", 2, "attack C17")
    };
    let silent = TestResult {
        pass: Some(false),
        trouble: Some((Trouble::Timeout, format!("no answer in 3 s: {long}"))),
        line: 12,
        setup: vec!["genmove black".to_owned()],
        expected: long,
        ..result(
            "sample",
            3,
            "restricted_genmove black A1 B1 C1 D1 E1 F1 G1 H1 J1",
        )
    };
    let better = TestResult {
        answer: "1 C16".to_owned(),
        expected: "1 C16".to_owned(),
        mark: "*".to_owned(),
        pass: Some(true),
        line: 15,
        setup,
        ..result("sample", 4, "attack C17")
    };
    Ok(Results {
        run: Some(Run {
            engine: "engine --mode gtp".to_owned(),
            name: "Engine".to_owned(),
            version: "1.0".to_owned(),
            date: "2026-11-21T18:36:31Z".to_owned(),
            suites: BTreeMap::from([("sample".to_owned(), folder.join("sample.tst"))]),
            ..Run::default()
        }),
        tests: vec![right, wrong, silent, better],
    })
}

/// Serves results in a thread that lives as long as this program; returns the address.
///
/// A test that runs again gets the answer `1 C16`; test 4 cannot be run.
fn serve(results: Results) -> Result<String, Failed> {
    let known = results.clone();
    let rerun = move |suite: &str, id: u64| {
        let mut tested = known.tests.iter();
        let result = tested.find(|one| one.suite == suite && one.id == id);
        let mut result = result.cloned().ok_or("no such test")?;
        if id == 4 {
            return Err("the engine is <gone>".to_owned());
        }
        "1 C16".clone_into(&mut result.answer);
        (result.pass, result.trouble) = (Some(true), None);
        Ok(result)
    };
    let server = Server::bind(results, 0, Box::new(rerun))?;
    let url = server.url();
    std::thread::spawn(move || server.run());
    Ok(url)
}

fn readers_click_through(packages: &Path, chromium: &Path) -> Result<(), Failed> {
    let dir = tempfile::tempdir()?;
    let results = sample(dir.path())?;
    let folder = dir.path().join("report");
    let summary = report::write(&results, &folder)?;
    if summary.without_board.len() != 1 {
        return Err(format!("without a board: {:?}", summary.without_board).into());
    }
    let script = workspace_root().join("regression/tests/browser/report.mjs");
    let mut command = Command::new(program("node")?);
    command.arg(script).args([packages, chromium, &folder]);
    command.arg(serve(results)?);
    if let Some(pictures) = std::env::var_os("KATACHI_PICTURES") {
        fs::create_dir_all(&pictures)?;
        command.arg(pictures);
    }
    let output = command.output()?;
    if output.status.success() {
        return Ok(());
    }
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Err(format!("{}{}", text(&output.stdout), text(&output.stderr)).into())
}

/// Sends a request and reads the whole reply.
fn request(url: &str, head: &str, body: &str) -> Result<String, Failed> {
    let address = url.trim_start_matches("http://").trim_end_matches('/');
    let mut stream = TcpStream::connect(address)?;
    let length = body.len();
    write!(
        stream,
        "{head}Connection: close\r\nContent-Length: {length}\r\n\r\n{body}"
    )?;
    let mut reply = String::new();
    stream.read_to_string(&mut reply)?;
    Ok(reply)
}

fn only_our_pages_run_tests() -> Result<(), Failed> {
    let dir = tempfile::tempdir()?;
    let url = serve(sample(dir.path())?)?;
    let host = url.trim_start_matches("http://").trim_end_matches('/');
    if !host.starts_with("127.0.0.1:") {
        return Err(format!("bound to {host}").into());
    }
    let page = "/test/sample/2.html";
    let ours = format!("Host: {host}\r\n");
    let get =
        |path: &str, headers: &str| request(&url, &format!("GET {path} HTTP/1.1\r\n{headers}"), "");
    let shown = get(page, &ours)?;
    let token = (shown.split("name=\"token\" value=\"").nth(1))
        .and_then(|rest| rest.split('"').next())
        .ok_or("no token on the page")?
        .to_owned();
    let body = format!("token={token}");
    let post = |path: &str, headers: &str, body: &str| {
        request(&url, &format!("POST {path} HTTP/1.1\r\n{headers}"), body)
    };
    let foreign = format!("{ours}Origin: http://example.org\r\n");
    let nowhere = format!("{ours}Origin: null\r\n");
    let own = format!("{ours}Origin: http://{host}\r\n");
    let other_name = "Host: example.org\r\n";
    for (what, reply, status) in [
        ("another name", get(page, other_name)?, 403),
        ("another name, run", post(page, other_name, &body)?, 403),
        ("another site", post(page, &foreign, &body)?, 403),
        ("a page from nowhere", post(page, &nowhere, &body)?, 403),
        ("no token", post(page, &own, "")?, 403),
        ("a wrong token", post(page, &own, "token=0")?, 403),
        ("no test", post("/index.html", &own, &body)?, 404),
        ("no page", get("/../Cargo.toml", &ours)?, 404),
        ("the first page", get("/", &ours)?, 200),
        ("a record", get("/sgf/position.sgf", &ours)?, 200),
    ] {
        if !reply.starts_with(&format!("HTTP/1.1 {status} ")) {
            return Err(format!("{what}: expected {status}, found {reply}").into());
        }
        if !reply.contains("content-security-policy: default-src 'none'") {
            return Err(format!("{what}: no policy in {reply}").into());
        }
    }
    let untouched = get(page, &ours)?;
    if untouched.contains("Another answer") {
        return Err("a refused request ran a test".into());
    }
    let done = post(page, &own, &body)?;
    if !done.starts_with("HTTP/1.1 303 ") || !done.contains(&format!("location: {page}")) {
        return Err(format!("expected the way back to the page, found {done}").into());
    }
    let after = get(page, &ours)?;
    if !after.contains("Another answer") || !after.contains("<code>1 C16</code>") {
        return Err(format!("the new answer is not shown: {after}").into());
    }
    post("/test/sample/4.html", &ours, &body)?;
    let broken = get("/test/sample/4.html", &ours)?;
    if !broken.contains("the engine is &lt;gone&gt;") {
        return Err(format!("why it could not be run is not shown: {broken}").into());
    }
    Ok(())
}

/// The stones of a drawn board, such as `A1`, by colour.
fn drawn(page: &str, color: &str) -> Result<BTreeSet<String>, Failed> {
    // The frame of the drawing is 20 wide, a square 24; the drawing of a 19x19 board is 496 wide.
    let number = |text: &str, name: &str| {
        let value = text.split(&format!("{name}=\"")).nth(1)?;
        value.split('"').next()?.parse::<usize>().ok()
    };
    let svg = page.split("class=\"go-board\"").nth(1).ok_or("no board")?;
    let size = (number(svg, "width").ok_or("no width")? - 40) / 24;
    let group = svg.split(&format!("<g class=\"{color}\"")).nth(1);
    let group = group.and_then(|group| group.split("</g>").next());
    let mut stones = BTreeSet::new();
    for circle in group.unwrap_or_default().split("<circle ").skip(1) {
        let x = number(circle, "cx").ok_or("no cx")?;
        let y = number(circle, "cy").ok_or("no cy")?;
        let letter = b"ABCDEFGHJKLMNOPQRSTUVWXYZ"[(x - 32) / 24] as char;
        stones.insert(format!("{letter}{}", size - (y - 32) / 24));
    }
    Ok(stones)
}

/// Compares every position of GNU Go's suites, as we draw it, with GNU Go's list of stones.
fn positions_are_those_of_gnu_go(folder: &Path, gnugo: &Path) -> Result<(), Failed> {
    let mut run = Run::default();
    let mut tested: Vec<TestResult> = Vec::new();
    let mut files: Vec<PathBuf> = fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    files.retain(|file| file.extension().is_some_and(|ending| ending == "tst"));
    files.sort();
    let mut questions: Vec<String> = Vec::new();
    for file in files {
        let suite = Suite::read(&file, Dialect::Awk)?;
        let mut setup: Vec<String> = Vec::new();
        // Each suite begins with a new position, as in a process of its own.
        questions.extend(["boardsize 19".to_owned(), "clear_board".to_owned()]);
        for step in &suite.steps {
            let Some(test) = &step.test else {
                if ["loadsgf", "boardsize"].contains(&first_word(&step.command)) {
                    setup.clear();
                }
                setup.push(step.command.clone());
                if POSITION.contains(&first_word(&step.command)) {
                    questions.push(step.command.clone());
                }
                continue;
            };
            let id = tested.len();
            questions.push(format!("{} list_stones black", 2 * id));
            questions.push(format!("{} list_stones white", 2 * id + 1));
            tested.push(TestResult {
                line: step.line,
                setup: setup.clone(),
                ..result(&suite.name, test.id, "name")
            });
        }
        run.suites.insert(suite.name.clone(), file);
    }
    let results = Results {
        run: Some(run),
        tests: tested,
    };
    let dir = tempfile::tempdir()?;
    let report = dir.path().join("report");
    let summary = report::write(&results, &report)?;
    let listed = ask(
        gnugo,
        folder,
        &dir.path().join("questions"),
        &questions.join("\n"),
    )?;
    let mut compared = 0;
    for (number, result) in results.tests.iter().enumerate() {
        let name = result.name();
        if let Some((_, reason)) = summary.without_board.iter().find(|(test, _)| *test == name) {
            // GNU Go accepts a board of one point, which ours does not draw.
            if reason.starts_with("`boardsize 1`") {
                continue;
            }
            return Err(format!("{name} has no board: {reason}").into());
        }
        let page =
            fs::read_to_string(report.join(format!("test/{}/{}.html", result.suite, result.id)))?;
        for (offset, color) in ["black", "white"].into_iter().enumerate() {
            let theirs = listed.get(&(2 * number + offset)).ok_or("no answer")?;
            let theirs: BTreeSet<String> =
                theirs.split_ascii_whitespace().map(str::to_owned).collect();
            let ours = drawn(&page, color)?;
            if ours != theirs {
                let differs: Vec<_> = ours.symmetric_difference(&theirs).collect();
                return Err(format!("{name}: {color} differs at {differs:?}").into());
            }
        }
        compared += 1;
    }
    if compared < 2000 {
        return Err(format!("expected at least 2000 positions, found {compared}").into());
    }
    Ok(())
}

/// The commands of the suites that change the position.
const POSITION: [&str; 9] = [
    "loadsgf",
    "boardsize",
    "clear_board",
    "play",
    "black",
    "white",
    "trymove",
    "tryko",
    "popgo",
];

fn first_word(command: &str) -> &str {
    command.split(' ').next().unwrap_or_default()
}

/// Sends commands to GNU Go; returns the answers by number.
fn ask(
    gnugo: &Path,
    folder: &Path,
    file: &Path,
    commands: &str,
) -> Result<BTreeMap<usize, String>, Failed> {
    fs::write(file, commands)?;
    let output = Command::new(gnugo)
        .args(["--mode", "gtp", "--quiet"])
        .current_dir(folder)
        .stdin(Stdio::from(fs::File::open(file)?))
        .output()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let answers = text.lines().filter_map(|line| {
        let (number, answer) = line.strip_prefix('=')?.split_once(' ')?;
        Some((number.parse().ok()?, answer.to_owned()))
    });
    Ok(answers.collect())
}
