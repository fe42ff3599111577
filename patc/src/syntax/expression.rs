//! Parses constraints and actions into trees.
//!
//! The lines of a constraint are joined into one text. [`Joined`] translates every position of that
//! text back to the file.

use std::sync::LazyLock;

use pest::Parser;
use pest::error::{ErrorVariant, InputLocation};
use pest::iterators::Pair;
use pest::pratt_parser::{Assoc, Op, PrattParser};

use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Source, SourceId, Span, Spanned};

mod grammar {
    #![allow(missing_docs, reason = "pest writes the rules")]

    #[derive(pest_derive::Parser)]
    #[grammar = "syntax/expression.pest"]
    pub(super) struct ExpressionParser;
}
use grammar::{ExpressionParser, Rule};

/// The operators, the loosest first.
static PRECEDENCE: LazyLock<PrattParser<Rule>> = LazyLock::new(|| {
    PrattParser::new()
        .op(Op::infix(Rule::or, Assoc::Left))
        .op(Op::infix(Rule::and, Assoc::Left))
        .op(Op::infix(Rule::equal, Assoc::Left) | Op::infix(Rule::not_equal, Assoc::Left))
        .op(Op::infix(Rule::less, Assoc::Left)
            | Op::infix(Rule::greater, Assoc::Left)
            | Op::infix(Rule::less_equal, Assoc::Left)
            | Op::infix(Rule::greater_equal, Assoc::Left))
        .op(Op::infix(Rule::plus, Assoc::Left))
});

/// The greatest nesting depth of parentheses, negations and conditionals.
pub const MAX_DEPTH: usize = 256;

/// The most operators of one constraint or action: even without parentheses, each operator makes
/// the tree one level deeper.
pub const MAX_OPERATORS: usize = 1000;

/// An operator with two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `||`
    Or,
    /// `&&`
    And,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `>`
    Greater,
    /// `<=`
    LessEqual,
    /// `>=`
    GreaterEqual,
    /// `+`
    Add,
}

impl Operator {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Or,
        Self::And,
        Self::Equal,
        Self::NotEqual,
        Self::Less,
        Self::Greater,
        Self::LessEqual,
        Self::GreaterEqual,
        Self::Add,
    ];
}

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    /// A number.
    Number(Spanned<f32>),
    /// A word that is not called: `WIN`, `doing_scoring`, or a mistake.
    Word(Spanned<String>),
    /// A call.
    Call(Spanned<String>, Vec<Spanned<Arg>>),
    /// `!x`
    Not(Box<Expr>),
    /// Two expressions and what is between them.
    Binary(Operator, Box<Expr>, Box<Expr>),
    /// `a ? b : c`
    If(Box<Expr>, Box<Expr>, Box<Expr>),
}

/// An argument of a call.
#[derive(Clone, Debug, PartialEq)]
pub enum Arg {
    /// `*`
    Star,
    /// `?`
    Tenuki,
    /// A word: a label, if it is one letter.
    Word(String),
    /// Anything else.
    Other,
}

/// A statement of an action.
#[derive(Clone, Debug, PartialEq)]
pub enum Statement {
    /// An expression whose value is discarded.
    Plain(Expr),
    /// `return x`
    Return(Expr),
    /// `if (x) a else b`
    If(Expr, Box<Statement>, Option<Box<Statement>>),
    /// `;`
    Empty,
}

/// The lines of a constraint or action as one text.
pub struct Joined<'a> {
    source: SourceId,
    file: &'a Source,
    text: String,
    /// For each line: its start in the text and its start in the file.
    lines: Vec<(usize, usize)>,
}

impl<'a> Joined<'a> {
    /// Joins the lines with one blank between them.
    pub fn new(source: SourceId, file: &'a Source, spans: &[Span]) -> Self {
        let mut text = String::new();
        let mut lines = Vec::with_capacity(spans.len());
        for &span in spans {
            lines.push((text.len(), span.start));
            text.push_str(file.slice(span));
            text.push('\n');
        }
        Self {
            source,
            file,
            text,
            lines,
        }
    }

