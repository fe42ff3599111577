//! Times from a user's view, as medians over many rounds: from the start to the first GTP reply,
//! for us and GNU Go in turn; from an edited pattern to the answer of the running engine, with the
//! shipped databases and with GNU Go's; and for building all databases. GNU Go's are all of its
//! `.db` and `.dbz` files: patterns, eye shapes, Monte Carlo rules, books.
//!
//! `cargo bench -p katachi --bench latency`
#![allow(clippy::print_stdout, reason = "it prints its measurements")]

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use katachi_gtp::Client;
use katachi_testkit::{program, shared, workspace_root};

const ROUNDS: usize = 60;

fn main() {
    let ours = Path::new(env!("CARGO_BIN_EXE_katachi"));
    let gnugo = program("gnugo");
    let (mut we, mut they) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        we.push(first_reply(ours, &["gtp"]));
        if let Ok(gnugo) = &gnugo {
            they.push(first_reply(gnugo, &["--mode", "gtp", "--quiet"]));
        }
    }
    report("start to first reply", &mut we);
    match gnugo {
        Ok(_) => {
            report("  gnugo 3.8", &mut they);
            println!("  ratio of medians    {:.2}", median(&we) / median(&they));
        }
        Err(reason) => println!("  gnugo 3.8           not measured: {reason}"),
    }
    let shipped = workspace_root().join("patterns");
    report(
        "edited pattern, reload",
        &mut reloads(&shipped, "shapes.db"),
    );
    match shared("data/games/pro19/kisei.tgz") {
        Ok(games) => {
            let (mut shown, mut thought, mut more) = terms(&shipped, &games);
            report("edited shape, reasons", &mut shown);
            report("  one think", &mut thought);
            report("  what the edit adds", &mut more);
        }
        Err(reason) => println!("an edited shape is not measured: {reason}"),
    }
    for name in ["mc_mogo_classic.db", "mc_katachi.db", "learned rules"] {
        let text = std::fs::read_to_string(shipped.join(name)).unwrap_or_else(|_| many_rules());
        let (mut loaded, mut chosen) = swaps(&text);
        report(&format!("{name}, load"), &mut loaded);
        report("  back by its name", &mut chosen);
    }
    match shared("peer/gnugo-3.8/patterns") {
        Ok(peer) => with_peer(ours, &peer),
        Err(reason) => println!("the peer's databases are not measured: {reason}"),
    }
}

/// The times for an author of GNU Go's databases.
fn with_peer(ours: &Path, peer: &Path) {
    report("patterns.db, one line", &mut reloads(peer, "patterns.db"));
    let folder = copy(peer);
    let files = folder.path().read_dir().expect("a folder").flatten();
    let is_source = |path: &Path| path.extension().is_some_and(|e| e == "db" || e == "dbz");
    let count = files.filter(|file| is_source(&file.path())).count();
    println!("all databases are {count}");
    let cache = folder.path().join("cache");
    let patterns = folder.path().display().to_string();
    let start = || {
        let mut command = Command::new(ours);
        (command.args(["gtp", "--quiet", "--patterns", &patterns])).env("KATACHI_CACHE", &cache);
        command
    };
    // One run first, to fill the cache.
    let mut clients = [start(), start()].map(|mut command| {
        let mut client = Client::start(&mut command).expect("it starts");
        client.send("genmove black").expect("a reply");
        (client.process_id(), client)
    });
    memory(&clients.each_ref().map(|(id, _)| *id));
    for (_, client) in &mut clients {
        let _ = client.send("quit");
    }
    let (mut we, mut they) = (Vec::new(), Vec::new());
    let gnugo = program("gnugo");
    for _ in 0..ROUNDS {
        we.push(reply_of(start()));
        if let Ok(gnugo) = &gnugo {
            they.push(first_reply(gnugo, &["--mode", "gtp", "--quiet"]));
        }
    }
    report("start, all databases", &mut we);
    if gnugo.is_ok() {
        report("  gnugo 3.8", &mut they);
        println!("  ratio of medians    {:.2}", median(&we) / median(&they));
    }
    for (what, arguments) in [
        ("build, one thread", &["--force", "--jobs", "1"][..]),
        ("build, two threads", &["--force", "--jobs", "2"]),
        ("build, unchanged", &["--jobs", "1"]),
    ] {
        let mut times: Vec<f64> = (0..15)
            .map(|_| {
                let mut command = Command::new(ours);
                let began = Instant::now();
                let output = (command.arg("build").arg(folder.path()).args(arguments)).output();
                assert!(output.expect("it runs").status.success());
                millis(began.elapsed())
            })
            .collect();
        report(what, &mut times);
    }
}

