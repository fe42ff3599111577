//! Lint: constraints that always or never hold.
//!
//! Folding finds constraints that do not depend on any answer of the engine. For the others, this
//! lint tries all combinations of answers that could make a difference. It assumes that answers are
//! non-negative whole numbers, except those of functions that return fractions. Functions may never
//! return some of the assumed answers, so the lint can miss a constant constraint.

use katachi_image::Autohelper;

use super::subject::Subject;
use super::warnings::Warnings;
use crate::diagnostic::Code;
use crate::fold;
use crate::model::Expr;
use crate::syntax::expression::Operator;

/// The most combinations of answers that are tried.
const MAX_TRIALS: usize = 2000;

pub(super) fn check(subject: &Subject<'_>, warnings: &mut Warnings<'_>) {
    let Some(constraint) = &subject.pattern.constraint else {
        return;
    };
    let lines = &subject.syntax.constraint;
    let (Some(first), Some(last)) = (lines.first(), lines.last()) else {
        return;
    };
    let span = first.to(*last);
    let TruthValues { yes, no } = truth_values(&fold::expr(constraint));
    if !no {
        let message =
            "expected a constraint that depends on the board, found one that always holds";
        let help = "remove it, or find the term that should decide";
        warnings.add(Code::AlwaysTrue, subject, span, message, help);
    } else if !yes {
        let message = "expected a constraint that some board fulfils, found one that never holds: the pattern never matches";
        let help = "two of its terms contradict each other, or one contradicts itself";
        warnings.add(Code::AlwaysFalse, subject, span, message, help);
    }
}

/// The truth values that an expression can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TruthValues {
    yes: bool,
    no: bool,
}

const ANY: TruthValues = TruthValues {
    yes: true,
    no: true,
};

fn only(truth: bool) -> TruthValues {
    TruthValues {
        yes: truth,
        no: !truth,
    }
}

fn truth_values(expr: &Expr) -> TruthValues {
    match expr {
        // A constraint's value is truncated to a whole number before it is tested.
        Expr::Number(number) => only(number.trunc() != 0.0),
        Expr::Not(inner) => {
            let TruthValues { yes, no } = truth_values(inner);
            TruthValues { yes: no, no: yes }
        }
        Expr::Binary(operator @ (Operator::And | Operator::Or), ..) => {
            let mut parts = Vec::new();
            flatten(*operator, expr, &mut parts);
            let groups = groups(&parts);
            let groups = groups.iter().map(|group| match group.as_slice() {
                [one] => truth_values(one),
                many => tried(*operator, many),
            });
            // Groups share no question, so their truth values are independent.
            groups.fold(
                only(*operator == Operator::And),
                |all, group| match operator {
                    Operator::And => TruthValues {
                        yes: all.yes && group.yes,
                        no: all.no || group.no,
                    },
                    _ => TruthValues {
                        yes: all.yes || group.yes,
                        no: all.no && group.no,
                    },
                },
            )
        }
        expr => tried(Operator::And, &[expr]),
    }
}

fn flatten<'a>(operator: Operator, expr: &'a Expr, parts: &mut Vec<&'a Expr>) {
    match expr {
        Expr::Binary(other, left, right) if *other == operator => {
            flatten(operator, left, parts);
            flatten(operator, right, parts);
        }
        _ => parts.push(expr),
    }
}

/// Groups the parts so that no two groups ask the same question.
fn groups<'a>(parts: &[&'a Expr]) -> Vec<Vec<&'a Expr>> {
    let mut groups: Vec<(Vec<&Expr>, Vec<&Expr>)> = Vec::new();
    for &part in parts {
        let mut questions = Vec::new();
        self::questions(part, &mut questions);
        let mut members = vec![part];
        let mut at = 0;
        while at < groups.len() {
            if groups[at]
                .1
                .iter()
                .any(|question| questions.contains(question))
            {
                let (more, asked) = groups.swap_remove(at);
                members.extend(more);
                questions.extend(asked);
            } else {
                at += 1;
            }
        }
        groups.push((members, questions));
    }
    groups.into_iter().map(|(members, _)| members).collect()
}

