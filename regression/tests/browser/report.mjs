// Walks through a report as a reader does, in a headless Chromium, and says what is wrong.
// node report.mjs PACKAGES CHROMIUM STATIC_REPORT_FOLDER SERVER_URL [FOLDER_FOR_PICTURES]
import { pathToFileURL } from "node:url";
import { join } from "node:path";
import { open } from "../../../tools/testkit/browser.mjs";

const [packages, chromium, folder, server, pictures] = process.argv.slice(2);
const { browser, page, problems } = await open(
  packages,
  chromium,
  (url) => url.startsWith("file:") || url.startsWith("data:") || url.startsWith(server),
);

function expect(condition, text) {
  if (!condition) problems.push(`${page.url()}: ${text}`);
}

async function look(name) {
  // Not innerWidth: on a phone that grows with a page that is too wide.
  const { width } = page.viewport();
  const wide = await page.evaluate((width) => ({
    page: document.documentElement.scrollWidth,
    who: [...document.querySelectorAll("body *")]
      .filter((element) => !element.closest(".scroll, pre, svg"))
      .filter((element) => element.getBoundingClientRect().right > width + 1)
      .map((element) => element.tagName + "." + element.className)
      .slice(0, 3),
  }), width);
  expect(wide.page <= width, `the page is ${wide.page} wide in a window of ${width}: ${wide.who}`);
  if (pictures) await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
}

async function follow(selector) {
  const link = await page.$(selector);
  expect(link, `no ${selector}`);
  if (!link) throw new Error(`no ${selector}`);
  await Promise.all([page.waitForNavigation(), link.evaluate((element) => element.click())]);
}

const texts = (selector) => page.$$eval(selector, (all) => all.map((one) => one.textContent.trim()));

async function walk(start, name) {
  await page.goto(start);
  await look(`${name}-index`);
  expect((await texts("tbody th a")).includes("sample"), "no row for the suite");
  await follow("tbody th a");
  await look(`${name}-suite`);
  const numbers = "tbody td:nth-child(2)";
  expect((await texts(numbers)).join() === "1,2,3,4", `tests ${await texts(numbers)}`);
  const result = "thead th:nth-child(3) button";
  await page.click(result);
  expect((await texts(numbers)).join() === "2,3,4,1", `worst first: ${await texts(numbers)}`);
  await page.click(result);
  expect((await texts(numbers)).join() === "1,4,2,3", `best first: ${await texts(numbers)}`);
  await follow("tbody td a");
  expect((await texts("h1"))[0].startsWith("sample:1"), `heading ${await texts("h1")}`);
  const board = await page.$eval("svg.go-board", (svg) => {
    const box = svg.getBoundingClientRect();
    const stones = svg.querySelectorAll("g.black circle, g.white circle").length;
    const marks = [...svg.querySelectorAll("g > title")].map((title) => title.textContent);
    return { left: box.left, right: box.right, height: box.height, window: innerWidth, stones, marks };
  });
  expect(board.left >= 0 && board.right <= board.window && board.height > 100, "the board is cut");
  expect(board.stones === 3, `${board.stones} stones`);
  expect(board.marks.includes("C3: played and right"), `marks ${board.marks}`);
  for (const folded of await page.$$("details > summary")) await folded.click();
  expect((await texts(".trace pre"))[0].includes("<b>"), "the trace is not shown as it is");
  await look(`${name}-test`);
  const record = await page.$eval(".place a", (link) => link.href);
  expect(record.endsWith("/sgf/position.sgf"), `the record is ${record}`);
  await follow("a[rel=next]");
  expect((await texts("h1"))[0].startsWith("sample:2"), `heading ${await texts("h1")}`);
  await look(`${name}-failed`);
  await follow("a[rel=next]");
  expect((await texts(".missing")).length === 1, "no word on the missing board");
  await look(`${name}-missing`);
  await follow("header nav a:nth-child(2)");
  expect((await texts("tbody td a")).join() === "sample:2,sample:3,sample:4", `unexpected: ${await texts("tbody td a")}`);
  await look(`${name}-unexpected`);
  await follow("header nav a:nth-child(3)");
  expect((await texts("h2")).join() === "KO_READING,sample", `categories: ${await texts("h2")}`);
  await look(`${name}-categories`);
  await follow("header nav a:nth-child(4)");
  await look(`${name}-slow`);
}

try {
  const index = pathToFileURL(join(folder, "index.html")).href;
  await page.setViewport({ width: 375, height: 700, isMobile: true, hasTouch: true });
  await walk(index, "phone");
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]);
  await page.setViewport({ width: 1200, height: 900 });
  await walk(index, "desk");
  await page.emulateMediaFeatures([]);
  await walk(server, "served");
  await page.goto(`${server}test/sample/2.html`);
  await follow("form.again button");
  expect((await texts(".again tbody tr")).length === 2, "no new result beside the old one");
  expect((await texts(".again")).join().includes("Another answer"), "the change is not told");
  await look("served-again");
} catch (error) {
  problems.push(`${page.url()}: ${error.message}`);
}
await browser.close();
for (const problem of problems) console.log(problem);
process.exit(problems.length > 0 ? 1 : 0);
