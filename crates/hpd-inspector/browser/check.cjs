// The pages in a browser. Each check is a line: what holds, or what does not.
const { mkdirSync, readFileSync } = require("node:fs");
const { chromium } = require("playwright-core");
const { Program } = require("./program.cjs");

const isQuick = process.argv.includes("--quick");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const shots = "docs/inspector";
let failed = 0;

const check = (what, holds, more = "") => {
  console.log(`${holds ? "ok  " : "FAIL"} ${what}${more ? `: ${more}` : ""}`);
  if (!holds) failed += 1;
};

const launch = () => chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });

// A reader who is let in. What the console says, and dialogs, are kept.
const enter = async (browser, program, options = {}) => {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, ...options });
  const page = await context.newPage();
  page.said = [];
  page.on("console", (message) => message.type() === "error" && page.said.push(message.text()));
  page.on("pageerror", (error) => page.said.push(String(error)));
  page.on("dialog", (dialog) => { page.said.push(`dialog ${dialog.message()}`); dialog.dismiss(); });
  page.outside = [];
  const link = await program.link();
  const origin = new URL(link).origin;
  page.on("request", (request) => request.url().startsWith(origin) || page.outside.push(request.url()));
  page.origin = origin;
  await page.goto(link);
  await page.waitForURL(`${origin}/`);
  return page;
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

const conversation = async (program) => {
  program.say("> Record ₹5000 payment from Acme Corp");
  await program.call("create_payment", { AccountId: "ACC-1000" });
  await program.call("get_all_invoices", {});
  await program.call("create_payment", '{"AccountId": "ACC-1000", "Amount": "5000", "Applications": [{"InvoiceId": "INV-042", "Amount": 5000}],}');
  program.say("> Move the due date");
  await program.call("update_invoice", { InvoiceId: "INV-042", DueDate: "2026-04-01" });
  await program.call("get_trial_balance", {});
};

const pages = ["/", "/session/desk", "/session/desk/thinking", "/search?tool=create_payment", "/approvals", "/health", "/tools?session=desk"];
const nameOf = (path) => path.replace(/\?.*/, "").replaceAll("/", "-").replace(/^-/, "") || "sessions";

const accessibility = async (browser, program) => {
  mkdirSync(shots, { recursive: true });
  for (const colorScheme of isQuick ? ["light"] : ["light", "dark"]) {
    const page = await enter(browser, program, { colorScheme });
    for (const path of isQuick ? ["/session/desk"] : pages) {
      await page.goto(page.origin + path);
      await page.waitForTimeout(200);
      const found = await violations(page);
      check(`axe ${colorScheme} ${path}`, found.length === 0, found.join("; "));
      if (!isQuick) await page.screenshot({ path: `${shots}/${nameOf(path)}-${colorScheme}.png`, fullPage: true });
    }
    check(`console ${colorScheme}`, page.said.length === 0, page.said.join("; "));
    check(`no request off the origin, ${colorScheme}`, page.outside.length === 0, page.outside.join(", "));
    await page.context().close();
  }
  const page = await enter(browser, program);
  await page.evaluate(() => {
    const main = document.querySelector("main");
    for (const name of ["img", "button", "input"]) main.append(document.createElement(name));
  });
  const control = await violations(page);
  check("axe finds three mistakes on a control page", control.length >= 3, control.map((one) => one.split(" ")[0]).join(", "));
  await page.context().close();
};

const narrow = async (browser, program) => {
  const page = await enter(browser, program, { viewport: { width: 320, height: 640 } });
  for (const path of pages) {
    await page.goto(page.origin + path);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    check(`320 px ${path}`, width <= 320, `${width} px`);
    if (path === "/session/desk") await page.screenshot({ path: `${shots}/session-desk-narrow.png` });
  }
  await page.context().close();
};

const tabTo = async (page, is) => {
  for (let presses = 0; presses < 200; presses += 1) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(is)) return true;
  }
  return false;
};

// From the first page to an approval by phrase, without a mouse.
const keyboard = async (browser, program) => {
  await program.call("void_invoice", { InvoiceId: "INV-042" });
  const page = await enter(browser, program);
  check("Tab reaches the approvals", await tabTo(page, () => document.activeElement.textContent === "Approvals"));
  await page.keyboard.press("Enter");
  await page.waitForURL(/approvals/);
  const isPhrase = () => document.activeElement.name === "phrase";
  check("Tab reaches the phrase", await tabTo(page, isPhrase));
  await page.keyboard.type("VOID INV-041");
  await page.keyboard.press("Enter");
  const form = page.locator("form", { has: page.locator("[name=phrase]") });
  await page.waitForFunction(() => [...document.querySelectorAll("form [role=status]")].some((one) => one.textContent));
  const said = await form.locator("[role=status]").textContent();
  check("a wrong phrase is refused, with the tries", said.includes("2 more tries are left"), said);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("VOID INV-042");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("form[data-done]"));
  const done = await form.locator("[role=status]").textContent();
  check("the right phrase runs the call", done.includes("INV-042"), done.slice(0, 120));
  await page.goto(`${page.origin}/session/desk`);
  const card = page.locator("article", { hasText: "Decision" }).last();
  check("the card says who decided", (await card.textContent()).includes("via inspector"));
  check("console, by keyboard", page.said.length === 0, page.said.join("; "));
  await page.context().close();
};

const percentile = (times, share) => times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))];

// Cards in a second browser, as they happen: hostile texts that never run.
const live = async (other, program, where, session = "desk") => {
  const page = await enter(other, where);
  await page.goto(`${page.origin}/session/${session}`);
  await page.waitForFunction(() => document.querySelector("#connection").textContent === "Live");
  await page.evaluate(() => {
    window.painted = new Map();
    new MutationObserver((changes) => {
      for (const change of changes) {
        for (const node of change.addedNodes) {
          const mark = node.textContent?.match(/MARK-\d+/)?.[0];
          if (mark && !painted.has(mark)) requestAnimationFrame(() => setTimeout(() => painted.set(mark, Date.now())));
        }
      }
    }).observe(document.querySelector("[data-live]"), { childList: true });
  });
  const shapes = ["<img src=x onerror=alert(1)>", "<script>alert(1)</script>", "</pre><svg onload=alert(1)>", "\"><iframe srcdoc=x>"];
  const times = [];
  for (let number = 0; number < 40; number += 1) {
    const began = Date.now();
    await program.call("get_all_invoices", { ContactId: `MARK-${number} ${shapes[number % shapes.length]}` });
    await page.waitForFunction((mark) => painted.has(mark), `MARK-${number}`, { polling: 5 });
    times.push((await page.evaluate((mark) => painted.get(mark), `MARK-${number}`)) - began);
  }
  const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
  check(`40 hostile cards in a second browser, submit to paint`, page.said.length === 0, `p50 ${p50} ms, p95 ${p95} ms ${page.said.join("; ")}`);
  await page.context().close();
  return p95;
};

const main = async () => {
  const program = new Program();
  await program.line();
  await conversation(program);
  const browser = await launch();
  await accessibility(browser, program);
  await keyboard(browser, program);
  if (!isQuick) {
    await narrow(browser, program);
    const other = await launch();
    await live(other, program, program);
    await other.close();
  }
  await browser.close();
  program.end();
  console.log(failed === 0 ? "inspector: all checks hold" : `inspector: ${failed} checks do not hold`);
  process.exit(failed === 0 ? 0 : 1);
};

main().catch((error) => { console.error(error); process.exit(1); });
