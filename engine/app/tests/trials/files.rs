//! The program with devices, pipes, links and full disks: a file is written completely or not at
//! all, every failure is reported, and nothing makes a session wait.
#![cfg(target_os = "linux")]

use std::io::Write;
use std::os::unix::fs::{FileTypeExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use katachi_gtp::Client;
use katachi_testkit::gtp::{fails, ok};
use katachi_testkit::process::{SmallDisk, fifo, full, run, run_with, wait};
use katachi_testkit::{Need, Trial, trial};
use tempfile::TempDir;

pub fn trials() -> Vec<Trial> {
    let mut trials = vec![
        Trial::panicking(
            "records_go_through_links_and_pipes",
            records_go_through_links_and_pipes,
        ),
        Trial::panicking(
            "a_full_disk_is_an_error_of_every_mode",
            a_full_disk_is_an_error_of_every_mode,
        ),
        Trial::panicking(
            "a_full_disk_is_an_error_over_gtp",
            a_full_disk_is_an_error_over_gtp,
        ),
        Trial::panicking(
            "a_pipe_that_nobody_reads_holds_no_session",
            a_pipe_that_nobody_reads_holds_no_session,
        ),
        Trial::panicking(
            "killed_at_any_moment_the_record_is_whole",
            killed_at_any_moment_the_record_is_whole,
        ),
        Trial::panicking(
            "records_that_are_no_files_are_refused",
            records_that_are_no_files_are_refused,
        ),
        Trial::panicking("a_session_loads_only_files", a_session_loads_only_files),
        Trial::panicking("long_lines_cost_little", long_lines_cost_little),
        Trial::panicking(
            "complaints_that_nobody_hears_end_nothing",
            complaints_that_nobody_hears_end_nothing,
        ),
        Trial::panicking("a_cache_must_be_a_folder", a_cache_must_be_a_folder),
        Trial::panicking("a_list_leads_nowhere_else", a_list_leads_nowhere_else),
        Trial::panicking(
            "a_vertex_is_looked_for_in_a_piped_record",
            a_vertex_is_looked_for_in_a_piped_record,
        ),
    ];
    let small = TempDir::new().expect("a folder");
    let need = SmallDisk::mount(small.path(), 64).map(drop);
    trials.push(trial("a_small_disk_is_named", need, |()| {
        a_small_disk_is_named();
        Ok(())
    }));
    trials.push(trial(
        "a_device_stays_a_device",
        device(),
        |(folder, null)| {
            a_device_stays_a_device(&folder, &null);
            Ok(())
        },
    ));
    trials
}

/// The program where it plays.
fn katachi(arguments: &[&str]) -> Command {
    let mut command = program(arguments);
    command.args(["--seed", "1"]);
    command
}

fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_katachi"));
    command.args(arguments);
    command
        .env("KATACHI_PATTERNS", "builtin")
        .env_remove("KATACHI_CACHE");
    command
}

fn client(arguments: &[&str]) -> Client {
    let mut command = katachi(&["gtp"]);
    let mut client = Client::start(command.args(arguments)).expect("it starts");
    client.set_time_limit(Duration::from_mins(1));
    client
}

fn scratch() -> (TempDir, PathBuf) {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("game.sgf");
    (folder, path)
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a name")
}

const SOLO: [&str; 5] = ["solo", "--boardsize", "5", "--level", "1"];
const RECORD: &str = "(;SZ[9]KM[6.5];B[ee];W[cc];B[gg])";

fn solo(outfile: &Path) -> Command {
    let mut command = katachi(&SOLO);
    command.arg("-o").arg(outfile);
    command
}

