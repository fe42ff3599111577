//! Monte Carlo play from outside: the choice of the database for random games, and analysis over
//! GTP.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use katachi_gtp::Client;
use katachi_testkit::gtp::{fails, ok};
use tempfile::TempDir;

use crate::program;

/// Rules that allow moves only where the diagram has only empty points, or nowhere.
fn rules(weight: u32) -> String {
    format!("...\n.*.\n...\n:{weight}\n%%%\n%*%\n%%%\n:0\n")
}

fn engine(arguments: &[&str], folder: &Path) -> Client {
    Client::start(&mut command(arguments, folder)).expect("the engine starts")
}

fn command(arguments: &[&str], folder: &Path) -> Command {
    let mut command = program::katachi(folder);
    command
        .args(["gtp", "--seed", "1", "--threads", "1"])
        .args(arguments)
        .env("XDG_DATA_HOME", folder);
    command
}

/// A file of rules in a folder.
fn write(folder: &TempDir, name: &str, text: &str) -> String {
    let path = folder.path().join(name);
    std::fs::write(&path, text).expect("written");
    path.display().to_string()
}

/// The name of the active database.
fn active(client: &mut Client) -> String {
    let list = ok(client, "katachi-mc_patterns");
    let mut marked = list.lines().filter_map(|line| line.strip_suffix(" active"));
    let name = marked.next().expect("one is active").to_owned();
    assert_eq!(marked.next(), None, "{list}");
    name
}

#[test]
fn databases_are_chosen_by_name_and_loaded_between_moves() {
    let folder = TempDir::new().expect("a folder");
    let few = ["--monte-carlo", "--playouts", "50"];
    let mut client = engine(&few, folder.path());
    ok(&mut client, "boardsize 5");
    let before = ok(&mut client, "katachi-list_patterns");
    let first = active(&mut client);
    assert!(before.contains(", used in random games"), "{before}");
    ok(&mut client, "genmove b");
    for name in ["uniform", "mc_mogo_classic", "mc_uniform"] {
        ok(&mut client, &format!("katachi-mc_patterns {name}"));
        assert!(active(&mut client).ends_with(name));
        ok(&mut client, "reg_genmove w");
    }
    let message = fails(&mut client, "katachi-mc_patterns sharp");
    assert!(message.contains("uniform, found sharp"), "{message}");
    assert_eq!(active(&mut client), "mc_uniform");

    // A user's file is added to the others.
    let mine = write(&folder, "mc_mine.db", &rules(7));
    let list = ok(&mut client, &format!("katachi-load_patterns {mine}"));
    assert_eq!(list.lines().count(), before.lines().count() + 1, "{list}");
    assert!(list.ends_with("used in random games"), "{list}");
    assert_eq!(active(&mut client), "mc_mine");
    ok(&mut client, "reg_genmove w");
    // Reloading finds the changed file; a mistake in it changes nothing.
    write(&folder, "mc_mine.db", ":7\n");
    let message = fails(&mut client, "katachi-reload_patterns");
    assert!(message.contains("mc_mine.db:1:1"), "{message}");
    write(&folder, "mc_mine.db", &rules(8));
    let list = ok(&mut client, "katachi-reload_patterns");
    assert_eq!(list.lines().count(), before.lines().count() + 1, "{list}");
    assert_eq!(active(&mut client), "mc_mine");
    // A file with a known name replaces that database.
    let other = write(&folder, "mc_uniform.db", &rules(9));
    let list = ok(&mut client, &format!("katachi-load_patterns {other}"));
    assert_eq!(list.lines().count(), before.lines().count() + 1, "{list}");
    assert_eq!(active(&mut client), "mc_uniform");
    ok(&mut client, &format!("katachi-mc_patterns {first}"));
    // A whole set replaces all; the built-in ones remain available.
    let shapes = "attribute_map general\n\nPattern A\n\nO*\n\n:8,-,value(5)\n";
    let shapes = write(&folder, "mine.db", shapes);
    let list = ok(&mut client, &format!("katachi-load_patterns {shapes}"));
    assert!(!list.contains("random games"), "{list}");
    assert_eq!(active(&mut client), first);
    ok(&mut client, "reg_genmove w");
}

