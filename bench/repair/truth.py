"""The one call that a recorded output means, by simple rules of its own. No library that repairs text takes part.

An output is a text around calls. A call is an object with the name of a function and its arguments, or the arguments
alone. The result is a value, a refusal (no call, several different calls, a cut text), or nothing: then the rules
cannot decide, and the output is no case.
"""

import ast
import json
import re

NAMES = ("name", "function", "function_name", "tool", "tool_name")
INNERS = ("arguments", "parameters", "args", "input")
BESIDE = ("type", "id", "index")
REFUSE, VALUE, UNKNOWN = "refuse", "value", "unknown"


class Duplicate(ValueError):
    """A key twice in one object: its value is not certain."""


def members(pairs):
    if len({key for key, _ in pairs}) < len(pairs):
        raise Duplicate
    return dict(pairs)


DECODER = json.JSONDecoder(strict=False, object_pairs_hook=members)


def closing(text, start):
    """The index after the bracket that closes the one at `start`, outside of strings; and the brackets still open."""
    pairs, stack, quote, at = {"{": "}", "[": "]", "(": ")"}, [], None, start
    while at < len(text):
        c = text[at]
        if quote:
            if c == "\\":
                at += 1
            elif c == quote:
                quote = None
        elif c == '"' or (c == "'" and text[at - 1] in " {[(,:=\n"):
            quote = c
        elif c in pairs:
            stack.append(pairs[c])
        elif stack and c == stack[-1]:
            stack.pop()
            if not stack:
                return at + 1, [], None
        elif c in "}])":
            return None, stack, "mismatch"
        at += 1
    return None, stack, "string" if quote else None


def without_comments(text):
    """The text without `//` comments after a value, at the end of a line."""
    return re.sub(r"(?m)(?<=[\d\]},\"])[ \t]*//[^\n\"]*$", "", text)


def parsed(text, at):
    """The object at `at` with the index after it and how it was written; or why there is none."""
    try:
        value, end = DECODER.raw_decode(text, at)
        return value, end, "json"
    except Duplicate:
        return None, at, UNKNOWN
    except ValueError:
        pass
    end, stack, why = closing(text, at)
    if end is None:
        return broken(text, at, stack, why)
    piece = text[at:end]
    for written, read in (("python", ast.literal_eval), ("comments", lambda t: DECODER.decode(without_comments(t))),
                          ("comma", lambda t: DECODER.decode(re.sub(r",(\s*[}\]])", r"\1", t)))):
        try:
            value = read(piece)
            json.dumps(value, allow_nan=False)
            if isinstance(value, dict):
                return value, end, written
        except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
            continue
    return None, end, UNKNOWN


def broken(text, at, stack, why):
    """An object without its end: cut off, or complete but for its closers."""
    piece = re.sub(r"(\s*(</?tool_call>|<\|im_(end|start)\|>|```|\]))+\s*$", "", text[at:]).rstrip()
    if why == "mismatch":
        return None, at, UNKNOWN
    if why == "string" or re.search(r"[:,{\[]$|[\w.]$", piece) or piece.count('"') % 2:
        return None, at, "cut"
    _, stack, _ = closing(piece, 0)
    try:
        return DECODER.decode(piece + "".join(reversed(stack))), len(text), "closers"
    except ValueError:
        return None, at, UNKNOWN


def calls_of(value, known, fields):
    """The calls in a value: pairs of a name, or none, and the arguments. `None` where it may be something else."""
    for holder in ("tool_calls", "tool_call", "function_call"):
        if list(value) == [holder] and isinstance(value[holder], list):
            found = [calls_of(call, known, fields) if isinstance(call, dict) else None for call in value[holder]]
            return None if None in found else sum(found, [])
        if list(value) == [holder] and isinstance(value[holder], dict):
            return calls_of(value[holder], known, fields)
    if isinstance(value.get("function"), dict) and set(value) <= {"function", *BESIDE}:
        return calls_of(value["function"], known, fields)
    name = [key for key in NAMES if isinstance(value.get(key), str)]
    inner = [key for key in INNERS if key in value]
    if len(name) == 1 and len(inner) == 1 and set(value) <= {name[0], inner[0], *BESIDE}:
        arguments = value[inner[0]]
        if isinstance(arguments, str):
            try:
                arguments = DECODER.decode(arguments)
            except ValueError:
                return None
        return [(value[name[0]], arguments)] if isinstance(arguments, dict) else None
    if len(inner) == 1 and set(value) == {inner[0]} and inner[0] not in fields and isinstance(value[inner[0]], dict):
        return [(None, value[inner[0]])]
    if value and set(value) <= set(fields):
        return [(None, value)]
    return None


