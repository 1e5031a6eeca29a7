// The script of the pages, with answers that a program gives seldom: figures that are counted for long, and many live cards.
const { check, enter, isLive, quiet } = require("./reader.cjs");

// Only the figures change while they are counted. The focus stays, and a program that does not answer is said.
const counting = async (browser, program) => {
  const page = await enter(browser, program);
  const part = (share) => (html) => html.replace("</main>", `<div data-refresh><p role="status">Counting: ${share}</p></div></main>`);
  const answers = [part("10 %"), null, part("20 %"), (html) => html];
  await page.route("**/health?span=all", async (route) => {
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (!answer) return route.abort();
    const response = await route.fetch();
    return route.fulfill({ response, body: answer(await response.text()) });
  });
  const says = (text) => page.waitForFunction((text) => document.querySelector("[data-refresh]")?.textContent === text, text);
  await page.goto(`${page.origin}/health?span=all`);
  await says("Counting: 10 %");
  await page.evaluate(() => { window.link = document.querySelector("main nav a[href*='span=week']"); window.link.focus(); });
  await page.waitForFunction(() => document.querySelector("#connection").textContent.includes("trying again"));
  check("a program that does not answer is said", true);
  await says("Counting: 20 %");
  const stays = await page.evaluate(() => window.link === document.activeElement && document.querySelector("#connection").textContent === "");
  check("only the figures change while they are counted", stays);
  await page.waitForFunction(() => !document.querySelector("[data-refresh]"));
  const hasFocus = await page.evaluate(() => document.activeElement.getAttribute("href")?.includes("span=week"));
  check("the focus is where it was when all figures are there", hasFocus);
  // The cookie ends while figures are counted.
  answers.splice(0, answers.length, part("30 %"));
  await page.goto(`${page.origin}/health?span=all`);
  await says("Counting: 30 %");
  await page.unroute("**/health?span=all");
  await page.context().clearCookies();
  await page.waitForFunction(() => document.querySelector("#connection").textContent === "No connection: open a new link, or load the page again");
  check("a link that has ended is said while figures are counted", true);
  await page.context().close();
};

// Cards that come in another order than their calls began, and more of them than a page has.
const order = async (browser, program) => {
  const page = await enter(browser, program);
  const card = (number) => {
    const html = `<article class="card" id="c-${number}" data-entry="${number}" data-seq="${number}"><h2>call ${number}</h2></article>`;
    return `event: card\nid: ${number}\ndata: ${JSON.stringify({ id: `c-${number}`, html })}\n\n`;
  };
  // 1002, 1001, 1004, 1003, .. and the first two again.
  const numbers = Array.from({ length: 310 }, (_, at) => 1001 + (at ^ 1));
  const body = [...numbers, 1002, 1001].map(card).join("");
  await page.route("**/live?*", (route) => route.fulfill({ contentType: "text/event-stream", body }));
  await page.goto(`${page.origin}/session/nobody`);
  await page.waitForFunction(() => document.getElementById("c-1310"));
  const [shown, older] = await page.evaluate(() => [
    [...document.querySelectorAll("#cards article")].map((card) => Number(card.dataset.entry)),
    [...document.querySelectorAll("nav a[rel=next]")].map((link) => link.getAttribute("href")),
  ]);
  const wanted = Array.from({ length: 300 }, (_, at) => 1011 + at);
  check("live cards are in the order of their calls, the newest 300", JSON.stringify(shown) === JSON.stringify(wanted), `${shown.length} from ${shown[0]}`);
  check("older calls begin before the first card that is left", older.join() === "/session/nobody?before=1011", older.join());
  quiet("order of live cards", page);
  await page.context().close();
};

const question = (page, text) => page.locator("article.asked", { hasText: text }).last();

// The page of approvals: what comes while there is no stream, answers that come late, and a question without a form.
const lists = async (browser, program) => {
  const page = await enter(browser, program);
  const ask = (text) => program.call("update_invoice", { InvoiceId: "INV-042", Reference: text });
  // A question between the page and its stream, which has no frame of it. The second stream begins later.
  let streams = 0;
  await page.route("**/changes", async (route) => {
    streams += 1;
    await ask(`gap-${streams}`);
    return route.fulfill({ contentType: "text/event-stream", body: "retry: 300\n\n" });
  });
  await page.goto(`${page.origin}/approvals`);
  await question(page, "gap-1").waitFor();
  check("a question that comes before the stream is shown", true);
  await question(page, "gap-2").waitFor();
  check("a question that comes between two streams is shown", true);
  await page.unrouteAll({ behavior: "wait" });
  await page.goto(`${page.origin}/approvals`);
  await isLive(page);
  await page.waitForTimeout(500);
  // Answers that take longer than the next change.
  const [most, now] = [[], { running: 0 }];
  await page.route("**/approvals", async (route) => {
    now.running += 1;
    most.push(now.running);
    const response = await route.fetch();
    await new Promise((done) => setTimeout(done, most.length === 1 ? 900 : 50));
    now.running -= 1;
    return route.fulfill({ response });
  });
  await ask("late-1");
  await page.waitForTimeout(500);
  await ask("late-2");
  await question(page, "late-2").waitFor();
  await page.waitForTimeout(1000);
  const closed = await page.locator("form[data-done]").count();
  check("a late answer closes no open question", closed === 0 && Math.max(...most) === 1, `${closed} closed, ${most.length} updates, at most ${Math.max(...most)} at a time`);
  await page.unrouteAll({ behavior: "wait" });
  // A question that another process has to be given, and its end.
  const card = '<article class="card asked" id="q-elsewhere"><h2>elsewhere</h2><p role="status"></p></article>';
  const first = async (route) => {
    const response = await route.fetch();
    return route.fulfill({ response, body: (await response.text()).replace(/(<div data-changes[^>]*>)/, `$1${card}`) });
  };
  await page.route("**/approvals", first, { times: 1 });
  await page.goto(`${page.origin}/approvals`);
  await page.locator("#q-elsewhere [role=status]", { hasText: "not open any more" }).waitFor();
  check("a question without a form is told of its end", true);
  quiet("lists", page);
  await page.context().close();
};

// Lines that come while the page is open have their time, as those before.
const thinking = async (browser, program) => {
  const page = await enter(browser, program);
  await page.goto(`${page.origin}/session/desk/thinking`);
  await isLive(page);
  const count = await page.locator("#thinking li").count();
  await program.call("get_all_invoices", {});
  await page.waitForFunction((count) => document.querySelectorAll("#thinking li").length > count, count);
  const bare = await page.locator("#thinking li:not(:has(time[datetime]))").count();
  check("each line has its time", bare === 0, `${bare} have none`);
  quiet("lines with times", page);
  await page.context().close();
};

module.exports = { counting, lists, order, thinking };
