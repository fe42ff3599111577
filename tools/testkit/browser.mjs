// A headless Chromium for tests of pages.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { join } from "node:path";

/** Opens a page, and collects what goes wrong on it. `packages` is the folder with puppeteer-core.
 * `isOurs` says of an address whether the page may ask for it, `isExpected` of a message on the
 * console whether it is wanted. */
export async function open(packages, chromium, isOurs, isExpected = () => false) {
  const require = createRequire(join(packages, "package.json"));
  const { launch } = await import(pathToFileURL(require.resolve("puppeteer-core")).href);
  const problems = [];
  const browser = await launch({
    executablePath: chromium,
    // Root, as in most build machines, has no sandbox; the pages are our own.
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
  });
  const page = await browser.newPage();
  page.on("console", (message) => {
    const isBad = ["error", "warning"].includes(message.type());
    if (isBad && !isExpected(message.text())) problems.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`script: ${error.message}`));
  page.on("requestfailed", (request) => problems.push(`not loaded: ${request.url()}`));
  page.on("request", (request) => {
    const url = request.url();
    if (!isOurs(url)) problems.push(`a request to elsewhere: ${url}`);
  });
  return { browser, page, problems };
}
