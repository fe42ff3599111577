//! Rules by name, for both ends of the protocol's extensions `kata-set-rules`, `kata-get-rules` and
//! `kgs-rules`.
//!
//! Accepts what KataGo 1.17 accepts: its names in any spelling, and its JSON with any of its keys
//! missing. Its compact form (`koSIMPLEscoreAREA`) is refused. Start reading at [`KataRules`].

use serde::{Deserialize, Serialize};

/// The rules of a game in KataGo's terms.
///
/// Displayed as the JSON that `kata-get-rules` answers.
///
/// # Examples
///
/// ```
/// use katachi_gtp::{KataRules, KoTerm};
///
/// let rules: KataRules = "New Zealand".parse()?;
/// assert_eq!(rules.ko, KoTerm::Situational);
/// assert_eq!(rules.to_string().parse::<KataRules>()?, rules);
/// # Ok::<(), katachi_gtp::RulesError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct KataRules {
    /// Whether a side may pass while dead stones are on the board; the players agree on them.
    pub friendly_pass_ok: bool,
    /// Whether the first pass is worth half a point.
    pub has_button: bool,
    /// Which repetitions are forbidden.
    pub ko: KoTerm,
    /// What is counted.
    pub scoring: ScoringTerm,
    /// Whether a move may capture its own string.
    pub suicide: bool,
    /// Which points of living groups do not count.
    pub tax: TaxTerm,
    /// What White gets for handicap stones.
    pub white_handicap_bonus: BonusTerm,
}

/// Which repetitions are forbidden.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum KoTerm {
    /// Retaking a ko at once.
    Simple,
    /// Any position.
    Positional,
    /// Any position with the same side to move.
    Situational,
    /// None of them; KataGo does not have this rule.
    None,
}

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum ScoringTerm {
    /// Stones and territory.
    Area,
    /// Territory and prisoners.
    Territory,
}

/// Which points of living groups do not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum TaxTerm {
    /// All count.
    None,
    /// Eyes in seki.
    Seki,
    /// Eyes in seki, and two points of every other group.
    All,
}

/// What White gets for handicap stones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum BonusTerm {
    /// Nothing.
    #[serde(rename = "0")]
    Zero,
    /// A point for each.
    #[serde(rename = "N")]
    Stones,
    /// A point for each but the first.
    #[serde(rename = "N-1")]
    StonesButOne,
}

/// Why a text names no rules.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RulesError {
    /// No rules have this name.
    #[error("expected {expected}, found `{found}`")]
    UnknownName {
        /// The names that there are.
        expected: String,
        /// The text.
        found: String,
    },
    /// It begins as JSON, but is not rules.
    #[error("expected KataGo's JSON of rules: {0}")]
    Json(String),
}

/// JSON with optional keys. Missing keys have the values of Tromp and Taylor's rules, except the
/// tax, which follows the scoring.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
struct Partial {
    friendly_pass_ok: bool,
    has_button: bool,
    ko: KoTerm,
    scoring: ScoringTerm,
    suicide: bool,
    tax: Option<TaxTerm>,
    white_handicap_bonus: BonusTerm,
}

impl Default for Partial {
    fn default() -> Self {
        let rules = TROMP_TAYLOR;
        Self {
            friendly_pass_ok: rules.friendly_pass_ok,
            has_button: rules.has_button,
            ko: rules.ko,
            scoring: rules.scoring,
            suicide: rules.suicide,
            tax: None,
            white_handicap_bonus: rules.white_handicap_bonus,
        }
    }
}

impl ScoringTerm {
    /// The default tax for this scoring.
    pub const fn usual_tax(self) -> TaxTerm {
        match self {
            Self::Area => TaxTerm::None,
            Self::Territory => TaxTerm::Seki,
        }
    }
}

