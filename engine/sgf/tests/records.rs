//! Reads records of real programs: GNU Go's regression games and joseki files, and a tournament
//! archive.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use katachi_sgf::{Action, parse, write};
use katachi_testkit::{archived, run, shared, trial};
use libtest_mimic::Failed;

/// Counts over a set of records.
#[derive(Debug, Default, PartialEq, Eq)]
struct Count {
    records: usize,
    games: usize,
    /// Nodes, variations included.
    nodes: usize,
    /// Moves and set-up stones of the main lines.
    moves: usize,
    stones: usize,
    /// Records with warnings.
    warned: usize,
}

// Every record is readable and has moves or stones, so there is no list of exceptions. The warnings
// are about set-up stones as `AB[..]AB[..]`, FF3 names, one root with GM and FF twice, and the
// licence before the tree in the joseki files.
fn main() -> ExitCode {
    let regression = Count {
        records: 1033,
        games: 1034,
        nodes: 113_838,
        moves: 110_821,
        stones: 40_158,
        warned: 81,
    };
    let joseki = Count {
        records: 7,
        games: 7,
        nodes: 1991,
        moves: 59,
        stones: 0,
        warned: 7,
    };
    let tournament = Count {
        records: 2664,
        games: 2664,
        nodes: 549_739,
        moves: 547_075,
        stones: 0,
        warned: 0,
    };
    let trials = vec![
        trial(
            "regression_games",
            shared("peer/gnugo-3.8/regression"),
            move |dir| check(&folder(&dir)?, &regression),
        ),
        trial(
            "joseki_files",
            shared("peer/gnugo-3.8/patterns"),
            move |dir| check(&folder(&dir)?, &joseki),
        ),
        trial(
            "tournament_archive",
            shared("data/games/pro19/gosei.tgz"),
            move |file| check(&archived(&file, "sgf")?, &tournament),
        ),
    ];
    run(trials)
}

type Records = BTreeMap<PathBuf, Vec<u8>>;

/// All records below a folder.
fn folder(dir: &Path) -> Result<Records, Failed> {
    let mut records = Records::new();
    let mut folders = vec![dir.to_path_buf()];
    while let Some(dir) = folders.pop() {
        for entry in dir.read_dir()? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if is_record(&path) {
                let bytes = std::fs::read(&path)?;
                records.insert(path, bytes);
            }
        }
    }
    Ok(records)
}

fn is_record(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("sgf"))
}

/// Reads, walks, writes and counts each record; the failure lists all problems.
fn check(records: &Records, expected: &Count) -> Result<(), Failed> {
    let mut count = Count {
        records: records.len(),
        ..Count::default()
    };
    let mut complaints = Vec::new();
    for (path, bytes) in records {
        let mut complain =
            |what: &dyn Display| complaints.push(format!("{}:{what}", path.display()));
        let parsed = match parse(bytes) {
            Ok(parsed) => parsed,
            Err(error) => {
                complain(&error);
                continue;
            }
        };
        count.warned += usize::from(!parsed.warnings.is_empty());
        count.nodes += parsed.collection.node_count();
        let mut other_charset = false;
        for root in parsed.collection.roots() {
            count.games += 1;
            other_charset |= root
                .value("CA")
                .is_some_and(|charset| charset.raw() != "UTF-8");
            let info = root.game_info();
            info.warnings.iter().for_each(|warning| complain(warning));
            let all = root.subtree().flat_map(|(_, node)| node.actions(info.size));
            all.filter_map(Result::err)
                .for_each(|warning| complain(&warning));
            let (mut moves, mut stones) = (0, 0);
            for action in root
                .main_line()
                .flat_map(|node| node.actions(info.size))
                .flatten()
            {
                match action {
                    Action::Play { .. } => moves += 1,
                    Action::Setup { .. } => stones += 1,
                    Action::Player(_) => {}
                }
            }
            if moves + stones == 0 {
                complain(&format!("{}: no moves and no stones", root.location()));
            }
            count.moves += moves;
            count.stones += stones;
        }
        // The writer declares UTF-8, whatever the record was in.
        let again = parse(write(&parsed.collection).as_bytes())?;
        if !other_charset && again.collection != parsed.collection {
            complain(&" reads back different");
        }
        if !again.warnings.is_empty() {
            complain(&format!(" is written badly: {:?}", again.warnings));
        }
    }
    if count != *expected {
        complaints.push(format!("expected {expected:?}, found {count:?}"));
    }
    if complaints.is_empty() {
        Ok(())
    } else {
        Err(complaints.join("\n").into())
    }
}
