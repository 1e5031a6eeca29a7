"""Reads texts with a Python library: JSON lines with `text` in, the value as JSON or `null` for an error out."""

import json
import sys


def reader(library):
    if library == "json_repair":
        import json_repair

        return json_repair.loads
    import partial_json_parser

    return partial_json_parser.loads


read = reader(sys.argv[1])
for line in sys.stdin:
    try:
        value = read(json.loads(line)["text"])
        print(json.dumps(value))
    except Exception:  # Each library has errors of its own.
        print("null")
