//! The program as scripts and GUIs start it: modes, records, refusals.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

fn run(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_katachi"))
        .args(arguments)
        .args(["--patterns", "builtin"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    // A program that refuses its arguments does not read.
    let _ = child
        .stdin
        .take()
        .expect("a pipe")
        .write_all(input.as_bytes());
    child.wait_with_output().expect("it ends")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_pipe_speaks_gtp_without_an_option() {
    for arguments in [
        &["--quiet"][..],
        &["gtp"],
        &["--mode", "gtp", "--level", "3"],
    ] {
        let output = run(arguments, "1 name\n2 protocol_version\nquit\n");
        assert_eq!(stdout(&output), "=1 Katachi\n\n=2 2\n\n= \n\n");
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(stderr(&output), "");
    }
}

#[test]
fn the_end_of_input_is_no_error() {
    let output = run(&["gtp"], "name");
    assert_eq!(
        (stdout(&output).as_str(), output.status.code()),
        ("= Katachi\n\n", Some(0))
    );
}

#[test]
fn options_set_up_the_game() {
    let asked = "query_boardsize\nget_komi\nget_handicap\nlist_stones b\nget_random_seed\n";
    let arguments = [
        "gtp",
        "--boardsize",
        "9",
        "--komi",
        "-2.5",
        "--handicap",
        "2",
        "--seed",
        "42",
    ];
    let output = run(&arguments, asked);
    assert_eq!(
        stdout(&output),
        "= 9\n\n= -2.5\n\n= 2\n\n= G7 C3\n\n= 42\n\n"
    );
}

#[test]
fn rules_decide_what_is_legal() {
    let suicide =
        "boardsize 5\nplay b a2\nplay b b1\nplay b c1\nplay b b2\nplay w d4\nis_legal w a1\n";
    let last = |output: &Output| {
        stdout(output)
            .trim()
            .lines()
            .last()
            .unwrap_or_default()
            .to_owned()
    };
    assert_eq!(last(&run(&["gtp"], suicide)), "= 0");
    assert_eq!(last(&run(&["gtp", "--allow-suicide"], suicide)), "= 0");
    assert_eq!(last(&run(&["gtp", "--allow-all-suicide"], suicide)), "= 1");
}

#[test]
fn what_is_not_supported_is_refused_by_name_with_status_1() {
    for (arguments, expected) in [
        (
            &["--mode", "sgmp", "--handicap", "2"][..],
            "--handicap has no effect here",
        ),
        (
            &["--monte-carlo", "--mc-patterns", "sharp"],
            "expected a Monte Carlo database out of katachi, mogo_classic, uniform, found sharp",
        ),
        (
            &["--mc-load-patterns", "/nonexistent/mc_x.db"],
            "--mc-load-patterns: expected a folder",
        ),
        (&["--threads", "0"], "0 is not in 1..=1024"),
        (&["--playouts", "0"], "0 is not in 1.."),
        (&["--move-time", "-1"], "above 0"),
        (&["--move-time", "soon"], "expected a number of seconds"),
        (&["--memory", "0"], "0 is not in 1.."),
        (&["--decide-oracle"], "--decide-oracle is not supported"),
        (&["--decide-dragon", "a1"], "no effect without --infile"),
        (&["-l", "x.sgf", "-O", "v"], "no effect without --outfile"),
        (&["gtp", "--color", "black"], "--color has no effect here"),
        (&["gtp", "--mode", "ascii"], "expected one mode"),
        (&["gtp", "--ponder"], "no effect without --monte-carlo"),
        (
            &["gtp", "--playouts", "9"],
            "no effect without --monte-carlo",
        ),
        (
            &["gtp", "--mc-patterns", "uniform"],
            "no effect without --monte-carlo; --mc-load-patterns FILE gives a database to all",
        ),
        (
            &["doctor", "--mc-patterns", "uniform"],
            "--mc-patterns has no effect here",
        ),
        (&["-l", "x.sgf", "--boardsize", "9"], "has its own board"),
        (&["doctor", "--watch"], "--watch has no effect here"),
        (&["--orientation", "8"], "8 is not in 0..=7"),
        (&["--gtp-version", "3"], "3 is not in 1..=2"),
        (&["--gtp-connect", "host"], "expected PORT or HOST:PORT"),
        (
            &["--gtp-connect", "1", "--gtp-listen", "2"],
            "cannot be used with",
        ),
        (&["--debug", "0x40"], "0x40 (SEMEAI) has no trace here"),
        (&["--clock", "soon"], "expected a whole number"),
        (&["--byo-time", "30"], "--byo-period"),
        (&["--mirror-limit", "30"], "--mirror"),
        (&["--alternate-connections"], "--decide-connection"),
        (&["--hash", "8"], "--cache-size"),
        (
            &["--level", "abc"],
            "--level <NUMBER>: expected a whole number, found `abc`",
        ),
        (
            &["--seed", "-1"],
            "expected a whole number, at least 0, found `-1`",
        ),
        (
            &["--seed", "99999999999999999999"],
            "expected a smaller number",
        ),
        (&["--handicap", "-1"], "at least 0, found `-1`"),
        (&["-M", "-5"], "-5 is not in 1.."),
        (
            &["-l", "x.sgf", "--mode", "ascii", "--score", "estimate"],
            "answered without --mode ascii",
        ),
        (
            &[
                "-l",
                concat!(env!("CARGO_MANIFEST_DIR"), "/src/bench/kisei-1981.sgf"),
                "-o",
                "/nonexistent/x.sgf",
            ],
            "cannot write /nonexistent/x.sgf: No such file or directory (os error 2)\n",
        ),
        (
            &["--play-out-aftermath", "--capture-all-dead"],
            "has no effect with --capture-all-dead",
        ),
        (
            &["--metamachine", "--monte-carlo"],
            "the search looks ahead itself",
        ),
        (&["--own"], "unexpected argument"),
        (&["--owl", "3"], "--owl is ambiguous: --owl-distrust"),
        (&["--nonsense"], "unexpected argument"),
        (&["--boardsize", "26"], "expected 2 to 25, found 26"),
        (&["--boardsize", "1"], "expected 2 to 25, found 1"),
        (
            &["--boardsize", "5", "--handicap", "2"],
            "expected at most 0",
        ),
        (&["--komi", "much"], "invalid value"),
        (&["--color", "green"], "expected black or white"),
        (&["-L", "5"], "--until has no effect without --infile"),
        (
            &["-l", "/nonexistent.sgf"],
            "cannot open or parse '/nonexistent.sgf'",
        ),
        (&["-O", "x"], "expected d, v or dv, found `x`"),
        (&["--score", "guess", "-l", "x.sgf"], "invalid value"),
        (&["--patterns", "/nonexistent"], "/nonexistent"),
    ] {
        let output = run(arguments, "");
        assert_eq!(
            output.status.code(),
            Some(1),
            "{arguments:?}: {}",
            stdout(&output)
        );
        assert!(
            stderr(&output).contains(expected),
            "{arguments:?}: {}",
            stderr(&output)
        );
    }
}

#[test]
fn numbers_that_nobody_can_mean_are_refused() {
    for (option, number) in [
        ("--komi", "inf"),
        ("--komi", "-inf"),
        ("--komi", "NaN"),
        ("--komi", "1e39"),
        ("--komi", "1000.5"),
        ("--move-time", "inf"),
        ("--move-time", "NaN"),
        ("--move-time", "1e18"),
        ("--move-time", "0"),
        ("--playouts", "0"),
        ("--threads", "100000"),
        ("--memory", "99999999"),
        ("--level", "99999999999"),
        ("--boardsize", "99999999999999999999"),
        ("--handicap", "-1"),
    ] {
        let output = run(&["gtp", &format!("{option}={number}")], "get_komi\nquit\n");
        let text = stderr(&output);
        assert_eq!(output.status.code(), Some(1), "{option} {number}: {text}");
        assert!(text.contains(number), "{option} {number}: {text}");
        assert_eq!(stdout(&output), "", "{option} {number}");
    }
    let komi = run(&["gtp", "--komi=inf"], "");
    let expected = "expected komi from -1000 to 1000 points, found `inf`";
    assert!(stderr(&komi).contains(expected), "{}", stderr(&komi));
}

#[test]
fn numbers_over_gtp_that_nobody_can_mean_change_nothing() {
    let commands = [
        "komi 6.5",
        "komi inf",
        "komi nan",
        "komi 1e39",
        "komi 1e400",
        "komi -1000.5",
        "time_settings 99999999999999999999 0 0",
        "time_settings 0 99999999999999999999 5",
        "time_settings 1 1 99999999999",
        "time_left black 99999999999999999999 0",
        "kgs-time_settings absolute 99999999999999999999",
        "get_komi",
    ];
    let output = run(&["gtp"], &(commands.join("\n") + "\nquit\n"));
    let replies = stdout(&output);
    let replies: Vec<&str> = replies.split("\n\n").collect();
    assert_eq!(replies[0], "= ");
    for (command, reply) in commands.iter().zip(&replies).skip(1).take(10) {
        assert!(reply.starts_with("? "), "{command}: {reply}");
    }
    assert!(replies[3].contains("expected komi from -1000 to 1000 points, found"));
    assert!(replies[6].contains("at most 3153600000 seconds"));
    assert_eq!(replies[11], "=  6.5");
}

#[test]
fn komi_of_a_record_is_a_number_of_points_or_the_usual_one() {
    let folder = TempDir::new().expect("a folder");
    for (value, komi) in [
        ("7.5", " 7.5"),
        ("inf", " 5.5"),
        ("nan", " 5.5"),
        ("1e9", " 5.5"),
        ("99999999999999999999999999999999999999999", " 5.5"),
    ] {
        let file = folder.path().join("game.sgf");
        std::fs::write(&file, format!("(;SZ[9]KM[{value}];B[ee])")).expect("a record");
        let written = folder.path().join("written.sgf");
        let input = format!(
            "loadsgf {}\nget_komi\nprintsgf {}\nquit\n",
            file.display(),
            written.display()
        );
        let output = run(&["gtp"], &input);
        assert_eq!(
            stdout(&output),
            format!("= white\n\n= {komi}\n\n= \n\n= \n\n")
        );
        let written = std::fs::read_to_string(&written).expect("a record");
        assert!(
            written.contains(&format!("KM[{}]", komi.trim())),
            "{written}"
        );
    }
}

#[test]
fn help_and_version_are_printed() {
    for arguments in [&["--version"][..], &["-v"], &["gtp", "--version"]] {
        let output = run(arguments, "");
        assert_eq!(output.status.code(), Some(0));
        assert!(stdout(&output).contains(env!("CARGO_PKG_VERSION")));
    }
    let help = stdout(&run(&["--help"], ""));
    for word in [
        "gtp",
        "play",
        "solo",
        "doctor",
        "--level",
        "--komi",
        "--chinese-rules",
        "-o",
    ] {
        assert!(help.contains(word), "{word}\n{help}");
    }
}

fn record(folder: &Path) -> String {
    record_of(folder, "(;SZ[9]KM[6.5];B[ee];W[cc];B[gg];W[])")
}

/// A file in this folder with this record.
fn record_of(folder: &Path, text: &str) -> String {
    let file = folder.join("game.sgf");
    std::fs::write(&file, text).expect("a record");
    file.display().to_string()
}

#[test]
fn a_record_gets_one_move() {
    let folder = TempDir::new().expect("a folder");
    let file = record(folder.path());
    let text = stdout(&run(&["-l", &file, "--seed", "1"], ""));
    assert!(text.starts_with("black (X) move "), "{text}");
    let text = stdout(&run(&["-l", &file, "-L", "2", "--seed", "1"], ""));
    assert!(text.starts_with("white (O) move "), "{text}");
    let text = stdout(&run(&["-l", &file, "-L", "g3"], ""));
    assert!(text.starts_with("black (X) move "), "{text}");
    let text = stdout(&run(&["-l", &file, "--printsgf", "-"], ""));
    assert!(
        text.contains("AB[gg][ee]") || text.contains("AB[ee][gg]"),
        "{text}"
    );
}

/// `(;SZ[9]KM[6.5];B[ee])`, gzipped.
const PACKED: [u8; 41] = [
    0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xd3, 0xb0, 0x0e, 0x8e, 0x8a, 0xb6,
    0x8c, 0xf5, 0xf6, 0x8d, 0x36, 0xd3, 0x33, 0x8d, 0xb5, 0x76, 0x8a, 0x4e, 0x4d, 0x8d, 0xd5, 0x04,
    0x00, 0x78, 0x07, 0xdb, 0xcb, 0x15, 0x00, 0x00, 0x00,
];

#[test]
fn an_aftermath_settles_what_is_not_settled_for_good() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("game.sgf");
    let moved = |record: &str, option: &str| {
        std::fs::write(&file, record).expect("a record");
        let name = file.display().to_string();
        stdout(&run(&["-l", &name, "--seed", "1", option], ""))
    };
    // The dead stone on B2 might be helped, that on A2 of the other board lies in one of two eyes.
    let open = "(;SZ[5]KM[0.5]AB[ca][cb][ac][bc][cc][cd][ce]AW[da][db][dc][ec][dd][de][bd]PL[B])";
    let closed = "(;SZ[7]KM[0.5]AB[ba][bb][bc][bd][be][bf][bg][ad]\
        AW[ca][cb][cc][cd][ce][cf][cg][dd][ed][fd][gd][af]PL[B])";
    for (record, option, passes) in [
        (open, "--japanese-rules", true),
        (open, "--play-out-aftermath", false),
        (open, "--capture-all-dead", false),
        (closed, "--japanese-rules", true),
        (closed, "--play-out-aftermath", true),
        (closed, "--capture-all-dead", false),
    ] {
        let found = moved(record, option);
        assert_eq!(found.ends_with("PASS\n"), passes, "{option}: {found}");
    }
    // One after the other, until each stone is settled; then both pass.
    let commands = "genmove b\ngenmove w\n".repeat(12) + "unconditional_status b2\n";
    std::fs::write(&file, open).expect("a record");
    let name = file.display().to_string();
    let line = ["gtp", "-l", &name, "--seed", "1", "--play-out-aftermath"];
    let text = stdout(&run(&line, &commands));
    assert!(text.ends_with("= PASS\n\n= PASS\n\n= dead\n\n"), "{text}");
}

#[test]
fn a_record_may_stand_alone_or_be_gzipped() {
    let folder = TempDir::new().expect("a folder");
    let packed = folder.path().join("packed.sgf.gz");
    std::fs::write(&packed, PACKED).expect("a record");
    let file = packed.display().to_string();
    for arguments in [&["-l", &file, "--seed", "1"][..], &[&file, "--seed", "1"]] {
        let output = run(arguments, "");
        let text = stdout(&output);
        assert!(text.starts_with("white (O) move "), "{text}");
        assert_eq!(stderr(&output), "");
    }
}

#[test]
fn what_is_wrong_in_a_record_is_said() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("broken.sgf");
    std::fs::write(&file, "(;SZ[9];B[ee];W[zz]").expect("a record");
    let file = file.display().to_string();
    let output = run(&["-l", &file, "--seed", "1"], "");
    assert!(stdout(&output).starts_with("white (O) move "));
    let text = stderr(&output);
    let zz = format!("katachi: {file}:1:16: expected a point of the 9x9 board, found `zz`");
    assert!(text.contains(&zz), "{text}");
    assert!(text.contains("the file breaks off"), "{text}");
    let output = run(&["-l", &file, "--seed", "1", "--quiet"], "");
    assert_eq!(stderr(&output), "");
}

#[test]
fn a_game_is_written_with_the_values_of_its_moves() {
    let folder = TempDir::new().expect("a folder");
    let out = folder.path().join("out.sgf");
    let out_name = out.display().to_string();
    let arguments = [
        "solo",
        "--boardsize",
        "9",
        "--seed",
        "3",
        "--level",
        "1",
        "--never-resign",
        "-o",
        &out_name,
        "-O",
        "dv",
    ];
    let output = run(&arguments, "");
    let text = std::fs::read_to_string(&out).expect("a record");
    // Somebody loses stones in every game.
    assert!(text.contains("MA["), "{text}");
    assert!(
        text.contains("SZ[9]") && text.contains("LB[") && text.contains("RE["),
        "{text}"
    );
    let printed = stdout(&output);
    assert!(
        printed.contains("random seed 3") && printed.contains("Result: "),
        "{printed}"
    );
    // The same seed plays the same game.
    assert_eq!(stdout(&run(&arguments, "")), printed);
    // And the record loads as the game that was played.
    let position = stdout(&run(&["-l", &out_name, "--printsgf", "-"], ""));
    assert!(position.contains("SZ[9]"));
}

#[test]
fn traces_say_why_a_move_is_played() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("game.sgf");
    std::fs::write(&file, "(;SZ[9];B[ee];W[fe];B[ff];W[ge])").expect("a record");
    let file = file.display().to_string();
    let run = |more: &[&str]| {
        let arguments = [&["-l", &file, "--seed", "1", "--patterns", "builtin"], more].concat();
        let output = run(&arguments, "");
        assert!(output.status.success(), "{}", stderr(&output));
        (stdout(&output), stderr(&output))
    };
    let (plain, nothing) = run(&[]);
    assert_eq!(nothing, "");
    // Traces change nothing about the move.
    let (moves, trace) = run(&["-t", "-a", "-w", "--profile-patterns"]);
    assert_eq!(moves, plain);
    for part in [
        "katachi: strings",
        "  E5   black 1 stones, 3 liberties, attack 0 -",
        " for black: ",
    ] {
        assert!(trace.contains(part), "expected {part:?} in:\n{trace}");
    }
    let (_, profile) = trace
        .split_once("  matches     asked     fired         ms  pattern\n")
        .expect("a table");
    let rows: Vec<Vec<&str>> = (profile.lines())
        .filter(|line| line.contains("  pattern "))
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert!(rows.len() > 3, "{trace}");
    let number = |row: &[&str], column: usize| row[column].parse::<f64>().expect("a number");
    for row in &rows {
        assert!(
            number(row, 0) >= number(row, 1) && number(row, 1) >= number(row, 2),
            "{row:?}"
        );
    }
    assert!(
        rows.is_sorted_by(|a, b| number(a, 3) >= number(b, 3)),
        "{profile}"
    );
}

