//! Constant folding: evaluates the parts of an expression that do not depend on the board.
//!
//! [`expr`] and [`block`] return a tree that evaluates to the same values. It makes the same calls
//! with an effect ([`Autohelper::has_effect`](katachi_image::Autohelper::has_effect)) in the same
//! order. It drops calls without an effect where their answer does not matter, and never adds one.

use crate::model::{Expr, Statement};
use crate::syntax::expression::Operator;

/// The expression with its constant parts evaluated; its value stays the same.
pub fn expr(expr: &Expr) -> Expr {
    match expr {
        Expr::Number(_) | Expr::Scoring | Expr::Call(..) => expr.clone(),
        Expr::Not(inner) => not(condition(inner)),
        Expr::Binary(operator @ (Operator::And | Operator::Or), left, right) => {
            chain(*operator, condition(left), condition(right))
        }
        Expr::Binary(operator, left, right) => {
            arithmetic(*operator, self::expr(left), self::expr(right))
        }
        Expr::If(test, then, other) => branch(condition(test), self::expr(then), self::expr(other)),
    }
}

/// The statements with their constant parts evaluated and without those that have no effect.
pub fn block(statements: &[Statement]) -> Vec<Statement> {
    (statements.iter())
        .map(statement)
        .filter(|statement| *statement != Statement::Empty)
        .collect()
}

/// Whether evaluating the expression changes something.
pub fn has_effect(expr: &Expr) -> bool {
    match expr {
        Expr::Number(_) | Expr::Scoring => false,
        Expr::Call(function, _) => function.has_effect(),
        Expr::Not(inner) => has_effect(inner),
        Expr::Binary(_, left, right) => has_effect(left) || has_effect(right),
        Expr::If(test, then, other) => has_effect(test) || has_effect(then) || has_effect(other),
    }
}

/// Applies an operator that always evaluates both sides.
#[expect(
    clippy::float_cmp,
    reason = "the language compares numbers as they are"
)]
pub fn apply(operator: Operator, left: f32, right: f32) -> f32 {
    let truth = match operator {
        Operator::Add => return left + right,
        Operator::And => left != 0.0 && right != 0.0,
        Operator::Or => left != 0.0 || right != 0.0,
        Operator::Equal => left == right,
        Operator::NotEqual => left != right,
        Operator::Less => left < right,
        Operator::Greater => left > right,
        Operator::LessEqual => left <= right,
        Operator::GreaterEqual => left >= right,
    };
    f32::from(truth)
}

/// Folds an expression of which only the truth matters: its value may change, but not to or from
/// zero.
fn condition(whole: &Expr) -> Expr {
    match expr(whole) {
        Expr::Number(number) => Expr::Number(f32::from(number != 0.0)),
        Expr::Not(inner) => match *inner {
            Expr::Not(inner) => *inner,
            inner => Expr::Not(Box::new(inner)),
        },
        folded => folded,
    }
}

/// Whether the value is 0 or 1 for all answers of its calls.
#[expect(clippy::float_cmp, reason = "exactly 0 or 1")]
fn is_truth(expr: &Expr) -> bool {
    match expr {
        Expr::Number(number) => *number == 0.0 || *number == 1.0,
        Expr::Scoring | Expr::Not(_) => true,
        Expr::Call(..) => false,
        Expr::Binary(operator, ..) => *operator != Operator::Add,
        Expr::If(_, then, other) => is_truth(then) && is_truth(other),
    }
}

/// `expr != 0` as a number, 0 or 1.
fn truth(expr: Expr) -> Expr {
    if is_truth(&expr) {
        expr
    } else {
        not(not(expr))
    }
}

fn not(inner: Expr) -> Expr {
    match inner {
        Expr::Number(number) => Expr::Number(f32::from(number == 0.0)),
        Expr::Not(twice) if is_truth(&twice) => *twice,
        inner => Expr::Not(Box::new(inner)),
    }
}

/// Folds `&&` and `||`. One side decides alone if it is zero (`&&`), or not zero (`||`).
fn chain(operator: Operator, left: Expr, right: Expr) -> Expr {
    let decides = |number: f32| (number != 0.0) == (operator == Operator::Or);
    match (&left, &right) {
        (Expr::Number(number), _) if decides(*number) => left,
        (Expr::Number(_), _) => truth(right),
        (_, Expr::Number(number)) if !decides(*number) => truth(left),
        (_, Expr::Number(_)) if !has_effect(&left) => right,
        _ => Expr::Binary(operator, Box::new(left), Box::new(right)),
    }
}

fn arithmetic(operator: Operator, left: Expr, right: Expr) -> Expr {
    match (&left, &right) {
        (Expr::Number(a), Expr::Number(b)) => Expr::Number(apply(operator, *a, *b)),
        _ => Expr::Binary(operator, Box::new(left), Box::new(right)),
    }
}

