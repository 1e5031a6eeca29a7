//! `swiftide`: a tool of its agents, found by its name and invoked with the call.

use std::hint::black_box;

use hpd_bench_cases::{Answer, Checks, Contender, Group, ready};
use swiftide::chat_completion::{Tool, ToolCall};

/// The tools, each of which becomes a struct beside its function.
mod tools {
    use hpd_bench_cases::text;
    use hpd_bench_cases::types::{self, JournalLine, Line};
    use swiftide::chat_completion::ToolOutput;
    use swiftide::chat_completion::errors::ToolError;
    use swiftide::traits::AgentContext;
    use swiftide_macros::tool;

    #[tool(
        description = "Adds two numbers",
        param(name = "a", description = "First summand"),
        param(name = "b", description = "Second summand")
    )]
    pub(crate) async fn add(_agent: &dyn AgentContext, a: f64, b: f64) -> Result<ToolOutput, ToolError> {
        Ok(ToolOutput::text(text(&types::add(a, b))))
    }

    #[tool(
        description = "Creates an invoice",
        param(name = "contact_id", description = "Contact to bill"),
        param(name = "lines", description = "What is billed"),
        param(name = "due_date", description = "When it is due"),
        param(name = "notes", description = "Free text, shown to the customer")
    )]
    pub(crate) async fn create_invoice(
        _agent: &dyn AgentContext,
        contact_id: String,
        lines: Vec<Line>,
        due_date: Option<String>,
        notes: Option<String>,
    ) -> Result<ToolOutput, ToolError> {
        let invoice = types::create_invoice(contact_id, &lines, due_date.as_deref(), notes.as_deref());
        Ok(ToolOutput::text(text(&invoice)))
    }

    #[tool(
        description = "Creates a journal entry",
        param(name = "date", description = "The day it is booked"),
        param(name = "lines", description = "What is booked"),
        param(name = "reference", description = "Where it comes from")
    )]
    pub(crate) async fn create_journal_entry(
        _agent: &dyn AgentContext,
        date: String,
        lines: Vec<JournalLine>,
        reference: Option<String>,
    ) -> Result<ToolOutput, ToolError> {
        Ok(ToolOutput::text(text(&types::create_journal_entry(&date, &lines, reference.as_deref()))))
    }
}

hpd_bench_cases::program!(contenders);

fn contenders() -> Vec<Contender> {
    vec![Contender::new("swiftide", Checks::Types).on(Group::CALLS, |group, arguments| {
        let tools: [Box<dyn Tool>; 3] = [
            Box::new(tools::add()),
            Box::new(tools::create_invoice()),
            Box::new(tools::create_journal_entry()),
        ];
        let call = ToolCall::builder()
            .id("call_1")
            .name(group.tool())
            .args(arguments)
            .build()
            .expect("a call has an id, a name and arguments");
        move || {
            let call = black_box(&call);
            let tool = tools.iter().find(|tool| tool.name() == call.name()).expect("the tool is there");
            Answer::of(ready(tool.invoke(&(), call)).map(|output| output.to_string()))
        }
    })]
}
