//! Promises to clients: the engine plays by the rules that they set, and a failure is one line that
//! begins with the words that they know.

use katachi_testkit::gtp::{fails, ok};

use crate::session::client;

/// Black has the left side with 8 points and a dead white stone on B2, White 4 points. Two handicap
/// stones, and a komi of half a point.
const FINISHED: &str =
    "(;SZ[5]HA[2]KM[0.5]AB[ca][cb][ac][bc][cc][cd][ce]AW[da][db][dc][ec][dd][de][bd]PL[B])";

fn finished(name: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join(name);
    std::fs::write(&file, FINISHED).expect("a record");
    let command = format!("loadsgf {}", file.display());
    (folder, command)
}

#[test]
fn games_are_counted_by_the_rules_that_were_set() {
    let (_folder, load) = finished("finished.sgf");
    let mut client = client("builtin");
    for (rules, score) in [
        // Territory: Black 8 and a prisoner, White 4 and komi.
        ("kata-set-rules japanese", "B+4.5"),
        // Area: Black 15, White 10, komi, and the points for handicap stones.
        ("kgs-rules chinese", "B+2.5"),
        ("kgs-rules aga", "B+3.5"),
        ("kgs-rules new_zealand", "B+4.5"),
        (
            r#"kata-set-rules {"ko":"SIMPLE","scoring":"AREA","suicide":false,"friendlyPassOk":true}"#,
            "B+4.5",
        ),
        // The dead stone counts as alive, so the points around it are neutral.
        ("kata-set-rules Tromp-Taylor", "W+0.5"),
        ("kata-set-rule friendlyPassOk true", "B+4.5"),
        ("kata-set-rule whiteHandicapBonus N", "B+2.5"),
    ] {
        ok(&mut client, rules);
        ok(&mut client, &load);
        assert_eq!(ok(&mut client, "final_score"), score, "{rules}");
    }
}

#[test]
fn rules_are_reported_and_kept_when_refused() {
    const JAPANESE: &str = r#"{"friendlyPassOk":false,"hasButton":false,"ko":"SIMPLE","scoring":"TERRITORY","suicide":false,"tax":"SEKI","whiteHandicapBonus":"0"}"#;
    let mut client = client("builtin");
    assert_eq!(ok(&mut client, "kata-get-rules"), JAPANESE);
    for (command, said) in [
        (
            "kgs-rules ing",
            "unknown rules: expected one of japanese, chinese, aga, new_zealand, found `ing`",
        ),
        (
            "kgs-rules",
            "unknown rules: expected one of japanese, chinese, aga, new_zealand, found ``",
        ),
        (
            "kata-set-rules go",
            "unknown rules: expected one of japanese, korean, chinese,",
        ),
        (
            "kata-set-rules {\"ko\":\"KO\"}",
            "unknown variant `KO`, expected one of `SIMPLE`, `POSITIONAL`",
        ),
        (
            "kata-set-rules aga-button",
            "unsupported rules: expected false for hasButton, found {",
        ),
        (
            "kata-set-rules stone-scoring",
            "unsupported rules: expected NONE with AREA scoring for tax",
        ),
        (
            "kata-set-rule tax ALL",
            "unsupported rules: expected SEKI with TERRITORY scoring for tax",
        ),
        (
            "kata-set-rule whiteHandicapBonus N",
            "expected 0 with TERRITORY scoring",
        ),
        (
            "kata-set-rule handicap 3",
            "unknown field `handicap`, expected one of `friendlyPassOk`",
        ),
        ("kata-set-rule", "expected the key of a rule"),
    ] {
        let text = fails(&mut client, command);
        assert!(
            text.contains(said) && !text.contains('\n'),
            "{command}: {text}"
        );
        assert_eq!(ok(&mut client, "kata-get-rules"), JAPANESE, "{command}");
    }
    // The rules stay for the next games.
    ok(&mut client, "kata-set-rules new zealand");
    let rules = ok(&mut client, "kata-get-rules");
    ok(&mut client, "boardsize 9");
    ok(&mut client, "clear_board");
    assert_eq!(ok(&mut client, "kata-get-rules"), rules);
    assert!(ok(&mut client, "printsgf").contains("RU[NZ]"));
}

#[test]
fn legality_follows_the_rules_that_were_set() {
    let mut client = client("builtin");
    ok(&mut client, "boardsize 5");
    for stone in ["A2", "B2", "C1"] {
        ok(&mut client, &format!("play black {stone}"));
    }
    ok(&mut client, "play white A1");
    ok(&mut client, "play black D5");
    let illegal = "illegal move: suicide is not allowed";
    assert_eq!(fails(&mut client, "play white B1"), illegal);
    ok(&mut client, "kata-set-rules tromp-taylor");
    ok(&mut client, "play white B1");
    assert_eq!(ok(&mut client, "color A1"), "empty");
    // Trial moves obey simple ko only.
    ok(&mut client, "trymove black D4");
    let text = fails(&mut client, "kgs-rules japanese");
    assert!(text.contains("popgo"), "{text}");
}

