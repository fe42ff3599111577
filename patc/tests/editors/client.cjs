// Drives `patc lsp` by the protocol library of VS Code (npm: vscode-languageserver-protocol), and by
// the extension in tools/editors/vscode: node client.cjs PACKAGES PROGRAM FILE EXTENSION
// `times` in place of EXTENSION types letters, and prints how long diagnostics take.
const assert = require("node:assert");
const { spawn } = require("node:child_process");
const fs = require("node:fs");
const Module = require("node:module");
const path = require("node:path");
const { pathToFileURL } = require("node:url");

const [packages, program, file, extension] = process.argv.slice(2);
const protocol = require(path.join(packages, "node_modules/vscode-languageserver-protocol/node"));
const { ProtocolRequestType, DidOpenTextDocumentNotification, DidChangeTextDocumentNotification } = protocol;

const text = fs.readFileSync(file, "utf8");
const uri = pathToFileURL(file).href;
const textDocument = { uri };
const line = (wanted) => text.split("\n").findIndex((one) => one.startsWith(wanted));
const at = (row, character) => ({ textDocument, position: { line: row, character } });

/** The server, a connection to it, and what it publishes. */
function start() {
  const child = spawn(program, ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });
  const connection = protocol.createProtocolConnection(
    new protocol.StreamMessageReader(child.stdout),
    new protocol.StreamMessageWriter(child.stdin),
  );
  const published = [];
  const waiting = [];
  connection.onNotification(protocol.PublishDiagnosticsNotification.type, (params) => {
    const next = waiting.shift();
    if (next) next(params);
    else published.push(params);
  });
  const diagnostics = () => published.shift() ?? new Promise((resolve) => waiting.push(resolve));
  connection.listen();
  return { child, connection, diagnostics };
}

/** From a key to its diagnostics. */
async function times() {
  const { child, connection, diagnostics } = start();
  await connection.sendRequest(protocol.InitializeRequest.type, {
    processId: process.pid, rootUri: null, capabilities: {}, workspaceFolders: null,
  });
  connection.sendNotification(protocol.InitializedNotification.type, {});
  connection.sendNotification(DidOpenTextDocumentNotification.type, {
    textDocument: { uri, languageId: "katachi-db", version: 1, text: `#${text}` },
  });
  await diagnostics();
  const all = [];
  for (let version = 2; version <= 52; version += 1) {
    const place = { line: 0, character: 1 };
    const began = performance.now();
    connection.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { uri, version }, contentChanges: [{ range: { start: place, end: place }, text: "x" }],
    });
    await diagnostics();
    all.push(performance.now() - began);
  }
  all.sort((a, b) => a - b);
  console.log(`key to diagnostics: median ${all[25].toFixed(1)} ms, slowest ${all[50].toFixed(1)} ms`);
  child.kill();
}

