//! Assembles lines into patterns: which lines may follow which.
//!
//! Entry point: [`parse`]. A misplaced line gets its own diagnostic, and parsing goes on as the
//! author most likely meant it. So one mistake neither hides the next one nor causes a second
//! diagnostic.

use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::report::Added;
use crate::source::{Source, SourceId, Span, Spanned};
use crate::syntax::lines::{Edge, Line, LineKind, MAX_LINE, Row, lines, read_part};

/// A pattern as it is written.
#[derive(Clone, Debug)]
pub struct PatternSyntax {
    /// The file.
    pub source: SourceId,
    /// The name.
    pub name: Spanned<String>,
    /// The main diagram.
    pub diagram: Vec<DiagramLine>,
    /// Whether part of the main diagram is missing, which has been reported.
    pub diagram_broken: bool,
    /// The fields of the colon line, and its place.
    pub colon: Option<Spanned<Vec<Spanned<String>>>>,
    /// The constraint diagram; empty if there is none.
    pub constraint_diagram: Vec<DiagramLine>,
    /// Whether part of the constraint diagram is missing, which has been reported.
    pub constraint_diagram_broken: bool,
    /// Whether part of the constraint or the action is missing, which has been reported.
    pub code_broken: bool,
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

/// Facts about the current pattern that its next line, or its end, may need.
#[derive(Default)]
struct Seen {
    /// The comment that ended the diagram, if no blank line did.
    comment: Option<Span>,
    /// The first row after the end of the main diagram. It is an error; the next line shows which
    /// one.
    interrupted: Option<Span>,
    /// Whether a diagram after the end of the constraint diagram has been reported.
    extra_diagram: bool,
    /// Whether a constraint after an action has been reported.
    late_constraint: bool,
}

struct Reader<'a> {
    source: SourceId,
    text: &'a Source,
    state: State,
    pattern: Option<PatternSyntax>,
    seen: Seen,
    items: Vec<Item>,
    diagnostics: &'a mut Vec<Diagnostic>,
    /// Whether everything up to the next pattern or directive belongs to a mistake that has been
    /// reported.
    silent: bool,
    /// Whether the last line began with a blank.
    indented: bool,
}

/// Parses a source into patterns and settings, and reports misplaced lines.
pub fn parse(id: SourceId, source: &Source, diagnostics: &mut Vec<Diagnostic>) -> Vec<Item> {
    if !check_bytes(id, source, "attribute_map general", diagnostics) {
        return Vec::new();
    }
    let mut reader = Reader {
        source: id,
        text: source,
        state: State::Outside,
        pattern: None,
        seen: Seen::default(),
        items: Vec::new(),
        diagnostics,
        silent: false,
        indented: false,
    };
    for line in lines(source) {
        reader.line(&line);
    }
    reader.close();
    reader.items
}

