//! The standings of a match: wins by engine and by colour, and a report.

use std::fmt::Write;

use crate::game::verdict;
use crate::result::GameResult;
use crate::sprt::{Sprt, Verdict};
use crate::table::Row;
use crate::tally::Tally;

/// The score of a match so far.
#[derive(Clone, Debug, Default)]
pub struct Standings {
    /// The decided or tied games of the first engine, the one that `--black` names.
    pub first: Tally,
    /// The same games from Black's side, whichever engine had Black.
    pub black: Tally,
    /// Games without a result: nobody could score them, or the engines disagree.
    pub unknown: u32,
    /// Games that the two engines score differently, even if both name the same winner.
    pub disagreements: u32,
    /// Games with an error.
    pub errors: u32,
    /// Games that repeat the moves of an earlier one.
    pub duplicates: u32,
    moves: usize,
    games: u32,
}

impl Standings {
    /// The standings after these games.
    pub fn of(rows: &[Row]) -> Self {
        let mut standings = Self::default();
        for row in rows {
            standings.add(row);
        }
        standings
    }

    /// Counts a game.
    pub fn add(&mut self, row: &Row) {
        self.games += 1;
        self.moves += row.length;
        self.errors += u32::from(row.error.is_some());
        self.duplicates += u32::from(row.duplicate.is_some());
        let known = |result| result != GameResult::Unknown;
        let differ = known(row.black) && known(row.white) && row.black != row.white;
        self.disagreements += u32::from(differ);
        let result = verdict(row.referee, row.black, row.white);
        let of_colors = if row.alternated {
            result.inverse()
        } else {
            result
        };
        for (tally, result) in [(&mut self.first, result), (&mut self.black, of_colors)] {
            use katachi_board::Color::{Black, White};
            match (result.winner(), result) {
                (Some(Black), _) => tally.wins += 1,
                (Some(White), _) => tally.losses += 1,
                (None, GameResult::Draw) => tally.draws += 1,
                (None, _) => {}
            }
        }
        self.unknown += u32::from(!known(result));
    }

    /// One line for a running match.
    pub fn status(&self, sprt: Option<&Sprt>) -> String {
        let Tally {
            wins,
            draws,
            losses,
        } = self.first;
        let mut text = format!("+{wins} ={draws} -{losses} ?{}", self.unknown);
        if let Some(elo) = self.first.elo() {
            let _ = write!(text, "  Elo {:+.0} ± {:.0}", elo.elo, elo.error());
        }
        if let Some(sprt) = sprt {
            let (lower, upper) = sprt.bounds();
            let ratio = sprt.ratio(&self.first);
            let _ = write!(text, "  LLR {ratio:.2} ({lower:.2}, {upper:.2})");
        }
        text
    }

    /// The full report, for people.
    pub fn report(&self, first: &str, second: &str, sprt: Option<&Sprt>) -> String {
        let share = |count: u32| 100.0 * f64::from(count) / f64::from(self.games.max(1));
        let counted = |count: u32| format!("{count} ({:.1} %)", share(count));
        let mut text = String::new();
        let mut line = |name: &str, value: &str| {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{name:<16}{value}");
        };
        line("games", &self.games.to_string());
        line("first engine", first);
        line("second engine", second);
        line("won by first", &counted(self.first.wins));
        line("won by second", &counted(self.first.losses));
        line("ties", &counted(self.first.draws));
        line("no result", &counted(self.unknown));
        line("won by Black", &counted(self.black.wins));
        line("won by White", &counted(self.black.losses));
        line("errors", &self.errors.to_string());
        line("scored apart", &self.disagreements.to_string());
        line("duplicates", &self.duplicates.to_string());
        line(
            "mean length",
            &format!(
                "{:.1} moves",
                self.moves as f64 / f64::from(self.games.max(1))
            ),
        );
        if let Some(elo) = self.first.elo() {
            line(
                "Elo difference",
                &format!(
                    "{} ± {:.1} (95 %: {} to {}; with one more win and one more loss)",
                    signed(elo.elo),
                    elo.error(),
                    signed(elo.low),
                    signed(elo.high)
                ),
            );
        }
        if let Some(superiority) = self.first.superiority() {
            let percent = 100.0 * superiority;
            line(
                "superiority",
                &format!("{percent:.1} % that the first engine is stronger"),
            );
        }
        if let Some(sprt) = sprt {
            let (lower, upper) = sprt.bounds();
            let verdict = match sprt.verdict(&self.first) {
                Verdict::Continue => "not decided".to_owned(),
                Verdict::AcceptH0 => format!("H0 accepted: not {} Elo stronger", sprt.elo1),
                Verdict::AcceptH1 => format!("H1 accepted: more than {} Elo stronger", sprt.elo0),
            };
            let ratio = sprt.ratio(&self.first);
            line(
                "SPRT",
                &format!("LLR {ratio:.2} ({lower:.2}, {upper:.2}), {verdict}"),
            );
        }
        text
    }
}

/// A number with its sign and one digit; a number that rounds to zero is `+0.0`.
fn signed(number: f64) -> String {
    let tenths = (10.0 * number).round();
    format!("{:+.1}", if tenths == 0.0 { 0.0 } else { number })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(game: usize, black: &str, white: &str, referee: &str) -> Row {
        let Ok(black) = black.parse();
        let Ok(white) = white.parse();
        let Ok(referee) = referee.parse();
        Row {
            game,
            black,
            white,
            referee,
            alternated: game % 2 == 1,
            duplicate: None,
            length: 10,
            time: [0.0; 2],
            cpu: [None; 2],
            error: None,
        }
    }

    #[test]
    fn games_count_for_engines_and_for_colours() {
        let rows = [
            row(0, "B+1", "B+1", "?"),
            // The first engine won with White.
            row(1, "B+R", "B+R", "B+R"),
            row(2, "B+3", "W+5", "?"),
            row(3, "B+3", "B+5", "?"),
            row(4, "B+3", "B+3", "W+2"),
            row(5, "0", "0", "?"),
            row(6, "?", "?", "?"),
        ];
        let standings = Standings::of(&rows);
        assert_eq!(
            standings.first,
            Tally {
                wins: 3,
                draws: 1,
                losses: 1
            }
        );
        assert_eq!(
            standings.black,
            Tally {
                wins: 1,
                draws: 1,
                losses: 3
            }
        );
        assert_eq!((standings.unknown, standings.disagreements), (2, 2));
        let report = standings.report("A", "B", None);
        let swept = Standings::of(&[row(0, "B+3", "B+3", "?"), row(2, "B+R", "B+R", "?")]);
        for text in [swept.report("A", "B", None), swept.status(None)] {
            assert!(!text.contains("inf") && !text.contains("NaN"), "{text}");
        }
        assert!(report.contains("won by first    3 (42.9 %)"), "{report}");
        assert!(report.contains("mean length     10.0 moves"), "{report}");
    }
}
