use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    #[skill(instructions = "Carefully.")]
    fn closing(&self) {}
}

fn main() {}
