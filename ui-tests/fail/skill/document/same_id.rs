use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// How a month is closed.
    #[skill(documents(
        document(id = "steps", description = "The steps.", text = "First .."),
        document(id = "steps", description = "More steps.", text = "Then .."),
    ))]
    fn closing(&self) {}
}

fn main() {}
