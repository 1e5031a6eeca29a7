use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// Voids an invoice.
    #[ai_function(write, risk = low, question = "Void {InvoiceNumber}?", preview("contact"))]
    fn void(
        &self,
        /// The invoice's number.
        #[param(name = "InvoiceNumber")]
        number: u32,
    ) -> u32 {
        number
    }
}

fn main() {}
