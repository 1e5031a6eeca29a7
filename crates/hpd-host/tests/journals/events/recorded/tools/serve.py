"""Lets servers of AG-UI and of the UI message stream answer, and keeps their bytes. The model is a script; everything else is theirs.

    pip install -r requirements.txt && python serve.py
"""

import asyncio
import os
import pathlib

os.environ["PYTHONWARNINGS"] = "ignore"
os.environ["LANGSMITH_TRACING"] = "false"

from ag_ui.core import CustomEvent, EventType, RunAgentInput, StateSnapshotEvent, UserMessage
from ag_ui.encoder import EventEncoder
from ag_ui_langgraph import LangGraphAgent
from langgraph.checkpoint.memory import MemorySaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import interrupt
from pydantic_ai import Agent, DeferredToolRequests, ModelRetry, ToolReturn
from pydantic_ai.messages import ToolReturnPart
from pydantic_ai.models.function import DeltaToolCall, FunctionModel
from pydantic_ai.ui.ag_ui import AGUIAdapter
from pydantic_ai.ui.vercel_ai import VercelAIAdapter
from pydantic_ai.ui.vercel_ai.request_types import SubmitMessage, TextUIPart, UIMessage
from typing_extensions import TypedDict

RECORDED = pathlib.Path(__file__).resolve().parent.parent


def agent(*calls):
    """An agent whose model makes these calls, all at once, and then says something."""

    async def model(messages, info):
        if any(isinstance(part, ToolReturnPart) for message in messages for part in message.parts):
            yield "Acme Corp owes "
            yield "5,000."
            return
        yield "I'll look."
        for index, (name, arguments) in enumerate(calls):
            half = len(arguments) // 2
            yield {index: DeltaToolCall(name=name, json_args=arguments[:half], tool_call_id=f"call_{index + 1}")}
            yield {index: DeltaToolCall(json_args=arguments[half:])}

    made = Agent(FunctionModel(stream_function=model), output_type=[str, DeferredToolRequests])

    @made.tool_plain
    def find_invoices(customer: str) -> dict:
        if not customer:
            raise ModelRetry("The customer must be named.")
        return {"id": "INV-042", "customer": customer, "due": 5000}

    @made.tool_plain
    def remember(note: str) -> ToolReturn:
        told = [
            StateSnapshotEvent(type=EventType.STATE_SNAPSHOT, snapshot={"notes": [note]}),
            CustomEvent(type=EventType.CUSTOM, name="noted", value={"length": len(note)}),
        ]
        return ToolReturn(return_value="noted", metadata=told)

    @made.tool_plain(requires_approval=True)
    def create_payment(amount: int) -> str:
        return f"paid {amount}"

    return made


def failing():
    async def model(messages, info):
        yield "I'll look."
        raise RuntimeError("The model can't be reached.")

    return Agent(FunctionModel(stream_function=model))


AGENTS = {
    "call": agent(("find_invoices", '{"customer": "Acme Corp"}')),
    "two_calls": agent(("find_invoices", '{"customer": "Acme Corp"}'), ("remember", '{"note": "They pay late."}')),
    "retry": agent(("find_invoices", '{"customer": ""}'), ("remember", '{"note": "Who?"}')),
    "approval": agent(("create_payment", '{"amount": 5000}')),
    "error": failing(),
}


def ag_ui_input(messages=True):
    text = [UserMessage(id="m1", role="user", content="What does Acme owe?")] if messages else []
    return RunAgentInput(
        thread_id="s1", run_id="t1", state={}, messages=text, tools=[], context=[], forwarded_props={}
    )


async def pydantic_ai_as_ag_ui(name, made):
    adapter = AGUIAdapter(agent=made, run_input=ag_ui_input(), accept="text/event-stream")
    await keep("ag_ui", f"pydantic_ai_{name}", adapter.encode_stream(adapter.run_stream()))


async def pydantic_ai_as_ui_messages(name, made, version):
    asked = UIMessage(id="m1", role="user", parts=[TextUIPart(text="What does Acme owe?")])
    request = SubmitMessage(id="s1", messages=[asked])
    adapter = VercelAIAdapter(agent=made, run_input=request, accept="text/event-stream", sdk_version=version)
    await keep("vercel", f"pydantic_ai_{name}", adapter.encode_stream(adapter.run_stream()))


class State(TypedDict, total=False):
    messages: list
    due: int
    answer: str


async def langgraph_as_ag_ui(name, ask):
    def look(state):
        return {"due": 5000}

    def pay(state):
        return {"answer": interrupt({"question": "Pay 5,000?"}) if ask else "paid"}

    graph = StateGraph(State)
    graph.add_node("look", look)
    graph.add_node("pay", pay)
    graph.add_edge(START, "look")
    graph.add_edge("look", "pay")
    graph.add_edge("pay", END)
    served = LangGraphAgent(
        name="books",
        graph=graph.compile(checkpointer=MemorySaver()),
        emit_interrupt_outcome=True,
        emit_raw_events=False,
    )
    encoder = EventEncoder(accept="text/event-stream")
    await keep("ag_ui", f"langgraph_{name}", (encoder.encode(event) async for event in served.run(ag_ui_input())))


async def keep(protocol, name, stream):
    """Keeps what a server sends, byte for byte."""
    sent = [part if isinstance(part, bytes) else part.encode() async for part in stream]
    (RECORDED / protocol / f"{name}.sse").write_bytes(b"".join(sent))


async def main():
    for name, made in AGENTS.items():
        await pydantic_ai_as_ag_ui(name, made)
        await pydantic_ai_as_ui_messages(name, made, 6)
    await langgraph_as_ag_ui("steps", False)
    await langgraph_as_ag_ui("interrupt", True)


asyncio.run(main())
