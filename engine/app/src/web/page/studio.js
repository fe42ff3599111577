// The page: what the user does becomes questions to the program, and its answers are shown.
import { ask, askInTurn, newest, token } from "./ask.js";
import { Board } from "./board.js";
import { Editor } from "./editor.js";
import { make, showDatabases, showRemarks, showTable, showTests } from "./tables.js";

const get = (id) => document.getElementById(id);
/** The layers for which the engine thinks. */
const THOUGHTS = ["fires", "values", "reasons"];
/**
 * If the engine thinks longer than this, in milliseconds, the board shows where diagrams fit while
 * somebody types, and the layer after a rest.
 */
const SLOW = 60;
const REST = 250;

const KEYS = [
  ["F2", "from the editor to the board, and back"],
  ["Ctrl+S", "save the text in its file"],
  ["F8", "to the next diagnostic"],
  ["F9", "run the tests"],
  ["arrows", "on the board: move the cursor; with Shift by three lines"],
  ["Enter, Space", "on the board: play there"],
  ["0 to 9", "on the board: choose a layer"],
  ["u, Page Up", "on the board: a move back; Page Down: forward; Home, End"],
  ["p", "on the board: pass"],
  ["t", "on the board: the other side moves"],
  ["?", "these keys"],
];

let layer = "fires";
let layers = [];
let files = new Map();
let file = null;
let remarks = [];
let typed = 0;
let rest = null;
let thinking = Infinity;
let visited = -1;
const known = new Map();

function say(text, isBad = false) {
  get("said").textContent = text;
  get("said").classList.toggle("bad", isBad);
}

const look = (shown = layer) => ({ layer: shown, at: board.vertex(), file, line: file ? editor.line() : null });

/** Asks, and shows the answer; a failure is said. What takes long is asked out of turn. */
async function send(what, asks = askInTurn) {
  try {
    apply(await asks(what));
    return true;
  } catch (error) {
    say(error.message, true);
    return false;
  }
}

const board = new Board(get("board"), {
  played: (at) => step({ to: "play", at }),
  moved: () => {
    get("point").textContent = board.words();
    if (layer === "reasons") later(() => looking(look()));
  },
});

const editor = new Editor(get("text"), get("gutter"), {
  changed: (at) => {
    typed = at;
    files.get(file).text = editor.text;
    files.get(file).unsaved = true;
    showUnsaved();
    editing(typed);
    later(null);
  },
  moved: () => {
    if (["near", "reasons"].includes(layer)) later(() => looking(look()));
  },
});

const looking = newest((look) => send({ do: "look", look }));

/** Sends the newest text; the board follows at once, slow thoughts of the engine after a rest. */
const editing = newest(async () => {
  const began = typed;
  const isSlow = THOUGHTS.includes(layer) && thinking > SLOW;
  const sent = await send({ do: "edit", file, text: editor.text, look: look(isSlow ? "fits" : layer) });
  if (!sent) return;
  await new Promise(requestAnimationFrame);
  const milliseconds = performance.now() - began;
  get("board").dataset.keyToBoard = milliseconds.toFixed(1);
  get("times").textContent = `${Math.round(milliseconds)} ms from key to board`;
  if (isSlow) later(() => looking(look()));
});

/** Does something when nobody has typed or moved for a while. */
function later(what) {
  clearTimeout(rest);
  rest = what && setTimeout(what, REST);
}

const step = (step) => send({ do: "board", step, look: look() });

function showUnsaved() {
  const unsaved = [...files.values()].filter((one) => one.unsaved).map((one) => one.name);
  get("unsaved").textContent = unsaved.length > 0 ? `not saved: ${unsaved.join(", ")}` : "";
}

/** Whether a part of an answer differs from the last one: lists are drawn again only then. */
function isNews(name, part) {
  const text = JSON.stringify(part);
  if (known.get(name) === text) return false;
  known.set(name, text);
  return true;
}

