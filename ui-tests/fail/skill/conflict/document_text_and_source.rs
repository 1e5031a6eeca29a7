use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// How a month is closed.
    #[skill(documents(document(id = "steps", description = "The steps.", text = "First ..", source)))]
    fn closing(&self) {}
}

fn main() {}
