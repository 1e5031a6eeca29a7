use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// The balance of some accounts.
    #[ai_function]
    fn balance(
        &self,
        /// The accounts.
        #[param(range(min = 1))]
        accounts: Option<Vec<u32>>,
    ) -> usize {
        accounts.map_or(0, |accounts| accounts.len())
    }
}

fn main() {}
