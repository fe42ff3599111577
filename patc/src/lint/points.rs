//! Lints: expressions whose points cannot be what their author means.

use katachi_image::bytecode::Argument;
use katachi_image::{Arguments, Autohelper, Cell};

use super::subject::{Subject, color};
use super::warnings::Warnings;
use crate::diagnostic::Code;
use crate::model::{Diagram, Expr, Statement};
use crate::source::Span;

/// The functions about the string at their point, as it is on the board.
const OF_STRINGS: [Autohelper; 5] = [
    Autohelper::Lib,
    Autohelper::Lib2,
    Autohelper::Lib3,
    Autohelper::Lib4,
    Autohelper::WormSize,
];

pub(super) fn check(subject: &Subject<'_>, warnings: &mut Warnings<'_>) {
    let pattern = subject.pattern;
    let mut calls = Vec::new();
    if let Some(constraint) = &pattern.constraint {
        calls_of(constraint, &mut calls);
    }
    let of_constraint = calls.len();
    for statement in &pattern.action {
        calls_of_statement(statement, &mut calls);
    }
    for (number, (function, arguments)) in calls.into_iter().enumerate() {
        let lines = if number < of_constraint {
            &subject.syntax.constraint
        } else {
            &subject.syntax.action
        };
        let name = function.signature().name;
        let span = place(subject, lines, name).unwrap_or(pattern.span);
        no_string(subject, function, arguments, span, warnings);
        no_moves(subject, function, arguments, span, warnings);
        opponent_at_move(subject, function, arguments, span, warnings);
    }
    two_strings(subject, warnings);
    no_semicolon(subject, warnings);
}

type Call<'a> = (Autohelper, &'a [Argument]);

fn calls_of<'a>(expr: &'a Expr, calls: &mut Vec<Call<'a>>) {
    match expr {
        Expr::Number(_) | Expr::Scoring => {}
        Expr::Call(function, arguments) => calls.push((*function, arguments)),
        Expr::Not(inner) => calls_of(inner, calls),
        Expr::Binary(_, left, right) => {
            calls_of(left, calls);
            calls_of(right, calls);
        }
        Expr::If(condition, then, other) => {
            calls_of(condition, calls);
            calls_of(then, calls);
            calls_of(other, calls);
        }
    }
}

fn calls_of_statement<'a>(statement: &'a Statement, calls: &mut Vec<Call<'a>>) {
    match statement {
        Statement::Empty => {}
        Statement::Plain(expr) | Statement::Return(expr) => calls_of(expr, calls),
        Statement::If(condition, then, other) => {
            calls_of(condition, calls);
            calls_of_statement(then, calls);
            if let Some(other) = other {
                calls_of_statement(other, calls);
            }
        }
    }
}

/// Where a function is first called in these lines.
fn place(subject: &Subject<'_>, lines: &[Span], name: &str) -> Option<Span> {
    let call = format!("{name}(");
    lines.iter().find_map(|&line| {
        let text = subject.source.slice(line);
        let mut found = text.match_indices(&call);
        let is_word = |at: usize| {
            let before = text.get(..at).and_then(|before| before.chars().next_back());
            before.is_none_or(|c| !c.is_ascii_alphanumeric() && c != '_')
        };
        let (at, _) = found.find(|&(at, _)| is_word(at))?;
        Some(line.part(at, name.len()))
    })
}

/// The cell that an argument names.
fn cell(subject: &Subject<'_>, argument: Argument) -> Option<Cell> {
    match argument {
        Argument::Move => Some(Cell::Move),
        Argument::Tenuki => None,
        Argument::Label(label) => {
            let label = subject.pattern.labels.get(usize::from(label))?;
            let diagram = &subject.pattern.diagram;
            diagram
                .cells
                .get(label.row * diagram.cols + label.col)
                .copied()
        }
    }
}

/// How the source writes an argument.
fn written(subject: &Subject<'_>, argument: Argument) -> char {
    match argument {
        Argument::Move => '*',
        Argument::Tenuki => '?',
        Argument::Label(label) => {
            let label = subject.pattern.labels.get(usize::from(label));
            label.map_or('?', |label| label.letter)
        }
    }
}

fn no_string(
    subject: &Subject<'_>,
    function: Autohelper,
    arguments: &[Argument],
    span: Span,
    warnings: &mut Warnings<'_>,
) {
    let &[argument] = arguments else { return };
    let empty = matches!(
        cell(subject, argument),
        Some(Cell::Empty | Cell::Move | Cell::Comma | Cell::Bang)
    );
    if !empty || !OF_STRINGS.contains(&function) {
        return;
    }
    let message = format!(
        "expected a point with a stone for `{}`, found `{}`, which is empty",
        function.signature().name,
        written(subject, argument)
    );
    let help = "`olib` and `xlib` give the liberties of a stone that is played at an empty point";
    warnings.add(Code::NoStone, subject, span, message, help);
}