function apply(now) {
  if (now.folder) showFolder(now.folder);
  if (now.board) showBoard(now.board);
  if (now.view) showView(now.view);
  if (now.databases && isNews("databases", now.databases)) {
    showDatabases(get("databases"), now.databases, { has: (name) => files.has(name), go: open });
  }
  if (now.remarks && isNews("remarks", now.remarks)) {
    remarks = now.remarks;
    showVerdict();
  }
  if (now.tests) showTests(get("tests"), now.tests, open);
  if (now.table) showTable(get("table"), now.table, open);
  if (now.said) say(now.said);
}

function showFolder(folder) {
  get("folder").textContent = folder.name;
  document.title = `${folder.name} – Katachi studio`;
  files = new Map(folder.files.map((one) => [one.name, one]));
  get("file").replaceChildren(...folder.files.map((one) => make("option", {}, one.name)));
  layers = folder.layers.map((one) => one.name);
  const choices = folder.layers.map(({ name, shows }, number) => {
    const radio = make("input", { type: "radio", name: "layer", value: name, onchange: () => choose(name) });
    radio.checked = name === layer;
    return make("label", { title: shows }, radio, ` ${name} `, make("kbd", {}, String(number)));
  });
  get("layers").replaceChildren(get("layers").firstElementChild, ...choices);
  showUnsaved();
  if (folder.files.length > 0) open(folder.files[0].name, null);
}

function showBoard(now) {
  board.setPosition(now.rows);
  const sides = { black: "Black", white: "White" };
  const words = [
    `${now.size}×${now.size}`, `move ${now.number}`, `${sides[now.turn]} to move`,
    now.last ? `last move ${now.last}` : "no last move",
    `captured by Black ${now.captured[0]}, by White ${now.captured[1]}`,
  ];
  if (now.goes_on) words.push("the record goes on");
  get("state").textContent = words.join(", ") + (now.comment ? `. ${now.comment}` : "");
  get("rows").textContent = now.rows.map((row) => [...row].join(" ")).join("\n");
}

function showView(view) {
  // Thoughts that are known already say nothing about how long the next ones take.
  if (THOUGHTS.includes(view.layer) && view.thought) thinking = view.milliseconds;
  board.show(view.svg, view.points);
  get("board").dataset.layer = view.layer;
  get("title").textContent = `${view.title} (${view.milliseconds} ms)`;
  get("lines").textContent = view.lines.join("\n");
  get("point").textContent = board.words();
}

function showVerdict() {
  const count = (severity) => remarks.filter((one) => one.severity === severity).length;
  const [errors, warnings] = [count("error"), count("warning")];
  const plural = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;
  const use = errors > 0 ? "; the last version without mistakes stays in use" : "";
  get("verdict").textContent = `${plural(errors, "error")}, ${plural(warnings, "warning")}${use}`;
  get("verdict").className = errors > 0 ? "error" : "";
  showRemarks(get("remarks"), remarks, { go: open, fix: mend });
  editor.flag(remarks.filter((one) => one.file === file));
}

/** Opens a source, and shows a place of it. */
function open(name, from = [1, 1], to = from) {
  if (!files.has(name)) return;
  if (name !== file) {
    file = name;
    get("file").value = name;
    editor.text = files.get(name).text;
    editor.flag(remarks.filter((one) => one.file === file));
  }
  if (from) editor.select(from, to);
}

function mend(name, fix) {
  open(name);
  editor.replace(fix);
}

function choose(name) {
  layer = name;
  const radio = get("layers").querySelector(`input[value="${name}"]`);
  radio.checked = true;
  later(null);
  looking(look());
}

async function save() {
  const name = file;
  await editing();
  if (await send({ do: "save", file: name })) {
    files.get(name).unsaved = false;
    showUnsaved();
  }
}

async function run(kind) {
  say(`${kind} running`);
  // With the newest text.
  await editing();
  await send({ do: kind }, ask);
}

