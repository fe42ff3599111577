//! What may be typed at a place.

use katachi_image::monte_carlo::PROPERTIES;
use katachi_image::{
    AttributeArgument, AttributeMap, Autohelper, HELPERS, Kind, SYMMETRY_CODES, class_meaning,
    symmetry_meaning,
};
use lsp_types::{CompletionItem, CompletionItemKind, CompletionTextEdit};

use super::document::Document;
use crate::diagnostic::{Code, Severity};
use crate::lint::allow;
use crate::source::Span;
use crate::syntax::expression::is_word;
use crate::testing;

/// A word with its meaning.
type Word = (String, String, CompletionItemKind);

/// The words that may stand at a byte of the text.
pub fn complete(document: &Document, offset: usize) -> Vec<CompletionItem> {
    let text = document.text();
    let Some(line) = text.line(text.line_of(offset)) else {
        return Vec::new();
    };
    let before = text.slice(Span::new(line.start, offset.clamp(line.start, line.end)));
    let stem = before.trim_end_matches(is_word);
    let place = Span::new(line.start + stem.len(), line.start + before.len());
    let items = words(document, stem, offset).into_iter();
    items
        .map(|(word, meaning, kind)| CompletionItem {
            label: word.clone(),
            kind: Some(kind),
            detail: Some(meaning),
            text_edit: Some(CompletionTextEdit::Edit(document.edit(place, word))),
            ..CompletionItem::default()
        })
        .collect()
}

/// The words that may follow this beginning of a line.
fn words(document: &Document, stem: &str, offset: usize) -> Vec<Word> {
    if document.role.profile().kind == Kind::MonteCarlo {
        let property = stem.starts_with(':') && stem.contains(',');
        let properties = PROPERTIES.iter().filter(|_| property);
        return properties
            .map(|one| {
                (
                    one.name.to_owned(),
                    one.meaning(),
                    CompletionItemKind::PROPERTY,
                )
            })
            .collect();
    }
    if !document.has_patterns() {
        return Vec::new();
    }
    if stem.starts_with(allow::PREFIX) {
        return comments(document, stem, offset);
    }
    // Whether an argument is being typed: a parenthesis is open, and a word stands before it.
    let open = open_parenthesis(stem);
    let called = open.map(|at| &stem[..at]);
    let called = called.filter(|before| before.ends_with(is_word) && !before.ends_with("if"));
    let map = document.outline().map;
    match stem.chars().next() {
        Some(';' | '>') if called.is_some() => labels(document, offset),
        Some(';' | '>') => functions(),
        Some(':') => match (stem.matches(',').count(), called) {
            (0, _) => symmetries(),
            (1, _) => classes(document),
            (_, None) => values(map),
            (_, Some(before)) => {
                let takes_label = map.keywords().iter().any(|keyword| {
                    keyword.argument == AttributeArgument::Label && before.ends_with(keyword.name)
                });
                let labels = labels(document, offset).into_iter();
                labels.filter(|_| takes_label).collect()
            }
        },
        _ if stem.trim_end() == "attribute_map" => {
            let maps = AttributeMap::NAMES.iter();
            maps.map(|(name, map)| {
                let meaning = map.meaning().to_owned();
                ((*name).to_owned(), meaning, CompletionItemKind::ENUM)
            })
            .collect()
        }
        None => ["Pattern", "attribute_map", "goal_elements", "callback_data"]
            .map(|word| (word.to_owned(), String::new(), CompletionItemKind::KEYWORD))
            .into(),
        Some(_) => Vec::new(),
    }
}

/// The place of the last parenthesis if it is open.
fn open_parenthesis(text: &str) -> Option<usize> {
    text.rfind('(').filter(|&at| !text[at..].contains(')'))
}

/// The words of comments to patc: tests, and silencers with the warnings of the file first.
fn comments(document: &Document, stem: &str, offset: usize) -> Vec<Word> {
    let word = |(word, meaning): (&str, &str)| {
        let (word, meaning) = (word.to_owned(), meaning.to_owned());
        (word, meaning, CompletionItemKind::KEYWORD)
    };
    let rest = stem.strip_prefix(allow::PREFIX).unwrap_or_default();
    let Some((first, behind)) = rest.trim_start().split_once(' ') else {
        return allow::WORDS.into_iter().map(word).collect();
    };
    if first != "test" {
        let mut codes: Vec<Code> = Vec::new();
        let found = document.compiled().diagnostics.iter().map(|one| one.code);
        for code in found.chain(Code::ALL.iter().copied()) {
            if code.severity() == Severity::Warning && !codes.contains(&code) {
                codes.push(code);
            }
        }
        let codes = codes.into_iter().map(|code| (code.id(), code.title()));
        return codes.map(word).collect();
    }
    // Behind the first letters of an expression stand functions and labels.
    if open_parenthesis(behind).is_some() {
        return labels(document, offset);
    }
    let expectations = testing::EXPECTATIONS.into_iter().map(word);
    expectations.chain(functions()).collect()
}

fn functions() -> Vec<Word> {
    let functions = Autohelper::ALL.iter().map(|function| {
        let signature = function.signature();
        let (name, meaning) = (signature.name.to_owned(), signature.meaning.to_owned());
        (name, meaning, CompletionItemKind::FUNCTION)
    });
    functions.collect()
}

fn labels(document: &Document, offset: usize) -> Vec<Word> {
    let part = document.outline().part(offset);
    let labels = part.map(|part| part.labels(document.source()));
    let labels = labels.unwrap_or_default().into_iter();
    let label = |letter: char| {
        let meaning = "a label of the constraint diagram".to_owned();
        (letter.to_string(), meaning, CompletionItemKind::VARIABLE)
    };
    labels.map(label).collect()
}

fn symmetries() -> Vec<Word> {
    let codes = SYMMETRY_CODES.iter().map(|(code, _)| {
        let meaning = symmetry_meaning(*code).unwrap_or_default().to_owned();
        (code.to_string(), meaning, CompletionItemKind::ENUM_MEMBER)
    });
    codes.collect()
}

fn classes(document: &Document) -> Vec<Word> {
    let letters = document.role.class_letters().chars().map(|letter| {
        let meaning = class_meaning(letter).unwrap_or_default().to_owned();
        (letter.to_string(), meaning, CompletionItemKind::ENUM_MEMBER)
    });
    letters.collect()
}

fn values(map: AttributeMap) -> Vec<Word> {
    let values = map.keywords().iter().map(|keyword| {
        let meaning = keyword.attribute.meaning().to_owned();
        (keyword.name.to_owned(), meaning, CompletionItemKind::FIELD)
    });
    let helpers = HELPERS.iter().map(|helper| {
        let meaning = helper.meaning.to_owned();
        (
            helper.name.to_owned(),
            meaning,
            CompletionItemKind::FUNCTION,
        )
    });
    values.chain(helpers).collect()
}
