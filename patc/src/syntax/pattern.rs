//! From lines to patterns: which lines may follow which.
//!
//! Every line that comes at the wrong place gets its own diagnostic, and the pattern goes on as its
//! author most likely meant it, so that one mistake does not hide the next.

use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::source::{Source, SourceId, Span, Spanned};
use crate::syntax::lines::{Edge, Line, LineKind, MAX_LINE, Row, read};

/// A pattern as it is written.
#[derive(Clone, Debug)]
pub struct PatternSyntax {
    /// The file.
    pub source: SourceId,
    /// The name.
    pub name: Spanned<String>,
    /// The main diagram.
    pub diagram: Vec<DiagramLine>,
    /// The fields of the colon line, and its place.
    pub colon: Option<Spanned<Vec<Spanned<String>>>>,
    /// The constraint diagram; empty if there is none.
    pub constraint_diagram: Vec<DiagramLine>,
    /// The texts behind `;`.
    pub constraint: Vec<Span>,
    /// The texts behind `>`.
    pub action: Vec<Span>,
}

/// A line of a diagram.
#[derive(Clone, Copy, Debug)]
pub enum DiagramLine {
    /// A north or south border.
    Edge(Edge),
    /// Cells.
    Row(Row),
}

/// A setting as it is written.
#[derive(Clone, Debug)]
pub struct DirectiveSyntax {
    /// The file.
    pub source: SourceId,
    /// Its keyword.
    pub keyword: Spanned<String>,
    /// Its argument.
    pub argument: Option<Spanned<String>>,
}

/// What a database consists of.
#[derive(Clone, Debug)]
pub enum Item {
    /// A pattern.
    Pattern(Box<PatternSyntax>),
    /// A setting for what follows.
    Directive(DirectiveSyntax),
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum State {
    Outside,
    Named,
    Diagram,
    AfterDiagram,
    Colon,
    ConstraintDiagram,
    AfterConstraintDiagram,
    Constraint,
    Action,
}

struct Reader<'a> {
    source: SourceId,
    text: &'a Source,
    state: State,
    pattern: Option<PatternSyntax>,
    items: Vec<Item>,
    diagnostics: &'a mut Vec<Diagnostic>,
    /// The last line was a row or border that has been complained about.
    in_stray_diagram: bool,
}

/// Reads a source into patterns and settings, adding to the diagnostics what is out of place.
pub fn parse(id: SourceId, source: &Source, diagnostics: &mut Vec<Diagnostic>) -> Vec<Item> {
    if !check_bytes(id, source, diagnostics) {
        return Vec::new();
    }
    let mut reader = Reader {
        source: id,
        text: source,
        state: State::Outside,
        pattern: None,
        items: Vec::new(),
        diagnostics,
        in_stray_diagram: false,
    };
    for line in read(source) {
        reader.line(&line);
    }
    reader.close();
    reader.items
}

/// Refuses what is no text before anything is made of it.
fn check_bytes(id: SourceId, source: &Source, diagnostics: &mut Vec<Diagnostic>) -> bool {
    let bytes = source.bytes();
    let mut refuse = |code, span, message: String, help: &str| {
        diagnostics.push(Diagnostic::new(code, id, span, message).with_help(help));
        false
    };
    if let Some(at) = bytes.iter().position(|&byte| byte == 0) {
        let message = "expected a text file, found a zero byte";
        let help = "a database is a plain text file; compiled images end in .kpat";
        return refuse(
            Code::NotText,
            Span::new(at, at + 1),
            message.to_owned(),
            help,
        );
    }
    if bytes.iter().all(u8::is_ascii_whitespace) {
        let message = "expected a database, found an empty file";
        let help = "a database begins with `attribute_map general`; one without patterns is fine";
        return refuse(Code::EmptyFile, Span::new(0, 0), message.to_owned(), help);
    }
    let mut start = 0;
    for line in bytes.split(|&byte| byte == b'\n') {
        if line.len() > MAX_LINE {
            let message = format!(
                "expected lines of at most {MAX_LINE} bytes, found one of {}",
                line.len()
            );
            let help = "long constraints may go on in the next line";
            return refuse(
                Code::LineTooLong,
                Span::new(start, start + 1),
                message,
                help,
            );
        }
        start += line.len() + 1;
    }
    true
}

