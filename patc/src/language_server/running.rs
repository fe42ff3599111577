//! Runs of tests that an editor asks for. Each has a thread, so the server goes on.

use std::fmt::Write;

use crossbeam_channel::{Receiver, Sender, unbounded};
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response, ResponseError};
use lsp_types::{ExecuteCommandParams, MessageType, ShowMessageParams, Uri};
use serde_json::{Value, json};

use super::lenses::RUN_TESTS;
use super::server::{Server, refusal, response};
use super::surroundings::Case;

/// The runs on their way.
pub struct Runs {
    ends: Sender<Run>,
    ended: Receiver<Run>,
}

/// A run that has ended.
pub struct Run {
    id: RequestId,
    uri: Uri,
    /// The version of the text that was tested.
    version: i32,
    pattern: String,
    found: Result<Vec<Case>, String>,
}

impl Runs {
    /// None yet.
    pub fn new() -> Self {
        let (ends, ended) = unbounded();
        Self { ends, ended }
    }

    /// The runs that have ended.
    pub const fn ended(&self) -> &Receiver<Run> {
        &self.ended
    }

    /// Carries out a command. An answer comes at once only if it is refused.
    pub fn start(&self, server: &Server, request: Request) -> Option<Response> {
        let refused = self.run(server, request.id.clone(), request.params).err()?;
        Some(response(request.id, Err(refused)))
    }

    fn run(&self, server: &Server, id: RequestId, params: Value) -> Result<(), ResponseError> {
        let invalid = |message: String| refusal(ErrorCode::InvalidParams, message);
        let asked: ExecuteCommandParams =
            serde_json::from_value(params).map_err(|error| invalid(error.to_string()))?;
        if asked.command != RUN_TESTS {
            let found = asked.command;
            return Err(invalid(format!(
                "expected the command {RUN_TESTS}, found {found}"
            )));
        }
        let mut arguments = asked.arguments.iter().map(|one| one.as_str());
        let address = arguments.next().flatten().and_then(|one| one.parse().ok());
        let (Some(uri), Some(Some(pattern))) = (address, arguments.next()) else {
            let message = "expected the address of a database and the name of a pattern";
            return Err(invalid(message.to_owned()));
        };
        let document = server.document(&uri)?;
        let around = server.around.clone();
        let file = document.path();
        // The engine reads the file, and lines of the two texts would differ.
        let saved = file.as_deref().and_then(|path| around.read(path));
        let (Some(file), Some(saved)) = (file, saved) else {
            let message = "expected a file on the disk, found none; save the database first";
            return Err(refusal(ErrorCode::RequestFailed, message.to_owned()));
        };
        if saved != document.text().as_str().as_bytes() {
            let message = format!(
                "expected {} as it is in the editor, found another text; save it first",
                file.display()
            );
            return Err(refusal(ErrorCode::RequestFailed, message));
        }
        let (ends, version) = (self.ends.clone(), document.version);
        let pattern = pattern.to_owned();
        std::thread::spawn(move || {
            let found = around.test(&file, &pattern);
            // There is no receiver only when the server ends.
            let _ = ends.send(Run {
                id,
                uri,
                version,
                pattern,
                found,
            });
        });
        Ok(())
    }
}

impl Run {
    /// What the editor hears; the lines of tests that fail become diagnostics.
    pub fn report(self, server: &mut Server) -> Vec<Message> {
        let cases = match self.found {
            Ok(cases) => cases,
            Err(message) => {
                let refused = refusal(ErrorCode::RequestFailed, message);
                return vec![response(self.id, Err(refused)).into()];
            }
        };
        let failed: Vec<&Case> = cases.iter().filter(|case| !case.passed).collect();
        let passed = cases.len() - failed.len();
        let mut said = format!("{}: {passed} passed, {} failed", self.pattern, failed.len());
        let words = |case: &Case| case.message.clone().unwrap_or_default();
        for case in &failed {
            // Writing to a string cannot fail.
            let _ = write!(said, ", line {}: {}", case.line, words(case));
        }
        let key = self.uri.as_str().to_owned();
        if let Some(document) = server.documents.get_mut(&key)
            && document.version == self.version
        {
            let tested: Vec<usize> = cases.iter().map(|case| case.line).collect();
            let failures = failed.iter().map(|case| (case.line, words(case)));
            document.set_failures(&tested, failures.collect());
            server.changed.insert(key);
        }
        let show = ShowMessageParams {
            typ: if failed.is_empty() {
                MessageType::INFO
            } else {
                MessageType::WARNING
            },
            message: said,
        };
        let result = json!({ "passed": passed, "failed": failed.len() });
        vec![
            Notification::new("window/showMessage".to_owned(), show).into(),
            Response::new_ok(self.id, result).into(),
        ]
    }
}
