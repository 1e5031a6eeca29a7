use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// The size of the ledger.
    #[ai_function]
    fn größe(&self) -> i64 {
        0
    }
}

fn main() {}
