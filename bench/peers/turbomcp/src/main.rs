//! `turbomcp`: a server's method, called directly, and a message on the wire, where the dispatcher checks the schema.

mod wire;

use std::hint::black_box;

use hpd_bench_cases::types::{self, AddOut, InvoiceOut, JournalLine, JournalOut, Line};
use hpd_bench_cases::{Answer, Checks, Contender, Group, ready};
use turbomcp::neutral::{CallToolParams, CallToolResult, Content};
use turbomcp::prelude::*;

#[derive(Clone)]
pub(crate) struct Books;

#[server(name = "books", version = "1.0.0")]
impl Books {
    /// Adds two numbers
    #[tool]
    async fn add(&self, a: f64, b: f64) -> Json<AddOut> {
        Json(types::add(a, b))
    }

    /// Creates an invoice
    #[tool]
    async fn create_invoice(
        &self,
        #[description("Contact to bill")] contact_id: String,
        lines: Vec<Line>,
        due_date: Option<String>,
        notes: Option<String>,
    ) -> Json<InvoiceOut> {
        Json(types::create_invoice(contact_id, &lines, due_date.as_deref(), notes.as_deref()))
    }

    /// Creates a journal entry
    #[tool]
    async fn create_journal_entry(
        &self,
        date: String,
        lines: Vec<JournalLine>,
        reference: Option<String>,
    ) -> Json<JournalOut> {
        Json(types::create_journal_entry(&date, &lines, reference.as_deref()))
    }
}

hpd_bench_cases::program!(contenders);

fn contenders() -> Vec<Contender> {
    let direct =
        Contender::new("turbomcp, direct call", Checks::Types).on(Group::CALLS, |group, arguments| {
            let (context, arguments) = (CallToolContext::new(Default::default()), arguments.to_owned());
            move || {
                let arguments = serde_json::from_str(black_box(&arguments)).expect("the payload is JSON");
                let parameters = CallToolParams::new(black_box(group.tool()), arguments);
                Answer::of(ready(Books.call_tool(&context, parameters)).map(first_text))
            }
        });
    vec![direct, wire::contender()]
}

/// The text of a result.
fn first_text(result: CallToolResult) -> String {
    match result.content.into_iter().next() {
        Some(Content::Text { text, .. }) => text,
        other => unreachable!("a result of this server is a text, not {other:?}"),
    }
}
