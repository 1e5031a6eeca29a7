use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// How a year is closed.
    #[skill(instructions = "Carefully.")]
    fn year(&mut self) {}
}

fn main() {}
