//! What the program writes on standard error about each move generation (`-t`, `-a`, `-w`, `-T`,
//! `-E`, `-d`, `-m`, `--showscore`), and at its end (`-S`, `--profile-patterns`).
//!
//! Entry point: [`Traces::listener`].

pub mod flags;
mod summary;

use std::fmt::Write;
use std::rc::Rc;

use clap::Args;
use katachi_board::Point;
use katachi_core::Thoughts;
use katachi_studio::words::FiredAccount;
use katachi_studio::words::ahead;
use katachi_studio::words::breakdown;
use katachi_studio::words::for_move;

pub use summary::{nodes, profile};

use crate::session::{Listener, Session};
use crate::speaker::complain;
use crate::terminal;
use crate::views::{View, Views};
use flags::{Flags, Shown};

/// The candidates that `-t` shows.
const MOST_MOVES: usize = 10;

/// What to trace.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Traces")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the command line"
)]
pub struct Traces {
    /// Say on standard error why each move is played: the ten best candidates, each with the steps
    /// of its value, its reasons and patterns. Twice: all candidates.
    #[arg(short = 't', long, global = true, action = clap::ArgAction::Count)]
    pub trace: u8,
    /// With -t: also moves with reasons that are no candidates, and what speaks against them.
    #[arg(short = 'a', long, global = true)]
    pub allpats: bool,
    /// Say on standard error what strings and dragons the engine sees before each move.
    #[arg(short = 'w', long, global = true)]
    pub worms: bool,
    /// Show the dragons on standard error before each move. Twice: the eye spaces, too.
    #[arg(short = 'T', long, global = true, action = clap::ArgAction::Count)]
    pub printboard: u8,
    /// Show the eye spaces on standard error before each move.
    #[arg(short = 'E', long, global = true)]
    pub printeyes: bool,
    /// Show more on standard error before each move: a mask of GNU Go, or names with commas.
    #[arg(short = 'd', long, global = true, value_name = "FLAGS")]
    pub debug: Option<Flags>,
    /// Show the influence after this move on standard error: the views of -m, or regions.
    #[arg(long, global = true, value_name = "VERTEX")]
    pub debug_influence: Option<String>,
    /// Say on standard error who is ahead before each move.
    #[arg(long, global = true)]
    pub showscore: bool,
    /// Say on standard error how long each stage of a move takes.
    #[arg(long, global = true)]
    pub showtime: bool,
    /// Say on standard error at the end what reading has cost.
    #[arg(short = 'S', long, global = true)]
    pub statistics: bool,
    /// Say on standard error at the end what the patterns that propose moves cost: matches,
    /// constraint calls, time.
    #[arg(long, global = true)]
    pub profile_patterns: bool,
}

impl Traces {
    /// What writes the traces of a session, with these views; `None` if there are none.
    pub fn listener(&self, views: Option<Views>) -> Option<Listener> {
        let traces = self.clone();
        let shown = self.shown();
        let wanted = traces.trace > 0 || views.is_some() || !shown.is_empty();
        wanted.then(|| {
            Rc::new(move |session: &mut Session, thoughts: &Thoughts| {
                for one in &shown {
                    one.write(session, thoughts);
                }
                if let Some(views) = &views {
                    write_views(session, views);
                }
                traces.write_reasons(session, thoughts);
            }) as Listener
        })
    }

    /// Whether the time of each stage is wanted.
    pub fn wants_times(&self) -> bool {
        self.showtime || self.has(Shown::Times)
    }

    /// What to say of debug flags that show nothing.
    pub fn notes(&self) -> Vec<String> {
        let flags = self.debug.iter();
        let notes = flags.flat_map(Flags::notes);
        notes.map(|note| format!("--debug: {note}")).collect()
    }

    fn has(&self, shown: Shown) -> bool {
        self.debug.as_ref().is_some_and(|flags| flags.has(shown))
    }

    /// What is to be shown before each move, each once.
    fn shown(&self) -> Vec<Shown> {
        let wanted = [
            (self.worms, Shown::Strings),
            (self.worms || self.printboard > 0, Shown::Dragons),
            (self.printeyes || self.printboard > 1, Shown::Eyes),
            (self.showscore, Shown::Score),
        ];
        let options = wanted.into_iter().filter(|(is_wanted, _)| *is_wanted);
        let mut all: Vec<Shown> = options.map(|(_, shown)| shown).collect();
        let flags = self.debug.iter().flat_map(Flags::iter);
        for shown in flags.filter(|shown| *shown != Shown::Times) {
            if !all.contains(&shown) {
                all.push(shown);
            }
        }
        all
    }

