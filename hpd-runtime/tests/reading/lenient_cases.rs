//! Malformed and mistyped arguments from the test suites of eight libraries that repair text, and their results here.
//! They
//! make the table in `docs/arguments.md`. `BLESS=1` writes the table.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use hpd_runtime::__private::SchemaPlan;
use hpd_runtime::args::{Leniency, Limits, Node, Reading, StopReason};
use serde_json::{Value, json};

const DOCUMENT: &str = "docs/arguments.md";
const BEGIN: &str = "<!-- cases -->\n";
const END: &str = "<!-- end of cases -->";
/// The libraries whose figures appear next to ours, by their keys in the data: without a schema, and with one.
const PEERS: [(&str, &[&str]); 3] = [
    ("json_repair", &["json_repair", "json_repair+schema"]),
    ("jsonrepair", &["jsonrepair"]),
    ("BAML", &["baml"]),
];

/// The result of a case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    /// The value that was expected, or an error where one was.
    Right,
    /// An error where a value was expected.
    Refused,
    /// Another value, or a value where an error was expected.
    Wrong,
}

/// Counts of one class of cases.
#[derive(Default)]
struct Row {
    policy: String,
    cases: usize,
    ours: Counts,
    peers: [Counts; PEERS.len()],
}

#[derive(Default, Clone, Copy)]
struct Counts {
    cases: usize,
    right: usize,
    wrong: usize,
}

impl Counts {
    fn add(&mut self, verdict: Verdict) {
        self.cases += 1;
        self.right += usize::from(verdict == Verdict::Right);
        self.wrong += usize::from(verdict == Verdict::Wrong);
    }

    fn cell(self) -> String {
        match self {
            Self { cases: 0, .. } => "-".to_owned(),
            Self { right, wrong: 0, .. } => right.to_string(),
            Self { right, wrong, .. } => format!("{right}, {wrong} wrong"),
        }
    }
}

fn cases() -> Option<Vec<Value>> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/lenient_cases.jsonl");
    let Ok(text) = fs::read_to_string(&path) else {
        println!("skipped: there is no {}", path.display());
        return None;
    };
    Some(text.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect())
}

/// Reads a case under a policy: the arguments that a tool would get, or none.
fn read(case: &Value, policy: Leniency) -> Option<Value> {
    let schema = match &case["schema"] {
        Value::Null => json!({ "type": "object" }),
        schema => schema.clone(),
    };
    let plan = SchemaPlan::new(&schema, Limits::default()).expect("the schema is well-formed");
    let reading = Reading { leniency: policy, writes: false, stop_reason: StopReason::Unknown };
    let accepted = plan.read(case["input"].as_str().expect("a text"), &reading).ok()?;
    serde_json::from_str(&accepted.arguments).ok()
}

fn judge(case: &Value, policy: Leniency) -> Verdict {
    let is_error = case["expected_kind"] == "error";
    match read(case, policy) {
        None if is_error => Verdict::Right,
        None => Verdict::Refused,
        Some(value) if !is_error && is_same(&value, &without_defaults(case, &value)) => Verdict::Right,
        Some(_) => Verdict::Wrong,
    }
}

/// The expected value without defaults of the schema that were not sent: a reader for programs fills them in, and the
/// server of a tool has its own.
fn without_defaults(case: &Value, read: &Value) -> Value {
    let mut expected = case["expected"].clone();
    if let Some(members) = expected.as_object_mut() {
        let is_default = |name: &str, value: &Value| case["schema"]["properties"][name]["default"] == *value;
        members.retain(|name, value| read.get(name).is_some() || value.is_null() || !is_default(name, value));
    }
    expected
}

/// Whether two values are the same: numbers by value, and a member that is null is one that is absent.
fn is_same(value: &Value, expected: &Value) -> bool {
    let node = |value: &Value| Node::from_value(&without_nulls(value)).into_owned();
    node(value) == node(expected)
}

fn without_nulls(value: &Value) -> Value {
    match value {
        Value::Object(members) => {
            let members = members.iter().filter(|(_, value)| !value.is_null());
            Value::Object(members.map(|(key, value)| (key.clone(), without_nulls(value))).collect())
        }
        Value::Array(items) => items.iter().map(without_nulls).collect(),
        other => other.clone(),
    }
}

