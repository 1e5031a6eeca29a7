// A reader with a browser, and what is checked.
const { readFileSync } = require("node:fs");
const { availableParallelism, loadavg } = require("node:os");
const { chromium } = require("playwright-core");

const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const outcome = { failed: 0, checks: 0, figures: {} };

const check = (what, holds, more = "") => {
  console.log(`${holds ? "ok  " : "FAIL"} ${what}${more ? `: ${more}` : ""}`);
  outcome.checks += 1;
  if (!holds) outcome.failed += 1;
};

// A figure with its bound. Where others use the machine, only ten times the bound is a failure.
const figure = (name, what, ms, bound) => {
  const load = loadavg()[0] / availableParallelism();
  const allowed = load > 1.5 ? bound * 10 : bound;
  outcome.figures[name] = { p50_ms: percentile(ms, 0.5), p95_ms: percentile(ms, 0.95), samples: ms.length, bound_ms: bound, load: Number(load.toFixed(1)) };
  const { p50_ms: p50, p95_ms: p95 } = outcome.figures[name];
  const busy = load > 1.5 ? `, on a machine with ${load.toFixed(1)} programs for each core` : "";
  check(what, p95 <= allowed, `p50 ${p50} ms, p95 ${p95} ms of ${bound} ms${busy}`);
};

const percentile = (times, share) => {
  const sorted = times.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]);
};

const launch = () => chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });

// A reader who is let in. What the console says, dialogs, and requests to elsewhere are kept.
const enter = async (browser, program, options = {}) => {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, ...options });
  const page = await context.newPage();
  const link = await program.link();
  page.origin = new URL(link).origin;
  watch(page);
  await page.goto(link);
  await page.waitForURL(`${page.origin}/`);
  return page;
};

const watch = (page) => {
  page.said = [];
  page.outside = [];
  page.on("console", (message) => message.type() === "error" && page.said.push(message.text()));
  page.on("pageerror", (error) => page.said.push(String(error)));
  page.on("dialog", (dialog) => { page.said.push(`dialog ${dialog.message()}`); dialog.dismiss(); });
  page.on("request", (request) => request.url().startsWith(page.origin) || page.outside.push(request.url()));
};

// Another tab of the same reader.
const tab = async (page, path) => {
  const other = await page.context().newPage();
  other.origin = page.origin;
  watch(other);
  await other.goto(page.origin + path);
  return other;
};

const quiet = (what, page) => {
  check(`${what}: the console has no errors`, page.said.length === 0, page.said.join("; "));
  check(`${what}: no request off the origin`, page.outside.length === 0, page.outside.join(", "));
};

// axe comes by the protocol of the browser: the policy of the page stays on.
const violations = async (page) => {
  const session = await page.context().newCDPSession(page);
  await session.send("Runtime.evaluate", { expression: axe });
  return page.evaluate(
    async (tags) => (await axe.run({ runOnly: tags })).violations.map((one) => `${one.id} ${one.nodes[0].html.slice(0, 120)}`),
    rules,
  );
};

// The text of a part of the page, its pieces apart by one blank.
const textOf = (page, selector = "main", nth = 0) =>
  page.evaluate(([selector, nth]) => {
    const all = [...document.querySelectorAll(selector)];
    const root = nth < 0 ? all.at(nth) : all[nth];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const pieces = [];
    while (walker.nextNode()) pieces.push(walker.currentNode.textContent.trim());
    return pieces.filter(Boolean).join(" ").replace(/\s+/g, " ");
  }, [selector, nth]);

const isLive = (page) => page.waitForFunction(() => document.querySelector("#connection").textContent === "Live");

module.exports = { check, enter, figure, isLive, launch, outcome, quiet, tab, textOf, violations };
