//! `pmcp`: a handler of a tool, alone and behind `validate_input`.

use std::collections::HashMap;
use std::hint::black_box;

use hpd_bench_cases::{Answer, Checks, Contender, Group, ready, text};
use pmcp::server::schema_validation::{render_refusal, validate_input};
use pmcp::{RequestHandlerExtra, ToolHandler};
use serde_json::Value;

/// The tools, each of which is made by a function.
mod tools {
    use hpd_bench_cases::types::{AddArgs, AddOut, InvoiceArgs, InvoiceOut, JournalArgs, JournalOut};
    use pmcp_macros::mcp_tool;

    #[mcp_tool(description = "Adds two numbers")]
    pub(crate) async fn add(args: AddArgs) -> pmcp::Result<AddOut> {
        Ok(args.run())
    }

    #[mcp_tool(description = "Creates an invoice")]
    pub(crate) async fn create_invoice(args: InvoiceArgs) -> pmcp::Result<InvoiceOut> {
        Ok(args.run())
    }

    #[mcp_tool(description = "Creates a journal entry")]
    pub(crate) async fn create_journal_entry(args: JournalArgs) -> pmcp::Result<JournalOut> {
        Ok(args.run())
    }
}

hpd_bench_cases::program!(contenders);

fn contenders() -> Vec<Contender> {
    let plain = Contender::new("pmcp", Checks::Types).on(Group::CALLS, |group, arguments| {
        let (tools, arguments) = (tools(), arguments.to_owned());
        move || {
            let tree: Value = serde_json::from_str(black_box(&arguments)).expect("the payload is JSON");
            handle(&tools, black_box(group.tool()), tree)
        }
    });
    let checked =
        Contender::new("pmcp + validate_input", Checks::Schema).on(Group::CALLS, |group, arguments| {
            let (tools, arguments) = (tools(), arguments.to_owned());
            let schema = tools[group.tool()].metadata().expect("a tool has metadata").input_schema;
            move || {
                let tool = black_box(group.tool());
                let tree: Value = serde_json::from_str(black_box(&arguments)).expect("the payload is JSON");
                match validate_input(&schema, Some(&tree), Some(tool)) {
                    Ok(()) => handle(&tools, tool, tree),
                    Err(violations) => Answer::Text(render_refusal(&violations, &declared(&schema))),
                }
            }
        });
    vec![plain, checked]
}

fn tools() -> HashMap<&'static str, Box<dyn ToolHandler>> {
    HashMap::from([
        ("add", Box::new(tools::add()) as Box<dyn ToolHandler>),
        ("create_invoice", Box::new(tools::create_invoice())),
        ("create_journal_entry", Box::new(tools::create_journal_entry())),
    ])
}

fn handle(tools: &HashMap<&'static str, Box<dyn ToolHandler>>, tool: &str, tree: Value) -> Answer {
    let handler = tools.get(tool).expect("the table has the tool");
    Answer::of(ready(handler.handle(tree, RequestHandlerExtra::default())).map(|result| text(&result)))
}

/// The parameters that a refusal may name.
fn declared(schema: &Value) -> Vec<&str> {
    let properties = schema["properties"].as_object();
    properties.into_iter().flat_map(serde_json::Map::keys).map(String::as_str).collect()
}
