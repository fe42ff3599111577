//! The language server: what an editor asks about databases that are being typed.
//!
//! Entry point: [`serve`]. Diagnostics are computed when no more messages wait, so a burst of
//! keystrokes is compiled once. `text` translates positions, `outline` finds the parts of
//! unfinished patterns, `document` keeps what is known about a text; `hover`, `completion`,
//! `labels`, `names`, `fixes` and `lenses` answer about a place in it; `server` asks them.
//! `running` lets the engine run tests while the server goes on;
//! [`Surroundings`] is the rest of the machine.

mod completion;
mod document;
mod fixes;
mod hover;
mod labels;
mod lenses;
mod names;
mod outline;
mod published;
mod running;
mod server;
mod surroundings;
mod text;

pub use document::Document;
pub use server::Server;
pub use surroundings::{Around, Case, Nothing, Surroundings};
pub use text::Text;

use katachi_image::Role;
use lsp_server::{Connection, Message, ProtocolError};
use lsp_types::{
    CodeActionProviderCapability, CodeLensOptions, CompletionOptions, ExecuteCommandOptions,
    HoverProviderCapability, OneOf, ServerCapabilities, TextDocumentSyncCapability,
    TextDocumentSyncKind,
};
use serde_json::json;

use self::running::Runs;

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
