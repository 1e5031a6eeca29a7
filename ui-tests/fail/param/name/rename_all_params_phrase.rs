use hpd_runtime::plugin;

struct Ledger;

#[plugin(rename_all_params = "camelCase")]
impl Ledger {
    /// Voids an invoice.
    #[ai_function(write, risk = high, confirm_phrase = "VOID {invoice_id}")]
    fn void(
        &self,
        /// Which one.
        invoice_id: u32,
    ) -> u32 {
        invoice_id
    }
}

fn main() {}
