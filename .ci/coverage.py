#!/usr/bin/env python3
"""Lines that tests run, by crate, from the JSON of llvm-cov: `coverage.py FILE [CRATE..]`.

Ends with 1 if a crate is below its target. For the named crates, also lists the files with the most missed lines.
"""

import json
import re
import sys
from collections import defaultdict

# In percent of the lines. All other crates: 85.
TARGETS = dict.fromkeys(["hpd-runtime", "hpd-json", "hpd-schema", "hpd-repair", "hpd-dialect"], 90)
# Code for tests is not counted. The macros run in the compiler, which has no figures.
IGNORED = re.compile(r"/(tests?|testing|examples)/|/tests\.rs$|^hpd-macros/")

with open(sys.argv[1]) as file:
    data = json.load(file)["data"][0]["files"]

crates = defaultdict(list)
for entry in data:
    found = re.search(r"(?:^|/)((?:crates/)?(hpd-[a-z-]+)/src/.*)$", entry["filename"])
    if found and not IGNORED.search(found[1]):
        lines = entry["summary"]["lines"]
        crates[found[2]].append((lines["count"] - lines["covered"], lines["count"], found[1]))

is_below = False
print("| crate | lines | missed | share | target |\n|---|---:|---:|---:|---:|")
for crate, files in sorted(crates.items()):
    missed, count = sum(file[0] for file in files), sum(file[1] for file in files)
    share, target = 100 * (count - missed) / max(count, 1), TARGETS.get(crate, 85)
    is_below |= share < target
    print(f"| `{crate}` | {count:,} | {missed:,} | {share:.1f} % | {target} % |")

for crate in sys.argv[2:]:
    print(f"\n{crate}, the files with the most missed lines:")
    for missed, count, name in sorted(crates[crate], reverse=True)[:12]:
        print(f"{missed:5} of {count:5}  {name}")
sys.exit(is_below)
