//! The examples of this crate do what they say.

#[allow(dead_code, reason = "`main` runs as a program only")]
#[path = "../../examples/examine.rs"]
mod examine;
#[allow(dead_code, reason = "`main` runs as a program only")]
#[path = "../../examples/play.rs"]
mod play;

use katachi_board::BoardSize;

#[test]
fn a_game_is_played_again_by_its_seed() {
    let size = BoardSize::new(9).expect("a size");
    let game = |seed| play::played(size, seed, 8).expect("a game");
    let lines = game(1);
    assert_eq!(lines.len(), 9, "{lines:?}");
    assert!(lines[0].starts_with("1 black ") && lines[7].starts_with("8 white "));
    assert!(lines[8].starts_with("result "), "{lines:?}");
    assert_eq!(game(1), lines);
}

#[test]
fn each_stage_of_a_position_is_shown() {
    let lines = examine::examined().expect("facts");
    let has = |start: &str| lines.iter().any(|line| line.starts_with(start));
    assert!(
        has("string E5: black, 1 liberties, can be captured at E4"),
        "{lines:#?}"
    );
    assert!(has("string G3: white, 4 liberties, is safe"), "{lines:#?}");
    for start in [
        "dragon E5: black",
        "eye spaces: ",
        "moyo of white: ",
        "score estimate: ",
    ] {
        assert!(has(start), "{start}: {lines:#?}");
    }
    let best = lines.iter().find(|line| line.starts_with("candidate "));
    assert!(
        best.is_some_and(|best| best.starts_with("candidate E4: ")),
        "{lines:#?}"
    );
}