    fn offset(&self, at: usize) -> usize {
        let line = self.lines.partition_point(|&(start, _)| start <= at);
        let (start, in_file) = self
            .lines
            .get(line.saturating_sub(1))
            .copied()
            .unwrap_or_default();
        in_file + (at - start)
    }

    fn span(&self, start: usize, end: usize) -> Span {
        let first = self.offset(start);
        // The end belongs to the line of the last character.
        let last = if end > start {
            self.offset(end - 1) + 1
        } else {
            first
        };
        Span::new(first, last.max(first))
    }

    fn pair(&self, pair: &Pair<'_, Rule>) -> Span {
        let span = pair.as_span();
        self.span(span.start(), span.end())
    }

    /// The whole text as a range.
    pub fn whole(&self) -> Span {
        let end = self.text.trim_end().len();
        self.span(0, end.max(1))
    }

    fn error(&self, code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(code, self.source, span, message)
    }

    /// Reads a constraint.
    ///
    /// # Errors
    /// The first place that cannot be parsed, with what was expected and found there.
    pub fn constraint(&self) -> Result<Expr, Diagnostic> {
        self.check_nesting()?;
        let mut pairs =
            ExpressionParser::parse(Rule::constraint, &self.text).map_err(|e| self.syntax(&e))?;
        let expr = pairs.next().and_then(|pair| pair.into_inner().next());
        expr.and_then(|expr| self.expr(expr))
            .ok_or_else(|| self.empty())
    }

    /// Reads an action.
    ///
    /// # Errors
    /// The first place that cannot be parsed, with what was expected and found there.
    pub fn action(&self) -> Result<Vec<Statement>, Diagnostic> {
        self.check_nesting()?;
        let mut pairs =
            ExpressionParser::parse(Rule::action, &self.text).map_err(|e| self.syntax(&e))?;
        let inner = pairs.next().map(Pair::into_inner).into_iter().flatten();
        let statements: Vec<_> = inner.filter_map(|pair| self.statement(pair)).collect();
        if statements.is_empty() {
            return Err(self.empty());
        }
        Ok(statements)
    }

    fn empty(&self) -> Diagnostic {
        let message = "expected an expression, found nothing";
        // Point at the sign before the missing text.
        let start = self.lines.first().map_or(0, |&(_, start)| start);
        let sign = Span::new(start.saturating_sub(1), start);
        self.error(Code::EmptyExpression, sign, message)
            .with_help("write one such as `lib(a)>1`, or remove the line")
    }

    /// Reports unbalanced parentheses and too deep nesting: the grammar would report the former
    /// badly and could overflow the stack on the latter.
    fn check_nesting(&self) -> Result<(), Diagnostic> {
        if self.text.trim().is_empty() {
            return Err(self.empty());
        }
        let mut open = Vec::new();
        let mut depth = 0;
        let (mut operators, mut conditionals) = (0, 0);
        // The previous byte, and the last byte that is not a blank.
        let (mut previous, mut significant) = (b' ', b' ');
        for (at, byte) in self.text.bytes().enumerate() {
            match byte {
                b'(' => open.push(at),
                b')' => {
                    depth = 0;
                    if open.pop().is_none() {
                        let message = "expected an opening parenthesis before this one, found none";
                        let span = self.span(at, at + 1);
                        let mut surplus = self
                            .error(Code::UnbalancedParenthesis, span, message)
                            .with_help("remove it, or add a `(` where the group begins");
                        surplus.fix(span, "");
                        return Err(surplus);
                    }
                }
                // Each `!` may nest one level deeper without a parenthesis.
                b'!' => depth += 1,
                // After `(` or `,` it is a tenuki, not a conditional.
                b'?' if !b"(,".contains(&significant) => conditionals += 1,
                b'i' if self.word_begins(at, "if") => conditionals += 1,
                _ => {}
            }
            let is_sign = |byte: u8| b"&|=<>+!".contains(&byte);
            operators += usize::from(is_sign(byte) && !is_sign(previous));
            previous = byte;
            if !byte.is_ascii_whitespace() {
                significant = byte;
            }
            if operators > MAX_OPERATORS {
                let message = format!("expected at most {MAX_OPERATORS} operators, found more");
                return Err(self
                    .error(Code::TooDeep, self.span(at, at + 1), message)
                    .with_help("make several patterns of it"));
            }
            if open.len() + depth + conditionals > MAX_DEPTH {
                let message = format!("expected at most {MAX_DEPTH} levels of nesting, found more");
                return Err(self
                    .error(Code::TooDeep, self.span(at, at + 1), message)
                    .with_help("remove parentheses that change nothing"));
            }
        }
        if let Some(at) = open.pop() {
            let message = "expected a closing parenthesis for this one, found none";
            let span = self.span(at, at + 1);
            return Err(self
                .error(Code::UnbalancedParenthesis, span, message)
                .with_help("add a `)` where the group ends, or remove this one"));
        }
        Ok(())
    }

