// The script of the pages, with answers that a program gives seldom: figures that are counted for long, and many live cards.
const { check, enter, quiet } = require("./reader.cjs");

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

module.exports = { counting, order };
