use hpd_runtime::{CallContext, plugin};

struct Ledger;

#[plugin]
impl Ledger {
    /// The balance.
    #[ai_function]
    fn balance(&self, #[context] ctx: &CallContext<'_>) -> usize {
        ctx.call().id.len() +
    }

    /// The number of accounts.
    #[ai_function]
    fn accounts(&self, #[context] ctx: &CallContext<'_>) -> usize {
        ctx.call().id.len()
    }
}

fn main() {}
