use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// The distance of two accounts.
    #[ai_function]
    fn distance(
        &self,
        /// The first account.
        account: u32,
        /// The second account.
        #[param(name = "account")]
        other: u32,
    ) -> u32 {
        account.abs_diff(other)
    }
}

fn main() {}
