use std::sync::Arc;

use hpd_runtime::plugin;

struct Database;

struct Ledger;

#[plugin]
impl Ledger {
    /// The balance of all accounts.
    #[ai_function]
    async fn balance(&self, #[context] database: &Arc<Database>) -> usize {
        Arc::strong_count(database)
    }
}

fn main() {}