fn branch(test: Expr, then: Expr, other: Expr) -> Expr {
    match test {
        Expr::Number(number) if number != 0.0 => then,
        Expr::Number(_) => other,
        test if then == other && !has_effect(&test) => then,
        test => Expr::If(Box::new(test), Box::new(then), Box::new(other)),
    }
}

fn statement(whole: &Statement) -> Statement {
    match whole {
        Statement::Empty => Statement::Empty,
        Statement::Plain(value) => plain(condition(value)),
        Statement::Return(value) => Statement::Return(expr(value)),
        Statement::If(test, then, other) => {
            let (test, then) = (condition(test), statement(then));
            let other = (other.as_deref().map(statement)).filter(|o| *o != Statement::Empty);
            match (test, then, other) {
                (Expr::Number(number), then, _) if number != 0.0 => then,
                (Expr::Number(_), _, other) => other.unwrap_or(Statement::Empty),
                (test, Statement::Empty, None) => plain(test),
                (test, Statement::Empty, Some(other)) => {
                    let opposite = condition(&Expr::Not(Box::new(test)));
                    Statement::If(opposite, Box::new(other), None)
                }
                (test, then, other) => Statement::If(test, Box::new(then), other.map(Box::new)),
            }
        }
    }
}

/// A statement for an expression whose value is discarded.
fn plain(expr: Expr) -> Statement {
    match expr {
        expr if !has_effect(&expr) => Statement::Empty,
        Expr::Not(inner) => plain(*inner),
        Expr::Binary(Operator::And | Operator::Or, left, right) if !has_effect(&right) => {
            plain(*left)
        }
        expr => Statement::Plain(expr),
    }
}

#[cfg(test)]
mod tests {
    use katachi_image::Autohelper;
    use katachi_image::bytecode::Argument;
    use proptest::prelude::*;

    use super::*;

    /// Evaluates trees with scripted answers, and records the calls.
    struct Interpreter {
        answers: [f32; ANSWERS],
        scoring: bool,
        calls: Vec<u8>,
    }

    /// A call is identified by the label it names; labels below this one stand for calls with an
    /// effect.
    const EFFECTS: u8 = 3;
    const ANSWERS: usize = 8;

    impl Interpreter {
        fn expr(&mut self, expr: &Expr) -> f32 {
            match expr {
                Expr::Number(number) => *number,
                Expr::Scoring => f32::from(self.scoring),
                Expr::Call(_, arguments) => {
                    let Some(Argument::Label(label)) = arguments.first() else {
                        panic!("a call with a label")
                    };
                    self.calls.push(*label);
                    self.answers[usize::from(*label)]
                }
                Expr::Not(inner) => f32::from(self.expr(inner) == 0.0),
                Expr::Binary(Operator::And, left, right) => {
                    f32::from(self.expr(left) != 0.0 && self.expr(right) != 0.0)
                }
                Expr::Binary(Operator::Or, left, right) => {
                    f32::from(self.expr(left) != 0.0 || self.expr(right) != 0.0)
                }
                Expr::Binary(operator, left, right) => {
                    let (left, right) = (self.expr(left), self.expr(right));
                    apply(*operator, left, right)
                }
                Expr::If(test, then, other) => {
                    if self.expr(test) == 0.0 {
                        self.expr(other)
                    } else {
                        self.expr(then)
                    }
                }
            }
        }

        fn block(&mut self, statements: &[Statement]) -> Option<f32> {
            statements.iter().find_map(|s| self.statement(s))
        }

        fn statement(&mut self, statement: &Statement) -> Option<f32> {
            match statement {
                Statement::Empty => None,
                Statement::Plain(expr) => {
                    self.expr(expr);
                    None
                }
                Statement::Return(expr) => Some(self.expr(expr)),
                Statement::If(test, then, other) => {
                    if self.expr(test) == 0.0 {
                        other.as_ref().and_then(|other| self.statement(other))
                    } else {
                        self.statement(then)
                    }
                }
            }
        }
    }

    fn call(label: u8) -> Expr {
        let function = if label < EFFECTS {
            Autohelper::DisconnectHelper
        } else {
            Autohelper::Lib
        };
        Expr::Call(function, vec![Argument::Label(label)])
    }

    fn expressions() -> impl Strategy<Value = Expr> {
        let number = prop_oneof![Just(0.0), Just(1.0), Just(2.0), Just(0.7)];
        let leaf = prop_oneof![
            3 => number.prop_map(Expr::Number),
            1 => Just(Expr::Scoring),
            4 => (0..ANSWERS as u8).prop_map(call),
        ];
        leaf.prop_recursive(6, 40, 3, |inner| {
            let operator = prop_oneof![
                7 => prop::sample::select(&Operator::ALL[..]),
                2 => prop::sample::select(&[Operator::Or, Operator::And][..]),
            ];
            prop_oneof![
                2 => inner.clone().prop_map(|e| Expr::Not(Box::new(e))),
                5 => (operator, inner.clone(), inner.clone())
                    .prop_map(|(o, l, r)| Expr::Binary(o, Box::new(l), Box::new(r))),
                1 => (inner.clone(), inner.clone(), inner)
                    .prop_map(|(c, t, o)| Expr::If(Box::new(c), Box::new(t), Box::new(o))),
            ]
        })
    }