    /// Writes why a move is played that has not been played yet.
    fn write_reasons(&self, session: &mut Session, thoughts: &Thoughts) {
        let most = match self.trace {
            0 => 0,
            1 => MOST_MOVES,
            _ => usize::MAX,
        };
        let candidates = thoughts.candidates.iter().take(most);
        let mut points: Vec<Point> = candidates.map(|one| one.point).collect();
        if self.allpats {
            points.extend(thoughts.dropped.iter().map(|(one, _)| one.point));
        }
        for point in points {
            complain(&breakdown(session, thoughts, point).join("\n"));
        }
    }
}

impl Shown {
    /// Writes about a move generation whose move has not been played yet.
    fn write(self, session: &mut Session, thoughts: &Thoughts) {
        let text = match self {
            Self::Influence => {
                write_views(session, &Views::from(View::Influence));
                return write_views(session, &Views::from(View::Regions));
            }
            Self::Eyes => return write_views(session, &Views::from(View::Eyes)),
            Self::Dragons => return write_views(session, &Views::from(View::Dragons)),
            Self::Territory => return write_views(session, &Views::from(View::Value)),
            Self::Lives => lives(session),
            Self::Patterns => patterns(session, thoughts),
            Self::Strings => strings(session),
            Self::Reasons => reasons(session, thoughts),
            Self::Nodes => nodes(session),
            Self::Score => format!("score estimate: {}", session.bounds()),
            Self::TopMoves => top_moves(session, thoughts),
            Self::Ahead => lines(session, thoughts),
            // The session itself measures while it thinks.
            Self::Times => return,
        };
        complain(&text);
    }
}

fn write_views(session: &mut Session, views: &Views) {
    let colored = terminal::has_colors(&std::io::stderr());
    let text = views.text(&session.game, &mut session.engine, colored);
    complain(text.trim_end());
}

/// A line for each dragon: what reading says about its life.
pub fn lives(session: &mut Session) -> String {
    let dragons = session.engine.position(&session.game).dragons();
    let name = |point: Option<Point>| point.map_or("-".to_owned(), |at| session.vertex(at));
    let mut text = "lives of dragons".to_owned();
    for dragon in dragons.iter() {
        let origin = session.vertex(dragon.origin);
        let status = dragon.status().name();
        let found = match &dragon.life {
            None => "not read".to_owned(),
            Some(life) => format!(
                "attack {} {}, defence {} {}",
                life.attack.outcome as u8,
                name(life.attack.point),
                life.defense.outcome as u8,
                name(life.defense.point)
            ),
        };
        // Writing to a string cannot fail.
        let _ = write!(text, "\n  {origin:<4} {} {status}: {found}", dragon.color);
    }
    text
}

/// A line for each pattern that fires.
fn patterns(session: &Session, thoughts: &Thoughts) -> String {
    let mut text = format!("{} patterns fire", thoughts.fired.len());
    for fired in &thoughts.fired {
        if let Some(line) = FiredAccount::of(session, fired) {
            // Writing to a string cannot fail.
            let _ = write!(text, "\n  {}: {line}", session.vertex(fired.point));
        }
    }
    text
}

/// The reasons for each candidate.
fn reasons(session: &Session, thoughts: &Thoughts) -> String {
    let candidates = thoughts.candidates.iter();
    let texts = candidates.map(|one| for_move(session, thoughts, one.point).join("\n    "));
    texts.collect::<Vec<_>>().join("\n")
}

/// The best moves with their values, in one line.
fn top_moves(session: &Session, thoughts: &Thoughts) -> String {
    let candidates = thoughts.candidates.iter().take(MOST_MOVES);
    let moves = candidates.map(|one| format!("{} {:.2}", session.vertex(one.point), one.rating()));
    format!("top moves: {}", moves.collect::<Vec<_>>().join(", "))
}

/// The candidates that the metamachine has played ahead, a line for each.
fn lines(session: &Session, thoughts: &Thoughts) -> String {
    let first = thoughts
        .lines
        .iter()
        .filter_map(|line| *line.moves.first()?);
    let told = first.filter_map(|point| ahead(session, thoughts, point));
    let lines: Vec<String> = told.collect();
    if lines.is_empty() {
        "nothing is played ahead".to_owned()
    } else {
        lines.join("\n")
    }
}

/// A line for each string.
pub fn strings(session: &mut Session) -> String {
    let worms = session.engine.position(&session.game).worms();
    let mut text = "strings".to_owned();
    for worm in worms.iter() {
        let name = |point: Option<Point>| point.map_or("-".to_owned(), |at| session.vertex(at));
        // A line has the internal codes of results, as worm_data.
        let (attack, defense) = (worm.attacks.best(), worm.defenses.best());
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "\n  {:<4} {} {} stones, {} liberties, attack {} {}, defence {} {}",
            session.vertex(worm.origin),
            worm.color,
            worm.size(),
            worm.liberties[0],
            worm.attacks.outcome() as u8,
            name(attack.map(|best| best.0)),
            worm.defenses.outcome() as u8,
            name(defense.map(|best| best.0)),
        );
    }
    text
}
