//! The open databases, and the answers about them. Entry point: [`Server::request`].

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use katachi_image::Role;
use lsp_server::{ErrorCode, Notification, Request, RequestId, Response, ResponseError};
use lsp_types::{
    CodeActionParams, CodeLensParams, CompletionParams, DidChangeTextDocumentParams,
    DidCloseTextDocumentParams, DidOpenTextDocumentParams, DocumentFormattingParams,
    DocumentSymbolParams, FoldingRange, FoldingRangeParams, HoverParams, Location,
    PublishDiagnosticsParams, ReferenceParams, RenameParams, TextDocumentPositionParams, Uri,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, to_value};

use super::document::Document;
use super::hover::hover;
use super::labels::{label, places, rename};
use super::published::diagnostics;
use super::surroundings::Around;
use super::{completion, fixes, lenses, names};
use crate::format::format_as;
use crate::source::Span;

/// The open databases.
#[derive(Debug)]
pub struct Server {
    role: Role,
    pub(super) around: Around,
    pub(super) documents: BTreeMap<String, Document>,
    pub(super) changed: BTreeSet<String>,
}

/// A refusal of a request, in words for its author.
pub(super) fn refusal(code: ErrorCode, message: String) -> ResponseError {
    ResponseError {
        code: code as i32,
        message,
        data: None,
    }
}

/// The response with an answer or a refusal.
pub(super) fn response(id: RequestId, answer: Result<Value, ResponseError>) -> Response {
    match answer {
        Ok(value) => Response::new_ok(id, value),
        Err(error) => Response::new_err(id, error.code, error.message),
    }
}

/// The name of the file of an address.
fn file_name(uri: &Uri) -> String {
    let path = uri.path().as_estr().decode().into_string_lossy();
    path.rsplit('/').next().unwrap_or_default().to_owned()
}

impl Server {
    /// A server without databases.
    pub fn new(role: Role, around: Around) -> Self {
        Self {
            role,
            around,
            documents: BTreeMap::new(),
            changed: BTreeSet::new(),
        }
    }

    /// Takes note of what the editor says. What it says wrongly has no effect.
    pub fn notify(&mut self, notification: &Notification) {
        fn read<T: DeserializeOwned>(notification: &Notification) -> Option<T> {
            serde_json::from_value(notification.params.clone()).ok()
        }
        match notification.method.as_str() {
            "textDocument/didOpen" => {
                let Some(DidOpenTextDocumentParams { text_document }) = read(notification) else {
                    return;
                };
                let name = file_name(&text_document.uri);
                let role = Role::by_file(Path::new(&name)).unwrap_or(self.role);
                let uri = text_document.uri;
                self.changed.insert(uri.as_str().to_owned());
                let key = uri.as_str().to_owned();
                let (version, text) = (text_document.version, text_document.text);
                let document = Document::new(uri, version, name, role, text);
                self.documents.insert(key, document);
            }
            "textDocument/didChange" => {
                let Some(change) = read::<DidChangeTextDocumentParams>(notification) else {
                    return;
                };
                let key = change.text_document.uri.as_str();
                if let Some(document) = self.documents.get_mut(key) {
                    document.version = change.text_document.version;
                    for change in &change.content_changes {
                        document.change(change.range, &change.text);
                    }
                    self.changed.insert(key.to_owned());
                }
            }
            "textDocument/didClose" => {
                if let Some(close) = read::<DidCloseTextDocumentParams>(notification) {
                    let key = close.text_document.uri.as_str();
                    self.documents.remove(key);
                    self.changed.insert(key.to_owned());
                }
            }
            _ => {}
        }
    }

    /// The diagnostics of the databases that changed since the last time.
    pub fn publish(&mut self) -> Vec<Notification> {
        let mut notifications = Vec::new();
        for key in std::mem::take(&mut self.changed) {
            let (Ok(uri), document) = (key.parse(), self.documents.get(&key)) else {
                continue;
            };
            let params = PublishDiagnosticsParams {
                uri,
                diagnostics: document.map(diagnostics).unwrap_or_default(),
                version: document.map(|document| document.version),
            };
            let method = "textDocument/publishDiagnostics".to_owned();
            notifications.push(Notification::new(method, params));
        }
        notifications
    }

    /// Answers a request.
    pub fn request(&self, request: Request) -> Response {
        response(request.id, self.answer(&request.method, request.params))
    }

    pub(super) fn document(&self, uri: &Uri) -> Result<&Document, ResponseError> {
        self.documents.get(uri.as_str()).ok_or_else(|| {
            let message = format!("expected an open database, found {}", uri.as_str());
            refusal(ErrorCode::InvalidParams, message)
        })
    }

