// Asks the clients of the AI SDK what they take: exports their schema, walks all short streams, and reads what this crate sends.
//
//     npm install && node judge_vercel.mjs

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as seven from 'ai';
import * as five from 'ai-5';
import * as six from 'ai-6';

const versions = { '5.0.277': five, '6.0.326': six, '7.0.173': seven };
const recorded = new URL('../vercel/', import.meta.url);
const snapshots = new URL('../../snapshots/', import.meta.url);
const write = (name, text) => writeFileSync(new URL(name, recorded), `${text.trimEnd()}\n`);

// What they say of one chunk. Their check that a type begins with `data-` is a function, which no schema can hold: it becomes the pattern.
for (const [name, folder, file] of [['5', 'ai-5', 'dist/index.mjs'], ['6', 'ai-6', 'dist/index.mjs'], ['7', 'ai', 'dist/index.js']]) {
    const path = createRequire(import.meta.url).resolve(`${folder}/package.json`).replace('package.json', file);
    const code = readFileSync(path, 'utf8');
    const check = /z\$?\d*\.custom\(\s*\(value\) => typeof value === "string" && value\.startsWith\("data-"\),\s*\{ message: ['"].*?['"] \}\s*\)/;
    if (!check.test(code)) throw new Error(`${folder}: the check is another one`);
    const changed = path.replace(/index\.(m?js)$/, 'exported.$1');
    writeFileSync(changed, `import { string as anyText } from 'zod/v4';\n${code.replace(check, 'anyText().regex(/^data-/)')}`);
    const { uiMessageChunkSchema } = await import(changed);
    write(`schema_${name}.json`, JSON.stringify(await uiMessageChunkSchema().jsonSchema));
}

const streamed = chunks =>
    new ReadableStream({
        start(controller) {
            chunks.forEach(chunk => controller.enqueue(structuredClone(chunk)));
            controller.close();
        },
    });

/** What a version's reader says of these chunks; nothing, if it takes them. */
async function refusal(ai, chunks) {
    const errors = [];
    try {
        const read = ai.readUIMessageStream({ stream: streamed(chunks), onError: error => errors.push(error.message) });
        for await (const _ of read);
    } catch (error) {
        errors.push(error.message);
    }
    return errors.find(message => message !== ERROR_TEXT);
}

// What they say of the order: for every stream of up to this many chunks that all versions take, what one of them does not take next.
const LENGTH = 3;
const ERROR_TEXT = 'no';
const alphabet = {
    a: { type: 'start', messageId: '1' },
    b: { type: 'start-step' },
    c: { type: 'finish-step' },
    f: { type: 'finish', finishReason: 'stop' },
    e: { type: 'error', errorText: ERROR_TEXT },
    i: { type: 'tool-input-available', toolCallId: '1', toolName: 'look', input: {}, dynamic: true },
    j: { type: 'tool-input-start', toolCallId: '1', toolName: 'look', dynamic: true },
    k: { type: 'tool-input-delta', toolCallId: '1', inputTextDelta: '{' },
    o: { type: 'tool-output-available', toolCallId: '1', output: 1, dynamic: true },
    x: { type: 'tool-output-error', toolCallId: '1', errorText: 'not found', dynamic: true },
    t: { type: 'text-start', id: '2' },
    u: { type: 'text-delta', id: '2', delta: 'hm' },
    v: { type: 'text-end', id: '2' },
    d: { type: 'data-noted', id: '3', data: 1 },
    q: { type: 'tool-approval-request', approvalId: '4', toolCallId: '1' },
};
const since = { q: ['6.0.326', '7.0.173'] };
const lines = Object.entries(alphabet).map(([letter, chunk]) => `${letter} = ${JSON.stringify(chunk)}`);
let level = [''];
for (let length = 0; length <= LENGTH; length += 1) {
    const next = [];
    for (const path of level) {
        let refused = '';
        for (const letter of Object.keys(alphabet)) {
            const stream = path + letter;
            const chunks = [...stream].map(letter => alphabet[letter]);
            const asked = Object.keys(versions).filter(version => [...stream].every(letter => !since[letter] || since[letter].includes(version)));
            const said = await Promise.all(asked.map(version => refusal(versions[version], chunks)));
            const first = said.findLast(reason => reason !== undefined);
            if (first === undefined) next.push(stream);
            else refused += letter;
        }
        lines.push(`${path} | ${refused}`.trimEnd());
    }
    level = next;
}
write('order.txt', lines.join('\n'));
console.log(lines.length, 'lines');

/** What the chat of this version makes of a body. */
async function read(ai, body) {
    class Chat extends ai.AbstractChat {
        constructor(init) {
            const state = {
                status: 'ready',
                messages: [],
                pushMessage: message => state.messages.push(message),
                popMessage: () => state.messages.pop(),
                replaceMessage: (index, message) => (state.messages[index] = message),
                snapshot: value => structuredClone(value),
            };
            super({ ...init, state });
        }
    }
    const fetch = async () => new Response(body, { headers: { 'x-vercel-ai-ui-message-stream': 'v1' } });
    const chat = new Chat({ id: 's1', transport: new ai.DefaultChatTransport({ fetch }) });
    await chat.sendMessage({ text: 'What does Acme owe?' });
    const [asked, message] = chat.messages;
    // What it sends with the next question.
    await ai.validateUIMessages({ messages: [asked, message] });
    return { status: chat.status, error: chat.error?.message, message, forModel: await ai.convertToModelMessages([message]) };
}

// What they make of what this crate sends.
const judged = {};
for (const file of readdirSync(snapshots).filter(file => file.startsWith('events__vercel__'))) {
    const text = readFileSync(new URL(file, snapshots), 'utf8').split('---\n').slice(2).join('---\n').trimEnd() + '\n\n';
    const streams = text.split('=== the next message ===\n\n');
    judged[file.slice('events__vercel__'.length, -'.snap'.length)] = await Promise.all(
        streams.map(async stream => {
            const made = {};
            for (const [version, ai] of Object.entries(versions)) made[version] = await read(ai, stream);
            return { stream, ...made };
        }),
    );
}
write('judged.json', JSON.stringify(judged, null, 1));