    fn statements() -> impl Strategy<Value = Vec<Statement>> {
        let leaf = prop_oneof![
            1 => Just(Statement::Empty),
            3 => expressions().prop_map(Statement::Plain),
            1 => expressions().prop_map(Statement::Return),
        ];
        let one = leaf.prop_recursive(3, 8, 2, |inner| {
            (expressions(), inner.clone(), prop::option::of(inner)).prop_map(
                |(test, then, other)| Statement::If(test, Box::new(then), other.map(Box::new)),
            )
        });
        prop::collection::vec(one, 0..4)
    }

    fn size(expr: &Expr) -> usize {
        1 + match expr {
            Expr::Number(_) | Expr::Scoring | Expr::Call(..) => 0,
            Expr::Not(inner) => size(inner),
            Expr::Binary(_, left, right) => size(left) + size(right),
            Expr::If(test, then, other) => size(test) + size(then) + size(other),
        }
    }

    /// The calls that matter after the evaluation: those with an effect, in order.
    fn effects(calls: &[u8]) -> Vec<u8> {
        calls.iter().copied().filter(|&c| c < EFFECTS).collect()
    }

    /// Whether the first list of calls is the second one with some left out.
    fn is_part(part: &[u8], whole: &[u8]) -> bool {
        let mut whole = whole.iter();
        part.iter().all(|call| whole.any(|other| other == call))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn folding_keeps_values_and_effects(
            tree in expressions(),
            answers in prop::array::uniform8(prop::sample::select(vec![0.0, 1.0, 2.0, 5.0, 0.4])),
            scoring: bool,
        ) {
            let folded = expr(&tree);
            let run = |tree: &Expr| {
                let mut interpreter = Interpreter { answers, scoring, calls: Vec::new() };
                let value = interpreter.expr(tree);
                (value.to_bits(), interpreter.calls)
            };
            let ((before, all), (after, fewer)) = (run(&tree), run(&folded));
            prop_assert_eq!(before, after);
            prop_assert_eq!(effects(&all), effects(&fewer));
            prop_assert!(is_part(&fewer, &all));
            prop_assert_eq!(&expr(&folded), &folded, "folding twice changes nothing");
            // `1 && f(a)` becomes `!!f(a)`, which is as long. Below an `||`, such a normalisation
            // may be added at a leaf, so a tree grows by at most its number of leaves.
            prop_assert!(size(&folded) <= 2 * size(&tree));
        }

        #[test]
        fn folding_keeps_what_actions_do(
            tree in statements(),
            answers in prop::array::uniform8(prop::sample::select(vec![0.0, 1.0, 2.0, 5.0, 0.4])),
            scoring: bool,
        ) {
            let folded = block(&tree);
            let run = |tree: &[Statement]| {
                let mut interpreter = Interpreter { answers, scoring, calls: Vec::new() };
                let value = interpreter.block(tree);
                (value.map(f32::to_bits), interpreter.calls)
            };
            let ((before, all), (after, fewer)) = (run(&tree), run(&folded));
            prop_assert_eq!(before, after);
            prop_assert_eq!(effects(&all), effects(&fewer));
            prop_assert!(is_part(&fewer, &all));
            prop_assert_eq!(&block(&folded), &folded, "folding twice changes nothing");
        }
    }

    #[test]
    fn constants_are_worked_out() {
        let number = |n| Box::new(Expr::Number(n));
        let sum = Expr::Binary(Operator::Add, number(1.0), number(2.0));
        let compare = Expr::Binary(Operator::Less, Box::new(sum), number(5.0));
        assert_eq!(expr(&compare), Expr::Number(1.0));
        let pure = call(EFFECTS);
        let and = |l: &Expr, r: &Expr| {
            Expr::Binary(Operator::And, Box::new(l.clone()), Box::new(r.clone()))
        };
        assert_eq!(expr(&and(&pure, &Expr::Number(0.0))), Expr::Number(0.0));
        let twice = Expr::Not(Box::new(Expr::Not(Box::new(pure.clone()))));
        assert_eq!(expr(&and(&Expr::Number(1.0), &pure)), twice);
        // A call with an effect stays, though its answer does not matter.
        let kept = and(&call(0), &Expr::Number(0.0));
        assert_eq!(expr(&kept), kept);
    }
}
