// The pages in a browser. Each check is a line: what holds, or what does not.
//
//     check.cjs            everything
//     check.cjs --quick    one page and one approval
//     check.cjs --bless    everything, and if all holds, the screenshots go to docs/inspector
const { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");
const { confirm, edit, keyboard, reason, refuse, scriptless, tabs, values } = require("./answers.cjs");
const { checklist, conversation, rest } = require("./checklist.cjs");
const { Inspect, Program } = require("./program.cjs");
const { counting, lists, order, thinking } = require("./script.cjs");
const { check, enter, figure, isLive, launch, outcome, quiet, textOf, violations } = require("./reader.cjs");

const isQuick = process.argv.includes("--quick");
const place = "target/inspector-browser";
const shots = join(place, "shots");
const hostile = JSON.parse(readFileSync(join(__dirname, "hostile.json"), "utf8"));

const pages = [
  "/", "/session/desk", "/session/chat-2", "/session/desk/thinking", "/call/7", "/search?tool=create_payment", "/blocked", "/approvals",
  "/health", "/tools?session=desk", "/journal", "/nowhere",
];
// Pages with a screenshot, and whether in the dark, too.
const shown = new Map([
  ["/", ["sessions"]], ["/session/desk", ["session", "dark"]], ["/session/desk/thinking", ["thinking"]], ["/search?tool=create_payment", ["search"]],
  ["/blocked", ["blocked"]], ["/approvals", ["approvals", "dark"]], ["/health", ["health", "dark"]], ["/tools?session=desk", ["tools"]],
  ["/journal", ["journal"]], ["/call/7", ["call", "dark"]],
]);

// The begin of a page, as high as its contents, but not too high. Of the tools: from the first container on.
const shoot = async (page, name, highest = 1500) => {
  const [whole, row] = await page.evaluate(() => {
    const row = [...document.querySelectorAll("tbody tr")].find((row) => row.textContent.includes("(container)"));
    return [document.documentElement.scrollHeight, row?.getBoundingClientRect().top ?? 0];
  });
  const [x, y, width] = [0, Math.max(0, Math.round(row) - 120), page.viewportSize().width];
  await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true, clip: { x, y, width, height: Math.min(whole - y, highest) } });
};

const accessibility = async (browser, program) => {
  mkdirSync(shots, { recursive: true });
  for (const colorScheme of isQuick ? ["light"] : ["light", "dark"]) {
    const page = await enter(browser, program, { colorScheme });
    for (const path of isQuick ? ["/session/desk"] : pages) {
      // A browser reports the status of a page that is not there as an error.
      const said = page.said.length;
      await page.goto(page.origin + path);
      if (path === "/nowhere") page.said.length = said;
      await page.waitForTimeout(150);
      const found = await violations(page);
      check(`axe ${colorScheme} ${path}`, found.length === 0, found.join("; "));
      const [name, dark] = shown.get(path) ?? [];
      if (!isQuick && name && (colorScheme === "light" || dark)) await shoot(page, `${name}-${colorScheme}`, name === "call" ? 2000 : 1500);
    }
    quiet(colorScheme, page);
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
    if (path === "/session/desk") await page.screenshot({ path: `${shots}/session-narrow.png` });
  }
  await page.context().close();
};

// Times of the reader's zone; the steps again in their order; an export; a verification.
const rounds = async (browser, program) => {
  const page = await enter(browser, program, { timezoneId: "Asia/Kolkata", locale: "en-IN" });
  await page.goto(`${page.origin}/session/desk`);
  const [utc, shownAs] = await page.evaluate(() => { const time = document.querySelector(".card time"); return [time.title, time.textContent]; });
  const wanted = new Intl.DateTimeFormat("en-IN", { timeZone: "Asia/Kolkata", timeStyle: "medium" }).format(new Date(utc.replace(" UTC", "Z").replace(" ", "T")));
  check("times are those of the reader's zone", shownAs.toLowerCase().includes(wanted.toLowerCase()), `${utc} is ${shownAs}`);
  const all = await page.locator(".card").count();
  await page.locator("#replay").click();
  const early = await page.locator(".card:not([hidden])").count();
  check("a replay begins with the first card", early < all, `${early} of ${all}`);
  await page.locator("#replay").click();
  await page.waitForFunction(() => !document.querySelector(".card[hidden], .step[hidden]"));
  check("a replay can be ended", true);
  await page.goto(`${page.origin}/journal`);
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator("form[method=get] button").click()]);
  const lines = readFileSync(await download.path(), "utf8").trim().split("\n").map((line) => JSON.parse(line));
  check("an export has each event, without nonces and phrases", lines[0].entry === 1 && !lines.some((line) => line.data.nonce || line.data.phrase), `${lines.length} events`);
  await page.locator("button[value=verify]").click();
  await page.locator(".verdict").waitFor();
  check("the journal is verified", (await textOf(page)).includes("✅ Nothing was changed: verified through entry"));
  await shoot(page, "journal-verified-light");
  quiet("zone, replay, export, verification", page);
  await page.context().close();
};

