use hpd_runtime::plugin;

struct Ledger {
    calls: u32,
}

#[plugin]
impl Ledger {
    /// The number of calls.
    #[ai_function]
    fn count(self) -> u32 {
        self.calls
    }
}

fn main() {}
