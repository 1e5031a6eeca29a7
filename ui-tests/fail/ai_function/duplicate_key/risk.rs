use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// Closes the month.
    #[ai_function(write, risk = low, risk = high)]
    fn close(&self) -> i64 {
        0
    }
}

fn main() {}
