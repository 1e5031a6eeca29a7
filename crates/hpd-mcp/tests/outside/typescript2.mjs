// The server with the TypeScript SDK 2.x: typescript2.mjs SERVER URL.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { run } from "./typescript.mjs";

await run({
    connect: async (client, { command, args, url }) => {
        const transport = url
            ? new StreamableHTTPClientTransport(new URL(url))
            : new StdioClientTransport({ command, args, stderr: "ignore" });
        await client.connect(transport);
    },
    eras: [undefined, "2026-07-28"],
    client: (capabilities, era) => {
        const versionNegotiation = era ? { mode: { pin: era } } : undefined;
        return new Client({ name: "outside", version: "1" }, { capabilities, versionNegotiation });
    },
    more: async (client, era, check) => {
        if (!era) return;
        const skills = new SkillsClient(client);
        const { skills: entries } = await skills.list();
        check("skills", entries.map((skill) => skill.frontmatter.name).join() === "close-month", entries);
        const document = await skills.read(entries[0], "references/order.md");
        check("document of a skill, verified", document.verified !== false, document);
    },
    onElicit: (client, answer) => client.setRequestHandler("elicitation/create", (request) => answer(request.params)),
    onListChanged: (client, tell) => client.setNotificationHandler("notifications/tools/list_changed", tell),
    call: (client, name, args, options) => client.callTool({ name, arguments: args }, options),
});
