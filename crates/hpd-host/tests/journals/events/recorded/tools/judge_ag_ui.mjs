// Asks the clients of AG-UI what they take: exports their schema, walks all short streams, and reads what this crate sends.
//
//     npm install && node judge_ag_ui.mjs

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as current from '@ag-ui/client';
import { EventSchema } from '@ag-ui/core/schemas';
import * as before from 'ag-ui-client-0.0.58';
import * as core_before from 'ag-ui-core-0.0.58';
import { from, lastValueFrom, toArray } from 'rxjs';
import { toJSONSchema } from 'zod/v4';

process.env.SUPPRESS_TRANSFORMATION_WARNINGS = '';
const recorded = new URL('../ag_ui/', import.meta.url);
const snapshots = new URL('../../snapshots/', import.meta.url);
const write = (name, text) => writeFileSync(new URL(name, recorded), `${text.trimEnd()}\n`);

// What they say of one event.
write('schema.json', JSON.stringify(toJSONSchema(EventSchema, { unrepresentable: 'any' })));

/** What a version's order check says of these events; nothing, if it takes them. */
async function refusal(client, events) {
    try {
        await lastValueFrom(from(events).pipe(client.verifyEvents(false), toArray()));
    } catch (error) {
        return error.message;
    }
}

// What they say of the order: for every stream of up to this many events that both versions take, what must not come next; behind that, what
// only the older one refuses.
const LENGTH = 4;
const alphabet = {
    a: { type: 'RUN_STARTED', threadId: 's', runId: '1' },
    b: { type: 'RUN_STARTED', threadId: 's', runId: '2' },
    f: { type: 'RUN_FINISHED', threadId: 's', runId: '1' },
    e: { type: 'RUN_ERROR', message: 'no' },
    s: { type: 'STEP_STARTED', stepName: 'look' },
    t: { type: 'STEP_FINISHED', stepName: 'look' },
    c: { type: 'TOOL_CALL_START', toolCallId: '1', toolCallName: 'look' },
    d: { type: 'TOOL_CALL_ARGS', toolCallId: '1', delta: '{}' },
    g: { type: 'TOOL_CALL_END', toolCallId: '1' },
    r: { type: 'TOOL_CALL_RESULT', messageId: '1', toolCallId: '1', content: '1', role: 'tool' },
    m: { type: 'TEXT_MESSAGE_START', messageId: '2', role: 'assistant' },
    n: { type: 'TEXT_MESSAGE_CONTENT', messageId: '2', delta: 'hm' },
    o: { type: 'TEXT_MESSAGE_END', messageId: '2' },
    p: { type: 'STATE_SNAPSHOT', snapshot: {} },
    u: { type: 'CUSTOM', name: 'noted', value: 1 },
};
const lines = Object.entries(alphabet).map(([letter, event]) => `${letter} = ${JSON.stringify(event)}`);
let level = [''];
for (let length = 0; length <= LENGTH; length += 1) {
    const next = [];
    for (const path of level) {
        let [refused, refused_before] = ['', ''];
        for (const letter of Object.keys(alphabet)) {
            const stream = path + letter;
            const events = [...stream].map(letter => alphabet[letter]);
            const [now, then] = [await refusal(current, events), await refusal(before, events)];
            if (now === undefined && then === undefined) next.push(stream);
            else if (now === undefined) refused_before += letter;
            else if (then === undefined) throw new Error(`Only the newer one refuses ${stream}: ${now}`);
            else refused += letter;
        }
        lines.push(`${path} | ${refused} | ${refused_before}`.trimEnd());
    }
    level = next;
}
write('order.txt', lines.join('\n'));
console.log(lines.length, 'lines');

/** What the client of this version makes of a body, whatever it warns of. */
async function read(client, body) {
    const [warnings, errors] = [[], []];
    console.warn = (...words) => warnings.push(words.join(' '));
    const fetch = async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    const agent = new client.HttpAgent({ url: 'http://localhost/', threadId: 's1', fetch });
    // The older version has no way to be given a `fetch`.
    globalThis.fetch = fetch;
    try {
        await agent.runAgent({ runId: 't1' }, { onRunErrorEvent: ({ event }) => errors.push(event.message) });
    } catch (error) {
        return { refused: error.message };
    }
    return { messages: agent.messages, interrupts: agent.pendingInterrupts ?? [], errors, warnings };
}

// What they make of what this crate sends.
const judged = {};
for (const file of readdirSync(snapshots).filter(file => file.startsWith('events__ag_ui__'))) {
    const stream = readFileSync(new URL(file, snapshots), 'utf8').split('---\n').slice(2).join('---\n').trimEnd() + '\n\n';
    for (const frame of stream.trim().split('\n\n')) {
        const event = JSON.parse(frame.slice('data: '.length));
        EventSchema.parse(event);
        core_before.EventSchemas.parse(event);
    }
    judged[file.slice('events__ag_ui__'.length, -'.snap'.length)] = {
        stream,
        '0.0.58': await read(before, stream),
        '1.0.0': await read(current, stream),
    };
}
write('judged.json', JSON.stringify(judged, null, 1));
