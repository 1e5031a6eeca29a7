//! A plugin, and skills with documents from everywhere.

use std::sync::Mutex;

use hpd_host::skills::DocumentSource;
use hpd_host::system::BoxFuture;
use hpd_host::{ToolError, Toolbox, ToolboxBuilder, plugin, scope};

#[derive(Default)]
pub(crate) struct Ledger;

#[plugin]
impl Ledger {
    /// Lists the open invoices.
    #[ai_function]
    pub(crate) fn open_invoices(&self) -> Vec<String> {
        Vec::new()
    }

    /// Sends a reminder.
    #[ai_function]
    pub(crate) fn remind(
        &self,
        /// The customer.
        customer: String,
    ) -> String {
        customer
    }
}

#[derive(Default)]
pub(crate) struct MonthEnd;

#[scope("What is done at the end of a month")]
impl MonthEnd {
    /// Reminds customers of open invoices.
    #[skill(
        functions(Ledger::open_invoices, Ledger::remind),
        instructions = "Write to a customer once, with all open invoices.",
        documents(
            document(id = "tone", description = "The tone of a reminder", text = "Friendly."),
            document(id = "law", description = "What the law says", source),
            document(id = "lost", description = "Nobody knows where it is", source)
        )
    )]
    fn reminders(&self) {}

    /// Closes the month.
    #[skill(
        skills(Self::reminders),
        documents(
            document(id = "tone", description = "How to write", text = "Friendly."),
            document(
                id = "steps",
                description = "What to do, in order",
                text = "First reminders, then the rest."
            )
        )
    )]
    fn closing(&self) {}

    /// Counts the stock.
    #[skill(functions(Ledger::open_invoices), instructions = "Count twice.")]
    fn counting(&self) {}
}

/// Records the documents that were read.
#[derive(Default)]
pub(crate) struct Archive {
    pub(crate) read: Mutex<Vec<String>>,
}

impl DocumentSource for Archive {
    fn has(&self, id: &str) -> bool {
        matches!(id, "law" | "lost")
    }

    fn read<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<String, ToolError>> {
        Box::pin(async move {
            self.read.lock().unwrap().push(id.to_owned());
            match id {
                "law" => Ok("Wait for thirty days.".to_owned()),
                _ => Err(ToolError::new("The archive is closed.").caused_by("connection refused")),
            }
        })
    }
}

pub(crate) fn office() -> ToolboxBuilder {
    Toolbox::builder().plugin(Ledger).plugin(MonthEnd).documents(Archive::default())
}
