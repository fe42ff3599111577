//! A teacher: KataGo's raw network, asked for the lead after a move and the probability of it.
//! Answers are kept in a file, so a second run asks only for what is new.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::PathBuf;

use katachi_board::{BoardSize, Color, Point};
use katachi_gtp::Client;
use katachi_testkit::{Need, shared};
use libtest_mimic::Failed;

use super::records::Record;

/// What the teacher says about a move, or about a pass.
#[derive(Clone, Copy, Debug)]
pub struct Judged {
    /// The lead of the side that moves, after the move, in points.
    pub lead: f64,
    /// The probability that the network gives to the move.
    pub policy: f64,
}

pub struct Teacher {
    client: Client,
    answers: BTreeMap<String, Judged>,
    kept: Option<std::fs::File>,
    /// The position that the client has: game and number of moves.
    at: Option<(u64, usize)>,
    policies: Vec<f64>,
}

/// The folder of the teacher.
pub fn folder() -> Need<PathBuf> {
    shared("peer/katago-1.17.2")
}

impl Teacher {
    /// Starts the teacher. `KATACHI_TEACHER_ANSWERS` names the file that keeps its answers.
    pub fn start(folder: &std::path::Path) -> Result<Self, Failed> {
        let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
        let (model, config) = (path("b6c96.bin.gz"), path("gtp.cfg"));
        let arguments = ["gtp", "-model", model.as_str(), "-config", config.as_str()];
        let mut client = Client::spawn(folder.join("katago"), arguments)?;
        ask(&mut client, "boardsize 19")?;
        ask(&mut client, "komi 6.5")?;
        let mut answers = BTreeMap::new();
        let mut kept = None;
        if let Some(path) = std::env::var_os("KATACHI_TEACHER_ANSWERS") {
            for line in std::fs::read_to_string(&path).unwrap_or_default().lines() {
                if let Some((key, judged)) = read(line) {
                    answers.insert(key, judged);
                }
            }
            let options = std::fs::OpenOptions::new()
                .create(true)
                .append(true)
                .open(path);
            kept = Some(options?);
        }
        Ok(Self {
            client,
            answers,
            kept,
            at: None,
            policies: Vec::new(),
        })
    }

    /// Judges a move after the first moves of a game.
    pub fn judge(
        &mut self,
        record: &Record,
        number: usize,
        color: Color,
        point: Option<Point>,
    ) -> Result<Judged, Failed> {
        let size = BoardSize::NINETEEN;
        let vertex = point.map_or("pass".to_owned(), |point| point.vertex(size).to_string());
        let key = format!("{:016x} {number} {vertex}", record.hash);
        if let Some(&judged) = self.answers.get(&key) {
            return Ok(judged);
        }
        if self.at != Some((record.hash, number)) {
            self.set_up(record, number)?;
        }
        let policy = match point {
            Some(point) => self.policies.get(point.row() * 19 + point.col()),
            None => self.policies.last(),
        };
        let policy = policy.copied().unwrap_or_default();
        ask(&mut self.client, &format!("play {color} {vertex}"))?;
        let answer = ask(&mut self.client, "kata-raw-nn 0")?;
        ask(&mut self.client, "undo")?;
        let lead = after(&answer, "whiteLead").ok_or("no lead")?;
        let lead = if color == Color::White { lead } else { -lead };
        let judged = Judged { lead, policy };
        if let Some(file) = &mut self.kept {
            writeln!(file, "{key} {lead} {policy}")?;
        }
        self.answers.insert(key, judged);
        Ok(judged)
    }

    fn set_up(&mut self, record: &Record, number: usize) -> Result<(), Failed> {
        ask(&mut self.client, "clear_board")?;
        for (color, point) in &record.moves[..number] {
            let vertex = point.vertex(BoardSize::NINETEEN);
            ask(&mut self.client, &format!("play {color} {vertex}"))?;
        }
        let answer = ask(&mut self.client, "kata-raw-nn 0")?;
        let (_, table) = answer.split_once("policy\n").ok_or("no policy")?;
        let numbers = table.split_whitespace().take(361);
        // Illegal points are no numbers.
        self.policies = numbers
            .map(|word| word.parse().ok().filter(|p: &f64| p.is_finite()))
            .map(Option::unwrap_or_default)
            .collect();
        self.policies
            .push(after(&answer, "policyPass").unwrap_or_default());
        self.at = Some((record.hash, number));
        Ok(())
    }
}

fn ask(client: &mut Client, command: &str) -> Result<String, Failed> {
    let reply = client.send(command)?;
    if !reply.is_success() {
        return Err(format!("{command}: {}", reply.text()).into());
    }
    Ok(reply.text().to_owned())
}

fn read(line: &str) -> Option<(String, Judged)> {
    let mut words = line.rsplitn(3, ' ');
    let policy = words.next()?.parse().ok()?;
    let lead = words.next()?.parse().ok()?;
    Some((words.next()?.to_owned(), Judged { lead, policy }))
}

/// The number after a word.
fn after(text: &str, word: &str) -> Option<f64> {
    let mut words = text.split_whitespace();
    words.find(|found| *found == word)?;
    words.next()?.parse().ok()
}
