//! A table of a thousand tools, and a boxed future for the call: what a library of tools can't do without.

use std::collections::HashMap;
use std::hint::black_box;
use std::pin::Pin;

use hpd_bench_cases::types::{AddArgs, InvoiceArgs, JournalArgs};
use hpd_bench_cases::{Answer, Checks, Contender, Group, ready};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::checks::{check_invoice, check_journal, no_check, run_checked};

/// How many tools the table has, the three that are called among them.
const TOOLS: usize = 1_000;

type Running<'a> = Pin<Box<dyn Future<Output = Result<String, String>> + Send + 'a>>;
type Tool = Box<dyn for<'a> Fn(&'a str) -> Running<'a> + Send + Sync>;

pub(crate) fn contender() -> Contender {
    Contender::new("HashMap(1000) + boxed future + checks + serde", Checks::RulesByHand).on(
        Group::GOOD,
        |group, arguments| {
            let (tools, arguments) = (table(), arguments.to_owned());
            move || {
                let tool = tools.get(black_box(group.tool())).expect("the table has the tool");
                let result = ready(tool(black_box(&arguments)));
                Answer::Text(result.expect("the payload fits its type and its checks"))
            }
        },
    )
}

fn table() -> HashMap<String, Tool> {
    let mut tools: HashMap<String, Tool> = HashMap::new();
    tools.insert("add".to_owned(), tool(no_check, AddArgs::run));
    tools.insert("create_invoice".to_owned(), tool(check_invoice, InvoiceArgs::run));
    tools.insert("create_journal_entry".to_owned(), tool(check_journal, JournalArgs::run));
    for index in tools.len()..TOOLS {
        tools.insert(format!("other_tool_number_{index}"), tool(no_check, AddArgs::run));
    }
    tools
}

fn tool<A: DeserializeOwned + 'static, O: Serialize + 'static>(
    check: fn(&A) -> Result<(), String>,
    run: fn(A) -> O,
) -> Tool {
    Box::new(move |arguments| Box::pin(async move { run_checked(arguments, check, run) }))
}
