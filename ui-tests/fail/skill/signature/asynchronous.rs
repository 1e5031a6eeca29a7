use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// How a month is closed.
    #[skill]
    async fn closing(&self) -> String {
        "Carefully.".to_owned()
    }
}

fn main() {}
