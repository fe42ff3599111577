//! The terms of a match: everything that decides how its games are played.

use std::time::Duration;

use katachi_board::{BoardSize, Rules};

use crate::clock::{Shown, TimeSettings};
use crate::engine::EngineCommand;
use crate::openings::{Opening, Openings};
use crate::rule_set::RuleSet;

/// The terms of a match.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The engine that plays Black where colours do not alternate.
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
    /// Whether the engine with Black chooses where they stand.
    pub free_handicap: bool,
    /// Whether the engines change colours after each game.
    pub alternate: bool,
    /// Positions to start from.
    pub openings: Openings,
    /// The rules; without them simple ko, no suicide, and nothing said to the engines.
    pub rules: Option<RuleSet>,
    /// The clock.
    pub time: Option<TimeSettings>,
    /// The longest game, in moves from the empty board.
    pub max_moves: usize,
    /// How long a move may take without a clock.
    pub move_timeout: Duration,
    /// How long any other command may take.
    pub command_timeout: Duration,
}

impl Terms {
    /// Which moves are legal.
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

    /// The terms as the header of a table, name by value. Games of different headers do not belong
    /// into one table.
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