/// The questions of an expression: its distinct calls to the engine.
fn questions<'a>(expr: &'a Expr, found: &mut Vec<&'a Expr>) {
    match expr {
        Expr::Number(_) => {}
        Expr::Scoring | Expr::Call(..) => {
            if !found.contains(&expr) {
                found.push(expr);
            }
        }
        Expr::Not(inner) => questions(inner, found),
        Expr::Binary(_, left, right) => {
            questions(left, found);
            questions(right, found);
        }
        Expr::If(test, then, other) => {
            for part in [test, then, other] {
                questions(part, found);
            }
        }
    }
}

/// The outcomes of the combined parts over all answers that could make a difference.
fn tried(operator: Operator, parts: &[&Expr]) -> TruthValues {
    let mut questions = Vec::new();
    let mut answers = Answers::default();
    for part in parts {
        if fold::has_effect(part) {
            return ANY;
        }
        self::questions(part, &mut questions);
        answers.add(part);
    }
    let answers: Vec<Vec<f32>> = (questions.iter())
        .map(|question| answers.of(question))
        .collect();
    let trials = (answers.iter()).try_fold(1_usize, |product, list| {
        Some(product * list.len()).filter(|&product| product <= MAX_TRIALS)
    });
    let Some(trials) = trials else {
        return ANY;
    };
    let mut found = TruthValues {
        yes: false,
        no: false,
    };
    let mut scripted: Vec<(&Expr, f32)> = questions.into_iter().map(|q| (q, 0.0)).collect();
    for trial in 0..trials {
        let mut rest = trial;
        for ((_, answer), list) in scripted.iter_mut().zip(&answers) {
            *answer = list[rest % list.len()];
            rest /= list.len();
        }
        let mut holds = parts.iter().map(|part| value(part, &scripted) != 0.0);
        let holds = match operator {
            Operator::And => holds.all(|holds| holds),
            _ => holds.any(|holds| holds),
        };
        found.yes |= holds;
        found.no |= !holds;
        if found == ANY {
            break;
        }
    }
    found
}

/// The answers that could make a difference: the numbers of the expressions and their neighbours.
#[derive(Default)]
struct Answers {
    numbers: Vec<f32>,
    sums: bool,
}

/// With sums, all whole numbers up to this one are tried.
const MAX_SUM: f32 = 20.0;

impl Answers {
    fn add(&mut self, expr: &Expr) {
        match expr {
            Expr::Number(number) => self.numbers.push(*number),
            Expr::Scoring | Expr::Call(..) => {}
            Expr::Not(inner) => self.add(inner),
            Expr::Binary(operator, left, right) => {
                self.sums |= *operator == Operator::Add;
                self.add(left);
                self.add(right);
            }
            Expr::If(test, then, other) => {
                for part in [test, then, other] {
                    self.add(part);
                }
            }
        }
    }

    fn of(&self, question: &Expr) -> Vec<f32> {
        let mut answers = vec![0.0, 1.0];
        if *question == Expr::Scoring {
            return answers;
        }
        for number in &self.numbers {
            answers.extend([number - 1.0, *number, number + 1.0]);
        }
        if self.sums {
            let most = self.numbers.iter().fold(0.0, |most: f32, n| most.max(*n));
            // Larger answers would make too many combinations anyway.
            answers.extend((0..=most.min(MAX_SUM) as u8 + 1).map(f32::from));
        }
        answers.retain(|answer| *answer >= 0.0);
        answers.sort_unstable_by(f32::total_cmp);
        answers.dedup();
        let fraction = matches!(
            question,
            Expr::Call(
                Autohelper::Weakness | Autohelper::EffectiveSize | Autohelper::PatternValue,
                _
            )
        );
        if fraction {
            let between: Vec<f32> = (answers.windows(2))
                .map(|pair| f32::midpoint(pair[0], pair[1]))
                .collect();
            answers.extend(between);
        }
        answers
    }
}

fn value(expr: &Expr, answers: &[(&Expr, f32)]) -> f32 {
    match expr {
        Expr::Number(number) => *number,
        Expr::Scoring | Expr::Call(..) => (answers.iter())
            .find(|(question, _)| *question == expr)
            .map_or(0.0, |(_, answer)| *answer),
        Expr::Not(inner) => f32::from(value(inner, answers) == 0.0),
        Expr::Binary(operator, left, right) => {
            fold::apply(*operator, value(left, answers), value(right, answers))
        }
        Expr::If(test, then, other) => {
            let taken = if value(test, answers) == 0.0 {
                other
            } else {
                then
            };
            value(taken, answers)
        }
    }
}
