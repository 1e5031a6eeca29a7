use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// How a month is closed.
    #[skill(instructions = "Carefully.")]
    fn closing(&self) -> String {
        "Carefully.".to_owned()
    }
}

fn main() {}
