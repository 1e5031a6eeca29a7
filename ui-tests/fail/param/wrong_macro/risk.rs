use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// Voids an invoice.
    #[ai_function(write, risk = high)]
    fn void(
        &self,
        /// The invoice's number.
        #[param(risk = high)]
        number: u32,
    ) -> u32 {
        number
    }
}

fn main() {}
