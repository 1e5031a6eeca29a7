#!/usr/bin/env python3
"""hpd beside libraries that repair JSON, on recorded outputs of language models.

    python3 bench/repair/compare.py [--work DIR] [--results GIT_DIR]

Fetches the outputs (`cases.py` names the source and its commit) and installs the libraries below in a temporary folder,
or in DIR, which is kept. GIT_DIR is a copy of the results that is already there. The table has the right, refused and
wrong answers of each library. Needs git, cargo and Python 3; without npm, the column of jsonrepair is left out.

The truth is computed without any of the libraries (`truth.py`); texts where that is not certain are left out. The
libraries without a schema give what the text holds. A call in it is taken out of its wrapper as in the truth, and a
value that is neither a call nor has fields of the tool alone counts as refused.
"""

import argparse
import collections
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

import cases
import truth

HERE = pathlib.Path(__file__).resolve().parent
JSON_REPAIR = "json_repair==0.64.6"
PARTIAL = "partial-json-parser==0.2.1.1.post7"
JSONREPAIR = "jsonrepair@3.15.0"
RIGHT, REFUSED, WRONG = "right", "refused", "wrong"


def run(command, lines, folder=None):
    """The answers of a program that reads and writes lines."""
    text = "".join(json.dumps(line) + "\n" for line in lines)
    done = subprocess.run(command, input=text, capture_output=True, text=True, cwd=folder, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def hpd(lines):
    command = ["cargo", "run", "--quiet", "-p", "hpd-runtime", "--example", "read_cases"]
    answers = run(command, lines, HERE.parent.parent)
    load = lambda text: None if text is None else json.loads(text)
    return [load(a["read"]) for a in answers], [load(a["text_only"]) for a in answers]


def python_peers(work, lines):
    venv = work / "venv"
    python = venv / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", venv], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", JSON_REPAIR, PARTIAL], check=True)
    for library, name in (("json_repair", JSON_REPAIR), ("partial-json-parser", PARTIAL)):
        yield name.replace("==", " "), run([python, HERE / "peers.py", library], lines)


def node_peer(work, lines):
    if not shutil.which("npm"):
        print("skipped: jsonrepair, since npm is not there", file=sys.stderr)
        return
    folder = work / "node"
    if not (folder / "node_modules").exists():
        folder.mkdir(exist_ok=True)
        subprocess.run(["npm", "install", "--silent", "--prefix", folder, JSONREPAIR], check=True)
    shutil.copy(HERE / "peer.mjs", folder)
    yield JSONREPAIR.replace("@", " "), run(["node", "peer.mjs"], lines, folder)


def taken_out(value, case):
    """The arguments in an answer without a schema; nothing where it holds no call, or several different ones."""
    fields, own, calls = case["schema"].get("properties", {}), case["names"], []
    for item in value if isinstance(value, list) else [value]:
        if isinstance(item, str):
            # Some libraries give the prose as well.
            continue
        found = truth.calls_of(item, own, fields) if isinstance(item, dict) else None
        if found is None:
            return None
        calls += [call[1] for call in found if call[0] is None or call[0] in own]
        if any(call[0] is not None and call[0] not in own for call in found):
            return None
    return calls[0] if calls and all(call == calls[0] for call in calls) else None


def plain(value):
    """A value without the differences that a conversion to the type of a schema makes."""
    if isinstance(value, dict):
        return {plain(key): plain(item) for key, item in value.items() if item is not None}
    if isinstance(value, list):
        return plain(value[0]) if len(value) == 1 else [plain(item) for item in value]
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(float(value))
    text = str(value)
    try:
        return str(float(text))
    except ValueError:
        return "".join(c for c in text.lower() if c.isalnum()) or text


def judge(case, answer):
    if answer is None:
        return RIGHT if case["verdict"] == truth.REFUSE else REFUSED
    if case["verdict"] == truth.REFUSE:
        return WRONG
    return RIGHT if plain(answer) == plain(case["truth"]) else WRONG


def title(case):
    if case["how"] == "notation":
        return "notation of Python" if case["verdict"] == truth.VALUE else "several in the notation of Python"
    if case["verdict"] == truth.REFUSE:
        return case["truth"]
    if "twice" in case["how"]:
        return "the same call again"
    return "one call as JSON in other text" if case["how"] == "json" else "one call, not as JSON"


def table(made, columns):
    rows = collections.defaultdict(lambda: [collections.Counter() for _ in columns])
    totals = [collections.Counter() for _ in columns]
    for index, case in enumerate(made):
        for place, (_, answers) in enumerate(columns):
            verdict = judge(case, answers[index])
            rows[case["verdict"], title(case)][place][verdict] += 1
            # None of the libraries reads the notation of Python.
            if case["how"] != "notation":
                totals[place][case["verdict"], verdict] += 1
    print(f"| text | cases | {' | '.join(name for name, _ in columns)} |")
    print(f"|---|---:|{'---|' * len(columns)}")
    for (verdict, name), counts in sorted(rows.items(), key=lambda row: (row[0][0] != truth.VALUE, row[0][1])):
        cells = [f"{count[RIGHT]:,}" + (f", {count[WRONG]:,} wrong" if count[WRONG] else "") for count in counts]
        label = name if verdict == truth.VALUE else f"refuse: {name}"
        print(f"| {label} | {counts[0].total():,} | {' | '.join(cells)} |")
    for verdict, label in ((truth.VALUE, "all objects with a value"), (truth.REFUSE, "all objects to refuse")):
        count = sum(case["verdict"] == verdict and case["how"] != "notation" for case in made)
        cells = [f"{total[verdict, RIGHT]:,}, {total[verdict, WRONG]:,} wrong" for total in totals]
        print(f"| {label} | {count:,} | {' | '.join(cells)} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=pathlib.Path, help="a folder to keep, for the next time")
    parser.add_argument("--results", type=pathlib.Path, help="a git directory with the results")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        work = (arguments.work or pathlib.Path(temporary)).resolve()
        work.mkdir(parents=True, exist_ok=True)
        made, models = cases.cases(arguments.results or cases.fetch(work), work)
        print(f"{len(made):,} texts of {len(models)} models\n")
        with_schema, text_only = hpd(made)
        columns = [("hpd", with_schema)]
        peers = [("hpd-repair", text_only), *python_peers(work, made), *node_peer(work, made)]
        columns += [(name, [taken_out(*pair) for pair in zip(answers, made)]) for name, answers in peers]
        table(made, columns)


if __name__ == "__main__":
    main()