const JAPANESE: KataRules = KataRules {
    friendly_pass_ok: false,
    has_button: false,
    ko: KoTerm::Simple,
    scoring: ScoringTerm::Territory,
    suicide: false,
    tax: TaxTerm::Seki,
    white_handicap_bonus: BonusTerm::Zero,
};

const CHINESE: KataRules = KataRules {
    friendly_pass_ok: true,
    has_button: false,
    ko: KoTerm::Simple,
    scoring: ScoringTerm::Area,
    suicide: false,
    tax: TaxTerm::None,
    white_handicap_bonus: BonusTerm::Stones,
};

const CHINESE_SUPERKO: KataRules = KataRules {
    ko: KoTerm::Positional,
    ..CHINESE
};

const AGA: KataRules = KataRules {
    ko: KoTerm::Situational,
    white_handicap_bonus: BonusTerm::StonesButOne,
    ..CHINESE
};

const NEW_ZEALAND: KataRules = KataRules {
    ko: KoTerm::Situational,
    suicide: true,
    white_handicap_bonus: BonusTerm::Zero,
    ..CHINESE
};

const TROMP_TAYLOR: KataRules = KataRules {
    friendly_pass_ok: false,
    ko: KoTerm::Positional,
    ..NEW_ZEALAND
};

const ING: KataRules = KataRules {
    ko: KoTerm::Positional,
    ..NEW_ZEALAND
};

/// The names of rules with their meaning in KataGo 1.17. The first of several names is the usual
/// one.
const NAMED: &[(&[&str], KataRules)] = &[
    (&["japanese", "korean"], JAPANESE),
    (&["chinese"], CHINESE),
    (&["chinese-ogs", "chinese-kgs"], CHINESE_SUPERKO),
    (&["aga", "bga", "french"], AGA),
    (&["new-zealand", "nz"], NEW_ZEALAND),
    (&["tromp-taylor"], TROMP_TAYLOR),
    (&["goe", "ing"], ING),
    (
        &["ancient-territory"],
        KataRules {
            tax: TaxTerm::All,
            ..JAPANESE
        },
    ),
    (
        &["ancient-area", "stone-scoring"],
        KataRules {
            tax: TaxTerm::All,
            white_handicap_bonus: BonusTerm::Zero,
            ..CHINESE
        },
    ),
    (
        &["aga-button"],
        KataRules {
            has_button: true,
            ..AGA
        },
    ),
];

/// KGS's names of rules with KataGo's names.
const KGS: &[(&str, &str)] = &[
    ("japanese", "japanese"),
    ("chinese", "chinese-kgs"),
    ("aga", "aga"),
    ("new_zealand", "new-zealand"),
];

impl KataRules {
    /// All rules with their names, the usual one first.
    pub fn named() -> impl Iterator<Item = (&'static [&'static str], Self)> {
        NAMED.iter().copied()
    }

    /// The rules that `kgs-rules` knows by this name: `japanese`, `chinese`, `aga`, `new_zealand`.
    ///
    /// # Errors
    /// If KGS has no such rules.
    pub fn of_kgs(name: &str) -> Result<Self, RulesError> {
        let known = (KGS.iter()).find(|(kgs, _)| is_same_name(kgs, name));
        match known {
            Some((_, kata)) => kata.parse(),
            None => Err(unknown(name, KGS.iter().map(|(kgs, _)| *kgs))),
        }
    }

    /// The same rules with one change, as `kata-set-rule KEY VALUE` asks for.
    ///
    /// # Errors
    /// If there is no such key, or no such value for it.
    pub fn with(&self, key: &str, value: &str) -> Result<Self, RulesError> {
        let fail = |error: serde_json::Error| RulesError::Json(error.to_string());
        let mut rules = serde_json::to_value(self).map_err(fail)?;
        let value = match value {
            "true" => true.into(),
            "false" => false.into(),
            word => word.into(),
        };
        if let Some(rules) = rules.as_object_mut() {
            rules.insert(key.to_owned(), value);
            if key == "scoring" {
                // The tax follows the scoring, as it does when it is missing.
                rules.remove("tax");
            }
        }
        serde_json::from_value(rules)
            .map(Partial::complete)
            .map_err(fail)
    }
}

