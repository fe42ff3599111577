//! Tests of `sgfsheet`: a page of games, and messages about files that are not games.

use std::process::{Command, Output};

use tempfile::TempDir;

fn run(folder: &TempDir, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sgfsheet"))
        .args(arguments)
        .current_dir(folder.path())
        .output()
        .expect("it runs")
}

#[test]
fn each_game_is_a_board_with_numbered_stones() {
    let folder = TempDir::new().expect("a folder");
    // Two games in one file. In the first a stone is captured, and 4 replaces 1.
    let games = "(;SZ[9];B[aa];W[ba];B[ee];W[ab];B[gg])(;SZ[19]AB[dd];W[pd];B[dp];W[];B[pp])";
    std::fs::write(folder.path().join("a.sgf"), games).expect("written");
    std::fs::write(folder.path().join("b<&.sgf"), "(;SZ[13];B[cc])").expect("written");
    std::fs::write(folder.path().join("c.sgf"), "no game").expect("written");
    let output = run(
        &folder,
        &["--moves", "4", "-o", "x.svg", "a.sgf", "b<&.sgf", "c.sgf"],
    );
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    assert!(
        errors.starts_with("c.sgf: ") && errors.lines().count() == 1,
        "{errors}"
    );
    let page = std::fs::read_to_string(folder.path().join("x.svg")).expect("a page");
    assert_eq!(page.matches(r#"class="go-board""#).count(), 3);
    assert!(page.contains("b&lt;&amp;.sgf") && !page.contains("b<&"));
    let text = |number: usize| page.matches(&format!(">{number}</text>")).count();
    // The first stone of the first game is captured, the fifth move is not shown, and a pass has no
    // stone.
    assert_eq!([1, 2, 3, 4, 5].map(text), [2, 2, 1, 2, 0]);
    assert_eq!(page, {
        run(
            &folder,
            &["--moves", "4", "-o", "x.svg", "a.sgf", "b<&.sgf", "c.sgf"],
        );
        std::fs::read_to_string(folder.path().join("x.svg")).expect("a page")
    });
}

#[test]
fn games_stand_in_natural_order_with_what_is_known_of_them() {
    let folder = TempDir::new().expect("a folder");
    for number in [1, 2, 10] {
        let game =
            format!("(;SZ[9]PB[Black & {number}]PW[W]RE[B+{number}.5];B[cc];W[];B[gg];W[];B[])");
        std::fs::write(folder.path().join(format!("m-{number}.sgf")), game).expect("written");
    }
    std::fs::write(folder.path().join("n.sgf"), "(;SZ[9];B[cc];W[])").expect("written");
    // The files in the order of a shell's `*.sgf`, and the folder.
    let files = ["-o", "x.svg", "m-1.sgf", "m-10.sgf", "m-2.sgf", "n.sgf"];
    for arguments in [&files[..], &["-o", "x.svg", "."]] {
        let output = run(&folder, arguments);
        assert!(output.status.success(), "{output:?}");
        let page = std::fs::read_to_string(folder.path().join("x.svg")).expect("a page");
        let lines: Vec<&str> = (page.lines())
            .filter_map(|line| line.strip_prefix("<text y=")?.split(['>', '<']).nth(1))
            .collect();
        let game = |number: u32| {
            let name = format!("m-{number}.sgf");
            let about = format!("B+{number}.5  Black &amp; {number} – W");
            [name, about, "passes: 2, 4, 5".to_owned()]
        };
        let mut expected = [game(1), game(2), game(10)].concat();
        expected.extend(["n.sgf", "pass: 2"].map(str::to_owned));
        assert_eq!(lines, expected);
    }
}

#[test]
fn nothing_to_show_is_an_error() {
    let folder = TempDir::new().expect("a folder");
    std::fs::write(folder.path().join("c.sgf"), "no game").expect("written");
    let output = run(&folder, &["-o", "x.svg", "c.sgf"]);
    assert!(!output.status.success() && !folder.path().join("x.svg").exists());
    assert!(String::from_utf8_lossy(&output.stderr).contains("expected games, found none"));
}
