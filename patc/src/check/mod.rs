//! The semantic checks: turn syntax into the checked model by all rules of the language beyond
//! layout.
//!
//! Entry point: [`check`]. Each part of a pattern has a file: `diagram`, `colon`, `expression`.

mod colon;
mod diagram;
mod expression;

pub(crate) use diagram::impossible_symmetry;

use std::collections::HashMap;

use katachi_image::bytecode::{self, Surroundings};
use katachi_image::general::GeneralTables;
use katachi_image::{Anchor, AttributeMap, Cell, HELPERS, Role, WaitsFor};

use self::diagram::LabelCell;
use crate::code;
use crate::diagnostic::{Code, Diagnostic, Severity, nearest};
use crate::model::{Database, Diagram, Expr, Pattern, Statement, Value};
use crate::report::{Report, did_you_mean};
use crate::source::{Source, SourceId, Span};
use crate::syntax::expression::Joined;
use crate::syntax::pattern::{DirectiveSyntax, Item, PatternSyntax};

/// The longest name that a pattern may have.
pub const MAX_NAME: usize = 79;

/// Checks the items of all sources of a database, in order.
///
/// Leaves out patterns with errors; the diagnostics say whether there were any.
pub fn check(
    role: Role,
    sources: &[Source],
    items: &[Item],
    diagnostics: &mut Vec<Diagnostic>,
) -> Database {
    let mut database = Database {
        role,
        map: AttributeMap::None,
        patterns: Vec::new(),
    };
    let mut names: HashMap<&str, (SourceId, Span)> = HashMap::new();
    let mut seen_pattern = false;
    for item in items {
        let id = match item {
            Item::Pattern(pattern) => pattern.source,
            Item::Directive(directive) => directive.source,
        };
        let Some(source) = sources.get(id.0) else {
            continue;
        };
        let mut report = Report {
            id,
            source,
            diagnostics: &mut *diagnostics,
        };
        match item {
            Item::Directive(directive) => {
                check_directive(directive, seen_pattern, &mut database.map, &mut report);
            }
            Item::Pattern(pattern) => {
                seen_pattern = true;
                check_name(pattern, &mut names, sources, &mut report);
                if let Some(pattern) = check_pattern(role, database.map, pattern, &mut report) {
                    database.patterns.push(pattern);
                }
            }
        }
    }
    // If there are errors, they explain the lack of patterns.
    let wrong = diagnostics.iter().any(|d| d.severity() == Severity::Error);
    if !seen_pattern && !wrong {
        let message = "expected patterns, found none: the database is empty";
        let source = SourceId(sources.len().saturating_sub(1));
        let diagnostic = Diagnostic::new(Code::NoPatterns, source, Span::default(), message);
        diagnostics.push(diagnostic.with_help("a pattern begins with a line `Pattern NAME`"));
    }
    database
}

fn check_directive(
    directive: &DirectiveSyntax,
    seen_pattern: bool,
    map: &mut AttributeMap,
    report: &mut Report<'_>,
) {
    let keyword = &directive.keyword;
    let Some(argument) = &directive.argument else {
        let message = format!("expected an argument after `{}`, found none", keyword.value);
        let help = match keyword.value.as_str() {
            "attribute_map" => "most databases begin with `attribute_map general`",
            _ => "`none` stands for no cells",
        };
        report.add_with_help(Code::NoArgument, keyword.span, message, help);
        if keyword.value == "attribute_map" && !seen_pattern {
            *map = AttributeMap::General;
        }
        return;
    };
    if keyword.value != "attribute_map" {
        // `goal_elements` and `callback_data` name kinds of cells, which this compiler only
        // validates.
        let allowed: &[char] = match keyword.value.as_str() {
            "goal_elements" => &['.', 'X', 'O', 'x', 'o'],
            _ => &['.', 'X', 'O', 'x', 'o', ',', '!'],
        };
        let strange = argument.value.chars().position(|c| !allowed.contains(&c));
        let strange = strange.map(|at| report.source.character(argument.span.start + at));
        if let (Some(strange), true) = (strange, argument.value != "none") {
            let all: String = allowed.iter().collect();
            let message = format!(
                "expected `none` or cells out of `{all}`, found `{}`",
                report.source.display(strange)
            );
            let help = "the cells are written without blanks or commas, such as `XO`";
            report.add_with_help(Code::BadElements, strange, message, help);
        }
        return;
    }
    let names = AttributeMap::NAMES;
    let Some(&(_, new)) = names.iter().find(|(name, _)| *name == argument.value) else {
        let all: Vec<_> = names.iter().map(|(name, _)| *name).collect();
        let message = format!(
            "expected one of {}, found `{}`",
            all.join(", "),
            report.source.display(argument.span)
        );
        let near = nearest(&argument.value, all);
        if !seen_pattern {
            // Assume the nearest name, so that the patterns' values are not reported as well.
            let meant = names.iter().find(|(name, _)| Some(*name) == near);
            *map = meant.map_or(AttributeMap::General, |&(_, map)| map);
        }
        let help = did_you_mean(near, "most databases begin with `attribute_map general`");
        report
            .add_with_help(Code::UnknownMap, argument.span, message, help)
            .replace(argument.span, near);
        return;
    };
    if seen_pattern && new != *map {
        let message =
            "expected the attribute map before the first pattern, found another one after it";
        let help = "one database has one attribute map: split the file";
        report.add_with_help(Code::LateMap, keyword.span.to(argument.span), message, help);
        return;
    }
    *map = new;
}

