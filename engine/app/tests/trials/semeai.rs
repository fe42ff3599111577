//! Races decide about lives and moves, with GNU Go's databases.

use std::path::{Path, PathBuf};

use katachi_gtp::Client;
use katachi_testkit::{Trial, shared, trial};
use libtest_mimic::Failed;

/// A game of GNU Go's suite `nngs`. Before move 84, Black's dragon at T14 and White's at S8 stand
/// next to each other, neither has two eyes, and Black has more liberties.
const GAME: &str = "peer/gnugo-3.8/regression/games/nngs/Lazarus-gnugo-3.1.18-200201072351.sgf";

/// The folder of positions before the last moves of games.
const GAMES: &str = "peer/gnugo-3.8/regression/games";

/// The engine with these databases.
fn engine(patterns: &Path) -> Result<Client, Failed> {
    let katachi = Path::new(env!("CARGO_BIN_EXE_katachi"));
    let patterns = patterns.to_string_lossy();
    let arguments = ["gtp", "--seed", "1", "--patterns", &patterns];
    Ok(Client::spawn(katachi, arguments)?)
}

/// The value of a field of `dragon_data`.
fn field<'a>(reply: &'a str, name: &str) -> Option<&'a str> {
    let value = |line: &'a str| line.strip_prefix(name)?.strip_prefix(' ');
    reply.lines().find_map(value).map(str::trim)
}

fn a_race_saves_a_dragon((patterns, game): (PathBuf, PathBuf)) -> Result<(), Failed> {
    let mut client = engine(&patterns)?;
    client.send(&format!("loadsgf {} 84", game.display()))?;
    let fields = ["owl_status", "status", "semeais", "semeai_attack_code"];
    for (stone, expected) in [
        ("T14", ["critical", "alive", "1", "0"]),
        ("S8", ["dead", "dead", "1", "5"]),
    ] {
        let reply = client.send(&format!("dragon_data {stone}"))?;
        let found = fields.map(|name| field(reply.text(), name));
        assert_eq!(found, expected.map(Some), "{stone}: {}", reply.text());
    }
    let reply = client.send("dragon_status T14")?;
    assert_eq!(reply.text(), "alive");
    Ok(())
}

/// White's stone at E6 is captured even if White moves first. Whoever moves first decides whether
/// Black's dragon around it lives.
fn a_captured_string_is_no_rival((patterns, games): (PathBuf, PathBuf)) -> Result<(), Failed> {
    let mut client = engine(&patterns)?;
    let game = games.join("life_and_death/lunches.sgf");
    client.send(&format!("loadsgf {}", game.display()))?;
    let reply = client.send("dragon_data A5")?;
    assert_eq!(
        field(reply.text(), "semeais"),
        Some("0"),
        "{}",
        reply.text()
    );
    let reply = client.send("dragon_status A5")?;
    assert_eq!(reply.text(), "critical A1 A1");
    Ok(())
}

/// In each position a neutral point is a liberty that its side needs: to fill it gives dead stones
/// a seki at least.
fn no_small_move_undoes_a_race((patterns, games): (PathBuf, PathBuf)) -> Result<(), Failed> {
    let mut client = engine(&patterns)?;
    for (game, color, blunder) in [
        ("blunder16.sgf", "black", "F5"),
        ("blunder19.sgf", "white", "D19"),
    ] {
        client.send(&format!("loadsgf {}", games.join(game).display()))?;
        let reply = client.send(&format!("reg_genmove {color}"))?;
        assert_ne!(reply.text(), blunder, "{game}");
    }
    Ok(())
}

pub fn trials() -> Vec<Trial> {
    let patterns = || shared("peer/gnugo-3.8/patterns");
    let race = || Ok((patterns()?, shared(GAME)?));
    let games = || Ok((patterns()?, shared(GAMES)?));
    vec![
        trial("a_race_saves_a_dragon", race(), a_race_saves_a_dragon),
        trial(
            "a_captured_string_is_no_rival",
            games(),
            a_captured_string_is_no_rival,
        ),
        trial(
            "no_small_move_undoes_a_race",
            games(),
            no_small_move_undoes_a_race,
        ),
    ]
}
