//! The language server: what an editor asks about databases that are being typed.
//!
//! Entry point: [`serve`]. Diagnostics are computed when no more messages wait, so a burst of
//! keystrokes is compiled once. `text` translates positions, `outline` finds the parts of
//! unfinished patterns, `document` keeps what is known about a text; `hover`, `completion` and
//! `labels` answer about a place in it.

mod completion;
mod document;
mod hover;
mod labels;
mod outline;
mod text;

pub use document::Document;
pub use text::Text;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use katachi_image::Role;
use lsp_server::{
    Connection, ErrorCode, Message, Notification, ProtocolError, Request, Response, ResponseError,
};
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionParams, CodeActionProviderCapability, CompletionOptions,
    CompletionParams, Diagnostic, DiagnosticSeverity, DidChangeTextDocumentParams,
    DidCloseTextDocumentParams, DidOpenTextDocumentParams, DocumentFormattingParams, FoldingRange,
    FoldingRangeParams, HoverParams, HoverProviderCapability, Location, NumberOrString, OneOf,
    PublishDiagnosticsParams, ReferenceParams, RenameParams, ServerCapabilities,
    TextDocumentPositionParams, TextDocumentSyncCapability, TextDocumentSyncKind, Uri,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json, to_value};

use self::hover::hover;
use self::labels::{label, places, rename};
use crate::diagnostic::Severity;
use crate::format::format_as;
use crate::source::Span;

/// The open databases.
#[derive(Debug)]
pub struct Server {
    role: Role,
    documents: BTreeMap<String, Document>,
    changed: BTreeSet<String>,
}

/// Serves an editor until it says goodbye. `role` is that of files whose name is no role.
///
/// # Errors
/// If the editor breaks the protocol or ends without a goodbye.
pub fn serve(connection: &Connection, role: Role) -> Result<(), ProtocolError> {
    let (id, _) = connection.initialize_start()?;
    let result = json!({
        "capabilities": capabilities(),
        "serverInfo": { "name": "patc", "version": env!("CARGO_PKG_VERSION") },
    });
    connection.initialize_finish(id, result)?;
    let mut server = Server::new(role);
    while let Ok(message) = connection.receiver.recv() {
        match message {
            Message::Request(request) => {
                if connection.handle_shutdown(&request)? {
                    return Ok(());
                }
                // The writer has ended only if the editor has.
                let _ = connection.sender.send(server.request(request).into());
            }
            Message::Notification(notification) => server.notify(&notification),
            Message::Response(_) => {}
        }
        if connection.receiver.is_empty() {
            for notification in server.publish() {
                let _ = connection.sender.send(notification.into());
            }
        }
    }
    Ok(())
}

fn capabilities() -> ServerCapabilities {
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Kind(
            TextDocumentSyncKind::INCREMENTAL,
        )),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some([",", "(", ":"].map(str::to_owned).into()),
            ..CompletionOptions::default()
        }),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Left(true)),
        document_formatting_provider: Some(OneOf::Left(true)),
        folding_range_provider: Some(true.into()),
        code_action_provider: Some(CodeActionProviderCapability::Simple(true)),
        ..ServerCapabilities::default()
    }
}

/// A refusal of a request, in words for its author.
fn refusal(code: ErrorCode, message: String) -> ResponseError {
    ResponseError {
        code: code as i32,
        message,
        data: None,
    }
}

/// The name of the file of an address.
fn file_name(uri: &Uri) -> String {
    let path = uri.path().as_estr().decode().into_string_lossy();
    path.rsplit('/').next().unwrap_or_default().to_owned()
}

impl Server {
    /// A server without databases.
    pub const fn new(role: Role) -> Self {
        Self {
            role,
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
        match self.answer(&request.method, request.params) {
            Ok(value) => Response::new_ok(request.id, value),
            Err(error) => Response::new_err(request.id, error.code, error.message),
        }
    }

    fn document(&self, uri: &Uri) -> Result<&Document, ResponseError> {
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
                to_value(hover(self.document(&at.text_document.uri)?, &at))
            }
            "textDocument/completion" => {
                let at = read::<CompletionParams>(params)?.text_document_position;
                let document = self.document(&at.text_document.uri)?;
                let offset = document.text().offset(at.position);
                to_value(completion::complete(document, offset))
            }
            "textDocument/definition" => {
                let at: TextDocumentPositionParams = read(params)?;
                let document = self.document(&at.text_document.uri)?;
                let label = label(document, &at);
                let first = label.and_then(|label| {
                    let cells = label.part.label_cells(document.source(), label.letter);
                    cells.first().copied()
                });
                to_value(first.map(|span| location(document, span)))
            }
            "textDocument/references" => {
                let at = read::<ReferenceParams>(params)?.text_document_position;
                let document = self.document(&at.text_document.uri)?;
                let label = label(document, &at);
                let places = label.map(|label| places(document, &label));
                let places = places.unwrap_or_default().into_iter();
                let places: Vec<Location> = places.map(|span| location(document, span)).collect();
                to_value(places)
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
                to_value(fixes(document, span))
            }
            other => {
                let message = format!("expected a request that patc knows, found {other}");
                return Err(refusal(ErrorCode::MethodNotFound, message));
            }
        };
        value.map_err(|error| refusal(ErrorCode::InternalError, error.to_string()))
    }
}

/// What the compiler says, as editors read it.
fn diagnostics(document: &Document) -> Vec<Diagnostic> {
    let diagnostics = document.compiled().diagnostics.iter();
    diagnostics
        .map(|diagnostic| translated(document, diagnostic))
        .collect()
}

fn translated(document: &Document, diagnostic: &crate::Diagnostic) -> Diagnostic {
    let help = diagnostic.help.as_deref();
    let help = help.map_or_else(String::new, |help| format!("\nhelp: {help}"));
    Diagnostic {
        range: document.text().range(diagnostic.span),
        severity: Some(match diagnostic.severity() {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
        }),
        code: Some(NumberOrString::String(diagnostic.code.id().to_owned())),
        source: Some("patc".to_owned()),
        message: format!("{}{help}", diagnostic.message),
        ..Diagnostic::default()
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

/// The repairs of the diagnostics that touch a range.
fn fixes(document: &Document, range: Span) -> Vec<CodeAction> {
    let diagnostics = document.compiled().diagnostics.iter();
    let touching = diagnostics.filter(|diagnostic| {
        diagnostic.span.start <= range.end && range.start <= diagnostic.span.end
    });
    touching
        .filter_map(|diagnostic| {
            let fix = diagnostic.fix.as_ref()?;
            let old = document.text().slice(fix.span);
            let title = match (old.trim(), fix.text.as_str()) {
                ("", "") => "remove the blanks".to_owned(),
                ("", new) => format!("insert `{new}`"),
                (old, "") => format!("remove `{old}`"),
                (old, new) => format!("replace `{old}` by `{new}`"),
            };
            let edits = vec![document.edit(fix.span, fix.text.as_str())];
            Some(CodeAction {
                title,
                kind: Some(CodeActionKind::QUICKFIX),
                diagnostics: Some(vec![translated(document, diagnostic)]),
                edit: Some(document.changed(edits)),
                is_preferred: Some(true),
                ..CodeAction::default()
            })
        })
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
