#!/usr/bin/env python3
"""Mutants that no test notices, from one build: `mutants.py PART..`; without a part, all of them.

The mutants are those that `cargo mutants` lists. It builds the crate once for each, which takes minutes for a large
crate. Here a copy of the sources has all of them at once, each behind a switch, and `HPD_MUTANT` turns one on. A mutant
that does not compile is left out, as there. Ends with 1 if a survivor is not named in docs/quality.md.
"""

import functools
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TOOLS = ROOT / "target/outside/tools"
sys.path.insert(0, str(TOOLS / "python"))

import tree_sitter_rust  # noqa: E402
from tree_sitter import Language, Parser  # noqa: E402

COPY = ROOT / "target/quality/mutants/tree"
# The crates of others are built already.
TARGET = ROOT / "target"
HOST, JOURNAL = "crates/hpd-host/src", "crates/hpd-journal/src/pending"
# The package, its files, and the programs whose tests have to notice: package, program, and filters of tests.
# The cheap ones come first. A later program judges what those before it missed.
PARTS = {
    "truncation": ("hpd-repair", ["crates/hpd-repair/src/repair/cut.rs"], [("hpd-repair", "lib", "cut::"), ("hpd-repair", "lib", "")]),
    "step": (
        "hpd-journal",
        [f"{JOURNAL}/state.rs", f"{JOURNAL}/step.rs"],
        [("hpd-journal", "lib", "pending::state pending::step"), ("hpd-journal", "lib", "pending::")],
    ),
    "digest": (
        "hpd-journal",
        [f"{JOURNAL}/digest.rs"],
        [("hpd-journal", "lib", "pending::digest"), ("hpd-journal", "lib", "pending::")],
    ),
    "visibility": (
        "hpd-host",
        [f"{HOST}/visibility/**"],
        [
            ("hpd-host", "tools", "visibility"),
            ("hpd-host", "lib", "visibility"),
            ("hpd-host", "journals", "journaled::reach"),
            ("hpd-host", "tools", ""),
        ],
    ),
    "permission": (
        "hpd-host",
        [f"{HOST}/approval/host_permission.rs", f"{HOST}/approval/grants.rs"],
        [("hpd-host", "lib", "approval"), ("hpd-host", "tools", ""), ("hpd-host", "attacks", "")],
    ),
}
SWITCH = """
#[doc(hidden)]
pub(crate) fn mutant_is_on(number: u32) -> bool {
    static ON: std::sync::OnceLock<Option<u32>> = std::sync::OnceLock::new();
    *ON.get_or_init(|| std::env::var("HPD_MUTANT").ok()?.parse().ok()) == Some(number)
}

#[doc(hidden)]
pub(crate) fn mutant_or_own<T>(
    of_mutant: Option<impl Iterator<Item = T>>,
    own: Option<impl Iterator<Item = T>>,
) -> impl Iterator<Item = T> {
    of_mutant.into_iter().flatten().chain(own.into_iter().flatten())
}
"""
ITERATOR = " crate::mutant_or_own(if {on} {{ Some({value}) }} else {{ None }}, if {on} {{ None }} else {{ Some({{"
ITERATOR_END = " }) }) "
# A test that takes this many times as long as without a mutant does not end.
PATIENCE, LEAST_SECONDS = 5, 60


def listed(package, files):
    """The mutants of files."""
    command = ["cargo", "mutants", "--list", "--json", "--package", package]
    for file in files:
        command += ["--file", file]
    text = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return json.loads(text)


