use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// How a month is closed.
    #[skill(functions(Legder::balance))]
    fn closing(&self) {}
}

fn main() {}
