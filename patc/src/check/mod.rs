//! From syntax to the checked model: every rule of the language that is more than layout.

mod colon;
mod diagram;
mod expression;

use std::collections::HashMap;

use katachi_image::{AttributeMap, Cell, HELPERS, Role, WaitsFor};

use crate::diagnostic::{Code, Diagnostic, Severity, nearest};
use crate::model::{Database, Expr, Pattern, Statement, Value};
use crate::source::{Source, SourceId, Span};
use crate::syntax::expression::Joined;
use crate::syntax::pattern::{DirectiveSyntax, Item, PatternSyntax};

/// The longest name that a pattern may have.
pub const MAX_NAME: usize = 79;

/// Where diagnostics about one pattern or directive go.
struct Report<'a> {
    id: SourceId,
    source: &'a Source,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl Report<'_> {
    /// Whether there were errors since there were `count` diagnostics.
    fn errors_since(&self, count: usize) -> bool {
        let mut since = self.diagnostics.iter().skip(count);
        since.any(|diagnostic| diagnostic.severity() == Severity::Error)
    }

    fn add(&mut self, code: Code, span: Span, message: impl Into<String>) {
        (self.diagnostics).push(Diagnostic::new(code, self.id, span, message));
    }

    fn add_with_help(
        &mut self,
        code: Code,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        let diagnostic = Diagnostic::new(code, self.id, span, message);
        self.diagnostics.push(diagnostic.with_help(help));
    }
}

/// Checks the items of all sources of a database, in order.
///
/// Patterns with errors are left out; whether there were any is for the diagnostics to say.
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
    // Where something is wrong, that is why there are none.
    let wrong = diagnostics.iter().any(|d| d.severity() == Severity::Error);
    if !seen_pattern && !wrong {
        let message = "expected patterns, found none: the database is empty";
        let source = SourceId(sources.len().saturating_sub(1));
        diagnostics.push(Diagnostic::new(
            Code::NoPatterns,
            source,
            Span::default(),
            message,
        ));
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
        report.add(Code::NoArgument, keyword.span, message);
        return;
    };
    if keyword.value != "attribute_map" {
        // `goal_elements` and `callback_data` name kinds of cells; nothing else depends on them here.
        let allowed: &[char] = match keyword.value.as_str() {
            "goal_elements" => &['.', 'X', 'O', 'x', 'o'],
            _ => &['.', 'X', 'O', 'x', 'o', ',', '!'],
        };
        let strange = argument.value.chars().position(|c| !allowed.contains(&c));
        if let (Some(at), true) = (strange, argument.value != "none") {
            let all: String = allowed.iter().collect();
            let message = format!(
                "expected `none` or cells out of `{all}`, found `{}`",
                report.source.display(argument.span.part(at, 1))
            );
            report.add(Code::BadElements, argument.span.part(at, 1), message);
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
        match near {
            Some(near) => {
                let help = format!("did you mean `{near}`?");
                report.add_with_help(Code::UnknownMap, argument.span, message, help);
            }
            None => report.add(Code::UnknownMap, argument.span, message),
        }
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
        report.add(Code::LongName, name.span, message);
    }
    if name.value.is_empty() {
        return;
    }
    match names.get(name.value.as_str()) {
        Some(&(first, span)) => {
            let place = sources.get(first.0).map_or_else(String::new, |source| {
                format!("{}:{}", source.name(), source.position(span.start).line)
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
    let main = diagram::main(syntax, role.profile(), report);
    let labels = main
        .as_ref()
        .map(|main| diagram::labels(syntax, main, report))
        .unwrap_or_default();
    let colon = colon::check(syntax, map, &labels, report);
    let mut checker = expression::Checker {
        labels: &labels,
        has_diagram: !syntax.constraint_diagram.is_empty(),
        has_move: (main.as_ref())
            .is_none_or(|main| main.diagram.find(|cell| cell == Cell::Move).is_some()),
        used: vec![false; labels.len()],
        waits: Vec::new(),
    };
    // Without its diagram, every label of an expression would be reported as unknown.
    let (constraint, action) = if main.is_some() {
        (
            check_constraint(syntax, &mut checker, report),
            check_action(syntax, &mut checker, report),
        )
    } else {
        (None, Vec::new())
    };
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
        && !HELPERS[helper.value].answered
    {
        waits.push((WaitsFor::Helper(helper.value), helper.span));
    }
    if report.errors_since(before) {
        return None;
    }
    check_constraint_diagram(syntax, &labels, &used, report);
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
    match Joined::new(syntax.source, report.source, &syntax.constraint).constraint() {
        Ok(expr) => checker.expr(&expr, report),
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
    match Joined::new(syntax.source, report.source, &syntax.action).action() {
        Ok(statements) => (statements.iter())
            .filter_map(|statement| checker.statement(statement, report))
            .collect(),
        Err(diagnostic) => {
            report.diagnostics.push(diagnostic);
            Vec::new()
        }
    }
}

/// Warns of a constraint diagram, or labels in it, that nothing refers to.
fn check_constraint_diagram(
    syntax: &PatternSyntax,
    labels: &[diagram::LabelCell],
    used: &[bool],
    report: &mut Report<'_>,
) {
    if syntax.constraint_diagram.is_empty() {
        return;
    }
    if syntax.constraint.is_empty() && syntax.action.is_empty() && !used.contains(&true) {
        let message = "expected a constraint or an action below the second diagram, found neither";
        report.add(Code::UnusedConstraintDiagram, syntax.name.span, message);
        return;
    }
    for (label, _) in labels.iter().zip(used).filter(|(_, used)| !**used) {
        let message = format!(
            "expected the label `{}` to be used, found no use of it",
            label.label.letter
        );
        report.add(Code::UnusedLabel, label.span, message);
    }
}

/// Warns once of each question that the engine cannot answer, and lists them.
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