/** To the next diagnostic, in the order of the list. */
function next() {
  if (remarks.length === 0) return say("no diagnostics");
  visited = (visited + 1) % remarks.length;
  const { file, from, to, message } = remarks[visited];
  open(file, from, to);
  say(message);
}

const STEPS = {
  start: () => ({ to: "back", moves: 100000 }),
  back: () => ({ to: "back", moves: 1 }),
  forward: () => ({ to: "forward", moves: 1 }),
  end: () => ({ to: "forward", moves: 100000 }),
  pass: () => ({ to: "pass" }),
  turn: () => ({ to: "turn" }),
  clear: () => ({ to: "clear", size: Number(get("size").value) }),
};

for (const button of document.querySelectorAll("[data-step]")) {
  button.addEventListener("click", () => step(STEPS[button.dataset.step]()));
}
get("file").addEventListener("change", () => open(get("file").value));
get("save").addEventListener("click", save);
get("run-tests").addEventListener("click", () => run("tests"));
get("run-census").addEventListener("click", () => run("census"));
get("run-compare").addEventListener("click", () => run("compare"));
get("help").addEventListener("click", () => get("keys").showModal());
get("key-list").append(...KEYS.flatMap(([key, what]) => [make("dt", {}, key), make("dd", {}, what)]));
get("record").addEventListener("change", async (event) => {
  const [record] = event.target.files;
  if (record) await step({ to: "paste", text: await record.text() });
  event.target.value = "";
});
get("paste").addEventListener("click", () => get("paste-dialog").showModal());
get("paste-dialog").addEventListener("close", () => {
  const dialog = get("paste-dialog");
  if (dialog.returnValue === "use") step({ to: "paste", text: get("pasted").value });
  dialog.returnValue = "";
  get("board").focus();
});

const BOARD_KEYS = {
  u: "back", PageUp: "back", PageDown: "forward", Home: "start", End: "end", p: "pass", t: "turn",
};

document.addEventListener("keydown", (event) => {
  const isTyping = event.target.matches("textarea, input[type=text]");
  const isPlain = !event.ctrlKey && !event.altKey && !event.metaKey;
  const isOnBoard = event.target === get("board") && isPlain;
  if (document.querySelector("dialog[open]")) return;
  if (event.key === "s" && (event.ctrlKey || event.metaKey)) save();
  else if (event.key === "F2") (event.target === get("text") ? get("board") : get("text")).focus();
  else if (event.key === "F8") next();
  else if (event.key === "F9") run("tests");
  else if (event.key === "?" && !isTyping) get("keys").showModal();
  else if (isOnBoard && /^[0-9]$/.test(event.key) && layers[Number(event.key)]) choose(layers[Number(event.key)]);
  else if (isOnBoard && BOARD_KEYS[event.key]) step(STEPS[BOARD_KEYS[event.key]]());
  else return;
  event.preventDefault();
});

// The theme: as the system has it, or chosen.
const THEMES = ["system", "light", "dark"];
function setTheme(theme) {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  get("theme").textContent = `Theme: ${theme}`;
  try {
    localStorage.setItem("theme", theme);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}
get("theme").addEventListener("click", () => {
  const now = document.documentElement.dataset.theme ?? "system";
  setTheme(THEMES[(THEMES.indexOf(now) + 1) % THEMES.length]);
});
try {
  setTheme(THEMES.find((one) => one === localStorage.getItem("theme")) ?? "system");
} catch {
  setTheme("system");
}

addEventListener("hashchange", () => location.reload());
addEventListener("beforeunload", (event) => {
  if ([...files.values()].some((one) => one.unsaved)) event.preventDefault();
});

if (token) {
  await send({ do: "open", look: look() });
  document.documentElement.dataset.ready = "true";
} else {
  say("expected the address that `katachi studio` has printed, with everything behind #", true);
}