def truth(text, own, known, fields):
    """An output as the arguments of `own`: `(VALUE, arguments, how)`, `(REFUSE, why, how)`, or `(UNKNOWN, why, how)`."""
    calls, how, at = [], set(), 0
    around, last = "", 0
    while (at := text.find("{", at)) >= 0:
        value, end, written = parsed(text, at)
        if written == "cut":
            return REFUSE, "cut", written
        if value is None or not isinstance(value, dict):
            return UNKNOWN, "not read", written
        found = calls_of(value, known, fields)
        if found is None:
            return UNKNOWN, "no form of a call", written
        calls += found
        how.add(written)
        around += text[last:at] + "\0"
        at = last = end
    if re.search(r"\w\(\s*\w+\s*=[^=]", around + text[last:]):
        return UNKNOWN, "a call by names beside", ""
    how = "+".join(sorted(how))
    if not calls:
        return REFUSE, "no call", how
    lost = moved_name(calls, own, fields) if "closers" in how else None
    distinct = []
    for call in lost or calls:
        call = (call[0] if call[0] and call[0] not in own else None, call[1])
        if call not in distinct:
            distinct.append(call)
    if len(distinct) > 1:
        return REFUSE, "several calls", how
    name, arguments = distinct[0]
    if name is not None:
        return (REFUSE, "another function", how) if name in known else (UNKNOWN, "an unknown function", how)
    how += " twice" if len(calls) > 1 else ""
    return VALUE, arguments, how


def moved_name(calls, own, fields):
    """The call whose name a lost brace put among its arguments, as their last key."""
    if len(calls) != 1:
        return None
    arguments = calls[0][1]
    last = list(arguments)[-1:]
    if last in (["name"], ["tool"]) and last[0] not in fields and arguments[last[0]] in own:
        return [(arguments[last[0]], {key: value for key, value in arguments.items() if key != last[0]})]
    return None


def literal(node):
    """A literal of Python that JSON has, too."""
    value = ast.literal_eval(node)
    json.dumps(value, allow_nan=False)

    def check(value):
        if isinstance(value, tuple | set | bytes | complex):
            raise ValueError
        inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        for item in inner:
            check(item)

    check(value)
    return value


def keyword_truth(text, own):
    """The same for a text without an object: one call in the notation of Python, in a list and in quotes or not."""
    fenced = re.fullmatch(r"```\w*\n(.*?)\s*```", text.strip(), re.S)
    code = (fenced[1] if fenced else text).strip().removesuffix(";")
    try:
        tree = ast.parse(code, mode="eval").body
        calls = tree.elts if isinstance(tree, ast.List) else [tree]
        calls = [ast.parse(c.value, mode="eval").body if isinstance(c, ast.Constant) else c for c in calls]
    except (SyntaxError, ValueError, TypeError, MemoryError, RecursionError):
        return UNKNOWN, "no expression", ""
    if not calls or any(not isinstance(call, ast.Call) or call.args for call in calls):
        return UNKNOWN, "no call by names", ""
    try:
        read = [(ast.unparse(c.func), {k.arg: literal(k.value) for k in c.keywords}) for c in calls]
    except (ValueError, TypeError):
        return UNKNOWN, "no literal", ""
    if any(call != read[0] for call in read):
        return REFUSE, "several calls", "notation"
    if read[0][0] not in own:
        return UNKNOWN, "another name", ""
    return (VALUE, read[0][1], "notation") if len(read) == 1 else (UNKNOWN, "twice", "")
