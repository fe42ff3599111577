//! Prints the checked model as source text, as a person would write it.
//!
//! Entry points: [`database`] and [`pattern`]. Expressions get the fewest parentheses that keep
//! their meaning. Reading the text again gives an equal model.

use std::fmt::{self, Display, Formatter};

use katachi_image::bytecode::Argument;
use katachi_image::{AttributeMap, Cell, HELPERS, border};

use crate::model::{Database, Diagram, Expr, Label, Pattern, Statement, Value};
use crate::syntax::expression::Operator;

/// A database as source text.
pub fn database(database: &Database) -> impl Display + '_ {
    fmt::from_fn(move |f| {
        let names = AttributeMap::NAMES.iter();
        let map = names.filter(|(_, map)| *map == database.map);
        for (name, _) in map {
            writeln!(f, "attribute_map {name}")?;
        }
        for one in &database.patterns {
            write!(f, "\n\n{}", pattern(one))?;
        }
        Ok(())
    })
}

/// A pattern as source text.
pub fn pattern(pattern: &Pattern) -> impl Display + '_ {
    fmt::from_fn(move |f| {
        writeln!(f, "Pattern {}\n", pattern.name)?;
        write!(f, "{}", diagram(&pattern.diagram, &[]))?;
        writeln!(f, "\n{}", colon(pattern))?;
        if pattern.constraint.is_some() || !pattern.labels.is_empty() {
            write!(f, "\n{}", diagram(&pattern.diagram, &pattern.labels))?;
        }
        if let Some(constraint) = &pattern.constraint {
            writeln!(f, "\n;{}", expr(constraint, &pattern.labels))?;
        }
        if !pattern.action.is_empty() {
            writeln!(f, "\n>{}", action(&pattern.action, &pattern.labels))?;
        }
        Ok(())
    })
}

/// A diagram with its borders; labels replace their cells.
pub fn diagram<'a>(diagram: &'a Diagram, labels: &'a [Label]) -> impl Display + 'a {
    fmt::from_fn(move |f| {
        let side = |side, sign| {
            if diagram.borders & side == 0 {
                ""
            } else {
                sign
            }
        };
        let edge = |f: &mut Formatter<'_>, row| {
            if diagram.borders & row == 0 {
                return Ok(());
            }
            let (west, east) = (side(border::WEST, "+"), side(border::EAST, "+"));
            writeln!(f, "{west}{}{east}", "-".repeat(diagram.cols))
        };
        edge(f, border::NORTH)?;
        for row in 0..diagram.rows {
            f.write_str(side(border::WEST, "|"))?;
            for col in 0..diagram.cols {
                let here = |label: &&Label| (label.row, label.col) == (row, col);
                let cell = diagram.cells.get(row * diagram.cols + col);
                let cell = cell.copied().map_or('?', Cell::character);
                let character = labels.iter().find(here).map_or(cell, |label| label.letter);
                write!(f, "{character}")?;
            }
            writeln!(f, "{}", side(border::EAST, "|"))?;
        }
        edge(f, border::SOUTH)
    })
}

/// The colon line.
pub fn colon(pattern: &Pattern) -> impl Display + '_ {
    fmt::from_fn(move |f| {
        write!(f, ":{},", pattern.symmetry)?;
        let classes: String = pattern.classes.letters().collect();
        f.write_str(if classes.is_empty() { "-" } else { &classes })?;
        for (attribute, value) in &pattern.values {
            write!(f, ",{}(", attribute.name())?;
            match *value {
                Value::Number(number) => write!(f, "{number})")?,
                Value::Label(place) => write!(f, "{})", letter(&pattern.labels, place))?,
            }
        }
        match pattern.helper.and_then(|helper| HELPERS.get(helper)) {
            Some(helper) => write!(f, ",{}", helper.name),
            None => Ok(()),
        }
    })
}

fn letter(labels: &[Label], place: usize) -> char {
    labels.get(place).map_or('?', |label| label.letter)
}

/// The binding strength of the parts of an expression, the loosest first.
const CONDITIONAL: u8 = 0;
const NEGATION: u8 = 6;

