//! `adk-rust`: a tool of its agents, executed with the tree of the arguments.

use std::collections::HashMap;
use std::hint::black_box;
use std::sync::Arc;

use adk_core::{Tool, ToolContext};
use adk_tool::SimpleToolContext;
use hpd_bench_cases::{Answer, Checks, Contender, Group, ready, text};
use serde_json::Value;

/// The tools, each of which becomes a struct beside its function.
mod tools {
    use adk_rust_macros::tool;
    use adk_tool::AdkError;
    use hpd_bench_cases::types::{AddArgs, InvoiceArgs, JournalArgs};
    use serde::Serialize;
    use serde_json::Value;

    /// Adds two numbers
    #[tool]
    pub(crate) async fn add(arguments: AddArgs) -> Result<Value, AdkError> {
        tree(&arguments.run())
    }

    /// Creates an invoice
    #[tool]
    pub(crate) async fn create_invoice(arguments: InvoiceArgs) -> Result<Value, AdkError> {
        tree(&arguments.run())
    }

    /// Creates a journal entry
    #[tool]
    pub(crate) async fn create_journal_entry(arguments: JournalArgs) -> Result<Value, AdkError> {
        tree(&arguments.run())
    }

    fn tree(result: &impl Serialize) -> Result<Value, AdkError> {
        serde_json::to_value(result).map_err(|error| AdkError::tool(error.to_string()))
    }
}

hpd_bench_cases::program!(contenders);

fn contenders() -> Vec<Contender> {
    vec![Contender::new("adk-rust", Checks::Types).on(Group::CALLS, |group, arguments| {
        let tools: HashMap<&str, Arc<dyn Tool>> = HashMap::from([
            ("add", Arc::new(tools::Add) as Arc<dyn Tool>),
            ("create_invoice", Arc::new(tools::CreateInvoice)),
            ("create_journal_entry", Arc::new(tools::CreateJournalEntry)),
        ]);
        let context: Arc<dyn ToolContext> = Arc::new(SimpleToolContext::new("bench"));
        let arguments = arguments.to_owned();
        move || {
            let tree: Value = serde_json::from_str(black_box(&arguments)).expect("the payload is JSON");
            let tool = tools.get(black_box(group.tool())).expect("the table has the tool");
            Answer::of(ready(tool.execute(Arc::clone(&context), tree)).map(|result| text(&result)))
        }
    })]
}
