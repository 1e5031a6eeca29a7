use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// The balance of all accounts.
    #[ai_function]
    fn balance(&self) -> i64 {
        0
    }

    /// How a month is closed.
    #[skill(skills(Self::balance))]
    fn closing(&self) {}
}

fn main() {}
