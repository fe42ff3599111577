//! Questions about a position of a record: `--decide-string` and its kin.

use clap::Args;

use super::Kind;

/// GNU Go's questions. Each prints its answer and ends the program.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Questions about a record (-l)")]
#[expect(
    clippy::struct_field_names,
    reason = "the fields are named as the options"
)]
pub struct Questions {
    /// Can this string be captured, can it be saved? With -o FILE: the variations.
    #[arg(long, global = true, value_name = "VERTEX", group = "question")]
    decide_string: Option<String>,
    /// Can these two strings be connected, can they be cut apart? With -o FILE: the variations.
    #[arg(long, global = true, value_name = "VERTEX/VERTEX", group = "question")]
    decide_connection: Option<String>,
    /// Can this dragon be killed, can it live? With -o FILE: the variations.
    #[arg(
        long,
        global = true,
        value_name = "VERTEX",
        alias = "decide-owl",
        group = "question"
    )]
    decide_dragon: Option<String>,
    /// Who wins the race between these two dragons? With -o FILE: the variations.
    #[arg(long, global = true, value_name = "VERTEX/VERTEX", group = "question")]
    decide_semeai: Option<String>,
    /// Who wins the race between these two strings, by liberties alone? With -o FILE: the
    /// variations.
    #[arg(long, global = true, value_name = "VERTEX/VERTEX", group = "question")]
    decide_tactical_semeai: Option<String>,
    /// All that is known about this dragon.
    #[arg(long, global = true, value_name = "VERTEX", group = "question")]
    decide_dragon_data: Option<String>,
    /// Can the dragons without a way out be killed, can they live? With -o FILE: the variations.
    #[arg(long, global = true, group = "question")]
    decide_position: bool,
    /// Can the side to move capture something by a series of threats? With -o FILE: the
    /// variations.
    #[arg(long, global = true, group = "question")]
    decide_combination: bool,
    /// What is the eye space at this point worth?
    #[arg(long, global = true, value_name = "VERTEX", group = "question")]
    decide_eye: Option<String>,
    /// How is this dragon surrounded?
    #[arg(long, global = true, value_name = "VERTEX", group = "question")]
    decide_surrounded: Option<String>,
}

/// A question, its vertices as the user wrote them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// About a string.
    String(String),
    /// About two strings, `VERTEX/VERTEX`.
    Connection(String),
    /// About the life of a dragon.
    Dragon(String),
    /// About a race of two dragons, `VERTEX/VERTEX`.
    Semeai(String),
    /// About a race of two strings, `VERTEX/VERTEX`.
    TacticalSemeai(String),
    /// About a dragon.
    DragonData(String),
    /// About all dragons without a way out.
    Position,
    /// About combinations of the side to move.
    Combination,
    /// About an eye space.
    Eye(String),
    /// About what surrounds a dragon.
    Surrounded(String),
}

impl Questions {
    /// The question that is asked, if one is.
    pub fn question(&self) -> Option<Question> {
        let asked = [
            self.decide_string.clone().map(Question::String),
            self.decide_connection.clone().map(Question::Connection),
            self.decide_dragon.clone().map(Question::Dragon),
            self.decide_semeai.clone().map(Question::Semeai),
            self.decide_tactical_semeai
                .clone()
                .map(Question::TacticalSemeai),
            self.decide_dragon_data.clone().map(Question::DragonData),
            self.decide_position.then_some(Question::Position),
            self.decide_combination.then_some(Question::Combination),
            self.decide_eye.clone().map(Question::Eye),
            self.decide_surrounded.clone().map(Question::Surrounded),
        ];
        asked.into_iter().flatten().next()
    }
}

impl Question {
    /// The option that asks it, and its vertices.
    pub fn option(&self) -> (&'static str, &str) {
        match self {
            Self::String(at) => ("--decide-string", at),
            Self::Connection(at) => ("--decide-connection", at),
            Self::Dragon(at) => ("--decide-dragon", at),
            Self::Semeai(at) => ("--decide-semeai", at),
            Self::TacticalSemeai(at) => ("--decide-tactical-semeai", at),
            Self::DragonData(at) => ("--decide-dragon-data", at),
            Self::Position => ("--decide-position", ""),
            Self::Combination => ("--decide-combination", ""),
            Self::Eye(at) => ("--decide-eye", at),
            Self::Surrounded(at) => ("--decide-surrounded", at),
        }
    }

    /// Its kind, as far as options are concerned.
    pub fn kind(&self) -> Kind {
        match self {
            Self::String(_) => Kind::String,
            Self::Connection(_) => Kind::Connection,
            Self::Dragon(_) | Self::Position => Kind::Lives,
            Self::Semeai(_) => Kind::Race,
            Self::TacticalSemeai(_) => Kind::Liberties,
            Self::Combination => Kind::Combination,
            Self::DragonData(_) => Kind::Dragon,
            Self::Eye(_) | Self::Surrounded(_) => Kind::Eye,
        }
    }
}
