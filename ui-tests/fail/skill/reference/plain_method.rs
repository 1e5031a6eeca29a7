use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    fn balance(&self) -> i64 {
        0
    }

    /// How a month is closed.
    #[skill(functions(Ledger::balance))]
    fn closing(&self) {}
}

fn main() {
    Ledger.balance();
}
