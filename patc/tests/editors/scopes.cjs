// What the VS Code extension makes of a sample, with the tokenizer of VS Code itself.
//
// node scopes.cjs PACKAGES EXTENSION SAMPLE OUTPUT-OF-PATC

const fs = require("fs");
const path = require("path");
const { createRequire } = require("module");

const [packages, extension, sample, log] = process.argv.slice(2);
const load = createRequire(path.join(packages, "node_modules", "x.cjs"));
const textmate = load("vscode-textmate");
const oniguruma = load("vscode-oniguruma");

const read = (file) => JSON.parse(fs.readFileSync(path.join(extension, file), "utf8"));
const { contributes } = read("package.json");
const [language] = contributes.languages;
const [grammar] = contributes.grammars;
const [matcher] = contributes.problemMatchers;
read(language.configuration);
if (grammar.language !== language.id) throw new Error("the grammar is for another language");

for (const { language: id, path: file } of contributes.snippets) {
  if (id !== language.id) throw new Error("the snippets are for another language");
  for (const [name, { prefix, description, body }] of Object.entries(read(file))) {
    const isText = [prefix, description].every((text) => typeof text === "string" && text !== "");
    if (!isText || !Array.isArray(body)) throw new Error(`the snippet ${name} is incomplete`);
    // Tab stops count from 1 without gaps, and the last one, 0, is where the cursor ends.
    const stops = [...body.join("\n").matchAll(/\$\{?(\d+)/g)].map((stop) => Number(stop[1]));
    const wanted = [...Array(stops.length - 1).keys()].map((at) => at + 1).concat(0);
    if (stops.join() !== wanted.join()) throw new Error(`the snippet ${name} has stops ${stops}`);
  }
}

async function main() {
  const wasm = fs.readFileSync(load.resolve("vscode-oniguruma/release/onig.wasm"));
  await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.length));
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async (name) => (name === grammar.scopeName ? read(grammar.path) : null),
  });
  const loaded = await registry.loadGrammar(grammar.scopeName);
  const lines = [];
  let state = textmate.INITIAL;
  for (const line of fs.readFileSync(sample, "utf8").trimEnd().split("\n")) {
    lines.push(line);
    const result = loaded.tokenizeLine(line, state);
    state = result.ruleStack;
    for (const token of result.tokens) {
      const scopes = token.scopes.slice(1).map((scope) => scope.replace(/\.katachi-db$/, ""));
      const end = Math.min(token.endIndex, line.length);
      if (scopes.length && end > token.startIndex) {
        lines.push(`    ${token.startIndex}-${end} ${scopes.join(" ")}`);
      }
    }
  }
  lines.push("", "problems");
  const pattern = new RegExp(matcher.pattern.regexp);
  for (const line of fs.readFileSync(log, "utf8").trimEnd().split("\n")) {
    const found = pattern.exec(line);
    if (!found) throw new Error(`the problem matcher does not know ${line}`);
    const field = (name) => found[matcher.pattern[name]];
    lines.push(`    ${["file", "line", "column", "severity", "code"].map(field).join(" ")}`);
  }
  process.stdout.write(lines.join("\n") + "\n");
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
