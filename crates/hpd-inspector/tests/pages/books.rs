//! The books of the documents that describe the pages.

use std::sync::{Arc, Mutex};

use hpd_host::approval::Permission;
use hpd_host::external::{Classification, ExternalSource, ExternalTool};
use hpd_host::journal::{FreeText, MemoryJournal};
use hpd_host::values::MapProfile;
use hpd_host::{Approval, ToolError, Toolbox, ToolboxBuilder, Values, plugin};
use serde::Deserialize;
use serde_json::{Value, json};

/// A part of a payment.
#[derive(Debug, Deserialize, schemars::JsonSchema)]
pub(crate) struct Application {
    /// The invoice.
    #[serde(rename = "InvoiceId")]
    invoice: String,
}

#[derive(Default)]
pub(crate) struct Books {
    pub(crate) voided: Arc<Mutex<Vec<String>>>,
}

#[plugin]
#[expect(clippy::unused_self, reason = "tools take what the model sends")]
impl Books {
    /// Records a payment.
    #[ai_function(write, risk = low)]
    fn create_payment(
        &self,
        /** The account. */
        #[param(name = "AccountId")]
        account: String,
        /** How much. */
        #[param(name = "Amount")]
        amount: u32,
        /** What it is for. */
        #[param(name = "Applications")]
        applications: Vec<Application>,
    ) -> Result<Value, ToolError> {
        match (&*account, applications.len()) {
            ("closed", _) => Err(ToolError::new("The account is closed.")),
            ("cut", _) => Err(ToolError::new("The line went dead.").outcome_unknown()),
            _ => {
                let invoices: Vec<_> = applications.iter().map(|of| of.invoice.as_str()).collect();
                Ok(json!({"PaymentId": "PAY-001", "Amount": amount, "Invoices": invoices}))
            }
        }
    }

    /// Lists all invoices.
    #[ai_function]
    fn get_all_invoices(
        &self,
        /** The contact. */
        contact: String,
    ) -> String {
        format!("INV-042 of {contact}")
    }

    /// Voids an invoice.
    #[ai_function(write, risk = high, confirm_phrase = "VOID {invoice}")]
    fn void_invoice(
        &self,
        /** The invoice. */
        invoice: String,
    ) -> String {
        self.voided.lock().unwrap().push(invoice.clone());
        format!("{invoice} is void.")
    }

    /// Changes the address of a contact.
    #[ai_function(write, risk = medium)]
    fn update_contact(
        &self,
        /** The contact. */
        contact: String,
        /** The code of the door. */
        #[param(sensitive)]
        code: String,
    ) -> String {
        format!("{contact} has a code of {} digits.", code.len())
    }

    /// Changes the day of a bill.
    #[ai_function(write, risk = medium)]
    fn update_bill(
        &self,
        /** The bill. */
        bill: String,
        /** The day. */
        due: String,
    ) -> String {
        format!("{bill} is due on {due}.")
    }

    /// Sends a letter.
    #[ai_function]
    fn postage(
        &self,
        /** The town. */
        #[param(profile_key = "town")]
        town: String,
    ) -> String {
        format!("To {town}: 85 cents.")
    }
}

/// Writes of low risk run without a question.
pub(crate) fn builder(books: Books) -> ToolboxBuilder {
    let tab = ExternalTool::new("wipe_screen", "Wipes the screen", json!({"type": "object"}));
    let open = ExternalTool::new("open_tab", "Opens a tab", json!({"type": "object"}))
        .classified(Classification::Read);
    Toolbox::builder()
        .plugin(books)
        .external(ExternalSource::frontend("browser", vec![tab, open]))
        .journal(MemoryJournal::new())
        .approval(Approval::new().permission("Books.create_payment", Permission::Allow))
        .values(
            Values::new()
                .journal_free_text(FreeText::Told)
                .profile(MapProfile::new().for_all("town", "Lisbon")),
        )
}
