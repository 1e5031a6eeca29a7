use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// Voids an invoice.
    #[ai_function(confirm_phrase = "VOID")]
    fn void(
        &self,
        /// The invoice's number.
        number: u32,
    ) -> u32 {
        number
    }
}

fn main() {}
