// Uses the studio as an author does, in a headless Chromium, and says what is wrong.
// node studio.mjs PACKAGES CHROMIUM author URL RECORD [FOLDER_FOR_PICTURES]
// node studio.mjs PACKAGES CHROMIUM keys URL SOURCE
import { join } from "node:path";
import { open as openBrowser } from "../../../../tools/testkit/browser.mjs";

const [packages, chromium, task, url, file, pictures] = process.argv.slice(2);
const server = new URL(url).origin;
let expectsRefusal = false;
const { browser, page, problems } = await openBrowser(
  packages,
  chromium,
  (address) => address.startsWith(`${server}/`) || address.startsWith("data:"),
  (text) => expectsRefusal && text.includes("400"),
);

function expect(condition, text) {
  if (!condition) problems.push(text);
}

const text = (selector) => page.$eval(selector, (element) => element.textContent);
const until = async (what, condition, ...values) => {
  try {
    await page.waitForFunction(condition, { timeout: 20_000, polling: 20 }, ...values);
  } catch {
    const said = await page.evaluate(() => ["said", "title", "verdict", "state"].map((id) => document.getElementById(id)?.textContent));
    throw new Error(`in vain: ${what}; the page says ${JSON.stringify(said)}`);
  }
};
const contains = (selector, words) => until(`${words} in ${selector}`,
  (selector, words) => document.querySelector(selector).textContent.includes(words), selector, words);

async function open(address) {
  await page.goto(address);
  await until("the page is ready", () => document.documentElement.dataset.ready === "true");
}

/** Chooses a layer by its key, on the board. */
async function layer(key, name, words) {
  await page.focus("#board");
  await page.keyboard.press(key);
  await until(`layer ${name}`, (name) => document.getElementById("board").dataset.layer === name, name);
  if (words) await contains("#title", words);
}

/** Selects this text in the editor, and types another one over it. */
async function replace(old, typed) {
  await page.$eval("#text", (area, old) => {
    const at = area.value.indexOf(old);
    if (at < 0) throw new Error(`no ${old} in the text`);
    area.focus();
    area.setSelectionRange(at, at + old.length);
  }, old);
  if (typed === "") await page.keyboard.press("Delete");
  else await page.keyboard.type(typed);
}

async function picture(name) {
  const { width } = page.viewport();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide <= width, `${name}: the page is ${wide} wide in a window of ${width}`);
  if (pictures) await page.screenshot({ path: join(pictures, `${name}.webp`), type: "webp", quality: 60 });
}

/** Everything that can be used has a name, and text has contrast. */
async function accessible(name) {
  const tree = await page.accessibility.snapshot({ interestingOnly: true });
  const walk = (node) => {
    const used = ["button", "link", "textbox", "combobox", "radio", "checkbox", "application", "dialog", "table"];
    if (used.includes(node.role) && !node.name) problems.push(`${name}: a ${node.role} without a name`);
    (node.children ?? []).forEach(walk);
  };
  walk(tree);
  const dim = await page.evaluate(() => {
    const channel = (value) => (value /= 255) <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    const light = (color) => {
      const [red, green, blue] = color.match(/[\d.]+/g).map(Number);
      return 0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue);
    };
    const ground = (element) => {
      for (let at = element; at; at = at.parentElement) {
        const color = getComputedStyle(at).backgroundColor;
        if (!color.startsWith("rgba(0, 0, 0, 0")) return color;
      }
      return "rgb(255, 255, 255)";
    };
    return [...document.querySelectorAll("body *")]
      .filter((element) => !element.closest("svg, dialog:not([open])") && element.offsetParent)
      .filter((element) => [...element.childNodes].some((child) => child.nodeType === 3 && child.data.trim()))
      .map((element) => {
        const [a, b] = [getComputedStyle(element).color, ground(element)].map(light);
        return [(Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), element.id || element.className || element.tagName];
      })
      .filter(([contrast]) => contrast < 4.5)
      .slice(0, 5);
  });
  expect(dim.length === 0, `${name}: too little contrast: ${JSON.stringify(dim)}`);
}

