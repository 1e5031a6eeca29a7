use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// Voids an invoice.
    #[ai_function(write, risk = low, check = self.is_open)]
    fn void(
        &self,
        /// The invoice's number.
        number: u32,
    ) -> u32 {
        number
    }
}

fn main() {}
