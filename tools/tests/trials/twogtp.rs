//! Tests of `twogtp`: matches of fake engines of every behaviour, and of GNU Go against itself,
//! killed and resumed.
//!
//! `KATACHI_MATCH_GAMES=200` sets the length of GNU Go's match.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use katachi_testkit::{Need, Trial, node_packages, program, trial, workspace_root};
use katachi_tools::game::verdict;
use katachi_tools::table::{Row, read_rows};
use libtest_mimic::Failed;

use crate::common::command;

type Test = fn() -> Result;
type Result<T = ()> = std::result::Result<T, Failed>;

pub fn trials() -> Vec<Trial> {
    let trials: [(&str, Test); 16] = [
        ("a_match_is_played", a_match_is_played),
        ("faults_lose_and_the_match_goes_on", faults_lose),
        ("time_outs_lose", time_outs_lose),
        ("scores_that_differ", scores_that_differ),
        ("a_referee_decides", a_referee_decides),
        ("the_move_limit_ends_a_game", the_move_limit_ends_a_game),
        ("openings_are_kept", openings_are_kept),
        ("engines_receive_the_rules", engines_receive_the_rules),
        ("handicaps", handicaps),
        ("each_game_has_its_own_number", each_game_has_its_own_number),
        ("a_killed_match_goes_on", a_killed_match_goes_on),
        (
            "a_stopped_match_says_how_to_go_on",
            a_stopped_match_says_how_to_go_on,
        ),
        ("a_test_ends_the_match", a_test_ends_the_match),
        (
            "what_cannot_be_played_is_an_error",
            what_cannot_be_played_is_an_error,
        ),
        (
            "numbers_that_nobody_can_mean_are_refused",
            numbers_that_nobody_can_mean_are_refused,
        ),
        ("other_terms_are_refused", other_terms_are_refused),
    ];
    let mut trials: Vec<Trial> = (trials.into_iter())
        .map(|(name, test)| Trial::test(name, test))
        .collect();
    let need: Need<(PathBuf, PathBuf)> =
        program("gnugo").and_then(|gnugo| Ok((gnugo, node_packages(&["@sabaki/sgf@3.4.7"])?)));
    trials.push(trial(
        "gnugo_against_itself_killed_twice",
        need,
        |(gnugo, packages)| gnugo_killed_twice(&gnugo, &packages),
    ));
    trials
}

/// A match in a folder of its own.
struct Match {
    folder: tempfile::TempDir,
    arguments: Vec<String>,
}

impl Match {
    fn new(black: &str, white: &str, options: &str) -> Result<Self> {
        let mut arguments = vec!["--black".to_owned(), command(black, "1")];
        arguments.extend(["--white".to_owned(), command(white, "2")]);
        arguments.extend("--size 7 --komi 0 --prefix m".split(' ').map(str::to_owned));
        arguments.extend(options.split_whitespace().map(str::to_owned));
        let folder = tempfile::tempdir()?;
        Ok(Self { folder, arguments })
    }

    fn start(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_twogtp"));
        command
            .args(&self.arguments)
            .current_dir(self.folder.path());
        command.stdin(Stdio::null());
        command
    }

