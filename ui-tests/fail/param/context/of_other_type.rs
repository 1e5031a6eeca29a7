use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// The balance of all accounts.
    #[ai_function]
    fn balance(&self, #[context] ctx: &str) -> usize {
        ctx.len()
    }
}

fn main() {}
