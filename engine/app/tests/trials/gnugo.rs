//! Our GTP commands in comparison with the installed GNU Go: replies to questions with one right
//! answer must be equal, byte by byte.

use std::path::PathBuf;

use katachi_gtp::{Client, Reply};
use katachi_testkit::{Trial, program, trial};
use libtest_mimic::Failed;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::comparison::fail_alike;

struct Pair {
    ours: Client,
    theirs: Client,
    turned: bool,
}

impl Pair {
    fn start(gnugo: &PathBuf) -> Result<Self, Failed> {
        let ours = env!("CARGO_BIN_EXE_katachi");
        Ok(Self {
            ours: Client::spawn(ours, ["gtp", "--patterns", "builtin", "--seed", "1"])?,
            theirs: Client::spawn(gnugo, ["--mode", "gtp", "--quiet"])?,
            turned: false,
        })
    }

    /// GNU Go sorts lists before it turns them, we afterwards; on a turned board only the sets are
    /// equal.
    fn same_turned(&self, ours: &Reply, theirs: &Reply) -> bool {
        let sorted = |reply: &Reply| {
            let mut words: Vec<String> = reply.text().split(' ').map(str::to_owned).collect();
            words.sort();
            words
        };
        self.turned && sorted(ours) == sorted(theirs)
    }

    /// Sends a command to both and expects the same reply. A failure may explain itself after a
    /// colon.
    fn same(&mut self, command: &str) -> Result<String, Failed> {
        let (ours, theirs) = (self.ours.send(command)?, self.theirs.send(command)?);
        let agree = if theirs.is_success() {
            ours.is_success() && (ours.text() == theirs.text() || self.same_turned(&ours, &theirs))
        } else {
            fail_alike(&ours, &theirs)
        };
        if agree {
            Ok(ours.text().to_owned())
        } else {
            Err(format!("{command}\nours:   {ours:?}\ntheirs: {theirs:?}").into())
        }
    }
}

/// Questions about every point and about the whole board.
fn ask_everything(
    pair: &mut Pair,
    size: usize,
    rng: &mut Xoshiro256PlusPlus,
) -> Result<(), Failed> {
    const COLUMNS: &[u8] = b"ABCDEFGHJKLMNOPQRST";
    for command in [
        "showboard",
        "list_stones black",
        "list_stones white",
        "all_legal black",
        "all_legal white",
        "captures black",
        "captures white",
        "last_move",
        "move_history",
        "get_komi",
        "query_boardsize",
        "get_handicap",
        "query_orientation",
    ] {
        pair.same(command)?;
    }
    for _ in 0..40 {
        let column = char::from(COLUMNS[rng.random_range(0..size)]);
        let row = rng.random_range(1..=size);
        let color = ["black", "white"][rng.random_range(0..2)];
        for command in ["color", "countlib", "findlib"] {
            pair.same(&format!("{command} {column}{row}"))?;
        }
        for command in ["accuratelib", "accurate_approxlib", "is_legal"] {
            pair.same(&format!("{command} {color} {column}{row}"))?;
        }
    }
    Ok(())
}

fn random_game(gnugo: &PathBuf, size: usize, orientation: usize) -> Result<(), Failed> {
    const COLUMNS: &[u8] = b"ABCDEFGHJKLMNOPQRST";
    let mut rng = Xoshiro256PlusPlus::seed_from_u64((size * 8 + orientation) as u64);
    let mut pair = Pair::start(gnugo)?;
    pair.same(&format!("boardsize {size}"))?;
    pair.same(&format!("orientation {orientation}"))?;
    pair.turned = orientation != 0;
    pair.same("komi 6.5")?;
    for number in 0..3 * size * size / 2 {
        let color = ["black", "white"][if rng.random_range(0..10) == 0 {
            0
        } else {
            number % 2
        }];
        let column = char::from(COLUMNS[rng.random_range(0..size)]);
        let row = rng.random_range(1..=size);
        match rng.random_range(0..30) {
            0 => pair.same("undo")?,
            1 => pair.same(&format!("gg-undo {}", rng.random_range(0..4)))?,
            2 => pair.same(&format!("play {color} pass"))?,
            _ => pair.same(&format!("play {color} {column}{row}"))?,
        };
        if number % (size * size / 3 + 1) == 0 {
            ask_everything(&mut pair, size, &mut rng)?;
        }
    }
    ask_everything(&mut pair, size, &mut rng)
}