fn records_go_through_links_and_pipes() {
    let (folder, link) = scratch();
    let target = folder.path().join("target.sgf");
    symlink("target.sgf", &link).expect("a link");
    assert_eq!(run(&mut solo(&link)).status, Some(0));
    assert!(link.symlink_metadata().expect("there").is_symlink());
    let record = std::fs::read_to_string(&target).expect("a record");
    assert!(record.contains("RE["), "{record}");
    // Nothing else is left there.
    assert_eq!(folder.path().read_dir().expect("a folder").count(), 2);

    let pipe = folder.path().join("pipe");
    fifo(&pipe);
    let position = folder.path().join("position.sgf");
    std::fs::write(&position, RECORD).expect("a record");
    let arguments = ["-l", text(&position), "--printsgf", text(&pipe)];
    let program = std::thread::spawn({
        let mut command = program(&arguments);
        move || run(&mut command)
    });
    let written = std::fs::read_to_string(&pipe).expect("through the pipe");
    assert!(written.contains("SZ[9]"), "{written}");
    assert_eq!(program.join().expect("it ends").status, Some(0));
    let kind = pipe.symlink_metadata().expect("there").file_type();
    assert!(kind.is_fifo());
}

/// A device of our own, so that a mistake does not cost the machine its real one.
fn device() -> Need<(TempDir, PathBuf)> {
    let folder = TempDir::new().map_err(|error| error.to_string())?;
    let null = folder.path().join("null");
    let made = Command::new("mknod")
        .arg(&null)
        .args(["c", "1", "3"])
        .stderr(Stdio::null())
        .status();
    match made {
        Ok(status) if status.success() && std::fs::write(&null, "x").is_ok() => Ok((folder, null)),
        _ => Err("this user may not make a device".to_owned()),
    }
}

fn a_device_stays_a_device(folder: &TempDir, null: &Path) {
    assert_eq!(run(&mut solo(null)).status, Some(0));
    let mut client = client(&[]);
    ok(&mut client, &format!("printsgf {}", text(null)));
    ok(&mut client, "start_sgftrace");
    ok(&mut client, &format!("finish_sgftrace {}", text(null)));
    let about = null.symlink_metadata().expect("there");
    assert!(about.file_type().is_char_device(), "{about:?}");
    assert_eq!(folder.path().read_dir().expect("a folder").count(), 1);
}

fn a_full_disk_is_an_error_of_every_mode() {
    let (_folder, position) = scratch();
    std::fs::write(&position, RECORD).expect("a record");
    let full_file = "/dev/full";
    let load = ["-l", text(&position)];
    let cases = [
        vec!["solo", "--boardsize", "5", "-o", full_file],
        vec!["gtp", "-o", full_file],
        [&load[..], &["--printsgf", full_file]].concat(),
        [&load[..], &["--score", "estimate", "-o", full_file]].concat(),
    ];
    for arguments in cases {
        let ended = run(&mut program(&arguments));
        assert_eq!(ended.status, Some(1), "{arguments:?}: {}", ended.stderr);
        let expected = "cannot write /dev/full: No space left on device";
        assert!(
            ended.stderr.contains(expected),
            "{arguments:?}: {}",
            ended.stderr
        );
        assert!(!ended.stderr.contains("panicked"), "{}", ended.stderr);
    }
    // What goes to standard output, too.
    let cases = [
        vec!["solo", "--boardsize", "5"],
        [&load[..], &["--printsgf", "-"]].concat(),
        [&load[..], &["--score", "estimate"]].concat(),
        load.to_vec(),
        vec!["doctor"],
        vec!["--mc-list-patterns"],
    ];
    for arguments in cases {
        // A seed has no effect in some of them.
        let mut command = program(&arguments);
        let ended = run_with(&mut command, Stdio::null(), full(), Stdio::piped());
        assert_eq!(ended.status, Some(1), "{arguments:?}: {}", ended.stderr);
        assert!(
            ended.stderr.contains("No space left") && !ended.stderr.contains("panicked"),
            "{arguments:?}: {}",
            ended.stderr
        );
    }
}