    /// Whether a word begins here, and begins like this one.
    fn word_begins(&self, at: usize, word: &str) -> bool {
        let (before, rest) = self.text.as_bytes().split_at(at);
        let in_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        rest.starts_with(word.as_bytes()) && !before.last().is_some_and(in_word)
    }

    fn syntax(&self, error: &pest::error::Error<Rule>) -> Diagnostic {
        let at = match error.location {
            InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
        };
        let expected = match &error.variant {
            ErrorVariant::ParsingError { positives, .. } => expectation(positives),
            ErrorVariant::CustomError { message } => message.clone(),
        };
        let rest = self.text.get(at..).unwrap_or_default().trim_start();
        let start = self.text.len() - rest.len();
        let word = rest.chars().take_while(char::is_ascii_alphanumeric).count();
        let length = word.max(usize::from(!rest.is_empty()));
        let mut span = self.span(start, start + length);
        if rest.starts_with(Source::OTHER) {
            span = self.file.character(span.start);
        }
        let found = if rest.is_empty() {
            "the end".to_owned()
        } else {
            format!("`{}`", self.file.display(span))
        };
        let span = if rest.is_empty() { self.whole() } else { span };
        let message = format!("expected {expected}, found {found}");
        let mut diagnostic = self.error(Code::BadExpression, span, message);
        let before = self.text.get(..at).unwrap_or_default();
        if let Some((from, written, meant)) = meant(before, rest) {
            let from = start.saturating_sub(from);
            diagnostic.fix(self.span(from, from + written.len()), meant);
            return diagnostic.with_help(format!("write `{meant}` instead of `{written}`"));
        }
        match advice(before, rest) {
            Some(help) => diagnostic.with_help(help),
            None => diagnostic,
        }
    }

    fn statement(&self, pair: Pair<'_, Rule>) -> Option<Statement> {
        let rule = pair.as_rule();
        let mut inner = pair.into_inner();
        match rule {
            Rule::semicolon => Some(Statement::Empty),
            Rule::plain => Some(Statement::Plain(self.expr(inner.next()?)?)),
            Rule::return_ => {
                let expr = inner.find(|pair| pair.as_rule() == Rule::expr)?;
                Some(Statement::Return(self.expr(expr)?))
            }
            Rule::if_ => {
                let condition = self.expr(inner.find(|pair| pair.as_rule() == Rule::expr)?)?;
                let mut branches = inner
                    .filter(|pair| pair.as_rule() == Rule::branch)
                    .filter_map(|branch| self.statement(branch.into_inner().next()?));
                let then = Box::new(branches.next()?);
                Some(Statement::If(
                    condition,
                    then,
                    branches.next().map(Box::new),
                ))
            }
            _ => None,
        }
    }