#[test]
fn a_position_is_scored() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("wall.sgf");
    let wall = "(;SZ[5]KM[0.5]RU[Chinese]AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de])";
    std::fs::write(&file, wall).expect("a record");
    let file = file.display().to_string();
    let text = stdout(&run(
        &["-l", &file, "--score", "estimate", "--chinese-rules"],
        "",
    ));
    assert_eq!(text, "Black wins by 4.5 points\n");
    let text = stdout(&run(&["-l", &file, "--score", "finish", "--seed", "1"], ""));
    assert!(
        text.contains("PASS") && text.contains("Black wins by"),
        "{text}"
    );
    let text = stdout(&run(
        &["-l", &file, "--score", "aftermath", "--seed", "1"],
        "",
    ));
    assert!(text.contains("Black wins by"), "{text}");
}

#[test]
fn a_game_is_played_on_the_terminal() {
    let input = "zz\nC3\nC3\nhint\nscore\nundo\nhelp\nresign\n";
    let arguments = [
        "play",
        "--boardsize",
        "5",
        "--seed",
        "1",
        "--color",
        "black",
    ];
    let output = run(&arguments, input);
    let text = stdout(&output);
    assert!(text.contains("random seed 1"), "{text}");
    assert!(text.contains("expected a vertex from A1 to E5"), "{text}");
    assert!(
        text.contains("C3 is not legal: the point is occupied"),
        "{text}"
    );
    assert!(text.contains("As it stands: "), "{text}");
    assert!(text.contains("You resign. Result: W+R"), "{text}");
    assert!(text.contains("Katachi (white)"), "{text}");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn a_clock_of_the_command_line_lowers_the_level_to_the_least() {
    // Two seconds for a whole game: the moves come at once, and there are enough of them.
    let options = [
        "gtp",
        "--patterns",
        "builtin",
        "--seed",
        "1",
        "--clock",
        "2",
    ];
    let moves = "genmove b\ngenmove w\n".repeat(20);
    let began = std::time::Instant::now();
    let output = run(&options, &format!("boardsize 9\n{moves}"));
    let took = began.elapsed();
    let text = stdout(&output);
    assert_eq!(text.matches("= ").count(), 41, "{text}");
    // Both sides have a clock; the rest is the start of the program on a busy machine.
    assert!(took < std::time::Duration::from_secs(12), "{took:?}");
}

#[test]
fn options_of_levels_openings_and_the_end_work() {
    let levels = run(&["gtp", "--print-levels"], "");
    let table = stderr(&levels);
    assert!(table.contains("| connections: nodes"), "{table}");
    assert_eq!(stdout(&levels), "");
    for arguments in [
        &["--autolevel", "--min-level", "-1", "--max-level=12"][..],
        &["--byo-time", "30", "--byo-period", "5"],
        &[
            "--no-cosmic-gnugo",
            "--without-break-in",
            "--no-large-scale",
            "--nofuseki",
            "--nofusekidb",
            "--nojosekidb",
        ],
        &["--capture-all-dead", "--resign-allowed"],
    ] {
        let output = run(&[&["gtp"], arguments].concat(), "name\n");
        assert_eq!(
            stdout(&output),
            "= Katachi\n\n",
            "{arguments:?}: {}",
            stderr(&output)
        );
    }
    let mirror = |limit| {
        let options = ["gtp", "--mirror", "--mirror-limit", limit, "--never-resign"];
        let output = run(&options, "boardsize 13\nplay b C4\nreg_genmove w\n");
        stdout(&output).split_whitespace().last().map(str::to_owned)
    };
    assert_eq!(mirror("100").as_deref(), Some("L10"));
    assert_ne!(mirror("1").as_deref(), Some("L10"));
}

#[test]
fn break_ins_and_the_centre_can_be_wished_for() {
    let record = concat!(env!("CARGO_MANIFEST_DIR"), "/src/bench/kisei-1981.sgf");
    let reasons = |option: &str| {
        let common = ["-l", record, "-L", "190", "--level", "1", "--seed", "1"];
        let found = run(&[&common[..], &["-t", "-a", option]].concat(), "");
        let text = stderr(&found);
        text.contains("expands territory, by reading")
    };
    assert!(reasons("--with-break-in"));
    assert!(!reasons("--without-break-in"));
    let influence = |option: &str, size: &str| {
        let commands =
            format!("boardsize {size}\nplay b G7\ninitial_influence b black_influence\n");
        stdout(&run(&["gtp", option], &commands))
    };
    let (usual, cosmic) = ("--no-cosmic-gnugo", "--cosmic-gnugo");
    assert_ne!(influence(usual, "13"), influence(cosmic, "13"));
    assert_eq!(influence(usual, "9"), influence(cosmic, "9"));
    let output = run(&["gtp", cosmic, usual], "name\n");
    assert_eq!(stdout(&output), "= Katachi\n\n", "the last one holds");
}

#[test]
fn small_boards_begin_in_the_middle() {
    for (size, middle) in [(5, "C3"), (6, "D3"), (7, "D4"), (8, "E4")] {
        let options = ["gtp", "--patterns", "builtin", "--seed", "1"];
        let output = run(&options, &format!("boardsize {size}\nreg_genmove b\n"));
        let text = stdout(&output);
        assert_eq!(text.split_whitespace().last(), Some(middle), "{size} lines");
    }
}

/// The replies over a connection, and what the program says on standard error.
fn over_tcp(stream: std::net::TcpStream, commands: &str) -> String {
    use std::io::Read;
    let mut stream = stream;
    stream.write_all(commands.as_bytes()).expect("it reads");
    let mut replies = String::new();
    stream.read_to_string(&mut replies).expect("it answers");
    replies
}

#[test]
fn commands_come_from_files_and_connections() {
    use std::io::{BufRead, BufReader};
    use std::net::{TcpListener, TcpStream};

    let folder = TempDir::new().expect("a folder");
    let (commands, dumped) = (folder.path().join("x.gtp"), folder.path().join("dump"));
    std::fs::write(&commands, "1 name\n# a comment\n2 quit\n").expect("a file");
    let (commands, dump) = (commands.display().to_string(), dumped.display().to_string());
    let output = run(
        &["--gtp-input", &commands, "--gtp-dump-commands", &dump],
        "",
    );
    assert_eq!(stdout(&output), "=1 Katachi\n\n=2 \n\n");
    let seen = std::fs::read_to_string(&dumped).expect("a file");
    assert_eq!(seen, "1 name\n# a comment\n2 quit\n");
    // The program connects to us.
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    let port = listener
        .local_addr()
        .expect("an address")
        .port()
        .to_string();
    let client = std::thread::spawn(move || {
        let (stream, _) = listener.accept().expect("it connects");
        over_tcp(stream, "3 name\nquit\n")
    });
    let output = run(&["--gtp-connect", &port], "");
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(client.join().expect("replies"), "=3 Katachi\n\n= \n\n");
    // We connect to the program.
    let mut child = Command::new(env!("CARGO_BIN_EXE_katachi"))
        .args(["--patterns", "builtin", "--gtp-listen", "0"])
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut said = String::new();
    let mut errors = BufReader::new(child.stderr.take().expect("a pipe"));
    errors.read_line(&mut said).expect("a line");
    let port = said.trim().rsplit(':').next().expect("a port");
    assert!(said.contains("127.0.0.1:"), "{said}");
    let stream = TcpStream::connect(("127.0.0.1", port.parse().expect("a port")));
    let replies = over_tcp(stream.expect("it waits"), "4 version\nquit\n");
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(replies, format!("=4 {version}\n\n= \n\n"));
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn old_versions_of_the_protocol_and_orientations_are_spoken() {
    let input = "protocol_version\nboardsize 99\nboardsize 9\nplay b d4\nfixed_handicap 0\n\
        list_stones b\n";
    let output = run(&["gtp", "--gtp-version", "1"], input);
    let replies = "= 1\n\n? unacceptable boardsize\n\n= \n\n= \n\n= \n\n= \n\n";
    assert_eq!(stdout(&output), replies);
    for option in ["--orientation", "--gtp-initial-orientation"] {
        let output = run(&["gtp", option, "3"], "query_orientation\n");
        assert_eq!(stdout(&output), "= 3\n\n");
    }
}

/// A black string with two eyes on the left, a white one in atari below it, and a cutting point.
const QUESTIONS: &str =
    "(;SZ[9]KM[6.5]AB[ba][bb][bc][ac][ea][eb][fc][fd]AW[ca][cb][cc][cd][bd][ad][hh])";

#[test]
fn questions_about_a_record_are_answered() {
    let folder = TempDir::new().expect("a folder");
    let file = record_of(folder.path(), QUESTIONS);
    let tree = folder.path().join("tree.sgf").display().to_string();
    for (question, vertices, expected) in [
        ("--decide-string", "B8", "B8 can be attacked at A"),
        ("--decide-string", "H2", "H2 cannot be attacked ("),
        (
            "--decide-connection",
            "E9/E8",
            "E9 and E8 are connected as it stands (0 variations)",
        ),
        (
            "--decide-connection",
            "E8/F7",
            "E8 and F7 can be connected at ",
        ),
        ("--decide-dragon", "B8", "B8 can"),
        ("--decide-owl", "C7", "C7 can"),
        (
            "--decide-semeai",
            "B8/C7",
            "Black moves first\nSemeai defense of B8: ",
        ),
        (
            "--decide-tactical-semeai",
            "C7/B8",
            "White moves first\nSemeai defense of C7: ",
        ),
        (
            "--decide-dragon-data",
            "B8",
            "Dragon at B8:\ncolor                   black\n",
        ),
        (
            "--decide-eye",
            "A9",
            "White eyespace at A9: 1122\nattack point: A8",
        ),
        ("--decide-eye", "J9", "There is no eye space at J9."),
        ("--decide-surrounded", "B8", "   A B C D E F G H J\n"),
    ] {
        let output = run(&["-l", &file, question, vertices], "");
        let text = stdout(&output);
        assert!(
            text.starts_with(expected),
            "{question} {vertices}: {text}{}",
            stderr(&output)
        );
    }
    let position = stdout(&run(&["-l", &file, "--decide-position"], ""));
    assert!(
        position.starts_with("analyzing ") && position.contains("\nstatus="),
        "{position}"
    );
    for (question, vertices) in [
        ("--decide-string", "B8"),
        ("--decide-connection", "E8/F7"),
        ("--decide-dragon", "B8"),
    ] {
        let output = run(&["-l", &file, question, vertices, "-o", &tree], "");
        assert!(output.status.success(), "{}", stderr(&output));
        let written = std::fs::read_to_string(&tree).expect("a record");
        assert!(written.contains(" visits"), "{question}: {written}");
    }
    for (question, vertices, expected) in [
        (
            "--decide-string",
            "zz",
            "--decide-string zz: expected a vertex from A1 to J9",
        ),
        (
            "--decide-string",
            "A1",
            "expected a stone, found an empty point",
        ),
        (
            "--decide-connection",
            "B8",
            "expected two strings, as in D4/F4",
        ),
        (
            "--decide-connection",
            "B8/C8",
            "expected strings of one color",
        ),
    ] {
        let output = run(&["-l", &file, question, vertices], "");
        assert_eq!(output.status.code(), Some(1));
        assert!(stderr(&output).contains(expected), "{}", stderr(&output));
    }
}

/// The stones after move 29 of a dan game, `ogs_19863048.sgf`.
const NO_CUT: &str = "(;SZ[9]AB[cb][bc][dc][ec][cd][fd][fe][ff][bg][cg][gg][dh][gh][hh]\
    AW[dd][be][ce][ge][he][df][gf][if][dg][eg][fg][hg][fh])";

#[test]
fn a_connection_that_random_games_decide_says_so() {
    let folder = TempDir::new().expect("a folder");
    let file = record_of(folder.path(), NO_CUT);
    let output = run(&["-l", &file, "--decide-connection", "B5/G5"], "");
    let text = stdout(&output);
    let [connected, cut] = [0, 1].map(|line| text.lines().nth(line).unwrap_or_default());
    assert!(
        connected.starts_with("B5 and G5 can be connected at "),
        "{text}"
    );
    assert!(connected.ends_with(" variations)"), "{text}");
    assert!(
        cut.starts_with("B5 and G5 cannot be disconnected ("),
        "{text}"
    );
    assert!(
        cut.contains(", uncertain: random games say so, of which "),
        "{text}"
    );
}

#[test]
fn a_record_is_replayed() {
    let folder = TempDir::new().expect("a folder");
    let file = record(folder.path());
    let noted = folder.path().join("noted.sgf").display().to_string();
    let arguments = ["-l", &file, "--seed", "1", "--level", "1", "--replay"];
    let replay = |more: &[&str]| stdout(&run(&[&arguments, more].concat(), ""));
    let both = replay(&["both", "-o", &noted, "-O", "v"]);
    assert!(both.ends_with(" of 4 moves agree\n"), "{both}");
    let white = replay(&["white"]);
    assert!(white.ends_with(" of 2 moves agree\n"), "{white}");
    for line in both.lines().filter(|line| line.starts_with("Move ")) {
        assert!(
            line.contains("): Katachi plays ") && line.contains(" - Game move "),
            "{line}"
        );
    }
    assert!(both.contains("Move 2 (white): ") && white.contains("Move 2 (white): "));
    let written = std::fs::read_to_string(&noted).expect("a record");
    assert!(
        written.contains("LB[") && written.matches(";B[").count() == 2,
        "{written}"
    );
}

#[test]
fn games_are_played_to_measure_time() {
    let arguments = ["-b", "2", "--boardsize", "5", "--seed", "1", "--level", "0"];
    let text = stdout(&run(&arguments, ""));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 5, "{text}");
    assert!(lines[1].starts_with("game 2: ") && lines[2].contains(" moves played in "));
    let without_times = |text: &str| {
        let games = text.lines().take(2).map(|line| line.rsplit_once(", "));
        games
            .map(|parts| parts.map(|(game, _)| game.to_owned()))
            .collect::<Vec<_>>()
    };
    let again = stdout(&run(&arguments, ""));
    assert_eq!(
        without_times(&text),
        without_times(&again),
        "the same seed, the same games"
    );
}

#[test]
fn displays_stand_on_standard_error_before_the_move() {
    let folder = TempDir::new().expect("a folder");
    let file = record(folder.path());
    let plain = stdout(&run(&["-l", &file, "--seed", "1"], ""));
    for (options, expected) in [
        (&["-T"][..], "dragons: Black (A, B, ...)"),
        (&["-TT"], "eye spaces: Black x, White o"),
        (&["-E"], "eye spaces: Black x, White o"),
        (&["-d", "0x400"], "katachi: strings\n"),
        (&["-d", "owl"], "katachi: lives of dragons\n"),
        (&["-d", "MATCHER"], " patterns fire"),
        (&["-d", "TOP_MOVES"], "top moves: "),
        (&["-d", "0x100000"], "territorial value"),
        (&["--showscore"], "score estimate: "),
        (&["--showtime"], " s strings\n"),
        (&["-S"], "positions read: strings "),
        (&["--debug-influence", "C3"], "regions, white to move"),
        (&["--print-levels"], "| reading: depth"),
        (&["-M2"], ""),
        (&["-D", "99", "--owl-node-limit", "3000"], ""),
    ] {
        let all = [&["-l", &file, "--seed", "1"], options].concat();
        let output = run(&all, "");
        assert!(
            stderr(&output).contains(expected),
            "{options:?}: {}",
            stderr(&output)
        );
        // They change nothing about the move.
        if !options.contains(&"-D") {
            assert_eq!(stdout(&output), plain, "{options:?}");
        }
    }
    let near = stdout(&run(&["-l", &file, "--limit-search", "A1"], ""));
    let vertex = near.trim().rsplit(' ').next().expect("a move");
    assert!(
        ["A", "B", "C", "D", "E", "F", "G"].contains(&&vertex[..1]),
        "{near}"
    );
}

#[test]
fn pages_about_the_program_are_printed() {
    for (option, expected) in [
        ("--copyright", "MIT License"),
        ("--options", "functions of the pattern language: "),
        ("--debug-flags", "0x400 WORMS"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_katachi"))
            .arg(option)
            .output();
        let text = stdout(&output.expect("it runs"));
        assert!(text.contains(expected), "{option}: {text}");
    }
    let second = stdout(&run(&["--help", "debug"], ""));
    assert!(second.contains("--decide-string <VERTEX>"), "{second}");
}