def copy_sources(changed):
    """The files that git knows, as they are now or as they are changed here. Those that are right keep their time."""
    names = subprocess.run(["git", "ls-files", "-z", "-co", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True).stdout
    for name in filter(None, names.decode().split("\0")):
        source, copy = ROOT / name, COPY / name
        if not source.is_file():
            continue
        text = changed.get(name) or source.read_bytes()
        if not copy.is_file() or copy.read_bytes() != text:
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(text)
    # Recorded data beside the repository.
    beside, shared = ROOT.parent / "shared", COPY.parent / "shared"
    if beside.exists() and not shared.exists():
        shared.symlink_to(beside.resolve())


class Source:
    """A file, and the texts to put into it."""

    def __init__(self, name):
        self.name = name
        self.text = (ROOT / name).read_bytes()
        self.lines = self.text.split(b"\n")
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line) + 1)
        self.tree = Parser(Language(tree_sitter_rust.language())).parse(self.text)
        # Position, rank, text, mutant. At one position, what closes an inner node comes first, and what opens an outer one.
        self.inserts = []

    def offset(self, point):
        line = self.lines[point["line"] - 1].decode()
        return self.starts[point["line"] - 1] + len(line[: point["column"] - 1].encode())

    def around(self, start, end, kinds):
        """The innermost node of a kind around a place."""
        node = self.tree.root_node.descendant_for_byte_range(start, max(start, end - 1))
        while node and node.type not in kinds:
            node = node.parent
        return node

    def slice(self, node):
        return self.text[node.start_byte : node.end_byte].decode()

    def wrap(self, node, before, after, mutant):
        size = node.end_byte - node.start_byte
        self.inserts.append((node.start_byte, (1, -size), before, mutant))
        self.inserts.append((node.end_byte, (0, size), after, mutant))

    def insert(self, at, text, mutant):
        self.inserts.append((at, (1, 0), text, mutant))

    def woven(self):
        """The whole text, and the mutant of each inserted piece of it."""
        pieces, places, last, length = [], [], 0, 0
        for at, _, text, mutant in sorted(self.inserts, key=lambda insert: insert[:2]):
            for piece, owner in ((self.text[last:at], None), (text.encode(), mutant)):
                pieces.append(piece)
                if owner:
                    places.append((length, length + len(piece), owner))
                length += len(piece)
            last = at
        return b"".join(pieces) + self.text[last:], places


def weave(source, mutants):
    """Puts the mutants of one file behind switches. Returns those that can't compile, those that are left, and functions."""
    impossible, left = set(), []
    wrapped, guards, constants = defaultdict(list), defaultdict(dict), set()
    for number, mutant in mutants.items():
        on = f"crate::mutant_is_on({number})"
        start, end = source.offset(mutant["span"]["start"]), source.offset(mutant["span"]["end"])
        function = source.around(start, end, {"function_item"})
        if function:
            constants.add(function.start_byte)
        match mutant["genre"]:
            case "FnValue":
                body, value = function.child_by_field_name("body"), mutant["replacement"]
                if mutant["function"]["return_type"].startswith("-> impl Iterator"):
                    # Both iterators, one of them empty: the function has one type.
                    source.insert(body.start_byte + 1, ITERATOR.format(on=on, value=value), number)
                    source.inserts.append((body.end_byte - 1, (0, sys.maxsize), ITERATOR_END, number))
                else:
                    source.insert(body.start_byte + 1, f"if {on} {{ return {value}; }} ", number)
            case "BinaryOperator":
                node = source.around(start, end, {"binary_expression", "compound_assignment_expr"})
                if node is None or node.child_by_field_name("operator").start_byte != start:
                    # The `&&` of a condition with `let`, where no other operator may stand.
                    impossible.add(number)
                    continue
                sides = node.child_by_field_name("left"), node.child_by_field_name("right")
                one, other = map(source.slice, sides)
                wrapped[node.start_byte, node.end_byte].append((number, f"{one} {mutant['replacement']} {other}"))
            case "UnaryOperator":
                node = source.around(start, end, {"unary_expression"})
                wrapped[node.start_byte, node.end_byte].append((number, source.text[end : node.end_byte].decode()))
            case "MatchArm":
                arm = source.around(start, end, {"match_arm"})
                pattern = arm.child_by_field_name("pattern")
                source.insert(pattern.end_byte, f" if !{on}", number)
            case "MatchArmGuard":
                guards[start, end][mutant["replacement"]] = number
            case _:
                left.append(number)
    for (start, end), variants in wrapped.items():
        node = source.tree.root_node.descendant_for_byte_range(start, end)
        for number, text in variants:
            source.wrap(node, f"(if crate::mutant_is_on({number}) {{ {text} }} else {{ ", " })", number)
    for (start, end), numbers in guards.items():
        if b"let " in source.text[start:end]:
            left += numbers.values()
            continue
        one = " || ".join(f"crate::mutant_is_on({n})" for text, n in numbers.items() if text == "true") or "false"
        none = "".join(f" && !crate::mutant_is_on({n})" for text, n in numbers.items() if text == "false")
        number = next(iter(numbers.values()))
        source.inserts.append((start, (1, start - end - 1), f"({one}) || (true{none} && (", number))
        source.inserts.append((end, (0, end - start + 1), "))", number))
    return impossible, left, constants


