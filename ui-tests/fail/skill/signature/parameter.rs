use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// How a month is closed.
    #[skill(instructions = "Carefully.")]
    fn closing(&self, _month: u8) {}
}

fn main() {
    Ledger.closing(1);
}