fn a_full_disk_is_an_error_over_gtp() {
    let mut client = client(&["-o", "/dev/full"]);
    for command in ["printsgf /dev/full", "finish_sgftrace /dev/full"] {
        ok(&mut client, "start_sgftrace");
        let error = fails(&mut client, command);
        assert!(
            error.contains("cannot write '/dev/full': No space left"),
            "{error}"
        );
    }
    // The game goes on.
    ok(&mut client, "boardsize 9");
    ok(&mut client, "play b E5");
    ok(&mut client, "genmove w");
}

fn a_pipe_that_nobody_reads_holds_no_session() {
    let (folder, _) = scratch();
    let pipe = folder.path().join("pipe.sgf");
    fifo(&pipe);
    let mut client = client(&["-o", text(&pipe)]);
    ok(&mut client, "play b D4");
    let error = fails(&mut client, &format!("printsgf {}", text(&pipe)));
    assert!(error.contains("start the reader first"), "{error}");
    ok(&mut client, "start_sgftrace");
    let error = fails(&mut client, &format!("finish_sgftrace {}", text(&pipe)));
    assert!(error.contains("start the reader first"), "{error}");
}

/// Killed eighty times: the record is the one before or the one after, complete.
fn killed_at_any_moment_the_record_is_whole() {
    let (folder, record) = scratch();
    assert_eq!(run(&mut solo(&record)).status, Some(0));
    let begin = Instant::now();
    assert_eq!(run(&mut solo(&record)).status, Some(0));
    let longest = begin.elapsed();
    let mut killed = 0;
    for round in 0..80u32 {
        let mut command = solo(&record);
        let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let mut child = child.expect("it starts");
        // All moments occur, in whatever order.
        std::thread::sleep(longest.mul_f64(f64::from(round * 37 % 80) / 80.0));
        child.kill().expect("a process");
        killed += usize::from(!child.wait().expect("it ends").success());
        let bytes = std::fs::read(&record).expect("a record");
        let parsed = katachi_sgf::parse(&bytes).expect("a whole record");
        assert!(
            parsed.warnings.is_empty() && bytes.ends_with(b")\n"),
            "round {round}"
        );
    }
    assert!(
        killed > 20,
        "only {killed} of 80 were killed before they were done"
    );
    // The next game removes what they left.
    assert_eq!(run(&mut solo(&record)).status, Some(0));
    assert_eq!(folder.path().read_dir().expect("a folder").count(), 1);
}

fn records_that_are_no_files_are_refused() {
    let (folder, _) = scratch();
    let pipe = folder.path().join("pipe");
    fifo(&pipe);
    let mut command = katachi(&["-l", "/dev/zero"]);
    let ended = run(&mut command);
    assert_eq!(ended.status, Some(1));
    assert!(ended.stderr.contains("found a device"), "{}", ended.stderr);
    // Pipes are read, but not for ever.
    let mut endless = Command::new("sh")
        .args(["-c", "exec cat /dev/zero > \"$0\""])
        .arg(&pipe)
        .spawn()
        .expect("a shell");
    let ended = run(&mut katachi(&["-l", text(&pipe)]));
    let _ = endless.kill();
    let _ = endless.wait();
    assert_eq!(ended.status, Some(1));
    assert!(ended.stderr.contains("at most 64 MiB"), "{}", ended.stderr);
    // The user sets the limit.
    let zero = std::fs::File::open("/dev/zero").expect("zeros");
    let mut command = katachi(&["-l", "-"]);
    command.env("KATACHI_INPUT_LIMIT", "1");
    let ended = run_with(&mut command, zero.into(), Stdio::piped(), Stdio::piped());
    assert_eq!(ended.status, Some(1));
    assert!(ended.stderr.contains("at most 1 MiB"), "{}", ended.stderr);
}

