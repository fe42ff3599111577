//! The dialect of Monte Carlo rules: weights of moves by their 3x3 neighbourhoods.
//!
//! Entry point: [`compile`]. `monte_carlo.pest` classifies the lines, `syntax.rs` reads them into
//! rules, and `model.rs` computes the weights that all rules together give. Misspelt properties,
//! rows of another length and text between rules are errors here; GNU Go ignores them.

mod atlas;
mod model;
mod syntax;
#[cfg(test)]
mod tests;

pub use model::{MonteCarloRule, MonteCarloRules, WeightTable, Weights};

use self::atlas::ATLAS;
use crate::diagnostic::{Code, Diagnostic};
use crate::report::{Report, report_empty};
use crate::source::{Source, SourceId};
use crate::syntax::pattern::check_bytes;

/// Reads and checks the sources of one database, in this order.
pub fn compile(sources: &[Source], diagnostics: &mut Vec<Diagnostic>) -> MonteCarloRules {
    let mut rules = MonteCarloRules::default();
    let before = diagnostics.len();
    for (number, source) in sources.iter().enumerate() {
        let id = SourceId(number);
        if !check_bytes(id, source, "# a picture of three rows", diagnostics) {
            continue;
        }
        let mut report = Report {
            id,
            source,
            diagnostics: &mut *diagnostics,
        };
        let (read, pictures) = syntax::read(&mut report);
        rules.rules.extend(read);
        for picture in pictures {
            if is_impossible(picture.value) {
                let message =
                    "expected a neighbourhood that a board can have, found one that none has";
                let help = if picture.value.into_iter().any(model::is_border) {
                    "a border takes one whole side of three, or two that meet in a corner"
                } else {
                    "`%` stands for anything, also off the board"
                };
                report.add_with_help(Code::ImpossiblePicture, picture.span, message, help);
            }
        }
    }
    if rules.rules.is_empty() && diagnostics.len() == before {
        let message = "expected rules, found none: every move has the same weight";
        report_empty(sources, message, diagnostics);
    }
    check_rules(&rules, diagnostics);
    rules
}

/// Whether no board has this picture.
fn is_impossible(picture: [char; 8]) -> bool {
    ATLAS.shown(picture).iter().all(|word| *word == 0)
}

/// Warns of rules that decide no entry of the table.
fn check_rules(rules: &MonteCarloRules, diagnostics: &mut Vec<Diagnostic>) {
    let table = rules.table();
    if let Some(rule) = rules.rules.first()
        && table.rows.iter().flatten().all(|&weight| weight == 0)
    {
        let message = "expected a move that can be played, found the weight 0 for every one";
        let help = "both sides will pass at once in random games";
        diagnostics.push(
            Diagnostic::new(Code::NothingPlayed, rule.source, rule.span, message).with_help(help),
        );
    }
    for (rule, _) in rules
        .rules
        .iter()
        .zip(table.decided)
        .filter(|(_, decided)| *decided == 0)
    {
        let holding = ATLAS.situations(&rule.properties);
        let (code, message, help) = if holding.iter().all(|word| *word == 0) {
            (
                Code::ContraryProperties,
                "expected properties that can hold together, found contrary ones",
                "the rule never applies: remove one of them",
            )
        } else if is_impossible(rule.picture) {
            // The impossible picture has been reported.
            continue;
        } else {
            (
                Code::ShadowedRule,
                "expected a rule that decides something, found one that earlier rules leave nothing",
                "the first rule that fits counts: special rules come before general ones",
            )
        };
        diagnostics.push(Diagnostic::new(code, rule.source, rule.span, message).with_help(help));
    }
}