/// Rejects files that are not text before they are parsed. `begin` is the usual beginning of a
/// database of this dialect, for the message.
pub(crate) fn check_bytes(
    id: SourceId,
    source: &Source,
    begin: &str,
    diagnostics: &mut Vec<Diagnostic>,
) -> bool {
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
        let help = format!("a database begins with `{begin}`; one without patterns is fine");
        return refuse(Code::EmptyFile, Span::new(0, 0), message.to_owned(), &help);
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

/// The words that begin a line of their own.
const KEYWORDS: [&str; 4] = ["Pattern", "attribute_map", "goal_elements", "callback_data"];

impl Reader<'_> {
    fn report(&mut self, code: Code, span: Span, message: &str, help: &str) -> Added<'_> {
        let diagnostic = Diagnostic::new(code, self.source, span, message);
        let diagnostic = if help.is_empty() {
            diagnostic
        } else {
            diagnostic.with_help(help)
        };
        Added::to(self.diagnostics, diagnostic)
    }

    /// Drops the current pattern and stays silent about the rest of it, since one report is enough.
    fn give_up(&mut self) {
        self.pattern = None;
        self.state = State::Outside;
        self.silent = true;
    }

    fn line(&mut self, line: &Line) {
        let indented = std::mem::take(&mut self.indented);
        match &line.kind {
            LineKind::Separator => self.separator(line.span),
            LineKind::Pattern { keyword, name } => self.open(*keyword, name.clone()),
            LineKind::Directive { keyword, argument } => {
                self.directive(keyword.clone(), argument.clone());
            }
            LineKind::Edge(edge) => self.diagram_line(line.span, DiagramLine::Edge(*edge)),
            LineKind::Row(row) => {
                if !self.misspelt(line.span, *row) {
                    self.diagram_line(line.span, DiagramLine::Row(*row));
                }
            }
            LineKind::Colon(fields) => self.colon(line.span, fields),
            LineKind::Constraint(text) => self.constraint(line.span, *text),
            LineKind::Action(text) => self.action(line.span, *text),
            LineKind::Malformed => self.malformed(line.span, indented),
        }
    }

    fn separator(&mut self, span: Span) {
        self.state = match self.state {
            State::Diagram => {
                let comment = self.text.slice(span).starts_with('#');
                self.seen.comment = comment.then_some(span);
                State::AfterDiagram
            }
            State::ConstraintDiagram => {
                let comment = self.text.slice(span).starts_with('#');
                self.seen.comment = comment.then_some(span);
                State::AfterConstraintDiagram
            }
            other => other,
        };
    }

    fn directive(&mut self, keyword: Spanned<String>, argument: Option<Spanned<String>>) {
        self.close();
        self.items.push(Item::Directive(DirectiveSyntax {
            source: self.source,
            keyword,
            argument,
        }));
    }

    fn open(&mut self, keyword: Span, name: Option<Spanned<String>>) {
        self.close();
        self.state = State::Named;
        let name = name.unwrap_or_else(|| {
            let message = "expected a name after `Pattern`, found the end of the line";
            let help = "any word will do, as long as no other pattern has it";
            self.report(Code::NoName, keyword, message, help);
            Spanned {
                value: String::new(),
                span: keyword,
            }
        });
        self.pattern = Some(PatternSyntax {
            source: self.source,
            name,
            diagram: Vec::new(),
            diagram_broken: false,
            colon: None,
            constraint_diagram: Vec::new(),
            constraint_diagram_broken: false,
            code_broken: false,
            constraint: Vec::new(),
            action: Vec::new(),
        });
    }

    /// Reports a line such as `Patern Foo` and treats it as what its author meant.
    fn misspelt(&mut self, span: Span, row: Row) -> bool {
        let word = self.text.slice(row.cells);
        if self.keyword_without_blank(row) {
            return true;
        }
        let lower = word.to_ascii_lowercase();
        if word.len() < 4 || !word.bytes().all(|b| b.is_ascii_alphabetic() || b == b'_') {
            return false;
        }
        let rest = Span::new(row.cells.end, span.end);
        let mut words = self.text.slice(rest).split_whitespace();
        let argument = words.next().map(|second| {
            let at = second.as_ptr() as usize - self.text.slice(rest).as_ptr() as usize;
            Spanned {
                value: second.to_owned(),
                span: rest.part(at, second.len()),
            }
        });
        let longer = |keyword: &&&str| {
            word.len() > keyword.len() && lower.starts_with(&keyword.to_ascii_lowercase())
        };
        let alike =
            |keyword: &&&str| nearest(&lower, [keyword.to_ascii_lowercase().as_str()]).is_some();
        let (keyword, argument, help) = if let Some(&keyword) = KEYWORDS.iter().find(longer) {
            let rest = &word[keyword.len()..];
            let argument = Spanned {
                value: rest.to_owned(),
                span: row.cells.part(keyword.len(), rest.len()),
            };
            let help = format!("did you mean `{keyword} {rest}`?");
            (keyword, Some(argument), help)
        } else if let (Some(&keyword), Some(_)) = (KEYWORDS.iter().find(alike), &argument) {
            // A row of labels may look like any word, but a keyword has something after it.
            (keyword, argument, format!("did you mean `{keyword}`?"))
        } else {
            return false;
        };
        let message = format!("expected a row, a pattern or a directive, found `{word}`");
        let whole = match &argument {
            Some(argument) if row.cells.end >= argument.span.end => {
                format!("{keyword} {}", argument.value)
            }
            _ => keyword.to_owned(),
        };
        self.report(Code::MisspeltKeyword, row.cells, &message, &help)
            .fix(row.cells, whole);
        if keyword == "Pattern" {
            self.open(row.cells, argument);
        } else {
            let keyword = Spanned {
                value: keyword.to_owned(),
                span: row.cells,
            };
            self.directive(keyword, argument);
        }
        true
    }

    /// Reports a keyword with another character behind it than a blank, such as `Pattern=Foo`, and
    /// treats the line as what its author meant.
    fn keyword_without_blank(&mut self, row: Row) -> bool {
        let word = self.text.slice(row.cells);
        let is_sign = |c: &char| !c.is_ascii_alphanumeric() && *c != '_';
        let found = KEYWORDS.into_iter().find_map(|keyword| {
            let rest = word.strip_prefix(keyword)?;
            rest.chars().next().filter(is_sign).map(|_| keyword)
        });
        let Some(keyword) = found else {
            return false;
        };
        let sign = self.text.character(row.cells.start + keyword.len());
        let message = format!(
            "expected a blank after `{keyword}`, found `{}`",
            self.text.display(sign)
        );
        let help = format!("write `{keyword} NAME`");
        self.report(Code::MisspeltKeyword, sign, &message, &help)
            .fix(sign, " ");
        let span = Span::new(sign.end, row.cells.end);
        let argument = Some(Spanned {
            value: self.text.slice(span).to_owned(),
            span,
        });
        let argument = argument.filter(|argument| !argument.value.is_empty());
        let place = row.cells.part(0, keyword.len());
        if keyword == "Pattern" {
            self.open(place, argument);
        } else {
            let keyword = Spanned {
                value: keyword.to_owned(),
                span: place,
            };
            self.directive(keyword, argument);
        }
        true
    }

    /// Ends the current pattern.
    fn close(&mut self) {
        self.silent = false;
        self.seen = Seen::default();
        let state = std::mem::replace(&mut self.state, State::Outside);
        let Some(pattern) = self.pattern.take() else {
            return;
        };
        let name = pattern.name.span;
        match state {
            State::Named => {
                let message =
                    "expected a diagram after the name, found none: the pattern is ignored";
                let help = "draw one below the name, or remove the line";
                self.report(Code::EmptyPattern, name, message, help);
                return;
            }
            State::Diagram | State::AfterDiagram => {
                self.no_colon(name);
                return;
            }
            _ => {}
        }
        self.items.push(Item::Pattern(Box::new(pattern)));
    }

    fn no_colon(&mut self, name: Span) {
        let message = "expected a colon line after the diagram, found none";
        let help = "add one such as `:8,-` (symmetry, then classes)";
        self.report(Code::NoColon, name, message, help);
    }

    fn diagram_line(&mut self, span: Span, line: DiagramLine) {
        match self.state {
            State::Named | State::Diagram => {
                self.state = State::Diagram;
                if let Some(pattern) = &mut self.pattern {
                    pattern.diagram.push(line);
                }
            }
            State::Colon | State::ConstraintDiagram => {
                self.state = State::ConstraintDiagram;
                if let Some(pattern) = &mut self.pattern {
                    pattern.constraint_diagram.push(line);
                }
            }
            State::Outside => {
                if !std::mem::replace(&mut self.silent, true) {
                    let message =
                        "expected `Pattern NAME` or a directive, found what looks like a diagram";
                    let help = "a diagram follows the line with its pattern's name";
                    self.report(Code::RowOutside, span, message, help);
                }
            }
            State::AfterDiagram => {
                // Either the diagram continues, or the colon line between two diagrams is missing.
                self.seen.interrupted.get_or_insert(span);
            }
            State::AfterConstraintDiagram | State::Constraint | State::Action => {
                self.extra_diagram(span);
            }
        }
    }

    /// Handles a diagram after the constraint diagram.
    fn extra_diagram(&mut self, span: Span) {
        if std::mem::replace(&mut self.seen.extra_diagram, true) {
            return;
        }
        let comment = self.seen.comment.take();
        let (message, help) = if self.state == State::AfterConstraintDiagram {
            if let Some(pattern) = &mut self.pattern {
                pattern.constraint_diagram_broken = true;
            }
            (
                "expected `;`, `>` or the next pattern, found another diagram",
                self.interruption(comment),
            )
        } else {
            let help = "a new pattern begins with a line `Pattern NAME`".to_owned();
            (
                "expected the next pattern, found a diagram without a name",
                help,
            )
        };
        self.report(Code::SecondConstraintDiagram, span, message, &help);
    }

    /// Advice about the comment or blank line that ended a diagram too early.
    fn interruption(&self, comment: Option<Span>) -> String {
        match comment {
            Some(comment) => format!(
                "the comment in line {} ends the diagram: move it above the diagram, or behind a row after a blank",
                self.text.location(comment.start).line
            ),
            None => "a blank line ends a diagram; a new pattern begins with a line `Pattern NAME`"
                .to_owned(),
        }
    }

    fn colon(&mut self, span: Span, fields: &[Spanned<String>]) {
        match self.state {
            State::Outside | State::Named => {
                if !self.silent {
                    let message = "expected a diagram before the colon line, found none";
                    let help = "a pattern is a name, a diagram, a colon line, in this order";
                    self.report(Code::ColonOutside, span, message, help);
                }
                self.give_up();
            }
            State::Diagram | State::AfterDiagram => {
                let interrupted = self.seen.interrupted.take();
                if let Some(row) = interrupted {
                    let comment = self.seen.comment.take();
                    let help = self.interruption(comment);
                    let message = "expected a colon line, found more rows after the diagram's end";
                    self.report(Code::SecondDiagram, row, message, &help);
                }
                if let Some(pattern) = &mut self.pattern {
                    pattern.diagram_broken |= interrupted.is_some();
                    pattern.colon = Some(Spanned {
                        value: fields.to_vec(),
                        span,
                    });
                }
                self.state = State::Colon;
            }
            // The diagram without a name belongs to another pattern.
            _ if self.seen.extra_diagram => {
                self.close();
                self.silent = true;
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

    /// Whether a constraint or an action may stand here; reports an error if not.
    fn after_colon(&mut self, line: Span, what: &str) -> bool {
        match self.state {
            State::Outside | State::Named => {
                if !self.silent {
                    let message = format!("expected a pattern before the {what}, found none");
                    let help = "a pattern is a name, a diagram, a colon line, in this order";
                    self.report(Code::CodeOutside, line, &message, help);
                }
                self.give_up();
                false
            }
            State::Diagram | State::AfterDiagram => {
                let name = self.pattern.as_ref().map(|pattern| pattern.name.span);
                self.no_colon(name.unwrap_or(line));
                self.give_up();
                false
            }
            _ => true,
        }
    }

    fn constraint(&mut self, line: Span, text: Span) {
        if !self.after_colon(line, "constraint") {
            return;
        }
        match self.state {
            State::Colon => {
                let message = "expected a constraint diagram before the constraint, found none";
                let help = "repeat the diagram below the colon line, with labels for the points that the constraint names";
                self.report(Code::ConstraintWithoutDiagram, line, message, help);
                if let Some(pattern) = &mut self.pattern {
                    pattern.constraint_diagram_broken = true;
                }
            }
            State::Action => {
                if !std::mem::replace(&mut self.seen.late_constraint, true) {
                    let message = "expected the constraint before the action, found it after";
                    let help = "move it above the first `>`";
                    self.report(Code::ConstraintAfterAction, line, message, help);
                }
                if let Some(pattern) = &mut self.pattern {
                    pattern.code_broken = true;
                }
                return;
            }
            _ => {}
        }
        self.state = State::Constraint;
        if let Some(pattern) = &mut self.pattern {
            pattern.constraint.push(text);
        }
    }

    fn action(&mut self, line: Span, text: Span) {
        if !self.after_colon(line, "action") {
            return;
        }
        self.state = State::Action;
        if let Some(pattern) = &mut self.pattern {
            pattern.action.push(text);
        }
    }

    fn malformed(&mut self, span: Span, indented: bool) {
        let line = self.text.slice(span);
        let trimmed = line.trim_start();
        if trimmed.len() < line.len() {
            let blanks = line.len() - trimmed.len();
            if !indented {
                let message = "expected the line to begin in the first column, found a blank";
                let help = "remove the blanks";
                let blank = span.part(0, blanks);
                self.report(Code::LeadingBlank, blank, message, help)
                    .fix(blank, "");
            }
            // Parse the line again without its blanks, so that it still has its effect.
            for line in read_part(trimmed, span.start + blanks) {
                self.line(&line);
            }
            self.indented = true;
            return;
        }
        let mut place = self.text.character(span.start);
        let found = self.text.excerpt(place);
        if found == "\u{feff}" {
            let message = "expected the first line, found a byte order mark before it";
            self.report(Code::UnknownLine, place, message, "");
            let rest = Span::new(place.end, span.end);
            for line in read_part(self.text.slice(rest), rest.start) {
                self.line(&line);
            }
            return;
        }
        let bare_colon = matches!(self.state, State::Diagram | State::AfterDiagram)
            && line.get(1..).is_some_and(|rest| rest.starts_with(','));
        // Where the error is: what follows the border, or the border inside the row.
        let inside = line.trim_start_matches(['+', '-', '|']);
        let inside = match line.len() - inside.len() {
            at if found != "|" && line.starts_with(['+', '-']) => at,
            at => at + inside.find('|').unwrap_or(0),
        };
        let inside = self.text.character(span.start + inside.min(line.len() - 1));
        let (message, help) = match found.as_str() {
            _ if bare_colon => (
                format!("expected a row or `:`, found `{found}`"),
                "a colon line begins with `:`",
            ),
            "+" | "-" => {
                place = inside;
                let found = self.text.display(inside);
                (
                    format!("expected a border such as `+----`, found `{found}` in it"),
                    "a side comment needs a blank before it",
                )
            }
            _ if found.starts_with(|c: char| c.is_ascii_alphabetic() || "|.,!*?".contains(c)) => {
                place = inside;
                (
                    "expected a row of cells between its borders, found a border inside it"
                        .to_owned(),
                    "a side comment needs a blank before it",
                )
            }
            _ => (
                format!(
                    "expected a row, `:`, `;`, `>`, `#`, a pattern or a directive, found `{}`",
                    self.text.display(place)
                ),
                "comments begin with `#`",
            ),
        };
        self.report(Code::UnknownLine, place, &message, help);
        if bare_colon {
            self.give_up();
            return;
        }
        // Treat it as a row of the current diagram, which it most likely is.
        if let Some(pattern) = &mut self.pattern {
            match self.state {
                State::Named | State::Diagram => {
                    pattern.diagram_broken = true;
                    self.state = State::Diagram;
                }
                State::ConstraintDiagram => pattern.constraint_diagram_broken = true,
                State::Colon => {
                    pattern.constraint_diagram_broken = true;
                    self.state = State::ConstraintDiagram;
                }
                State::AfterConstraintDiagram | State::Constraint | State::Action => {
                    pattern.code_broken = true;
                }
                State::Outside | State::AfterDiagram => {}
            }
        }
    }
}
