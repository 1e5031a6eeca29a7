//! `llm-tool`: its registry, by `dispatch_str`.

use std::hint::black_box;

use llm_tool::{ToolContext, ToolRegistry};

use crate::harness::{Answer, Case, Group, ready};

/// The tools, each of which becomes a struct beside its function.
mod tools {
    use llm_tool::llm_tool;

    use crate::types::{self, JournalLine, Line};

    /// Adds two numbers
    #[llm_tool]
    pub(crate) fn add(
        /// First summand
        a: f64,
        /// Second summand
        b: f64,
    ) -> types::AddOut {
        types::add(a, b)
    }

    /// Creates an invoice
    #[llm_tool]
    pub(crate) fn create_invoice(
        /// Contact to bill
        contact_id: String,
        /// What is billed
        lines: Vec<Line>,
        /// When it is due
        due_date: Option<String>,
        /// Free text, shown to the customer
        notes: Option<String>,
    ) -> types::InvoiceOut {
        types::create_invoice(contact_id, &lines, due_date.as_deref(), notes.as_deref())
    }

    /// Creates a journal entry
    #[llm_tool]
    pub(crate) fn create_journal_entry(
        /// The day it is booked
        date: String,
        /// What is booked
        lines: Vec<JournalLine>,
        /// Where it comes from
        reference: Option<String>,
    ) -> types::JournalOut {
        types::create_journal_entry(&date, &lines, reference.as_deref())
    }
}

pub(super) fn cases() -> Vec<Case> {
    let mut cases: Vec<Case> = Group::GOOD.map(dispatched).into();
    cases.extend(Group::BAD.map(first_error));
    cases
}

fn dispatched(group: Group) -> Case {
    Case::new(group, "llm-tool dispatch_str", move || {
        let (registry, context, payload) = (registry(), ToolContext::new(), group.payload());
        move || {
            let output = ready(registry.dispatch_str(black_box(group.tool()), black_box(&payload), &context))
                .expect("the payload fits its type");
            Answer::Text(output.into_content())
        }
    })
}

fn first_error(group: Group) -> Case {
    Case::new(group, "llm-tool dispatch_str, first error only", move || {
        let (registry, context, payload) = (registry(), ToolContext::new(), group.payload());
        move || match ready(registry.dispatch_str(black_box(group.tool()), black_box(&payload), &context)) {
            Ok(_) => unreachable!("the payload has three errors"),
            Err(error) => Answer::Text(error.to_string()),
        }
    })
}

fn registry() -> ToolRegistry {
    let mut registry = ToolRegistry::new();
    registry.register(tools::Add);
    registry.register(tools::CreateInvoice);
    registry.register(tools::CreateJournalEntry);
    registry
}