/// The memory of some processes by `smaps`: in all, and of mapped images.
fn memory(processes: &[u32]) {
    for process in processes {
        let Ok(text) = std::fs::read_to_string(format!("/proc/{process}/smaps")) else {
            println!("memory               not measured: this system has no smaps");
            return;
        };
        let (mut rss, mut images, mut private) = (0, 0, 0);
        let mut is_image = false;
        for line in text.lines() {
            let kilobytes = || -> u64 {
                (line.split_whitespace().nth(1)).map_or(0, |word| word.parse().unwrap_or(0))
            };
            if line.contains('-') && !line.starts_with(char::is_uppercase) {
                is_image = Path::new(line)
                    .extension()
                    .is_some_and(|ending| ending == "kpat");
            } else if line.starts_with("Rss:") {
                rss += kilobytes();
                images += if is_image { kilobytes() } else { 0 };
            } else if line.starts_with("Private_") && is_image {
                private += kilobytes();
            }
        }
        println!(
            "process after genmove  {rss} kB resident, of it images {images} kB, private {private} kB"
        );
    }
}

fn reply_of(mut command: Command) -> f64 {
    let began = Instant::now();
    let mut child = (command.stdin(Stdio::piped()).stdout(Stdio::piped()))
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(b"name\n").expect("it reads");
    let mut line = String::new();
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    output.read_line(&mut line).expect("it answers");
    let time = began.elapsed();
    assert!(line.starts_with('='), "{line}");
    drop(input);
    child.wait().expect("it ends");
    millis(time)
}

fn first_reply(program: &Path, arguments: &[&str]) -> f64 {
    let mut command = Command::new(program);
    command.args(arguments);
    reply_of(command)
}

/// A copy of a folder's databases.
fn copy(databases: &Path) -> tempfile::TempDir {
    let folder = tempfile::TempDir::new().expect("a folder");
    for file in std::fs::read_dir(databases).expect("databases") {
        let file = file.expect("a file").path();
        // Not `copy`, which takes over permissions.
        let bytes = std::fs::read(&file).expect("readable");
        std::fs::write(folder.path().join(file.file_name().expect("a name")), bytes)
            .expect("written");
    }
    folder
}

/// Copies databases, edits a value in one of them in each round, and times the command.
fn reloads(databases: &Path, edited: &str) -> Vec<f64> {
    let folder = copy(databases);
    let mut command = Command::new(env!("CARGO_BIN_EXE_katachi"));
    command.args(["gtp", "--patterns"]).arg(folder.path());
    command.env("KATACHI_CACHE", folder.path().join("cache"));
    let mut client = Client::start(&mut command).expect("it starts");
    let source = folder.path().join(edited);
    let text = std::fs::read_to_string(&source).expect("a source");
    (0..ROUNDS)
        .map(|round| {
            let edited = text.replacen("value(", &format!("value({}", 1 + round % 9), 1);
            std::fs::write(&source, format!("{edited}\n# {round}\n")).expect("an edit");
            let began = Instant::now();
            let reply = client.send("katachi-reload_patterns").expect("a reply");
            let time = began.elapsed();
            assert!(reply.is_success(), "{}", reply.text());
            millis(time)
        })
        .collect()
}

