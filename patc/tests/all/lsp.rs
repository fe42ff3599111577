//! The language server: the real program over its pipes, and random edits.

use std::io::BufReader;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;

use katachi_image::Role;
use lsp_server::{Message, Notification, Request};
use lsp_types::{Position, Range};
use patc::language_server::{Nothing, Server, Text};
use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, RngSeed};
use serde_json::{Value, json};

/// A pattern with a misspelt function, a label and a layout of its own.
const TEXT: &str = "attribute_map general\n\n\nPattern A\n# é 𝄞\n\n?X?\nOO*\n...\n\n:8,-, shape(1)\n\n\
                    ?X?\naO*\n...\n\n;libb(a)>1\n";

const URI: &str = "file:///tmp/mine.db";

/// The program, driven as an editor drives it.
struct Editor {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    asked: i32,
}

impl Editor {
    fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_patc"))
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("patc starts");
        let input = child.stdin.take().expect("a pipe");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let (mut editor, asked) = (
            Self {
                child,
                input,
                output,
                asked: 0,
            },
            json!({ "capabilities": {} }),
        );
        let result = editor.ask("initialize", asked).expect("an answer");
        assert_eq!(result["serverInfo"]["name"], "patc");
        assert_eq!(result["capabilities"]["textDocumentSync"], 2);
        editor.tell("initialized", json!({}));
        editor
    }

    fn tell(&mut self, method: &str, params: Value) {
        let message = Notification::new(method.to_owned(), params);
        let message = Message::from(message);
        message.write(&mut self.input).expect("the server reads");
    }

    fn read(&mut self) -> Message {
        let message = Message::read(&mut self.output).expect("a message");
        message.expect("the server answers")
    }

    /// The result of a request, or the message of its error.
    fn ask(&mut self, method: &str, params: Value) -> Result<Value, String> {
        self.asked += 1;
        let request = Request::new(self.asked.into(), method.to_owned(), params);
        let request = Message::from(request);
        request.write(&mut self.input).expect("the server reads");
        loop {
            if let Message::Response(response) = self.read() {
                assert_eq!(response.id, self.asked.into());
                // Serialised, since the crate has no stable fields for it.
                let whole = serde_json::to_value(response).expect("JSON");
                return match whole.get("error") {
                    Some(error) => Err(error["message"].as_str().unwrap_or_default().to_owned()),
                    None => Ok(whole["result"].clone()),
                };
            }
        }
    }

    /// The codes of the next published diagnostics.
    fn codes(&mut self) -> Vec<String> {
        loop {
            if let Message::Notification(published) = self.read() {
                assert_eq!(published.method, "textDocument/publishDiagnostics");
                let diagnostics = published.params["diagnostics"].as_array().cloned();
                let codes = diagnostics.unwrap_or_default().into_iter();
                return codes
                    .map(|one| one["code"].as_str().unwrap_or_default().to_owned())
                    .collect();
            }
        }
    }
}

fn open(text: &str) -> Value {
    let document = json!({ "uri": URI, "languageId": "katachi-db", "version": 1, "text": text });
    json!({ "textDocument": document })
}

fn at(line: u32, character: u32) -> Value {
    json!({
        "textDocument": { "uri": URI },
        "position": { "line": line, "character": character },
    })
}

#[test]
fn an_editor_is_served() {
    let mut editor = Editor::start();
    editor.tell("textDocument/didOpen", open(TEXT));
    assert_eq!(editor.codes(), ["P0602"]);

    // The quick fix, applied by hand, repairs the mistake.
    let line = json!({
        "textDocument": { "uri": URI },
        "range": { "start": { "line": 16, "character": 1 }, "end": { "line": 16, "character": 1 } },
        "context": { "diagnostics": [] },
    });
    let actions = editor.ask("textDocument/codeAction", line).expect("fixes");
    assert_eq!(actions[0]["title"], "replace `libb` by `lib`");
    let edit = &actions[0]["edit"]["changes"][URI][0];
    let change = json!({
        "textDocument": { "uri": URI, "version": 2 },
        "contentChanges": [{ "range": edit["range"], "text": edit["newText"] }],
    });
    editor.tell("textDocument/didChange", change);
    assert_eq!(editor.codes(), [""; 0]);

    let hover = editor
        .ask("textDocument/hover", at(16, 2))
        .expect("a hover");
    let text = hover["contents"]["value"].as_str().unwrap_or_default();
    assert!(text.contains("liberties of string a"), "{text}");
    let hover = editor
        .ask("textDocument/hover", at(16, 5))
        .expect("a hover");
    assert_eq!(hover["contents"]["value"], "label `a`: `O`, a stone of O");

    for (line, column, first) in [
        (16, 2, "lib"),
        (16, 5, "a"),
        (10, 1, "8"),
        (10, 3, "O"),
        (10, 6, "value"),
    ] {
        let items = editor.ask("textDocument/completion", at(line, column));
        assert_eq!(items.expect("words")[0]["label"], first);
    }
    for (line, column, meaning) in [
        (3, 8, "8 orientations are tried"),
        (7, 1, "a stone of O"),
        (10, 1, "no symmetry"),
        (10, 7, "good shape"),
    ] {
        let hover = editor.ask("textDocument/hover", at(line, column));
        let text = hover.expect("a hover")["contents"]["value"].to_string();
        assert!(text.contains(meaning), "{text}");
    }
    let place = editor.ask("textDocument/definition", at(16, 5));
    let place = place.expect("a place");
    assert_eq!(
        place["range"]["start"],
        json!({ "line": 13, "character": 0 })
    );
    let mut asked = at(13, 0);
    asked["context"] = json!({ "includeDeclaration": true });
    let places = editor.ask("textDocument/references", asked);
    assert_eq!(places.expect("places").as_array().map(Vec::len), Some(2));
    let mut asked = at(16, 5);
    asked["newName"] = json!("b");
    let edits = editor.ask("textDocument/rename", asked.clone());
    let edits = edits.expect("edits")["changes"][URI].clone();
    assert_eq!(edits.as_array().map(Vec::len), Some(2));
    asked["newName"] = json!("O");
    let refused = editor.ask("textDocument/rename", asked).unwrap_err();
    assert!(refused.starts_with("expected one letter"), "{refused}");

    let mut asked = at(0, 0);
    asked["options"] = json!({ "tabSize": 4, "insertSpaces": true });
    let edits = editor.ask("textDocument/formatting", asked).expect("edits");
    let new = edits[0]["newText"].as_str().unwrap_or_default();
    assert!(new.contains("\n:8,-,shape(1)\n"), "{new}");
    let folds = editor.ask("textDocument/foldingRange", at(0, 0));
    let folds = folds.expect("folds");
    assert_eq!(
        (&folds[0]["startLine"], &folds[0]["endLine"]),
        (&json!(3), &json!(16))
    );

    let refused = editor.ask("textDocument/unheardOf", json!({})).unwrap_err();
    assert!(refused.contains("textDocument/unheardOf"), "{refused}");
    editor.tell("textDocument/didClose", at(0, 0));
    assert_eq!(editor.codes(), [""; 0]);
    assert_eq!(editor.ask("shutdown", Value::Null), Ok(Value::Null));
    editor.tell("exit", Value::Null);
    assert!(editor.child.wait().expect("an end").success());
}

