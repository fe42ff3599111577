//! Rule sets by name: which moves they allow, and how to send them to engines.

use katachi_board::{KoRule, Rules, SuicideRule};
use katachi_gtp::{KataRules, ScoringTerm};
use katachi_teacher::engine::{Engine, EngineError};

/// The rules of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum RuleSet {
    /// Japanese: simple ko, no suicide, counted by territory.
    Japanese,
    /// Chinese: positional superko, no suicide, counted by area.
    Chinese,
    /// American (AGA): situational superko, no suicide.
    Aga,
    /// New Zealand: situational superko, suicide, counted by area.
    NewZealand,
    /// Tromp and Taylor: positional superko, suicide, counted by area.
    TrompTaylor,
}

impl RuleSet {
    /// The rules that the referee enforces.
    pub const fn legality(self) -> Rules {
        let (ko, suicide) = match self {
            Self::Japanese => (KoRule::Simple, SuicideRule::Forbidden),
            Self::Chinese => (KoRule::PositionalSuperko, SuicideRule::Forbidden),
            Self::Aga => (KoRule::SituationalSuperko, SuicideRule::Forbidden),
            Self::NewZealand => (KoRule::SituationalSuperko, SuicideRule::All),
            Self::TrompTaylor => (KoRule::PositionalSuperko, SuicideRule::All),
        };
        Rules { ko, suicide }
    }

    /// The name in game records (`RU`), and in the header of tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Japanese => "Japanese",
            Self::Chinese => "Chinese",
            Self::Aga => "AGA",
            Self::NewZealand => "NZ",
            Self::TrompTaylor => "Tromp-Taylor",
        }
    }

    /// The argument of the command `kata-set-rules`.
    pub const fn kata_name(self) -> &'static str {
        match self {
            Self::Japanese => "japanese",
            // KataGo's `chinese` has simple ko.
            Self::Chinese => "chinese-kgs",
            Self::Aga => "aga",
            Self::NewZealand => "new-zealand",
            Self::TrompTaylor => "tromp-taylor",
        }
    }

    /// The argument of the command `kgs-rules`; KGS does not know Tromp and Taylor's.
    pub const fn kgs_name(self) -> Option<&'static str> {
        match self {
            Self::Japanese => Some("japanese"),
            Self::Chinese => Some("chinese"),
            Self::Aga => Some("aga"),
            Self::NewZealand => Some("new_zealand"),
            Self::TrompTaylor => None,
        }
    }
}

/// The result of sending the rules to an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setting {
    /// The engine accepted them, and its own report agrees if it has one.
    Accepted,
    /// The engine did not accept them; the reason.
    Refused(String),
}

/// Sends the rules to an engine by the first way that it has: `kata-set-rules` with a name, then
/// with JSON, then `kgs-rules`. If the engine has `kata-get-rules`, its answer must agree.
///
/// # Errors
/// If the engine does not answer.
pub fn set(engine: &mut Engine, rules: RuleSet) -> Result<Setting, EngineError> {
    let name = rules.kata_name();
    let wanted: Option<KataRules> = name.parse().ok();
    let mut ways = Vec::new();
    if engine.knows(KATA) {
        ways.push(format!("{KATA} {name}"));
        ways.extend(wanted.map(|rules| format!("{KATA} {rules}")));
    }
    if let Some(name) = rules.kgs_name().filter(|_| engine.knows(KGS)) {
        ways.push(format!("{KGS} {name}"));
    }
    let mut reason = match rules.kgs_name() {
        Some(_) => format!("it has neither {KATA} nor {KGS}"),
        None => format!("it has no {KATA}, and {KGS} knows no such rules"),
    };
    for way in ways {
        match engine.ask(&way) {
            Ok(_) => {}
            Err(EngineError::Refused { reason: said, .. }) => {
                reason = format!("it answers `{said}` to `{way}`");
                continue;
            }
            Err(error) => return Err(error),
        }
        if !engine.knows(KATA_GET) {
            return Ok(Setting::Accepted);
        }
        match engine.ask(KATA_GET) {
            Ok(said) if said.parse().ok().map(compared) == wanted.map(compared) => {
                return Ok(Setting::Accepted);
            }
            Ok(said) => reason = format!("after `{way}` its {KATA_GET} says {said}"),
            Err(EngineError::Refused { .. }) => return Ok(Setting::Accepted),
            Err(error) => return Err(error),
        }
    }
    Ok(Setting::Refused(reason))
}

const KATA: &str = "kata-set-rules";
const KATA_GET: &str = "kata-get-rules";
const KGS: &str = "kgs-rules";

/// Rules without differences that do not matter: with territory scoring, dead stones are removed
/// anyway.
fn compared(rules: KataRules) -> KataRules {
    KataRules {
        friendly_pass_ok: rules.friendly_pass_ok && rules.scoring == ScoringTerm::Area,
        ..rules
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use katachi_gtp::KoTerm;

    /// To engines, the names mean the rules that the referee enforces.
    #[test]
    fn engines_and_referee_have_the_same_rules() {
        for rules in <RuleSet as clap::ValueEnum>::value_variants() {
            let Rules { ko, suicide } = rules.legality();
            let mut sent: Vec<KataRules> = vec![rules.kata_name().parse().unwrap()];
            sent.extend(
                rules
                    .kgs_name()
                    .map(|name| KataRules::of_kgs(name).unwrap()),
            );
            for sent in sent {
                let expected = match sent.ko {
                    KoTerm::Simple => KoRule::Simple,
                    KoTerm::Positional => KoRule::PositionalSuperko,
                    KoTerm::Situational => KoRule::SituationalSuperko,
                    KoTerm::None => KoRule::None,
                };
                assert_eq!(ko, expected, "{rules:?}");
                assert_eq!(suicide != SuicideRule::Forbidden, sent.suicide, "{rules:?}");
            }
        }
    }
}