fn a_session_loads_only_files() {
    let (folder, record) = scratch();
    std::fs::write(&record, RECORD).expect("a record");
    let pipe = folder.path().join("pipe.sgf");
    fifo(&pipe);
    let source = folder.path().join("pipe.db");
    fifo(&source);
    let large = folder.path().join("large.sgf");
    let hole = std::fs::File::create(&large).expect("a file");
    hole.set_len(65 << 20).expect("a hole");
    let mut client = client(&[]);
    let mut refused = |command: &str, reason: &str| {
        let error = fails(&mut client, command);
        assert!(error.contains(reason), "{command}: {error}");
    };
    refused("loadsgf -", "found standard input");
    refused("loadsgf /dev/zero", "found a device");
    refused(&format!("loadsgf {}", text(&pipe)), "found a pipe");
    refused(
        &format!("loadsgf {}", text(folder.path())),
        "found a folder",
    );
    refused(&format!("loadsgf {}", text(&large)), "at most 64 MiB");
    refused(
        &format!("katachi-load_patterns {}", text(&source)),
        "found a pipe",
    );
    assert_eq!(
        ok(&mut client, &format!("loadsgf {}", text(&record))),
        "white"
    );
}

/// Forty lines of 20 MB each, while the engine searches and reads ahead.
fn long_lines_cost_little() {
    let mut command = katachi(&["gtp", "--monte-carlo", "--move-time", "2", "--memory", "64"]);
    let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut child = child.expect("it starts");
    let process = child.id();
    let mut input = child.stdin.take().expect("a pipe");
    input
        .write_all(b"boardsize 9\ngenmove b\n")
        .expect("written");
    let mut line = vec![b'x'; 20 << 20];
    line.push(b'\n');
    for _ in 0..40 {
        input.write_all(&line).expect("written");
    }
    input.write_all(b"7 name\n").expect("written");
    let status = std::fs::read_to_string(format!("/proc/{process}/status"));
    drop(input);
    let ended = wait(child);
    assert_eq!(
        ended.stdout.matches("expected a line of at most").count(),
        40
    );
    assert!(ended.stdout.contains("=7 Katachi"), "{}", ended.stdout);
    let status = status.expect("the process was there");
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let peak = peak.and_then(|rest| rest.trim().strip_suffix("kB"));
    let peak: usize = peak
        .and_then(|text| text.trim().parse().ok())
        .expect("a size");
    assert!(peak < 300_000, "{peak} kB at most");
}

fn complaints_that_nobody_hears_end_nothing() {
    let (folder, _) = scratch();
    let source = folder.path().join("mine.db");
    let pattern =
        |name: &str| format!("attribute_map general\n\nPattern {name}\n\nXO*\n\n:8,-,value(20)\n");
    std::fs::write(&source, pattern("One")).expect("a source");
    let mut command = katachi(&["gtp", "--watch", "--patterns", text(&source)]);
    command.env("KATACHI_CACHE", folder.path().join("cache"));
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(full())
        .spawn()
        .expect("it starts");
    let mut input = child.stdin.take().expect("a pipe");
    let mut output = std::io::BufReader::new(child.stdout.take().expect("a pipe"));
    let mut ask = |command: &str| {
        use std::io::BufRead;
        writeln!(input, "{command}").expect("it listens");
        let mut reply = String::new();
        while !reply.ends_with("\n\n") {
            let count = output.read_line(&mut reply).expect("it answers");
            assert!(count > 0, "{command}: it has ended: {reply}");
        }
        reply
    };
    assert_eq!(ask("echo_err text"), "= text\n\n");
    assert_eq!(ask("dump_stack"), "= \n\n");
    let mut fingerprint = ask("katachi-list_patterns");
    for (round, name) in ["Two", "broken", "Three"].into_iter().enumerate() {
        let text = if round == 1 {
            "nonsense".to_owned()
        } else {
            pattern(name)
        };
        std::fs::write(&source, text).expect("an edit");
        if round == 1 {
            std::thread::sleep(Duration::from_millis(500));
            continue;
        }
        let begin = Instant::now();
        let before = fingerprint.clone();
        while fingerprint == before {
            assert!(
                begin.elapsed() < Duration::from_secs(30),
                "{name} is not loaded"
            );
            std::thread::sleep(Duration::from_millis(10));
            fingerprint = ask("katachi-list_patterns");
        }
    }
    assert_eq!(ask("quit"), "= \n\n");
    assert!(child.wait().expect("it ends").success());
}

