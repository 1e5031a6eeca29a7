# Everything that is run by hand.

default:
    @just --list

# All tests.
test:
    cargo test

# All property tests with random seeds. Each tries so many cases, instead of its own number.
properties cases="4096":
    #!/usr/bin/env bash
    set -euo pipefail
    # The modules with property tests, as filters of test names.
    modules=$(git grep -lF 'proptest! {' -- '*.rs' |
        sed -E 's#^.*/(src|tests/[^/]+)/##; s#(/mod)?\.rs$##; s#/#::#g; s#$#::#' | sort -u)
    env -u PROPTEST_RNG_SEED PROPTEST_CASES={{cases}} cargo test --no-fail-fast --lib --bins --tests -- $modules

# Takes what the tests see now as what they expect: compiler texts and snapshots. Read the difference before keeping it.
bless:
    TRYBUILD=overwrite INSTA_UPDATE=always cargo test

# Writes the lists of public items. Read the difference before keeping it.
public-api:
    cargo run -p hpd-public-api -- --write

# Licences, duplicates, sources and advisories of all dependencies. Installs cargo-deny if it is missing.
deny:
    bash .ci/outside.d/deny
    PATH="$PWD/target/outside/tools/bin:$PATH" cargo deny check advisories

# The packages as they would be published, and a program built from them alone.
packages:
    bash .ci/outside.d/packages

# The share of lines that tests run, by crate, and the mutants that no test notices. Takes hours: `.ci/quality` does a part.
quality:
    bash .ci/quality coverage
    bash .ci/quality mutants

# Everything that has to hold before a change is taken.
ci:
    bash .ci/run

# Measures against other libraries and writes bench/RESULTS.md. Takes long; leave the machine alone meanwhile.
bench:
    #!/usr/bin/env bash
    set -euo pipefail
    # One run for the whole page: nothing of an earlier one is kept.
    rm -rf target/bench
    cargo build --release --package hpd-bench
    bench() { target/release/hpd-bench "$@"; }
    bench build
    bench verify
    bench ir --save target/bench
    bench time --save target/bench
    bench memory --save target/bench
    bench base --runtime hpd-runtime --save target/bench
    bench compile --runtime hpd-runtime --save target/bench
    bench report --from target/bench --to bench/RESULTS.md
