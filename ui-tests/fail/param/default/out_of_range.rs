use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// The last entries.
    #[ai_function]
    fn entries(
        &self,
        /// How many.
        #[param(default = 200, range(min = 1, max = 100))]
        limit: u32,
    ) -> u32 {
        limit
    }
}

fn main() {}