fn check_name<'a>(
    pattern: &'a PatternSyntax,
    names: &mut HashMap<&'a str, (SourceId, Span)>,
    sources: &[Source],
    report: &mut Report<'_>,
) {
    let name = &pattern.name;
    if name.value.len() > MAX_NAME {
        let message = format!(
            "expected a name of at most {MAX_NAME} characters, found {}",
            name.value.len()
        );
        let help = "say more in a comment below the name";
        report.add_with_help(Code::LongName, name.span, message, help);
    }
    if let Some(at) = name.value.bytes().position(|byte| !byte.is_ascii_graphic()) {
        let place = report.source.character(name.span.start + at);
        let message = format!(
            "expected a name of ASCII letters, digits and signs, found `{}`",
            report.source.display(place)
        );
        let help = "names are shown in traces everywhere; comments may have any letters";
        report.add_with_help(Code::BadName, place, message, help);
    }
    if name.value.is_empty() {
        return;
    }
    match names.get(name.value.as_str()) {
        _ if !name.value.is_ascii() || name.value.contains('\u{1a}') => {}
        Some(&(first, span)) => {
            let place = sources.get(first.0).map_or_else(String::new, |source| {
                format!("{}:{}", source.name(), source.location(span.start).line)
            });
            let message = format!(
                "expected a name of its own, found `{}`, which {place} has already",
                report.source.display(name.span)
            );
            let help = "rename one of them: traces tell patterns apart by their names";
            report.add_with_help(Code::DuplicateName, name.span, message, help);
        }
        None => {
            names.insert(&name.value, (pattern.source, name.span));
        }
    }
}

/// Checks a pattern; `None` after errors, all of which are reported.
fn check_pattern(
    role: Role,
    map: AttributeMap,
    syntax: &PatternSyntax,
    report: &mut Report<'_>,
) -> Option<Pattern> {
    let before = report.diagnostics.len();
    let main = if syntax.diagram_broken {
        None
    } else {
        diagram::main(syntax, role.profile(), report)
    };
    let labels = main
        .as_ref()
        .map(|main| diagram::labels(syntax, main, report))
        .unwrap_or_default();
    let colon = colon::check(syntax, role, map, &labels, report);
    let diagram::Labels {
        cells: labels,
        known,
    } = labels;
    let mut checker = expression::Checker {
        labels: &labels,
        labels_known: known,
        has_diagram: !syntax.constraint_diagram.is_empty(),
        has_move: (main.as_ref())
            .is_none_or(|main| main.diagram.find(|cell| cell == Cell::Move).is_some()),
        used: vec![false; labels.len()],
        waits: Vec::new(),
    };
    let constraint = check_constraint(syntax, &mut checker, report);
    let action = check_action(syntax, &mut checker, report);
    let expression::Checker {
        mut used,
        mut waits,
        ..
    } = checker;
    let (main, colon) = (main?, colon?);
    diagram::check_symmetry(&main, colon.symmetry.value, colon.symmetry.span, report);
    for (_, value) in &colon.values {
        if let Value::Label(place) = value {
            used[*place] = true;
        }
    }
    if let Some(helper) = colon.helper
        && role.profile().anchor == Anchor::Corner
    {
        let message = format!(
            "expected no helper, found `{}`: corner patterns are matched without",
            HELPERS[helper.value].name
        );
        let help = "say it with a constraint";
        report.add_with_help(Code::CornerHelper, helper.span, message, help);
    } else if let Some(helper) = colon.helper
        && !HELPERS[helper.value].answered
    {
        waits.push((WaitsFor::Helper(helper.value), helper.span));
    }
    if report.errors_since(before) || syntax.code_broken {
        return None;
    }
    check_constraint_diagram(syntax, &main.diagram, &labels, &used, report);
    let waits_for = report_waits(waits, report);
    if main.too_large {
        return None;
    }
    Some(Pattern {
        name: syntax.name.value.clone(),
        source: syntax.source,
        span: syntax.name.span,
        anchor: main.anchor?,
        diagram: main.diagram,
        symmetry: colon.symmetry.value,
        orientations: colon.orientations,
        classes: colon.classes,
        values: colon.values,
        helper: colon.helper.map(|helper| helper.value),
        labels: labels.into_iter().map(|label| label.label).collect(),
        constraint,
        action,
        waits_for,
    })
}

fn check_constraint(
    syntax: &PatternSyntax,
    checker: &mut expression::Checker<'_>,
    report: &mut Report<'_>,
) -> Option<Expr> {
    if syntax.constraint.is_empty() {
        return None;
    }
    let joined = Joined::new(syntax.source, report.source, &syntax.constraint);
    match joined.constraint() {
        Ok(expr) => {
            let expr = checker.expr(&expr, report)?;
            let mut tables = GeneralTables::default();
            code::constraint(&expr, &mut tables);
            check_size(&tables, checker, joined.whole(), report).then_some(expr)
        }
        Err(diagnostic) => {
            report.diagnostics.push(diagnostic);
            None
        }
    }
}

