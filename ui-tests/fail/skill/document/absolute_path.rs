use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// How a month is closed.
    #[skill(instructions_file = "/skills/closing.md")]
    fn closing(&self) {}
}

fn main() {}