impl Partial {
    fn complete(self) -> KataRules {
        KataRules {
            friendly_pass_ok: self.friendly_pass_ok,
            has_button: self.has_button,
            ko: self.ko,
            scoring: self.scoring,
            suicide: self.suicide,
            tax: self.tax.unwrap_or(self.scoring.usual_tax()),
            white_handicap_bonus: self.white_handicap_bonus,
        }
    }
}

impl std::str::FromStr for KataRules {
    type Err = RulesError;

    /// Reads a name or JSON.
    fn from_str(text: &str) -> Result<Self, RulesError> {
        let text = text.trim();
        if text.starts_with('{') {
            let partial: Result<Partial, _> = serde_json::from_str(text);
            return partial
                .map(Partial::complete)
                .map_err(|error| RulesError::Json(error.to_string()));
        }
        (NAMED.iter())
            .find(|(names, _)| names.iter().any(|name| is_same_name(name, text)))
            .map(|&(_, rules)| rules)
            .ok_or_else(|| unknown(text, NAMED.iter().flat_map(|(names, _)| *names).copied()))
    }
}

impl std::fmt::Display for KataRules {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| std::fmt::Error)?)
    }
}

/// Names are the same in any letter case, with blanks, `-`, `_` or nothing between their words.
fn is_same_name(one: &str, other: &str) -> bool {
    let letters = |name: &str| -> String {
        let kept = name.chars().filter(|c| !matches!(c, ' ' | '-' | '_'));
        kept.flat_map(char::to_lowercase).collect()
    };
    letters(one) == letters(other)
}

