//! A mistake in the block is no mistake of the type: it has an annotated block.

use hpd_runtime::{plugin, scope};

#[scope("Books and invoices.")]
struct Ledger;

#[plugin]
impl Ledger {
    /// The balance of all accounts.
    #[ai_function(timeout = 0)]
    fn balance(&self) -> i64 {
        0
    }
}

#[scope("Rooms.", within = Ledger)]
struct Office;

#[plugin]
impl Office {
    /// How an office is run.
    #[skill(functions(Ledger::balance))]
    fn running(&self) {}
}

fn main() {}