    /// Runs the match to a successful end; returns its output.
    fn run(&self) -> Result<String> {
        let output = self.start().output()?;
        if !output.status.success() {
            return Err(format!("{}\n{}", output.status, all_text(&output)).into());
        }
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// Runs the match to a failure; returns the message.
    fn fail(&self) -> Result<String> {
        let output = self.start().output()?;
        if output.status.code() != Some(1) {
            return Err(format!("{}\n{}", output.status, all_text(&output)).into());
        }
        Ok(String::from_utf8_lossy(&output.stderr).into_owned())
    }

    fn table(&self) -> PathBuf {
        self.folder.path().join("m.dat")
    }

    /// The rows, ordered by game.
    fn rows(&self) -> Result<Vec<Row>> {
        let mut rows = read_rows(&self.table())?;
        rows.sort_by_key(|row| row.game);
        Ok(rows)
    }

    fn record(&self, game: usize) -> Result<String> {
        Ok(std::fs::read_to_string(
            self.folder.path().join(format!("m-{game}.sgf")),
        )?)
    }

    /// Starts the match and sends this signal as soon as the table has this many rows.
    fn interrupt(&self, rows: usize, signal: &str) -> Result<Output> {
        let mut running = self.start();
        let child = running
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        // One line for each row, after a header of at least 19 lines.
        let lines = || std::fs::read_to_string(self.table()).map_or(0, |text| text.lines().count());
        let header = 19;
        for _ in 0..600_000 {
            if lines() >= header + rows {
                break;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        let sent = Command::new("kill")
            .args([signal, &child.id().to_string()])
            .status()?;
        assert!(sent.success());
        Ok(child.wait_with_output()?)
    }

    /// Checks that each game has one row and one readable record, and that no leftovers remain.
    fn check_files(&self, games: usize) -> Result {
        let rows = self.rows()?;
        let numbers: Vec<usize> = rows.iter().map(|row| row.game).collect();
        assert_eq!(numbers, (0..games).collect::<Vec<_>>());
        let mut expected: BTreeSet<String> =
            (0..games).map(|game| format!("m-{game}.sgf")).collect();
        expected.insert("m.dat".to_owned());
        let mut found = BTreeSet::new();
        for entry in std::fs::read_dir(self.folder.path())? {
            found.insert(entry?.file_name().to_string_lossy().into_owned());
        }
        assert_eq!(found, expected);
        for row in rows {
            let text = self.record(row.game)?;
            let parsed = katachi_sgf::parse(text.as_bytes())?;
            assert!(parsed.warnings.is_empty());
            let root = parsed.collection.roots().next().ok_or("no game")?;
            let size = root.game_info().size;
            let moves = root
                .main_line()
                .flat_map(|node| node.actions(size))
                .flatten();
            let plays = moves.filter(|action| matches!(action, katachi_sgf::Action::Play { .. }));
            assert_eq!(plays.count(), row.length, "{text}");
        }
        Ok(())
    }
}

fn all_text(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    text(&output.stdout) + &text(&output.stderr)
}

fn assert_has(text: &str, part: &str) {
    assert!(text.contains(part), "expected {part:?} in:\n{text}");
}

fn a_match_is_played() -> Result {
    let game = Match::new(
        "good",
        "good",
        "--games 6 --alternate --jobs 2 --rules japanese",
    )?;
    let summary = game.run()?;
    assert_has(&summary, "games           6\n");
    assert_has(&summary, "Elo difference");
    game.check_files(6)?;
    let rows = game.rows()?;
    for row in &rows {
        assert_eq!(row.alternated, row.game % 2 == 1);
        assert_eq!(row.black, row.white);
        assert_eq!((row.length, row.error.as_deref()), (18, None));
        assert!(
            row.cpu[0].is_some_and(|seconds| (8.9..9.1).contains(&seconds)),
            "{row:?}"
        );
    }
    let record = game.record(1)?;
    for part in [
        "PB[Fake good:2]",
        "PW[Fake good:1]",
        "RU[Japanese]",
        "KM[0]",
        "Both passed.",
    ] {
        assert_has(&record, part);
    }
    // In game 1 the first engine has White, so its row has the results with the colours exchanged.
    let colors = rows[1].black.inverse();
    assert_has(&record, &format!("RE[{colors}]"));
    // No game is left to play.
    assert_eq!(game.run()?, summary);
    Ok(())
}

fn faults_lose() -> Result {
    for (behaviour, result, message) in [
        ("crashing", "F", "exit status: 7"),
        ("babbling", "F", "I think I am winning"),
        ("cheating", "F", "illegal move"),
        ("mumbling", "F", "gave no move"),
        ("picky", "F", "I do not like this move"),
        ("resigning", "R", ""),
    ] {
        let game = Match::new(behaviour, "good", "--games 4 --alternate")?;
        let summary = game.run()?;
        assert_has(&summary, "won by second   4 (100.0 %)");
        game.check_files(4)?;
        for row in game.rows()? {
            let expected = format!("W+{result}");
            assert_eq!(row.referee.to_string(), expected, "{behaviour}");
            assert_eq!(row.error.is_some(), result == "F");
            assert_has(row.error.as_deref().unwrap_or_default(), message);
            let loser = if row.alternated { "B" } else { "W" };
            assert_has(&game.record(row.game)?, &format!("RE[{loser}+{result}]"));
        }
    }
    Ok(())
}

fn time_outs_lose() -> Result {
    let hanging = Match::new("good", "hanging", "--games 2 --move-timeout 2s")?;
    hanging.run()?;
    let sleepy = Match::new("good", "sleepy", "--time 4s")?;
    sleepy.run()?;
    for game in [hanging, sleepy] {
        for row in game.rows()? {
            assert_eq!(row.black.to_string(), "B+T");
            assert_has(
                row.error.as_deref().unwrap_or_default(),
                "white: the engine",
            );
        }
    }
    let game = Match::new("good", "good", "--time 10m+30s/5")?;
    game.run()?;
    assert_has(&game.record(0)?, "TM[600]OT[5/30 Canadian]");
    Ok(())
}

fn scores_that_differ() -> Result {
    let game = Match::new("good", "boaster", "--games 3")?;
    let summary = game.run()?;
    assert_has(&summary, "scored apart    3");
    assert!(
        game.rows()?
            .iter()
            .all(|row| row.white.to_string() == "B+99.5")
    );
    // An engine that dies while scoring has not lost.
    let game = Match::new("good", "mute", "--games 2")?;
    game.run()?;
    for row in game.rows()? {
        assert_eq!(row.white.to_string(), "?");
        assert_ne!(row.black.to_string(), "?");
        assert_has(
            row.error.as_deref().unwrap_or_default(),
            "white did not score the game",
        );
    }
    Ok(())
}

fn a_referee_decides() -> Result {
    let mut game = Match::new("good", "good", "--games 3")?;
    game.arguments
        .extend(["--referee".to_owned(), command("boaster", "3")]);
    assert_has(&game.run()?, "won by first    3 (100.0 %)");
    assert!(
        game.rows()?
            .iter()
            .all(|row| row.referee.to_string() == "B+99.5")
    );
    // Without a working referee, the players' scores count.
    let mut game = Match::new("good", "good", "--games 2")?;
    game.arguments
        .extend(["--referee".to_owned(), command("mute", "3")]);
    assert_has(&game.run()?, "no result       0");
    for row in game.rows()? {
        assert_eq!(row.referee.to_string(), "?");
        assert_has(
            row.error.as_deref().unwrap_or_default(),
            "the referee did not score",
        );
    }
    Ok(())
}

fn the_move_limit_ends_a_game() -> Result {
    let game = Match::new("endless", "endless", "--maxmoves 40")?;
    assert_has(&game.run()?, "no result       1");
    let rows = game.rows()?;
    assert_eq!(rows[0].length, 40);
    assert_has(
        rows[0].error.as_deref().unwrap_or_default(),
        "move limit of 40 reached",
    );
    Ok(())
}

fn engines_receive_the_rules() -> Result {
    // The rules that an engine received are in the row of its game; warnings are on standard error.
    let play = |black: &str, white: &str, options: &str| -> Result<(Vec<Row>, String)> {
        let game = Match::new(black, white, options)?;
        let output = game.start().output()?;
        assert!(output.status.success(), "{}", all_text(&output));
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        Ok((game.rows()?, errors))
    };
    let error = |row: &Row| row.error.clone().unwrap_or_default();
    let (rows, errors) = play("kgs-ruled", "json-ruled", "--games 2 --rules chinese")?;
    assert_eq!(errors, "");
    assert_has(&error(&rows[0]), "told kgs-rules chinese");
    // The engines stay for the next game and receive the rules again.
    assert_has(
        &error(&rows[1]),
        "told kgs-rules chinese, kgs-rules chinese",
    );
    let (rows, errors) = play("json-ruled", "good", "--rules tromp-taylor")?;
    assert_has(
        &error(&rows[0]),
        r#"told kata-set-rules {"friendlyPassOk":false,"hasButton":false,"ko":"POSITIONAL","scoring":"AREA","suicide":true,"#,
    );
    assert_eq!(errors.lines().count(), 1, "{errors}");
    assert_has(&errors, "twogtp: warning: the engine `");
    assert_has(
        &errors,
        "cannot be set to the Tromp-Taylor rules: it has no kata-set-rules, and kgs-rules knows no such rules",
    );
    // KGS has no such rules.
    let (_, errors) = play("kgs-ruled", "kgs-ruled", "--rules tromp-taylor")?;
    assert_eq!(errors.lines().count(), 2, "{errors}");
    // Once for each engine, for any number of games and jobs.
    let (_, errors) = play("good", "stubborn", "--games 6 --jobs 2 --rules chinese")?;
    assert_eq!(errors.lines().count(), 2, "{errors}");
    assert_has(&errors, "it has neither kata-set-rules nor kgs-rules");
    assert_has(&errors, r#"its kata-get-rules says {"friendlyPassOk":true"#);
    // Without rules, nothing is sent.
    let (_, errors) = play("good", "kgs-ruled", "--games 1")?;
    assert_eq!(errors, "");
    Ok(())
}

fn openings_are_kept() -> Result {
    let game = Match::new("good", "good", "--games 4 --alternate --openings o.sgf")?;
    let openings = "(;SZ[7](;B[cc];W[ee])(;AB[bb]AW[dd]PL[W];W[cd]))";
    std::fs::write(game.folder.path().join("o.sgf"), openings)?;
    game.run()?;
    for (number, moves) in [
        (0, ";B[cc];W[ee]"),
        (1, ";B[cc];W[ee]"),
        (2, "PL[W]"),
        (3, ";W[cd]"),
    ] {
        let record = game.record(number)?.replace('\n', "");
        assert_has(&record, moves);
        let name = format!("The opening o.sgf #{} ends here.", number / 2 + 1);
        assert_has(&record, &name);
    }
    // Other openings change the terms.
    std::fs::write(game.folder.path().join("o.sgf"), "(;SZ[7];B[cc])")?;
    assert_has(&game.fail()?, "its games were played with Openings");
    std::fs::write(game.folder.path().join("o.sgf"), "(;SZ[9];B[cc])")?;
    assert_has(
        &game.fail()?,
        "expected openings for a board of 7 lines, found one for 9",
    );
    Ok(())
}

fn handicaps() -> Result {
    let game = Match::new("good", "good", "--handicap 4")?;
    game.run()?;
    let record = game.record(0)?.replace('\n', "");
    assert_has(&record, "HA[4]AB[ce][ec][cc][ee]PL[W]");
    assert_has(&record, ";W[");
    // This engine places three stones where five are allowed.
    let game = Match::new("good", "good", "--handicap 4 --free")?;
    game.run()?;
    assert_has(
        &game.record(0)?.replace('\n', ""),
        "HA[3]AB[ce][ec][cc]PL[W]",
    );
    let game = Match::new("good", "good", "--handicap 6")?;
    assert_has(&game.fail()?, "expected a handicap of 2 to 4 stones");
    Ok(())
}

fn each_game_has_its_own_number() -> Result {
    let mut game = Match::new("good", "good", "--games 3")?;
    game.arguments[1] = command("good", "4%n");
    game.arguments[3] = command("good", "5%n");
    game.run()?;
    let rows = game.rows()?;
    assert!(rows.iter().all(|row| row.duplicate.is_none()));
    assert_has(&game.record(2)?, "PB[Fake good:42]PW[Fake good:52]");
    // New processes with the same seed play the same game; the fake engine ignores the number.
    let mut game = Match::new("good", "good", "--games 3")?;
    game.arguments[1] = command("good%n", "1");
    game.arguments[3] = command("good%n", "2");
    assert_has(&game.run()?, "duplicates      2");
    let duplicates: Vec<_> = game.rows()?.iter().map(|row| row.duplicate).collect();
    assert_eq!(duplicates, [None, Some(0), Some(0)]);
    Ok(())
}

fn a_killed_match_goes_on() -> Result {
    let games = 30;
    let options = format!("--games {games} --alternate --jobs 3");
    let game = Match::new("patient", "patient", &options)?;
    let mut before: Vec<Row> = Vec::new();
    for rows in [2, 5, 9] {
        game.interrupt(rows, "-KILL")?;
        let now = read_rows(&game.table())?;
        assert!(now.len() >= before.len() && now.starts_with(&before));
        before = now;
    }
    assert!(
        before.len() < games,
        "the match was over before it was killed"
    );
    let half = "5\tB+";
    let text = std::fs::read_to_string(game.table())? + half;
    std::fs::write(game.table(), text)?;
    // It is chance whether a kill interrupts the writing of a record, so add leftovers here.
    let left = |name: &str| game.folder.path().join(name);
    std::fs::write(left(".katachi-m-12.sgf-a1B2c3"), "(;GM[1]")?;
    let of_others = left(".katachi-m-x-12.sgf-a1B2c3");
    std::fs::write(&of_others, "(;GM[1]")?;
    game.run()?;
    assert!(read_rows(&game.table())?.starts_with(&before));
    std::fs::remove_file(of_others)?;
    game.check_files(games)
}

fn a_stopped_match_says_how_to_go_on() -> Result {
    let game = Match::new("patient", "patient", "--games 400")?;
    let output = game.interrupt(2, "-INT")?;
    assert_eq!(output.status.code(), Some(130));
    let text = all_text(&output);
    assert_has(&text, "won by first");
    assert_has(
        &text,
        "of 400 games are played; the same command plays the others",
    );
    let rows = game.rows()?.len();
    assert!((2..400).contains(&rows));
    game.check_files(rows)
}

fn a_test_ends_the_match() -> Result {
    let game = Match::new("good", "resigning", "--games 500 --alternate --sprt 0,50")?;
    let summary = game.run()?;
    assert_has(&summary, "H1 accepted: more than 0 Elo stronger");
    let rows = game.rows()?.len();
    assert!((2..500).contains(&rows), "{rows}");
    // The decision stays.
    assert_eq!(game.run()?, summary);
    let game = Match::new("resigning", "good", "--games 500 --alternate --sprt 0,50")?;
    assert_has(&game.run()?, "H0 accepted: not 50 Elo stronger");
    Ok(())
}

fn what_cannot_be_played_is_an_error() -> Result {
    let fails = |black: &str, message: &str| -> Result {
        let game = Match::new(black, "good", "")?;
        assert_has(&game.fail()?, message);
        assert!(!game.table().exists());
        Ok(())
    };
    fails("weak", "lacks the command `genmove`")?;
    fails("small", "refused `boardsize 7`: unacceptable size")?;
    let mut game = Match::new("good", "good", "")?;
    "/no/such/engine".clone_into(&mut game.arguments[3]);
    assert_has(
        &game.fail()?,
        "could not start the engine `/no/such/engine`",
    );
    for options in [
        "--size 26",
        "--handicap 1",
        "--sprt 5,0",
        "--time 10",
        "--alpha 0.9",
    ] {
        let output = Match::new("good", "good", options)?.start().output()?;
        assert!(!output.status.success(), "{options}");
        let option = options.split(' ').next().unwrap_or_default();
        assert_has(&all_text(&output), option);
    }
    Ok(())
}

fn numbers_that_nobody_can_mean_are_refused() -> Result {
    for (option, number) in [
        ("--komi", "inf"),
        ("--komi", "NaN"),
        ("--komi", "1e39"),
        ("--time", "infm"),
        ("--time", "99999999999999999999h"),
        ("--move-timeout", "1e30s"),
        ("--alpha", "NaN"),
        ("--sprt", "0,inf"),
        ("--jobs", "9999999"),
    ] {
        let mut program = Command::new(env!("CARGO_BIN_EXE_twogtp"));
        program.args(["--black", "x", "--white", "x", "--prefix", "never/m"]);
        let output = program.arg(format!("{option}={number}")).output()?;
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        if output.status.success() || !text.contains(number) {
            return Err(format!("{option} {number}: {text}").into());
        }
    }
    Ok(())
}

fn other_terms_are_refused() -> Result {
    let mut game = Match::new("good", "good", "--games 2")?;
    game.run()?;
    // More games do not change the terms.
    let games = game.arguments.last_mut().ok_or("no arguments")?;
    "3".clone_into(games);
    game.run()?;
    game.check_files(3)?;
    game.arguments.extend(["--komi", "5.5"].map(str::to_owned));
    game.arguments.retain(|argument| argument != "0");
    let at = game
        .arguments
        .iter()
        .position(|argument| argument == "--komi");
    game.arguments.remove(at.ok_or("no komi")?);
    assert_has(
        &game.fail()?,
        "m.dat: its games were played with Komi `0`, now it is `5.5`",
    );
    Ok(())
}

/// Openings of three moves on 9x9, all different in every orientation of the board: the centre, a
/// point on none of its axes, and any other. With different seeds alone, GNU Go repeats every
/// fourth game.
fn different_openings() -> String {
    let letters = || "abcdefghi".chars();
    let mut text = "(;SZ[9]".to_owned();
    for second in ["fg", "fh", "gh"] {
        let points = letters().flat_map(|x| letters().map(move |y| format!("{x}{y}")));
        for third in points.filter(|point| point != "ee" && point != second) {
            text += &["(;B[ee];W[", second, "];B[", &third, "])"].concat();
        }
    }
    text + ")"
}

fn gnugo_killed_twice(gnugo: &Path, packages: &Path) -> Result {
    let games = std::env::var("KATACHI_MATCH_GAMES")
        .ok()
        .and_then(|text| text.parse().ok());
    let games: usize = games.unwrap_or(8);
    let options = format!("--games {games} --jobs 2 --openings o.sgf");
    let mut game = Match::new("good", "good", &options)?;
    std::fs::write(game.folder.path().join("o.sgf"), different_openings())?;
    let engine = |seed| format!("{} --mode gtp --level 1 --seed {seed}", gnugo.display());
    (game.arguments[1], game.arguments[3]) = (engine("1%n"), engine("2%n"));
    "9".clone_into(&mut game.arguments[5]);
    "6.5".clone_into(&mut game.arguments[7]);
    game.interrupt(games / 4, "-KILL")?;
    let killed = read_rows(&game.table())?;
    let output = game.interrupt(games / 2, "-INT")?;
    assert_eq!(output.status.code(), Some(130), "{}", all_text(&output));
    let stopped = read_rows(&game.table())?;
    assert!(stopped.starts_with(&killed) && stopped.len() < games);
    let summary = game.run()?;
    assert!(read_rows(&game.table())?.starts_with(&stopped));
    std::fs::remove_file(game.folder.path().join("o.sgf"))?;
    game.check_files(games)?;
    let rows = game.rows()?;
    assert!(rows.iter().all(|row| row.duplicate.is_none()));
    let faults: Vec<_> = rows.iter().filter_map(|row| row.error.clone()).collect();
    assert!(faults.is_empty(), "{faults:?}");
    // A reader of another project.
    let files = (0..games).map(|number| game.folder.path().join(format!("m-{number}.sgf")));
    let output = Command::new(program("node")?)
        .arg(workspace_root().join("tools/tests/sabaki.cjs"))
        .arg(packages)
        .args(files)
        .output()?;
    assert!(output.status.success(), "{}", all_text(&output));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(text.lines().count(), games);
    for (row, line) in rows.iter().zip(text.lines()) {
        let result = verdict(row.referee, row.black, row.white);
        let expected = format!("1\t9\t{result}\t{}\tBee,", row.length);
        assert!(line.starts_with(&expected), "{line} is not {expected}");
    }
    // The figures for which the long version is run.
    let counts = [killed.len(), stopped.len(), rows.len()];
    writeln!(
        std::io::stderr(),
        "rows after kill, Ctrl-C and all: {counts:?}\n{summary}"
    )?;
    Ok(())
}