fn no_moves(
    subject: &Subject<'_>,
    function: Autohelper,
    arguments: &[Argument],
    span: Span,
    warnings: &mut Warnings<'_>,
) {
    let signature = function.signature();
    let Arguments::Moves(targets) = signature.arguments else {
        return;
    };
    if arguments.len() > usize::from(targets) {
        return;
    }
    let message = format!(
        "expected moves before the {} of `{}`, found none",
        if targets == 1 { "target" } else { "targets" },
        signature.name
    );
    let help = "the first arguments are played, beginning with the side in the name; then comes what is asked about";
    warnings.add(Code::NoMoves, subject, span, message, help);
}

/// Warns of X at `*` in a list of moves that O begins: `*` is a move of O.
fn opponent_at_move(
    subject: &Subject<'_>,
    function: Autohelper,
    arguments: &[Argument],
    span: Span,
    warnings: &mut Warnings<'_>,
) {
    let signature = function.signature();
    let Arguments::Moves(targets) = signature.arguments else {
        return;
    };
    let moves = arguments.len().saturating_sub(usize::from(targets));
    let moves = arguments.get(..moves).unwrap_or_default();
    let second = moves.iter().skip(1).step_by(2);
    if !signature.name.starts_with('o') || !second.clone().any(|at| *at == Argument::Move) {
        return;
    }
    let message = format!(
        "expected moves of O at `*` only in `{}`, found one of X",
        signature.name
    );
    let help = "the moves alternate: a `?` stands for a pass";
    warnings.add(Code::OpponentAtMove, subject, span, message, help);
}

/// Warns of a label on stones that the diagram does not connect: it means only the first one.
fn two_strings(subject: &Subject<'_>, warnings: &mut Warnings<'_>) {
    let diagram = &subject.pattern.diagram;
    for label in &subject.pattern.labels {
        let first = label.row * diagram.cols + label.col;
        let Some(own) = diagram.cells.get(first).and_then(|&cell| color(cell)) else {
            continue;
        };
        let string = string(diagram, first);
        let other = subject.labelled_cells().find(|&(at, letter)| {
            let same = diagram.cells.get(at).and_then(|&cell| color(cell)) == Some(own);
            char::from(letter) == label.letter && same && !string.contains(&at)
        });
        if let Some((at, _)) = other {
            let span = subject.label_span(at).unwrap_or(subject.pattern.span);
            let message = format!(
                "expected the label `{}` on one string, found it on two",
                label.letter
            );
            let help =
                "a label means its first cell in reading order: give this stone another letter";
            warnings.add(Code::TwoStrings, subject, span, message, help);
        }
    }
}

/// The cells of the string of a stone, as far as the diagram shows it.
fn string(diagram: &Diagram, first: usize) -> Vec<usize> {
    let own = diagram.cells.get(first).and_then(|&cell| color(cell));
    let mut string = vec![first];
    let mut next = 0;
    while let Some(&at) = string.get(next) {
        next += 1;
        let (row, col) = (at / diagram.cols, at % diagram.cols);
        let beside = [
            (row > 0).then(|| at - diagram.cols),
            (row + 1 < diagram.rows).then(|| at + diagram.cols),
            (col > 0).then(|| at - 1),
            (col + 1 < diagram.cols).then(|| at + 1),
        ];
        for at in beside.into_iter().flatten() {
            let same = diagram.cells.get(at).and_then(|&cell| color(cell)) == own;
            if same && !string.contains(&at) {
                string.push(at);
            }
        }
    }
    string
}

fn no_semicolon(subject: &Subject<'_>, warnings: &mut Warnings<'_>) {
    let lines = subject.syntax.action.iter();
    let last = lines
        .rev()
        .map(|&line| (line, subject.source.slice(line).trim_end()));
    let Some((line, text)) = last.into_iter().find(|(_, text)| !text.is_empty()) else {
        return;
    };
    if text.ends_with(';') {
        return;
    }
    let end = line.part(text.len(), 0);
    let message = "expected `;` at the end of the action, found none";
    let help = "GNU Go's tools do not compile it without";
    warnings
        .add(
            Code::NoSemicolon,
            subject,
            line.part(text.len().saturating_sub(1), 1),
            message,
            help,
        )
        .fix(end, ";");
}
