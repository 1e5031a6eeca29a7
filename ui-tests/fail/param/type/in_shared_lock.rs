use std::sync::{Arc, Mutex};

use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// Books.
    #[ai_function]
    fn book(
        &self,
        /// The amount.
        amount: Arc<Mutex<u32>>,
    ) -> u32 {
        *amount.lock().unwrap()
    }
}

fn main() {}
