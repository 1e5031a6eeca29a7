use hpd_runtime::plugin;

struct Ledger;

#[plugin(rename_all_params = "camelCase")]
impl Ledger {
    /// The distance of two accounts.
    #[ai_function]
    fn distance(
        &self,
        /// The first account.
        from_account: u32,
        /// The second account.
        #[param(name = "fromAccount")]
        other: u32,
        /// The third account.
        third_: u32,
        /// The fourth account.
        third: u32,
    ) -> u32 {
        from_account.abs_diff(other) + third_ + third
    }
}

fn main() {}
