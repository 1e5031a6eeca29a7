use std::rc::Rc;

use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// The balance of all accounts.
    #[ai_function]
    async fn balance(&self) -> i64 {
        let balance = Rc::new(0);
        std::future::ready(()).await;
        *balance
    }
}

fn main() {}