/// The byte of a position, character by character.
fn naive_offset(text: &str, wanted: Position) -> usize {
    let (mut line, mut column, mut at) = (0, 0, 0);
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let ends = character == '\n' || character == '\r';
        let units = character.len_utf16() as u32;
        if line == wanted.line && (ends || column + units > wanted.character) {
            return at;
        }
        at += character.len_utf8();
        column += units;
        if character == '\n' || (character == '\r' && characters.peek() != Some(&'\n')) {
            (line, column) = (line + 1, 0);
        }
    }
    at
}

/// Pieces of databases, mistakes and characters of all lengths.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "Pattern A",
        "\n",
        "\r\n",
        "\r",
        "é",
        "𝄞",
        "字",
        ":8,-",
        ",shape(",
        ";lib(a",
        ")>1",
        ">",
        "?X?",
        ".O*",
        "aO*",
        "+--",
        "|",
        "#",
        " ",
        "attribute_map general",
        "\0",
        "(",
        "0",
        ":0111",
    ]);
    prop::collection::vec(piece, 0..6).prop_map(|pieces| pieces.concat())
}

fn position() -> impl Strategy<Value = Position> {
    (0..30u32, 0..12u32).prop_map(|(line, column)| Position::new(line, column))
}

fn config() -> ProptestConfig {
    let cases = std::env::var("KATACHI_LSP_EDITS").ok();
    ProptestConfig {
        cases: cases.and_then(|cases| cases.parse().ok()).unwrap_or(300),
        failure_persistence: None,
        rng_algorithm: RngAlgorithm::ChaCha,
        rng_seed: RngSeed::Fixed(21),
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config())]

    /// `KATACHI_LSP_EDITS=10000` tries as many sequences.
    #[test]
    fn positions_are_those_of_the_naive_twin(
        edits in prop::collection::vec((position(), position(), pieces()), 1..12),
    ) {
        let mut text = Text::new(TEXT.to_owned());
        let mut twin = TEXT.to_owned();
        for (one, two, new) in edits {
            text.change(Some(Range::new(one, two)), &new);
            let start = naive_offset(&twin, one);
            let end = naive_offset(&twin, two).max(start);
            twin.replace_range(start..end, &new);
            prop_assert_eq!(text.as_str(), &twin);
            let offset = text.offset(two);
            prop_assert_eq!(offset, naive_offset(&twin, two));
            prop_assert_eq!(text.offset(text.position(offset)), offset);
        }
    }

    #[test]
    fn no_sequence_of_edits_ends_the_server(
        name in prop::sample::select(vec!["mine.db", "eyes.db", "mc_x.db", "book.db", "x.dbz"]),
        edits in prop::collection::vec((position(), position(), pieces()), 1..10),
    ) {
        let mut server = Server::new(Role::Patterns, Arc::new(Nothing));
        let uri = format!("file:///{name}");
        let mut opened = open(TEXT);
        opened["textDocument"]["uri"] = json!(uri);
        server.notify(&Notification::new("textDocument/didOpen".to_owned(), opened));
        for (one, two, new) in edits {
            let range = json!({ "start": one, "end": two });
            let change = json!({
                "textDocument": { "uri": uri, "version": 2 },
                "contentChanges": [{ "range": range, "text": new }],
            });
            server.notify(&Notification::new("textDocument/didChange".to_owned(), change));
            prop_assert_eq!(server.publish().len(), 1);
            for method in [
                "hover", "completion", "definition", "references", "rename", "formatting", "foldingRange",
                "codeAction", "documentSymbol", "codeLens",
            ] {
                let params = json!({
                    "textDocument": { "uri": uri },
                    "position": two,
                    "range": { "start": { "line": 0, "character": 0 }, "end": two },
                    "newName": "b",
                    "options": { "tabSize": 4, "insertSpaces": true },
                    "context": { "includeDeclaration": true, "diagnostics": [] },
                });
                server.request(Request::new(1.into(), format!("textDocument/{method}"), params));
            }
        }
    }
}