/// If dead stones count as alive, the engine captures them before it passes.
#[test]
fn dead_stones_are_taken_off_where_they_count() {
    let (_folder, load) = finished("dead.sgf");
    let mut client = client("builtin");
    ok(&mut client, &load);
    assert_eq!(ok(&mut client, "reg_genmove black"), "PASS");
    ok(&mut client, "kata-set-rules tromp-taylor");
    ok(&mut client, &load);
    assert_eq!(ok(&mut client, "genmove black").len(), 2);
    for _ in 0..4 {
        ok(&mut client, "play white pass");
        if ok(&mut client, "color B2") == "empty" {
            break;
        }
        ok(&mut client, "genmove black");
    }
    assert_eq!(ok(&mut client, "color B2"), "empty");
    assert_eq!(ok(&mut client, "final_score"), "B+4.5");
}

#[test]
fn a_failure_is_one_line_with_the_known_words_first() {
    let mut client = client("builtin");
    ok(&mut client, "boardsize 9");
    ok(&mut client, "play black D4");
    for (command, text) in [
        ("play white D4", "illegal move: the point is occupied"),
        (
            "color zz",
            "invalid coordinate: expected A1 to J9, found `zz`",
        ),
        (
            "color k1",
            "invalid coordinate: expected A1 to J9, found `k1`",
        ),
        (
            "captures",
            "invalid color: expected black or white, found nothing",
        ),
        (
            "play green a1",
            "invalid color or coordinate: expected black or white, then A1 to J9 or pass, found `green a1`",
        ),
        ("countlib A1", "vertex must not be empty"),
        ("nonsense", "unknown command"),
        ("boardsize 1000", "unacceptable size"),
    ] {
        assert_eq!(fails(&mut client, command), text);
    }
    let text = fails(&mut client, "loadsgf /nonexistent.sgf");
    assert!(
        text.starts_with("cannot open or parse '/nonexistent.sgf': ") && !text.contains('\n'),
        "{text}"
    );
    let text = fails(&mut client, "katachi-explain Kosumy D5");
    assert!(
        text.starts_with("unknown pattern: Kosumy; the most similar names are ")
            && !text.contains('\n'),
        "{text}"
    );
}

/// The texts in backquotes in the first column of the tables below a heading of a page.
fn first_column(page: &str, heading: &str) -> Vec<String> {
    let (_, below) = page.split_once(heading).expect("a heading");
    let section = below.split("\n## ").next().expect("a section");
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    let cells = rows.filter_map(|line| line.split('|').nth(1));
    let words = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2));
    words.map(str::to_owned).collect()
}

/// Every command is on the page about GTP or on that about GNU Go.
#[test]
fn all_commands_are_documented() {
    let read = |page| katachi_testkit::docs::read_file(page).expect("a page");
    let pages = read("docs/gtp.md") + &read("docs/gnugo.md");
    let quoted = pages.split('`').skip(1).step_by(2);
    let words: std::collections::BTreeSet<&str> = quoted
        .filter_map(|text| text.split([' ', ';']).next())
        .collect();
    let commands = ok(&mut client("builtin"), "list_commands");
    let mut missing = commands.lines().filter(|name| !words.contains(name));
    assert_eq!(missing.next(), None);
}

