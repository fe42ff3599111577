//! Checks constraints and actions: functions must exist, take these arguments, and name labels that
//! exist.

use katachi_image::bytecode::Argument;
use katachi_image::{Arguments, Autohelper, Cell, WaitsFor};

use super::diagram::LabelCell;
use crate::diagnostic::{Code, nearest};
use crate::model::{Expr, Statement};
use crate::report::{Report, did_you_mean};
use crate::source::{Span, Spanned};
use crate::syntax::expression as syntax;

/// The value of `WIN` in an expression.
const WIN: f32 = 5.0;

/// The largest number in an expression that is stored exactly.
const MAX_NUMBER: f32 = 16_777_216.0;

/// Checks the expressions of one pattern and records what they refer to.
pub(super) struct Checker<'a> {
    pub labels: &'a [LabelCell],
    /// Whether the list of labels is complete; if not, the missing ones have been reported already.
    pub labels_known: bool,
    pub has_diagram: bool,
    pub has_move: bool,
    /// For each label whether it has been used.
    pub used: Vec<bool>,
    /// The questions that the engine cannot answer, each with its place.
    pub waits: Vec<(WaitsFor, Span)>,
}

impl Checker<'_> {
    /// Checks an expression; `None` after errors, all of which are reported.
    pub fn expr(&mut self, expr: &syntax::Expr, report: &mut Report<'_>) -> Option<Expr> {
        match expr {
            syntax::Expr::Number(number) if number.value > MAX_NUMBER => {
                let message = format!(
                    "expected numbers up to {MAX_NUMBER}, found {}",
                    report.source.display(number.span)
                );
                let help = "larger numbers would be rounded";
                report.add_with_help(Code::HugeNumber, number.span, message, help);
                None
            }
            syntax::Expr::Number(number) => Some(Expr::Number(number.value)),
            syntax::Expr::Word(word) => word_value(word, report),
            syntax::Expr::Call(name, arguments) => self.call(name, arguments, report),
            syntax::Expr::Not(inner) => Some(Expr::Not(Box::new(self.expr(inner, report)?))),
            syntax::Expr::Binary(operator, left, right) => {
                let (left, right) = (self.expr(left, report), self.expr(right, report));
                Some(Expr::Binary(*operator, Box::new(left?), Box::new(right?)))
            }
            syntax::Expr::If(condition, then, other) => {
                let condition = self.expr(condition, report);
                let (then, other) = (self.expr(then, report), self.expr(other, report));
                Some(Expr::If(
                    Box::new(condition?),
                    Box::new(then?),
                    Box::new(other?),
                ))
            }
        }
    }

    /// Checks a statement; `None` after errors, all of which are reported.
    pub fn statement(
        &mut self,
        statement: &syntax::Statement,
        report: &mut Report<'_>,
    ) -> Option<Statement> {
        match statement {
            syntax::Statement::Empty => Some(Statement::Empty),
            syntax::Statement::Plain(expr) => Some(Statement::Plain(self.expr(expr, report)?)),
            syntax::Statement::Return(expr) => Some(Statement::Return(self.expr(expr, report)?)),
            syntax::Statement::If(condition, then, other) => {
                let condition = self.expr(condition, report);
                let then = self.statement(then, report);
                let other = match other {
                    None => None,
                    Some(other) => Some(Box::new(self.statement(other, report)?)),
                };
                Some(Statement::If(condition?, Box::new(then?), other))
            }
        }
    }

    fn call(
        &mut self,
        name: &Spanned<String>,
        arguments: &[Spanned<syntax::Arg>],
        report: &mut Report<'_>,
    ) -> Option<Expr> {
        let Some(function) = Autohelper::by_name(&name.value) else {
            let names = Autohelper::ALL
                .iter()
                .map(|function| function.signature().name);
            let message = format!("expected a known function, found `{}`", name.value);
            let near = nearest(&name.value, names);
            let help = did_you_mean(near, "`patc tables functions` lists the functions");
            report
                .add_with_help(Code::UnknownFunction, name.span, message, help)
                .replace(name.span, near);
            return None;
        };
        let signature = function.signature();
        let takes = signature.arguments;
        let count = arguments.len();
        if count < takes.min() || count > takes.max() {
            let expected = match takes {
                Arguments::Points(0) => "no argument".to_owned(),
                Arguments::Points(1) => "1 argument".to_owned(),
                Arguments::Points(n) => format!("{n} arguments"),
                Arguments::List => format!("1 to {} points", Arguments::MAX),
                Arguments::Moves(targets) => format!(
                    "moves and {targets} target{}, at most {} arguments in all,",
                    if targets == 1 { "" } else { "s" },
                    Arguments::MAX
                ),
            };
            let message = format!(
                "expected {expected} for `{}`, found {count}",
                signature.name
            );
            let help = arity_help(function, arguments, report);
            report.add_with_help(Code::WrongArity, name.span, message, help);
            return None;
        }
        let checked: Vec<Option<Argument>> = arguments
            .iter()
            .enumerate()
            .map(|(place, argument)| {
                self.argument(argument, takes.may_be_tenuki(place, count), report)
            })
            .collect();
        let arguments = checked.into_iter().collect::<Option<Vec<_>>>()?;
        if !signature.answered {
            self.waits.push((WaitsFor::Autohelper(function), name.span));
        }
        Some(Expr::Call(function, arguments))
    }

    fn argument(
        &mut self,
        argument: &Spanned<syntax::Arg>,
        tenuki: bool,
        report: &mut Report<'_>,
    ) -> Option<Argument> {
        match &argument.value {
            syntax::Arg::Star if self.has_move => Some(Argument::Move),
            syntax::Arg::Star => {
                let message = "expected a label, found `*` in a pattern without a move";
                let help = "put a `*` into the diagram, or name the point by a label";
                report.add_with_help(Code::NoMoveForStar, argument.span, message, help);
                None
            }
            syntax::Arg::Tenuki if tenuki => Some(Argument::Tenuki),
            syntax::Arg::Tenuki => {
                let message = "expected a label or `*`, found `?`";
                let help =
                    "`?` (tenuki) may stand among the moves of a play function, but not first";
                report.add_with_help(Code::BadTenuki, argument.span, message, help);
                None
            }
            syntax::Arg::Word(word) => self.label(word, argument.span, report),
            syntax::Arg::Other => {
                let message = format!(
                    "expected a label, `*` or `?` as argument, found `{}`",
                    report.source.display(argument.span).trim_end()
                );
                let help = "an argument is a point: calls and numbers cannot be arguments";
                report.add_with_help(Code::BadArgument, argument.span, message, help);
                None
            }
        }
    }

    fn label(&mut self, word: &str, span: Span, report: &mut Report<'_>) -> Option<Argument> {
        let mut letters = word.chars();
        let letter = letters
            .next()
            .filter(|c| letters.next().is_none() && c.is_ascii_alphabetic());
        let Some(letter) = letter else {
            let message = format!("expected a label of one letter, found `{word}`");
            let help = if word.len() > 1 && word.bytes().all(|b| b.is_ascii_alphabetic()) {
                "a comma stands between two labels"
            } else {
                "points are named by letters in the constraint diagram"
            };
            report.add_with_help(Code::BadArgument, span, message, help);
            return None;
        };
        let place = self
            .labels
            .iter()
            .position(|label| label.label.letter == letter);
        if let Some(place) = place {
            self.used[place] = true;
            return Some(Argument::Label(place as u8));
        }
        let cell = Cell::from_char(letter);
        if !self.labels_known {
            return None;
        }
        let message = format!("expected a label of the constraint diagram, found `{letter}`");
        let help = if let Some(cell) = cell {
            format!(
                "`{letter}` is a cell ({}) and never a label: give the point another letter",
                cell.meaning()
            )
        } else if self.labels.is_empty() {
            let where_ = if self.has_diagram {
                "in"
            } else {
                "below the colon line, in"
            };
            format!("put `{letter}` {where_} the constraint diagram")
        } else {
            let all: String = self.labels.iter().map(|label| label.label.letter).collect();
            format!("its labels are `{all}`")
        };
        report.add_with_help(Code::UnknownLabel, span, message, help);
        None
    }
}

