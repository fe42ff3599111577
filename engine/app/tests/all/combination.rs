//! Combinations as users ask about them: over GTP, and about a record.

use std::process::Command;

use katachi_gtp::Client;
use katachi_testkit::gtp::{fails, ok};
use tempfile::TempDir;

use crate::session::{client, file};

/// A database of threats with one pattern: an atari.
const ATARI: &str = "Pattern Atari\n\nX*\n\n:8,-\n\nA*\n\n;lib(A) == 2\n";

/// Black on E5 puts D5 and F5 in atari; White has one move to save both.
const DOUBLE_ATARI: &str = "(;SZ[9]PL[B]AB[ba][da][ea][fa][ha][ab][bb][cb][db][eb][fb][gb][hb][ib]\
    [ac][bc][cc][dc][ec][fc][gc][hc][ic][cd][dd][ed][fd][gd][cf][df][ff][gf]\
    AW[ad][bd][hd][id][ae][be][de][fe][he][ie][af][bf][hf][if][ag][bg][cg][dg][eg][fg][gg][hg]\
    [ig][ah][bh][ch][dh][eh][fh][gh][hh][ih][bi][di][fi][hi])";

/// An engine with that database and this record, and the folders that hold them.
fn session(record: &str) -> ([TempDir; 2], Client) {
    let (folder, database) = file("aa_attackpats.db", ATARI);
    let (other, record) = file("game.sgf", record);
    let mut client = client(&database);
    ok(&mut client, &format!("loadsgf {record}"));
    ([folder, other], client)
}

#[test]
fn a_move_is_no_blunder_if_it_prevents_the_combination() {
    let (_folders, mut client) = session(DOUBLE_ATARI);
    assert_eq!(ok(&mut client, "combination_attack black"), "E5");
    assert!(ok(&mut client, "combination_defend black").contains("E5"));
    assert_eq!(ok(&mut client, "aa_confirm_safety white A1"), "1 E5");
    assert_eq!(ok(&mut client, "aa_confirm_safety white A1 1000"), "0");
    assert_eq!(ok(&mut client, "aa_confirm_safety white E5"), "0");
    assert_eq!(
        fails(&mut client, "aa_confirm_safety white B1"),
        "invalid move"
    );
    let text = fails(&mut client, "aa_confirm_safety white pass");
    assert!(text.starts_with("invalid color or coordinate"), "{text}");
    // The question leaves the position as it was.
    assert_eq!(ok(&mut client, "color A1"), "empty");
}

#[test]
fn a_record_is_searched_for_combinations() {
    let (folder, database) = file("aa_attackpats.db", ATARI);
    let (_other, record) = file("game.sgf", DOUBLE_ATARI);
    let tree = folder.path().join("tree.sgf");
    let run = |patterns: &str, more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_katachi"));
        command.args(["-l", &record, "--decide-combination"]);
        command.args(["--patterns", patterns]).args(more);
        let output = command.output().expect("it runs");
        [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned())
    };
    let [found, _] = run(&database, &["-o", &tree.display().to_string()]);
    assert!(
        found.starts_with("Combination attack for black at E5, defense at ")
            && found.contains("E5"),
        "{found}"
    );
    let written = std::fs::read_to_string(&tree).expect("a record");
    assert!(written.contains(" visits"), "{written}");
    let none = "No Combination attack for black\n";
    assert_eq!(run(&database, &["--aa-depth", "1"])[0], none);
    // The shipped databases find it, too; others have no threats, and say so.
    let [found, warning] = run("builtin", &[]);
    assert!(
        found.starts_with("Combination attack for black at E5"),
        "{found}"
    );
    assert_eq!(warning, "");
    let (_third, shape) = file("patterns.db", "Pattern Move\n\nX*\n\n:8,-\n");
    let [found, warning] = run(&shape, &[]);
    assert_eq!(found, none);
    assert!(warning.contains("aa_attackpats"), "{warning}");
}

#[test]
fn a_combination_decides_about_the_move() {
    let (_folders, mut client) = session(DOUBLE_ATARI);
    for (question, answer) in [
        ("black E5", "begins a combination of "),
        (
            "white E5",
            "prevents a combination of 2 points that begins at E5",
        ),
        (
            "white A1",
            "allows a combination of 2 points that begins at E5",
        ),
    ] {
        let reasons = ok(&mut client, &format!("katachi-reasons {question}"));
        assert!(reasons.contains(answer), "{question}: {reasons}");
    }
    // White's own combination gains more than the defence.
    let own = ok(&mut client, "combination_attack white");
    assert_eq!(ok(&mut client, "reg_genmove white"), own);
}

/// White F9 or E9 takes a neutral point and allows a double atari.
const EDGE: &str = "(;SZ[9]PL[W]AB[db][eb][fb][gb][cc][dc][fc][gc][cd][dd][ed][fd][gd][ce][ee][fe]\
    [ge][cf][df][ef][ff][gf]\
    AW[ba][da][ga][ia][ab][bb][cb][hb][ib][ac][bc][hc][ic][ad][bd][hd][id][ae][be][he][ie][af][bf]\
    [hf][if][ag][bg][cg][dg][eg][fg][gg][hg][ig][ah][bh][ch][dh][eh][fh][gh][hh][ih][bi][di][fi]\
    [hi])";

#[test]
fn a_move_that_allows_a_combination_is_prepared() {
    let (_folders, mut client) = session(EDGE);
    let first = ok(&mut client, "reg_genmove white");
    assert!(["C9", "H9"].contains(&first.as_str()), "{first}");
    let reasons = ok(&mut client, &format!("katachi-reasons white {first}"));
    let (_, prepared) = reasons.split_once("prepares ").expect("what it is for");
    assert!(
        prepared.contains("9, which allows a combination of 3 points"),
        "{reasons}"
    );
}