fn handicaps(gnugo: &PathBuf) -> Result<(), Failed> {
    let mut pair = Pair::start(gnugo)?;
    for size in (2..=19).filter(|&size| size != 12) {
        for stones in 0..=10 {
            pair.same(&format!("boardsize {size}"))?;
            pair.same(&format!("fixed_handicap {stones}"))?;
            pair.same("showboard")?;
            pair.same("get_handicap")?;
            pair.same("fixed_handicap 2")?;
        }
    }
    Ok(())
}

/// Equal answers outside of games: mistakes, spellings, settings.
const ALIKE: &[&str] = &[
    "protocol_version",
    "known_command genmove",
    "known_command nonsense",
    "known_command",
    "nonsense",
    "boardsize",
    "boardsize x",
    "boardsize 0",
    "boardsize 1000",
    "boardsize -3",
    "boardsize 9x",
    "query_boardsize",
    "komi",
    "komi x",
    "komi 5.5",
    "get_komi",
    "komi -3.25",
    "get_komi",
    "komi 0",
    "get_komi",
    "play",
    "play black",
    "play green d4",
    "play black i5",
    "play black k1",
    "play black a0",
    "play black a10",
    "play b resign",
    "play Black D 4",
    "play WHITE d05 extra junk",
    "play b d4",
    "play\tb\tc+3",
    "black e5",
    "white E6",
    "black x9",
    "last_move",
    "move_history",
    "color d4",
    "color pass",
    "color",
    "list_stones",
    "list_stones green",
    "countlib a1",
    "countlib z",
    "findlib a1",
    "is_legal b pass",
    "is_legal b d4",
    "is_legal b",
    "all_legal",
    "accuratelib b d4",
    "captures",
    "captures b",
    "connect",
    "connect d4",
    "connect d4 zz",
    "connect zz d4",
    "connect d4 a1",
    "connect a1 d4",
    "connect a1 zz",
    "connect d4 e6",
    "connect d4 d4",
    "disconnect",
    "disconnect d4 pass",
    "disconnect d4 a1",
    "disconnect d4 e6",
    "disconnect d4 d4",
    "break_in",
    "break_in a1 b1",
    "break_in a1 zz",
    "break_in d4 zz",
    "break_in d4",
    "break_in d4 d4",
    "block_off",
    "block_off a1",
    "block_off d4 c4 zz",
    "block_off d4",
    "block_off d4 d4",
    "reset_connection_node_counter",
    "get_connection_node_counter",
    "undo",
    "gg-undo 100",
    "gg-undo -1",
    "gg-undo 2",
    "showboard",
    "clear_board",
    "undo",
    "last_move",
    "move_history",
    "popgo",
    "trymove b d4",
    "trymove w d4",
    "trymove b zz",
    "tryko b pass",
    "trymove w pass",
    "showboard",
    "last_move",
    "undo",
    "genmove b",
    "reg_genmove b",
    "popgo",
    "popgo",
    "popgo",
    "fixed_handicap",
    "fixed_handicap x",
    "fixed_handicap 1",
    "fixed_handicap 10",
    "set_free_handicap c3 c3",
    "clear_board",
    "set_free_handicap c3",
    "set_free_handicap c3 g7 e5",
    "get_handicap",
    "list_stones b",
    "set_free_handicap c3 g7",
    "fixed_handicap 2",
    "clear_board",
    "place_free_handicap",
    "place_free_handicap 1",
    "genmove",
    "genmove green",
    "reg_genmove",
    "restricted_genmove b",
    "restricted_genmove b zz",
    "restricted_genmove green a1",
    "kgs-genmove_cleanup",
    "level",
    "level 5",
    "level -7",
    "time_settings",
    "time_settings 1 2",
    "time_settings 60 10 5",
    "time_left",
    "time_left b",
    "time_left b 10",
    "time_left w 10 3",
    "final_status",
    "final_status zz",
    "final_status_list",
    "final_status_list nonsense",
    "set_random_seed",
    "set_random_seed x",
    "set_random_seed 17",
    "get_random_seed",
    "advance_random_seed -1",
    "advance_random_seed x",
    "orientation",
    "orientation 8",
    "query_orientation",
    "loadsgf",
    "loadsgf /nonexistent.sgf",
    "echo a  b c ",
    "color a1 # comment",
];