    fn expr(&self, pair: Pair<'_, Rule>) -> Option<Expr> {
        let mut inner = pair.into_inner();
        let condition = self.chain(inner.next()?)?;
        match (inner.next(), inner.next()) {
            (Some(then), Some(other)) => Some(Expr::If(
                Box::new(condition),
                Box::new(self.expr(then)?),
                Box::new(self.expr(other)?),
            )),
            _ => Some(condition),
        }
    }

    fn chain(&self, pair: Pair<'_, Rule>) -> Option<Expr> {
        PRECEDENCE
            .map_primary(|unary| self.unary(unary))
            .map_infix(|left, operator, right| {
                let operator = match operator.as_rule() {
                    Rule::or => Operator::Or,
                    Rule::and => Operator::And,
                    Rule::equal => Operator::Equal,
                    Rule::not_equal => Operator::NotEqual,
                    Rule::less => Operator::Less,
                    Rule::greater => Operator::Greater,
                    Rule::less_equal => Operator::LessEqual,
                    Rule::greater_equal => Operator::GreaterEqual,
                    _ => Operator::Add,
                };
                Some(Expr::Binary(operator, Box::new(left?), Box::new(right?)))
            })
            .parse(pair.into_inner())
    }

    fn unary(&self, pair: Pair<'_, Rule>) -> Option<Expr> {
        let mut nots = 0;
        for part in pair.into_inner() {
            if part.as_rule() == Rule::not {
                nots += 1;
                continue;
            }
            let mut expr = self.primary(part)?;
            for _ in 0..nots {
                expr = Expr::Not(Box::new(expr));
            }
            return Some(expr);
        }
        None
    }

    fn primary(&self, pair: Pair<'_, Rule>) -> Option<Expr> {
        match pair.as_rule() {
            Rule::number => Some(Expr::Number(Spanned {
                value: pair.as_str().parse().ok()?,
                span: self.pair(&pair),
            })),
            Rule::word => Some(Expr::Word(self.word(&pair))),
            Rule::call => {
                let mut inner = pair.into_inner();
                let name = self.word(&inner.next()?);
                let arguments = inner.map(|argument| self.argument(argument)).collect();
                Some(Expr::Call(name, arguments))
            }
            Rule::expr => self.expr(pair),
            _ => None,
        }
    }

    fn word(&self, pair: &Pair<'_, Rule>) -> Spanned<String> {
        Spanned {
            value: pair.as_str().to_owned(),
            span: self.pair(pair),
        }
    }

    fn argument(&self, pair: Pair<'_, Rule>) -> Spanned<Arg> {
        let text = pair.as_str().trim();
        let span = self.pair(&pair);
        let value = match pair.into_inner().next().map(|inner| inner.as_rule()) {
            Some(Rule::star) => Arg::Star,
            Some(Rule::tenuki) => Arg::Tenuki,
            _ if text
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') =>
            {
                Arg::Word(text.to_owned())
            }
            _ => Arg::Other,
        };
        Spanned { value, span }
    }
}

/// An operator of another language: how many bytes before the rest it begins, what was written, and
/// what was meant.
fn meant(before: &str, rest: &str) -> Option<(usize, &'static str, &'static str)> {
    /// The text found, and its replacement.
    const MEANT: [(&str, &str); 10] = [
        ("=>", ">="),
        ("=<", "<="),
        ("=!", "!="),
        ("<>", "!="),
        ("&", "&&"),
        ("|", "||"),
        ("=", "=="),
        ("and", "&&"),
        ("or", "||"),
        ("not", "!"),
    ];
    let before = before.trim_end();
    // The grammar may have parsed its first half as another operator.
    let from = before.len() - usize::from(before.ends_with(['<', '>', '!', '=']));
    let both = format!("{}{rest}", before.get(from..).unwrap_or_default());
    let more = both.len() - rest.len();
    [(more, both.as_str()), (0, rest)]
        .into_iter()
        .find_map(|(more, text)| {
            let found = MEANT.iter().find(|(written, _)| {
                let after = text.strip_prefix(written);
                after.is_some_and(|after| {
                    !(written.starts_with(is_word) && after.starts_with(is_word))
                })
            });
            found.map(|&(written, meant)| (more, written, meant))
        })
}