fn unknown(found: &str, names: impl Iterator<Item = &'static str>) -> RulesError {
    let names: Vec<&str> = names.collect();
    RulesError::UnknownName {
        expected: format!("one of {}", names.join(", ")),
        found: found.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// KataGo 1.17.2's answers to `kata-get-rules` after `kata-set-rules` with these arguments.
    const MEASURED: &[(&str, &str)] = &[
        (
            "chinese",
            r#"{"friendlyPassOk":true,"hasButton":false,"ko":"SIMPLE","scoring":"AREA","suicide":false,"tax":"NONE","whiteHandicapBonus":"N"}"#,
        ),
        (
            "chinese-ogs",
            r#"{"friendlyPassOk":true,"hasButton":false,"ko":"POSITIONAL","scoring":"AREA","suicide":false,"tax":"NONE","whiteHandicapBonus":"N"}"#,
        ),
        (
            "korean",
            r#"{"friendlyPassOk":false,"hasButton":false,"ko":"SIMPLE","scoring":"TERRITORY","suicide":false,"tax":"SEKI","whiteHandicapBonus":"0"}"#,
        ),
        (
            "aga",
            r#"{"friendlyPassOk":true,"hasButton":false,"ko":"SITUATIONAL","scoring":"AREA","suicide":false,"tax":"NONE","whiteHandicapBonus":"N-1"}"#,
        ),
        (
            "new zealand",
            r#"{"friendlyPassOk":true,"hasButton":false,"ko":"SITUATIONAL","scoring":"AREA","suicide":true,"tax":"NONE","whiteHandicapBonus":"0"}"#,
        ),
        (
            "Tromp-Taylor",
            r#"{"friendlyPassOk":false,"hasButton":false,"ko":"POSITIONAL","scoring":"AREA","suicide":true,"tax":"NONE","whiteHandicapBonus":"0"}"#,
        ),
        (
            "goe",
            r#"{"friendlyPassOk":true,"hasButton":false,"ko":"POSITIONAL","scoring":"AREA","suicide":true,"tax":"NONE","whiteHandicapBonus":"0"}"#,
        ),
        (
            "ancient-territory",
            r#"{"friendlyPassOk":false,"hasButton":false,"ko":"SIMPLE","scoring":"TERRITORY","suicide":false,"tax":"ALL","whiteHandicapBonus":"0"}"#,
        ),
        (
            "ancient-area",
            r#"{"friendlyPassOk":true,"hasButton":false,"ko":"SIMPLE","scoring":"AREA","suicide":false,"tax":"ALL","whiteHandicapBonus":"0"}"#,
        ),
        (
            "aga-button",
            r#"{"friendlyPassOk":true,"hasButton":true,"ko":"SITUATIONAL","scoring":"AREA","suicide":false,"tax":"NONE","whiteHandicapBonus":"N-1"}"#,
        ),
        (
            r#"{"ko":"SIMPLE"}"#,
            r#"{"friendlyPassOk":false,"hasButton":false,"ko":"SIMPLE","scoring":"AREA","suicide":true,"tax":"NONE","whiteHandicapBonus":"0"}"#,
        ),
        (
            r#"{"ko":"SIMPLE","scoring":"TERRITORY"}"#,
            r#"{"friendlyPassOk":false,"hasButton":false,"ko":"SIMPLE","scoring":"TERRITORY","suicide":true,"tax":"SEKI","whiteHandicapBonus":"0"}"#,
        ),
    ];

    #[test]
    fn rules_are_those_of_katago() {
        for (argument, answer) in MEASURED {
            let rules: KataRules = argument.parse().unwrap();
            assert_eq!(rules.to_string(), *answer, "{argument}");
            assert_eq!(answer.parse(), Ok(rules));
        }
    }

    #[test]
    fn spellings_and_mistakes() {
        let same = ["new_zealand", "NewZealand", " NZ ", "new-zealand"];
        assert!(same.iter().all(|name| name.parse() == Ok(NEW_ZEALAND)));
        let say = |text: &str| text.parse::<KataRules>().unwrap_err().to_string();
        let unknown = say("go");
        assert!(unknown.ends_with("tromp-taylor, goe, ing, ancient-territory, ancient-area, stone-scoring, aga-button, found `go`"), "{unknown}");
        assert!(say("").ends_with("found ``"));
        assert!(say("koSIMPLEscoreAREAtaxNONEsui0").starts_with("expected one of japanese"));
        let unknown = say(r#"{"kou":"SIMPLE"}"#);
        assert!(
            unknown.contains("unknown field `kou`, expected one of `friendlyPassOk`, `hasButton`"),
            "{unknown}"
        );
        let unknown = say(r#"{"ko":"S"}"#);
        assert!(
            unknown.contains("unknown variant `S`, expected one of `SIMPLE`, `POSITIONAL`"),
            "{unknown}"
        );
        assert!(say("{").contains("EOF") && !say("{").contains('\n'));
    }

    #[test]
    fn kgs_knows_four() {
        assert_eq!(KataRules::of_kgs("chinese"), Ok(CHINESE_SUPERKO));
        assert_eq!(KataRules::of_kgs("new_zealand"), Ok(NEW_ZEALAND));
        let error = KataRules::of_kgs("ing").unwrap_err().to_string();
        let expected = "expected one of japanese, chinese, aga, new_zealand, found `ing`";
        assert_eq!(error, expected);
    }

    #[test]
    fn one_rule_is_changed() {
        assert_eq!(CHINESE.with("ko", "POSITIONAL"), Ok(CHINESE_SUPERKO));
        let territory = CHINESE.with("scoring", "TERRITORY").unwrap();
        assert_eq!(territory.tax, TaxTerm::Seki);
        assert!(CHINESE.with("suicide", "true").unwrap().suicide);
        for (key, value) in [("x", "1"), ("ko", "S"), ("suicide", "maybe"), ("", "")] {
            assert!(CHINESE.with(key, value).is_err(), "{key} {value}");
        }
    }
}
