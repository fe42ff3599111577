//! Rules of the game in the terms of clients.
//!
//! Entry point: [`adopt`]. Rules that the engine does not have completely are refused, so it never
//! plays by other rules than the client has set.

use katachi_board::{KoRule, Rules, Scoring, SuicideRule};
use katachi_core::{Game, HandicapBonus};
use katachi_gtp::{BonusTerm, KataRules, KoTerm, ScoringTerm, TaxTerm};

/// A part of a rule set that this engine does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unsupported rules: expected {expected} for {key}, found {found}")]
pub struct Unsupported {
    key: &'static str,
    expected: &'static str,
    found: KataRules,
}

/// Changes to these rules; moves already played stay.
///
/// # Errors
/// If the engine does not have a part of the rules; the error says what it has. Nothing changes
/// then.
pub fn adopt(game: &mut Game, rules: KataRules) -> Result<(), Unsupported> {
    let fail = |key, expected| {
        Err(Unsupported {
            key,
            expected,
            found: rules,
        })
    };
    if rules.has_button {
        return fail("hasButton", "false");
    }
    let tax = rules.scoring.usual_tax();
    if rules.tax != tax {
        return match tax {
            TaxTerm::Seki => fail("tax", "SEKI with TERRITORY scoring"),
            _ => fail("tax", "NONE with AREA scoring"),
        };
    }
    let is_area = rules.scoring == ScoringTerm::Area;
    if !is_area && rules.white_handicap_bonus != BonusTerm::Zero {
        return fail("whiteHandicapBonus", "0 with TERRITORY scoring");
    }
    game.set_rules(Rules {
        ko: match rules.ko {
            KoTerm::Simple => KoRule::Simple,
            KoTerm::Positional => KoRule::PositionalSuperko,
            KoTerm::Situational => KoRule::SituationalSuperko,
            KoTerm::None => KoRule::None,
        },
        // New Zealand rules also allow suicide of a single stone, and KataGo does not: the engine
        // accepts it and never plays it.
        suicide: if rules.suicide {
            SuicideRule::All
        } else {
            SuicideRule::Forbidden
        },
    });
    game.scoring = if is_area {
        Scoring::Area
    } else {
        Scoring::Territory
    };
    game.handicap_bonus = match rules.white_handicap_bonus {
        BonusTerm::Zero => HandicapBonus::None,
        BonusTerm::Stones => HandicapBonus::Stones,
        BonusTerm::StonesButOne => HandicapBonus::StonesButOne,
    };
    game.dead_stones_count = is_area && !rules.friendly_pass_ok;
    Ok(())
}

/// The rules of a game in KataGo's terms.
pub fn rules_of(game: &Game) -> KataRules {
    let Rules { ko, suicide } = game.rules();
    let is_area = game.scoring == Scoring::Area;
    let scoring = if is_area {
        ScoringTerm::Area
    } else {
        ScoringTerm::Territory
    };
    KataRules {
        friendly_pass_ok: is_area && !game.dead_stones_count,
        has_button: false,
        ko: match ko {
            KoRule::Simple => KoTerm::Simple,
            KoRule::PositionalSuperko => KoTerm::Positional,
            KoRule::SituationalSuperko => KoTerm::Situational,
            KoRule::None => KoTerm::None,
        },
        scoring,
        suicide: suicide != SuicideRule::Forbidden,
        tax: scoring.usual_tax(),
        white_handicap_bonus: match game.handicap_bonus {
            _ if !is_area => BonusTerm::Zero,
            HandicapBonus::None => BonusTerm::Zero,
            HandicapBonus::Stones => BonusTerm::Stones,
            HandicapBonus::StonesButOne => BonusTerm::StonesButOne,
        },
    }
}

/// The name of the rules in game records: the first name that fits, else the way of counting.
pub fn record_name(game: &Game) -> &'static str {
    let rules = rules_of(game);
    let is = |name: &str| name.parse() == Ok(rules);
    match game.scoring {
        Scoring::Territory => "Japanese",
        Scoring::Area if is("aga") => "AGA",
        Scoring::Area if is("new-zealand") => "NZ",
        Scoring::Area if is("tromp-taylor") => "Tromp-Taylor",
        Scoring::Area => "Chinese",
    }
}

#[cfg(test)]
mod tests {
    use katachi_board::BoardSize;

    use super::*;

    #[test]
    fn adopted_rules_are_reported() {
        let mut game = Game::new(BoardSize::NINETEEN);
        assert_eq!(rules_of(&game), "japanese".parse().unwrap());
        let mut supported = 0;
        for (names, rules) in KataRules::named() {
            let before = rules_of(&game);
            match adopt(&mut game, rules) {
                Ok(()) => {
                    supported += 1;
                    assert_eq!(rules_of(&game), rules, "{names:?}");
                }
                Err(error) => {
                    assert!(rules.has_button || rules.tax == TaxTerm::All, "{error}");
                    assert_eq!(rules_of(&game), before, "a refusal changes nothing");
                }
            }
        }
        assert_eq!(supported, 7);
    }

    #[test]
    fn records_name_the_rules() {
        let mut game = Game::new(BoardSize::NINETEEN);
        for (name, in_records) in [
            ("japanese", "Japanese"),
            ("chinese", "Chinese"),
            ("chinese-kgs", "Chinese"),
            ("aga", "AGA"),
            ("nz", "NZ"),
            ("tromp-taylor", "Tromp-Taylor"),
        ] {
            adopt(&mut game, name.parse().unwrap()).unwrap();
            assert_eq!(record_name(&game), in_records);
        }
    }
}
