//! GNU Go's options that this version does not have: they are refused rather than ignored.

use clap::{Arg, ArgAction, ArgMatches};

/// An option without a meaning here.
pub struct Refused {
    /// Its name, without hyphens.
    pub name: &'static str,
    /// Whether a value follows it.
    takes_value: bool,
    /// Why it is refused, and what comes nearest.
    pub because: &'static str,
}

const fn flag(name: &'static str, because: &'static str) -> Refused {
    Refused {
        name,
        takes_value: false,
        because,
    }
}

const fn with_value(name: &'static str, because: &'static str) -> Refused {
    Refused {
        name,
        takes_value: true,
        because,
    }
}

const ONE_CONNECTION_READER: &str = "connections are read in one way, by proof-number search \
    and random games; --decide-connection shows what it finds";
const ONE_SEMEAI_READER: &str = "races of two dragons are read in one way; --decide-semeai shows \
    what it finds";
const NO_ORACLE: &str = "no second engine advises it; --metamachine lets the engine advise itself, \
    `katachi-tools quality` judges moves by a stronger one";

/// All of them.
pub const REFUSED: &[Refused] = &[
    flag(
        "large-scale",
        "captures on a large scale are not searched for; --monte-carlo looks at the whole board",
    ),
    flag("alternate-connections", ONE_CONNECTION_READER),
    flag("experimental-connections", ONE_CONNECTION_READER),
    flag("standard-connections", ONE_CONNECTION_READER),
    flag(
        "experimental-owl-ext",
        "the results GAIN and LOSS do not exist; --owl-node-limit lets dragons be read further",
    ),
    flag("experimental-semeai", ONE_SEMEAI_READER),
    flag("standard-semeai", ONE_SEMEAI_READER),
    with_value(
        "backfill2-depth",
        "reading has one kind of moves that prepare others; --backfill-depth limits it",
    ),
    flag("oracle", NO_ORACLE),
    flag("decide-oracle", NO_ORACLE),
];

/// The options as arguments of a command line, so that abbreviations and values are understood.
pub fn arguments() -> impl Iterator<Item = Arg> {
    REFUSED.iter().map(|refused| {
        let action = if refused.takes_value {
            ArgAction::Set
        } else {
            ArgAction::SetTrue
        };
        let arg = Arg::new(refused.name).long(refused.name).action(action);
        arg.global(true).hide(true).allow_hyphen_values(true)
    })
}

/// What to tell the user about the first of them that is given.
pub fn find(matches: &ArgMatches) -> Option<String> {
    let given = |refused: &&Refused| {
        let source = matches.value_source(refused.name);
        source == Some(clap::parser::ValueSource::CommandLine)
    };
    let refused = REFUSED.iter().find(given)?;
    Some(format!(
        "--{} is not supported by this version: {}",
        refused.name, refused.because
    ))
}
