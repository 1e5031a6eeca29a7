// What both versions of the TypeScript SDK have to do with the server.

const [command, url] = process.argv.slice(2);
const ANSWERS = { phrase: "VOID INV-7", phone: "555-1234" };

function check(name, condition, seen) {
    if (!condition) {
        console.error(`FAILED ${name}: ${JSON.stringify(seen)}`);
        process.exit(1);
    }
    console.log(`ok ${name}`);
}

const textOf = (result) => result.content.filter((part) => part.type === "text").map((part) => part.text).join("\n");

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export async function run(sdk) {
    const asked = [];
    let declines = false;
    const open = async (where, capabilities = { elicitation: { form: {} } }, era = undefined) => {
        const client = sdk.client(capabilities, era);
        if (capabilities.elicitation) {
            sdk.onElicit(client, async (params) => {
                asked.push(params.message);
                if (declines) return { action: "decline" };
                const fields = Object.entries(params.requestedSchema.properties ?? {});
                const content = fields.map(([name, field]) => [name, field.default ?? ANSWERS[name] ?? "x"]);
                return { action: "accept", content: Object.fromEntries(content) };
            });
        }
        let changes = 0;
        sdk.onListChanged(client, () => void changes++);
        await sdk.connect(client, where);
        const call = (name, args, options) => sdk.call(client, name, args, options);
        const names = async () => (await client.listTools()).tools.map((tool) => tool.name);
        return { client, call, names, changes: () => changes };
    };

    const growing = await open({ command, args: ["--lists", "growing"] });
    check("list", !(await growing.names()).includes("add"), await growing.names());
    check("expand", textOf(await growing.call("Math", {})).includes("add"));
    await wait(200);
    check("grown list", growing.changes() > 0 && (await growing.names()).includes("add"), growing.changes());
    const repaired = await growing.call("add", { a: 1, b: "2" });
    check("repair", repaired.structuredContent.sum === 3, repaired);
    const wrong = await growing.call("add", { a: "x", c: 1 });
    check("errors", wrong.isError && /\ba\b/.test(textOf(wrong)) && /\bc\b/.test(textOf(wrong)), wrong);
    await growing.client.close();

    const places = [{ command, args: [] }, { url }];
    const ways = (sdk.eras ?? [undefined]).flatMap((era) => places.map((where) => ({ where, era })));
    for (const { where, era } of ways) {
        const kind = `${where.url ? "http" : "stdio"}${era ? ` ${era}` : ""}`;
        const { client, call } = await open(where, undefined, era);
        const noted = await call("create_note", { text: `hello ${kind}` });
        check(`approval by form, ${kind}`, textOf(noted) === `Noted: hello ${kind}`, noted);
        const voided = await call("void_invoice", { invoice: "INV-7" });
        check(`approval by phrase, ${kind}`, textOf(voided) === "INV-7 is void.", voided);
        const day = await call("delivery_day", { item: "milk" });
        const expected = "milk arrives at 123 Main St on Monday. The driver calls 555-1234.";
        check(`missing values, ${kind}`, textOf(day) === expected, day);
        declines = true;
        const declined = await call("create_note", { text: "no" });
        check(`declined, ${kind}`, !textOf(declined).includes("Noted"), declined);
        declines = false;

        const steps = [];
        await call("count", { steps: 3 }, { onprogress: (progress) => steps.push(progress.progress) });
        check(`progress, ${kind}`, JSON.stringify(steps) === "[1,2,3]", steps);
        const abort = new AbortController();
        setTimeout(() => abort.abort("enough"), 250);
        const ended = await call("count", { steps: 600 }, { signal: abort.signal }).catch((error) => error);
        check(`cancellation, ${kind}`, ended instanceof Error || typeof ended === "string", ended);
        check(`after it, ${kind}`, textOf(await call("count", { steps: 1 })) === "Counted to 1.");

        const { resources } = await client.listResources();
        const { uri } = resources.find((resource) => resource.uri.endsWith("order.md"));
        const { contents } = await client.readResource({ uri });
        check(`document, ${kind}`, contents[0].text === "Accruals first.", contents);
        await sdk.more?.(client, era, check);
        await client.close();
    }

    const mute = await open({ command, args: [] }, {});
    const refused = await mute.call("create_note", { text: "hello" });
    check("no channel to the user", refused.isError, refused);
    await mute.client.close();
    console.log(JSON.stringify({ forms: asked.length }));
    process.exit(0);
}