fn check_action(
    syntax: &PatternSyntax,
    checker: &mut expression::Checker<'_>,
    report: &mut Report<'_>,
) -> Vec<Statement> {
    if syntax.action.is_empty() {
        return Vec::new();
    }
    let joined = Joined::new(syntax.source, report.source, &syntax.action);
    match joined.action() {
        Ok(statements) => {
            let statements: Vec<_> = (statements.iter())
                .filter_map(|statement| checker.statement(statement, report))
                .collect();
            let mut tables = GeneralTables::default();
            code::action(&statements, &mut tables);
            check_size(&tables, checker, joined.whole(), report);
            statements
        }
        Err(diagnostic) => {
            report.diagnostics.push(diagnostic);
            Vec::new()
        }
    }
}

/// Whether the code fits the limits of the virtual machine; reports an error if not.
fn check_size(
    tables: &GeneralTables,
    checker: &expression::Checker<'_>,
    span: Span,
    report: &mut Report<'_>,
) -> bool {
    let around = Surroundings {
        arguments: &tables.arguments,
        labels: checker.labels.len(),
        has_move: checker.has_move,
    };
    let Err(invalid) = bytecode::validate(&tables.code, around) else {
        return true;
    };
    let message = format!(
        "expected an expression that fits the virtual machine, found one that does not: {}",
        invalid.reason
    );
    let help = "nest it less deeply, or spread it over several patterns";
    report.add_with_help(Code::TooMuch, span, message, help);
    false
}

/// Warns of a constraint diagram, or labels in it, that nothing refers to.
fn check_constraint_diagram(
    syntax: &PatternSyntax,
    main: &Diagram,
    labels: &[LabelCell],
    used: &[bool],
    report: &mut Report<'_>,
) {
    if syntax.constraint_diagram.is_empty() {
        return;
    }
    if syntax.constraint.is_empty() && syntax.action.is_empty() && !used.contains(&true) {
        let message = "expected a constraint or an action below the second diagram, found neither";
        let help = "remove it, or add a line such as `;lib(a)>1`";
        report.add_with_help(
            Code::UnusedConstraintDiagram,
            syntax.name.span,
            message,
            help,
        );
        return;
    }
    for (label, _) in labels.iter().zip(used).filter(|(_, used)| !**used) {
        let message = format!(
            "expected the label `{}` to be used, found no use of it",
            label.label.letter
        );
        let help = "write the cell of the main diagram in its place";
        let (row, col) = (label.label.row, label.label.col);
        let cell = main.cells[row * main.cols + col];
        report
            .add_with_help(Code::UnusedLabel, label.span, message, help)
            .fix(label.span, cell.character());
    }
}

/// Checks an expression that somebody asks about a match of this pattern. `None` after mistakes,
/// which are reported as warnings.
pub(crate) fn question(pattern: &Pattern, text: Span, report: &mut Report<'_>) -> Option<Expr> {
    let labels = pattern.labels.iter().map(|&label| LabelCell {
        label,
        span: Span::default(),
    });
    let labels: Vec<LabelCell> = labels.collect();
    let mut checker = expression::Checker {
        labels: &labels,
        labels_known: true,
        has_diagram: true,
        has_move: pattern.diagram.find(|cell| cell == Cell::Move).is_some(),
        used: vec![false; labels.len()],
        waits: Vec::new(),
    };
    let mut mistakes = Vec::new();
    let mut inner = Report {
        id: report.id,
        source: report.source,
        diagnostics: &mut mistakes,
    };
    let expr = match Joined::new(report.id, report.source, &[text]).constraint() {
        Ok(expr) => checker.expr(&expr, &mut inner).filter(|expr| {
            let mut tables = GeneralTables::default();
            code::constraint(expr, &mut tables);
            check_size(&tables, &checker, text, &mut inner)
        }),
        Err(mistake) => {
            inner.diagnostics.push(mistake);
            None
        }
    };
    for (wait, span) in checker.waits {
        let message = format!("this engine cannot answer `{}` yet", wait.name());
        inner.add(Code::TestQuestion, span, message);
    }
    let is_clean = mistakes.is_empty();
    for mistake in mistakes {
        (report.diagnostics).push(mistake.with_code(Code::TestQuestion));
    }
    expr.filter(|_| is_clean)
}

/// Warns once of each question that the engine cannot answer, and returns these questions.
fn report_waits(waits: Vec<(WaitsFor, Span)>, report: &mut Report<'_>) -> Vec<WaitsFor> {
    let mut seen = Vec::new();
    for (wait, span) in waits {
        if seen.contains(&wait) {
            continue;
        }
        let message = format!(
            "this engine cannot answer `{}` yet: the pattern never matches",
            wait.name()
        );
        report.add(Code::Unanswered, span, message);
        seen.push(wait);
    }
    seen
}
