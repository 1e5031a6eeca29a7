//! `llm-tool`: its registry, by `dispatch_str`.

use std::hint::black_box;

use hpd_bench_cases::{Answer, Checks, Contender, Group, ready};
use llm_tool::{ToolContext, ToolRegistry};

/// The tools, each of which becomes a struct beside its function.
mod tools {
    use std::collections::{BTreeMap, HashMap};

    use hpd_bench_cases::types::{self, AddOut, Counted, InvoiceOut, JournalLine, JournalOut, Line};
    use llm_tool::llm_tool;

    /// Adds two numbers
    #[llm_tool]
    pub(crate) fn add(
        /// First summand
        a: f64,
        /// Second summand
        b: f64,
    ) -> AddOut {
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
    ) -> InvoiceOut {
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
    ) -> JournalOut {
        types::create_journal_entry(&date, &lines, reference.as_deref())
    }

    /// Counts the stock
    #[llm_tool]
    pub(crate) fn count_stock(
        /// By item
        prices: BTreeMap<String, f64>,
        /// By shelf
        stock: HashMap<String, u32>,
    ) -> Counted {
        types::count_stock(&prices, &stock)
    }
}

hpd_bench_cases::program!(contenders);

fn contenders() -> Vec<Contender> {
    let groups = Group::CALLS.into_iter().chain([Group::Maps]);
    vec![Contender::new("llm-tool", Checks::Types).on(groups, |group, arguments| {
        let (registry, context, arguments) = (registry(), ToolContext::new(), arguments.to_owned());
        move || {
            let call = registry.dispatch_str(black_box(group.tool()), black_box(&arguments), &context);
            Answer::of(ready(call).map(|output| output.into_content()))
        }
    })]
}

fn registry() -> ToolRegistry {
    ToolRegistry::new()
        .with_tool(tools::Add)
        .with_tool(tools::CreateInvoice)
        .with_tool(tools::CreateJournalEntry)
        .with_tool(tools::CountStock)
}
