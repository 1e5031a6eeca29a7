use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// How a month is closed.
    #[skill(documents(document(id = "steps", descripton = "The steps.", text = "First ..")))]
    fn closing(&self) {}
}

fn main() {}