const POSITION = `. . . . . . .
. . . . . . .
. . . . . . .
X . . . . . .
X . . . . . .
X O . . . . .
. . . . . . .`;

/** What an author does. */
async function author() {
  await page.setViewport({ width: 1360, height: 1000 });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "light" }]);
  await page.goto(`${server}/`);
  await contains("#said", "expected the address");
  await open(url);
  await contains("#databases", "mine");
  await contains("#verdict", "0 errors");

  // A record is loaded, and stepped through.
  const record = await page.$("#record");
  await record.uploadFile(file);
  await contains("#state", ", last move");
  const end = Number((await text("#state")).match(/move (\d+)/)[1]);
  expect(end > 50, `the record ends at move ${end}`);
  await layer("0", "stones", "stones");
  await page.keyboard.press("Home");
  await contains("#state", "move 0,");
  for (let number = 1; number <= 40; number += 1) {
    await page.keyboard.press("PageDown");
    await contains("#state", `move ${number},`);
  }
  await layer("2", "fires", "patterns that fire for");
  await picture("studio-fires");
  await layer("3", "values", "candidates for");
  await layer("6", "regions", "regions");
  await picture("studio-regions");
  await layer("7", "influence", "influence");
  await layer("8", "dragons", "dragons");
  await picture("studio-dragons");
  await layer("9", "eyes", "eye spaces");

  // A position is pasted; the cursor of the board speaks.
  await page.click("#paste");
  await page.type("#pasted", POSITION);
  await page.click("#paste-dialog button[value=use]");
  await contains("#state", "7×7, move 0, Black to move");
  await layer("2", "fires", "for black");
  for (let step = 0; step < 2; step += 1) await page.keyboard.press("ArrowLeft");
  for (let step = 0; step < 3; step += 1) await page.keyboard.press("ArrowDown");
  await contains("#point", "B1, empty");
  await contains("#point", "Push mine.db:3");
  await layer("5", "reasons", "reasons for black at B1");
  await contains("#lines", "pattern Push mine.db:3");
  await accessible("light");

  // F2 leads to the editor; a near miss of the pattern at its cursor.
  await page.keyboard.press("F2");
  expect(await page.evaluate(() => document.activeElement.id) === "text", "F2 does not lead to the editor");
  await replace("Pattern Push", "Pattern Push");
  await layer("4", "near", "Push mine.db:3 for black: points where it fits: 1;");
  await picture("studio-near");

  // The text breaks and is mended; the board goes on.
  await layer("2", "fires", "for black");
  await replace("\n.*\n\n:8", "\n.\n\n:8");
  await contains("#verdict", "1 error");
  await contains("#verdict", "stays in use");
  await contains("#databases", "an older version is in use");
  await contains("#remarks", "P0301");
  expect((await text("#gutter")).includes("✗ 7"), "no mark in the margin");
  await until("the engine's thoughts", () => document.getElementById("board").dataset.layer === "fires");
  await contains("#title", "for black");
  await page.focus("#board");
  await page.keyboard.press("F8");
  await contains("#said", "expected 2 cells");
  await picture("studio-broken");
  await accessible("with mistakes");
  await replace("\n.\n\n:8", "\n.*\n\n:8");
  await contains("#verdict", "0 errors");
  const time = Number(await page.$eval("#board", (board) => board.dataset.keyToBoard));
  expect(time > 0 && time < 2000, `${time} ms from key to board`);

  // Tests are green, then red.
  await page.keyboard.press("F9");
  await contains("#tests", "all 3 tests pass");
  await replace(";lib(a)>1", ";lib(a)>9");
  await page.keyboard.press("F9");
  await contains("#tests", "2 of 3 tests fail");
  await contains("#tests", "does not fire: constraint: lib(a)>9 is 0");
  await replace(";lib(a)>9", ";lib(a)>1");
  await page.keyboard.press("F9");
  await contains("#tests", "all 3 tests pass");

  // Census, and a comparison of the text with the file.
  await page.click("#run-census");
  await contains("#table", "census of");
  await contains("#table", "Bend");
  await page.click("#run-compare");
  await contains("#table", "moves changed");

  // An illegal move is refused in words; a legal one is played by a click.
  await page.focus("#board");
  expectsRefusal = true;
  for (let step = 0; step < 1; step += 1) await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await contains("#said", "black at B2");
  expectsRefusal = false;
  const board = await page.$("#board svg");
  const box = await board.boundingBox();
  // The middle of seven lines.
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await contains("#state", "last move D4");
  await page.keyboard.press("u");
  await contains("#state", "move 0,");

  // Saving; dark; the keys; a phone.
  await replace("value(40)", "value(41)");
  await contains("#unsaved", "not saved: mine.db");
  await contains("#verdict", "0 errors");
  await page.keyboard.down("Control");
  await page.keyboard.press("s");
  await page.keyboard.up("Control");
  await contains("#said", "mine.db saved");
  expect((await text("#unsaved")) === "", "saved, and still called unsaved");
  await page.click("#theme");
  await page.click("#theme");
  expect((await text("#theme")) === "Theme: dark", `after two clicks: ${await text("#theme")}`);
  await record.uploadFile(file);
  await contains("#state", `move ${end},`);
  await page.focus("#board");
  await page.keyboard.press("Home");
  for (let number = 1; number <= 30; number += 1) {
    await page.keyboard.press("PageDown");
    await contains("#state", `move ${number},`);
  }
  await layer("3", "values", "candidates for");
  await accessible("dark, chosen");
  await picture("studio-dark");
  await page.click("#theme");
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]);
  await accessible("dark, as the system has it");
  await layer("5", "reasons", "reasons for");
  await page.keyboard.press("?");
  await contains("#key-list", "from the editor to the board");
  expect(await page.$eval("#keys", (dialog) => dialog.open), "no keys after ?");
  await accessible("the keys");
  await picture("studio-keys");
  await page.keyboard.press("Escape");
  await page.setViewport({ width: 390, height: 800, isMobile: true, hasTouch: true });
  await picture("studio-phone");
}

