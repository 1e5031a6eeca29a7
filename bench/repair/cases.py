"""Cases from recorded outputs: the public results of the Berkeley Function Calling Leaderboard, at one commit.

The results have no schemas: those come from the package `bfcl-eval`, of one version. Nothing of them is stored in this
repository.
"""

import json
import re
import subprocess
import sys
import zipfile

import truth

RESULTS = "https://github.com/HuanzhiMao/BFCL-Result"
COMMIT = "b4adfc9be5e0c65e8dbb1340c689688eb92a9379"
FOLDER = "2024-08-11/result"
QUESTIONS = "bfcl-eval==2026.3.23"
# The categories of the results, and the files of their questions.
CATEGORIES = {
    "simple": "BFCL_v4_simple_python.json",
    "multiple_function": "BFCL_v4_multiple.json",
    "parallel_function": "BFCL_v4_parallel.json",
    "parallel_multiple_function": "BFCL_v4_parallel_multiple.json",
    "relevance": "BFCL_v4_irrelevance.json",
}
TYPES = {"dict": "object", "float": "number", "tuple": "array"}
KNOWN = {"object", "array", "string", "number", "integer", "boolean", "null"}


def git(directory, *command):
    return subprocess.run(["git", f"--git-dir={directory}", *command], check=True, capture_output=True, text=True).stdout


def fetch(work):
    """The results as a git directory: one commit, and the contents of files when they are read."""
    directory = work / "results.git"
    if not directory.exists():
        subprocess.run(["git", "init", "--quiet", "--bare", directory], check=True)
        git(directory, "remote", "add", "origin", RESULTS)
        git(directory, "fetch", "--quiet", "--depth", "1", "origin", COMMIT)
    return directory


def outputs(directory):
    """All outputs: the model, the category, the number of the question, and the text or calls."""
    pattern = re.compile(rf"{FOLDER}/([^/]+)/gorilla_openfunctions_v1_test_(\w+)_result\.json$")
    for path in git(directory, "ls-tree", "-r", "--name-only", COMMIT, "--", FOLDER).splitlines():
        found = pattern.match(path)
        if found and found[2] in CATEGORIES:
            for line in git(directory, "show", f"{COMMIT}:{path}").splitlines():
                entry = json.loads(line)
                number = int(str(entry.get("id", entry.get("idx"))).rsplit("_", 1)[-1])
                yield found[1], found[2], number, entry.get("result")


def schema(source):
    """A schema in the words of JSON Schema."""
    if not isinstance(source, dict):
        return {}
    made = {key: source[key] for key in ("required", "enum") if key in source}
    kind = TYPES.get(source.get("type"), source.get("type"))
    if kind in KNOWN:
        made["type"] = kind
    if "properties" in source:
        made["properties"] = {name: schema(value) for name, value in source["properties"].items()}
    if "items" in source:
        made["items"] = schema(source["items"])
    return made


def questions(work):
    """The functions of each question, by category and number."""
    wheels = list(work.glob("bfcl_eval-*.whl"))
    if not wheels:
        download = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", work, QUESTIONS]
        subprocess.run(download, check=True)
        wheels = list(work.glob("bfcl_eval-*.whl"))
    functions = {}
    with zipfile.ZipFile(wheels[0]) as wheel:
        for category, name in CATEGORIES.items():
            for line in wheel.read(f"bfcl_eval/data/{name}").decode().splitlines():
                entry = json.loads(line)
                functions[category, int(entry["id"].rsplit("_", 1)[-1])] = entry["function"]
    return functions


def texts(result):
    """The texts of a result, with the name of the called function where the provider told it."""
    if isinstance(result, str):
        return [(result, None)]
    calls = [call for call in result if isinstance(call, dict)] if isinstance(result, list) else []
    return [(text, name) for call in calls for name, text in call.items() if isinstance(text, str)]


def names(function):
    """The names of a function: models of some providers write `_` for `.`."""
    return list(dict.fromkeys((function["name"], function["name"].replace(".", "_"))))


def is_object(text):
    try:
        return isinstance(json.loads(text), dict)
    except ValueError:
        return False


def case(text, called, functions):
    """The case of a text, or nothing: JSON arguments need no repair, and some texts have no certain truth."""
    if called and is_object(text):
        return None
    if called:
        meant = [function for function in functions if called in names(function)]
    else:
        meant = [function for function in functions if any(name in text for name in names(function))]
    function = meant[0] if len(meant) == 1 else functions[0]
    made = schema(function["parameters"])
    known = {name for function in functions for name in names(function)}
    fields = made.get("properties", {})
    verdict, value, how = truth.keyword_truth(text, set(names(function)))
    if verdict == truth.UNKNOWN and "{" in text:
        verdict, value, how = truth.truth(text, set(names(function)), known, fields)
    if verdict == truth.UNKNOWN:
        return None
    if verdict == truth.VALUE and not set(made.get("required", [])) <= set(value):
        return None
    return {"text": text, "schema": made, "names": names(function), "verdict": verdict, "truth": value, "how": how}


def cases(directory, work):
    """All cases, each text once a function."""
    functions = questions(work)
    made, seen, models = [], set(), set()
    for model, category, number, result in outputs(directory):
        for text, called in texts(result):
            asked = functions.get((category, number))
            key = (text, category, number)
            if not asked or not text.strip() or key in seen:
                continue
            seen.add(key)
            if found := case(text, called, asked):
                made.append(found)
                models.add(model)
    return made, models
