//! The language server: the real program over its pipes, and random edits.

use std::collections::VecDeque;
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
    /// What the server has said of its own accord, diagnostics excepted.
    told: Vec<Value>,
    /// The published diagnostics that nobody has read yet.
    published: VecDeque<Value>,
}

impl Editor {
    fn start() -> Self {
        Self::of(Command::new(env!("CARGO_BIN_EXE_patc")))
    }

    fn of(mut program: Command) -> Self {
        let mut child = (program.arg("lsp"))
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
                told: Vec::new(),
                published: VecDeque::new(),
            },
            json!({ "capabilities": {} }),
        );
        let result = editor.ask("initialize", asked).expect("an answer");
        assert_eq!(result["serverInfo"]["name"], "patc");
        let capabilities = &result["capabilities"];
        assert_eq!(capabilities["textDocumentSync"], 2);
        for capability in [
            "completionProvider",
            "hoverProvider",
            "definitionProvider",
            "referencesProvider",
            "renameProvider",
            "documentFormattingProvider",
            "foldingRangeProvider",
            "codeActionProvider",
            "documentSymbolProvider",
            "codeLensProvider",
            "executeCommandProvider",
        ] {
            assert!(!capabilities[capability].is_null(), "{capability}");
        }
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
            let message = self.read();
            self.note(&message);
            if let Message::Response(response) = message {
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

    /// Keeps what the server says of its own accord.
    fn note(&mut self, message: &Message) {
        if let Message::Notification(said) = message {
            if said.method == "textDocument/publishDiagnostics" {
                self.published.push_back(said.params.clone());
            } else {
                self.told.push(said.params.clone());
            }
        }
    }

    /// The codes of the next published diagnostics.
    fn codes(&mut self) -> Vec<String> {
        while self.published.is_empty() {
            let message = self.read();
            self.note(&message);
        }
        let published = self.published.pop_front().unwrap_or_default();
        let diagnostics = published["diagnostics"].as_array().cloned();
        let codes = diagnostics.unwrap_or_default().into_iter();
        let code = |one: Value| one["code"].as_str().unwrap_or_default().to_owned();
        codes.map(code).collect()
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

/// The lenses as editors show them: the line, and the title.
fn titles(lenses: &Value) -> Vec<String> {
    let lenses = lenses.as_array().cloned().unwrap_or_default();
    let titles = lenses.iter().map(|lens| {
        let line = &lens["range"]["start"]["line"];
        let title = lens["command"]["title"].as_str().unwrap_or_default();
        format!("{line} {title}")
    });
    titles.collect()
}

/// A pattern with two tests, and one without.
const TESTED: &str = "attribute_map general


Pattern Bend
# Like Push, but elsewhere.

?X?
.O*
...

:8,-,shape(1)

?X?
.a*
...

;lib(a)>1

# patc: test fires
# .X.
# .O*
# ...

# patc: test silent
# .X.
# XO*
# .X.


Pattern Push

?X?
XO*
...

:8,-,shape(1)
";

/// Lenses have the counts that lie beside the file, and say so when the pattern has changed; a
/// command runs the tests of a pattern as the engine does.
#[cfg(unix)]
#[test]
fn lenses_have_counts_and_run_tests() {
    use std::os::unix::fs::PermissionsExt;

    use patc::counts::{Count, Counts, Meaning};

    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path().canonicalize().expect("a folder");
    let file = folder.join("mine.db");
    std::fs::write(&file, TESTED).expect("a file");
    let compiled = patc::compile(Role::Patterns, vec![patc::Source::new("mine.db", TESTED)]);
    let image = katachi_image::Image::from_vec(compiled.image.expect("an image")).expect("good");
    let mut counts = Counts::new(1_000_000, 3840);
    for pattern in image.general().expect("patterns").iter() {
        let count = Count {
            name: pattern.name().to_owned(),
            positions: 74,
            meaning: Meaning::Fires,
            points: None,
        };
        counts.patterns.insert(pattern.content_hash(), count);
    }
    let beside = folder.join("mine.census.json");
    std::fs::write(&beside, counts.write().expect("JSON")).expect("a file");
    std::fs::write(folder.join("databases.toml"), "pattern = \"Push\"\n").expect("a file");

    let engine = folder.join("katachi");
    // The command is that of the engine; here it says what its output would be.
    let script = "#!/bin/sh\n\
        [ \"$1 $2 $3 $4\" = 'test --json --only Bend' ] || { echo \"refused: $*\" >&2; exit 1; }\n\
        echo '{\"line\":19,\"passed\":true,\"message\":null}'\n\
        echo '{\"line\":24,\"passed\":false,\"message\":\"fires, expected silent\"}'\n\
        exit 1\n";
    std::fs::write(&engine, script).expect("a file");
    std::fs::set_permissions(&engine, std::fs::Permissions::from_mode(0o755)).expect("rights");
    let program = folder.join("patc");
    std::fs::copy(env!("CARGO_BIN_EXE_patc"), &program).expect("copied");
    let uri = format!("file://{}", file.display());
    let document = json!({ "uri": uri });

    let mut editor = Editor::of(Command::new(program));
    let opened = json!({ "uri": uri, "languageId": "katachi-db", "version": 1, "text": TESTED });
    editor.tell("textDocument/didOpen", json!({ "textDocument": opened }));
    assert_eq!(editor.codes(), [""; 0]);
    let asked = json!({ "textDocument": document });
    let lenses = editor
        .ask("textDocument/codeLens", asked.clone())
        .expect("lenses");
    let fires = "fires in 74 of 3,840 positions";
    assert_eq!(
        titles(&lenses),
        [
            format!("3 {fires}"),
            "3 run 2 tests".to_owned(),
            format!("29 {fires}")
        ]
    );

    // The command of the lens. One test fails: its line is marked.
    let command = lenses[1]["command"].clone();
    let result = editor.ask("workspace/executeCommand", command.clone());
    assert_eq!(result, Ok(json!({ "passed": 1, "failed": 1 })));
    assert_eq!(editor.codes(), [""], "the failure has no code");
    assert_eq!(
        editor.told.last().map(|one| one["message"].clone()),
        Some(json!(
            "Bend: 1 passed, 1 failed, line 24: fires, expected silent"
        ))
    );

    // The tests are an action, too, for editors without lenses.
    let asked_actions = json!({
        "textDocument": document,
        "range": { "start": { "line": 5, "character": 0 }, "end": { "line": 5, "character": 0 } },
        "context": { "diagnostics": [], "only": ["source"] },
    });
    let actions = editor
        .ask("textDocument/codeAction", asked_actions)
        .expect("actions");
    assert_eq!(actions[0]["command"], command);

    let plain = |line: u32, character: u32| {
        let position = json!({ "line": line, "character": character });
        json!({ "textDocument": document, "position": position })
    };
    // Names: the comment leads to the pattern, whose name a list of the folder has as well.
    let place = |line: u32, character: u32| {
        json!({
            "textDocument": document,
            "position": { "line": line, "character": character },
            "context": { "includeDeclaration": true },
        })
    };
    let found = editor
        .ask("textDocument/definition", place(4, 8))
        .expect("a place");
    assert_eq!(
        found[0]["range"]["start"],
        json!({ "line": 29, "character": 8 })
    );
    let found = editor
        .ask("textDocument/references", place(29, 9))
        .expect("places");
    let places = found.as_array().cloned().unwrap_or_default();
    let names = places
        .iter()
        .map(|one| one["uri"].as_str().unwrap_or_default());
    let names: Vec<&str> = names
        .map(|uri| uri.rsplit('/').next().unwrap_or_default())
        .collect();
    assert_eq!(names, ["mine.db", "mine.db", "databases.toml"]);
    let symbols = editor
        .ask("textDocument/documentSymbol", asked.clone())
        .expect("names");
    assert_eq!(
        (&symbols[0]["name"], &symbols[1]["name"]),
        (&json!("Bend"), &json!("Push"))
    );
    for (line, column, meaning) in [
        (3, 8, fires),
        (4, 8, "8 orientations"),
        (18, 14, "the pattern fires"),
    ] {
        let hover = editor.ask("textDocument/hover", place(line, column));
        let text = hover.expect("a hover")["contents"]["value"].to_string();
        assert!(text.contains(meaning), "{text}");
    }
    let items = editor
        .ask("textDocument/completion", plain(18, 13))
        .expect("words");
    assert_eq!(items[0]["label"], "fires");
    let items = editor
        .ask("textDocument/completion", plain(18, 8))
        .expect("words");
    assert_eq!(items[0]["label"], "test");

    // After a change the counts are those of the old pattern, and the file must be saved first.
    let change = json!({
        "textDocument": { "uri": uri, "version": 2 },
        "contentChanges": [{
            "range": { "start": { "line": 7, "character": 0 }, "end": { "line": 7, "character": 1 } },
            "text": "?",
        }],
    });
    editor.tell("textDocument/didChange", change);
    assert_eq!(
        editor.codes(),
        [""; 0],
        "what tests found was about another text"
    );
    let lenses = editor.ask("textDocument/codeLens", asked).expect("lenses");
    let old = &titles(&lenses)[0];
    assert!(
        old.starts_with("3 as it was ") && old.ends_with(fires),
        "{old}"
    );
    let refused = editor.ask("workspace/executeCommand", command).unwrap_err();
    assert!(refused.contains("save it first"), "{refused}");
    let refused = editor.ask(
        "workspace/executeCommand",
        json!({ "command": "patc.unheard" }),
    );
    assert!(refused.unwrap_err().contains("patc.test"));
    assert_eq!(editor.ask("shutdown", Value::Null), Ok(Value::Null));
    editor.tell("exit", Value::Null);
    assert!(editor.child.wait().expect("an end").success());
}

/// A warning can be silenced for its pattern by the comment that `patc check` understands.
#[test]
fn warnings_are_silenced() {
    let text = "attribute_map general\n\n\nPattern A\n\n?X?\nOO*\n?X?\n\n:8,-,shape(1)\n";
    let mut editor = Editor::start();
    editor.tell("textDocument/didOpen", open(text));
    assert_eq!(editor.codes(), ["P0804"]);
    let asked = json!({
        "textDocument": { "uri": URI },
        "range": { "start": { "line": 0, "character": 0 }, "end": { "line": 9, "character": 9 } },
        "context": { "diagnostics": [] },
    });
    let actions = editor
        .ask("textDocument/codeAction", asked)
        .expect("actions");
    let actions = actions.as_array().cloned().unwrap_or_default();
    let titles: Vec<&str> = actions
        .iter()
        .filter_map(|one| one["title"].as_str())
        .collect();
    assert_eq!(
        titles,
        ["replace `8` by `-`", "allow P0804 in this pattern"]
    );
    let edit = &actions[1]["edit"]["changes"][URI][0];
    let change = json!({
        "textDocument": { "uri": URI, "version": 2 },
        "contentChanges": [{ "range": edit["range"], "text": edit["newText"] }],
    });
    editor.tell("textDocument/didChange", change);
    assert_eq!(editor.codes(), [""; 0]);
    assert_eq!(editor.ask("shutdown", Value::Null), Ok(Value::Null));
    editor.tell("exit", Value::Null);
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
        place[0]["range"]["start"],
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
