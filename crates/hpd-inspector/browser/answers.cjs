// Answers to questions: by the keyboard alone, with a reason, with changed values, and from two tabs.
const { check, enter, isLive, quiet, tab, textOf, violations } = require("./reader.cjs");

const card = (page, tool) => page.locator("article", { has: page.locator("h2", { hasText: tool }) }).last();
const said = (page, tool) => card(page, tool).locator("[role=status]");

// Waits until the form of a question says something.
const hears = async (page, tool) => {
  await said(page, tool).filter({ hasText: /\S/ }).waitFor();
  return said(page, tool).textContent();
};

// Low risk: one confirmation. The call ran once.
const confirm = async (page) => {
  await page.goto(`${page.origin}/approvals`);
  await card(page, "create_payment").locator("button[value=confirm]").click();
  const text = await hears(page, "create_payment");
  check("one click confirms a call of low risk", text.includes("PAY-"), text.slice(0, 120));
};

const tabTo = async (page, is) => {
  for (let presses = 0; presses < 200; presses += 1) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(is)) return true;
  }
  return false;
};

// From the first page to an approval by phrase, without a mouse.
// A session has the question whether INV-041 may be voided.
const keyboard = async (browser, program, session) => {
  const page = await enter(browser, program);
  check("Tab reaches the approvals", await tabTo(page, () => document.activeElement.textContent === "Approvals"));
  await page.keyboard.press("Enter");
  await page.waitForURL(/approvals/);
  const isPhrase = () => document.activeElement.name === "phrase" && document.activeElement.closest("article").textContent.includes("VOID INV-041");
  check("Tab reaches the phrase", await tabTo(page, isPhrase));
  const form = page.locator("form", { hasText: "VOID INV-041" });
  const status = form.locator("[role=status]");
  await page.keyboard.type("VOID INV-04");
  await page.keyboard.press("Enter");
  await status.filter({ hasText: "tries" }).waitFor();
  const refused = await status.textContent();
  check("a wrong phrase is refused, with the tries", refused.includes("2 more tries are left"), refused);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("VOID INV-041");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("form[data-done]"));
  const done = await status.textContent();
  check("the right phrase runs the call", done.includes("INV-041"), done.slice(0, 120));
  await page.goto(`${page.origin}/session/${session}`);
  const id = await page.evaluate(() => [...document.querySelectorAll("article")].findLast((card) => card.querySelector("h2").textContent === "void_invoice").id);
  const text = await textOf(page, `#${id}`);
  check("the card says who decided", text.includes("Verdict ✅ APPROVED") && text.includes("via inspector"));
  quiet("by keyboard", page);
  await page.context().close();
};

// A reason for no; changed values, which are asked about again.
const refuse = async (page) => {
  await page.goto(`${page.origin}/approvals`);
  await card(page, "update_invoice").locator("[name=reason]").fill("It is paid.");
  await card(page, "update_invoice").locator("button[value=cancel]").click();
  const text = await hears(page, "update_invoice");
  check("no, with a reason, tells the reason", text.includes("It is paid."), text.slice(0, 160));
};

// Enter never says yes by mistake: not beside the reason of a no, and not in a value that was not changed.
const reason = async (browser, program) => {
  const page = await enter(browser, program);
  program.say("@desk");
  await program.call("create_payment", { AccountId: "ACC-1000", Amount: 70, Applications: [{ InvoiceId: "INV-043", Amount: 70 }] });
  await page.goto(`${page.origin}/approvals`);
  const asked = card(page, "create_payment");
  await asked.locator("summary").click();
  await asked.locator("[name='edit.Amount']").press("Enter");
  const same = await hears(page, "create_payment");
  check("Enter in a value that was not changed runs nothing", same === "Nothing was done: this value is not changed.", same);
  await asked.locator("[name=reason]").fill("wrong customer");
  await asked.locator("button[value=confirm]").click();
  await said(page, "create_payment").filter({ hasText: "a reason belongs to a no" }).waitFor();
  check("yes with a reason runs nothing", true);
  await asked.locator("[name=reason]").press("Enter");
  await asked.locator("form[data-done]").waitFor();
  const text = await hears(page, "create_payment");
  check("Enter beside a reason says no, with the reason", text.includes("wrong customer") && !text.includes("PAY-"), text.slice(0, 160));
  await page.goto(`${page.origin}/session/desk`);
  const last = await textOf(page, "#cards article", -1);
  check("the card has the no, and the call did not run", last.startsWith("create_payment ▲ not carried out") && !last.includes("Status ✅ SUCCESS"), last.slice(0, 60));
  quiet("Enter in the fields of a question", page);
  await page.context().close();
};

