use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// How a month is closed.
    #[skill(instructions = "Carefully.", write)]
    fn closing(&self) {}
}

fn main() {}
