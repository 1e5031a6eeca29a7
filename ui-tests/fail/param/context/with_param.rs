use hpd_runtime::{CallContext, plugin};

struct Ledger;

#[plugin]
impl Ledger {
    /// The balance of all accounts.
    #[ai_function]
    fn balance(
        &self,
        #[context]
        #[param(sensitive)]
        ctx: &CallContext<'_>,
    ) -> usize {
        ctx.warnings().len()
    }
}

fn main() {}
