// Lets the server of the AI SDK answer, and keeps its bytes and headers. The model is a script; everything else is theirs.
//
//     npm install && node serve.mjs

import { writeFileSync } from 'node:fs';
import { createUIMessageStream, createUIMessageStreamResponse, dynamicTool, jsonSchema, stepCountIs, streamText, tool } from 'ai';
import * as five from 'ai-5';
import * as six from 'ai-6';
import { MockLanguageModelV4 } from 'ai/test';
import { z } from 'zod';

const recorded = new URL('../vercel/', import.meta.url);
const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };

const stream = parts => ({
    stream: new ReadableStream({
        start(controller) {
            parts.forEach(part => controller.enqueue(part));
            controller.close();
        },
    }),
});
const call = (id, toolName, input) => ({ type: 'tool-call', toolCallId: id, toolName, input: JSON.stringify(input) });
const ended = reason => ({ type: 'finish', finishReason: { unified: reason, raw: reason }, usage });
const said = text => [
    { type: 'text-start', id: '1' },
    { type: 'text-delta', id: '1', delta: text },
    { type: 'text-end', id: '1' },
];

/** A model that makes these calls, then says something. */
const calling = (...calls) => {
    const answers = [[...calls, ended('tool-calls')], [...said('Acme Corp owes 5,000.'), ended('stop')]];
    return new MockLanguageModelV4({
        doStream: async () => stream([{ type: 'stream-start', warnings: [] }, ...answers.shift()]),
    });
};

const tools = {
    find_invoices: tool({
        inputSchema: z.object({ customer: z.string() }),
        execute: async ({ customer }) => ({ id: 'INV-042', customer, due: 5000 }),
    }),
    send_reminder: dynamicTool({
        inputSchema: jsonSchema({ type: 'object' }),
        execute: async () => {
            throw new Error('The server of the mail refused.');
        },
    }),
    list_accounts: dynamicTool({ inputSchema: jsonSchema({ type: 'object' }), execute: async () => ['bank'] }),
    create_payment: tool({ inputSchema: z.object({ amount: z.number() }), needsApproval: true, execute: async () => 'paid' }),
};

const run = model => streamText({ model, tools, prompt: 'What does Acme owe?', stopWhen: stepCountIs(3), onError: () => {} });
const shown = { onError: error => error.message, generateMessageId: () => 'message_1' };

const cases = {
    call: () => run(calling(call('call_1', 'find_invoices', { customer: 'Acme Corp' }))),
    dynamic: () => run(calling(call('call_1', 'list_accounts', {}), call('call_2', 'send_reminder', { to: 'Acme Corp' }))),
    invalid_input: () => run(calling(call('call_1', 'find_invoices', { custmer: 'Acme Corp' }))),
    unknown_tool: () => run(calling(call('call_1', 'find_invoice', { customer: 'Acme Corp' }))),
    approval: () => run(calling(call('call_1', 'create_payment', { amount: 5000 }))),
    error: () => run(new MockLanguageModelV4({ doStream: async () => stream([{ type: 'error', error: new Error("The model can't be reached.") }]) })),
};

for (const [name, make] of Object.entries(cases)) {
    await keep(`ai_${name}`, make().toUIMessageStreamResponse({ ...shown, originalMessages: [] }));
}

await keep(
    'ai_data',
    createUIMessageStreamResponse({
        stream: createUIMessageStream({
            execute: ({ writer }) => {
                writer.write({ type: 'start', messageId: 'message_1' });
                writer.write({ type: 'data-looked', id: 'look_1', data: { at: 'invoices' } });
                writer.write({ type: 'data-looked', id: 'look_1', data: { at: 'invoices', found: 1 } });
                writer.write({ type: 'data-notice', data: { text: 'Looking.' }, transient: true });
                writer.merge(cases.call().toUIMessageStream({ ...shown, sendStart: false }));
            },
        }),
    }),
);

const headers = {};
for (const [version, ai] of [['5.0.277', five], ['6.0.326', six], ['7.0.173', { createUIMessageStreamResponse }]]) {
    const response = ai.createUIMessageStreamResponse({ stream: new ReadableStream({ start: c => c.close() }) });
    headers[version] = Object.fromEntries(response.headers);
}
writeFileSync(new URL('headers.json', recorded), `${JSON.stringify(headers, null, 2)}\n`);

/** Keeps what a server sends, byte for byte. */
async function keep(name, response) {
    writeFileSync(new URL(`${name}.sse`, recorded), Buffer.from(await response.arrayBuffer()));
}
