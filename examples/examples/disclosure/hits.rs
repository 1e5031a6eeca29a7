//! How often a search finds the tool of a recorded call among its first five.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use hpd_host::list::Bm25;
use hpd_host::{Tool, Toolbox};

use crate::recorded::{Call, Recorded};

/// Tools that count as found.
const FIRST: usize = 5;

/// Hits and searches.
#[derive(Default)]
struct Share {
    hits: usize,
    of: usize,
}

impl Share {
    fn add(&mut self, is_hit: bool) {
        self.hits += usize::from(is_hit);
        self.of += 1;
    }
}

impl std::fmt::Display for Share {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (hits, of) = (self.hits, self.of);
        let tenths = (hits * 1000 + of / 2).checked_div(of).unwrap_or(0);
        write!(f, "{}.{} % ({hits} of {of})", tenths / 10, tenths % 10)
    }
}

/// The share of calls, of tools and of tasks with a hit. A tool is found if its calls mostly are; a task, if all are.
pub(crate) fn table(toolbox: &Toolbox, recorded: &Recorded) -> String {
    let functions: Vec<_> = toolbox.all_tools().iter().filter(|tool| !tool.is_container()).collect();
    let mut out =
        format!("| words of the search | hit@{FIRST} by call | by tool | by task |\n|---|---|---|---|\n");
    for (words, query) in [
        ("the values of the arguments", Call::value_words as fn(&Call) -> String),
        // The words that are searched are those that are looked for.
        ("the names of the arguments, an upper bound", Call::argument_words),
        ("the tool's name in words, an upper bound", Call::in_words),
    ] {
        let mut known: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        let mut hit = |call: &Call, tool: &Tool| {
            let words = query(call);
            let found =
                known.entry(words).or_insert_with_key(|words| Bm25::new().rank(words, &functions, FIRST));
            found.iter().any(|&place| functions[place].id() == tool.id())
        };
        let (mut by_call, mut by_task) = (Share::default(), Share::default());
        let mut of_tools: BTreeMap<String, Share> = BTreeMap::new();
        for calls in recorded.tasks(toolbox).values() {
            let mut has_all = None;
            for call in calls.iter().filter(|call| !query(call).trim().is_empty()) {
                let Some(tool) = call.tool_in(toolbox) else { continue };
                let is_hit = hit(call, tool);
                by_call.add(is_hit);
                of_tools.entry(tool.id().to_string()).or_default().add(is_hit);
                has_all = Some(has_all.unwrap_or(true) && is_hit);
            }
            // A task without a search is no hit.
            if let Some(has_all) = has_all {
                by_task.add(has_all);
            }
        }
        let mut by_tool = Share::default();
        for share in of_tools.values() {
            by_tool.add(share.hits * 2 > share.of);
        }
        // Writing into a `String` can't fail.
        let _ = writeln!(out, "| {words} | {by_call} | {by_tool} | {by_task} |");
    }
    out.push('\n');
    out
}