    fn answer(&self, method: &str, params: Value) -> Result<Value, ResponseError> {
        fn read<T: DeserializeOwned>(params: Value) -> Result<T, ResponseError> {
            serde_json::from_value(params)
                .map_err(|error| refusal(ErrorCode::InvalidParams, error.to_string()))
        }
        let value = match method {
            "textDocument/hover" => {
                let at = read::<HoverParams>(params)?.text_document_position_params;
                let document = self.document(&at.text_document.uri)?;
                to_value(hover(document, &at, &*self.around))
            }
            "textDocument/completion" => {
                let at = read::<CompletionParams>(params)?.text_document_position;
                let document = self.document(&at.text_document.uri)?;
                let offset = document.text().offset(at.position);
                to_value(completion::complete(document, offset))
            }
            "textDocument/definition" => {
                let at: TextDocumentPositionParams = read(params)?;
                to_value(self.definitions(self.document(&at.text_document.uri)?, &at))
            }
            "textDocument/references" => {
                let at = read::<ReferenceParams>(params)?.text_document_position;
                to_value(self.references(self.document(&at.text_document.uri)?, &at))
            }
            "textDocument/rename" => {
                let asked: RenameParams = read(params)?;
                let at = &asked.text_document_position;
                let document = self.document(&at.text_document.uri)?;
                let renamed = rename(document, at, &asked.new_name);
                to_value(renamed.map_err(|refused| refusal(ErrorCode::RequestFailed, refused))?)
            }
            "textDocument/formatting" => {
                let asked: DocumentFormattingParams = read(params)?;
                to_value(format(self.document(&asked.text_document.uri)?)?)
            }
            "textDocument/foldingRange" => {
                let asked: FoldingRangeParams = read(params)?;
                to_value(folds(self.document(&asked.text_document.uri)?))
            }
            "textDocument/codeAction" => {
                let asked: CodeActionParams = read(params)?;
                let document = self.document(&asked.text_document.uri)?;
                let span = document.text().span(asked.range);
                to_value(fixes::actions(document, span, &asked.context))
            }
            "textDocument/documentSymbol" => {
                let asked: DocumentSymbolParams = read(params)?;
                to_value(names::symbols(self.document(&asked.text_document.uri)?))
            }
            "textDocument/codeLens" => {
                let asked: CodeLensParams = read(params)?;
                let document = self.document(&asked.text_document.uri)?;
                to_value(lenses::lenses(document, &*self.around))
            }
            other => {
                let message = format!("expected a request that patc knows, found {other}");
                return Err(refusal(ErrorCode::MethodNotFound, message));
            }
        };
        value.map_err(|error| refusal(ErrorCode::InternalError, error.to_string()))
    }

    /// Where the label or the name at a position is given.
    fn definitions(&self, document: &Document, at: &TextDocumentPositionParams) -> Vec<Location> {
        if let Some(label) = label(document, at) {
            let cells = label.part.label_cells(document.source(), label.letter);
            let first = cells.first().map(|span| location(document, *span));
            return first.into_iter().collect();
        }
        self.named(document, at, names::Pages::definitions)
    }

    /// Where the label or the name at a position stands.
    fn references(&self, document: &Document, at: &TextDocumentPositionParams) -> Vec<Location> {
        if let Some(label) = label(document, at) {
            let places = places(document, &label).into_iter();
            return places.map(|span| location(document, span)).collect();
        }
        self.named(document, at, names::Pages::mentions)
    }

    /// The places of the name at a position; none if no pattern has it.
    fn named(
        &self,
        document: &Document,
        at: &TextDocumentPositionParams,
        find: impl Fn(&names::Pages, &str) -> Vec<Location>,
    ) -> Vec<Location> {
        let Some(word) = names::word(document, document.text().offset(at.position)) else {
            return Vec::new();
        };
        let path = document.path();
        let folder = path.as_deref().and_then(Path::parent);
        let pages = names::pages(self.documents.values(), &*self.around, folder);
        if pages.definitions(&word).is_empty() {
            return Vec::new();
        }
        find(&pages, &word)
    }
}

fn location(document: &Document, span: Span) -> Location {
    Location::new(document.uri.clone(), document.text().range(span))
}

/// The edit that gives the file its layout; none if it has it.
fn format(document: &Document) -> Result<Vec<lsp_types::TextEdit>, ResponseError> {
    let (source, new) = format_as(document.role, document.source().clone());
    let new = new.map_err(|diagnostics| {
        let first = diagnostics.first().map(|diagnostic| {
            let place = source.location(diagnostic.span.start);
            format!(", found {} in line {}", diagnostic.code, place.line)
        });
        let found = first.unwrap_or_default();
        let message = format!("expected a file without mistakes in its lines{found}");
        refusal(ErrorCode::RequestFailed, message)
    })?;
    let whole = Span::new(0, document.text().as_str().len());
    let new = String::from_utf8_lossy(&new);
    let is_new = new != document.text().as_str();
    Ok(is_new
        .then(|| document.edit(whole, new))
        .into_iter()
        .collect())
}

/// A fold for each pattern or eye shape.
fn folds(document: &Document) -> Vec<FoldingRange> {
    let text = document.text();
    let spans = document.outline().parts.iter().map(|part| part.span);
    spans
        .map(|span| FoldingRange {
            start_line: text.line_of(span.start) as u32,
            end_line: text.line_of(span.end) as u32,
            ..FoldingRange::default()
        })
        .filter(|fold| fold.start_line < fold.end_line)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::file_name;

    #[test]
    fn file_names_are_decoded() {
        let uri = "file:///my%20patterns/owl%5Fattackpats.db";
        let name = file_name(&uri.parse().expect("an address"));
        assert_eq!(name, "owl_attackpats.db");
    }
}
