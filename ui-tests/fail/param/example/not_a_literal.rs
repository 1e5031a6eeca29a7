use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// The last entries.
    #[ai_function]
    fn entries(
        &self,
        /// How many.
        #[param(example = u32::MAX)]
        limit: u32,
    ) -> u32 {
        limit
    }
}

fn main() {}
