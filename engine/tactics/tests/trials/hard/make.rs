//! The maker: draws positions, asks the readers, and lists what they disagree about.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use katachi_board::{Board, Color, Point, PointSet};
use katachi_tactics::connection::ConnectionReader;
use katachi_tactics::reading::Limits;
use libtest_mimic::Failed;
use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::argument::{OneString, Pair, Subject, argue};
use super::list::{Entry, List, Source};
use super::place::{Change, Place, Places, changed, changes_text};
use crate::sample::engines::{Peer, our_pair, ours_within};
use crate::sample::proof::prove;
use crate::sample::records::Drawn;
use crate::solver::Code;

/// The limits of the maker.
pub struct Terms {
    pub time: Duration,
    /// The positions of a proof.
    pub budget: usize,
}

/// How often the list is written.
const INTERVAL: Duration = Duration::from_secs(30);

/// The most strings of a position that are asked about.
const MOST: usize = 20;

/// A drawn position, and the strings to ask about.
struct Draw {
    place: Place,
    board: Board,
    strings: Vec<Point>,
}

/// The position with this number: of a game, a game with a change, a problem, a problem with a
/// change, in turn. Each number has its own random numbers.
fn draw(places: &Places, number: u64) -> Draw {
    let mut dice =
        Xoshiro256PlusPlus::seed_from_u64((number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    loop {
        let (source, moves, board) = if number % 4 < 2 {
            let record = &places.records[dice.random_range(0..places.records.len())];
            let Some(game) = record.game() else {
                continue;
            };
            let (least, end) = (game.size.get(), game.moves.moves.len());
            if end <= least {
                continue;
            }
            let moves = dice.random_range(least..end);
            (Places::source_of_record(record), moves, game.board(moves))
        } else {
            let problem = &places.problems[dice.random_range(0..places.problems.len())];
            let Some(board) = problem.board() else {
                continue;
            };
            (Places::source_of_problem(problem), 0, board)
        };
        // Without history, as the list has it.
        let Some(mut board) = changed(&board, &[]) else {
            continue;
        };
        let mut strings = few_liberties(&board, None);
        let mut changes = Vec::new();
        if number % 2 == 1 {
            if strings.is_empty() {
                continue;
            }
            let string = strings[dice.random_range(0..strings.len())];
            changes = mutation(&board, string, &mut dice);
            let Some(after) = changed(&board, &changes).filter(|_| !changes.is_empty()) else {
                continue;
            };
            let near: PointSet = changes.iter().map(|change| change.point).collect();
            strings = few_liberties(&after, Some(grown(&near, 3)));
            board = after;
        }
        while strings.len() > MOST {
            strings.swap_remove(dice.random_range(0..strings.len()));
        }
        let place = Place {
            source,
            moves,
            changes: changes_text(&changes, board.size()),
        };
        return Draw {
            place,
            board,
            strings,
        };
    }
}

/// The boards of this many positions of games, and their strings.
pub fn plain_strings(places: &Places, draws: u64) -> Vec<(Board, Vec<Point>)> {
    let drawn = (0..draws).map(|number| draw(places, 4 * number));
    drawn.map(|draw| (draw.board, draw.strings)).collect()
}

/// The first stones of strings with 1 to 4 liberties that have a stone in this area.
fn few_liberties(board: &Board, area: Option<PointSet>) -> Vec<Point> {
    let chains = board.chains().filter(|chain| chain.liberty_count() <= 4);
    let near = |stones: &PointSet| area.is_none_or(|area| stones.intersects(&area));
    let mut points: Vec<Point> = chains
        .filter(|chain| near(&chain.stones().collect()))
        .filter_map(|chain| chain.stones().min())
        .collect();
    points.sort();
    points
}

/// The area and what lies this many steps around it.
fn grown(area: &PointSet, steps: usize) -> PointSet {
    (0..steps).fold(*area, |area, _| area | area.neighbors())
}

/// A random change near a string: a stone added, removed, or shifted to an adjacent point.
fn mutation(board: &Board, string: Point, dice: &mut Xoshiro256PlusPlus) -> Vec<Change> {
    let Some(chain) = board.chain(string) else {
        return Vec::new();
    };
    let size = board.size();
    let near = grown(
        &(chain.stones().collect::<PointSet>() | chain.liberties()),
        2,
    );
    let near: Vec<Point> = near.iter().filter(|&point| size.contains(point)).collect();
    let point = near[dice.random_range(0..near.len())];
    let Some(color) = board.at(point).color() else {
        let color = Color::BOTH[dice.random_range(0..2)];
        let stone = Some(color);
        return vec![Change { point, stone }];
    };
    let gone = Change { point, stone: None };
    let beside: Vec<Point> = (point.neighbors().into_iter())
        .filter(|&near| size.contains(near) && board.at(near).is_empty())
        .collect();
    if beside.is_empty() || dice.random_range(0..2) == 0 {
        return vec![gone];
    }
    let to = Change {
        point: beside[dice.random_range(0..beside.len())],
        stone: Some(color),
    };
    vec![gone, to]
}

fn works(code: Code) -> bool {
    code != Code::Lose
}

fn missing() -> Failed {
    "expected GNU Go, which finds hard questions, found none".into()
}

/// A list that grows, the readers, and what this run has done.
struct Maker {
    peer: Peer,
    deep_peer: Peer,
    list: List,
    asked: usize,
    /// Hard questions without an answer.
    open: usize,
}

impl Maker {
    /// Lists the answer to a hard question of a place.
    fn note(&mut self, place: &Place, vertices: String, answer: Option<Entry>) {
        match answer {
            Some(entry) => {
                let question = (place.clone(), vertices);
                self.list.entries.insert(question, entry);
            }
            None => self.open += 1,
        }
    }
}

/// Extends a list: `ask` gets each drawn position with its number.
fn extend(
    kind: &'static str,
    places: &Places,
    terms: &Terms,
    mut ask: impl FnMut(&mut Maker, &Draw, u64) -> Result<(), Failed>,
) -> Result<(), Failed> {
    let mut maker = Maker {
        peer: Peer::start().ok_or_else(missing)?,
        deep_peer: Peer::at_level(16).ok_or_else(missing)?,
        list: List::read(kind)?,
        asked: 0,
        open: 0,
    };
    let (start, mut written) = (Instant::now(), Instant::now());
    while start.elapsed() < terms.time {
        let number = maker.list.drawn;
        ask(&mut maker, &draw(places, number), number)?;
        maker.list.drawn += 1;
        if written.elapsed() > INTERVAL {
            maker.list.write()?;
            written = Instant::now();
        }
    }
    maker.list.write()?;
    println!(
        "{} {kind}, {} draws; in this run {} asked about, {} hard ones without an answer",
        maker.list.entries.len(),
        maker.list.drawn,
        maker.asked,
        maker.open
    );
    Ok(())
}

/// Extends the list of strings.
pub fn strings(places: &Places, terms: &Terms) -> Result<(), Failed> {
    extend("strings", places, terms, |maker, found, _| {
        for (at, &string) in found.strings.iter().enumerate() {
            let Some(drawn) = Drawn::of(&found.board, string) else {
                continue;
            };
            if at == 0 {
                maker.peer.load(&drawn)?;
            }
            maker.asked += 1;
            if all_agree(&drawn, &mut maker.peer, &mut maker.deep_peer)? {
                continue;
            }
            let answer = truth(&drawn, terms.budget, &mut maker.deep_peer)?;
            let vertex = string.vertex(drawn.size).to_string();
            maker.note(&found.place, vertex, answer);
        }
        Ok(())
    })
}

/// Extends the list of pairs.
pub fn pairs(places: &Places, terms: &Terms) -> Result<(), Failed> {
    let mut reader = ConnectionReader::for_level(10);
    extend("pairs", places, terms, |maker, found, number| {
        for (at, (a, b)) in near_pairs(&found.board, number).into_iter().enumerate() {
            let Some(drawn) = Drawn::of(&found.board, a) else {
                continue;
            };
            if at == 0 {
                maker.peer.load(&drawn)?;
            }
            maker.asked += 1;
            let ours = our_pair(&mut reader, &drawn, b, works);
            if maker.peer.judge_pair(&drawn, b, works)? == ours {
                continue;
            }
            let answer = argued(&mut Pair::new(&drawn, b), &drawn, &mut maker.deep_peer)?;
            let [a, b] = [a, b].map(|point| point.vertex(drawn.size));
            maker.note(&found.place, format!("{a},{b}"), answer);
        }
        Ok(())
    })
}

/// The most pairs of a position that are asked about.
const MOST_PAIRS: usize = 8;

/// Some pairs of strings of a colour, with stones at most four rows and four columns apart.
fn near_pairs(board: &Board, number: u64) -> Vec<(Point, Point)> {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(!number);
    let near =
        |a: Point, b: Point| a.row().abs_diff(b.row()) <= 4 && a.col().abs_diff(b.col()) <= 4;
    let strings: Vec<_> = board.chains().collect();
    let mut pairs = Vec::new();
    for (at, one) in strings.iter().enumerate() {
        for other in &strings[at + 1..] {
            if one.color() == other.color()
                && one.stones().any(|a| other.stones().any(|b| near(a, b)))
            {
                pairs.push((one.origin(), other.origin()));
            }
        }
    }
    pairs.sort();
    while pairs.len() > MOST_PAIRS {
        pairs.swap_remove(dice.random_range(0..pairs.len()));
    }
    pairs
}

/// Finds the answers of the list anew, after a change of the readers or of how answers are found.
pub fn again(places: &Places, terms: &Terms) -> Result<(), Failed> {
    let mut deep_peer = Peer::at_level(16).ok_or_else(missing)?;
    let mut list = List::read("strings")?;
    let mut found = BTreeMap::new();
    let (mut changed, mut lost) = (0, 0);
    for (place, entry, drawn) in list.strings(places)? {
        let answer = if entry.known == Source::Proven {
            Some(entry)
        } else {
            truth(&drawn, terms.budget, &mut deep_peer)?
        };
        match answer {
            Some(answer) => {
                let same = answer.attack == entry.attack && answer.defend == entry.defend;
                changed += usize::from(!same);
                let vertex = drawn.target.vertex(drawn.size).to_string();
                found.insert((place.clone(), vertex), answer);
            }
            None => lost += 1,
        }
    }
    list.entries = found;
    list.write()?;
    println!("{changed} answers are other ones, {lost} questions have lost theirs");
    Ok(())
}

/// Whether our reader and GNU Go, at levels 10 and 16, agree.
fn all_agree(drawn: &Drawn, peer: &mut Peer, deep: &mut Peer) -> Result<bool, Failed> {
    let ours = ours_within(Limits::for_level(10), drawn, works);
    if peer.judge(drawn, works)? != ours || ours_within(Limits::for_level(16), drawn, works) != ours
    {
        return Ok(false);
    }
    deep.load(drawn)?;
    Ok(deep.judge(drawn, works)? == ours)
}

/// The answer, if it can be proven, or if deep readers agree on it or reach one by arguing.
fn truth(drawn: &Drawn, budget: usize, peer: &mut Peer) -> Result<Option<Entry>, Failed> {
    if let Some(truth) = prove(drawn, budget) {
        return Ok(Some(Entry {
            attack: truth.attack,
            defend: truth.defend,
            known: Source::Proven,
        }));
    }
    let subject = &mut OneString::new(drawn);
    argued(subject, drawn, peer)
}

/// The answer that deep readers agree on or reach by arguing.
fn argued(
    subject: &mut impl Subject,
    drawn: &Drawn,
    peer: &mut Peer,
) -> Result<Option<Entry>, Failed> {
    let Some((attack, attack_agreed)) = argue(subject, drawn, !drawn.owner, peer)? else {
        return Ok(None);
    };
    let (mut defend, mut agreed) = (None, attack_agreed);
    if works(attack) {
        let Some((code, defend_agreed)) = argue(subject, drawn, drawn.owner, peer)? else {
            return Ok(None);
        };
        defend = Some(code);
        agreed &= defend_agreed;
    }
    let known = if agreed { Source::Deep } else { Source::Argued };
    Ok(Some(Entry {
        attack,
        defend,
        known,
    }))
}