impl Operator {
    /// How the operator is written.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Or => "||",
            Self::And => "&&",
            Self::Equal => "==",
            Self::NotEqual => "!=",
            Self::Less => "<",
            Self::Greater => ">",
            Self::LessEqual => "<=",
            Self::GreaterEqual => ">=",
            Self::Add => "+",
        }
    }

    /// How tightly the operator binds, from 1.
    const fn strength(self) -> u8 {
        match self {
            Self::Or => 1,
            Self::And => 2,
            Self::Equal | Self::NotEqual => 3,
            Self::Less | Self::Greater | Self::LessEqual | Self::GreaterEqual => 4,
            Self::Add => 5,
        }
    }

    /// Whether blanks surround it: the loose operators have blanks, the tight ones none.
    pub const fn is_spaced(self) -> bool {
        matches!(self, Self::Or | Self::And)
    }
}

fn strength(expr: &Expr) -> u8 {
    match expr {
        Expr::If(..) => CONDITIONAL,
        Expr::Binary(operator, ..) => operator.strength(),
        Expr::Not(_) => NEGATION,
        Expr::Number(_) | Expr::Scoring | Expr::Call(..) => NEGATION + 1,
    }
}

/// An expression with the fewest parentheses.
pub fn expr<'a>(expr: &'a Expr, labels: &'a [Label]) -> impl Display + 'a {
    fmt::from_fn(move |f| write_expr(f, expr, labels))
}

/// Writes a part of an expression, in parentheses if it binds more loosely than `least`.
fn write_part(f: &mut Formatter<'_>, part: &Expr, labels: &[Label], least: u8) -> fmt::Result {
    if strength(part) >= least {
        return write_expr(f, part, labels);
    }
    f.write_str("(")?;
    write_expr(f, part, labels)?;
    f.write_str(")")
}

fn write_expr(f: &mut Formatter<'_>, expr: &Expr, labels: &[Label]) -> fmt::Result {
    match expr {
        Expr::Number(number) => write!(f, "{number}"),
        Expr::Scoring => f.write_str("doing_scoring"),
        Expr::Call(function, arguments) => {
            write!(f, "{}(", function.signature().name)?;
            for (place, argument) in arguments.iter().enumerate() {
                f.write_str(if place > 0 { "," } else { "" })?;
                match *argument {
                    Argument::Move => f.write_str("*")?,
                    Argument::Tenuki => f.write_str("?")?,
                    Argument::Label(label) => {
                        write!(f, "{}", letter(labels, usize::from(label)))?;
                    }
                }
            }
            f.write_str(")")
        }
        Expr::Not(inner) => {
            f.write_str("!")?;
            write_part(f, inner, labels, NEGATION)
        }
        Expr::Binary(operator, left, right) => {
            // Operators of equal strength group to the left.
            write_part(f, left, labels, operator.strength())?;
            let blank = if operator.is_spaced() { " " } else { "" };
            write!(f, "{blank}{}{blank}", operator.sign())?;
            write_part(f, right, labels, operator.strength() + 1)
        }
        Expr::If(condition, then, other) => {
            write_part(f, condition, labels, CONDITIONAL + 1)?;
            f.write_str(" ? ")?;
            write_expr(f, then, labels)?;
            f.write_str(" : ")?;
            write_expr(f, other, labels)
        }
    }
}

/// The statements of an action.
pub fn action<'a>(statements: &'a [Statement], labels: &'a [Label]) -> impl Display + 'a {
    fmt::from_fn(move |f| {
        for (place, statement) in statements.iter().enumerate() {
            f.write_str(if place > 0 { " " } else { "" })?;
            write_statement(f, statement, labels)?;
        }
        Ok(())
    })
}

fn write_statement(f: &mut Formatter<'_>, statement: &Statement, labels: &[Label]) -> fmt::Result {
    match statement {
        Statement::Empty => f.write_str(";"),
        Statement::Plain(value) => write!(f, "{};", expr(value, labels)),
        Statement::Return(value) => write!(f, "return {};", expr(value, labels)),
        Statement::If(condition, then, other) => {
            write!(f, "if ({}) ", expr(condition, labels))?;
            write_statement(f, then, labels)?;
            let Some(other) = other else {
                return Ok(());
            };
            // The language has no braces. Empty `else` branches close the inner `if`s, so that this
            // `else` belongs to the outer one.
            f.write_str(&" else ;".repeat(open_ifs(then)))?;
            f.write_str(" else ")?;
            write_statement(f, other, labels)
        }
    }
}

/// How many `else` after the statement would become part of it.
fn open_ifs(statement: &Statement) -> usize {
    match statement {
        Statement::If(_, then, None) => 1 + open_ifs(then),
        Statement::If(_, _, Some(other)) => open_ifs(other),
        Statement::Plain(_) | Statement::Return(_) | Statement::Empty => 0,
    }
}
