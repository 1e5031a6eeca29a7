use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// Closes the month.
    #[ai_function(write)]
    fn close(&self) -> i64 {
        0
    }
}

fn main() {}
