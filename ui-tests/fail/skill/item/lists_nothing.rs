use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// How a month is closed.
    #[skill(functions(), documents())]
    fn closing(&self) {}
}

fn main() {}
