use hpd_runtime::{CallContext, ai_function, plugin};

struct Ledger;

#[plugin]
impl Ledger {
    /// The balance.
    #[ai_function(timeot = 5)]
    fn balance(&self, #[context] ctx: &String) -> usize {
        ctx.len()
    }

    /// The number of accounts.
    #[ai_function]
    fn accounts(&self, #[context] ctx: &CallContext<'_>) -> usize {
        ctx.call().id.len()
    }

    /// The number of open accounts.
    #[ai_function]
    fn open<'a>(&self, #[context] ctx: &'a CallContext<'a>) -> usize {
        ctx.call().id.len()
    }
}

/// The date.
#[ai_function(rsk = low)]
fn date(#[context] ctx: &Ledger) -> usize {
    size_of_val(ctx)
}

fn main() {}
