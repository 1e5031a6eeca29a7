//! The nearest name among 10,000: in a list that was made ready once, as a toolbox has it, and without one.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use hpd_host::__private::nearest;
use hpd_host::error::NameList;

const VERBS: [&str; 10] =
    ["list", "get", "create", "update", "delete", "search", "approve", "export", "assign", "publish"];
const NOUNS: [&str; 10] = [
    "invoice",
    "issue",
    "pull_request",
    "comment",
    "journal_entry",
    "repository",
    "workflow",
    "milestone",
    "calendar_event",
    "notification",
];

/// Misspelt, near nothing, and long.
const ASKED: [&str; 3] = ["creat_invoice", "order_pizza", "update_pul_request_12"];

fn names(count: usize) -> Vec<String> {
    let pairs = VERBS.iter().flat_map(|verb| NOUNS.iter().map(move |noun| format!("{verb}_{noun}")));
    (0..).zip(pairs.cycle()).take(count).map(|(number, name)| format!("{name}_{}", number / 100)).collect()
}

fn nearest_name(criterion: &mut Criterion) {
    let names = names(10_000);
    let list: NameList = names.iter().map(String::as_str).collect();
    let mut group = criterion.benchmark_group("nearest of 10,000");
    for asked in ASKED {
        group.bench_function(format!("list/{asked}"), |bencher| {
            bencher.iter(|| list.nearest(black_box(asked), |_| true));
        });
        group.bench_function(format!("iterator/{asked}"), |bencher| {
            bencher.iter(|| nearest(black_box(asked), names.iter().map(String::as_str)));
        });
    }
    group.finish();
}

criterion_group!(benches, nearest_name);
criterion_main!(benches);