fn word_value(word: &Spanned<String>, report: &mut Report<'_>) -> Option<Expr> {
    match word.value.as_str() {
        "WIN" => return Some(Expr::Number(WIN)),
        "doing_scoring" => return Some(Expr::Scoring),
        _ => {}
    }
    if Autohelper::by_name(&word.value).is_some() {
        let message = format!(
            "expected `(` after the function `{}`, found none",
            word.value
        );
        let help = format!(
            "a function is called with its points, as in `{}(a)`",
            word.value
        );
        report.add_with_help(Code::MissingCall, word.span, message, help);
    } else {
        let message = format!(
            "expected a function, a number, `WIN` or `doing_scoring`, found `{}`",
            word.value
        );
        let names = Autohelper::ALL
            .iter()
            .map(|function| function.signature().name);
        let near = nearest(&word.value, names.chain(["WIN", "doing_scoring"]));
        let other = match word.value.as_str() {
            "else" => "an `else` follows the statement of an `if`",
            "return" | "if" => "statements stand in action lines, which begin with `>`",
            _ => "labels stand only between the parentheses of a function",
        };
        let help = did_you_mean(near, other);
        report
            .add_with_help(Code::UnknownFunction, word.span, message, help)
            .replace(word.span, near);
    }
    None
}

/// Advice that shows how to call a function with the right number of points.
fn arity_help(
    function: Autohelper,
    arguments: &[Spanned<syntax::Arg>],
    report: &Report<'_>,
) -> String {
    let signature = function.signature();
    if signature.arguments == Arguments::Points(1) && arguments.len() > 1 {
        let calls = arguments.iter().map(|argument| {
            let argument = report.source.display(argument.span);
            format!("{}({})", signature.name, argument.trim())
        });
        let calls: Vec<_> = calls.collect();
        return format!("join calls for one point each: `{}`", calls.join(" || "));
    }
    format!("`{}`: {}", signature.name, signature.meaning)
}