/** Types digits into a comment of a large source; prints the times from key to board. */
async function keys() {
  await page.setViewport({ width: 1360, height: 1000 });
  await open(url);
  await page.select("#file", file);
  await page.focus("#board");
  for (const [col, row] of [[3, 3], [15, 15], [15, 3], [3, 15], [2, 9], [16, 9], [9, 9], [9, 2]]) {
    const before = await text("#state");
    const box = await (await page.$("#board svg")).boundingBox();
    const unit = box.width / 496;
    await page.mouse.click(box.x + (32 + 24 * col) * unit, box.y + (32 + 24 * row) * unit);
    await until("a move", (before) => document.getElementById("state").textContent !== before, before);
  }
  await page.$eval("#text", (area) => {
    area.focus();
    area.setSelectionRange(0, 0);
  });
  await page.keyboard.type("#");
  const times = {};
  for (const [key, name, words] of [["1", "fits", "diagrams for"], ["2", "fires", "patterns that fire"]]) {
    await layer(key, name, words);
    await page.focus("#text");
    times[name] = [];
    for (let number = 0; number < 12; number += 1) {
      await page.$eval("#board", (board) => { delete board.dataset.keyToBoard; });
      await page.keyboard.type("x");
      await until("the board", (name) => {
        const { keyToBoard, layer } = document.getElementById("board").dataset;
        return keyToBoard !== undefined && layer === name;
      }, name);
      times[name].push(Number(await page.$eval("#board", (board) => board.dataset.keyToBoard)));
    }
  }
  const median = (all) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)];
  for (const [name, all] of Object.entries(times)) {
    console.log(`${name}: key to board median ${median(all)} ms, slowest ${Math.max(...all)} ms`);
    expect(median(all) < 1000, `${name}: key to board ${all}`);
  }
}

try {
  await (task === "author" ? author() : keys());
} catch (error) {
  problems.push(error.message);
  if (pictures) await page.screenshot({ path: join(pictures, "problem.png"), fullPage: true });
}
await browser.close();
for (const problem of problems) console.log(problem);
process.exit(problems.length > 0 ? 1 : 0);
