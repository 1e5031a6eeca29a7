use hpd_runtime::skill;

struct Ledger;

impl Ledger {
    /// How a month is closed.
    #[skill(instructions = "Carefully.")]
    fn closing(&self) {}
}

fn main() {
    Ledger.closing();
}
