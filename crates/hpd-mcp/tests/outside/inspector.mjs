// The server with the Inspector's command line: inspector.mjs LAUNCHER SERVER. Each request is a process of its own.
import { execFileSync } from "node:child_process";

const [launcher, server] = process.argv.slice(2);

function inspect(...options) {
    const args = [launcher, "--cli", server, ...options];
    return JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }));
}

function check(name, condition, seen) {
    if (!condition) {
        console.error(`FAILED ${name}: ${JSON.stringify(seen)}`);
        process.exit(1);
    }
    console.log(`ok ${name}`);
}

const call = (name, ...values) =>
    inspect("--method", "tools/call", "--tool-name", name, ...values.flatMap((value) => ["--tool-arg", value]));

const { tools } = inspect("--method", "tools/list");
check("list", tools.some((tool) => tool.name === "add"), tools);
const added = call("add", "a=1", "b=2");
check("call", added.structuredContent.sum === 3, added);
const { resources } = inspect("--method", "resources/list");
check("documents", resources.some((resource) => resource.uri.endsWith("/order.md")), resources);
const uri = "skill://close-month/references/order.md";
const { contents } = inspect("--method", "resources/read", "--uri", uri);
check("document", contents[0].text === "Accruals first.", contents);

const constant = (...options) => inspect("--lists", "constant", ...options);
check("constant list", constant("--method", "tools/list").tools.some((tool) => tool.name === "call_function"));
