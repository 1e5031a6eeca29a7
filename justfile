# Everything that is run by hand.

default:
    @just --list

# All tests.
test:
    cargo test

# All property tests, eight times with 512 cases and new random seeds. A test with a number of cases of its own keeps it.
properties:
    #!/usr/bin/env bash
    set -euo pipefail
    # The modules with property tests, as filters of test names.
    modules=$(git grep -lF 'proptest! {' -- '*.rs' |
        sed -E 's#^.*/(src|tests/[^/]+)/##; s#(/mod)?\.rs$##; s#/#::#g; s#$#::#' | sort -u)
    unset PROPTEST_RNG_SEED
    for round in 1 2 3 4 5 6 7 8; do
        echo "== round $round"
        PROPTEST_CASES=512 cargo test --lib --bins --tests -- $modules
    done

# Takes what the tests see now as what they expect: compiler texts and snapshots. Read the difference before keeping it.
bless:
    TRYBUILD=overwrite INSTA_UPDATE=always cargo test

# Writes the lists of public items. Read the difference before keeping it.
public-api:
    cargo run -p hpd-public-api -- --write

# Everything that has to hold before a change is taken.
ci:
    bash .ci/run

# Measures against other libraries and writes bench/RESULTS.md. Takes long; leave the machine alone meanwhile.
bench:
    cargo build --release --package hpd-bench
    cargo run --release --package hpd-bench -- time --save target/bench
    cargo run --release --package hpd-bench -- ir --save target/bench
    cargo run --release --package hpd-bench -- compile --runtime hpd-runtime --save target/bench
    cargo run --release --package hpd-bench -- report --from target/bench --to bench/RESULTS.md