def without_const(text, names):
    """Functions that look at a switch are not constant."""
    return re.sub(rb"\bconst (fn (?:" + b"|".join(names) + rb")\b)", rb"      \1", text) if names else text


def prepare(package, mutants, left_out):
    """Writes the mutated copy. Returns the places of mutants by file, those that can't compile, and those that are left."""
    folder = next(path for path in (ROOT / "crates" / package, ROOT / package) if path.is_dir())
    library = (folder / "src/lib.rs").relative_to(ROOT)
    changed = {str(library): (ROOT / library).read_bytes() + SWITCH.encode()}
    # Only its examples need the host, which would be built for them.
    journal = "crates/hpd-journal/Cargo.toml"
    changed[journal] = re.sub(rb"\nhpd-host = .*", b"", (ROOT / journal).read_bytes())
    places, impossible, left = {}, set(), []
    by_file = defaultdict(dict)
    for number, mutant in mutants.items():
        if number not in left_out:
            by_file[mutant["file"]][number] = mutant
    for name, of_file in by_file.items():
        source = Source(name)
        without_way, by_hand, functions = weave(source, of_file)
        impossible |= without_way
        left += by_hand
        text, places[name] = source.woven()
        names = set()
        for start in functions:
            node = source.around(start, start + 1, {"function_item"})
            names.add(source.slice(node.child_by_field_name("name")).encode())
        changed[name] = without_const(text, names)
    copy_sources(changed)
    return places, impossible, left


def cargo(*arguments):
    """Runs cargo in the copy. Returns its messages, and what it says if it fails."""
    environment = os.environ | {
        "CARGO_TARGET_DIR": str(TARGET),
        "CARGO_INCREMENTAL": "0",
        "CARGO_PROFILE_DEV_DEBUG": "false",
    }
    command = ["cargo", *arguments, "--message-format=json"]
    run = subprocess.run(command, cwd=COPY, env=environment, capture_output=True, text=True)
    messages = [json.loads(line) for line in run.stdout.splitlines()]
    return messages, run.stderr if run.returncode else ""


def blamed(places, spans):
    """The mutants in whose text an error is."""
    at = {(span["file_name"], span["byte_start"]) for span in spans}
    return {n for name, byte in at for start, end, n in places.get(name, []) if start <= byte < end}


def build(package, target, places):
    """A test program and the folder in which it runs, or the mutants that do not compile."""
    kind = ["--lib"] if target == "lib" else ["--test", target]
    features = ["--features", "testing"] if package == "hpd-journal" else []
    if target == "journals":
        features = ["--features", "sqlite,postgres,testing,yaml,toml,metrics,axum"]
    messages, failure = cargo("test", "--no-run", "--package", package, *features, *kind)
    wrong, texts, program = set(), [], None
    for message in messages:
        if message["reason"] == "compiler-message" and message["message"]["level"] == "error":
            texts.append(message["message"]["rendered"])
            spans = message["message"]["spans"]
            first = blamed(places, [span for span in spans if span["is_primary"]])
            wrong |= first or blamed(places, spans)
        if message["reason"] == "compiler-artifact" and message.get("executable") and message["profile"]["test"]:
            program = message["executable"], Path(message["manifest_path"]).parent
    if not wrong and not program:
        sys.exit("".join(texts[:5]) + failure[-3000:] or f"there is no program {target} of {package}")
    return program, wrong


