use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// The balance of some accounts.
    #[ai_function]
    fn balance(
        &self,
        /// The accounts.
        #[param(items(min = 3, max = 2, unique))]
        accounts: Vec<u32>,
    ) -> usize {
        accounts.len()
    }
}

fn main() {}