/// Whether a character belongs to words.
pub(crate) fn is_word(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_'
}

/// Advice about other text that cannot be parsed.
fn advice(before: &str, rest: &str) -> Option<String> {
    let before = before.trim_end();
    let last_word = before.rsplit(|c| !is_word(c)).next().unwrap_or_default();
    let advice = if matches!(last_word, "return" | "if") {
        "statements stand in action lines, which begin with `>`"
    } else if rest.is_empty() {
        "something is missing behind the last operator"
    } else if rest.starts_with('-') {
        "there is no minus: compare, as in `lib(a)>lib(b)`, or add on the other side"
    } else if rest.starts_with(|c| is_word(c) || c == '(')
        && before.ends_with(|c| is_word(c) || c == ')')
    {
        "join two conditions with `&&` or `||`"
    } else {
        return None;
    };
    Some(advice.to_owned())
}

/// Describes what the grammar expected.
fn expectation(rules: &[Rule]) -> String {
    let mut words: Vec<&str> = rules
        .iter()
        .map(|rule| match rule {
            Rule::EOI => "the end",
            Rule::or
            | Rule::and
            | Rule::equal
            | Rule::not_equal
            | Rule::less
            | Rule::greater
            | Rule::less_equal
            | Rule::greater_equal
            | Rule::plus
            | Rule::operator => "an operator",
            Rule::semicolon => "`;`",
            Rule::else_word => "`else`",
            Rule::argument | Rule::star | Rule::tenuki => "a label, `*` or `?`",
            Rule::branch | Rule::plain | Rule::return_ | Rule::if_ => "a statement",
            _ => "a function, a number or `(`",
        })
        .collect();
    words.sort_unstable();
    words.dedup();
    match words.as_slice() {
        [] => "something else".to_owned(),
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile;
    use katachi_image::Role;

    /// A long chain makes a deep tree without any parenthesis. Test threads have small stacks, as
    /// threads of a program may have.
    #[test]
    fn as_many_operators_as_the_stack_bears() {
        let errors = |text: &str| {
            let text = format!("Pattern T\n\nX*\n\n:8,-\n\na*\n\n{text}\n");
            let compiled = compile(Role::Patterns, vec![Source::new("t.db", text.as_str())]);
            let diagnostics = compiled.diagnostics.iter();
            let errors: Vec<_> = diagnostics
                .map(|diagnostic| diagnostic.code)
                .filter(|code| code.severity() == crate::Severity::Error)
                .collect();
            errors
        };
        let chain = |terms| format!(";{}", vec!["lib(a)"; terms].join("+\n;"));
        assert_eq!(errors(&chain(MAX_OPERATORS + 1)), []);
        assert_eq!(errors(&chain(MAX_OPERATORS + 2)), [Code::TooDeep]);
        assert_eq!(errors(&chain(100_000)), [Code::TooDeep]);
        let ifs = |count| {
            format!(
                ">{} antisuji(a);",
                vec!["if (lib(a)) lib(a); else"; count].join("\n>")
            )
        };
        assert_eq!(errors(&ifs(MAX_DEPTH - 2)), []);
        assert_eq!(errors(&ifs(30_000)), [Code::TooDeep]);
        let choices = |count| format!(";{} 1", vec!["lib(a) ? 1 :"; count].join("\n;"));
        assert_eq!(errors(&choices(MAX_DEPTH - 1)), []);
        assert_eq!(errors(&choices(30_000)), [Code::TooDeep]);
    }
}