/// Every command with bad arguments: it answers in any case, and its failures are one line that
/// begins with GNU Go's words or those of docs/gtp.md.
#[test]
fn all_commands_fail_as_promised() {
    const BAD: [&str; 12] = [
        "",
        "zz",
        "green",
        "a1 zz",
        "zz a1",
        "-1",
        "99999999999999999999",
        "black zz",
        "a1 a1 a1",
        "x y z w",
        "/nonexistent/x/y",
        "{}",
    ];
    let read = |page| katachi_testkit::docs::read_file(page).expect("a page");
    let promised = first_column(&read("docs/gtp.md"), "\n## Failures\n");
    assert!(promised.len() > 15, "{promised:?}");
    let of_gnugo = first_column(&read("docs/gnugo.md"), "\n## GTP commands\n");
    assert!(of_gnugo.len() > 100, "{of_gnugo:?}");
    // Some commands write files of whatever name.
    let folder = tempfile::tempdir().expect("a folder");
    let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_katachi"));
    let program = program.args(["gtp", "--patterns", "builtin", "--seed", "1"]);
    let program = program.current_dir(folder.path());
    let mut client = katachi_gtp::Client::start(program).expect("a client");
    let commands = ok(&mut client, "list_commands");
    let mut failures = 0;
    for name in commands.lines().filter(|name| *name != "quit") {
        // One of them sets the level.
        ok(&mut client, "level 0");
        ok(&mut client, "boardsize 5");
        ok(&mut client, "play b c3");
        let before = failures;
        for arguments in BAD {
            let command = format!("{name} {arguments}");
            // An analysis goes on until the next command.
            let reply = if name.contains("analyze") && !name.contains("commands") {
                client.send_until(&command, |_| true)
            } else {
                client.send(&command)
            };
            let reply = reply.unwrap_or_else(|error| panic!("{command}: {error}"));
            if reply.is_success() {
                if arguments == "zz" && failures == before {
                    // It takes no arguments.
                    break;
                }
                continue;
            }
            failures += 1;
            let text = reply.text();
            assert!(
                !text.is_empty() && !text.contains('\n'),
                "{command}: {text}"
            );
            let begins = |words: &String| {
                let rest = text.strip_prefix(words.as_str());
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([':', ' ']))
            };
            let is_promised = promised.iter().any(begins);
            let is_of_gnugo = of_gnugo.iter().any(|known| known == name);
            assert!(is_of_gnugo || is_promised, "{command}: {text}");
        }
    }
    assert!(failures > 1000, "{failures}");
}

#[test]
fn the_mistakes_of_a_database_are_one_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("mine.db");
    let wrong = "Patern X\n".repeat(12);
    std::fs::write(&file, format!("attribute_map general\n\n{wrong}")).expect("a database");
    let mut client = client("builtin");
    let text = fails(
        &mut client,
        &format!("katachi-load_patterns {}", file.display()),
    );
    assert!(!text.contains('\n'), "{text}");
    assert_eq!(text.matches("; ").count(), 8, "{text}");
    assert_eq!(text.matches("mine.db:").count(), 8, "{text}");
    assert!(text.ends_with("; and 4 more"), "{text}");
}

/// Each display that is offered to GoGui works, and pictures consist of lines that GoGui draws.
#[test]
fn gogui_can_show_what_is_offered() {
    let mut client = client("builtin");
    ok(&mut client, "boardsize 9");
    ok(&mut client, "gogui-play_sequence b e5 w c3 b g3 w e3");
    let offered = ok(&mut client, "gogui-analyze_commands");
    assert!(offered.lines().count() > 40, "{offered}");
    for line in offered.lines() {
        let parts: Vec<&str> = line.splitn(3, '/').collect();
        let [kind, label, command] = parts[..] else {
            panic!("{line}");
        };
        let kinds = ["gfx", "hstring", "string", "pspairs", "plist", "none"];
        assert!(kinds.contains(&kind) && !label.is_empty(), "{line}");
        let at = if command.starts_with("katachi") {
            "d4"
        } else {
            "e5"
        };
        let at = if command.starts_with("move_reasons") {
            "d4"
        } else {
            at
        };
        let command = command.replace("%m", "black").replace("%p", at);
        let shown = ok(&mut client, &command);
        if kind == "gfx" {
            let verbs = [
                "INFLUENCE",
                "LABEL",
                "COLOR",
                "CIRCLE",
                "TRIANGLE",
                "SQUARE",
                "TEXT",
            ];
            for line in shown.lines() {
                let verb = line.split(' ').next().expect("a word");
                assert!(verbs.contains(&verb), "{command}: {line}");
            }
        }
    }
    let before = ok(&mut client, "list_stones black");
    let text = fails(&mut client, "gogui-play_sequence b a1 w a1");
    assert!(text.starts_with("illegal move"), "{text}");
    assert_eq!(ok(&mut client, "list_stones black"), before);
    ok(&mut client, "gogui-setup b a1 w e5");
    assert_eq!(ok(&mut client, "color e5"), "white");
    let text = fails(&mut client, "katachi-gfx nothing");
    assert!(text.starts_with("syntax error: expected one of "), "{text}");
}

#[test]
fn more_than_a_question_takes_is_a_mistake() {
    let mut client = client("builtin");
    for command in [
        "katachi-matches black D4",
        "katachi-near D4 3",
        "katachi-mc_moves black",
        "katachi-list_patterns",
        "katachi-reload_patterns",
    ] {
        ok(&mut client, command);
        assert_eq!(
            fails(&mut client, &format!("{command} and more")),
            "syntax error: expected nothing more, found `and more`"
        );
    }
}
