use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// How a month is closed.
    #[skill(skills(Self::closing))]
    fn closing(&self) {}
}

fn main() {}
