// Starts `patc lsp` for databases. `npm install` in this folder fetches the client.
const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = () => {
  const command = workspace.getConfiguration("katachi").get("patc");
  const server = { command, args: ["lsp"] };
  client = new LanguageClient("katachi", "Katachi patterns", server, {
    documentSelector: [{ language: "katachi-db" }],
  });
  client.start();
};

exports.deactivate = () => client?.stop();