fn alike(gnugo: &PathBuf) -> Result<(), Failed> {
    let mut pair = Pair::start(gnugo)?;
    pair.same("boardsize 9")?;
    for command in ALIKE {
        // GNU Go ends an echo with one newline too many; our client drops it.
        pair.same(command)?;
    }
    Ok(())
}

/// Every command of GNU Go that we have is in its list, and both lists are sorted alike.
fn lists(gnugo: &PathBuf) -> Result<(), Failed> {
    let mut pair = Pair::start(gnugo)?;
    let ours = pair.ours.send("list_commands")?;
    let help = pair.ours.send("help")?;
    assert_eq!(ours.text(), help.text());
    let names: Vec<&str> = ours.text().lines().collect();
    assert!(names.is_sorted());
    for name in &names {
        let known = pair.ours.send(&format!("known_command {name}"))?;
        assert_eq!(known.text(), "true", "{name}");
    }
    let theirs = pair.theirs.send("list_commands")?;
    let standard = "protocol_version name version known_command list_commands quit boardsize \
        clear_board komi fixed_handicap place_free_handicap set_free_handicap play genmove undo \
        time_settings time_left final_score final_status_list loadsgf reg_genmove showboard";
    for name in standard.split_whitespace() {
        assert!(
            names.contains(&name) && theirs.text().lines().any(|line| line == name),
            "{name}"
        );
    }
    Ok(())
}

/// Records load to the same position and the same side to move.
fn records(gnugo: &PathBuf) -> Result<(), Failed> {
    let games = katachi_testkit::shared("peer/gnugo-3.8/regression/games")?;
    let mut pair = Pair::start(gnugo)?;
    let mut files: Vec<PathBuf> = std::fs::read_dir(games)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    files.sort();
    for file in files
        .iter()
        .filter(|file| file.extension().is_some_and(|e| e == "sgf"))
        .step_by(4)
    {
        for until in ["", " 20", " d4"] {
            pair.same(&format!("loadsgf {}{until}", file.display()))?;
            // (GNU Go answers get_handicap with 0 for loaded records.)
            for command in [
                "showboard",
                "get_komi",
                "list_stones black",
                "all_legal white",
            ] {
                pair.same(command)?;
            }
        }
    }
    Ok(())
}

pub fn trials() -> Vec<Trial> {
    let gnugo = || program("gnugo");
    let mut trials = vec![
        trial("mistakes_and_spellings", gnugo(), |gnugo| alike(&gnugo)),
        trial("fixed_handicap_of_every_size_but_12", gnugo(), |gnugo| {
            handicaps(&gnugo)
        }),
        trial("command_lists", gnugo(), |gnugo| lists(&gnugo)),
    ];
    let with_records = gnugo().and_then(|gnugo| {
        katachi_testkit::shared("peer/gnugo-3.8/regression/games").map(|_| gnugo)
    });
    trials.push(trial("game_records", with_records, |gnugo| records(&gnugo)));
    for (size, orientation) in [
        (2, 0),
        (5, 3),
        (7, 1),
        (9, 2),
        (11, 4),
        (13, 5),
        (16, 6),
        (19, 7),
    ] {
        trials.push(trial(
            &format!("random_game_on_{size}"),
            gnugo(),
            move |gnugo| random_game(&gnugo, size, orientation),
        ));
    }
    trials
}
