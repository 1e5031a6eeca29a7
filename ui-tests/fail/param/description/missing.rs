use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// The distance of two accounts.
    #[ai_function]
    fn distance(&self, from: u32, #[param(sensitive)] to: u32) -> u32 {
        from.abs_diff(to)
    }
}

fn main() {}