async function capabilities() {
  const { child, connection, diagnostics } = start();
  const { capabilities } = await connection.sendRequest(protocol.InitializeRequest.type, {
    processId: process.pid, rootUri: null, capabilities: {}, workspaceFolders: null,
  });
  // Whatever the server says that it can is asked for below.
  const asked = new Set();
  const ask = (capability, type, params) => {
    assert.ok(capabilities[capability], capability);
    assert.ok(type instanceof ProtocolRequestType, capability);
    asked.add(capability);
    return connection.sendRequest(type, params);
  };
  connection.sendNotification(protocol.InitializedNotification.type, {});
  connection.sendNotification(DidOpenTextDocumentNotification.type, {
    textDocument: { uri, languageId: "katachi-db", version: 1, text },
  });
  const first = await diagnostics();
  assert.deepEqual(first.diagnostics.map((one) => one.code), ["P0602"]);

  const row = line(";libb");
  const range = { start: { line: row, character: 1 }, end: { line: row, character: 5 } };
  const actions = await ask("codeActionProvider", protocol.CodeActionRequest.type, {
    textDocument, range, context: { diagnostics: first.diagnostics },
  });
  assert.equal(actions[0].title, "replace `libb` by `lib`");
  const [edit] = actions[0].edit.changes[uri];
  connection.sendNotification(DidChangeTextDocumentNotification.type, {
    textDocument: { uri, version: 2 },
    contentChanges: [{ range: edit.range, text: edit.newText }],
  });
  assert.deepEqual((await diagnostics()).diagnostics, []);
  assert.equal(capabilities.textDocumentSync, protocol.TextDocumentSyncKind.Incremental);
  asked.add("textDocumentSync");

  const hover = await ask("hoverProvider", protocol.HoverRequest.type, at(row, 2));
  assert.match(hover.contents.value, /liberties/);
  const items = await ask("completionProvider", protocol.CompletionRequest.type, at(row, 2));
  assert.ok(items.some((one) => one.label === "oplay_attack"));
  const label = at(row, 5);
  const [place] = await ask("definitionProvider", protocol.DefinitionRequest.type, label);
  assert.deepEqual(place.range.start, { line: line(".a*"), character: 1 });
  const places = await ask("referencesProvider", protocol.ReferencesRequest.type,
    { ...label, context: { includeDeclaration: true } });
  assert.equal(places.length, 2);
  const renamed = await ask("renameProvider", protocol.RenameRequest.type, { ...label, newName: "b" });
  assert.deepEqual(renamed.changes[uri].map((one) => one.newText), ["b", "b"]);
  const [layout] = await ask("documentFormattingProvider", protocol.DocumentFormattingRequest.type,
    { textDocument, options: { tabSize: 4, insertSpaces: true } });
  assert.match(layout.newText, /\n:8,-,shape\(1\)\n/);
  const folds = await ask("foldingRangeProvider", protocol.FoldingRangeRequest.type, { textDocument });
  assert.equal(folds[0].startLine, line("Pattern"));
  const symbols = await ask("documentSymbolProvider", protocol.DocumentSymbolRequest.type, { textDocument });
  assert.deepEqual(symbols.map((one) => one.name), ["Hane"]);
  const lenses = await ask("codeLensProvider", protocol.CodeLensRequest.type, { textDocument });
  assert.deepEqual(lenses.map((one) => one.command.title), ["run test"]);
  // The text differs from the file, whose tests the engine would run.
  await assert.rejects(
    ask("executeCommandProvider", protocol.ExecuteCommandRequest.type, lenses[0].command),
    /save it first/,
  );
  assert.deepEqual([...asked].sort(), Object.keys(capabilities).sort());
  await connection.sendRequest(protocol.ShutdownRequest.type);
  connection.sendNotification(protocol.ExitNotification.type);
  assert.equal(await new Promise((resolve) => child.on("exit", resolve)), 0);
}

/** The extension starts the program that its setting names. `vscode` lives in the editor alone. */
async function starts() {
  const clients = [];
  const stand = {
    vscode: { workspace: { getConfiguration: () => ({ get: () => "/opt/patc" }) } },
    "vscode-languageclient/node": {
      LanguageClient: class {
        constructor(...all) {
          clients.push(all);
        }
        start() {
          clients.started = true;
        }
        stop() {
          clients.stopped = true;
        }
      },
    },
  };
  const load = Module._load;
  Module._load = (name, ...rest) => stand[name] ?? load(name, ...rest);
  const { activate, deactivate } = require(path.join(extension, "extension.js"));
  const about = JSON.parse(fs.readFileSync(path.join(extension, "package.json"), "utf8"));
  assert.equal(path.resolve(extension, about.main), path.resolve(extension, "extension.js"));
  assert.ok(about.dependencies["vscode-languageclient"]);
  activate();
  const [[id, , server, client]] = clients;
  assert.ok(Object.keys(about.contributes.configuration.properties).includes(`${id}.patc`));
  assert.deepEqual(server, { command: "/opt/patc", args: ["lsp"] });
  assert.deepEqual(client.documentSelector, [{ language: about.contributes.languages[0].id }]);
  await deactivate();
  assert.ok(clients.started && clients.stopped);
}

const task = extension === "times" ? times() : capabilities().then(starts);
task.then(
  () => console.log("all as expected"),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
