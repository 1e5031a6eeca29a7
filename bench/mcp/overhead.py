"""The cost of a gateway: calls of an echo server over stdio, alone and through gateways, by turns in one run.

    cargo build --release -p hpd-mcp --example mcp_overhead --example overhead
    python3 -m venv target/gateways && target/gateways/bin/pip install fastmcp==4.2.3 mcp-compressor==0.38.2
    target/gateways/bin/python bench/mcp/overhead.py target/release/examples [CALLS]

The client writes and reads lines without a library. The minimum of many calls counts: whatever else the machine does only
adds to it. Prints a table for `bench/MCP.md`.
"""

import json
import os
import pathlib
import statistics
import subprocess
import sys
import time

TEXT = "a short text, as most arguments are"
ROUNDS = 20


class Server:
    """A server over stdio, after the handshake."""

    def __init__(self, command):
        self.started = time.perf_counter()
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self.number = 0
        self.times = []
        client = {"name": "overhead", "version": "1"}
        params = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client}
        self.request("initialize", params)
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        names = [tool["name"] for tool in self.request("tools/list", {})["tools"]]
        self.ready = time.perf_counter() - self.started
        # A gateway may call its tools by way of others.
        self.direct = "echo" in names
        self.bridge = next((name for name in names if name.endswith("invoke_tool")), None)

    def send(self, message):
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def request(self, method, params):
        self.number += 1
        self.send({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise SystemExit("a server ended")
            answer = json.loads(line)
            if answer.get("id") == self.number:
                break
        if "error" in answer:
            raise SystemExit(f"{method}: {answer['error']}")
        return answer["result"]

    def call(self):
        arguments = {"message": TEXT}
        if self.direct:
            params = {"name": "echo", "arguments": arguments}
        else:
            params = {"name": self.bridge, "arguments": {"tool_name": "echo", "tool_input": arguments}}
        start = time.perf_counter()
        result = self.request("tools/call", params)
        self.times.append(time.perf_counter() - start)
        if result.get("isError") or TEXT not in json.dumps(result):
            raise SystemExit(f"wrong result: {result}")

    def resident(self):
        """The memory of the gateway without its children, in MiB."""
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
        raise SystemExit("there is no VmRSS")

    def stop(self):
        self.process.stdin.close()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()


def main():
    examples = pathlib.Path(sys.argv[1])
    calls = int(sys.argv[2]) if len(sys.argv) > 2 else 2000
    echo = [str(examples / "mcp_overhead"), "serve"]
    beside = pathlib.Path(sys.executable).parent
    proxy = f"from fastmcp.server import create_proxy; from fastmcp.client.transports import StdioTransport; \
create_proxy(StdioTransport({echo[0]!r}, ['serve'])).run(show_banner=False)"
    servers = {
        "the server itself": Server(echo),
        "hpd": Server([echo[0], "gateway"]),
        "mcp-compressor": Server([str(beside / "mcp-compressor"), "--", *echo]),
        "FastMCP's proxy": Server([sys.executable, "-c", proxy]),
    }
    for _ in range(ROUNDS):
        for server in servers.values():
            for _ in range(calls // ROUNDS):
                server.call()
    base = min(servers["the server itself"].times)
    print("| | minimum, µs | over the direct call | median, µs | ready, ms | memory, MiB |")
    print("|---|---:|---:|---:|---:|---:|")
    for name, server in servers.items():
        least, median = min(server.times), statistics.median(server.times)
        over = f"{(least - base) * 1e6:,.0f}" if least > base else ""
        print(
            f"| {name} | {least * 1e6:,.0f} | {over} | {median * 1e6:,.0f} "
            f"| {server.ready * 1e3:,.0f} | {server.resident():.1f} |"
        )
        server.stop()


if __name__ == "__main__":
    main()
