//! The parts of a database while it is being typed: unlike the parser, it keeps patterns that are
//! not finished.

use katachi_image::{AttributeArgument, AttributeMap, Cell};

use crate::source::{Source, Span, Spanned};
use crate::syntax::expression::is_word;
use crate::syntax::lines::{Line, LineKind, read};

/// A pattern, or an eye shape, as far as it is written.
#[derive(Debug)]
pub struct Part {
    /// The word `Pattern`.
    pub keyword: Span,
    /// Its name.
    pub name: Option<Spanned<String>>,
    /// From the word `Pattern` to the end of the last line that is neither blank nor a comment.
    pub span: Span,
    /// The rows of the main diagram.
    pub main: Vec<Span>,
    /// The fields of the colon line.
    pub colon: Vec<Spanned<String>>,
    /// The rows of the constraint diagram.
    pub second: Vec<Span>,
    /// The texts of constraint and action.
    pub code: Vec<Span>,
}

/// The parts of a database.
#[derive(Debug)]
pub struct Outline {
    /// The patterns in order.
    pub parts: Vec<Part>,
    /// Its value keywords.
    pub map: AttributeMap,
}

/// A use of a label in an expression, or the word of a function.
#[derive(Clone, Debug)]
pub struct Word {
    /// Its place.
    pub span: Span,
    /// Its text.
    pub text: String,
    /// Whether it is an argument, so that one letter is a label.
    pub is_argument: bool,
}

/// Whether a character may be a label.
pub fn is_label(character: char) -> bool {
    character.is_ascii_alphabetic() && Cell::from_char(character).is_none()
}

impl Outline {
    /// Reads a source of patterns or eye shapes.
    pub fn of(source: &Source) -> Self {
        let mut outline = Self {
            parts: Vec::new(),
            map: AttributeMap::None,
        };
        for line in read(source) {
            outline.line(&line);
        }
        outline
    }

    fn line(&mut self, line: &Line) {
        if let LineKind::Pattern { keyword, name } = &line.kind {
            self.parts.push(Part {
                keyword: *keyword,
                name: name.clone(),
                span: line.span,
                main: Vec::new(),
                colon: Vec::new(),
                second: Vec::new(),
                code: Vec::new(),
            });
            return;
        }
        let part = self.parts.last_mut();
        match &line.kind {
            LineKind::Separator => return,
            LineKind::Directive { keyword, argument } => {
                if let (true, Some(argument)) = (keyword.value == "attribute_map", argument) {
                    let mut names = AttributeMap::NAMES.iter();
                    let map = names.find(|(name, _)| *name == argument.value);
                    self.map = map.map_or(self.map, |(_, map)| *map);
                }
                return;
            }
            LineKind::Row(row) => {
                if let Some(part) = part {
                    let rows = if part.colon.is_empty() {
                        &mut part.main
                    } else {
                        &mut part.second
                    };
                    rows.push(row.cells);
                    part.span.end = line.span.end;
                }
                return;
            }
            _ => {}
        }
        let Some(part) = part else {
            return;
        };
        part.span.end = line.span.end;
        match &line.kind {
            LineKind::Colon(fields) => part.colon.clone_from(fields),
            LineKind::Constraint(text) | LineKind::Action(text) => part.code.push(*text),
            _ => {}
        }
    }

    /// The part in which a byte lies.
    pub fn part(&self, offset: usize) -> Option<&Part> {
        let next = (self.parts).partition_point(|part| part.keyword.start <= offset);
        self.parts.get(next.checked_sub(1)?)
    }
}

impl Part {
    /// The words of constraint and action, and the labels of the colon line.
    pub fn words(&self, source: &Source, map: AttributeMap) -> Vec<Word> {
        let mut words = Vec::new();
        for field in self.colon.iter().skip(2) {
            let Some((keyword, rest)) = field.value.split_once('(') else {
                continue;
            };
            let takes_label = map.keywords().iter().any(|known| {
                known.name == keyword.trim() && known.argument == AttributeArgument::Label
            });
            let argument = rest.split(')').next().unwrap_or_default();
            let blanks = argument.len() - argument.trim_start().len();
            let text = argument.trim();
            if takes_label && !text.is_empty() {
                words.push(Word {
                    span: field.span.part(keyword.len() + 1 + blanks, text.len()),
                    text: text.to_owned(),
                    is_argument: true,
                });
            }
        }
        // The last sign that is no blank: what stands between `(` or `,` and `,` or `)` is an
        // argument of a call if a word stands before the parenthesis.
        let mut calls: Vec<bool> = Vec::new();
        let mut before_is_word = false;
        for &span in &self.code {
            let text = source.slice(span);
            let mut rest = 0;
            while let Some(character) = text.get(rest..).and_then(|text| text.chars().next()) {
                if is_word(character) {
                    let tail = text.get(rest..).unwrap_or_default();
                    let length = tail.find(|c| !is_word(c)).unwrap_or(tail.len());
                    let word = tail.get(..length).unwrap_or_default();
                    words.push(Word {
                        span: span.part(rest, length),
                        text: word.to_owned(),
                        is_argument: calls.last() == Some(&true),
                    });
                    before_is_word = !matches!(word, "if" | "return" | "else");
                    rest += length;
                    continue;
                }
                match character {
                    '(' => calls.push(before_is_word),
                    ')' => {
                        calls.pop();
                    }
                    _ => {}
                }
                if !character.is_ascii_whitespace() {
                    before_is_word = false;
                }
                rest += character.len_utf8();
            }
        }
        words
    }

    /// The places of a label in the constraint diagram, in reading order.
    pub fn label_cells(&self, source: &Source, letter: char) -> Vec<Span> {
        let cells = self.second.iter().flat_map(|&row| {
            let text = source.slice(row).char_indices();
            text.map(move |(at, cell)| (cell, row.part(at, cell.len_utf8())))
        });
        let of_label = cells.filter(|&(cell, _)| cell == letter);
        of_label.map(|(_, span)| span).collect()
    }

    /// All labels of the constraint diagram, each once, in reading order.
    pub fn labels(&self, source: &Source) -> Vec<char> {
        let mut labels = Vec::new();
        for letter in self
            .second
            .iter()
            .flat_map(|row| source.slice(*row).chars())
        {
            if is_label(letter) && !labels.contains(&letter) {
                labels.push(letter);
            }
        }
        labels
    }

    /// The cell of the main diagram below a place in the constraint diagram.
    pub fn cell_below(&self, source: &Source, offset: usize) -> Option<char> {
        let contains = |row: &&Span| (row.start..row.end).contains(&offset);
        let number = self.second.iter().position(|row| contains(&row))?;
        let column = offset - self.second.get(number)?.start;
        source.slice(*self.main.get(number)?).chars().nth(column)
    }
}
