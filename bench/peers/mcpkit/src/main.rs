//! `mcpkit`: the handler of a server, alone and behind its validating decorator.

mod lines;

use std::hint::black_box;

use hpd_bench_cases::types::{self, JournalLine, Line};
use hpd_bench_cases::{Answer, Checks, Contender, Group, ready, text};
use lines::{BilledLine, BookedLine};
use mcpkit::capability::{ClientCapabilities, ServerCapabilities};
use mcpkit::prelude::*;
use mcpkit::protocol::RequestId;
use mcpkit::protocol_version::ProtocolVersion;
use mcpkit::types::CallToolResult;
use mcpkit_server::context::{Context, NoOpPeer};
use mcpkit_server::handler::ToolHandler;
use mcpkit_server::validation::{ValidatingToolHandler, ValidationMode};
use serde_json::{Map, Value};

struct Books;

#[mcp_server(name = "books", version = "1.0.0")]
impl Books {
    #[tool(description = "Adds two numbers")]
    async fn add(&self, a: f64, b: f64) -> ToolOutput {
        ToolOutput::text(text(&types::add(a, b)))
    }

    #[tool(description = "Creates an invoice")]
    async fn create_invoice(
        &self,
        contact_id: String,
        lines: Vec<BilledLine>,
        due_date: Option<String>,
        notes: Option<String>,
    ) -> ToolOutput {
        let lines: Vec<Line> = lines.into_iter().map(Into::into).collect();
        let invoice = types::create_invoice(contact_id, &lines, due_date.as_deref(), notes.as_deref());
        ToolOutput::text(text(&invoice))
    }

    #[tool(description = "Creates a journal entry")]
    async fn create_journal_entry(
        &self,
        date: String,
        lines: Vec<BookedLine>,
        reference: Option<String>,
    ) -> ToolOutput {
        let lines: Vec<JournalLine> = lines.into_iter().map(Into::into).collect();
        ToolOutput::text(text(&types::create_journal_entry(&date, &lines, reference.as_deref())))
    }
}

hpd_bench_cases::program!(contenders);

fn contenders() -> Vec<Contender> {
    vec![
        Contender::new("mcpkit", Checks::Types)
            .on(Group::CALLS, |group, arguments| called(Books, group.tool(), arguments)),
        // Its schemas can't express the rules of texts and lists, and take a `null` for an error: it would refuse the good
        // invoice.
        Contender::new("mcpkit + ValidatingToolHandler", Checks::TypesAll).finds(2).on(
            [Group::Add].into_iter().chain(Group::BAD),
            |group, arguments| {
                let handler = ValidatingToolHandler::new(Books, ValidationMode::both());
                called(handler, group.tool(), arguments)
            },
        ),
    ]
}

fn called<H: ToolHandler>(
    handler: H,
    tool: &'static str,
    arguments: &str,
) -> impl FnMut() -> Answer + use<H> {
    let arguments = arguments.to_owned();
    let (id, client, server) =
        (RequestId::Number(1), ClientCapabilities::default(), ServerCapabilities::default());
    move || {
        let context = Context::new(&id, None, &client, &server, ProtocolVersion::LATEST, &NoOpPeer);
        let arguments: Map<String, Value> =
            serde_json::from_str(black_box(&arguments)).expect("the payload is a JSON object");
        Answer::of(
            ready(handler.call_tool(black_box(tool), arguments, &context))
                .map(|output| text(&CallToolResult::from(output))),
        )
    }
}
