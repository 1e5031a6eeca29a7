use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// How a month is closed.
    #[skill(name = "closing!", instructions = "Carefully.")]
    fn closing(&self) {}
}

fn main() {}