/// Edits the shape value of a pattern that fires in a game, loads the databases again, and asks for
/// the reasons of its move: the times of both commands together, of one think that remembers
/// nothing, and their differences.
fn terms(databases: &Path, games: &Path) -> (Vec<f64>, Vec<f64>, Vec<f64>) {
    let folder = copy(databases);
    let games = katachi_testkit::archived(games, "sgf").expect("games");
    let record = folder.path().join("game.sgf");
    std::fs::write(&record, games.values().next().expect("a game")).expect("written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_katachi"));
    command
        .args(["gtp", "--seed", "1", "--patterns"])
        .arg(folder.path());
    command.env("KATACHI_CACHE", folder.path().join("cache"));
    let mut client = Client::start(&mut command).expect("it starts");
    let mut timed = |line: &str| {
        let began = Instant::now();
        let reply = client.send(line).expect("a reply");
        assert!(reply.is_success(), "{line}: {}", reply.text());
        (millis(began.elapsed()), reply.text().to_owned())
    };
    timed(&format!("loadsgf {} 100", record.display()));
    // The first candidate with a pattern of a source here that has no shape value yet.
    let candidates = timed("katachi-values").1;
    let names = candidates.lines().filter_map(|line| line.split(' ').next());
    let fired = names.map(str::to_owned).find_map(|name| {
        let reasons = timed(&format!("katachi-reasons {name}")).1;
        let place = |line: &str| {
            let (file, line) = line.split(' ').find_map(|word| word.split_once(".db:"))?;
            let source = folder.path().join(format!("{file}.db"));
            Some((source, line.parse::<usize>().ok()?))
        };
        let mut places = reasons
            .lines()
            .filter(|line| !line.contains("shape("))
            .filter_map(place);
        places.next().map(|(source, line)| (name, source, line))
    });
    let (name, source, line) = fired.expect("a pattern that fires");
    let text = std::fs::read_to_string(&source).expect("a source");
    let mut times = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..ROUNDS / 3 {
        let shape = format!("shape({})", 1 + round % 9);
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let colon = lines
            .iter_mut()
            .skip(line)
            .find(|line| line.starts_with(':'));
        colon.expect("a colon line").extend([",", &shape]);
        std::fs::write(&source, lines.join("\n") + "\n").expect("an edit");
        timed("clear_cache");
        let (thought, _) = timed(&format!("katachi-reasons {name}"));
        let (reloaded, _) = timed("katachi-reload_patterns");
        let (shown, reasons) = timed(&format!("katachi-reasons {name}"));
        assert!(reasons.contains(&shape), "{shape}: {reasons}");
        times.0.push(reloaded + shown);
        times.1.push(thought);
        times.2.push(reloaded + shown - thought);
    }
    times
}

/// Rules like those learned from games: a picture for each of many neighbourhoods, with six rules
/// each.
fn many_rules() -> String {
    let mut text = String::from("?Oo\nO*O\noOo\n:0\n");
    for number in 0..900u32 {
        let cell = |place: u32| match number * 7 / 3u32.pow(place) % 3 {
            0 => '.',
            1 => 'X',
            _ => 'O',
        };
        let [a, b, c, d, e, f, g, h] = [0, 1, 2, 3, 4, 5, 6, 7].map(cell);
        text.extend([a, b, c, '\n', d, '*', e, '\n', f, g, h, '\n']);
        for (place, properties) in [
            "near,osafe,ocap1+",
            "near,osafe",
            "near",
            "far,osafe,xcap1+",
            "far,osafe",
            "far",
        ]
        .into_iter()
        .enumerate()
        {
            let weight = 1 + 97 * number + place as u32;
            text.extend([":", &weight.to_string(), ",", properties, "\n"]);
        }
    }
    text
}

/// Loads a Monte Carlo database that was just edited, and returns to another one by name. Both
/// times last until the next move can be searched.
fn swaps(text: &str) -> (Vec<f64>, Vec<f64>) {
    let folder = tempfile::TempDir::new().expect("a folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_katachi"));
    command.args(["gtp", "--monte-carlo", "--playouts", "1"]);
    command.env("KATACHI_CACHE", folder.path().join("cache"));
    let mut client = Client::start(&mut command).expect("it starts");
    let source = folder.path().join("mc_mine.db");
    let mut time = |line: &str| {
        let began = Instant::now();
        let reply = client.send(line).expect("a reply");
        assert!(reply.is_success(), "{}", reply.text());
        millis(began.elapsed())
    };
    (0..ROUNDS)
        .map(|round| {
            std::fs::write(&source, format!("{text}\n# {round}\n")).expect("an edit");
            let loaded = time(&format!("katachi-load_patterns {}", source.display()));
            (loaded, time("katachi-mc_patterns uniform"))
        })
        .unzip()
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

fn median(times: &[f64]) -> f64 {
    let mut sorted = times.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(f64::NAN)
}

fn report(what: &str, times: &mut [f64]) {
    times.sort_by(f64::total_cmp);
    let at = |share: usize| {
        times
            .get((times.len() - 1) * share / 100)
            .copied()
            .unwrap_or(f64::NAN)
    };
    println!(
        "{what:<22} median {:6.2} ms   fastest {:6.2}   slowest {:6.2}   ({} rounds)",
        median(times),
        at(0),
        at(100),
        times.len()
    );
}