/// A library's result for a case: `agree` with the expectation, an `error`, or something else.
fn judge_peer(case: &Value, names: &[&str]) -> Option<Verdict> {
    let said = names.iter().find_map(|name| case["peers"][*name].as_str())?;
    let is_error = case["expected_kind"] == "error";
    Some(match said {
        "agree" => Verdict::Right,
        "error" if is_error => Verdict::Right,
        "error" => Verdict::Refused,
        _ => Verdict::Wrong,
    })
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

#[test]
fn nothing_is_read_wrongly() {
    let Some(cases) = cases() else { return };
    let (mut may, mut recovered) = (0, 0);
    let mut faults = Vec::new();
    for case in &cases {
        let verdict = judge(case, Leniency::Safe);
        let policy = text(&case["policy"]);
        let is_fault = match policy {
            "must" | "refuse" => verdict != Verdict::Right,
            _ => verdict == Verdict::Wrong,
        };
        if is_fault {
            faults.push(format!(
                "{} {policy}: {} became {:?}",
                case["id"],
                case["input"],
                read(case, Leniency::Safe)
            ));
        }
        if policy == "may" {
            may += 1;
            recovered += usize::from(verdict == Verdict::Right);
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(cases.len() > 200, "only {} cases", cases.len());
    println!("{recovered} of {may} optional values were recovered");
}

#[test]
fn the_table_in_the_documentation_is_what_is_measured() {
    let Some(cases) = cases() else { return };
    let mut rows: BTreeMap<(&str, &str), Row> = BTreeMap::new();
    for case in &cases {
        let row = rows.entry((text(&case["group"]), text(&case["class"]))).or_default();
        row.cases += 1;
        if !row.policy.contains(text(&case["policy"])) {
            let comma = if row.policy.is_empty() { "" } else { ", " };
            row.policy.extend([comma, text(&case["policy"])]);
        }
        row.ours.add(judge(case, Leniency::Safe));
        for (counts, (_, names)) in row.peers.iter_mut().zip(PEERS) {
            if let Some(verdict) = judge_peer(case, names) {
                counts.add(verdict);
            }
        }
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(DOCUMENT);
    let document = fs::read_to_string(&path).expect("the document is there");
    let (before, rest) = document.split_once(BEGIN).expect("the table begins");
    let (table, after) = rest.split_once(END).expect("the table ends");
    let measured = render(&rows);
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, format!("{before}{BEGIN}{measured}{END}{after}")).expect("the document is writable");
        return;
    }
    assert_eq!(table, measured, "run this test with BLESS=1 to write the table");
}

fn render(rows: &BTreeMap<(&str, &str), Row>) -> String {
    let mut table = String::from("\n| class | cases | expected | hpd (safe) |");
    for (name, _) in PEERS {
        table.extend([" ", name, " |"]);
    }
    table.push_str("\n|---|---|---|---|");
    table.push_str(&"---|".repeat(PEERS.len()));
    let mut sums = (0, Counts::default(), [Counts::default(); PEERS.len()]);
    for ((_, class), row) in rows {
        let Row { policy, cases, ours, peers } = row;
        // Writing into a `String` can't fail.
        let _ = write!(table, "\n| {class} | {cases} | {policy} | {} |", ours.cell());
        for peer in peers {
            table.extend([" ", &peer.cell(), " |"]);
        }
        sums.0 += cases;
        for (sum, counts) in [&mut sums.1].into_iter().chain(&mut sums.2).zip([ours].into_iter().chain(peers))
        {
            sum.cases += counts.cases;
            sum.right += counts.right;
            sum.wrong += counts.wrong;
        }
    }
    let _ = write!(table, "\n| all | {} | | {} of {} |", sums.0, sums.1.cell(), sums.1.cases);
    for peer in sums.2 {
        let _ = write!(table, " {} of {} |", peer.cell(), peer.cases);
    }
    table.push_str("\n\n");
    table
}
