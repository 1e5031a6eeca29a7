use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// The balances of all accounts.
    #[ai_function]
    fn balances(&self) -> Box<dyn Iterator<Item = i64>> {
        Box::new(std::iter::empty())
    }
}

fn main() {}