// Cards in a second browser, as they happen: hostile texts that never run.
const live = async (other, program, shower, name, what, bound) => {
  const page = await enter(other, shower);
  await page.goto(`${page.origin}/session/desk`);
  await isLive(page);
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
  const times = [];
  for (const [number, text] of hostile.entries()) {
    const began = Date.now();
    await program.call("get_all_invoices", { ContactId: `MARK-${number} ${text}` });
    await page.waitForFunction((mark) => painted.has(mark), `MARK-${number}`, { polling: 5 });
    times.push((await page.evaluate((mark) => painted.get(mark), `MARK-${number}`)) - began);
  }
  figure(name, `${what}, submit to paint`, times, bound);
  const made = await page.evaluate(() => [...document.querySelectorAll("main :is(img, script, iframe, style, link, base, object, embed, video, audio, form, input, math, template)")].map((node) => node.outerHTML));
  check(`${hostile.length} hostile texts make no element`, made.length === 0, made.join(" "));
  quiet(what, page);
  await page.context().close();
};

// Hostile texts in the name of a tool, in what a tool returns, and in a question, on all pages that show them.
const strange = async (browser, program) => {
  const page = await enter(browser, program);
  // In a line, a name ends at its first blank.
  const names = hostile.map((text) => text.replace(/\s+/g, "/"));
  for (const [number, text] of hostile.entries()) {
    program.say(`@hostile-${number}`);
    await program.call(names[number], {});
    await program.call("get_invoice", { InvoiceId: text });
    await program.call("update_invoice", { InvoiceId: "INV-042", Reference: text });
  }
  program.say("@desk");
  const made = [];
  const look = async (path) => {
    await page.goto(page.origin + path);
    made.push(...(await page.evaluate(() => {
      const strange = "img, script, iframe, style, link, base, meta, object, embed, video, audio, math, template, svg, title, form[action*=evil]";
      return [...document.querySelectorAll(`main :is(${strange}), [onerror], [onload], [onfocus], [ontoggle]`)].map((node) => node.outerHTML);
    })));
  };
  let shown = 0;
  for (const [number, name] of names.entries()) {
    await look(`/session/hostile-${number}`);
    const titles = await page.locator("article h2").allTextContents();
    const results = await page.evaluate(() => [...document.querySelectorAll("article h4")].filter((head) => head.textContent === "Result").length);
    if (titles.includes(name) && results >= 2) shown += 1;
  }
  check("each name and each result is shown as a text", shown === hostile.length, `${shown} of ${hostile.length}`);
  for (const path of ["/", "/blocked", "/search?tool=get_invoice", "/search?text=alert"]) await look(path);
  await look("/approvals");
  const asked = await page.evaluate(() => [...document.querySelectorAll("article.asked")].filter((card) => card.textContent.includes("Session hostile-")).length);
  check("each hostile question is on the page of approvals", asked === hostile.length, `${asked} of ${hostile.length}`);
  check("hostile names, results and questions make no element", made.length === 0, made.slice(0, 5).join(" "));
  quiet("hostile names, results and questions", page);
  await page.context().close();
};

// The first paint of each page, in a browser that has been there before.
const paint = async (browser, program) => {
  const page = await enter(browser, program);
  const times = [];
  for (let round = 0; round < 5; round += 1) {
    for (const path of pages.filter((path) => path !== "/nowhere")) {
      await page.goto(page.origin + path);
      await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
      times.push(await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime));
    }
  }
  figure("first_paint", `first paint of ${pages.length - 1} pages`, times, 300);
  await page.context().close();
};

// A program that writes to a file, and `hpd inspect` of it.
const elsewhere = async (browser) => {
  const folder = mkdtempSync(join(tmpdir(), "hpd-inspector-"));
  const file = join(folder, "journal.db");
  const program = new Program("--journal", file);
  await program.line();
  await program.call("get_all_invoices", {});
  const inspect = new Inspect(file);
  await live(browser, program, inspect, "card_of_another_process", "cards of another process", 300);
  inspect.end();
  program.end();
  rmSync(folder, { recursive: true });
};

const main = async () => {
  const program = new Program();
  await program.line();
  await conversation(program);
  const browser = await launch();
  if (isQuick) {
    await accessibility(browser, program);
    await program.call("void_invoice", { InvoiceId: "INV-041" });
    await keyboard(browser, program, "desk");
    await reason(browser, program);
  } else {
    const page = await enter(browser, program);
    // The wait for the user counts, so the card says more than a second.
    await page.waitForTimeout(1100);
    await confirm(page);
    await rest(program);
    await checklist(page);
    await accessibility(browser, program);
    await narrow(browser, program);
    await paint(browser, program);
    await refuse(page);
    await edit(page, program);
    await values(page, program);
    // The tabs void its invoice.
    await reason(browser, program);
    await tabs(page, program);
    await keyboard(browser, program, "chat-2");
    await scriptless(browser, program);
    await rounds(browser, program);
    await counting(browser, program);
    await order(browser, program);
    await lists(browser, program);
    await thinking(browser, program);
    await strange(browser, program);
    const other = await launch();
    await live(other, program, program, "card_of_this_process", "40 cards in a second browser", 100);
    await elsewhere(other);
    await other.close();
  }
  await browser.close();
  program.end();
};

const end = () => {
  if (!isQuick) writeFileSync(join(place, "figures.json"), `${JSON.stringify(outcome.figures, null, 2)}\n`);
  if (process.argv.includes("--bless") && outcome.failed === 0) cpSync(shots, "docs/inspector", { recursive: true });
  const { checks, failed } = outcome;
  console.log(failed === 0 ? `inspector: all ${checks} checks hold` : `inspector: ${failed} of ${checks} checks do not hold`);
  process.exit(failed === 0 ? 0 : 1);
};

main().then(end, (error) => { console.error(error); process.exit(1); });
