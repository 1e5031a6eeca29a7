use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// How a year is closed.
    #[skill(instructions = "Carefully.")]
    #[skill(instructions = "Slowly.")]
    fn year(&self) {}
}

fn main() {}
