use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// The balance in a currency.
    #[ai_function]
    fn balance(
        &self,
        /// The currency.
        #[param(one_of("EUR", "CHF", "EUR"))]
        currency: String,
    ) -> usize {
        currency.len()
    }
}

fn main() {}
