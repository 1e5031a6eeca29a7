"""The server with the Python SDK, 1.x and 2.x: python.py SERVER."""

import asyncio
import importlib.metadata
import json
import sys

import mcp.types as types
from mcp import ClientSession
from mcp.client.stdio import StdioServerParameters, stdio_client

SERVER = sys.argv[1]
ANSWERS = {"phrase": "VOID INV-7", "phone": "555-1234"}


def text_of(result):
    return "\n".join(part.text for part in result.content if part.type == "text")


def member(value, snake, camel):
    """1.x has names as on the wire, 2.x those of Python."""
    return getattr(value, snake, None) if hasattr(value, snake) else getattr(value, camel, None)


def check(name, condition, seen):
    if not condition:
        sys.exit(f"FAILED {name}: {seen}")
    print(f"ok {name}")


class User:
    """Answers forms, or declines them."""

    def __init__(self):
        self.asked, self.declines = [], False

    async def __call__(self, context, params):
        self.asked.append(params.message)
        if self.declines:
            return types.ElicitResult(action="decline")
        properties = member(params, "requested_schema", "requestedSchema").get("properties", {})
        content = {name: field.get("default", ANSWERS.get(name, "x")) for name, field in properties.items()}
        return types.ElicitResult(action="accept", content=content)


async def session(arguments, work, user=None):
    notes = []

    async def on_message(message):
        inner = getattr(message, "root", message)
        notes.append(getattr(inner, "method", type(inner).__name__))

    parameters = StdioServerParameters(command=SERVER, args=arguments)
    async with stdio_client(parameters) as (read, write):
        async with ClientSession(read, write, message_handler=on_message, elicitation_callback=user) as client:
            await client.initialize()
            await work(client, notes)


async def names(client):
    return [tool.name for tool in (await client.list_tools()).tools]


async def growing(client, notes):
    listed = await names(client)
    check("list", "Math" in listed and "add" not in listed, listed)
    expanded = await client.call_tool("Math", {})
    check("expand", "add" in text_of(expanded), expanded)
    await asyncio.sleep(0.2)
    check("list_changed", "notifications/tools/list_changed" in notes, notes)
    check("grown list", "add" in await names(client), notes)
    repaired = await client.call_tool("add", {"a": 1, "b": "2"})
    check("repair", text_of(repaired) == '{"sum":3}', repaired)
    wrong = await client.call_tool("add", {"a": "x", "c": 1})
    said = text_of(wrong)
    check("errors", member(wrong, "is_error", "isError") and "a" in said and "c" in said and "b" in said, said)


async def constant(client, notes):
    listed = await names(client)
    check("constant list", "call_function" in listed and "add" not in listed, listed)
    added = await client.call_tool("call_function", {"name": "add", "arguments": {"a": 1, "b": 2}})
    check("call_function", text_of(added) == '{"sum":3}', added)


def questions(user):
    async def work(client, notes):
        noted = await client.call_tool("create_note", {"text": "hello"})
        check("approval by form", text_of(noted) == "Noted: hello", noted)
        void = await client.call_tool("void_invoice", {"invoice": "INV-7"})
        check("approval by phrase", text_of(void) == "INV-7 is void.", void)
        check("question", any("INV-7" in asked for asked in user.asked), user.asked)
        day = await client.call_tool("delivery_day", {"item": "milk"})
        expected = "milk arrives at 123 Main St on Monday. The driver calls 555-1234."
        check("missing values", text_of(day) == expected, day)
        user.declines = True
        declined = await client.call_tool("create_note", {"text": "no"})
        check("declined", "Noted" not in text_of(declined), declined)

    return work


async def without_forms(client, notes):
    refused = await client.call_tool("create_note", {"text": "hello"})
    check("no channel to the user", member(refused, "is_error", "isError"), text_of(refused))


async def progress(client, notes):
    steps = []

    async def on_progress(done, total, message):
        steps.append((done, total, message))

    counted = await client.call_tool("count", {"steps": 3}, progress_callback=on_progress)
    check("count", text_of(counted) == "Counted to 3.", counted)
    check("progress", steps == [(float(step), 3.0, "counting") for step in (1, 2, 3)], steps)
    slow = asyncio.create_task(client.call_tool("count", {"steps": 600}))
    await asyncio.sleep(0.3)
    slow.cancel()
    try:
        await slow
    except asyncio.CancelledError:
        pass
    again = await asyncio.wait_for(client.call_tool("count", {"steps": 1}), 5)
    check("after a cancelled call", text_of(again) == "Counted to 1.", again)


async def documents(client, notes):
    listed = (await client.list_resources()).resources
    uris = [str(resource.uri) for resource in listed]
    check("documents", "skill://close-month/references/order.md" in uris, uris)
    read = (await client.read_resource(listed[uris.index("skill://close-month/references/order.md")].uri)).contents
    check("document", read[0].text == "Accruals first.", read)


async def main():
    print("mcp", importlib.metadata.version("mcp"))
    user = User()
    await session(["--lists", "growing"], growing)
    await session(["--lists", "constant"], constant)
    await session([], questions(user), user)
    await session([], without_forms)
    await session([], progress)
    await session([], documents)
    print(json.dumps({"forms": len(user.asked)}))


asyncio.run(asyncio.wait_for(main(), 120))
