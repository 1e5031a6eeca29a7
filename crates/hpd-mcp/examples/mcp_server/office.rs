//! The plugins: a container, writes that the user approves, values that the user knows, and a skill.

use std::time::Duration;

use hpd_host::{CallContext, ToolError, plugin, scope};

/// Sums.
#[derive(Default)]
pub(crate) struct Math;

/// A sum, as an object.
#[derive(serde::Serialize, schemars::JsonSchema)]
pub(crate) struct Sum {
    sum: i64,
}

#[scope("Arithmetic")]
impl Math {
    /// Adds two numbers.
    #[ai_function(read_only)]
    pub(crate) fn add(
        &self,
        /** The first number. */
        a: i64,
        /** The second number. */
        b: i64,
    ) -> Sum {
        Sum { sum: a + b }
    }

    /// Divides two numbers.
    #[ai_function(read_only)]
    fn divide(
        &self,
        /** The number that is divided. */
        dividend: f64,
        /** The number that it is divided by. */
        divisor: f64,
    ) -> Result<f64, ToolError> {
        if divisor == 0.0 {
            return Err(ToolError::new("Nothing can be divided by zero."));
        }
        Ok(dividend / divisor)
    }
}

/// Invoices and orders.
#[derive(Default)]
pub(crate) struct Books;

#[plugin]
impl Books {
    /// Voids an invoice. It can't be undone.
    #[ai_function(write, risk = high, confirm_phrase = "VOID {invoice}")]
    fn void_invoice(
        &self,
        /** The invoice. */
        invoice: String,
    ) -> String {
        format!("{invoice} is void.")
    }

    /// Creates a note.
    #[ai_function(write, risk = low)]
    fn create_note(
        &self,
        /** Its text. */
        text: String,
    ) -> String {
        format!("Noted: {text}")
    }

    /// Looks up when an order would arrive.
    #[ai_function(read_only)]
    fn delivery_day(
        &self,
        /** The item. */
        item: String,
        /** The address. */
        #[param(profile_key = "address", confirm_if_uncertain)]
        address: String,
        /** The phone number. */
        #[param(profile_key = "phone")]
        phone: String,
    ) -> String {
        format!("{item} arrives at {address} on Monday. The driver calls {phone}.")
    }

    /// Counts up to a number, and tells how far it is.
    #[ai_function(read_only)]
    async fn count(
        &self,
        /** The number. */
        #[param(range(min = 1, max = 600))]
        steps: u32,
        #[context] ctx: &CallContext<'_>,
    ) -> String {
        for step in 1..=steps {
            ctx.progress(f64::from(step), Some(f64::from(steps)), "counting");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        format!("Counted to {steps}.")
    }
}

/// The end of a month.
pub(crate) struct Closing;

#[plugin]
impl Closing {
    /// Closes a month.
    #[skill(
        functions(Math::add),
        instructions = "Add up the invoices before you close.",
        documents(document(
            id = "order",
            description = "The order of the steps.",
            text = "Accruals first."
        ))
    )]
    fn close_month() {}
}
