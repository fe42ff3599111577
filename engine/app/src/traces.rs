//! What the program writes on standard error about each move generation (`-t`, `-a`, `-w`), and
//! about patterns at its end (`--profile-patterns`).

use std::fmt::Write;
use std::rc::Rc;

use clap::Args;
use katachi_board::Point;
use katachi_core::Thoughts;

use crate::breakdown::breakdown;
use crate::reasons::pattern_place_of;
use crate::session::{Listener, Session};
use crate::speaker::complain;
use crate::views::{View, Views};

/// The candidates that `-t` shows.
const MOST_MOVES: usize = 10;

/// The patterns that `--profile-patterns` shows.
const MOST_PATTERNS: usize = 50;

/// What to trace.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct Traces {
    /// Say on standard error why each move is played: the best candidates, each with the steps of
    /// its value, its reasons and patterns.
    #[arg(short = 't', long, global = true, action = clap::ArgAction::Count, help_heading = "Traces")]
    pub trace: u8,
    /// With -t: also moves with reasons that are no candidates, and what speaks against them.
    #[arg(short = 'a', long, global = true, help_heading = "Traces")]
    pub allpats: bool,
    /// Say on standard error what strings and dragons the engine sees before each move.
    #[arg(short = 'w', long, global = true, help_heading = "Traces")]
    pub worms: bool,
    /// Say on standard error at the end what the patterns that propose moves cost: matches,
    /// constraint calls, time.
    #[arg(long, global = true, help_heading = "Traces")]
    pub profile_patterns: bool,
}

impl Traces {
    /// What writes the traces of a session; `None` if there are none.
    pub fn listener(self) -> Option<Listener> {
        let wanted = self.trace > 0 || self.allpats || self.worms;
        wanted.then(|| {
            Rc::new(move |session: &mut Session, thoughts: &Thoughts| {
                self.write(session, thoughts);
            }) as Listener
        })
    }

    /// Writes about a move generation whose move has not been played yet.
    fn write(self, session: &mut Session, thoughts: &Thoughts) {
        if self.worms {
            complain(&strings_and_dragons(session));
        }
        let candidates = thoughts.candidates.iter().take(MOST_MOVES);
        let mut points: Vec<Point> = Vec::new();
        if self.trace > 0 {
            points.extend(candidates.map(|one| one.point));
        }
        if self.allpats {
            points.extend(thoughts.dropped.iter().map(|(one, _)| one.point));
        }
        for point in points {
            complain(&breakdown(session, thoughts, point).join("\n"));
        }
    }
}

/// A line for each string, and the table of dragons.
fn strings_and_dragons(session: &mut Session) -> String {
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
    let views = Views::from(View::Dragons);
    let dragons = views.text(&session.game, &mut session.engine, false);
    format!("{text}\n{}", dragons.trim_end())
}

/// The costs of patterns, as a table, the longest time first.
pub fn profile(session: &Session) -> Option<String> {
    let costs = session.engine.profile.as_ref()?.sorted();
    let mut text = format!(
        "{:>9} {:>9} {:>9} {:>10}  pattern",
        "matches", "asked", "fired", "ms"
    );
    for (database, pattern, cost) in costs.iter().take(MOST_PATTERNS) {
        let name = pattern_place_of(session, *database, *pattern)?;
        let ms = cost.time.as_secs_f64() * 1000.0;
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "\n{:>9} {:>9} {:>9} {ms:>10.3}  {name}",
            cost.matches, cost.asked, cost.fired
        );
    }
    if costs.len() > MOST_PATTERNS {
        let _ = write!(text, "\nand {} more patterns", costs.len() - MOST_PATTERNS);
    }
    Some(text)
}
