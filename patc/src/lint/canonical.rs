//! Writes constraints and actions in a canonical form: equal texts mean the same.
//!
//! - Labels become points, so their letters do not matter. The points can be those of a turned
//!   diagram.
//! - All points of one string become one point.
//! - The order of commuting parts does not matter: `&&`, `||`, `==`, `+`, the points of a list,
//!   pairs of targets, the calls of an action.
//!
//! Nothing is evaluated, so different texts may still mean the same.

use std::fmt::Write;

use katachi_board::Symmetry;
use katachi_image::bytecode::Argument;
use katachi_image::{Arguments, Autohelper, Cell};

use super::subject::{Subject, color};
use crate::model::{Expr, Statement, Value};
use crate::syntax::expression::Operator;

/// The strings of a diagram: for each cell, the first cell of its string.
pub(super) struct Strings(Vec<usize>);

impl Strings {
    pub fn of(subject: &Subject<'_>) -> Self {
        let diagram = &subject.pattern.diagram;
        let mut strings = Self((0..diagram.cells.len()).collect());
        for (row, col, cell) in diagram.iter() {
            let Some(own) = color(cell) else { continue };
            let here = row * diagram.cols + col;
            let right = (col + 1 < diagram.cols).then_some(here + 1);
            let below = (row + 1 < diagram.rows).then_some(here + diagram.cols);
            for there in [right, below].into_iter().flatten() {
                if color(diagram.cells[there]) == Some(own) {
                    strings.join(here, there);
                }
            }
        }
        // A label on several stones declares them one string.
        let mut first: [Option<usize>; 128] = [None; 128];
        for (at, letter) in subject.labelled_cells() {
            let known = &mut first[usize::from(letter) & 127];
            match *known {
                Some(other) if is_stone_alike(diagram.cells[at], diagram.cells[other]) => {
                    strings.join(other, at);
                }
                Some(_) => {}
                None => *known = Some(at),
            }
        }
        strings
    }

    pub fn of_cell(&self, mut cell: usize) -> usize {
        while self.0[cell] != cell {
            cell = self.0[cell];
        }
        cell
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.of_cell(one), self.of_cell(other));
        self.0[one.max(other)] = one.min(other);
    }
}

fn is_stone_alike(one: Cell, other: Cell) -> bool {
    cell_color(one).is_some() && cell_color(one) == cell_color(other)
}

/// The colour of the stone that a cell may hold.
fn cell_color(cell: Cell) -> Option<bool> {
    match cell {
        Cell::OwnOrEmpty => Some(true),
        Cell::OpponentOrEmpty => Some(false),
        cell => color(cell),
    }
}

/// A pattern's labels as points of a diagram: its own, turned or not, or a larger one that contains
/// it.
pub(super) struct Points<'a> {
    subject: &'a Subject<'a>,
    orientation: Symmetry,
    /// Where the first cell of the turned diagram lies in the diagram that gives the points.
    corner: (usize, usize),
    /// The columns of that diagram.
    cols: usize,
    /// The strings of that diagram.
    strings: &'a Strings,
}

impl<'a> Points<'a> {
    /// The points of a pattern that is turned and laid on another one, with its first cell at
    /// `corner`.
    pub fn of(
        subject: &'a Subject<'a>,
        orientation: Symmetry,
        corner: (usize, usize),
        on: &Subject<'_>,
        strings: &'a Strings,
    ) -> Self {
        Self {
            subject,
            orientation,
            corner,
            cols: on.plain.cols,
            strings,
        }
    }

    fn cell(&self, at: (usize, usize)) -> usize {
        let diagram = &self.subject.pattern.diagram;
        let (row, col) = self.orientation.place(at, (diagram.rows, diagram.cols));
        let cell = (row + self.corner.0) * self.cols + col + self.corner.1;
        self.strings.of_cell(cell)
    }

    fn argument(&self, argument: Argument) -> String {
        let place = match argument {
            Argument::Tenuki => return "?".to_owned(),
            Argument::Move => self.subject.mv,
            Argument::Label(label) => (self.subject.pattern.labels.get(usize::from(label)))
                .map(|label| (label.row, label.col)),
        };
        // Numbers of equal length, so that sorting texts sorts points.
        place.map_or_else(String::new, |at| format!("{:03}", self.cell(at)))
    }

    /// The conjuncts of the constraint, sorted.
    pub fn conditions(&self) -> Vec<String> {
        let mut parts = Vec::new();
        if let Some(expr) = &self.subject.pattern.constraint {
            self.flatten(Operator::And, expr, &mut parts);
        }
        sorted(parts)
    }

    fn flatten(&self, operator: Operator, expr: &Expr, parts: &mut Vec<String>) {
        match expr {
            Expr::Binary(other, left, right) if *other == operator => {
                self.flatten(operator, left, parts);
                self.flatten(operator, right, parts);
            }
            _ => parts.push(self.expr(expr)),
        }
    }

