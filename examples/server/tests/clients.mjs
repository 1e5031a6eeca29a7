// The clients of AG-UI and of the AI SDK hold a conversation: `node clients.mjs SERVER`, where SERVER is the built program.
// Each reads a turn with a call that waits for the user, approves it, and reads the end.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { HttpAgent } from "@ag-ui/client";
import { DefaultChatTransport, readUIMessageStream } from "ai";

const [program] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "hpd-clients-"));
const server = spawn(program, ["--port", "0", "--journal", join(folder, "clients.db")], {
  stdio: ["ignore", "pipe", "inherit"],
});

/** The server's address. */
async function address() {
  for await (const line of createInterface({ input: server.stdout })) return line;
  throw new Error("the server has ended");
}

/** `HttpAgent` checks each event and the order of all: a wrong one fails the run. */
async function ag_ui(url) {
  const agent = new HttpAgent({ url: `${url}/agent`, threadId: "thread-1" });
  agent.addMessage({ id: "1", role: "user", content: "Void INV-042" });
  const ends = [], receipts = [];
  const reader = {
    onRunFinishedEvent: ({ outcome }) => void ends.push(outcome),
    onCustomEvent: ({ event }) => void (event.name === "receipt" && receipts.push(event.value.text)),
    onRunFailed: ({ error }) => assert.fail(error),
  };

  await agent.runAgent({}, reader);
  assert.deepEqual(ends, ["interrupt"]);
  const [call] = agent.messages.flatMap((message) => message.toolCalls ?? []);
  assert.equal(call.function.name, "void_invoice");
  assert.deepEqual(JSON.parse(call.function.arguments), { invoice: "INV-042" });
  const [interrupt] = agent.pendingInterrupts;
  const { nonce, phrase } = interrupt.metadata;
  assert.equal(phrase, "VOID INV-042");

  const payload = { choice: "confirm", nonce, phrase };
  await agent.runAgent({ resume: [{ interruptId: interrupt.id, status: "resolved", payload }] }, reader);
  assert.deepEqual(ends, ["interrupt", "success"]);
  assert.deepEqual(agent.pendingInterrupts, []);
  assert.match(agent.messages.at(-1).content, /INV-042 is void\./);
  console.log(`AG-UI: ${agent.messages.map((message) => message.role).join(", ")}; receipts: ${JSON.stringify(receipts)}`);
}

/** The transport and the reader of `useChat`. The reader checks each part against the others. */
async function ai_sdk(url) {
  const transport = new DefaultChatTransport({ api: `${url}/api/chat` });
  const messages = [];
  const turn = async (...parts) => {
    messages.push({ id: String(messages.length), role: "user", parts });
    const request = { trigger: "submit-message", chatId: "chat-1", messageId: undefined, messages, abortSignal: undefined };
    const stream = await transport.sendMessages(request);
    let last;
    for await (last of readUIMessageStream({ stream, onError: (error) => assert.fail(error), terminateOnError: true }));
    messages.push(last);
    return last.parts;
  };

  let parts = await turn({ type: "text", text: "Void INV-042" });
  const call = parts.find((part) => part.toolCallId);
  assert.equal(call.toolName ?? call.type, call.type === "dynamic-tool" ? "void_invoice" : "tool-void_invoice");
  assert.deepEqual(call.input, { invoice: "INV-042" });
  const { data } = parts.find((part) => part.type === "data-mcq");
  const { pending_id, nonce, phrase } = data;
  assert.equal(phrase, "VOID INV-042");

  parts = await turn({ type: "data-answer", data: { pending_id, nonce, phrase, choice: "confirm" } });
  assert.match(parts.filter((part) => part.type === "text").map((part) => part.text).join(""), /INV-042 is void\./);
  console.log(`AI SDK: ${messages.flatMap((message) => message.parts).map((part) => part.type).join(", ")}`);
}

try {
  const url = await address();
  await ag_ui(url);
  await ai_sdk(url);
} finally {
  server.kill();
  rmSync(folder, { recursive: true, force: true });
}
