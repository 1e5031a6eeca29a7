//! `rig`: its set of tools, alone and behind `arguments_refusal`, which its agent does not call.

use std::hint::black_box;
use std::sync::Arc;

use hpd_bench_cases::{Answer, Checks, Contender, Group, ready};
use rig_agent::tool::ToolSet;
use rig_core::completion::ToolDefinition;
use rig_core::message::{ToolCall, ToolFunction, ToolName};
use rig_core::tool::ToolContext;
use rig_core::tool::feedback::arguments_refusal;

/// The tools, each of which becomes a struct beside its function.
mod tools {
    use hpd_bench_cases::types::{self, AddOut, InvoiceOut, JournalLine, JournalOut, Line};
    use rig_core::tool::ToolExecutionError;
    use rig_derive::rig_tool;

    #[rig_tool(description = "Adds two numbers")]
    pub fn add(a: f64, b: f64) -> Result<AddOut, ToolExecutionError> {
        Ok(types::add(a, b))
    }

    #[rig_tool(description = "Creates an invoice")]
    pub fn create_invoice(
        contact_id: String,
        lines: Vec<Line>,
        due_date: Option<String>,
        notes: Option<String>,
    ) -> Result<InvoiceOut, ToolExecutionError> {
        Ok(types::create_invoice(contact_id, &lines, due_date.as_deref(), notes.as_deref()))
    }

    #[rig_tool(description = "Creates a journal entry")]
    pub fn create_journal_entry(
        date: String,
        lines: Vec<JournalLine>,
        reference: Option<String>,
    ) -> Result<JournalOut, ToolExecutionError> {
        Ok(types::create_journal_entry(&date, &lines, reference.as_deref()))
    }
}

hpd_bench_cases::program!(contenders);

fn contenders() -> Vec<Contender> {
    let plain = Contender::new("rig", Checks::Types).on(Group::CALLS, |group, arguments| {
        let (tools, arguments) = (tools(), arguments.to_owned());
        move || Answer::Text(execute(&tools, black_box(group.tool()), black_box(&arguments)))
    });
    // Its schema of a list can't say "not empty".
    let checked = Contender::new("rig + arguments_refusal", Checks::Schema).finds(2).on(
        Group::CALLS,
        |group, arguments| {
            let (tools, arguments) = (tools(), arguments.to_owned());
            let definitions = tools.tool_definitions();
            move || {
                let (tool, arguments) = (black_box(group.tool()), black_box(arguments.as_str()));
                let refusal = refusal(&definitions, tool, arguments);
                Answer::Text(refusal.unwrap_or_else(|| execute(&tools, tool, arguments)))
            }
        },
    );
    vec![plain, checked]
}

fn tools() -> ToolSet {
    let mut tools = ToolSet::default();
    tools.add_tool(tools::Add);
    tools.add_tool(tools::CreateInvoice);
    tools.add_tool(tools::CreateJournalEntry);
    tools
}

fn execute(tools: &ToolSet, tool: &str, arguments: &str) -> String {
    ready(tools.execute(tool, arguments, &mut ToolContext::new())).output().render()
}

fn refusal(definitions: &[Arc<ToolDefinition>], tool: &str, arguments: &str) -> Option<String> {
    let definition = definitions.iter().find(|definition| definition.name.as_str() == tool)?;
    let function = ToolFunction::parse(ToolName::new(tool).ok()?, arguments);
    arguments_refusal(&definition.parameters, &ToolCall::from_wire("call_1", function))
}
