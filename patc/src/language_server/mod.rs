//! The language server: what an editor asks about databases that are being typed.
//!
//! Entry point: [`serve`]. Diagnostics are computed when no more messages wait, so a burst of
//! keystrokes is compiled once. `text` translates positions, `outline` finds the parts of
//! unfinished patterns, `document` keeps what is known about a text; `hover`, `completion`,
//! `labels`, `names`, `fixes` and `lenses` answer about a place in it. `running` lets the engine
//! run tests while the server goes on; [`Surroundings`] is the rest of the machine.

mod completion;
mod document;
mod fixes;
mod hover;
mod labels;
mod lenses;
mod names;
mod outline;
mod running;
mod surroundings;
mod text;

pub use document::Document;
pub use surroundings::{Around, Case, Nothing, Surroundings};
pub use text::Text;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use katachi_image::Role;
use lsp_server::{
    Connection, ErrorCode, Message, Notification, ProtocolError, Request, Response, ResponseError,
};
use lsp_types::{
    CodeActionParams, CodeActionProviderCapability, CodeLensOptions, CodeLensParams,
    CompletionOptions, CompletionParams, Diagnostic, DiagnosticSeverity,
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    DocumentFormattingParams, DocumentSymbolParams, ExecuteCommandOptions, FoldingRange,
    FoldingRangeParams, HoverParams, HoverProviderCapability, Location, NumberOrString, OneOf,
    Position, PublishDiagnosticsParams, Range, ReferenceParams, RenameParams, ServerCapabilities,
    TextDocumentPositionParams, TextDocumentSyncCapability, TextDocumentSyncKind, Uri,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json, to_value};

use self::hover::hover;
use self::labels::{label, places, rename};
use self::running::Runs;
use crate::diagnostic::Severity;
use crate::format::format_as;
use crate::source::Span;

/// The open databases.
#[derive(Debug)]
pub struct Server {
    role: Role,
    around: Around,
    documents: BTreeMap<String, Document>,
    changed: BTreeSet<String>,
}

/// Serves an editor until it says goodbye. `role` is that of files whose name is no role.
///
/// # Errors
/// If the editor breaks the protocol or ends without a goodbye.
pub fn serve(connection: &Connection, role: Role, around: Around) -> Result<(), ProtocolError> {
    let (id, _) = connection.initialize_start()?;
    let result = json!({
        "capabilities": capabilities(),
        "serverInfo": { "name": "patc", "version": env!("CARGO_PKG_VERSION") },
    });
    connection.initialize_finish(id, result)?;
    let mut server = Server::new(role, around);
    let runs = Runs::new();
    // The writer has ended only if the editor has.
    let send = |message: Message| drop(connection.sender.send(message));
    loop {
        crossbeam_channel::select! {
            recv(connection.receiver) -> message => match message {
                Err(_) => return Ok(()),
                Ok(Message::Request(request)) => {
                    if connection.handle_shutdown(&request)? {
                        return Ok(());
                    }
                    if request.method == "workspace/executeCommand" {
                        if let Some(refused) = runs.start(&server, request) {
                            send(refused.into());
                        }
                    } else {
                        send(server.request(request).into());
                    }
                }
                Ok(Message::Notification(notification)) => server.notify(&notification),
                Ok(Message::Response(_)) => {}
            },
            recv(runs.ended()) -> run => {
                run.into_iter().flat_map(|run| run.report(&mut server)).for_each(send);
            }
        }
        if connection.receiver.is_empty() {
            for notification in server.publish() {
                send(notification.into());
            }
        }
    }
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
        document_symbol_provider: Some(OneOf::Left(true)),
        code_lens_provider: Some(CodeLensOptions {
            resolve_provider: Some(false),
        }),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: vec![lenses::RUN_TESTS.to_owned()],
            ..ExecuteCommandOptions::default()
        }),
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

/// What the compiler says, and what tests have found, as editors read it.
fn diagnostics(document: &Document) -> Vec<Diagnostic> {
    let compiled = document.compiled().diagnostics.iter();
    let compiled = compiled.map(|diagnostic| translated(document, diagnostic));
    let failures = document.failures().iter();
    let failures = failures.map(|(line, message)| {
        let line = line.saturating_sub(1);
        let whole = document.text().line(line).unwrap_or_default();
        let start = Position::new(line as u32, 0);
        Diagnostic {
            range: Range::new(start, document.text().position(whole.end)),
            severity: Some(DiagnosticSeverity::ERROR),
            source: Some("katachi test".to_owned()),
            message: message.clone(),
            ..Diagnostic::default()
        }
    });
    compiled.chain(failures).collect()
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
