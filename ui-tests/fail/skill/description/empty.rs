use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    #[skill(description = " ", instructions = "Carefully.")]
    fn closing(&self) {}
}

fn main() {}