fn a_vertex_is_looked_for_in_a_piped_record() {
    let mut command = katachi(&["-l", "-", "-L", "G3"]);
    let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut child = child.expect("it starts");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(RECORD.as_bytes()).expect("written");
    drop(input);
    let ended = wait(child);
    assert!(ended.stdout.starts_with("black (X) move "), "{ended:?}");
}

fn a_cache_must_be_a_folder() {
    let (_folder, file) = scratch();
    std::fs::write(&file, "").expect("a file");
    for (value, found) in [("", "found nothing"), (text(&file), "found something else")] {
        let mut command = program(&["doctor"]);
        let ended = run(command.env("KATACHI_CACHE", value));
        assert_eq!(ended.status, Some(1), "{}", ended.stdout);
        let expected = format!("KATACHI_CACHE: expected a folder, {found}");
        assert!(
            ended.stderr.contains(&expected) && ended.stderr.contains("unset it"),
            "{}",
            ended.stderr
        );
    }
}

fn a_list_leads_nowhere_else() {
    let (folder, _) = scratch();
    let inside = folder.path().join("inside");
    std::fs::create_dir(&inside).expect("a folder");
    std::fs::write(
        folder.path().join("shapes.db"),
        "Pattern A\n\nXO*\n\n:8,-\n",
    )
    .expect("written");
    let mut client = client(&[]);
    for entry in [
        "name = 'shapes'\nrole = 'patterns'\nsources = ['../shapes.db']",
        "name = '../shapes'\nrole = 'patterns'",
    ] {
        let list = format!("[[database]]\n{entry}\n");
        std::fs::write(inside.join("databases.toml"), list).expect("written");
        let error = fails(
            &mut client,
            &format!("katachi-load_patterns {}", text(&inside)),
        );
        assert!(error.contains("databases.toml:1:1: expected a"), "{error}");
        let ended = run(&mut program(&["build", text(&inside)]));
        assert_eq!(ended.status, Some(1), "{}", ended.stdout);
    }
    assert!(!folder.path().join("shapes.kpat").exists());
}

fn a_small_disk_is_named() {
    let (folder, _) = scratch();
    let disk = folder.path().join("disk");
    std::fs::create_dir(&disk).expect("a folder");
    let _mounted = SmallDisk::mount(&disk, 64).expect("mounted");
    std::fs::write(disk.join("filler"), vec![0; 60 << 10]).expect("room for that");
    // A record is there already and stays.
    let old = disk.join("game.sgf");
    std::fs::write(&old, RECORD).expect("room for that");
    let _ = std::fs::write(disk.join("more"), vec![0; 4 << 10]);
    let ended = run(&mut solo(&old));
    assert_eq!(ended.status, Some(1), "{}", ended.stderr);
    assert!(
        ended.stderr.contains("No space left on device"),
        "{}",
        ended.stderr
    );
    assert_eq!(std::fs::read_to_string(&old).expect("the old one"), RECORD);

    let sources = folder.path().join("sources");
    std::fs::create_dir(&sources).expect("a folder");
    std::fs::write(sources.join("mine.db"), "Pattern A\n\nXO*\n\n:8,-\n").expect("written");
    let ended = run(&mut program(&[
        "build",
        text(&sources),
        "--into",
        text(&disk),
    ]));
    assert_eq!(ended.status, Some(1));
    for part in [
        "cannot write",
        "mine.kpat",
        "No space left on device",
        "Make room",
    ] {
        assert!(ended.stderr.contains(part), "{part}: {}", ended.stderr);
    }
    assert!(!ended.stderr.contains("have mistakes"), "{}", ended.stderr);
    let left: Vec<_> = disk.read_dir().expect("a folder").flatten().collect();
    assert!(
        left.iter()
            .all(|entry| !entry.file_name().to_string_lossy().starts_with('.')),
        "{left:?}"
    );
}
