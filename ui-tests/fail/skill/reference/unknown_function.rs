use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// How a month is closed.
    #[skill(functions(fn balance))]
    fn closing(&self) {}
}

fn main() {}
