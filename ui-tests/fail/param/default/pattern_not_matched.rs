use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// The balance in a currency.
    #[ai_function]
    fn balance(
        &self,
        /// The currency.
        #[param(default = "eur", pattern = "^[A-Z]{3}$")]
        currency: String,
    ) -> usize {
        currency.len()
    }
}

fn main() {}