#[test]
fn options_name_databases() {
    let folder = TempDir::new().expect("a folder");
    let run = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_katachi"))
            .args(arguments)
            .env("KATACHI_CACHE", folder.path().join("cache"))
            .stdin(Stdio::null())
            .output();
        let output = output.expect("it runs");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
        (
            output.status.code(),
            text(output.stdout),
            text(output.stderr),
        )
    };
    let mine = write(&folder, "mc_mine.db", &rules(7));
    let (code, names, _) = run(&["--mc-list-patterns"]);
    assert_eq!(code, Some(0));
    assert!(names.lines().any(|name| name == "uniform"), "{names}");
    let (_, more, _) = run(&["--mc-list-patterns", "--mc-load-patterns", &mine]);
    assert_eq!(more.lines().count(), names.lines().count() + 1, "{more}");
    let uniform = ["--monte-carlo", "--mc-patterns", "uniform"];
    let mut client = engine(&uniform, folder.path());
    assert_eq!(active(&mut client), "mc_uniform");
    let mut client = engine(&["--mc-load-patterns", &mine], folder.path());
    assert_eq!(active(&mut client), "mc_mine");
    let mut both = vec!["--mc-load-patterns", &mine];
    both.extend(["--monte-carlo", "--mc-patterns", "mc_uniform"]);
    assert_eq!(active(&mut engine(&both, folder.path())), "mc_uniform");
    let strange = write(&folder, "mine.db", &rules(7));
    for (file, expected) in [
        (
            &strange,
            "expected Monte Carlo rules (mc_NAME.db), found a database of the role patterns",
        ),
        (&write(&folder, "mc_bad.db", ":x\n"), "mc_bad.db:1:1"),
    ] {
        let (code, _, error) = run(&["--mc-load-patterns", file]);
        assert_eq!(code, Some(1), "{error}");
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn a_database_that_is_watched_comes_into_force_when_it_is_saved() {
    let folder = TempDir::new().expect("a folder");
    let mine = write(&folder, "mc_mine.db", &rules(7));
    let arguments = ["--watch", "--mc-load-patterns", &mine];
    let mut client = engine(&arguments, folder.path());
    let line = |client: &mut Client| {
        let list = ok(client, "katachi-list_patterns");
        let line = list
            .lines()
            .find(|line| line.contains("used in random games"));
        line.expect("one is used").to_owned()
    };
    let first = line(&mut client);
    assert!(first.starts_with("mc_mine role monte_carlo"), "{first}");
    write(&folder, "mc_mine.db", &rules(8));
    let began = Instant::now();
    while line(&mut client) == first {
        assert!(began.elapsed() < Duration::from_secs(10), "nothing happens");
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(active(&mut client), "mc_mine");
}

/// Every weight is 0: random games end at once, and the engine plays by its other knowledge.
#[test]
fn a_database_that_plays_nothing_harms_nothing() {
    let folder = TempDir::new().expect("a folder");
    let nothing = write(&folder, "mc_nothing.db", "%%%\n%*%\n%%%\n:0\n");
    let arguments = [
        "--monte-carlo",
        "--playouts",
        "200",
        "--mc-load-patterns",
        &nothing,
    ];
    let mut client = engine(&arguments, folder.path());
    ok(&mut client, "boardsize 5");
    for color in ["b", "w", "b", "w"] {
        let answer = ok(&mut client, &format!("genmove {color}"));
        assert!(!answer.is_empty());
    }
    ok(&mut client, "final_score");
}

#[test]
fn one_thread_and_a_number_of_games_give_the_same_game() {
    let folder = TempDir::new().expect("a folder");
    let game = || {
        let mut client = engine(&["--monte-carlo", "--playouts", "300"], folder.path());
        ok(&mut client, "boardsize 7");
        let moves = (0..12).map(|number| {
            let color = if number % 2 == 0 { "b" } else { "w" };
            ok(&mut client, &format!("genmove {color}"))
        });
        let moves: Vec<String> = moves.collect();
        (
            moves,
            ok(&mut client, "move_probabilities"),
            ok(&mut client, "top_moves"),
        )
    };
    let first = game();
    assert_eq!(first, game());
    let shares = first.1.lines().map(|line| {
        let share = line.split(' ').nth(1).expect("a share");
        share.parse::<f64>().expect("a number")
    });
    let sum: f64 = shares.sum();
    assert!((0.5..=1.01).contains(&sum), "{sum}: {}", first.1);
}

#[test]
fn patterns_are_explained_in_points_whoever_decides() {
    let folder = TempDir::new().expect("a folder");
    let matches = |mode: &[&str]| {
        let mut client = engine(mode, folder.path());
        ok(&mut client, "boardsize 9");
        ok(&mut client, "play b e5");
        let proposed = ok(&mut client, "top_moves_white");
        let matches =
            ["c5", "d4", "e6"].map(|at| ok(&mut client, &format!("katachi-matches {at}")));
        (proposed, matches)
    };
    let by_patterns = matches(&[]);
    let by_search = matches(&["--monte-carlo", "--playouts", "100"]);
    assert_eq!(by_patterns.1, by_search.1);
    assert_ne!(by_patterns.0, by_search.0);
}

#[test]
fn the_weights_of_moves_have_rule_file_and_line() {
    let folder = TempDir::new().expect("a folder");
    let mut client = engine(&[], folder.path());
    ok(&mut client, "boardsize 5");
    let mine = write(&folder, "mc_mine.db", &rules(7));
    ok(&mut client, &format!("katachi-load_patterns {mine}"));
    ok(&mut client, "play b a1");
    let text = ok(&mut client, "katachi-mc_moves w");
    assert_eq!(text.lines().count(), 24, "{text}");
    let (heavy, light): (Vec<&str>, Vec<&str>) = text
        .lines()
        .partition(|line| line.ends_with(" 7 :7 mc_mine.db:4"));
    assert_eq!(heavy.len(), 8, "the inner points but B2: {text}");
    assert!(text.starts_with(heavy[0]), "{text}");
    assert!(
        light
            .iter()
            .all(|line| line.ends_with(" 0 :0 mc_mine.db:8"))
    );
    let json = ok(&mut client, "katachi-mc_moves --json w");
    assert!(json.contains(r#""weight":7,"near":false,"rule":":7","file":"mc_mine.db","line":4"#));
    ok(&mut client, "katachi-mc_patterns uniform");
    assert!(ok(&mut client, "katachi-mc_moves w").contains(" - mc_uniform.db"));
}

/// Clocks reach zero in the last second of every game, since GTP counts whole seconds.
#[test]
fn a_move_comes_when_the_clock_shows_nothing() {
    let folder = TempDir::new().expect("a folder");
    for mode in [&["--monte-carlo"][..], &[]] {
        for (size, clock) in [
            (9, "time_left w 0 0"),
            (19, "time_left w 0 0"),
            (9, "time_settings 0 0 0"),
            (9, "kgs-time_settings absolute 0"),
        ] {
            let mut client = engine(mode, folder.path());
            ok(&mut client, &format!("boardsize {size}"));
            ok(&mut client, "play b c4");
            ok(&mut client, clock);
            let answer = ok(&mut client, "genmove w");
            assert!(
                answer != "PASS" && answer != "resign",
                "{mode:?} {clock}: {answer}"
            );
        }
    }
}

/// Talks to an engine line by line.
struct Talk {
    child: std::process::Child,
    lines: std::io::Lines<BufReader<std::process::ChildStdout>>,
}

impl Talk {
    fn new(arguments: &[&str], folder: &Path) -> Self {
        let mut command = command(arguments, folder);
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("it starts");
        let output = child.stdout.take().expect("a pipe");
        Self {
            child,
            lines: BufReader::new(output).lines(),
        }
    }

    fn send(&mut self, line: &str) {
        let input = self.child.stdin.as_mut().expect("a pipe");
        writeln!(input, "{line}").expect("it listens");
    }

    fn line(&mut self) -> String {
        self.lines.next().expect("a line").expect("text")
    }

    /// The rest of a reply.
    fn rest(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.line();
            if line.is_empty() {
                return lines;
            }
            lines.push(line);
        }
    }

    fn ask(&mut self, command: &str) -> String {
        self.send(command);
        self.rest().join("\n")
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The words of a line by their keys, for the first move.
fn value<'a>(line: &'a str, key: &str) -> &'a str {
    let mut words = line.split(' ').skip_while(|word| *word != key);
    words.nth(1).unwrap_or_default()
}

#[test]
fn analysis_goes_on_until_the_next_line() {
    let folder = TempDir::new().expect("a folder");
    for mode in [&["--monte-carlo"][..], &[]] {
        let mut talk = Talk::new(mode, folder.path());
        assert_eq!(talk.ask("boardsize 5"), "= ");
        for (number, (command, interruption)) in [
            ("analyze b 5", "name"),
            ("lz-analyze 5 minmoves 1", "# a comment"),
            (
                "kata-analyze w interval 5 rootInfo true ownership true noise 0.1",
                "",
            ),
            ("lz-analyze B 5 avoid b C3,c2 1 allow w pass 1", "name"),
        ]
        .into_iter()
        .enumerate()
        {
            talk.send(&format!("{number} {command}"));
            assert_eq!(talk.line(), format!("={number}"));
            let mut visits = 0;
            for _ in 0..3 {
                let line = talk.line();
                let now = value(&line, "visits").parse::<u32>().expect("visits");
                assert!(now >= visits, "{line}");
                visits = now;
                assert!(line.starts_with("info move "), "{line}");
                assert_eq!(value(&line, "order"), "0", "{line}");
                assert_eq!(value(&line, "pv"), value(&line, "move"), "{line}");
                let share: f64 = value(&line, "winrate").parse().expect("a number");
                if command.starts_with("kata") {
                    assert!((0.0..=1.0).contains(&share), "{line}");
                    let owners = line.split_once(" ownership ").expect("owners").1;
                    assert_eq!(owners.split(' ').count(), 25);
                    assert!(line.contains(" rootInfo visits "), "{line}");
                } else {
                    assert!((0.0..=10_000.0).contains(&share), "{line}");
                }
                if command.contains("avoid") {
                    assert!(
                        !line.contains("move C3") && !line.contains("move C2"),
                        "{line}"
                    );
                }
            }
            talk.send(interruption);
            talk.rest();
            if interruption == "name" {
                assert_eq!(talk.rest(), ["= Katachi"]);
            }
        }
        assert_eq!(
            talk.ask("kata-analyze b maxmoves many"),
            "? syntax error: expected a number of moves after maxmoves, found `many`"
        );
        assert_eq!(talk.ask("list_stones black"), "= ");
    }
}

#[test]
fn moves_are_played_while_somebody_looks_on() {
    let folder = TempDir::new().expect("a folder");
    // 6x6: no book has it.
    let mut talk = Talk::new(&["--monte-carlo", "--move-time", "0.2"], folder.path());
    talk.ask("boardsize 6");
    for (command, color) in [
        ("genmove_analyze b 5", "black"),
        ("lz-genmove_analyze w interval 5", "white"),
        ("kata-genmove_analyze B 5 ownership true", "black"),
        ("cgos-genmove_analyze W", "white"),
    ] {
        talk.send(&format!("3 {command}"));
        let mut lines = talk.rest();
        assert_eq!(lines.remove(0), "=3");
        let last = lines.pop().expect("a move");
        let vertex = last.strip_prefix("play ").expect("a move");
        assert_eq!(talk.ask(&format!("color {vertex}")), format!("= {color}"));
        if command.starts_with("cgos") {
            assert_eq!(lines.len(), 1);
            assert!(lines[0].starts_with("{\"visits\":"), "{lines:?}");
        } else {
            assert!(!lines.is_empty());
            assert!(lines.iter().all(|line| line.starts_with("info move ")));
            let best = value(lines.last().expect("a line"), "move");
            assert_eq!(best, vertex);
        }
    }
    assert_eq!(
        talk.ask("genmove_analyze 5"),
        "? invalid color: expected black or white, found `5`"
    );
    // Patterns alone report no search, and still play.
    let mut talk = Talk::new(&[], folder.path());
    talk.ask("boardsize 6");
    talk.send("lz-genmove_analyze b 5");
    let lines = talk.rest();
    assert!(
        lines.len() == 2 && lines[1].starts_with("play "),
        "{lines:?}"
    );
}

#[test]
fn pondering_ends_when_the_opponent_has_moved() {
    let folder = TempDir::new().expect("a folder");
    let arguments = ["--monte-carlo", "--ponder", "--playouts", "100"];
    // A busy machine may take its time.
    let grows = [100, 400, 1600, 6400].into_iter().any(|pause| {
        let mut talk = Talk::new(&arguments, folder.path());
        talk.ask("boardsize 6");
        talk.ask("genmove b");
        std::thread::sleep(Duration::from_millis(pause));
        // The tree from the opponent's time has grown; the analysis uses it, too.
        talk.send("lz-analyze w 1");
        assert_eq!(talk.line(), "=");
        let line = talk.line();
        let visits = (line.split("info ").skip(1))
            .map(|one| value(one, "visits").parse::<u32>().expect("visits"))
            .sum::<u32>();
        talk.send("play w pass");
        talk.rest();
        assert_eq!(talk.rest(), ["= "]);
        assert!(talk.ask("genmove b").starts_with("= "));
        visits > 1000
    });
    assert!(grows, "no thoughts about the opponent's moves");
}
