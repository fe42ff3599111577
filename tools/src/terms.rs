//! The terms of a match: everything that decides how its games are played.

use std::time::Duration;

use katachi_board::{BoardSize, Rules};
use katachi_teacher::engine::EngineCommand;

use crate::clock::{Shown, TimeSettings};
use crate::openings::{Opening, Openings};
use crate::rule_set::RuleSet;

/// The terms of a match.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The engine that plays Black if colours do not alternate.
    pub black: EngineCommand,
    /// The other engine.
    pub white: EngineCommand,
    /// The engine that scores finished games, if there is one.
    pub referee: Option<EngineCommand>,
    /// The board.
    pub size: BoardSize,
    /// White's points for moving second.
    pub komi: f64,
    /// Black's handicap stones; 0 or at least 2.
    pub handicap: usize,
    /// Whether the engine with Black chooses the points of its handicap.
    pub free_handicap: bool,
    /// Whether the engines exchange colours after each game.
    pub alternate: bool,
    /// The starting positions.
    pub openings: Openings,
    /// The rules. Without them: simple ko, no suicide, and no rules are sent to the engines.
    pub rules: Option<RuleSet>,
    /// The clock.
    pub time: Option<TimeSettings>,
    /// The most moves of a game, counted from the empty board.
    pub max_moves: usize,
    /// The most time for a move without a clock.
    pub move_timeout: Duration,
    /// The most time for any other command.
    pub command_timeout: Duration,
}

impl Terms {
    /// The rules for the legality of moves.
    pub fn legality(&self) -> Rules {
        self.rules.map_or(Rules::SIMPLE, RuleSet::legality)
    }

    /// Whether the engines have exchanged colours in this game.
    pub fn is_alternated(&self, game: usize) -> bool {
        self.alternate && game % 2 == 1
    }

    /// The opening of a game.
    pub fn opening(&self, game: usize) -> Option<&Opening> {
        self.openings.of_game(game, self.alternate)
    }

    /// The terms as the header of a table: names and values. Games with different headers must not
    /// be in one table.
    pub fn header(&self) -> Vec<(&'static str, String)> {
        let yes_or_no = |flag: bool| if flag { "1" } else { "0" }.to_owned();
        let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
        let referee = self
            .referee
            .as_ref()
            .map(|command| command.line().to_owned());
        let openings = (!self.openings.is_empty()).then(|| self.openings.summary(self.size));
        vec![
            ("BlackCommand", self.black.line().to_owned()),
            ("WhiteCommand", self.white.line().to_owned()),
            ("RefereeCommand", or_dash(referee)),
            ("Size", self.size.to_string()),
            ("Komi", self.komi.to_string()),
            ("Handicap", self.handicap.to_string()),
            ("FreeHandicap", yes_or_no(self.free_handicap)),
            ("Alternate", yes_or_no(self.alternate)),
            ("Openings", or_dash(openings)),
            (
                "Rules",
                or_dash(self.rules.map(|rules| rules.name().to_owned())),
            ),
            ("Time", or_dash(self.time.map(|time| time.to_string()))),
            ("MaxMoves", self.max_moves.to_string()),
            ("MoveTimeout", Shown(self.move_timeout).to_string()),
        ]
    }
}
