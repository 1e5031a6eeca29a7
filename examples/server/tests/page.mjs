// Holds a conversation on the page, by keyboard: `node page.mjs SERVER CHROMIUM`, where SERVER is the built program.
// First with the script, then with a small service in the form of OpenAI's chat completions.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";

const [program, executablePath] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "hpd-page-"));
const ends = [() => rmSync(folder, { recursive: true, force: true })];

/** The server's address. */
async function serve(name, ...options) {
  const server = spawn(program, ["--port", "0", "--journal", join(folder, `${name}.db`), ...options], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  ends.push(() => server.kill());
  for await (const line of createInterface({ input: server.stdout })) return line;
  throw new Error("the server has ended");
}

/** A service that calls the tool once, and repeats what it learns. It keeps the requests. */
async function service() {
  const requests = [];
  const http = createServer(async (request, response) => {
    let text = "";
    for await (const part of request) text += part;
    const body = JSON.parse(text), last = body.messages.at(-1);
    requests.push({ url: request.url, body });
    const arguments_ = JSON.stringify({ invoice: "INV-042" });
    const message = last.role === "user"
      ? { role: "assistant", content: null, tool_calls: [{ id: "call_1", type: "function", function: { name: "void_invoice", arguments: arguments_ } }] }
      : { role: "assistant", content: `The service says: ${last.content}` };
    const choices = [{ index: 0, message, finish_reason: message.tool_calls ? "tool_calls" : "stop" }];
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ id: "1", object: "chat.completion", choices }));
  });
  await new Promise((done) => http.listen(0, "127.0.0.1", done));
  ends.push(() => http.close());
  return { requests, url: `http://127.0.0.1:${http.address().port}/v1` };
}

/** The conversation. No pointer is used. */
async function converse(browser, address, answer) {
  const page = await browser.newPage();
  const problems = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(String(error)));
  await page.goto(address);
  const { keyboard } = page, log = page.getByRole("log");

  // The field has the focus, without a click.
  await page.locator("#say input:focus").waitFor();
  await keyboard.type("Void INV-042");
  await keyboard.press("Enter");
  const question = log.locator("fieldset:not(:disabled)");
  await question.waitFor();
  assert.match(await question.innerText(), /Confirm: Void invoice\?[^]*Type "VOID INV-042" to confirm\./);
  assert.match(await log.innerText(), /waits for your confirmation/);

  // A wrong phrase: the reason, and the question again.
  await keyboard.type("VOID INV-41");
  await keyboard.press("Enter");
  await question.waitFor();
  assert.equal(await log.locator("fieldset").count(), 2);

  await keyboard.type("VOID INV-042");
  await keyboard.press("Enter");
  const receipt = log.locator(".receipt").last();
  await receipt.filter({ hasText: "carried out" }).waitFor();
  assert.equal(await receipt.innerText(), '- Void invoice (invoice: "INV-042"): carried out');
  assert.ok((await log.innerText()).includes(answer), await log.innerText());

  // The focus is in the field again; Escape cancels.
  await page.locator("#say button:enabled").waitFor();
  await keyboard.type("Void INV-042");
  await keyboard.press("Enter");
  await question.waitFor();
  await keyboard.press("Escape");
  await log.locator(".receipt").last().filter({ hasText: "you declined" }).waitFor();
  await page.locator("#say button:enabled").waitFor();
  if (process.env.HPD_SCREENSHOT) await page.screenshot({ path: process.env.HPD_SCREENSHOT, fullPage: true });
  assert.deepEqual(problems, []);
  await page.close();
}

try {
  // Chromium's sandbox does not run as root.
  const browser = await chromium.launch({ executablePath, args: process.getuid() === 0 ? ["--no-sandbox"] : [] });
  ends.push(() => browser.close());
  await converse(browser, await serve("script"), "INV-042 is void.");
  console.log("the page with the script: ok");

  const { requests, url } = await service();
  await converse(browser, await serve("service", "--model-url", url, "--model", "small"), "The service says: INV-042 is void.");
  const [{ url: path, body }] = requests;
  assert.deepEqual([path, body.model, body.messages[0].content], ["/v1/chat/completions", "small", "Void INV-042"]);
  assert.equal(body.tools[0].function.name, "void_invoice");
  console.log("the page with a service: ok");
} finally {
  for (const end of ends.reverse()) await end();
}