impl Reader<'_> {
    fn report(&mut self, code: Code, span: Span, message: &str, help: &str) {
        let diagnostic = Diagnostic::new(code, self.source, span, message);
        self.diagnostics.push(if help.is_empty() {
            diagnostic
        } else {
            diagnostic.with_help(help)
        });
    }

    fn line(&mut self, line: &Line) {
        let stray = std::mem::take(&mut self.in_stray_diagram);
        match &line.kind {
            LineKind::Separator => self.separator(),
            LineKind::Pattern { keyword, name } => self.open(*keyword, name.clone()),
            LineKind::Directive { keyword, argument } => {
                self.close();
                self.items.push(Item::Directive(DirectiveSyntax {
                    source: self.source,
                    keyword: keyword.clone(),
                    argument: argument.clone(),
                }));
            }
            LineKind::Edge(edge) => self.diagram_line(line.span, DiagramLine::Edge(*edge), stray),
            LineKind::Row(row) => self.diagram_line(line.span, DiagramLine::Row(*row), stray),
            LineKind::Colon(fields) => self.colon(line.span, fields),
            LineKind::Constraint(text) => self.constraint(line.span, *text),
            LineKind::Action(text) => self.action(line.span, *text),
            LineKind::Malformed => self.malformed(line.span),
        }
    }

    fn separator(&mut self) {
        self.state = match self.state {
            State::Diagram => State::AfterDiagram,
            State::ConstraintDiagram => State::AfterConstraintDiagram,
            other => other,
        };
    }

    fn open(&mut self, keyword: Span, name: Option<Spanned<String>>) {
        self.close();
        self.state = State::Named;
        let name = name.unwrap_or_else(|| {
            let message = "expected a name after `Pattern`, found the end of the line";
            self.report(Code::NoName, keyword, message, "");
            Spanned {
                value: String::new(),
                span: keyword,
            }
        });
        self.pattern = Some(PatternSyntax {
            source: self.source,
            name,
            diagram: Vec::new(),
            colon: None,
            constraint_diagram: Vec::new(),
            constraint: Vec::new(),
            action: Vec::new(),
        });
    }

    /// Ends the current pattern.
    fn close(&mut self) {
        let state = std::mem::replace(&mut self.state, State::Outside);
        let Some(pattern) = self.pattern.take() else {
            return;
        };
        let name = pattern.name.span;
        match state {
            State::Named => {
                let message =
                    "expected a diagram after the name, found none: the pattern is ignored";
                self.report(Code::EmptyPattern, name, message, "");
                return;
            }
            State::Diagram | State::AfterDiagram => {
                let message = "expected a colon line after the diagram, found none";
                let help = "add one such as `:8,-` (symmetry, then classes)";
                self.report(Code::NoColon, name, message, help);
                return;
            }
            _ => {}
        }
        self.items.push(Item::Pattern(Box::new(pattern)));
    }

    fn diagram_line(&mut self, span: Span, line: DiagramLine, stray: bool) {
        let next = match self.state {
            State::Named | State::Diagram => State::Diagram,
            State::Colon | State::ConstraintDiagram => State::ConstraintDiagram,
            state => {
                if !stray {
                    self.stray_row(state, span);
                }
                self.in_stray_diagram = true;
                return;
            }
        };
        self.state = next;
        if let Some(pattern) = &mut self.pattern {
            match next {
                State::Diagram => pattern.diagram.push(line),
                _ => pattern.constraint_diagram.push(line),
            }
        }
    }

    /// A row where no diagram may stand: most likely a misspelt keyword, or a comment inside a diagram.
    fn stray_row(&mut self, state: State, span: Span) {
        let line = self.text.slice(span);
        let word = line.split_whitespace().next().unwrap_or_default();
        let keywords = ["Pattern", "attribute_map", "goal_elements", "callback_data"];
        let misspelt = (word.len() > 3)
            .then(|| nearest(word, keywords))
            .flatten()
            .map(|keyword| format!("did you mean `{keyword}`?"));
        let span = span.part(0, word.len().max(1));
        let (code, message, help) = match state {
            State::Outside => (
                Code::RowOutside,
                "expected `Pattern NAME` or a directive, found what looks like a diagram",
                "a diagram follows the line with its pattern's name",
            ),
            State::AfterDiagram => (
                Code::SecondDiagram,
                "expected a colon line, found a second diagram",
                "a blank line or a comment ends a diagram",
            ),
            _ => (
                Code::SecondConstraintDiagram,
                "expected `;`, `>` or the next pattern, found another diagram",
                "a blank line or a comment ends a diagram; a new pattern begins with `Pattern`",
            ),
        };
        self.report(code, span, message, misspelt.as_deref().unwrap_or(help));
    }

    fn colon(&mut self, span: Span, fields: &[Spanned<String>]) {
        match self.state {
            State::Outside | State::Named => {
                let message = "expected a diagram before the colon line, found none";
                self.report(Code::ColonOutside, span, message, "");
            }
            State::Diagram | State::AfterDiagram => {
                if let Some(pattern) = &mut self.pattern {
                    pattern.colon = Some(Spanned {
                        value: fields.to_vec(),
                        span,
                    });
                }
                self.state = State::Colon;
            }
            _ => {
                let message = "expected one colon line for a pattern, found a second one";
                self.report(
                    Code::SecondColon,
                    span,
                    message,
                    "join the two lines, or remove one",
                );
            }
        }
    }

    fn constraint(&mut self, line: Span, text: Span) {
        match self.state {
            State::Outside | State::Named | State::Diagram | State::AfterDiagram => {
                let message = "expected a colon line before the constraint, found none";
                self.report(Code::CodeOutside, line, message, "");
                return;
            }
            State::Colon => {
                let message = "expected a constraint diagram before the constraint, found none";
                let help = "repeat the diagram below the colon line, with labels for the points that the constraint names";
                self.report(Code::ConstraintWithoutDiagram, line, message, help);
                return;
            }
            State::Action => {
                let message = "expected the constraint before the action, found it after";
                self.report(
                    Code::ConstraintAfterAction,
                    line,
                    message,
                    "move it above the first `>`",
                );
                return;
            }
            State::ConstraintDiagram | State::AfterConstraintDiagram | State::Constraint => {}
        }
        self.state = State::Constraint;
        if let Some(pattern) = &mut self.pattern {
            pattern.constraint.push(text);
        }
    }

    fn action(&mut self, line: Span, text: Span) {
        if self.state < State::Colon {
            let message = "expected a colon line before the action, found none";
            self.report(Code::CodeOutside, line, message, "");
            return;
        }
        self.state = State::Action;
        if let Some(pattern) = &mut self.pattern {
            pattern.action.push(text);
        }
    }

    fn malformed(&mut self, span: Span) {
        let line = self.text.slice(span);
        let trimmed = line.trim_start();
        if trimmed.len() < line.len() {
            let blanks = span.part(0, line.len() - trimmed.len());
            let message = "expected the line to begin in the first column, found a blank";
            self.report(Code::LeadingBlank, blanks, message, "remove the blanks");
            return;
        }
        let found = self.text.display(span);
        let found = found.chars().next().unwrap_or(' ');
        let (message, help) = match found {
            '+' | '-' => (
                "expected a border such as `+----`, found something else behind its sign"
                    .to_owned(),
                "a side comment needs a blank before it",
            ),
            '|' | '.' | ',' | '!' | '*' | '?' | 'a'..='z' | 'A'..='Z' => (
                "expected a row of cells between its borders, found a border inside it".to_owned(),
                "a side comment needs a blank before it",
            ),
            _ => (
                format!(
                    "expected a row, `:`, `;`, `>`, `#`, a pattern or a directive, found '{found}'"
                ),
                "comments begin with `#`",
            ),
        };
        let first = found.len_utf8().min(span.end - span.start);
        self.report(Code::UnknownLine, span.part(0, first), &message, help);
    }
}