    fn expr(&self, expr: &Expr) -> String {
        match expr {
            Expr::Number(number) => number.to_string(),
            Expr::Scoring => "doing_scoring".to_owned(),
            Expr::Call(function, arguments) => self.call(*function, arguments),
            Expr::Not(inner) => format!("!{}", self.expr(inner)),
            Expr::Binary(operator, left, right) => self.binary(*operator, expr, left, right),
            Expr::If(test, then, other) => format!(
                "({}?{}:{})",
                self.expr(test),
                self.expr(then),
                self.expr(other)
            ),
        }
    }

    fn binary(&self, operator: Operator, whole: &Expr, left: &Expr, right: &Expr) -> String {
        let sign = match operator {
            Operator::Or => "||",
            Operator::And => "&&",
            Operator::Add => "+",
            Operator::Equal => "==",
            Operator::NotEqual => "!=",
            Operator::Less => return format!("({}<{})", self.expr(left), self.expr(right)),
            Operator::Greater => return format!("({}<{})", self.expr(right), self.expr(left)),
            Operator::LessEqual => return format!("({}<={})", self.expr(left), self.expr(right)),
            Operator::GreaterEqual => {
                return format!("({}<={})", self.expr(right), self.expr(left));
            }
        };
        let mut parts = Vec::new();
        match operator {
            Operator::Equal | Operator::NotEqual => {
                parts.extend([self.expr(left), self.expr(right)]);
            }
            _ => self.flatten(operator, whole, &mut parts),
        }
        parts.sort_unstable();
        // A repeated condition changes nothing; a repeated term of a sum does.
        if matches!(operator, Operator::And | Operator::Or) {
            parts.dedup();
        }
        format!("({})", parts.join(sign))
    }

    fn call(&self, function: Autohelper, arguments: &[Argument]) -> String {
        let mut points: Vec<String> = arguments.iter().map(|&a| self.argument(a)).collect();
        match function.signature().arguments {
            Arguments::List => points = sorted(points),
            // Two targets are interchangeable.
            Arguments::Moves(2) => {
                let targets = points.len().saturating_sub(2);
                points[targets..].sort_unstable();
            }
            // The targets of a wedge are end, middle, end: the ends are interchangeable.
            Arguments::Moves(3) => {
                let targets = points.len().saturating_sub(3);
                if let [first, _, last] = &mut points[targets..]
                    && *first > *last
                {
                    std::mem::swap(first, last);
                }
            }
            Arguments::Points(2) if is_mutual(function) => points.sort_unstable(),
            _ => {}
        }
        format!("{}({})", function.signature().name, points.join(","))
    }

    /// The action in canonical form.
    pub fn action(&self) -> String {
        self.block(&self.subject.pattern.action)
    }

    fn block(&self, statements: &[Statement]) -> String {
        let mut text = String::new();
        // The order of calls does not matter; that of conditionals and returns does.
        for run in statements.chunk_by(|a, b| is_plain(a) && is_plain(b)) {
            let parts = run.iter().map(|statement| self.statement(statement));
            let mut parts: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
            parts.sort_unstable();
            text.push_str(&parts.concat());
        }
        text
    }

    fn statement(&self, statement: &Statement) -> String {
        match statement {
            Statement::Empty => String::new(),
            Statement::Plain(expr) => format!("{};", self.expr(expr)),
            Statement::Return(expr) => format!("return {};", self.expr(expr)),
            Statement::If(test, then, other) => {
                let mut text = format!("if({}){{{}}}", self.expr(test), self.statement(then));
                if let Some(other) = other {
                    let _ = write!(text, "else{{{}}}", self.statement(other));
                }
                text
            }
        }
    }

    /// The values of the colon line, sorted.
    pub fn values(&self) -> Vec<String> {
        let values = self
            .subject
            .pattern
            .values
            .iter()
            .map(|(attribute, value)| {
                let value = match value {
                    Value::Number(number) => number.to_string(),
                    Value::Label(label) => self.argument(Argument::Label(*label as u8)),
                };
                format!("{}({value})", attribute.name())
            });
        sorted(values.collect())
    }
}

fn is_plain(statement: &Statement) -> bool {
    matches!(statement, Statement::Plain(_) | Statement::Empty)
}

fn sorted(mut parts: Vec<String>) -> Vec<String> {
    parts.sort_unstable();
    parts.dedup();
    parts
}

/// Whether a function of two points is symmetric in them.
fn is_mutual(function: Autohelper) -> bool {
    matches!(
        function,
        Autohelper::SameDragon
            | Autohelper::SameString
            | Autohelper::Amalgamate
            | Autohelper::AddConnectMove
            | Autohelper::AddCutMove
            | Autohelper::AddDefendBothMove
            | Autohelper::TestAttackEitherMove
            | Autohelper::DisconnectHelper
    )
}
