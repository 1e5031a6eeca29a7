use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// How a month is closed.
    #[skill(documents("steps.md"))]
    fn closing(&self) {}
}

fn main() {}
