// Lists and tables: diagnostics, tests, databases, census and comparison.

/** An element with attributes and children. */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

function jump(text, go) {
  return make("button", { type: "button", class: "jump", onclick: go }, text);
}

function table(caption, columns, rows) {
  const head = make("tr", {}, ...columns.map((name) => make("th", { scope: "col" }, name)));
  const body = rows.map((cells) => make("tr", {}, ...cells.map((cell) => make("td", {}, cell))));
  return make("table", { "aria-label": caption }, make("thead", {}, head), make("tbody", {}, ...body));
}

const MOST = 200;

/** The most that a list shows, with a line about the rest. */
function listed(all, line) {
  const lines = all.slice(0, MOST).map(line);
  if (all.length > MOST) lines.push(make("li", { class: "faint" }, `and ${all.length - MOST} more`));
  return lines;
}

export function showRemarks(list, remarks, { go, fix }) {
  list.replaceChildren(...listed(remarks, (remark) => {
    const { file, from, to, severity, code, message, help } = remark;
    const item = make("li", {},
      jump(`${file}:${from[0]}:${from[1]}`, () => go(file, from, to)), " ",
      make("b", { class: severity }, `${severity}${code ? `[${code}]` : ""}`), `: ${message}`);
    if (help) item.append(make("span", { class: "faint" }, ` (${help})`));
    if (remark.fix) {
      item.append(" ", make("button", { type: "button", onclick: () => fix(file, remark.fix) }, "Mend it"));
    }
    return item;
  }));
}

export function showTests(place, tests, go) {
  const failed = tests.filter((test) => !test.passed);
  const line = (test) => make("li", {},
    make("b", { class: test.passed ? "pass" : "fail" }, test.passed ? "✓ pass" : "✗ fail"), " ",
    jump(`${test.file}:${test.line}`, () => go(test.file, [test.line, 1])),
    ` ${test.pattern ?? ""} ${test.expectation ?? ""}${test.message ? `: ${test.message}` : ""}`);
  const passed = tests.filter((test) => test.passed);
  const verdict = failed.length === 0
    ? make("p", { class: "pass" }, `✓ all ${tests.length} tests pass`)
    : make("p", { class: "fail" }, `✗ ${failed.length} of ${tests.length} tests fail`);
  place.replaceChildren(verdict, make("ul", {}, ...listed(failed, line)),
    make("details", {}, make("summary", {}, `${passed.length} that pass`), make("ul", {}, ...listed(passed, line))));
}

export function showDatabases(place, databases, { has, go }) {
  const rows = databases.map((one) => [
    one.name, one.role, one.content,
    make("span", {}, ...one.sources.flatMap((name) => [has(name) ? jump(name, () => go(name)) : name, " "])),
    one.place,
    one.is_behind ? make("b", { class: "error" }, "✗ the text has mistakes: an older version is in use") : one.origin,
  ]);
  place.replaceChildren(table("Databases in use", ["name", "role", "content", "sources", "place", "state"], rows));
}

export function showTable(place, { title, columns, rows, places }, go) {
  const linked = rows.slice(0, 5 * MOST).map((cells, number) => {
    const at = places[number];
    return at ? [jump(cells[0], () => go(at[0], [at[1], 1])), ...cells.slice(1)] : cells;
  });
  place.replaceChildren(make("h2", {}, title), make("div", { class: "scroll" }, table(title, columns, linked)));
}