// Without the script, nothing is sent: least of all in an address.
const scriptless = async (browser, program) => {
  await program.call("update_invoice", { InvoiceId: "INV-042", Reference: "scriptless" });
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const link = await program.link();
  await page.goto(link);
  await page.goto(`${new URL(link).origin}/approvals`);
  const asked = card(page, "update_invoice");
  await asked.locator("[name=reason]").fill("secret words");
  await asked.locator("[name=reason]").press("Enter");
  await page.waitForTimeout(200);
  const isOff = await asked.locator("button:disabled").count();
  const isSaid = await page.locator("noscript").first().isVisible();
  check("without the script nothing is sent, and the page says so", isOff === 2 && isSaid && !page.url().includes("secret"), `${isOff} ${isSaid} ${page.url()}`);
  await context.close();
};

const edit = async (page, program) => {
  await program.call("update_invoice", { InvoiceId: "INV-041", DueDate: "2026-05-01" });
  await page.goto(`${page.origin}/approvals`);
  await card(page, "update_invoice").locator("summary").click();
  await page.locator("[name='edit.DueDate']").last().fill('"2026-05-09"');
  await card(page, "update_invoice").locator("button[value=confirm]").click();
  await page.locator("article", { hasText: '"2026-05-09"' }).waitFor();
  const asked = await textOf(page, "article", -1);
  check("changed values are asked about again", asked.includes("2026-05-09") && asked.includes("Yes, update invoice"));
};

// Values that a call needs, in a form. What is wrong is beside its field; then the write is asked about.
const values = async (page, program) => {
  await program.call("place_order", { item: "tea" });
  await page.goto(`${page.origin}/approvals`);
  const form = page.locator("form", { has: page.locator("[name='value.address']") }).last();
  const phone = form.locator("[name='value.phone']");
  check("a value to confirm is in its field", (await phone.inputValue()) === "555-0000");
  await form.locator("[name='value.address']").fill("5 High St");
  const wrong = { text: "Please correct it.", done: false, fields: { phone: "phone is too short" } };
  await page.route("**/values", (route) => route.fulfill({ json: wrong }), { times: 1 });
  await form.locator("button[value=send]").click();
  await form.locator(".error", { hasText: "phone is too short" }).waitFor();
  const marked = await phone.evaluate((input) => input === document.activeElement && input.getAttribute("aria-invalid"));
  check("what is wrong with a value is beside its field, which has the focus", marked === "true", String(marked));
  const found = await violations(page);
  check("axe with a marked value", found.length === 0, found.join("; "));
  await form.locator("button[value=send]").click();
  const status = form.locator("[role=status]").filter({ hasText: "asked again" });
  await status.waitFor();
  check("values are taken, and the write is asked about", (await phone.getAttribute("aria-invalid")) === null);
  await page.locator("article", { hasText: "5 High St" }).filter({ hasText: "Yes, place order" }).waitFor();
};

// Two tabs with one question. The second is told, and so is a list of sessions.
const tabs = async (page, program) => {
  const [first, second] = [await tab(page, "/approvals"), await tab(page, "/approvals")];
  await isLive(first);
  await isLive(second);
  await program.call("void_invoice", { InvoiceId: "INV-043" });
  const question = (page) => page.locator("article", { hasText: "VOID INV-043" }).last();
  await question(first).waitFor();
  await question(second).waitFor();
  check("a new question appears in open tabs", true);
  await question(first).locator("[name=phrase]").fill("VOID INV-043");
  await question(first).locator("button[value=confirm]").click();
  const answered = question(first).locator("[role=status]").filter({ hasText: /\S/ });
  await answered.waitFor();
  check("the first tab has its answer", (await answered.textContent()).includes("INV-043"));
  const told = question(second).locator("[role=status]").filter({ hasText: "not open any more" });
  await told.waitFor();
  check("the second tab is told of the answer of the first", (await told.textContent()).includes("in another tab"));
  for (const one of [first, second]) {
    quiet("two tabs", one);
    await one.close();
  }
};

module.exports = { confirm, edit, keyboard, reason, refuse, scriptless, tabs, values };
