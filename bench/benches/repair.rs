//! Reading malformed texts, beside `serde_json` reading the same values from JSON.

use std::fmt::Write;
use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use hpd_host::args::{Leniency, Limits, Reading, StopReason};
use hpd_host::repair::repair;
use serde_json::Value;

const fn reading(leniency: Leniency) -> Reading {
    Reading { leniency, writes: false, stop_reason: StopReason::Finished }
}

/// An order of so many lines with trailing commas, single quotes, comments and keys without quotes.
fn order(lines: usize) -> String {
    let mut text = String::from("{\n  // the order\n  'customer': \"ACME\", lines: [\n");
    for line in 0..lines {
        // Writing into a `String` can't fail.
        let _ = writeln!(
            text,
            "    {{'item': 'part {line}', \"count\": {line}, price: 12.5, 'paid': True,}}, # line {line}"
        );
    }
    text.push_str("  ],\n}");
    text
}

/// The texts by their size.
fn texts() -> [(&'static str, String); 4] {
    [
        ("63 B", "{'city': 'Oslo', days: 3, \"unit\": \"celsius\", 'live': True, /**/}".to_owned()),
        ("2 kB", order(26)),
        ("52 kB", order(660)),
        ("one string", format!("{{'path': 'a', text: '{}',}}", "lorem ipsum dolor sit ".repeat(2300))),
    ]
}

fn compare(criterion: &mut Criterion) {
    let limits = Limits::default();
    let mut group = criterion.benchmark_group("malformed");
    for (name, text) in texts() {
        let safe = reading(Leniency::Safe);
        let json = repair(&text, &safe, &limits).expect("the text has one meaning").tree.to_json();
        group.throughput(Throughput::Bytes(text.len() as u64));
        for (label, leniency) in [("repair", Leniency::Safe), ("lenient repair", Leniency::Lenient)] {
            let reading = reading(leniency);
            group.bench_with_input(BenchmarkId::new(label, name), &text, |bencher, text| {
                bencher.iter(|| {
                    repair(black_box(text), &reading, &limits).map(|repaired| repaired.warnings.len())
                });
            });
        }
        group.bench_with_input(BenchmarkId::new("serde_json of the same", name), &json, |bencher, json| {
            bencher.iter(|| serde_json::from_str::<Value>(black_box(json)));
        });
    }
    group.finish();
}

criterion_group!(benches, compare);
criterion_main!(benches);
