use std::borrow::Cow;

use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// The balance of some accounts.
    #[ai_function]
    fn balance<'a>(
        &self,
        /// The accounts.
        accounts: Vec<Cow<'a, str>>,
    ) -> usize {
        accounts.len()
    }
}

fn main() {}