def passes(program, test_filter, number, seconds):
    """Whether the tests pass with a mutant, in this time."""
    executable, folder = program
    environment = os.environ | {"INSTA_UPDATE": "no", "CARGO_MANIFEST_DIR": str(folder), "HPD_MUTANT": str(number)}
    command = [executable, *test_filter.split()]
    with subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, errors="replace"
    ) as run:
        is_over = threading.Event()
        timer = threading.Timer(seconds, lambda: (is_over.set(), run.kill()))
        timer.start()
        for line in run.stdout:
            # The first failure is enough.
            if line.startswith("test ") and line.rstrip().endswith("FAILED"):
                run.kill()
                break
        run.wait()
        timer.cancel()
    return run.returncode == 0 and not is_over.is_set()


def judge_part(part, mutants, builds):
    """Those that no program notices."""
    living = dict(mutants)
    for package, target, test_filter in PARTS[part][2]:
        program, began = builds(package, target), time.time()
        if not passes(program, test_filter, 0, 3600):
            sys.exit(f"the tests of {package} {target} {test_filter} fail without a mutant")
        seconds = max(LEAST_SECONDS, PATIENCE * (time.time() - began))
        missed = {}
        for number, mutant in living.items():
            if passes(program, test_filter, number, seconds):
                missed[number] = mutant
                print(f"    not by {target} {test_filter}: {mutant['name']}", flush=True)
        print(f"  {package} {target} {test_filter}: {len(living) - len(missed)} of {len(living)} noticed", flush=True)
        living = missed
        if not living:
            break
    return living


def judge(package, parts):
    """Judges parts of one package. Returns how many survivors have no reason."""
    of_part = {}
    for part in parts:
        of_part |= {(part, mutant["name"]): mutant for mutant in listed(package, PARTS[part][1])}
    mutants = dict(enumerate(of_part.values(), 1))
    part_of = dict(enumerate((part for part, _ in of_part), 1))
    left_out, first = set(), PARTS[parts[0]][2][0]
    while True:
        places, impossible, left = prepare(package, mutants, left_out)
        program, wrong = build(*first[:2], places)
        if not wrong:
            break
        left_out |= wrong
    left_out |= impossible
    builds = functools.cache(lambda of, target: build(of, target, places)[0])
    known, unknown = (ROOT / "docs/quality.md").read_text(), 0
    for part in parts:
        own = {n: m for n, m in mutants.items() if part_of[n] == part}
        viable = {n: m for n, m in own.items() if n not in left_out and n not in left}
        print(f"{part}: {len(own)} mutants, {len(left_out & own.keys())} do not compile", flush=True)
        living = judge_part(part, viable, builds)
        for mutant in living.values():
            short = re.sub(r"^.*/(.*?):\d+:\d+: ", r"\1: ", mutant["name"])
            unknown += short not in known
            print(f"  {'reasoned' if short in known else 'MISSED  '} {mutant['name']}")
        for number in own.keys() & set(left):
            unknown += 1
            print(f"  BY HAND  {mutants[number]['name']}")
        print(f"{part}: {len(viable) - len(living)} of {len(viable)} noticed", flush=True)
    return unknown


if __name__ == "__main__":
    chosen = sys.argv[1:] or list(PARTS)
    for name in chosen:
        if name not in PARTS:
            sys.exit(f"there is no part {name}")
    packages = dict.fromkeys(PARTS[name][0] for name in chosen)
    sys.exit(sum(judge(package, [name for name in chosen if PARTS[name][0] == package]) for package in packages) > 0)
