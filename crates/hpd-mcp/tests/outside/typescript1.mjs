// The server with the TypeScript SDK 1.x: typescript1.mjs SERVER URL.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema, ToolListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { run } from "./typescript.mjs";

await run({
    connect: async (client, { command, args, url }) => {
        const transport = url
            ? new StreamableHTTPClientTransport(new URL(url))
            : new StdioClientTransport({ command, args, stderr: "ignore" });
        await client.connect(transport);
    },
    client: (capabilities) => new Client({ name: "outside", version: "1" }, { capabilities }),
    onElicit: (client, answer) => client.setRequestHandler(ElicitRequestSchema, (request) => answer(request.params)),
    onListChanged: (client, tell) => client.setNotificationHandler(ToolListChangedNotificationSchema, tell),
    call: (client, name, args, options) => client.callTool({ name, arguments: args }, undefined, options),
});
